//! L2: what each triggered ability of a print waits for, so that nobody reads through its conditions again.

use crate::ability::{Ability, Moment, Place, When};
use crate::roles::{Does, Moves, Role, speaks_of_this};

/// What a triggered ability waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wait {
    /// Its place among the abilities of its object.
    pub at: usize,
    /// Where it works.
    pub from: Place,
    /// Whether it waits for the object that it is of to move.
    pub own: bool,
    does: Does,
    /// The beginnings of steps that it waits for, a bit for each.
    moments: u8,
    /// The moves that it looks at as things are after them, and as they were before.
    pub moves: [Moves; 2],
}

impl Wait {
    /// Of the triggered ones among some abilities.
    pub fn all(abilities: &[&Ability]) -> Box<[Self]> {
        let of = |(at, ability): (usize, &&Ability)| {
            let Ability::Triggered(triggered) = ability else { return None };
            let when = &triggered.when;
            let moves = [false, true].map(|back| looked_at(when, back));
            Some(Self {
                at,
                from: triggered.from,
                own: speaks_of_this(when),
                does: Does::of(when),
                moments: moments(when),
                moves,
            })
        };
        abilities.iter().enumerate().filter_map(of).collect()
    }

    /// Whether it waits for the beginning of that step.
    #[inline]
    pub const fn is_due(&self, moment: Moment) -> bool {
        self.moments >> moment as u8 & 1 == 1
    }

    /// Whether it waits for that; of moves for one of these, as it looks at them after they were or back (603.10a).
    #[inline]
    pub fn waits(&self, role: Role, moves: Moves, back: bool) -> bool {
        if role == Role::Moves { self.moves[usize::from(back)].meets(moves) } else { self.does.has(role) }
    }
}

/// The beginnings of steps that a condition is about.
fn moments(when: &When) -> u8 {
    match when {
        When::At(moment, _) => 1 << *moment as u8,
        When::AnyOf(any) => any.iter().fold(0, |all, when| all | moments(when)),
        _ => 0,
    }
}

/// The moves that a condition looks at so.
fn looked_at(when: &When, back: bool) -> Moves {
    match when {
        When::AnyOf(any) => any.iter().fold(Moves::default(), |all, when| all | looked_at(when, back)),
        one if looks(one, back) => Moves::waited_for(one),
        _ => Moves::default(),
    }
}

/// Whether a condition is looked at so, back or not.
pub fn looks(when: &When, back: bool) -> bool {
    match when {
        When::Dies(_) => back,
        When::Moves { from, to, .. } | When::Batch { from, to, .. } => looks_back(*from, *to) == back,
        When::AnyOf(any) => any.iter().any(|when| looks(when, back)),
        _ => !back,
    }
}

/// 603.10a: leaving the battlefield or a graveyard is looked at as it was before.
fn looks_back(from: Option<Place>, to: Option<Place>) -> bool {
    from == Some(Place::Battlefield) || (from == Some(Place::Graveyard) && to != Some(Place::Battlefield))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ability::{Effect, If, Is, Triggered};
    use crate::state::Zone;

    #[test]
    fn an_ability_looks_at_each_move_that_it_waits_for_from_one_side() {
        let when = When::AnyOf(vec![When::Enters(Is::This), When::Dies(Is::Other)]);
        let (only_if, targets) = (If::Always, Vec::new());
        let triggered =
            Triggered { when, only_if, targets, effect: Effect::Nothing, from: Place::Battlefield };
        let abilities = [&Ability::Storm, &Ability::Triggered(triggered)];
        let [wait] = *Wait::all(&abilities) else { panic!("one of them is triggered") };
        let enters = Moves::of(Some(Zone::Hand), Some(Zone::Battlefield));
        let dies = Moves::of(Some(Zone::Battlefield), Some(Zone::Graveyard));
        assert_eq!((wait.at, wait.own), (1, true));
        assert!(wait.waits(Role::Moves, enters, false) && !wait.waits(Role::Moves, enters, true));
        assert!(wait.waits(Role::Moves, dies, true) && !wait.waits(Role::Moves, dies, false));
        assert!(!wait.waits(Role::Casts, enters, false));
    }
}
