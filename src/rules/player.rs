//! Decision points: each choice that the rules give a player, asked of a `Player` and answered at once.

use std::fmt;

use smallvec::{SmallVec, smallvec};

use crate::ability::{Is, Modal, Modes};
use crate::cardset::{Obj, Row, Set};
use crate::mana::Mana;
use crate::rules::able::Able;
use crate::rules::pay::Spend;
use crate::state::{State, Who, Zone};
use crate::table::Table;
use crate::thing::{Aimed, Thing};

/// What a player may look at. The undecided part of a library has no order to be seen: no foresight by construction.
#[derive(Clone, Copy)]
pub struct View<'v, const W: usize> {
    /// The cards.
    pub table: &'v Table<W>,
    /// The state.
    pub state: &'v State<W>,
    /// Where the game itself can be asked what you could do; otherwise a copy of it can.
    pub outlook: Option<&'v dyn Outlook>,
}

impl<'v, const W: usize> View<'v, W> {
    /// Of a state.
    pub const fn new(table: &'v Table<W>, state: &'v State<W>) -> Self {
        Self { table, state, outlook: None }
    }

    /// Some objects, the oldest first; no more than `most`.
    pub fn oldest(&self, of: Set<W>, most: usize) -> Row {
        let Some(field) = self.state.field() else { return Row::new() };
        if most == 1 {
            let oldest = of.into_iter().min_by_key(|obj| field.stamps[obj.index()]);
            return oldest.map_or_else(Row::new, |obj| smallvec![obj]);
        }
        let mut all = field.by_age(of);
        all.truncate(most);
        all
    }
}

impl<const W: usize> fmt::Debug for View<'_, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("View").field("state", self.state).finish_non_exhaustive()
    }
}

/// What a player could do now, as the rules have it.
pub trait Outlook {
    /// The most mana that a player could have now.
    fn mana(&self, who: Who) -> i32;

    /// The power of the creatures with which a player could attack.
    fn power(&self, who: Who) -> i32;

    /// Whether a player could cast a card, by that word or by any where none is said.
    fn casting(&self, who: Who, card: Obj, via: Option<&str>) -> Able;
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

/// What a choice among objects is about: the decision points that a line knows by these names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Point {
    /// What is discarded.
    Discard,
    /// What is sacrificed.
    Sacrifice,
    /// What a search, or a look at the top of a library, finds.
    Search,
    /// What is taken out of a graveyard or out of exile.
    Return,
    /// What goes from a hand to somewhere else.
    Bottom,
    /// What something applies to.
    Target,
}

impl Point {
    /// Of a choice among objects that lie there.
    pub const fn among(zone: Option<Zone>) -> Self {
        match zone {
            Some(Zone::Library) => Self::Search,
            Some(Zone::Graveyard | Zone::Exile) => Self::Return,
            Some(Zone::Hand) => Self::Bottom,
            Some(Zone::Battlefield) | None => Self::Target,
        }
    }
}

/// What objects of one zone are chosen for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// As [`Ask::Some`] has it.
    Some(Point),
    /// As [`Ask::Spend`] has it.
    Spend(Spend),
}

/// What targets are chosen for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aiming {
    /// A spell or ability that is announced (601.2c).
    Announced,
    /// A trigger (603.3d), or a spell that an effect casts (608.2g): no step says what they are aimed at.
    Unannounced,
    /// A copy, which may get other targets than it has (707.10c): those it has come first.
    Copied,
}

