//! What expressions say of spells, the stack, tokens, mana and what could be done.

use super::{numbers, played, request};
use crate::line::Plan;

#[test]
fn spells_are_counted_by_their_way() {
    let request = request(
        "30 Mountain\n4 Faithless Looting",
        "on = \"play\"\n[[main]]\nplay = \"land\"\n[[main]]\ncast = \"Faithless Looting\"\ntimes = 1\n\
         [[main]]\ncast = \"Faithless Looting\"\nvia = \"flashback\"",
        &[
            "casts('Faithless Looting')",
            "casts('sorcery', via='flashback')",
            "casts('red', via='mana cost')",
            "casts('creature')",
            "spells",
            "ever(spells >= 2)",
        ],
        4,
    );
    let mut top = vec!["Faithless Looting"];
    top.extend(["Mountain"; 29]);
    let game = played(&request, &top);
    assert_eq!(numbers(&game, 0), [1, 1, 2, 2]);
    assert_eq!(numbers(&game, 1), [0, 0, 1, 1]);
    assert_eq!(numbers(&game, 2), [1, 1, 1, 1]);
    assert_eq!(numbers(&game, 3), [0; 4]);
    assert_eq!(numbers(&game, 4), [1, 0, 1, 0]);
    assert_eq!(numbers(&game, 5), [0; 4]);
}

#[test]
fn spells_on_the_stack_are_seen() {
    let request = request(
        "30 Mountain\n4 Faithless Looting",
        "on = \"play\"\nstop = \"stack.has('sorcery')\"\n[[main]]\nplay = \"land\"\n[[main]]\ncast = \"Faithless Looting\"",
        &[
            "stack.count()",
            "stack.count('red')",
            "stack.count('creature')",
            "stack.types()",
            "opponent.stack.count()",
            "hand.count('Faithless Looting') + graveyard.count('Faithless Looting')",
        ],
        2,
    );
    let game = played(&request, &["Mountain", "Faithless Looting"]);
    let values: Vec<_> = (0..6).map(|column| numbers(&game, column)).collect();
    assert_eq!(values, [[1, 1], [1, 1], [0, 0], [1, 1], [0, 0], [0, 0]]);
}

#[test]
fn tokens_are_what_they_are() {
    let request = request(
        "30 Forest\n4 Call of the Herd",
        "on = \"play\"\n[[main]]\nplay = \"land\"\n[[main]]\ncast = \"Call of the Herd\"",
        &[
            "battlefield.count('elephant')",
            "battlefield.count('creature & green')",
            "battlefield.count('nonland')",
            "battlefield.count('~land & ~white')",
            "battlefield.types()",
            "battlefield.has('Call of the Herd')",
            "battlefield.count()",
            "graveyard.count('elephant')",
        ],
        4,
    );
    let game = played(&request, &["Forest", "Forest", "Forest", "Call of the Herd", "Forest", "Forest"]);
    let values: Vec<_> = (0..8).map(|column| numbers(&game, column)).collect();
    let since_turn_three = [0, 0, 1, 1];
    assert_eq!(values[..4], [since_turn_three; 4]);
    assert_eq!(values[4], [1, 1, 2, 2]);
    assert_eq!(values[5], [0; 4]);
    assert_eq!(values[6], [1, 2, 4, 5]);
    assert_eq!(values[7], [0; 4]);
}

#[test]
fn a_card_on_the_battlefield_is_what_its_face_is() {
    let awakening = "Agadeem's Awakening // Agadeem, the Undercrypt";
    let request = request(
        "20 Agadeem's Awakening\n20 Grizzly Bears",
        "on = \"play\"\n[groups]\nbacks = [\"Agadeem's Awakening\"]\n[[main]]\nplay = \"Agadeem's Awakening\"",
        &[
            "battlefield.count('land')",
            "battlefield.count('sorcery') + battlefield.count('nonland') + battlefield.count('black')",
            "battlefield.count('~land') + battlefield.count('backs & nonland')",
            "battlefield.count(\"Agadeem's Awakening\") + battlefield.count('backs')",
            "battlefield.types()",
            "hand.count('sorcery & black') - hand.count('backs')",
            "hand.count('land')",
        ],
        2,
    );
    let game = played(&request, &[awakening, awakening, awakening]);
    let values: Vec<_> = (0..7).map(|column| numbers(&game, column)).collect();
    assert_eq!(values, [[1, 2], [0, 0], [0, 0], [2, 4], [1, 1], [0, 0], [0, 0]]);
}

/// The turn in which a condition first holds when a Forest is played each turn, then Grizzly Bears are cast.
fn first_turn(condition: &str) -> Option<i16> {
    let line = format!(
        "on = \"play\"\nstop = \"{condition}\"\nattack = false\n[[main]]\nplay = \"land\"\n[[main]]\ncast = \"Lotus Petal\"\n\
         [[main]]\ncast = \"Grizzly Bears\"\nwhen = \"turn >= 3\""
    );
    let request = request(
        "10 Forest\n10 Grizzly Bears\n2 Lotus Petal\n2 Mental Note\n2 Gitaxian Probe",
        &line,
        &[condition, "turn"],
        5,
    );
    let top = [
        "Forest",
        "Forest",
        "Forest",
        "Forest",
        "Grizzly Bears",
        "Mental Note",
        "Gitaxian Probe",
        "Forest",
        "Lotus Petal",
    ];
    let game = played(&request, &top);
    (numbers(&game, 0).last() == Some(&1)).then(|| numbers(&game, 1)[4])
}

#[test]
fn what_could_be_done_is_asked_of_the_rules() {
    assert_eq!(first_turn("mana >= 1"), Some(1));
    assert_eq!(first_turn("mana == 2"), Some(2));
    // Three Forests and a Lotus Petal.
    assert_eq!(first_turn("mana >= 4"), Some(3));
    assert_eq!(first_turn("castable('Grizzly Bears')"), Some(2));
    assert_eq!(first_turn("castable('creature', via='mana cost')"), Some(2));
    assert_eq!(first_turn("castable('creature', via='flashback')"), None);
    // The Petal makes blue mana, the Forests do not.
    assert_eq!(first_turn("castable('Mental Note')"), Some(3));
    assert_eq!(first_turn("castable('Forest')"), None);
    // Life pays for it.
    assert_eq!(first_turn("castable('Gitaxian Probe')"), Some(1));
    // Bears cast on the third turn attack on the fourth.
    assert_eq!(first_turn("power >= 2"), Some(4));
    assert_eq!(first_turn("power >= 100"), None);
}

#[test]
fn ways_that_there_are_not_are_told() {
    let fault = |expression: &str| {
        let request = request("30 Forest", "", &[expression], 1);
        Plan::<4>::compile(&request).unwrap_err().to_string()
    };
    let message = fault("casts('land', via='flashbak')");
    assert!(message.starts_with("\"flashbak\" is no way to cast a spell: "), "{message}");
    assert!(message.ends_with("at position 19 of `casts('land', via='flashbak')`"), "{message}");
    assert!(fault("castable('land', via='wombat')").contains("\"wombat\" is no way to cast a spell"));
    for via in ["flashback", "escape", "free", "alternative", "mana cost", "As Foretold", "evoke"] {
        let request = request("30 Forest", "", &[&format!("casts('land', via='{via}')")], 1);
        assert!(Plan::<4>::compile(&request).is_ok(), "{via}");
    }
}
