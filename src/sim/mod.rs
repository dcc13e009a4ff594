//! L5: many games at once, and one game by itself.

mod act;
mod audit;
mod beyond;
mod drive;
mod names;
mod play;
mod record;
mod replay;
mod runner;
mod single;
mod tell;

pub use play::Summary;
pub use record::Event;
pub use replay::{Deal, Replay, Value, replay};
pub use runner::{Column, Out, Progress, run};
pub use single::{Action, Single, guard};
pub use tell::tell;

#[cfg(test)]
mod tests;
