//! One game's whole state: fixed in size, reset by copy, without heap in a game.

use std::ops::{Index, IndexMut};

use crate::ability::Place;
use crate::cardset::{Obj, Set};
use crate::field::Field;
use crate::library::Library;
use crate::source::Source;

/// One of the two players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
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
    #[inline(always)]
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::You => Self::Opponent,
            Self::Opponent => Self::You,
        }
    }
}

/// A zone of one player.
// The hand and the graveyard are no neighbours: a compiler that reads both at once would wait for both to be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Zone {
    /// The cards in hand.
    Hand,
    /// The library.
    Library,
    /// The graveyard.
    Graveyard,
    /// The permanents that the player controls.
    Battlefield,
    /// The player's cards in exile.
    Exile,
}

impl Zone {
    /// Every zone.
    pub const ALL: [Self; 5] = [Self::Hand, Self::Library, Self::Graveyard, Self::Battlefield, Self::Exile];
}

/// The zone of the state that a place is.
#[inline]
pub(crate) const fn zone_of(place: Place) -> Option<Zone> {
    Some(match place {
        Place::Battlefield => Zone::Battlefield,
        Place::Graveyard => Zone::Graveyard,
        Place::Hand => Zone::Hand,
        Place::Library => Zone::Library,
        Place::Exile => Zone::Exile,
        Place::Stack | Place::Command => return None,
    })
}

/// A set of objects that a state keeps: a zone of a player, or your hand as it was kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slot(u8);

impl Slot {
    /// Your hand as it was kept; before that, as it is.
    pub const OPENING: Self = Self(2 * Zone::ALL.len() as u8);
    const COUNT: usize = 2 * Zone::ALL.len() + 1;

    /// A zone of a player.
    #[inline(always)]
    pub const fn of(who: Who, zone: Zone) -> Self {
        Self((who as usize * Zone::ALL.len() + zone as usize) as u8)
    }
}

/// The objects of every slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slots<const W: usize>([Set<W>; Slot::COUNT]);

impl<const W: usize> Index<Slot> for Slots<W> {
    type Output = Set<W>;

    #[inline(always)]
    fn index(&self, slot: Slot) -> &Set<W> {
        &self.0[slot.0 as usize]
    }
}

