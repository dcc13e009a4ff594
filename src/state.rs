//! One game's whole state: fixed in size, reset by copy, without heap in a game.

use std::ops::{Index, IndexMut};

use crate::cardset::{Obj, Set};
use crate::library::Library;

/// One of the two players.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Who {
    /// The player whose deck it is.
    You,
    /// The other player.
    Opponent,
}

impl Who {
    /// Both players.
    pub const BOTH: [Self; 2] = [Self::You, Self::Opponent];

    /// The other one.
    #[inline]
    pub const fn other(self) -> Self {
        match self {
            Self::You => Self::Opponent,
            Self::Opponent => Self::You,
        }
    }
}

/// A zone of one player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Zone {
    /// The cards in hand.
    Hand,
    /// The graveyard.
    Graveyard,
    /// The library.
    Library,
    /// The permanents that the player controls.
    Battlefield,
    /// The player's cards in exile.
    Exile,
}

impl Zone {
    /// Every zone.
    pub const ALL: [Self; 5] = [Self::Hand, Self::Graveyard, Self::Library, Self::Battlefield, Self::Exile];
}

/// The objects of each zone of one player, as sets. What is in the library, the library itself knows best.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Zones<const W: usize>([Set<W>; Zone::ALL.len()]);

impl<const W: usize> Index<Zone> for Zones<W> {
    type Output = Set<W>;
    #[inline]
    fn index(&self, zone: Zone) -> &Set<W> {
        &self.0[zone as usize]
    }
}

impl<const W: usize> IndexMut<Zone> for Zones<W> {
    #[inline]
    fn index_mut(&mut self, zone: Zone) -> &mut Set<W> {
        &mut self.0[zone as usize]
    }
}

/// A step or phase of a turn (500.1), in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    /// Before the first turn.
    Mulligans,
    /// 502
    Untap,
    /// 503
    Upkeep,
    /// 504
    Draw,
    /// The first main phase (505).
    Main,
    /// 506
    Combat,
    /// The second main phase.
    Main2,
    /// 513
    End,
    /// 514
    Cleanup,
}

/// What belongs to one player.
#[derive(Debug, Clone)]
pub struct Side<const W: usize> {
    /// What is in each zone but the library.
    pub zones: Zones<W>,
    /// The hand as it was kept; before that, as it is.
    pub opening: Set<W>,
    /// The order of the library.
    pub library: Library<W>,
    /// The life total.
    pub life: i32,
    /// Cards drawn since the game began, opening hands excluded.
    pub drawn: u16,
    /// Cards milled since the game began, wherever they went.
    pub milled: u16,
    /// Draws replaced by dredge since the game began.
    pub dredged: u16,
    /// Mulligans taken.
    pub mulligans: u8,
    /// Drew from an empty library since state-based actions were last checked (704.5b).
    pub failed_draw: bool,
}

impl<const W: usize> Side<W> {
    fn new(library: Library<W>, life: i32) -> Self {
        Self {
            zones: Zones([Set::EMPTY; Zone::ALL.len()]),
            opening: Set::EMPTY,
            library,
            life,
            drawn: 0,
            milled: 0,
            dredged: 0,
            mulligans: 0,
            failed_draw: false,
        }
    }

    #[inline]
    fn reset(&mut self, start: &Self) {
        let Self { zones, opening, library, life, drawn, milled, dredged, mulligans, failed_draw } = self;
        *zones = start.zones;
        *opening = start.opening;
        library.reset(&start.library);
        *life = start.life;
        *drawn = start.drawn;
        *milled = start.milled;
        *dredged = start.dredged;
        *mulligans = start.mulligans;
        *failed_draw = start.failed_draw;
    }

    /// The objects of a zone.
    #[inline]
    pub fn zone(&self, zone: Zone) -> Set<W> {
        match zone {
            Zone::Library => self.library.cards(),
            other => self.zones[other],
        }
    }
}

/// How a game stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It goes on.
    Open,
    /// You have won.
    Won,
    /// You have lost.
    Lost,
    /// Both have lost at once (104.4a).
    Drawn,
    /// The line's `stop` held.
    Stopped,
}

/// One game.
#[derive(Debug, Clone)]
pub struct State<const W: usize> {
    /// You, then the opponent.
    pub sides: [Side<W>; 2],
    /// Your turns begun; 0 before the first.
    pub turn: u8,
    /// Where in the turn the game is.
    pub step: Step,
    /// Whose turn it is.
    pub active: Who,
    /// Whether you took the first turn.
    pub on_play: bool,
    /// Whether it is over.
    pub outcome: Outcome,
    /// State-based actions may have something to do (704).
    pub unchecked: bool,
}

impl<const W: usize> State<W> {
    /// Before the first hand is drawn.
    pub fn new(libraries: [Library<W>; 2], life: [i32; 2]) -> Self {
        let [yours, theirs] = libraries;
        Self {
            sides: [Side::new(yours, life[0]), Side::new(theirs, life[1])],
            turn: 0,
            step: Step::Mulligans,
            active: Who::You,
            on_play: false,
            outcome: Outcome::Open,
            unchecked: life[0] <= 0 || life[1] <= 0,
        }
    }

    /// Makes it equal to `start`, copying only what is in use.
    #[inline]
    pub fn reset(&mut self, start: &Self) {
        let Self { sides, turn, step, active, on_play, outcome, unchecked } = self;
        for (side, from) in sides.iter_mut().zip(&start.sides) {
            side.reset(from);
        }
        *turn = start.turn;
        *step = start.step;
        *active = start.active;
        *on_play = start.on_play;
        *outcome = start.outcome;
        *unchecked = start.unchecked;
    }

    /// What belongs to `who`.
    #[inline]
    pub const fn side(&self, who: Who) -> &Side<W> {
        &self.sides[who as usize]
    }

    /// What belongs to `who`, to change it.
    #[inline]
    pub const fn side_mut(&mut self, who: Who) -> &mut Side<W> {
        &mut self.sides[who as usize]
    }

    /// Where a card lies, in the zones of its owner (or the permanents that a player controls).
    pub fn find(&self, obj: Obj) -> Option<(Who, Zone)> {
        Who::BOTH.into_iter().find_map(|who| {
            Zone::ALL.into_iter().find(|&zone| self.side(who).zone(zone).has(obj)).map(|zone| (who, zone))
        })
    }
}
