//! L5: many games at once, and one game by itself.

mod act;
mod audit;
mod calm;
mod drive;
mod play;
mod runner;
mod single;
mod trace;

pub use play::Summary;
pub use runner::{Column, Out, Progress, run};
pub use single::{Action, Event, Single, guard};
pub use trace::{Trace, Value, trace};

#[cfg(test)]
mod tests;
