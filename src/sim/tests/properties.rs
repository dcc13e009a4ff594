//! What holds of every game: who looks, how many threads play and by which path changes nothing.

use super::{against, deck, line, request};
use crate::cardset::Obj;
use crate::field::Field;
use crate::line::{Opponent, Plan, Request};
use crate::sim::{Column, Deal, Event, Out, Progress, Value, replay, run};
use crate::state::Who;
use proptest::prelude::*;

const OBSERVE: [&str; 7] = [
    "graveyard.count()",
    "hand.count('creature')",
    "library.count()",
    "milled",
    "life - opponent.life",
    "opponent.library.count()",
    "battlefield.count()",
];

/// All that a run of so many games hands back.
#[derive(Debug, PartialEq)]
struct Told {
    columns: Vec<Vec<i16>>,
    per_game: [Vec<i8>; 4],
    on_play: Vec<bool>,
    overflow: u64,
}

fn told<const W: usize>(plan: &Plan<W>, seed: u64, games: usize, threads: usize) -> Told {
    let mut told = Told {
        columns: vec![vec![0; games * plan.turns]; plan.observe.len()],
        per_game: std::array::from_fn(|_| vec![0; games]),
        on_play: vec![false; games],
        overflow: 0,
    };
    let [win_turn, lose_turn, kept, mulligans] = &mut told.per_game;
    let out = Out {
        columns: told.columns.iter_mut().map(|column| Column::Int(column)).collect(),
        win_turn,
        lose_turn,
        kept,
        mulligans,
        on_play: &mut told.on_play,
    };
    let progress = Progress::default();
    run(plan, seed, 0, threads, out, &progress).unwrap();
    told.overflow = progress.overflow.into_inner();
    told
}

/// The list and line of a dredge deck that casts, mills, makes tokens and attacks.
fn dredge() -> Request {
    let deck_text = "4 Golgari Grave-Troll\n4 Stinkweed Imp\n4 Golgari Thug\n4 Narcomoeba\n4 Bridge from Below\n\
        4 Prized Amalgam\n4 Faithless Looting\n4 Careful Study\n4 Breakthrough\n4 Lion's Eye Diamond\n\
        3 Cabal Therapy\n3 Dread Return\n4 Cephalid Coliseum\n10 Steam Vents";
    let line_text = r#"
        on = "random"
        keep = "hand.count('dredge') >= 1 and hand.count('land') >= 1"
        mulligan_to = 5
        [prefer]
        sacrifice = ["zombie", "Narcomoeba"]
        [[main]]
        play = "land"
        [[main]]
        cast = "Lion's Eye Diamond"
        [[main]]
        cast = "Breakthrough"
        [[main]]
        cast = "Faithless Looting"
        [[main]]
        cast = "Careful Study"
        [[main]]
        activate = "Cephalid Coliseum"
        ability = 1
        targets = ["you"]
        [[main]]
        cast = "Faithless Looting"
        via = "flashback"
        [[main]]
        cast = "Cabal Therapy"
        via = "flashback"
        when = "battlefield.count('zombie') + battlefield.count('Narcomoeba') >= 4"
        [[main]]
        cast = "Dread Return"
        via = "flashback"
        [[response]]
        activate = "Lion's Eye Diamond"
        mode = ["red"]
    "#;
    request(deck_text, line_text, &OBSERVE, 5)
}

fn mill() -> Request {
    let deck_text = "4 Hedron Crab\n4 Ruin Crab\n4 Glimpse the Unthinkable\n4 Archive Trap\n4 Windswept Heath\n\
        20 Watery Grave\n20 Island";
    let line_text = r#"
        on = "draw"
        [[main]]
        play = "land"
        [[main]]
        cast = "creature"
        [[main]]
        cast = "Glimpse the Unthinkable"
        targets = ["opponent"]
        [[end]]
        activate = "Windswept Heath"
    "#;
    let mut opponent = Opponent::new(deck("20 Swamp\n10 Memnite\n10 Stinkweed Imp"));
    opponent.life = 15;
    against(request(deck_text, line_text, &OBSERVE, 6), opponent)
}

#[test]
fn threads_and_cuts_change_nothing() {
    for request in [dredge(), mill()] {
        let plan: Plan<4> = Plan::compile(&request).unwrap();
        assert!(plan.is_full());
        let one = told(&plan, 7, 100, 1);
        assert_eq!(one, told(&plan, 7, 100, 2));
        let busy = |column: usize| one.columns[column].iter().any(|&n| n > 10);
        assert!(busy(0) || busy(5), "nothing happened");
        assert_ne!(one, told(&plan, 8, 100, 1));
    }
}

#[test]
fn smaller_sets_play_the_same_games() {
    let small: Plan<2> = Plan::compile(&dredge()).unwrap();
    let large: Plan<4> = Plan::compile(&dredge()).unwrap();
    assert_eq!(told(&small, 3, 100, 1), told(&large, 3, 100, 1));
}

