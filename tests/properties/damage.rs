//! 120: damage that is dealt at the same time; 615: what prevents it.

use std::collections::BTreeSet;

use gravetroll::case::Table;
use proptest::prelude::*;

use crate::board::{lay, names, take};

/// The counters that may be removed in preventing such a batch: each amount is doubled so many times or fewer, for no
/// effect applies to damage that is prevented already (616.1).
fn removed(amounts: &[u32], doublers: u32) -> BTreeSet<u32> {
    amounts.iter().fold(BTreeSet::from([0]), |sums, amount| {
        sums.iter().flat_map(|sum| (0..=doublers).map(move |times| sum + (amount << times))).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_player_loses_the_sum(amounts in proptest::collection::vec(0_u32..6, 1..5), doublers in 0_u32..3, life in 1_i32..80) {
        let board = names(std::iter::repeat_n("Furnace of Rath", doublers as usize));
        let mut table = lay(&format!("opponent = {{ life = {life}, battlefield = {board} }}"));
        take(&mut table, &format!("damage = {amounts:?}, to = \"opponent\"")).unwrap();
        let lost = amounts.iter().sum::<u32>() << doublers;
        let side = &table.position().sides[1];
        prop_assert_eq!(side.life, life - lost as i32);
        prop_assert_eq!(side.lost, side.life <= 0);
    }

    #[test]
    fn a_creature_is_marked_with_the_sum(amounts in proptest::collection::vec(0_u32..4, 1..5), doublers in 0_u32..3) {
        let board = names(std::iter::repeat_n("Furnace of Rath", doublers as usize).chain(["Darksteel Colossus"]));
        let mut table = lay(&format!("opponent = {{ battlefield = {board} }}"));
        take(&mut table, &format!("damage = {amounts:?}, to = \"Darksteel Colossus\"")).unwrap();
        let permanents = table.position().permanents;
        let colossus = permanents.iter().find(|permanent| permanent.name == "Darksteel Colossus").unwrap();
        prop_assert_eq!(colossus.damage, amounts.iter().sum::<u32>() << doublers);
    }

    #[test]
    fn preventing_removes_as_many_counters_as_damage(
        amounts in proptest::collection::vec(0_u32..4, 1..4),
        doublers in 0_u32..3,
        counters in 1_u32..20,
        first: bool,
        unpreventable: bool,
    ) {
        let name = "Polukranos, Unchained";
        let board = names(std::iter::repeat_n("Furnace of Rath", doublers as usize));
        let mut table = lay(&format!(
            "you.battlefield = [{{ card = \"{name}\", counters = {{ \"+1/+1\" = {counters} }} }}]\nopponent.battlefield = {board}"
        ));
        let order = names(if first { [name, "Furnace of Rath"] } else { ["Furnace of Rath", name] });
        let step = format!("damage = {amounts:?}, to = \"{name}\", order = {order}, unpreventable = {unpreventable}");
        take(&mut table, &step).unwrap();
        let permanents = table.position().permanents;
        let left = permanents.iter().find(|permanent| permanent.name == name);
        let allowed: Vec<u32> = removed(&amounts, doublers).into_iter().map(|n| counters.saturating_sub(n)).collect();
        match left {
            Some(left) => {
                prop_assert!(allowed.contains(&left.counters_of("+1/+1")), "{left:?} is none of {allowed:?}");
                let damage = amounts.iter().sum::<u32>() << doublers;
                prop_assert_eq!(left.damage, if unpreventable { damage } else { 0 });
            }
            // Without counters it is 0/0; with damage on it, lethal damage kills it too.
            None => prop_assert!(unpreventable || allowed.contains(&0), "it died, with {allowed:?} counters"),
        }
    }
}

#[test]
fn numbers_stop_where_they_end() {
    let doublers = |card| names(std::iter::repeat_n(card, 13));
    let mut table = lay(&format!(
        "you.battlefield = {}\nopponent.battlefield = {}",
        doublers("Furnace of Rath"),
        doublers("Boon Reflection"),
    ));
    take(&mut table, "gain = 1000000, who = \"opponent\"").unwrap();
    assert_eq!(table.position().sides[1].life, i32::MAX);
    take(&mut table, "damage = 1000000, to = \"you\"").unwrap();
    assert_eq!(table.position().sides[0].life, 20 - i32::MAX);
}
