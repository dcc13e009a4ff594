//! The grammars, by example and by property.

mod action;
mod expr;
mod order;
mod round_trip;
mod spec;
mod what;

use proptest::prelude::*;

use super::what::{Leaf, What};
use crate::error::Error;

/// Cards whose names hold operators, for a catalogue of the tests.
const CARDS: [&str; 5] = [
    "Minsc & Boo, Timeless Heroes",
    "R&D's Secret Lair",
    "B.F.M. (Big Furry Monster)",
    "Fear (Not the Alpha One) // Loathing",
    "Wear // Tear",
];

fn is_card(text: &str) -> bool {
    CARDS.contains(&text)
}

fn name(text: &str) -> What {
    What::Name(Leaf { text: text.to_owned(), at: 0 })
}

fn word(text: &str) -> What {
    What::Word(Leaf { text: text.to_owned(), at: 0 })
}

/// The message and position of an error in an expression.
fn fault<T: std::fmt::Debug>(read: crate::error::Result<T>) -> (String, usize) {
    match read {
        Err(Error::Expr { message, position, .. }) => (message, position),
        other => panic!("an error in an expression was expected, not {other:?}"),
    }
}

fn any_leaf() -> impl Strategy<Value = What> {
    let names = ["Stinkweed Imp", "+2 Mace", "1996 World Champion", "Lim-Dûl's Vault", "\"Ach! Hans, Run!\""];
    prop_oneof![
        proptest::sample::select(names.to_vec()).prop_map(name),
        proptest::sample::select(CARDS.to_vec()).prop_map(name),
        proptest::sample::select(vec!["creature", "power-plant", "urza's", "time lord", "first strike"])
            .prop_map(word),
    ]
}

fn any_what() -> impl Strategy<Value = What> {
    any_leaf().prop_recursive(5, 24, 4, |inner| {
        prop_oneof![
            inner.clone().prop_map(|what| What::Not(Box::new(what))),
            proptest::collection::vec(inner.clone(), 2..4).prop_map(|parts| flat(parts, true)),
            proptest::collection::vec(inner, 2..4).prop_map(|parts| flat(parts, false)),
        ]
    })
}

fn flat(parts: Vec<What>, all: bool) -> What {
    let mut flat = Vec::new();
    for part in parts {
        match part {
            What::And(inner) if all => flat.extend(inner),
            What::Or(inner) if !all => flat.extend(inner),
            other => flat.push(other),
        }
    }
    if all { What::And(flat) } else { What::Or(flat) }
}
