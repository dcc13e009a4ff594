//! Turns in which nothing can happen are played as if something could.

use super::{card, request};
use crate::cardset::Obj;
use crate::line::Plan;
use crate::rng::{Key, Purpose};
use crate::sim::{Deal, replay};
use crate::state::Who;

const W: usize = 4;

const DECK: &str = "4 Golgari Grave-Troll\n4 Stinkweed Imp\n4 Narcomoeba\n4 Ichorid\n4 Bridge from Below\n4 Prized Amalgam\n\
                    4 Creeping Chill\n12 Island";

/// Against the same games in which the line looks out for what never comes, so that no turn is calm: 500 orders, five
/// turns, what lies where, in which order, and what was lost.
#[test]
fn calm_turns_are_like_others() {
    assert_eq!(&*card("Ichorid").name, "Ichorid");
    let seen = [
        "graveyard.count()",
        "hand.count()",
        "battlefield.count()",
        "milled",
        "life",
        "opponent.life",
        "exile.count()",
    ];
    let calm: Plan<W> = Plan::compile(&request(DECK, "on = \"draw\"", &seen, 5)).unwrap();
    let watching: Plan<W> =
        Plan::compile(&request(DECK, "on = \"draw\"\nstop = \"turn < 0\"", &seen, 5)).unwrap();
    assert!(calm.policy.is_idle() && !watching.policy.is_idle());
    let mut rng = Key::new(5, Purpose::Other).stream(0);
    let mut differing = 0;
    for _ in 0..500 {
        let mut order: Vec<Obj> = calm.table.owned(Who::You).into_iter().collect();
        for i in (1..order.len()).rev() {
            order.swap(i, rng.below(i as u32 + 1) as usize);
        }
        let deal = Deal { order: Some(order), ..Deal::default() };
        let (one, other) = (replay(&calm, &deal).unwrap(), replay(&watching, &deal).unwrap());
        assert_eq!((&one.columns, one.summary), (&other.columns, other.summary));
        differing += u32::from(one.columns[2].iter().any(|value| *value != one.columns[2][0]));
    }
    // Most of these games come to life.
    assert!(differing > 250, "{differing}");
}