impl<const W: usize> IndexMut<Slot> for Slots<W> {
    #[inline(always)]
    fn index_mut(&mut self, slot: Slot) -> &mut Set<W> {
        &mut self.0[slot.0 as usize]
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

/// What one player has besides the cards in the zones.
#[derive(Debug, Clone, PartialEq)]
pub struct Side<const W: usize> {
    /// The order of the library, as far as it is decided.
    pub library: Library<W>,
    /// Cards milled since the game began, wherever they went.
    pub milled: u32,
    /// Cards drawn since the game began, opening hands excluded.
    pub drawn: u32,
    /// Draws replaced by dredge since the game began.
    pub dredged: u32,
    /// The life total.
    pub life: i32,
    /// Mulligans taken.
    pub mulligans: u8,
    /// Drew from an empty library since state-based actions were last checked (704.5b).
    pub failed_draw: bool,
}

impl<const W: usize> Side<W> {
    const fn new(library: Library<W>, life: i32) -> Self {
        Self { library, life, drawn: 0, milled: 0, dredged: 0, mulligans: 0, failed_draw: false }
    }

    #[inline(always)]
    fn reset(&mut self, start: &Self) {
        let Self { library, life, drawn, milled, dredged, mulligans, failed_draw } = self;
        library.reset(&start.library);
        *life = start.life;
        *drawn = start.drawn;
        *milled = start.milled;
        *dredged = start.dredged;
        *mulligans = start.mulligans;
        *failed_draw = start.failed_draw;
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
    /// Both have lost at once, so that it is a draw (104.4a).
    BothLost,
    /// It is a draw though nobody has lost (104.4b).
    Drawn,
    /// The line's `stop` held.
    Stopped,
}

/// One game.
#[expect(clippy::struct_excessive_bools, reason = "each is a state of its own")]
#[derive(Debug, Clone, PartialEq)]
pub struct State<const W: usize> {
    /// What is in each zone.
    slots: Slots<W>,
    /// You, then the opponent.
    sides: [Side<W>; 2],
    /// Whether the opponent's side may be other than at the start.
    touched: bool,
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
    /// Something must be looked at at the next moment of decision: state-based actions may have something to do (704), or
    /// the player watches.
    pub attention: bool,
    /// Whether there may be spells and permanents.
    fielded: bool,
    /// Spells and permanents; nothing, where there are none.
    whole_field: Field,
}

impl<const W: usize> State<W> {
    /// Before the first hand is drawn.
    pub fn new(libraries: [Library<W>; 2], life: [i32; 2]) -> Self {
        let [yours, theirs] = libraries;
        let mut slots = Slots([Set::EMPTY; Slot::COUNT]);
        for (who, library) in Who::BOTH.into_iter().zip([&yours, &theirs]) {
            slots[Slot::of(who, Zone::Library)] = library.cards();
        }
        Self {
            slots,
            sides: [Side::new(yours, life[0]), Side::new(theirs, life[1])],
            touched: false,
            turn: 0,
            step: Step::Mulligans,
            active: Who::You,
            on_play: false,
            outcome: Outcome::Open,
            attention: false,
            fielded: false,
            whole_field: Field::default(),
        }
    }

    /// Makes it equal to `start`, of which it is a copy that was played with, copying only what is in use; but for the
    /// spells and permanents.
    #[inline(always)]
    pub fn reset(&mut self, start: &Self) {
        let Self {
            slots,
            sides,
            touched,
            turn,
            step,
            active,
            on_play,
            outcome,
            attention,
            fielded: _,
            whole_field: _,
        } = self;
        *slots = start.slots;
        sides[0].reset(&start.sides[0]);
        if *touched {
            sides[1].reset(&start.sides[1]);
            *touched = false;
        }
        *turn = start.turn;
        *step = start.step;
        *active = start.active;
        *on_play = start.on_play;
        *outcome = start.outcome;
        *attention = start.attention;
    }

    /// The same of the spells and permanents.
    pub fn reset_field(&mut self, start: &Self) {
        if start.fielded {
            self.whole_field.reset(&start.whole_field);
        }
    }

    /// From now on there may be spells and permanents.
    pub fn set_field(&mut self, field: Field) {
        self.fielded = true;
        self.whole_field = field;
    }

    /// Spells and permanents, where there may be some.
    #[inline(always)]
    pub const fn field(&self) -> Option<&Field> {
        if self.fielded { Some(&self.whole_field) } else { None }
    }

    /// The same, to change them.
    #[inline(always)]
    pub const fn field_mut(&mut self) -> Option<&mut Field> {
        if self.fielded { Some(&mut self.whole_field) } else { None }
    }

    /// The same of a game of spells and permanents.
    #[inline(always)]
    pub(crate) const fn whole_field(&self) -> &Field {
        debug_assert!(self.fielded, "a game of spells and permanents");
        &self.whole_field
    }

    /// The same, to change them.
    #[inline(always)]
    pub(crate) const fn whole_field_mut(&mut self) -> &mut Field {
        debug_assert!(self.fielded, "a game of spells and permanents");
        &mut self.whole_field
    }

    /// What belongs to `who`.
    #[inline(always)]
    pub const fn side(&self, who: Who) -> &Side<W> {
        &self.sides[who as usize]
    }

    /// What belongs to `who`, to change it.
    #[inline(always)]
    pub const fn side_mut(&mut self, who: Who) -> &mut Side<W> {
        if matches!(who, Who::Opponent) {
            self.touched = true;
        }
        &mut self.sides[who as usize]
    }

    /// The objects of every slot.
    #[inline(always)]
    pub const fn slots(&self) -> &Slots<W> {
        &self.slots
    }

    /// The objects of a slot.
    #[inline(always)]
    pub fn slot(&self, slot: Slot) -> Set<W> {
        self.slots[slot]
    }

    /// The objects of a zone of `who`.
    #[inline(always)]
    pub fn zone(&self, who: Who, zone: Zone) -> Set<W> {
        self.slots[Slot::of(who, zone)]
    }

    /// The objects of a zone of `who`, to change them.
    #[inline(always)]
    pub fn zone_mut(&mut self, who: Who, zone: Zone) -> &mut Set<W> {
        &mut self.slots[Slot::of(who, zone)]
    }

    /// Your hand as it was kept, to set it.
    #[inline(always)]
    pub fn opening_mut(&mut self) -> &mut Set<W> {
        &mut self.slots[Slot::OPENING]
    }

    /// Where a card lies, in the zones of its owner (or the permanents that a player controls).
    #[inline]
    pub fn find(&self, obj: Obj) -> Option<(Who, Zone)> {
        Who::BOTH.into_iter().find_map(|who| {
            Zone::ALL.into_iter().find(|&zone| self.zone(who, zone).has(obj)).map(|zone| (who, zone))
        })
    }

    /// Takes the top `n` cards off a library, or all there are, where their order cannot be seen.
    #[inline(always)]
    pub fn take_many(&mut self, who: Who, n: u32, source: &mut impl Source) -> Set<W> {
        let cards = self.side_mut(who).library.take_many(who, n, source);
        *self.zone_mut(who, Zone::Library) ^= cards;
        cards
    }

    /// Takes a card out of a library, wherever in it it lies. Whether it was there.
    pub fn take_out(&mut self, who: Who, card: Obj) -> bool {
        self.zone_mut(who, Zone::Library).remove(card);
        self.side_mut(who).library.take_out(card)
    }

    /// Puts a card on top of a library.
    pub fn put_on_top(&mut self, who: Who, card: Obj) {
        self.zone_mut(who, Zone::Library).insert(card);
        self.side_mut(who).library.put_on_top(card);
    }

    /// Puts a card at the bottom of a library.
    pub fn put_at_bottom(&mut self, who: Who, card: Obj) {
        self.zone_mut(who, Zone::Library).insert(card);
        self.side_mut(who).library.put_at_bottom(card);
    }

    /// Shuffles cards into a library.
    pub fn shuffle_in(&mut self, who: Who, cards: Set<W>) {
        *self.zone_mut(who, Zone::Library) |= cards;
        self.side_mut(who).library.shuffle_in(cards);
    }
}
