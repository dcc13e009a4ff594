//! What cannot be played is said: before the first game, or with the number of the game.

use std::sync::atomic::Ordering;

use super::{deck, line, request};
use crate::cardset::Obj;
use crate::error::Error;
use crate::line::{Plan, Request};
use crate::sim::{Column, Deal, Out, Progress, replay, run};

/// Gravecrawler is sacrificed for the mana that it is cast with, again and again.
fn circle(rest: &str) -> Request {
    let line_text = r#"
        on = "draw"
        [prefer]
        discard = ["Bridge from Below"]
        sacrifice = ["Gravecrawler"]
        [[main]]
        play = "land"
        when = "turn >= 2"
        [[main]]
        cast = "Gravecrawler"
        [[main]]
        cast = "Phyrexian Altar"
        [[main]]
        cast = "Scathe Zombies"
        [[main]]
        activate = "Phyrexian Altar"
        mode = ["black"]
        when = "battlefield.has('Scathe Zombies') and battlefield.has('Gravecrawler')"
    "#;
    let deck_text = "1 Gravecrawler\n1 Phyrexian Altar\n1 Scathe Zombies\n1 Bridge from Below\n40 Swamp";
    request(deck_text, &format!("{line_text}{rest}"), &["graveyard.count()"], 6)
}

fn top(names: &[&str], plan: &Plan<2>) -> Vec<Obj> {
    let mut left = plan.table.cards;
    let mut order = Vec::new();
    for name in names {
        let found = (plan.table.matching(|card| *card.name == **name) & left).first().unwrap();
        left.remove(found);
        order.push(found);
    }
    order.extend(left);
    order
}

const HAND: [&str; 8] =
    ["Gravecrawler", "Phyrexian Altar", "Scathe Zombies", "Swamp", "Swamp", "Swamp", "Swamp", "Swamp"];

#[test]
fn an_action_without_end_is_told_with_its_game() {
    let plan: Plan<2> = Plan::compile(&circle("")).unwrap();
    let deal = Deal { game: 4, order: Some(top(&HAND, &plan)), ..Deal::default() };
    let told = replay(&plan, &deal).unwrap_err().to_string();
    assert!(told.contains("game 4: `main["), "{told}");
    assert!(told.ends_with("is legal without end: give it `times` or `when`"), "{told}");
    // Twice a turn it comes to an end.
    let plan: Plan<2> = Plan::compile(&circle("times = 2\n")).unwrap();
    let game = replay(&plan, &deal).unwrap();
    let sacrificed = game.events.iter().filter(|event| event.event == "sacrifice").count();
    assert_eq!(sacrificed, 4);
}

#[test]
fn a_game_with_more_tokens_than_numbers_is_counted() {
    let plan: Plan<2> = Plan::compile(&circle("")).unwrap();
    let mut hand = HAND;
    hand[7] = "Bridge from Below";
    let order = top(&hand, &plan);
    let game = replay(&plan, &Deal { order: Some(order.clone()), ..Deal::default() }).unwrap();
    assert!(game.overflowed);
    // Each death of the Gravecrawler made a Zombie, up to the last number of a set of 128.
    let made = game.events.iter().filter(|event| event.event == "token").count();
    assert!((82..=86).contains(&made), "{made}");
    let mut plan = plan;
    plan.start.side_mut(crate::state::Who::You).library = crate::library::Library::ordered(&order);
    let mut column = vec![0; 6];
    let mut per_game = [[0]; 4];
    let [win_turn, lose_turn, kept, mulligans] = &mut per_game;
    let out = Out {
        columns: vec![Column::Int(&mut column)],
        win_turn,
        lose_turn,
        kept,
        mulligans,
        on_play: &mut [false],
    };
    let progress = Progress::default();
    run(&plan, 0, 0, 1, out, &progress).unwrap();
    assert_eq!(progress.overflow.load(Ordering::Relaxed), 1);
    // The columns hold the values of that moment.
    assert_eq!(column[4], column[5]);
}

fn refused(action: &str) -> String {
    let deck_text = "4 Island\n4 Faithless Looting\n4 Uro, Titan of Nature's Wrath\n4 Ashen Rider\n4 Memnite\n4 Abrade\n4 Golgari Charm\n4 Balustrade Spy";
    let line = line(&format!("[[main]]\n{action}"));
    let request =
        Request { deck: deck(deck_text), line: Some(line), opponent: None, observe: Vec::new(), turns: 1 };
    match Plan::<2>::compile(&request) {
        Err(Error::Line { message, place }) => format!("{place}: {message}"),
        Err(other) => panic!("{action}: {other}"),
        Ok(_) => panic!("{action} is taken"),
    }
}

#[test]
fn what_can_never_be_done_is_refused() {
    for (action, told) in [
        ("cast = \"Island\"", "Island is a land: play it instead"),
        ("play = \"Memnite\"", "Memnite is no land: cast it instead"),
        ("cast = \"Memnite\"\nvia = \"flashback\"", "Memnite cannot be cast by \"flashback\""),
        ("activate = \"Memnite\"", "Memnite has no activated ability"),
        ("cycle = \"Memnite\"", "Memnite has no cycling"),
        (
            "cast = \"Faithless Looting\"\nx = 3",
            "Faithless Looting has no X that the engine knows: take `x` out",
        ),
        ("cast = \"Faithless Looting\"\nkicked = 1", "Faithless Looting has no kicker"),
        ("cast = \"Faithless Looting\"\nreplicate = \"max\"", "Faithless Looting has no replicate"),
        ("cast = \"Faithless Looting\"\ntargets = [\"opponent\"]", "Faithless Looting has no target"),
        (
            "cast = \"Balustrade Spy\"\ntargets = [\"you\"]",
            "Balustrade Spy has targets only where it triggers: name them in `prefer.target`",
        ),
        ("cast = \"Memnite\"\nmode = 0", "Memnite has no modes that the engine knows: take `mode` out"),
        (
            "cast = \"Abrade\"\nmode = 2",
            "Abrade has no mode \"2\", or several: name one by its number from 0",
        ),
        ("cast = \"Abrade\"\nmode = \"mill\"", "Abrade has no mode \"mill\""),
        ("cast = \"Abrade\"\nmode = [0, 1]", "2 modes are named, and so many Abrade does not have"),
        ("cast = \"Grizzly Bears\"", "no deck of this game holds \"Grizzly Bears\""),
    ] {
        let said = refused(action);
        assert!(said.starts_with("line.toml:2: ") || said.starts_with("line.toml:3: "), "{said}");
        assert!(said.contains(told), "{said}");
    }
}
