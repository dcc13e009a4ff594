//! L2: questions about what an object is that what is printed on it settles, answered once for the whole table.

use crate::ability::{Ability, Aim, Among, Cost, Effect, Is, Pay, Replace, Target, Value};
use crate::cardset::{Obj, Set};
use crate::look::Look;
use crate::print::{self, Print};

/// The answer to one question.
#[derive(Debug, Clone)]
pub struct Answer<const W: usize> {
    /// The cards that are such, their fronts up.
    pub cards: Set<W>,
    /// For each print whether it is such.
    pub prints: Box<[bool]>,
}

/// The answers, each by where the question stands in an ability of the table's prints, which the table holds on to.
#[derive(Debug, Clone, Default)]
pub struct Settled<const W: usize>(Vec<(usize, Answer<W>)>);

fn place(is: &Is) -> usize {
    std::ptr::from_ref(is).addr()
}

impl<const W: usize> Settled<W> {
    /// Of the prints of a table, what each of them is, and the print of each card.
    pub fn new(prints: &[Print], looks: &[Look], print_of: &[u16]) -> Self {
        let mut all = Vec::new();
        let mut add = |is: &Is| {
            let answers: Option<Box<[bool]>> = looks.iter().map(|look| look.is(is)).collect();
            if let Some(prints) = answers {
                let cards = print_of.iter().enumerate().filter(|(_, print)| prints[usize::from(**print)]);
                let cards = cards.map(|(obj, _)| Obj(obj as u8)).collect();
                all.push((place(is), Answer { cards, prints }));
            }
        };
        for ability in prints.iter().flat_map(|print| &print.abilities) {
            asked_in(ability, &mut add);
        }
        all.sort_unstable_by_key(|(place, _)| *place);
        all.dedup_by_key(|(place, _)| *place);
        Self(all)
    }

    /// The answer to a question, where it is one of these.
    pub fn get(&self, is: &Is) -> Option<&Answer<W>> {
        let at = self.0.binary_search_by_key(&place(is), |(place, _)| *place).ok()?;
        Some(&self.0[at].1)
    }
}

/// Calls `found` with each question that an ability asks again and again: about what pays, what is targeted, what is searched
/// for, chosen or counted.
fn asked_in(ability: &Ability, found: &mut dyn FnMut(&Is)) {
    match ability {
        Ability::Spell { targets, .. } => asked_of(targets, found),
        Ability::Modal(modal) => modal.of.iter().for_each(|mode| asked_in(mode, found)),
        Ability::Activated(activated) => asked_of(&activated.targets, found),
        Ability::Triggered(triggered) => asked_of(&triggered.targets, found),
        Ability::CostsLess(_, count) | Ability::Replace(Replace::EntersWith { count, .. }) => {
            counted(count, found);
        }
        _ => {}
    }
    ability.costs().into_iter().for_each(|cost| asked_by(cost, found));
    print::effects_of(ability, &mut |effect| match effect {
        Effect::Search { is, .. } | Effect::Choose(_, Among(_, _, is), ..) => found(is),
        Effect::Discard(_, is, count) | Effect::Sacrifice(_, is, count) => {
            found(is);
            counted(count, found);
        }
        Effect::Draw(_, count) | Effect::Mill(_, count) | Effect::DamagePlayer(_, count) => {
            counted(count, found);
        }
        _ => {}
    });
}

fn counted(value: &Value, found: &mut dyn FnMut(&Is)) {
    match value {
        Value::Count(Among(_, _, is)) => found(is),
        Value::Sum(all) => all.iter().for_each(|value| counted(value, found)),
        Value::Minus(a, b) => [a, b].into_iter().for_each(|value| counted(value, found)),
        Value::Times(a, _) | Value::HalfUp(a) | Value::HalfDown(a) => counted(a, found),
        _ => {}
    }
}

fn asked_of(targets: &[Target], found: &mut dyn FnMut(&Is)) {
    fn asked_at(aim: &Aim, found: &mut dyn FnMut(&Is)) {
        match aim {
            Aim::Permanent(is) | Aim::Card(Among(_, _, is)) => found(is),
            Aim::OneOf(aims) => aims.iter().for_each(|aim| asked_at(aim, found)),
            _ => {}
        }
    }
    for target in targets {
        asked_at(&target.aim, found);
    }
}

fn asked_by(cost: &Cost, found: &mut dyn FnMut(&Is)) {
    cost.pay.iter().filter_map(Pay::chosen).for_each(|(_, is, _)| found(is));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ability::{Activated, If, Place, Value, Whose};

    #[test]
    fn what_is_printed_settles_what_is_asked_where_it_stands() {
        let asked = |is: Is| -> &'static Ability {
            let effect =
                Effect::Search { who: Whose::You, is, most: Value::N(1), to: Place::Hand, tapped: false };
            let (cost, targets) = (Cost::default(), Vec::new());
            let from = Place::Battlefield;
            let when = If::default();
            Box::leak(Box::new(Ability::Activated(Activated {
                cost,
                targets,
                effect,
                from,
                when,
                less: None,
            })))
        };
        let settled = asked(Is::Named("Island".to_owned()));
        let open = asked(Is::Tapped);
        let mut seeker = Print::named("Seeker");
        seeker.abilities = vec![settled, open];
        let prints = [seeker, Print::named("Island")];
        let looks: Vec<Look> = prints.iter().map(Look::of).collect();
        let table = Settled::<1>::new(&prints, &looks, &[1, 0, 1]);
        let question = |ability: &Ability| match ability {
            Ability::Activated(Activated { effect: Effect::Search { is, .. }, .. }) => {
                table.get(is).map(|answer| (answer.cards, answer.prints.to_vec()))
            }
            _ => None,
        };
        let islands: Set<1> = [Obj(0), Obj(2)].into_iter().collect();
        assert_eq!(question(settled), Some((islands, vec![false, true])));
        assert_eq!(question(open), None, "that depends on where it is");
        assert_eq!(question(asked(Is::Named("Island".to_owned()))), None, "that stands nowhere in the table");
    }
}
