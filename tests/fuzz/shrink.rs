//! Makes a faulty game small: fewer steps, fewer choices, fewer cards, with the same sort of fault.

use std::time::{Duration, Instant};

use gravetroll::case::{Case, Choices, SideStart, write};

use crate::session::{Fault, fault_of, told};

const PATIENCE: Duration = Duration::from_secs(40);

/// A smaller case with a fault of that sort, as text to put into a file.
pub fn shrink(case: Case, fault: &Fault) -> String {
    let until = Instant::now() + PATIENCE;
    let still = |case: &Case| fault_of(case).is_some_and(|other| other.sort == fault.sort);
    let mut case = case;
    for _ in 0..3 {
        let mut smaller = false;
        for trial in (0..trials(&case)).rev() {
            if Instant::now() > until {
                break;
            }
            let Some(less) = without(&case, trial) else { continue };
            if still(&less) {
                case = less;
                smaller = true;
            }
        }
        if !smaller {
            break;
        }
    }
    write(&told(&case))
}

fn piles(side: &mut SideStart) -> [&mut Vec<String>; 5] {
    [&mut side.library, &mut side.hand, &mut side.graveyard, &mut side.exile, &mut side.command]
}

/// How many ways there are to leave something out.
fn trials(case: &Case) -> usize {
    let mut start = case.start.clone();
    let cards: usize = start
        .sides
        .iter_mut()
        .map(|side| side.battlefield.len() + piles(side).into_iter().map(|pile| pile.len()).sum::<usize>())
        .sum();
    2 * case.steps.len() + cards
}

/// The case without one of its parts; `None` if that would change nothing.
fn without(case: &Case, trial: usize) -> Option<Case> {
    let mut less = case.clone();
    let mut at = trial;
    if at < less.steps.len() {
        less.steps.remove(at);
        return Some(less);
    }
    at -= less.steps.len();
    if at < less.steps.len() {
        let choices = &mut less.steps[at].value.choices;
        let had = *choices != Choices::default();
        *choices = Choices::default();
        return had.then_some(less);
    }
    at -= less.steps.len();
    less.start.sides.iter_mut().any(|side| remove(side, &mut at)).then_some(less)
}

/// Removes the card at `at`, or counts on past this player's.
fn remove(side: &mut SideStart, at: &mut usize) -> bool {
    if *at < side.battlefield.len() {
        side.battlefield.remove(*at);
        return true;
    }
    *at -= side.battlefield.len();
    for pile in piles(side) {
        if *at < pile.len() {
            pile.remove(*at);
            return true;
        }
        *at -= pile.len();
    }
    false
}
