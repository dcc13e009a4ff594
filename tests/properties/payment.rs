//! 601.2g-h: a spell can be cast if and only if some of its controller's mana sources, tapped for some of what they
//! make, pay for it together with the mana that floats, or life does; what is spent is the cost, no more.

use gravetroll::case::{Pool, Table};
use gravetroll::catalogue;
use gravetroll::mana::{Mana, Symbol};
use proptest::prelude::*;

use crate::board::{lay, names, pool, take};

const SPELLS: [&str; 12] = [
    "Memnite",
    "Grizzly Bears",
    "Kitchen Finks",
    "Tattermunge Maniac",
    "Boros Reckoner",
    "Reaper King",
    "Spectral Procession",
    "Thought-Knot Seer",
    "Birthing Pod",
    "Vault Skirge",
    "Walking Ballista",
    "Progenitus",
];

/// Mana sources, each with every way to tap it.
const SOURCES: [(&str, &[&[Mana]]); 7] = [
    ("Forest", &[&[Mana::Green]]),
    ("Mountain", &[&[Mana::Red]]),
    ("Wastes", &[&[Mana::Colourless]]),
    ("Sol Ring", &[&[Mana::Colourless, Mana::Colourless]]),
    ("Ancient Tomb", &[&[Mana::Colourless, Mana::Colourless]]),
    ("Lotus Petal", &[&[Mana::White], &[Mana::Blue], &[Mana::Black], &[Mana::Red], &[Mana::Green]]),
    ("Mana Confluence", &[&[Mana::White], &[Mana::Blue], &[Mana::Black], &[Mana::Red], &[Mana::Green]]),
];

/// Whether this mana pays these symbols, each with one of its parts.
fn pays(symbols: &[Symbol], mana: &[Mana], generic: usize) -> bool {
    let Some((&first, rest)) = symbols.split_first() else { return mana.len() >= generic };
    let with = |kind: Mana| {
        mana.iter().position(|&one| one == kind).is_some_and(|at| {
            let mut left = mana.to_vec();
            left.remove(at);
            pays(rest, &left, generic)
        })
    };
    match first {
        Symbol::Generic(n) => pays(rest, mana, generic + usize::from(n)),
        Symbol::Variable(_) => pays(rest, mana, generic),
        Symbol::One(kind) => with(kind),
        // 107.4f: there is life enough.
        Symbol::Phyrexian(kind) => with(kind) || pays(rest, mana, generic),
        Symbol::Hybrid(one, other) => with(one) || with(other),
        Symbol::MonoHybrid(n, kind) => with(kind) || pays(rest, mana, generic + usize::from(n)),
        other => panic!("{other} is in no spell of the test"),
    }
}

/// Whether some of the sources pay, with this mana.
fn payable(symbols: &[Symbol], sources: &[usize], mana: &[Mana]) -> bool {
    if pays(symbols, mana, 0) {
        return true;
    }
    let Some((&first, rest)) = sources.split_first() else { return false };
    let ways = SOURCES[first].1.iter().map(|&made| [mana, made].concat());
    payable(symbols, rest, mana) || ways.into_iter().any(|more| payable(symbols, rest, &more))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 250, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_cost_is_payable_if_some_sources_pay_it(
        spell in proptest::sample::select(SPELLS.to_vec()),
        floating in proptest::collection::vec(proptest::sample::select(Mana::ALL.to_vec()), 0..6),
        sources in proptest::collection::vec(0..SOURCES.len(), 0..5),
    ) {
        let cost = catalogue::find(spell).unwrap().faces[0].mana_cost.unwrap();
        let board = names(sources.iter().map(|&at| SOURCES[at].0));
        let floating_text = pool(&floating);
        let mut table =
            lay(&format!("you = {{ hand = [\"{spell}\"], battlefield = {board}, mana = \"{floating_text}\" }}"));
        let done = take(&mut table, &format!("cast = \"{spell}\""));
        prop_assert_eq!(done.is_ok(), payable(cost.symbols(), &sources, &floating), "{}: {:?}", cost, done);
        let position = table.position();
        let Pool(left) = position.sides[0].mana;
        if done.is_err() {
            prop_assert_eq!(Pool(left), floating_text);
            return Ok(());
        }
        // A source that is tapped, or gone, has made its mana.
        let untapped = position.permanents.iter().filter(|permanent| !permanent.tapped);
        let size = |name: &str| SOURCES.iter().find(|source| source.0 == name).map_or(0, |source| source.1[0].len());
        let idle: usize = untapped.map(|permanent| size(&permanent.name)).sum();
        let made: usize = sources.iter().map(|&at| SOURCES[at].1[0].len()).sum::<usize>() - idle;
        let spent = floating.len() + made - left.iter().sum::<u32>() as usize;
        // A monohybrid symbol costs one or more, a Phyrexian one perhaps life.
        let mana_of = |symbol: &Symbol| match symbol {
            Symbol::MonoHybrid(..) => 1,
            Symbol::Phyrexian(_) => 0,
            other => other.mana_value() as usize,
        };
        let least: usize = cost.symbols().iter().map(mana_of).sum();
        prop_assert!(spent >= least && spent <= cost.mana_value() as usize, "{spent} were spent for {cost}");
    }
}
