use super::{fault, is_card, name, word};
use crate::line::order::{Entry, Order, Pick};

fn entry(text: &str) -> Entry {
    Entry::parse(text, &is_card).unwrap()
}

#[test]
fn entries() {
    assert_eq!(entry("land>2"), Entry { pick: Pick::These(word("land")), keep: 2 });
    assert_eq!(entry(" land  >  2 ").to_string(), "land > 2");
    assert_eq!(entry("Dread Return"), Entry { pick: Pick::These(name("Dread Return")), keep: 0 });
    assert_eq!(entry("Dread Return > 0").to_string(), "Dread Return");
    assert_eq!(entry(" * "), Entry { pick: Pick::Rest, keep: 0 });
}

#[test]
fn faults_have_their_place() {
    let fault = |text: &str| fault(Entry::parse(text, &is_card));
    assert_eq!(fault("land > two"), ("a number from 0 to 255 must follow `>`".into(), 6));
    assert_eq!(fault("land > 256"), ("a number from 0 to 255 must follow `>`".into(), 6));
    assert_eq!(fault("land > -1"), ("a number from 0 to 255 must follow `>`".into(), 6));
    assert_eq!(fault("* > 2"), ("`*` is everything else and takes no `>`".into(), 2));
    assert_eq!(fault("> 2"), ("a card name or a word is missing here".into(), 0));
    assert_eq!(fault("").1, 0);
}

#[test]
fn idle_entries_are_refused() {
    let order = |texts: &[&str]| Order::new(texts.iter().map(|text| entry(text)).collect());
    assert!(order(&["land > 4", "land > 2", "land", "creature > 1", "*"]).is_ok());
    assert_eq!(order(&["land", "a", "land"]), Err((2, "`land` stands there twice: leave one out".into())));
    assert_eq!(
        order(&["land > 1", "land > 2"]),
        Err((1, "`land > 2` can never apply behind `land > 1`: leave it out".into()))
    );
    assert_eq!(order(&["*", "a"]), Err((1, "`a` can never apply behind `*`: leave it out".into())));
}
