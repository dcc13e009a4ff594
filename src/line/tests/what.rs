use proptest::prelude::*;

use super::{CARDS, any_what, fault, is_card, name, word};
use crate::line::what::{What, is_fixed_word, is_word};

fn parse(text: &str) -> What {
    What::parse(text, &is_card).unwrap()
}

#[test]
fn names_and_words() {
    for text in
        ["Lion's Eye Diamond", "Hogaak, Arisen Necropolis", "Wear // Tear", "+2 Mace", "_____", "Æther Vial"]
    {
        assert_eq!(parse(text), name(text));
    }
    assert_eq!(parse("  time   lord "), word("time lord"));
    assert_eq!(parse("urza\u{2019}s"), word("urza's"));
    assert_eq!(parse("power-plant"), word("power-plant"));
}

#[test]
fn names_that_hold_operators() {
    for card in CARDS {
        assert_eq!(parse(card), name(card));
        assert_eq!(parse(&format!("~({card}|land)")), parse(&format!("~( {card} | land )")));
        let both = What::And(vec![name(card), word("land"), name(card)]);
        assert_eq!(parse(&format!("{card} & land & {card}")), both);
    }
    // No card is called so: two names.
    assert_eq!(parse("Fire & Ice"), What::And(vec![name("Fire"), name("Ice")]));
}

#[test]
fn precedence_is_not_and_or() {
    let not_a = What::Not(Box::new(word("a")));
    assert_eq!(parse("~a & b | c"), What::Or(vec![What::And(vec![not_a.clone(), word("b")]), word("c")]));
    assert_eq!(parse("~a & (b | c)"), What::And(vec![not_a, What::Or(vec![word("b"), word("c")])]));
    assert_eq!(parse("a & (b & c)"), parse("a & b & c"));
    assert_eq!(parse("~(a & b)").to_string(), "~(a & b)");
}

#[test]
fn faults_have_their_place() {
    let fault = |text: &str| fault(What::parse(text, &is_card));
    assert_eq!(fault("creature & "), ("a card name or a word is missing here".into(), 11));
    assert_eq!(fault("& land"), ("a card name or a word is missing here".into(), 0));
    assert_eq!(fault("(land"), ("a `(` without its `)`".into(), 0));
    assert_eq!(fault("land)"), ("a `)` without its `(`".into(), 4));
    assert_eq!(fault("(land) creature"), ("an operator (`&` or `|`) is missing here".into(), 7));
    assert_eq!(fault("land ~creature"), ("an operator (`&` or `|`) is missing here".into(), 5));
    assert_eq!(fault("land | faithless Looting").1, 17);
    assert!(fault(&"~".repeat(1000)).0.starts_with("nested more than"));
    assert!(fault(&"(".repeat(1000)).0.starts_with("nested more than"));
    assert!(fault(&"a|".repeat(1001)).0.starts_with("more than 2000 characters"));
}

#[test]
fn leaves_know_where_they_stand() {
    let mut places = Vec::new();
    let what = parse("land | ~(zombie & Minsc & Boo, Timeless Heroes)");
    what.leaves(&mut |leaf| {
        let (What::Name(leaf) | What::Word(leaf)) = leaf else { panic!("no leaf") };
        places.push((leaf.text.clone(), leaf.at));
    });
    let expected = [("land", 0), ("zombie", 9), ("Minsc & Boo, Timeless Heroes", 18)];
    assert_eq!(places, expected.map(|(text, at)| (text.to_owned(), at)));
}

#[test]
fn which_words_are_fixed() {
    for word in ["creature", "snow", "colourless", "multicolored", "nonland", "permanent"] {
        assert!(is_fixed_word(word) && is_word(word), "{word}");
    }
    assert!(!is_fixed_word("zombie") && !is_fixed_word("dredge"));
    for text in ["", "Zombie", "two  spaces", "trailing ", "a&b", "a>b"] {
        assert!(!is_word(text), "{text}");
    }
}

proptest! {
    #[test]
    fn display_round_trips(what in any_what()) {
        prop_assert_eq!(parse(&what.to_string()), what);
    }

    #[test]
    fn no_text_panics(text in ".*", operators in "[a-cA-C&|~() ']{0,60}") {
        for text in [text, operators] {
            if let Ok(what) = What::parse(&text, &is_card) {
                prop_assert_eq!(parse(&what.to_string()), what);
            }
        }
    }
}
