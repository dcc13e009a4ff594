//! Modes of spells (700.2) as lines choose them.

use super::{against, deck, numbers, played, request};
use crate::line::Opponent;
use crate::sim::Replay;
use crate::state::Zone;

/// A game in which Abrade is cast as soon as it can be, at an opponent with these permanents.
fn abraded(action: &str, theirs: &[&str]) -> Replay {
    let line = format!("on = \"draw\"\n{action}\n[[main]]\nplay = \"land\"\n");
    let observe = ["opponent.battlefield.count()", "hand.count('Abrade')"];
    let mut opponent = Opponent::new(deck("40 Island"));
    opponent.begins = theirs.iter().map(|name| (Zone::Battlefield, super::card(name))).collect();
    let request = against(request("30 Mountain\n10 Abrade", &line, &observe, 3), opponent);
    played(&request, &["Abrade", "Mountain", "Mountain", "Mountain", "Mountain", "Mountain", "Mountain"])
}

fn died(game: &Replay) -> Vec<String> {
    let gone = game.events.iter().filter(|event| event.event == "die" || event.event == "destroy");
    gone.flat_map(|event| event.cards.iter().map(ToString::to_string)).collect()
}

#[test]
fn the_first_mode_that_is_possible_is_chosen() {
    let game = abraded("[[main]]\ncast = \"Abrade\"\ntimes = 1", &["Sol Ring", "Grizzly Bears"]);
    assert!(died(&game).contains(&"Grizzly Bears".to_owned()), "{:?}", died(&game));
    let game = abraded("[[main]]\ncast = \"Abrade\"\ntimes = 1", &["Sol Ring"]);
    assert!(died(&game).contains(&"Sol Ring".to_owned()), "{:?}", died(&game));
}

#[test]
fn an_action_chooses_just_the_modes_that_it_names() {
    for mode in ["1", "\"destroy\"", "[1]"] {
        let action = format!("[[main]]\ncast = \"Abrade\"\ntimes = 1\nmode = {mode}");
        let game = abraded(&action, &["Sol Ring", "Grizzly Bears"]);
        assert!(died(&game).contains(&"Sol Ring".to_owned()), "{mode}: {:?}", died(&game));
        // Without an artifact it is not cast.
        assert_eq!(numbers(&abraded(&action, &["Grizzly Bears"]), 1).last(), Some(&1));
    }
}

#[test]
fn a_preference_is_left_where_it_cannot_be_had() {
    let action = "[prefer]\nmode = [1]\n[[main]]\ncast = \"Abrade\"\ntimes = 1";
    let game = abraded(action, &["Sol Ring", "Grizzly Bears"]);
    assert!(died(&game).contains(&"Sol Ring".to_owned()), "{:?}", died(&game));
    let game = abraded(action, &["Grizzly Bears"]);
    assert!(died(&game).contains(&"Grizzly Bears".to_owned()), "{:?}", died(&game));
}

#[test]
fn targets_choose_among_modes() {
    let action = "[[main]]\ncast = \"Abrade\"\ntimes = 1\ntargets = [\"artifact\"]";
    let game = abraded(action, &["Grizzly Bears", "Sol Ring"]);
    assert!(died(&game).contains(&"Sol Ring".to_owned()), "{:?}", died(&game));
}

#[test]
fn modes_are_written_down() {
    let game = abraded("[[main]]\ncast = \"Abrade\"\nmode = 1", &["Sol Ring"]);
    let chosen = game.events.iter().find(|event| event.event == "modes").expect("modes are chosen");
    assert_eq!((chosen.rule, chosen.more.clone()), ("700.2", Some(("mode", "1".to_owned()))));
}
