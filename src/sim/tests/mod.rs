//! Whole games by lines, with known libraries: what a player of the game would expect of them.

mod asked;
mod causes;
mod faults;
mod modes;
mod properties;
mod refusals;
mod turns;

use std::sync::Arc;

use crate::card::Card;
use crate::cardset::{Obj, Set};
use crate::catalogue::Catalogue;
use crate::line::spec::LineSpec;
use crate::line::{Opponent, Plan, Request, Vocabulary};
use crate::sim::{Deal, Replay, Value, replay};

const W: usize = 4;

pub fn card(name: &str) -> Arc<Card> {
    Catalogue::shipped().find(name).unwrap()
}

pub fn line(text: &str) -> LineSpec {
    let vocabulary = Vocabulary { is_card: &|_| false, is_taken: &|_| false };
    LineSpec::parse(text, "line.toml", vocabulary).unwrap()
}

/// `"4 Island"`, one of them a line.
pub fn deck(text: &str) -> Vec<(Arc<Card>, usize)> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines
        .map(|line| {
            let (count, name) = line.split_once(' ').unwrap();
            (card(name), count.parse().unwrap())
        })
        .collect()
}

pub fn request(deck_text: &str, line_text: &str, observe: &[&str], turns: usize) -> Request {
    Request {
        deck: deck(deck_text),
        line: Some(line(line_text)),
        opponent: None,
        observe: observe.iter().map(|text| (*text).to_owned()).collect(),
        turns,
    }
}

pub fn against(request: Request, opponent: Opponent) -> Request {
    Request { opponent: Some(opponent), ..request }
}

/// Plays a request with your library beginning with these cards, the others below in deck-list order.
pub fn played(request: &Request, top: &[&str]) -> Replay {
    let plan: Plan<W> = Plan::compile(request).unwrap();
    let mut left = plan.table.owned(crate::state::Who::You);
    let mut order: Vec<Obj> = Vec::new();
    for name in top {
        let found = (plan.table.matching(|card| *card.name == **name) & left).first().unwrap();
        left.remove(found);
        order.push(found);
    }
    order.extend(left);
    assert_eq!(order.iter().copied().collect::<Set<W>>().len() as usize, order.len());
    replay(&plan, &Deal { order: Some(order), ..Deal::default() }).unwrap()
}

/// A column of numbers.
pub fn numbers(trace: &Replay, column: usize) -> Vec<i16> {
    trace.columns[column]
        .iter()
        .map(|value| match value {
            Value::Int(n) => *n,
            Value::Bool(b) => i16::from(*b),
        })
        .collect()
}