/// A choice of a player in a game of spells and permanents.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Ask<'a> {
    /// Whether to do something that may be done.
    May,
    /// Some of these, at least and at most so many.
    Some(Point, &'a [Aimed], usize, usize),
    /// Which of these, looked at, go to the bottom, or to the graveyard.
    Down(&'a [Aimed], Zone),
    /// In which order these are put into a library, the uppermost first.
    Order(&'a [Aimed]),
    /// What is spent for a cost: so many of these.
    Spend(Spend, &'a [Aimed], usize, usize),
    /// Targets for one phrase: so many of these.
    Targets(&'a [Aimed], usize, usize, Aiming),
    /// One of these types of mana.
    Mana(&'a [Mana]),
    /// Which modes of a spell (700.2): one of these.
    Modes(&'static Modal, &'a [Modes]),
    /// A whole number, at least and at most.
    Number(i32, i32),
    /// One of these names.
    Name(&'a [String]),
    /// A word: a creature type, or the name of such a card.
    Word(&'a Is),
    /// Which of these effects applies first; `None` may be answered where all may be declined.
    Replacement(&'a [Thing], bool),
    /// Which of these triggers goes on the stack first.
    Trigger(&'a [Thing]),
    /// Which of these cards to dredge, if any; whether the draw is replaced otherwise if none is.
    Dredge(&'a [Thing], bool),
    /// These, which are all that can be chosen: nothing is left to the player, who may say so.
    Only(&'a [Aimed]),
}

/// Places in a list that was offered.
pub type Picks = SmallVec<[usize; 8]>;

/// The answer to an [`Ask`].
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// Yes or no.
    Bool(bool),
    /// Places in the list that was offered.
    Picks(Picks),
    /// A number.
    Number(i32),
    /// A word.
    Word(String),
}

impl Answer {
    /// The places that were picked; of another answer, none.
    pub fn picks(self) -> Picks {
        if let Self::Picks(at) = self { at } else { Picks::new() }
    }
}

impl Ask<'_> {
    /// What is answered where nobody says anything: a "may" is taken, as many as possible, the first.
    pub fn default_answer(&self) -> Answer {
        match self {
            Self::May => Answer::Bool(true),
            Self::Some(_, from, _, most) | Self::Targets(from, _, most, _) => {
                Answer::Picks((0..from.len().min(*most)).collect())
            }
            Self::Order(cards) => Answer::Picks((0..cards.len()).collect()),
            Self::Spend(_, from, least, _) => Answer::Picks((0..from.len().min(*least)).collect()),
            Self::Name(_) | Self::Mana(_) | Self::Modes(..) | Self::Replacement(..) | Self::Trigger(_) => {
                Answer::Picks(smallvec![0])
            }
            Self::Dredge(..) | Self::Down(..) => Answer::Picks(Picks::new()),
            Self::Only(all) => Answer::Picks((0..all.len()).collect()),
            Self::Number(_, most) => Answer::Number(*most),
            Self::Word(_) => Answer::Word(String::new()),
        }
    }
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

    /// 616.1, 702.52a: which of the `able` cards replaces a draw: one or none.
    fn dredge(&mut self, view: View<'_, W>, who: Who, able: Set<W>) -> Set<W>;

    /// 514.1, 701.9: which `n` of the cards `from` the hand are discarded.
    fn discard(&mut self, view: View<'_, W>, who: Who, from: Set<W>, n: u32) -> Set<W>;

    /// 701.22a: which of the cards `seen` (top first) go to the bottom.
    fn scry(&mut self, view: View<'_, W>, who: Who, seen: &[Obj]) -> Set<W>;

    /// 701.25a: which of the cards `seen` (top first) go to the graveyard.
    fn surveil(&mut self, view: View<'_, W>, who: Who, seen: &[Obj]) -> Set<W>;

    /// Whether it is told of choices that leave nothing to it, too.
    fn is_told_all(&self) -> bool {
        true
    }

    /// A mana ability of that object made this, apart from what triggers on it (605.4a).
    fn is_told_of_mana(&mut self, _source: Thing, _made: &[Mana]) {}

    /// What an effect lets somebody do, and was begun, cannot be done.
    fn is_refused(&mut self, _why: &str) {}

    /// Whether it may give a copy of a spell other targets (707.10c).
    fn aims_copies(&self) -> bool {
        true
    }

    /// Which of the objects `from` one zone are chosen, at least and at most so many, the first chosen first, where the
    /// player does not need a list of them to choose from; `None` where it does. A list would have the oldest first.
    fn choose(
        &mut self,
        view: View<'_, W>,
        who: Who,
        choice: Choice,
        from: Set<W>,
        bounds: (usize, usize),
    ) -> Option<Row> {
        let _ = (view, who, choice, from, bounds);
        None
    }

    /// Any other choice, by `who`, about an effect of `source`.
    fn answer(&mut self, view: View<'_, W>, who: Who, source: Option<Thing>, ask: &Ask<'_>) -> Answer {
        let _ = (view, who, source);
        ask.default_answer()
    }
}
