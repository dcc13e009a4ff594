//! What differs between what a case expects and what is.

use std::fmt::Display;

use crate::ability::Place;
use crate::state::Who;

use super::{Expect, Named, Permanent, PermanentExpect, Position, Side, SideExpect, place_word};

/// What differed, one text for each thing: `your hand: expected ["A"], found ["B"]`. Empty where all is as expected.
pub fn differences(expect: &Expect, position: &Position) -> Vec<String> {
    let mut found = Vec::new();
    for who in Who::BOTH {
        let whose = match who {
            Who::You => "your",
            Who::Opponent => "opponent's",
        };
        side(&mut found, whose, &expect.sides[who as usize], &position.sides[who as usize]);
    }
    if let Some(stack) = &expect.stack {
        cards(&mut found, "stack", stack, &position.stack, true);
    }
    differs(&mut found, "stack_size", expect.stack_size.as_ref(), &(position.stack.len() as u32));
    let permanents = &position.permanents;
    found.extend(expect.permanents.iter().filter_map(|(name, expect)| permanent(name, expect, permanents)));
    found
}

fn side(found: &mut Vec<String>, whose: &str, expect: &SideExpect, side: &Side) {
    for ((place, expected), (_, zone)) in expect.zones.iter().zip(side.zones.iter()) {
        let what = format!("{whose} {}", place_word(place));
        if let Some(expected) = &expected.cards {
            cards(found, &what, expected, zone, place == Place::Library);
        }
        differs(found, &format!("{what}_size"), expected.size.as_ref(), &(zone.len() as u32));
    }
    differs(found, &format!("{whose} life"), expect.life.as_ref(), &side.life);
    let mana = expect.mana.map(|mana| format!("\"{mana}\""));
    differs(found, &format!("{whose} mana"), mana.as_ref(), &format!("\"{}\"", side.mana));
    differs(found, &format!("{whose} drawn"), expect.drawn.as_ref(), &side.drawn);
    differs(found, &format!("{whose} lost"), expect.lost.as_ref(), &side.lost);
    differs(found, &format!("{whose} won"), expect.won.as_ref(), &side.won);
}

fn differs<T: PartialEq + Display>(found: &mut Vec<String>, what: &str, expected: Option<&T>, is: &T) {
    if let Some(expected) = expected
        && expected != is
    {
        found.push(format!("{what}: expected {expected}, found {is}"));
    }
}

/// Card lists are compared in order or as multisets.
fn cards(found: &mut Vec<String>, what: &str, expected: &[String], is: &[String], ordered: bool) {
    let same = if ordered {
        expected == is
    } else {
        let sorted = |names: &[String]| {
            let mut names = names.to_vec();
            names.sort_unstable();
            names
        };
        sorted(expected) == sorted(is)
    };
    if !same {
        found.push(format!("{what}: expected {}, found {}", list(expected), list(is)));
    }
}

fn list(names: &[String]) -> String {
    format!("[{}]", names.iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", "))
}

fn permanent(name: &str, expect: &PermanentExpect, permanents: &[Permanent]) -> Option<String> {
    let named = Named::read(name);
    let candidates = permanents
        .iter()
        .filter(|one| one.name == named.name && named.whose.is_none_or(|whose| one.controller == whose));
    let expected = facts(expect, None);
    let mut seen: Vec<String> = Vec::new();
    for candidate in candidates {
        let facts = facts(expect, Some(candidate));
        if facts == expected {
            return None;
        }
        if !seen.contains(&facts) {
            seen.push(facts);
        }
    }
    if seen.is_empty() {
        return Some(format!("\"{name}\": expected on the battlefield, found nowhere on it"));
    }
    Some(format!("\"{name}\": expected {{ {expected} }}, found {{ {} }}", seen.join(" }, { ")))
}

/// The facts that a check asks for: as it expects them, or as they are of a permanent.
fn facts(expect: &PermanentExpect, permanent: Option<&Permanent>) -> String {
    let mut facts = Vec::new();
    for (kind, number) in &expect.counters {
        let number = permanent.map_or(*number, |permanent| permanent.counters_of(kind));
        facts.push(format!("{kind} counters = {number}"));
    }
    if let Some(damage) = expect.damage {
        facts.push(format!("damage = {}", permanent.map_or(damage, |permanent| permanent.damage)));
    }
    let (power, toughness) = permanent
        .map_or((expect.power, expect.toughness), |permanent| (permanent.power, permanent.toughness));
    for (what, asked, number) in [("power", expect.power, power), ("toughness", expect.toughness, toughness)]
    {
        if asked.is_some() {
            facts.push(number.map_or_else(|| format!("no {what}"), |number| format!("{what} = {number}")));
        }
    }
    if let Some(tapped) = expect.tapped {
        facts.push(format!("tapped = {}", permanent.map_or(tapped, |permanent| permanent.tapped)));
    }
    facts.join(", ")
}
