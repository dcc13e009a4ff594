//! 106.7: what a land could produce does not depend on the order in which lands came, and is the least set that agrees
//! with what each of them says of the others.

use std::collections::{BTreeMap, BTreeSet};

use gravetroll::case::Answer;
use gravetroll::mana::Mana;
use proptest::prelude::*;

use crate::board::{lay, names, take};

const LANDS: [&str; 8] = [
    "Forest",
    "Island",
    "Wastes",
    "Ancient Tomb",
    "Vivid Crag",
    "Mana Confluence",
    "Reflecting Pool",
    "Exotic Orchard",
];

type Types = BTreeSet<Mana>;

fn own(land: &str) -> Types {
    match land {
        "Forest" => Types::from([Mana::Green]),
        "Island" => Types::from([Mana::Blue]),
        "Wastes" | "Ancient Tomb" => Types::from([Mana::Colourless]),
        "Vivid Crag" | "Mana Confluence" => {
            Mana::ALL.into_iter().filter(|&mana| mana != Mana::Colourless).collect()
        }
        _ => Types::new(),
    }
}

/// What each land of each player could produce, from nothing upwards until nothing changes.
fn fixpoint(sides: &[Vec<&'static str>; 2], only_black: bool) -> BTreeMap<(usize, &'static str), Types> {
    let mut all = BTreeMap::new();
    loop {
        let before = all.clone();
        let of = |who: usize| -> Types {
            sides[who].iter().filter_map(|&land| before.get(&(who, land))).flatten().copied().collect()
        };
        for who in [0, 1] {
            for &land in &sides[who] {
                let mut types = own(land);
                match land {
                    "Reflecting Pool" => types.extend(of(who)),
                    "Exotic Orchard" => {
                        types.extend(of(1 - who).into_iter().filter(|&mana| mana != Mana::Colourless));
                    }
                    _ => {}
                }
                if only_black && !types.is_empty() {
                    types = Types::from([Mana::Black]);
                }
                all.insert((who, land), types);
            }
        }
        if all == before {
            return all;
        }
    }
}

fn lands() -> impl Strategy<Value = Vec<&'static str>> {
    let asking = proptest::sample::select(LANDS[6..].to_vec());
    proptest::collection::vec(prop_oneof![proptest::sample::select(LANDS.to_vec()), asking], 0..=4)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 80, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn could_produce_is_the_least_fixpoint_in_any_order(
        (yours, again) in lands().prop_flat_map(|lands| (Just(lands.clone()), Just(lands).prop_shuffle())),
        theirs in lands(),
        only_black: bool,
    ) {
        let sides = [yours.clone(), theirs.clone()];
        let expected = fixpoint(&sides, only_black);
        for order in [yours, again] {
            let effects = only_black.then_some("Contamination");
            let mut table = lay(&format!(
                "you = {{ battlefield = {} }}\nopponent = {{ battlefield = {} }}",
                names(effects.into_iter().chain(order.iter().copied())),
                names(theirs.iter().copied()),
            ));
            for (&(who, land), types) in &expected {
                let who = ["you", "opponent"][who];
                let asked = take(&mut table, &format!("could_produce = \"{land}\", who = \"{who}\", is = \"\""));
                let Ok(Answer::Mana(mana)) = asked else { panic!("{asked:?}") };
                prop_assert_eq!(&mana.into_iter().collect::<Types>(), types, "{} of {}", land, who);
            }
        }
    }
}

/// An orchard that asks about one pool on the way to it must not hide from another what it makes.
#[test]
fn what_one_land_leaves_out_another_may_make() {
    let mut table = lay("you.battlefield = [\"Exotic Orchard\"]\n\
         opponent.battlefield = [\"Exotic Orchard\", \"Wastes\", \"Reflecting Pool\"]");
    let asked = take(&mut table, "could_produce = \"Reflecting Pool\", is = \"\"");
    assert_eq!(asked, Ok(Answer::Mana(vec![Mana::Colourless])));
}
