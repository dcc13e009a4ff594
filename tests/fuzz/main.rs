//! Random games of all cards of which something is said: no panic, no card lost or doubled, no endless step; a refused
//! step changes nothing, and the same steps come to the same game.
//!
//! `GRAVETROLL_FUZZ_SECONDS=3600 cargo test --release --test fuzz -- --nocapture` plays for an hour, with
//! `GRAVETROLL_FUZZ_SEED=N` from that seed on. A fault is printed as a case for `gravetroll check`.

mod chance;
mod deal;
mod session;
mod shrink;
mod step;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use chance::Chance;
use gravetroll::case::run;
use gravetroll::sim::Single;
use session::{Fault, Session, fault_of};

/// How many random games every test run plays.
const GAMES: u64 = 25;
/// The most steps of a game.
const STEPS: u32 = 60;

/// What became of a game.
struct Played {
    fault: Option<(gravetroll::case::Case, Fault)>,
    tried: usize,
    taken: usize,
    slowest: Duration,
    case: gravetroll::case::Case,
}

fn play(seed: u64) -> Played {
    let mut chance = Chance::new(seed);
    let case = deal::deal(&mut chance, seed);
    let mut session = match Session::begin(&case) {
        Ok(session) => session,
        Err(fault) => {
            let fault = Some((case.clone(), fault));
            return Played { fault, tried: 0, taken: 0, slowest: Duration::ZERO, case };
        }
    };
    let mut fault = None;
    let mut tried = 0;
    for _ in 0..chance.range(1, STEPS) {
        let step = step::step(&mut chance, session.position());
        tried += 1;
        if let Err(found) = session.take(&step) {
            fault = Some(found);
            break;
        }
        if session.over() {
            break;
        }
    }
    let fault = fault.or_else(|| session.replays().err()).map(|fault| (session.case(), fault));
    Played { fault, tried, taken: session.taken, slowest: session.slowest, case: session.case() }
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

#[test]
fn random_games_keep_what_must_hold() {
    let seconds = number("GRAVETROLL_FUZZ_SECONDS");
    let first = number("GRAVETROLL_FUZZ_SEED").unwrap_or(0);
    let until = seconds.map(|seconds| Instant::now() + Duration::from_secs(seconds));
    let mut faults: BTreeMap<String, (usize, String)> = BTreeMap::new();
    let (mut games, mut tried, mut taken) = (0, 0, 0);
    let mut slow: Vec<(Duration, u64)> = Vec::new();
    for seed in first.. {
        if until.map_or(games >= GAMES, |until| Instant::now() >= until) {
            break;
        }
        let played = play(seed);
        games += 1;
        tried += played.tried;
        taken += played.taken;
        slow.push((played.slowest, seed));
        slow.sort_unstable_by(|a, b| b.cmp(a));
        slow.truncate(3);
        if let Some((case, fault)) = played.fault {
            let known = faults.entry(fault.sort.clone()).or_insert_with(|| {
                let text = format!("seed {seed}: {}\n{}", fault.message, shrink::shrink(case, &fault));
                if seconds.is_some() {
                    println!("{text}");
                }
                (0, text)
            });
            known.0 += 1;
        }
    }
    println!("{games} games, {tried} steps tried, {taken} taken; the slowest: {slow:?}");
    if let (Some(_), Some(&(_, seed))) = (seconds, slow.first()) {
        println!("{}", gravetroll::case::write(&play(seed).case));
    }
    for (sort, (number, text)) in &faults {
        eprintln!("{number} times {sort}\n{text}");
    }
    assert!(faults.is_empty(), "{} sorts of faults", faults.len());
    // A game in which nearly all is refused tests little.
    assert!(taken * 10 > tried * 2, "only {taken} of {tried} steps were legal");
}

/// Games that were faulty once.
#[test]
fn what_was_found_stays_mended() {
    let cases =
        gravetroll::case::read(include_str!("found.toml"), "found.toml").expect("the file can be read");
    for case in &cases {
        assert_eq!(fault_of(case), None, "{}", case.id);
        let outcome = run(case, Single::begin);
        assert!(outcome.passed, "{}: {}", case.id, outcome.message);
    }
}
