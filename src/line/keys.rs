//! What an action says besides its verb: whether any of its cards can use it.

use crate::ability::{self, Ability, Modal, Modes, Static, Which};
use crate::card::Card;
use crate::cardset::Set;
use crate::line::action::{Action, Amount, Verb};
use crate::line::acts::Misfit;
use crate::mana::{Mana, Symbol};
use crate::print;
use crate::table::Table;

/// Whether each key of an action is of use to one of these cards: what none can use is a slip, not a wish.
pub(super) fn usable<const W: usize>(action: &Action, table: &Table<W>, cards: Set<W>) -> Result<(), Misfit> {
    let what = &action.what;
    let has = |such: &dyn Fn(&Ability) -> bool| {
        let of_card = |card: &Card| ability::abilities(card).into_iter().any(such);
        cards.is_empty() || cards.into_iter().any(|card| of_card(table.card(card))) || is_given(table, such)
    };
    let asks = |amount: Option<Amount>| amount.is_some_and(|amount| amount != Amount::Number(0));
    let none = |key: &'static str, lacks: &str| {
        Err((Some(key), format!("{what} has no {lacks} that the engine knows: take `{key}` out")))
    };
    if asks(action.x) && !has(&has_x) && !cards.into_iter().any(|card| costs_x(table.card(card))) {
        return none("x", "X");
    }
    if asks(action.replicate) && !has(&|ability| matches!(ability, Ability::Replicate(_))) {
        return none("replicate", "replicate");
    }
    let kicks = |ability: &Ability| matches!(ability, Ability::Kicker(_) | Ability::Multikicker(_));
    if asks(action.kicked) && !has(&kicks) {
        return none("kicked", "kicker");
    }
    if action.targets.is_some() && !has(&|ability| aims(ability, action.verb)) {
        let triggers = |ability: &Ability| matches!(ability, Ability::Triggered(t) if !t.targets.is_empty());
        if has(&triggers) {
            let message = format!("{what} has targets only where it triggers: name them in `prefer.target`");
            return Err((Some("targets"), message));
        }
        return none("targets", "target");
    }
    in_modes(action, table, cards)
}

/// Whether an effect may give such an ability.
fn is_given<const W: usize>(table: &Table<W>, such: &dyn Fn(&Ability) -> bool) -> bool {
    let gives = |ability: &&'static Ability| {
        let mut given = matches!(ability, Ability::Static(Static::Grant(_, inner)) if such(inner));
        print::effects_of(ability, &mut |effect| {
            given |= matches!(effect, ability::Effect::Grant(_, inner, _) if such(inner));
        });
        given
    };
    table.prints.iter().flat_map(|print| &print.abilities).any(gives)
}

fn costs_x(card: &Card) -> bool {
    card.faces
        .iter()
        .filter_map(|face| face.mana_cost)
        .any(|cost| cost.symbols().iter().any(|symbol| matches!(symbol, Symbol::Variable(_))))
}

/// Whether an ability has an X that is announced.
fn has_x(ability: &Ability) -> bool {
    ability.costs().into_iter().any(ability::Cost::has_x)
}

/// Whether what is cast or activated has targets of its own.
fn aims(ability: &Ability, verb: Verb) -> bool {
    match ability {
        Ability::Spell { targets, .. } => verb == Verb::Cast && !targets.is_empty(),
        Ability::Modal(modal) => modal.of.iter().any(|mode| aims(mode, verb)),
        Ability::Activated(activated) => verb != Verb::Cast && !activated.targets.is_empty(),
        Ability::Equip(_) => verb == Verb::Activate,
        other => verb == Verb::Cast && other.enchants().is_some(),
    }
}

/// Whether one of these cards has the modes that an action names, which may also be colours of mana.
fn in_modes<const W: usize>(action: &Action, table: &Table<W>, cards: Set<W>) -> Result<(), Misfit> {
    let what = &action.what;
    let fault = |message: String| Err((Some("mode"), message));
    let is_colour = |which: &Which| match which {
        Which::Word(word) => Mana::named(word).is_some(),
        Which::Number(_) => false,
    };
    let named = action.mode.as_deref().unwrap_or_default();
    if named.iter().all(is_colour) {
        return Ok(());
    }
    let modals: Vec<&'static Modal> = cards
        .into_iter()
        .flat_map(|card| ability::abilities(table.card(card)))
        .filter_map(|ability| if let Ability::Modal(modal) = ability { Some(modal) } else { None })
        .collect();
    if modals.is_empty() || action.verb != Verb::Cast {
        return fault(format!("{what} has no modes that the engine knows: take `mode` out"));
    }
    if let Some(which) = named.iter().find(|which| modals.iter().all(|modal| modal.number(which).is_err())) {
        return fault(format!("{what} has no mode \"{which}\", or several: name one by its number from 0"));
    }
    let together = |modal: &&'static Modal| {
        let modes: Result<Modes, String> = named.iter().map(|which| modal.number(which)).collect();
        modes.is_ok_and(|modes| modal.allows(modes))
    };
    if modals.iter().any(together) {
        return Ok(());
    }
    fault(format!("{} modes are named, and so many {what} does not have: name others", named.len()))
}
