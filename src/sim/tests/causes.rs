//! The causes of events in a record: what resolves, or is being paid for.

use super::{against, deck, played, request};
use crate::line::Opponent;
use crate::sim::Replay;

/// What caused the events of that name, in their order.
fn causes<'r>(game: &'r Replay, event: &str) -> Vec<Option<&'r str>> {
    game.events.iter().filter(|told| told.event == event).map(|told| told.cause.as_deref()).collect()
}

#[test]
fn what_has_resolved_causes_nothing_more() {
    let line = "on = \"play\"\n[prefer]\nsearch = [\"Island\"]\n[[main]]\nplay = \"Island\"\nwhen = \"turn == 1\"\n\
        [[main]]\ncast = \"Hedron Crab\"\n[[main]]\nplay = \"Polluted Delta\"\n[[main]]\nactivate = \"Polluted Delta\"\n";
    let request = request("30 Island\n4 Hedron Crab\n4 Polluted Delta", line, &["milled"], 2);
    let request = against(request, Opponent::new(deck("40 Swamp")));
    let top = ["Island", "Hedron Crab", "Polluted Delta", "Polluted Delta"];
    let game = played(&request, &top);
    assert!(causes(&game, "mill").iter().all(|cause| *cause == Some("Hedron Crab (trigger)")));
    assert_eq!(causes(&game, "activate"), [None]);
    assert_eq!(causes(&game, "search"), [Some("Polluted Delta (ability)")]);
    // What is paid for the ability.
    assert_eq!(causes(&game, "sacrifice"), [Some("Polluted Delta (ability)")]);
    assert_eq!(causes(&game, "play"), [None, None]);
}

#[test]
fn costs_are_paid_for_what_is_cast_or_activated() {
    let line = "on = \"draw\"\n[[main]]\nactivate = \"Phantasmagorian\"\ntimes = 1\n";
    let request = request("10 Phantasmagorian\n30 Swamp", line, &["graveyard.count()"], 3);
    let game = played(&request, &["Phantasmagorian", "Swamp", "Swamp", "Swamp", "Swamp", "Swamp", "Swamp"]);
    let discards = causes(&game, "discard");
    // The first goes at the end of the first turn, with eight cards in hand.
    assert_eq!(discards.first(), Some(&None), "{discards:?}");
    assert_eq!(discards.get(1), Some(&Some("Phantasmagorian (ability)")), "{discards:?}");
}
