//! Decision points: each choice that the rules give a player, asked of a `Player` and answered at once.

use crate::cardset::{Obj, Set};
use crate::state::{State, Who};
use crate::table::Table;

/// What a player may look at. The undecided part of a library has no order to be seen: no foresight by construction.
#[derive(Debug, Clone, Copy)]
pub struct View<'v, const W: usize> {
    /// The cards.
    pub table: &'v Table<W>,
    /// The state.
    pub state: &'v State<W>,
}

/// The declaration of 103.5.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Opening {
    /// Keeps the hand.
    Keep,
    /// Takes a mulligan.
    Mulligan,
    /// Uses an ability that replaces the hand (103.5b), and declares again.
    FreshHand,
}

/// Who decides.
pub trait Player<const W: usize> {
    /// A moment of decision has come (priority, or a choice of yours). `true` ends the game at once.
    fn moment(&mut self, view: View<'_, W>) -> bool;

    /// Whether `moment` is to be told of each moment; if not, only of some.
    fn watches(&self) -> bool;

    /// 103.5: keep, mulligan, or (where the hand allows it, `fresh`) replace the hand.
    fn opening(&mut self, view: View<'_, W>, who: Who, fresh: bool) -> Opening;

    /// 103.5: which of the cards `from` the hand goes to the bottom next.
    fn bottom(&mut self, view: View<'_, W>, who: Who, from: Set<W>) -> Obj;

    /// 616.1, 702.52a: which of the `able` cards replaces a draw, if any.
    fn dredge(&mut self, view: View<'_, W>, who: Who, able: Set<W>) -> Option<Obj>;

    /// 514.1, 701.9: which of the cards `from` the hand is discarded next.
    fn discard(&mut self, view: View<'_, W>, who: Who, from: Set<W>) -> Obj;

    /// 701.22a: which of the cards `seen` (top first) go to the bottom.
    fn scry(&mut self, view: View<'_, W>, who: Who, seen: &[Obj]) -> Set<W>;

    /// 701.25a: which of the cards `seen` (top first) go to the graveyard.
    fn surveil(&mut self, view: View<'_, W>, who: Who, seen: &[Obj]) -> Set<W>;
}
