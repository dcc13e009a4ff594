//! The ways in which the cards of a game may come to be cast.

use crate::ability::{self, Ability, Effect, Static, Way};
use crate::card::Card;
use crate::cardset::Set;
use crate::print;
use crate::table::Table;

/// Those of these cards that may be cast by a way of their own from a graveyard, and the others if something may give it
/// to them.
pub(super) fn from_graveyard<const W: usize>(
    table: &Table<W>,
    cards: Set<W>,
    via: Option<&str>,
) -> [Set<W>; 2] {
    let via = via.unwrap_or("mana cost");
    let of = |such: fn(&Way) -> bool| {
        table.matching(|card| {
            ability::abilities(card).iter().any(|a| matches!(a, Ability::Way(way) if such(way)))
        })
    };
    let own = match via {
        "escape" => of(|way| matches!(way, Way::Escape(_))),
        "flashback" => of(|way| matches!(way, Way::Flashback(_))),
        "retrace" => of(|way| matches!(way, Way::Retrace)),
        "jump-start" => of(|way| matches!(way, Way::JumpStart)),
        "mana cost" => of(|way| matches!(way, Way::Retrace | Way::JumpStart | Way::FromGraveyard { .. })),
        _ => Set::EMPTY,
    };
    let others = if given(table, via) { cards - own } else { Set::EMPTY };
    [cards & own, others]
}

/// Whether a card is printed with a way to cast it that goes by this word.
pub(super) fn has_way(card: &Card, via: &str) -> bool {
    ability::abilities(card).iter().any(|ability| match ability {
        Ability::Way(Way::Escape(_)) => via == "escape",
        Ability::Way(Way::Flashback(_)) => via == "flashback",
        Ability::Way(Way::Retrace) => matches!(via, "retrace" | "mana cost"),
        Ability::Way(Way::JumpStart) => matches!(via, "jump-start" | "mana cost"),
        Ability::Way(Way::Alternative { word, .. }) => word.as_deref().unwrap_or("alternative") == via,
        _ => via == "mana cost",
    })
}

/// Whether something in the decks may give others a way to be cast.
pub(super) fn given<const W: usize>(table: &Table<W>, via: &str) -> bool {
    table.prints.iter().any(|print| {
        print.abilities.iter().any(|ability| match ability {
            Ability::Static(Static::Grant(_, inner)) => matches!(**inner, Ability::Way(_)),
            Ability::Static(Static::CastFree { .. }) => via == "free",
            Ability::Static(Static::FreeOnce(_)) => print.name == via,
            other => {
                let mut gives = false;
                print::effects_of(other, &mut |effect| {
                    gives |= match effect {
                        Effect::Grant(_, inner, _) => matches!(**inner, Ability::Way(_)),
                        Effect::PlayFromExile(..) => matches!(via, "free" | "mana cost"),
                        _ => false,
                    };
                });
                gives
            }
        })
    })
}
