//! The least mana that an action takes: what is not there need not be tried.

use crate::ability::{Ability, Cost, Effect, Price, Static, Way};
use crate::cardset::Set;
use crate::line::action::{Action, Verb};
use crate::line::named::Named;
use crate::line::ways::given;
use crate::mana::Symbol;
use crate::print::{self, Print};
use crate::table::Table;

/// The least mana that an action can be paid with, whichever of these cards it is done with.
pub(super) fn least<const W: usize>(
    action: &Action,
    table: &Table<W>,
    cards: Set<W>,
    what: &Named<W>,
) -> u32 {
    let mut printed = table.prints.iter().zip(&what.prints).filter(|(_, named)| **named);
    let alone = printed.all(|(print, _)| print.token.is_none());
    let dear = |activates: bool| {
        let all = || table.prints.iter().flat_map(|print| &print.abilities);
        alone && !all().any(|ability| cheapens(ability, activates))
    };
    let of = |print: &Print| match action.verb {
        Verb::Play => 0,
        Verb::Cast => least_to_cast(print, table, action.via.as_deref()),
        Verb::Activate | Verb::Cycle => {
            let costs = print.abilities.iter().filter_map(|ability| match &**ability {
                Ability::Activated(activated) => Some(least_of(&activated.cost, print)),
                Ability::Equip(cost) => Some(least_of(cost, print)),
                _ => None,
            });
            let basic = ["plains", "island", "swamp", "mountain", "forest"];
            if print.subtypes.iter().any(|word| basic.contains(&word.as_str())) {
                0
            } else {
                costs.min().unwrap_or(0)
            }
        }
    };
    if action.verb == Verb::Play || !dear(action.verb != Verb::Cast) {
        return 0;
    }
    cards
        .into_iter()
        .map(|card| of(&table.prints[usize::from(table.print_of[card.index()])]))
        .min()
        .unwrap_or(0)
}

/// The least mana that a card can be cast with by a way.
fn least_to_cast<const W: usize>(print: &Print, table: &Table<W>, via: Option<&str>) -> u32 {
    let own = least_of(&Cost { mana: Price::Own, pay: Vec::new() }, print);
    let ways = print.abilities.iter().filter_map(|ability| match (&**ability, via) {
        (Ability::Way(Way::Escape(cost)), Some("escape"))
        | (Ability::Way(Way::Flashback(cost)), Some("flashback")) => Some(least_of(cost, print)),
        (Ability::Way(Way::Alternative { word, cost, .. }), Some(via)) => {
            (word.as_deref().unwrap_or("alternative") == via).then(|| least_of(cost, print))
        }
        _ => None,
    });
    match via {
        None | Some("mana cost" | "jump-start" | "retrace") => own,
        Some(via) if given(table, via) => 0,
        Some(_) => ways.min().unwrap_or(0),
    }
}

/// The least mana that a cost takes: none for what life may be paid for, and none for X.
fn least_of(cost: &Cost, print: &Print) -> u32 {
    let printed = match cost.mana {
        Price::Nothing => None,
        Price::Own => print.cost,
        Price::Symbols(cost) => Some(cost),
    };
    let of = |symbol: &Symbol| match symbol {
        Symbol::Generic(n) => u32::from(*n),
        Symbol::Million => 1_000_000,
        Symbol::One(_) | Symbol::Hybrid(..) | Symbol::MonoHybrid(..) | Symbol::Snow => 1,
        _ => 0,
    };
    printed.map_or(0, |cost| cost.symbols().iter().map(of).sum())
}

/// Whether an ability may make something cost less to cast, or to activate.
fn cheapens(ability: &Ability, activates: bool) -> bool {
    match ability {
        Ability::CostsLess(..)
        | Ability::Delve
        | Ability::Convoke
        | Ability::Static(Static::SpellsCostLess { .. } | Static::SpellsCostLessColored { .. }) => !activates,
        Ability::Static(Static::AbilitiesCostLess { .. }) => activates,
        Ability::Static(Static::Grant(_, inner)) => activates || cheapens(inner, activates),
        Ability::While(_, inner) => cheapens(inner, activates),
        other => {
            let mut any = false;
            print::effects_of(other, &mut |effect| {
                if let Effect::Grant(_, inner, _) = effect {
                    any |= activates || cheapens(inner, activates);
                }
            });
            any
        }
    }
}
