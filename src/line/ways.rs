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

/// Those of these cards that may be cast by a way of that word from a hand.
pub(super) fn from_hand<const W: usize>(table: &Table<W>, cards: Set<W>, via: Option<&str>) -> Set<W> {
    let word = match via {
        None | Some("mana cost" | "free") => return cards,
        // 702.34a, 702.81a, 702.133a, 702.138a
        Some("escape" | "flashback" | "jump-start" | "retrace") => return Set::EMPTY,
        Some(word) => word,
    };
    let opens =
        |ability: &Ability| matches!(ability, Ability::Static(Static::CastFree { .. } | Static::FreeOnce(_)));
    let open = table.prints.iter().any(|print| {
        print.abilities.iter().any(|ability| {
            print.name == word && opens(ability)
                || gives_way(ability, |way| matches!(way, Way::Alternative { .. }))
        })
    });
    if open { cards } else { cards & table.matching(|card| has_way(card, word)) }
}

/// Whether something in the decks may give others a way to be cast.
pub(super) fn given<const W: usize>(table: &Table<W>, via: &str) -> bool {
    let leave = |ability: &Ability| {
        let mut gives = false;
        print::effects_of(ability, &mut |effect| gives |= matches!(effect, Effect::PlayFromExile(..)));
        gives
    };
    table.prints.iter().any(|print| {
        print.abilities.iter().any(|ability| match ability {
            Ability::Static(Static::CastFree { .. }) => via == "free",
            Ability::Static(Static::FreeOnce(_)) => print.name == via,
            _ => gives_way(ability, |_| true) || matches!(via, "free" | "mana cost") && leave(ability),
        })
    })
}

/// Whether an ability gives others such a way to be cast.
fn gives_way(ability: &Ability, such: impl Fn(&Way) -> bool) -> bool {
    let is_such = |given: &Ability| matches!(given, Ability::Way(way) if such(way));
    let mut gives = matches!(ability, Ability::Static(Static::Grant(_, given)) if is_such(given));
    print::effects_of(ability, &mut |effect| {
        gives |= matches!(effect, Effect::Grant(_, given, _) if is_such(given));
    });
    gives
}
