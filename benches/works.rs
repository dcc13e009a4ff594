//! The works of `compare.py` and what they are made of, each by itself: `cargo bench`, `cargo bench -- b3`.
//!
//! Only what ran on one machine in one hour can be compared; `compare.py` gives the ratios that count.

use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use gravetroll::card::Card;
use gravetroll::cardset::Obj;
use gravetroll::case;
use gravetroll::catalogue::Catalogue;
use gravetroll::library::Library;
use gravetroll::line::spec::LineSpec;
use gravetroll::line::{Observe, Opponent, Plan, Request, Vocabulary, presets};
use gravetroll::sim::{Column, Out, Progress, Single, run};
use gravetroll::source::{Keys, Random};
use gravetroll::state::Who;
use toml::{Table, Value};

/// Of one measurement: enough to hide what a call costs.
const GAMES: usize = 2000;
const LIBRARY: u8 = 60;

fn folder(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn is_card(name: &str) -> bool {
    Catalogue::shipped().resolve(name).is_some()
}

fn line(text: &str) -> LineSpec {
    let vocabulary = Vocabulary { is_card: &is_card, is_taken: &|_| false };
    LineSpec::parse(text, "line.toml", vocabulary).expect("a line")
}

/// A list with a line a card, its count before its name.
fn deck(text: &str) -> Vec<(Arc<Card>, usize)> {
    let entry = |line: &str| {
        let (count, name) = line.split_once(' ').expect("a count and a name");
        (Catalogue::shipped().find(name).expect("a card"), count.parse().expect("a count"))
    };
    text.lines().map(entry).collect()
}

/// A work as its file has it; what is observed by default is left to Python.
fn request(work: &Table) -> Request {
    let text = |key: &str| work.get(key).and_then(Value::as_str);
    let observed = work.get("observe").and_then(Value::as_table);
    let opponent = |list| Opponent { deck: deck(list), life: 20, draws: 7, begins: Vec::new() };
    Request {
        deck: deck(text("deck").expect("a deck")),
        line: text("line").map(line),
        opponent: text("opponent").map(opponent),
        observe: observed.map_or_else(
            || vec!["graveyard.count()".to_owned()],
            |all| all.values().filter_map(Value::as_str).map(str::to_owned).collect(),
        ),
        turns: work.get("turns").and_then(Value::as_integer).expect("turns") as usize,
    }
}

/// Plays games of a work, from the first on, on one thread.
fn play<const W: usize>(plan: &Plan<W>) {
    let by_turn = GAMES * plan.turns;
    let mut numbers = vec![vec![0; by_turn]; plan.observe.len()];
    let mut tests = vec![vec![false; by_turn]; plan.observe.len()];
    let columns = plan.observe.iter().zip(numbers.iter_mut().zip(&mut tests));
    let [mut win_turn, mut lose_turn, mut kept, mut mulligans] = [(); 4].map(|()| vec![0; GAMES]);
    let out = Out {
        columns: columns
            .map(|(observe, (numbers, tests))| match observe {
                Observe::Number(_) => Column::Int(numbers),
                Observe::Test(_) => Column::Bool(tests),
            })
            .collect(),
        win_turn: &mut win_turn,
        lose_turn: &mut lose_turn,
        kept: &mut kept,
        mulligans: &mut mulligans,
        on_play: &mut vec![false; GAMES],
    };
    run(plan, 7, 0, 1, out, &Progress::default()).expect("games that end");
}

fn works(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("works");
    group.throughput(Throughput::Elements(GAMES as u64));
    for name in ["b1", "b2", "b3", "b4", "b5"] {
        let text = std::fs::read_to_string(folder(&format!("benches/works/{name}.toml"))).expect("a work");
        let request = request(&text.parse().expect("TOML"));
        if request.words().expect("a deck that fits") == 1 {
            let plan: Plan<1> = Plan::compile(&request).expect("a plan");
            group.bench_function(name, |bencher| bencher.iter(|| play(&plan)));
        } else {
            let plan: Plan<2> = Plan::compile(&request).expect("a plan");
            group.bench_function(name, |bencher| bencher.iter(|| play(&plan)));
        }
    }
    group.finish();
}

fn parts(criterion: &mut Criterion) {
    let keys = Keys::new(7);
    let full: Library<1> = Library::shuffled((0..LIBRARY).map(Obj));
    let mut library = full.clone();
    criterion.bench_function("draw a library, card by card", |bencher| {
        let mut game = 0;
        bencher.iter(|| {
            game += 1;
            library.reset(&full);
            let mut source = Random::new(&keys, game);
            while let Some(card) = library.take(Who::You, &mut source) {
                black_box(card);
            }
        });
    });
    let text = std::fs::read_to_string(folder("tests/cases/dredge.toml")).expect("cases");
    let cases = case::read(&text, "dredge.toml").expect("cases");
    criterion.bench_function("the rules cases of dredge", |bencher| {
        bencher.iter(|| cases.iter().filter(|case| case::run(case, Single::begin).passed).count());
    });
    let work = std::fs::read_to_string(folder("benches/works/b3.toml")).expect("a work");
    let request = request(&work.parse().expect("TOML"));
    criterion.bench_function("compile a plan", |bencher| {
        bencher.iter_with_large_drop(|| Plan::<2>::compile(&request).expect("a plan"));
    });
    let shipped = presets::get("mill").expect("a shipped line");
    criterion.bench_function("parse a line", |bencher| bencher.iter(|| line(black_box(shipped))));
}

criterion_group!(benches, works, parts);
criterion_main!(benches);
