//! The least that an action takes, mana and cards: what is not there need not be tried.

use crate::ability::{Ability, Cost, Effect, Is, Pay, Price, Static, Value, Way};
use crate::cardset::{Obj, Set};
use crate::line::action::{Action, Verb};
use crate::line::named::Named;
use crate::line::ways::given;
use crate::mana::Symbol;
use crate::print::{self, Print};
use crate::state::{Zone, zone_of};
use crate::table::Table;

/// So many of these objects that must lie in a zone of yours, where nothing changes what objects are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Need<const W: usize> {
    /// The zone.
    pub zone: Zone,
    /// The objects.
    pub objects: Set<W>,
    /// How many of them.
    pub count: u32,
}

/// What must lie where for an action to be paid for, whichever of these cards it is done with.
pub(super) fn needs<const W: usize>(
    action: &Action,
    table: &Table<W>,
    cards: Set<W>,
    what: &Named<W>,
) -> Vec<Need<W>> {
    let mut named = table.prints.iter().zip(&what.prints).filter(|(_, named)| **named);
    if named.any(|(print, _)| print.token.is_some()) {
        return Vec::new();
    }
    let mut prints: Vec<usize> =
        cards.into_iter().map(|card| usize::from(table.print_of[card.index()])).collect();
    prints.sort_unstable();
    prints.dedup();
    let Some(costs) = costs(action, table, &prints) else { return Vec::new() };
    let of_zone = |zone: Zone| {
        let needs = costs.iter().map(|cost| {
            let parts = cost.pay.iter().filter_map(|part| need(part, zone, table));
            let need = parts.max_by_key(|need| need.count)?;
            // What escapes lies there itself, and is another.
            let itself = action.via.as_deref() == Some("escape")
                && zone == Zone::Graveyard
                && cards - need.objects == Set::EMPTY;
            Some(Need { count: need.count + u32::from(itself), ..need })
        });
        needs.reduce(|one, other| {
            let (one, other) = (one?, other?);
            let objects = one.objects | other.objects;
            Some(Need { zone, objects, count: one.count.min(other.count) })
        })?
    };
    [Zone::Graveyard, Zone::Hand, Zone::Battlefield].into_iter().filter_map(of_zone).collect()
}

/// All that an action may be paid with; `None`: there are other ways.
fn costs<'t, const W: usize>(
    action: &Action,
    table: &'t Table<W>,
    prints: &[usize],
) -> Option<Vec<&'t Cost>> {
    let own = || prints.iter().flat_map(|&at| &table.prints[at].abilities).copied();
    let all = || table.prints.iter().flat_map(|print| &print.abilities).copied();
    let mut costs = Vec::new();
    match (action.verb, action.via.as_deref()) {
        (Verb::Cast, Some(via @ ("escape" | "flashback"))) => {
            let mut add = |ability: &'t Ability| match (ability, via) {
                (Ability::Way(Way::Escape(cost)), "escape")
                | (Ability::Way(Way::Flashback(cost)), "flashback") => costs.push(cost),
                _ => {}
            };
            own().for_each(&mut add);
            let mut others = false;
            for ability in all() {
                if let Ability::Static(Static::Grant(_, given)) = ability {
                    add(given);
                } else {
                    print::effects_of(ability, &mut |effect| {
                        others |= matches!(effect, Effect::Grant(_, given, _) if matches!(**given, Ability::Way(_)));
                    });
                }
            }
            if others {
                return None;
            }
        }
        (Verb::Cast, Some(via)) if !given(table, via) => {
            costs.extend(own().filter_map(|ability| match ability {
                Ability::Way(Way::Alternative { word, cost, .. }) => {
                    (word.as_deref().unwrap_or("alternative") == via).then_some(cost)
                }
                _ => None,
            }));
        }
        _ => return None,
    }
    Some(costs)
}

/// What must lie in a zone for a part of a cost.
fn need<const W: usize>(part: &Pay, zone: Zone, table: &Table<W>) -> Option<Need<W>> {
    let (place, is, &Value::N(count)) = part.chosen()? else { return None };
    (zone_of(place) == Some(zone)).then(|| Need {
        zone,
        objects: may_be(is, table),
        count: count.max(0) as u32,
    })
}

/// The objects that may be such as they are printed, or are no cards.
fn may_be<const W: usize>(is: &Is, table: &Table<W>) -> Set<W> {
    let is_not = |print: u16| table.looks[usize::from(print)].is(is) == Some(false);
    let never = table.print_of.iter().enumerate().filter(|(_, print)| is_not(**print));
    !(never.map(|(at, _)| Obj(at as u8)).collect::<Set<W>>() & table.one_faced)
}

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
            let costs = print.abilities.iter().filter_map(|ability| match ability {
                Ability::Activated(activated) => Some(least_of(&activated.cost, print)),
                Ability::Equip(equip) => Some(least_of(&equip.cost, print)),
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
    let ways = print.abilities.iter().filter_map(|ability| match (ability, via) {
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
