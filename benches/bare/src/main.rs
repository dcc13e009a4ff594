//! The limit: hand-written kernels that can do nothing but B1 or B5 of `benches/`, for gravetroll to be measured against.
//!
//! `bare b1|b5 [--games N] [--seed S] [--threads T] [--repeats R]` plays the same games R times, and prints one JSON
//! object: the seconds that each time took, by the wall and of processor time, and the means by which the results can be checked. The process's start is
//! not counted, nor are the first touch of the arrays' pages and the warming of the processor: it plays once before.

mod clock;
mod columns;
mod dredge;
mod hands;
mod random;

use std::process::ExitCode;

use clock::Clock;
use columns::{Columns, Part};

const USAGE: &str = "usage: bare b1|b5 [--games N] [--seed S] [--threads T] [--repeats R]";

struct Request {
    work: String,
    games: usize,
    seed: u64,
    threads: usize,
    repeats: usize,
}

fn read(mut arguments: impl Iterator<Item = String>) -> Option<Request> {
    let mut request = Request { work: arguments.next()?, games: 1_000_000, seed: 0, threads: 1, repeats: 1 };
    while let Some(name) = arguments.next() {
        let value = arguments.next()?;
        match name.as_str() {
            "--games" => request.games = value.parse().ok()?,
            "--seed" => request.seed = value.parse().ok()?,
            "--threads" => request.threads = value.parse().ok().filter(|&threads| threads > 0)?,
            "--repeats" => request.repeats = value.parse().ok()?,
            _ => return None,
        }
    }
    Some(request)
}

fn main() -> ExitCode {
    let Some(request) = read(std::env::args().skip(1)) else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    match request.work.as_str() {
        "b1" => run::<6>(&request, true, dredge::play),
        "b5" => run::<1>(&request, false, hands::play),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}

fn run<const TURNS: usize>(request: &Request, numbers: bool, play: fn(u64, &mut Part<'_, TURNS>)) {
    let mut columns = Columns::<TURNS>::new(request.games, numbers);
    let mut once = || {
        let start = Clock::start();
        if request.threads == 1 {
            for mut part in columns.parts(1) {
                play(request.seed, &mut part);
            }
        } else {
            std::thread::scope(|scope| {
                for mut part in columns.parts(request.threads) {
                    scope.spawn(move || play(request.seed, &mut part));
                }
            });
        }
        start.seconds()
    };
    once();
    let (wall, cpu): (Vec<f64>, Vec<f64>) = (0..request.repeats).map(|_| once()).unzip();

    let numbers = (0..if numbers { TURNS } else { 0 })
        .map(|turn| spread(columns.number.iter().map(|row| f64::from(row[turn]))));
    let (number, number_sd): (Vec<f64>, Vec<f64>) = numbers.unzip();
    let truths =
        (0..TURNS).map(|turn| spread(columns.truth.iter().map(|row| f64::from(u8::from(row[turn])))));
    let truth: Vec<f64> = truths.map(|(mean, _)| mean).collect();
    let (kept, kept_sd) = spread(columns.notes.kept.iter().map(|&kept| f64::from(kept)));
    println!(
        "{{\"work\": \"{}\", \"games\": {}, \"threads\": {}, \"wall\": {wall:?}, \"cpu\": {cpu:?}, \
         \"number\": {number:?}, \"number_sd\": {number_sd:?}, \"truth\": {truth:?}, \
         \"kept\": {kept}, \"kept_sd\": {kept_sd}}}",
        request.work, request.games, request.threads
    );
}

/// Mean and standard deviation.
fn spread(values: impl ExactSizeIterator<Item = f64> + Clone) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.clone().sum::<f64>() / count;
    (mean, (values.map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt())
}
