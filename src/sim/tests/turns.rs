//! Turns: lands, spells, attacks, wins and losses.

use super::{against, deck, numbers, played, request};
use crate::line::Opponent;
use crate::state::Zone;

#[test]
fn a_land_a_turn_and_what_it_pays_for() {
    let request = request(
        "20 Island\n10 Memnite\n10 Mental Note",
        "on = \"play\"\n[[main]]\nplay = \"land\"\n[[main]]\ncast = \"Mental Note\"",
        &["battlefield.count('land')", "graveyard.count()", "milled", "drawn", "hand.count()"],
        3,
    );
    let top = ["Island", "Island", "Island", "Mental Note", "Memnite", "Memnite", "Memnite"];
    let game = played(&request, &top);
    assert_eq!(numbers(&game, 0), [1, 2, 3]);
    // Turn 1: one Mental Note: two milled, itself, and a card drawn (an Island of the rest).
    assert_eq!(numbers(&game, 1), [3, 3, 3]);
    assert_eq!(numbers(&game, 2), [2, 2, 2]);
    assert_eq!(numbers(&game, 3), [1, 2, 3]);
    assert_eq!(numbers(&game, 4), [6, 6, 6]);
}

#[test]
fn creatures_attack_a_turn_after_they_came() {
    let request = request(
        "20 Forest\n20 Grizzly Bears",
        "on = \"play\"\n[[main]]\nplay = \"land\"\n[[main]]\ncast = \"Grizzly Bears\"",
        &["opponent.life", "battlefield.count('creature')"],
        4,
    );
    let top = ["Forest", "Forest", "Forest", "Forest", "Grizzly Bears", "Grizzly Bears", "Grizzly Bears"];
    let game = played(&request, &top);
    assert_eq!(numbers(&game, 1), [0, 1, 2, 3]);
    assert_eq!(numbers(&game, 0), [20, 20, 18, 14]);
}

#[test]
fn whoever_is_decked_loses_in_the_turn_of_yours_before() {
    let request = request("40 Island", "on = \"play\"", &["opponent.library.count()", "won"], 4);
    let mut opponent = Opponent::new(deck("9 Swamp"));
    // On the play: after your third turn there is no card left to draw.
    let game = played(&against(request.clone(), opponent.clone()), &[]);
    assert_eq!((game.summary.win_turn, game.summary.lose_turn), (3, 0));
    assert_eq!(numbers(&game, 0), [2, 1, 0, 0]);
    assert_eq!(numbers(&game, 1), [0, 0, 3, 3]);
    // The opponent begins: the first draw is skipped.
    let mut draw = request.clone();
    draw.line = Some(super::line("on = \"draw\""));
    let game = played(&against(draw.clone(), opponent.clone()), &[]);
    assert_eq!(game.summary.win_turn, 3);
    assert_eq!(numbers(&game, 0), [2, 1, 0, 0]);
    // With nothing but a hand that begins there, at the first draw.
    opponent.draws = 0;
    opponent.begins = vec![(Zone::Graveyard, super::card("Swamp")); 9];
    let game = played(&against(request, opponent), &[]);
    assert_eq!(game.summary.win_turn, 1);
}

#[test]
fn a_number_in_an_order_counts_the_hand_where_cards_are_looked_at() {
    // Opt looks at an Island, below which lies a Memnite.
    let after = |bottom: &str| {
        let line = format!(
            "on = \"play\"\n[prefer]\nbottom = [\"{bottom}\"]\n[[main]]\nplay = \"land\"\n[[main]]\ncast = \"Opt\""
        );
        let request = request("20 Island\n4 Opt\n10 Memnite", &line, &["hand.count('land')"], 1);
        let top =
            ["Island", "Island", "Opt", "Memnite", "Memnite", "Memnite", "Memnite", "Island", "Memnite"];
        numbers(&played(&request, &top), 0)[0]
    };
    assert_eq!(after("land > 2"), 2);
    assert_eq!(after("land > 1"), 1);
    assert_eq!(after("land"), 1);
}

#[test]
fn copies_aim_at_what_the_spell_does() {
    // Whoever the line aims at otherwise: the storm's copy follows the Brain Freeze.
    let line = "on = \"play\"\n[prefer]\ntarget = [\"you\"]\n[[main]]\nplay = \"land\"\n[[main]]\ncast = \"Lotus Petal\"\n\
        [[main]]\ncast = \"Brain Freeze\"\ntargets = [\"opponent\"]";
    let request =
        request("20 Island\n4 Lotus Petal\n4 Brain Freeze", line, &["opponent.milled", "milled"], 1);
    let request = against(request, Opponent::new(deck("30 Swamp")));
    let top = ["Island", "Lotus Petal", "Brain Freeze", "Island", "Island", "Island", "Island"];
    let game = played(&request, &top);
    assert_eq!((numbers(&game, 0)[0], numbers(&game, 1)[0]), (6, 0));
}