#[test]
fn a_replay_is_the_game_of_the_run() {
    for request in [dredge(), mill()] {
        let plan: Plan<4> = Plan::compile(&request).unwrap();
        let all = told(&plan, 5, 20, 1);
        for game in 0..20 {
            let one = replay(&plan, &Deal { seed: 5, game: game as u64, ..Deal::default() }).unwrap();
            assert_eq!(one.summary.win_turn, all.per_game[0][game]);
            assert_eq!(one.summary.on_play, all.on_play[game]);
            for (column, values) in all.columns.iter().zip(&one.columns) {
                let row = column[game * plan.turns..(game + 1) * plan.turns].iter();
                assert_eq!(values, &row.map(|&n| Value::Int(n)).collect::<Vec<_>>());
            }
        }
    }
}

#[test]
fn trying_each_action_on_a_copy_changes_nothing() {
    // Games in which every action is tried go as those in which it is judged.
    for request in [dredge(), mill()] {
        let plan: Plan<4> = Plan::compile(&request).unwrap();
        for game in 0..20 {
            let deal = Deal { seed: 11, game, ..Deal::default() };
            let judged = replay(&plan, &deal).unwrap();
            let tried = replay(&plan, &Deal { careful: true, ..deal }).unwrap();
            assert_eq!(judged.events, tried.events, "game {game}");
        }
    }
}

/// Cards that do nothing unless they are cast: either path plays them.
fn still(on: &str, rest: &str) -> Request {
    let deck_text = "4 Golgari Grave-Troll\n4 Stinkweed Imp\n4 Golgari Thug\n4 Dakmor Salvage\n20 Swamp\n\
        10 Grizzly Bears\n4 Serum Powder\n10 Faithless Looting";
    request(deck_text, &format!("on = \"{on}\"\n{rest}"), &OBSERVE, 6)
}

#[test]
fn both_paths_play_the_same_games() {
    let lines = [
        "",
        "keep = \"hand.count('dredge') >= 2\"\nmulligan_to = 3\n[prefer]\nserum_powder = true\nbottom = [\"land > 2\"]",
        "stop = \"graveyard.count() >= 9\"\n[dredge]\nwhen = \"turn >= 3\"\n[prefer]\ndiscard = [\"creature > 1\"]",
    ];
    let mut opponent = Opponent::new(deck("12 Swamp\n3 Stinkweed Imp"));
    opponent.draws = 9;
    for on in ["play", "draw", "random"] {
        for rest in lines {
            for opponent in [None, Some(opponent.clone())] {
                let request = Request { opponent, ..still(on, rest) };
                let fast: Plan<4> = Plan::compile(&request).unwrap();
                assert!(!fast.is_full());
                let mut full = fast.clone();
                full.start.set_field(Field::new(&full.table));
                assert_eq!(told(&fast, 2, 60, 1), told(&full, 2, 60, 1), "on {on}: {rest}");
            }
        }
    }
}

/// How many cards of your library the events up to each have shown.
fn seen(events: &[std::sync::Arc<Event>]) -> Vec<usize> {
    let mut cards = 0;
    let shown = events.iter().map(|event| {
        if event.who == Who::You && matches!(event.event, "hand" | "draw" | "mill") {
            cards += event.cards.len();
        }
        cards
    });
    shown.collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(30))]

    /// What lies below changes nothing that was decided before it came up.
    #[test]
    fn nobody_looks_ahead(seed in 0u64..1000, from in 7usize..40, swaps in proptest::collection::vec((0usize..60, 0usize..60), 1..30)) {
        let mut request = dredge();
        request.line = Some(line(&request.line.unwrap().to_toml().replace("mulligan_to = 5", "mulligan_to = 7")));
        let plan: Plan<4> = Plan::compile(&request).unwrap();
        let mut order: Vec<Obj> = plan.table.owned(Who::You).into_iter().collect();
        let mut state = seed.wrapping_mul(2).wrapping_add(1);
        for i in (1..order.len()).rev() {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            order.swap(i, (state >> 33) as usize % (i + 1));
        }
        let mut other = order.clone();
        for (a, b) in swaps {
            other.swap(from + a % (order.len() - from), from + b % (order.len() - from));
        }
        let deal = |order: &[Obj]| Deal { seed: 1, order: Some(order.to_vec()), on_play: Some(true), ..Deal::default() };
        let (one, two) = (replay(&plan, &deal(&order)).unwrap(), replay(&plan, &deal(&other)).unwrap());
        let until = seen(&one.events).into_iter().take_while(|&cards| cards <= from).count();
        prop_assert!(until > 1);
        prop_assert_eq!(&one.events[..until], &two.events[..until]);
    }
}
