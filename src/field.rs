//! L2: what a game holds besides its zones once spells and permanents come into it.

use std::sync::Arc;

use crate::ability::{Ability, Effect, Keyword, Until, When};
use crate::by_object::ByObject;
use crate::cardset::{Obj, Row, Set};
use crate::item::{Item, Waiting};
use crate::mana::{Colours, Mana};
use crate::permanent::Permanent;
use crate::print::Print;
use crate::roles::{Active, Role};
use crate::state::Who;
use crate::table::Table;
use crate::thing::{Aimed, Thing};

/// A delayed triggered ability (603.7).
#[derive(Debug, Clone, PartialEq)]
pub struct Delayed {
    /// What it waits for.
    pub when: &'static When,
    /// What it does.
    pub effect: &'static Effect,
    /// Its source.
    pub source: Thing,
    /// Its controller.
    pub controller: Who,
    /// The object that it is about.
    pub about: Option<Aimed>,
}

/// A continuous effect of a resolved spell or ability (611.2).
#[derive(Debug, Clone, PartialEq)]
pub struct Lasting {
    /// What it affects.
    pub thing: Thing,
    /// When it began.
    pub stamp: u32,
    /// How long, as far as the player says who made it.
    pub until: (Until, Who),
    /// What it does.
    pub change: Change,
}

/// What a continuous effect does to one object.
#[derive(Debug, Clone, PartialEq)]
pub enum Change {
    /// Plus.
    Pump(i32, i32),
    /// Has.
    Has(Keyword),
    /// Has an ability.
    Grant(&'static Ability),
    /// Is goaded (701.15b).
    Goaded,
    /// Is of these types, perhaps of this size.
    Types {
        /// The types.
        words: String,
        /// Instead of what it was, not besides (205.1a).
        instead: bool,
        /// The power and toughness.
        size: Option<(i32, i32)>,
    },
}

/// A permission to play a card from exile.
#[derive(Debug, Clone, PartialEq)]
pub struct Permission {
    /// The card.
    pub thing: Thing,
    /// Who may.
    pub who: Who,
    /// How long.
    pub until: Until,
    /// The turn in which it was given, as [`Field::turns`] counts.
    pub since: u32,
    /// Without paying its mana cost.
    pub free: bool,
}

/// A unit of mana in a pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unit {
    /// Its type.
    pub mana: Mana,
    /// Only for creature spells.
    pub creatures_only: bool,
    /// From a snow source.
    pub snow: bool,
    /// What triggers when it is spent, as a number in [`Field::riders`].
    pub rider: Option<u16>,
}

impl Unit {
    /// Mana of which nothing else is said.
    pub const fn of(mana: Mana) -> Self {
        Self { mana, creatures_only: false, snow: false, rider: None }
    }
}

/// What triggers when some mana is spent (106.6).
#[derive(Debug, Clone, PartialEq)]
pub struct Rider {
    /// What made the mana.
    pub source: Thing,
    /// Who controlled it.
    pub controller: Who,
    /// The triggered ability.
    pub ability: &'static Ability,
}

/// A spell that was cast this turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spoken {
    /// By whom.
    pub who: Who,
    /// Which print.
    pub print: u16,
    /// Its colours.
    pub colours: Colours,
}

/// Spells of yours that are counted as they are cast, because somebody asks for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tally {
    /// Which prints are counted.
    pub prints: Arc<[bool]>,
    /// By which way they are cast, as a step of a case says it; `None`: by any.
    pub via: Option<String>,
    /// How many were cast since the game began.
    pub count: i32,
}

impl Tally {
    /// A spell has been cast; `via` is `None` where its mana cost was paid.
    pub fn note(&mut self, print: u16, via: Option<&str>) {
        let so = self.via.as_deref().is_none_or(|wanted| wanted == via.unwrap_or("mana cost"));
        self.count += i32::from(so && self.prints[print as usize]);
    }
}

/// What happened this turn to or by one player.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ThisTurn {
    /// Cards drawn.
    pub drawn: i32,
    /// Cards drawn in this draw step.
    pub drawn_in_step: i32,
    /// A permanent of theirs left the battlefield.
    pub left: bool,
    /// Lands played.
    pub lands: i32,
    /// Life gained.
    pub gained: i32,
    /// Cards discarded.
    pub discarded: i32,
    /// Searched the library.
    pub searched: bool,
}

/// Everything that a game of spells and permanents holds besides its zones.
#[expect(clippy::struct_excessive_bools, reason = "each is a state of its own")]
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Field {
    /// The last stamp given.
    pub clock: u32,
    /// When each object came to its zone.
    pub stamps: Vec<u32>,
    /// What each object is, as a number of the table's prints.
    pub prints: Vec<u16>,
    /// The owner of each object.
    pub owners: Vec<Option<Who>>,
    /// The objects that are no cards.
    pub others: Set<4>,
    /// The permanents, by object.
    pub permanents: ByObject<Permanent>,
    /// Which permanents do what.
    pub active: Active,
    /// The last is the top.
    pub stack: Vec<Arc<Item>>,
    /// Items that have left the stack this turn, for what still speaks of them (608.2h).
    pub gone: Vec<Arc<Item>>,
    /// The last that was known of permanents whose cards have entered anew since, for what speaks of them (608.2h).
    pub left: Vec<(Obj, Permanent)>,
    /// What is entering now (614.13).
    pub entering: Row,
    /// Something triggered in the cleanup step (514.3a).
    pub cleanup_again: bool,
    /// Triggers that wait.
    pub waiting: Vec<Waiting>,
    /// Delayed triggers.
    pub delayed: Vec<Delayed>,
    /// Continuous effects.
    pub lasting: Vec<Lasting>,
    /// Permissions to play from exile.
    pub permissions: Vec<Permission>,
    /// Mana.
    pub pools: [Vec<Unit>; 2],
    /// What happened this turn.
    pub today: [ThisTurn; 2],
    /// Spells cast this turn.
    pub spoken: Vec<Spoken>,
    /// Spells of yours that are counted all game.
    pub tallies: Vec<Tally>,
    /// Spells cast since the game began.
    pub cast: [i32; 2],
    /// Spells cast this turn before the game was looked at, for storm.
    pub unspoken: [i32; 2],
    /// The cards drawn this turn that are still in hand.
    pub drawn: Vec<Thing>,
    /// A creature died this turn.
    pub morbid: bool,
    /// A card was put into exile this turn.
    pub exiled_today: bool,
    /// Items numbered so far.
    pub items: u32,
    /// Turns begun by anybody.
    pub turns: u32,
    /// Counters on players by kind (122.1).
    pub counters: [Vec<(String, i32)>; 2],
    /// What the mana in the pools makes trigger when it is spent (106.6), by the number that a unit has.
    pub riders: Vec<Rider>,
    /// Attackers have been declared in this combat phase.
    pub attacked: bool,
    /// The attacking permanents.
    pub attackers: Set<4>,
    /// How much more power and toughness a card has for good, whatever becomes of it.
    pub perpetual: Vec<(Obj, (i32, i32))>,
    /// The abilities that were activated this turn: by whom, and of what.
    pub activated: Vec<(Who, Thing)>,
    /// The top cards of the libraries, where players play with them revealed.
    pub revealed: [Option<Thing>; 2],
    /// Who has the initiative (726).
    pub initiative: Option<Who>,
    /// The dungeon of each player, with the number of the room in which the venture marker is (309.4).
    pub dungeons: [Option<(Thing, u8)>; 2],
    /// The commanders, cards that were in the command zone as the game began (903.3), each with its colour identity.
    pub commanders: Vec<(Obj, Colours)>,
    /// A loop has gone round so often that nobody takes up an offer any more.
    pub weary: bool,
    /// Extra turns.
    pub extra_turns: Vec<Who>,
    /// The zone of each card that is in the command zone or on the stack.
    pub command: Vec<Obj>,
    /// Another object would have been made, and there is no number left for it.
    pub overflowed: bool,
    /// Nothing has moved or changed since there was nothing to do for state-based actions (704.3).
    pub settled: bool,
    /// What came or changed since state-based actions last had nothing to do with it. Of the permanents all others are
    /// what is printed on them, unless something else changes them.
    pub unlooked: Set<4>,
    /// The permanents that came or changed since the last cleanup step: of no others anything ends there (514.2).
    pub marked: Set<4>,
    /// The permanents that may have something to untap or get used to in an untap step (502.3).
    pub turned: Set<4>,
}

impl Field {
    /// Puts something on top of the stack.
    pub fn push(&mut self, item: Item) {
        self.stack.push(Arc::new(item));
    }

    /// Something leaves the stack; it stays known this turn.
    pub fn pull(&mut self, id: u32) -> Option<Arc<Item>> {
        let at = self.stack.iter().rposition(|item| item.id == id)?;
        let item = self.stack.remove(at);
        self.gone.push(Arc::clone(&item));
        Some(item)
    }

    /// How many spells a player has cast this turn.
    pub fn spells(&self, who: Who) -> i32 {
        let cast = self.spoken.iter().filter(|spoken| spoken.who == who).count();
        cast as i32 + self.unspoken[who as usize]
    }

    /// Whether what objects are and do is the same until something moves: no continuous effect may come to another
    /// result, or end.
    #[inline]
    pub fn is_steady(&self) -> bool {
        self.lasting.is_empty() && !self.active.has(Role::Restless)
    }

    /// Before anything has moved: the cards of a table, and room for as many objects as its sets hold.
    pub fn new<const W: usize>(table: &Table<W>) -> Self {
        let room = 64 * W;
        let mut field = Self {
            stamps: vec![0; room],
            prints: vec![0; room],
            owners: vec![None; room],
            ..Self::default()
        };
        for (i, entry) in table.entries.iter().enumerate() {
            field.prints[i] = table.print_of[i];
            field.owners[i] = Some(entry.owner);
            field.clock += 1;
            field.stamps[i] = field.clock;
        }
        field
    }

    /// Makes it equal to `start`, of which it is a copy that was played with, copying only what is in use.
    pub fn reset(&mut self, start: &Self) {
        let Self {
            clock,
            stamps,
            prints,
            owners,
            others,
            permanents,
            active,
            stack,
            gone,
            left,
            entering,
            cleanup_again,
            waiting,
            delayed,
            lasting,
            permissions,
            pools,
            today,
            spoken,
            tallies,
            cast,
            unspoken,
            drawn,
            morbid,
            exiled_today,
            items,
            turns,
            counters,
            riders,
            attacked,
            attackers,
            perpetual,
            commanders,
            weary,
            extra_turns,
            command,
            activated,
            revealed,
            initiative,
            dungeons,
            overflowed,
            settled,
            unlooked,
            marked,
            turned,
        } = self;
        permanents.reset(&start.permanents);
        stamps.copy_from_slice(&start.stamps);
        prints.copy_from_slice(&start.prints);
        owners.copy_from_slice(&start.owners);
        *clock = start.clock;
        *others = start.others;
        *active = start.active;
        stack.clone_from(&start.stack);
        gone.clone_from(&start.gone);
        left.clone_from(&start.left);
        entering.clone_from(&start.entering);
        *cleanup_again = start.cleanup_again;
        waiting.clone_from(&start.waiting);
        delayed.clone_from(&start.delayed);
        lasting.clone_from(&start.lasting);
        permissions.clone_from(&start.permissions);
        pools.clone_from(&start.pools);
        today.clone_from(&start.today);
        spoken.clone_from(&start.spoken);
        // What is counted stays the same.
        for (tally, first) in tallies.iter_mut().zip(&start.tallies) {
            tally.count = first.count;
        }
        *cast = start.cast;
        *unspoken = start.unspoken;
        drawn.clone_from(&start.drawn);
        *morbid = start.morbid;
        *exiled_today = start.exiled_today;
        *items = start.items;
        *turns = start.turns;
        counters.clone_from(&start.counters);
        riders.clone_from(&start.riders);
        *attacked = start.attacked;
        *attackers = start.attackers;
        perpetual.clone_from(&start.perpetual);
        commanders.clone_from(&start.commanders);
        *weary = start.weary;
        extra_turns.clone_from(&start.extra_turns);
        command.clone_from(&start.command);
        activated.clone_from(&start.activated);
        revealed.clone_from(&start.revealed);
        initiative.clone_from(&start.initiative);
        dungeons.clone_from(&start.dungeons);
        *overflowed = start.overflowed;
        *settled = start.settled;
        *unlooked = start.unlooked;
        *marked = start.marked;
        *turned = start.turned;
    }

    /// Some objects, the oldest first.
    pub fn by_age(&self, objects: impl IntoIterator<Item = Obj>) -> Row {
        let age = |obj: Obj| u64::from(self.stamps[obj.index()]) << 8 | u64::from(obj.0);
        let mut row = Row::new();
        objects.into_iter().for_each(|obj| row.push(obj));
        if row.len() > 1 {
            row.sort_unstable_by_key(|&obj| age(obj));
        }
        row
    }

    /// An object has come to its zone now. The time of that.
    #[inline]
    pub fn stamp(&mut self, obj: Obj) -> u32 {
        self.settled = false;
        self.unlooked.insert_if(obj, true);
        self.tick(obj)
    }

    /// The same for a card that moves between zones off the battlefield, which is nothing to state-based actions.
    #[inline]
    pub fn tick(&mut self, obj: Obj) -> u32 {
        self.clock += 1;
        self.stamps[obj.index()] = self.clock;
        self.clock
    }

    /// A permanent, or the last that was known of it, to change it.
    #[inline]
    pub fn permanent_mut(&mut self, obj: Obj) -> &mut Permanent {
        self.settled = false;
        self.unlooked.insert_if(obj, true);
        self.marked.insert_if(obj, true);
        self.status_mut(obj)
    }

    /// A permanent enters. What was known of the one that its card was before is kept while something may speak of that.
    pub fn begin(&mut self, obj: Obj, permanent: Permanent) {
        let speaks = !(self.stack.is_empty() && self.waiting.is_empty());
        if speaks && self.permanents[obj].stamp != 0 {
            self.left.push((obj, self.permanents[obj].clone()));
        }
        *self.permanent_mut(obj) = permanent;
    }

    /// The permanent that something is, or the last that was known of it (608.2h).
    pub fn known(&self, thing: Thing) -> &Permanent {
        let now = &self.permanents[thing.obj];
        if now.stamp <= thing.stamp {
            return now;
        }
        let before = self.left.iter().filter(|(obj, left)| *obj == thing.obj && left.stamp <= thing.stamp);
        before.max_by_key(|(_, left)| left.stamp).map_or(now, |(_, left)| left)
    }

    /// The same to change what is nothing to state-based actions.
    #[inline]
    pub fn status_mut(&mut self, obj: Obj) -> &mut Permanent {
        self.turned.insert_if(obj, true);
        self.permanents.touch(obj)
    }

    /// Gives a number to an object that is no card.
    pub fn add(&mut self, obj: Obj, print: u16, owner: Who) {
        self.others.insert(obj);
        self.prints[obj.index()] = print;
        self.owners[obj.index()] = Some(owner);
    }

    /// An object that is no card ceases to exist: whatever speaks of it finds it no more (111.8).
    pub fn remove(&mut self, obj: Obj) {
        self.stamp(obj);
        self.others.remove(obj);
        self.owners[obj.index()] = None;
    }

    /// Turns the other face of a permanent up (701.27a).
    pub fn transform(&mut self, obj: Obj, prints: &[Print]) {
        let print = |field: &Self| usize::from(field.print_number(obj, prints, || true));
        let front = print(self);
        self.permanent_mut(obj).transformed ^= true;
        let back = print(self);
        self.active.leave(obj, &prints[front]);
        self.active.enter(obj, &prints[back]);
    }

    /// Which print an object is; a permanent is what it copies, or its face that is up (707.2, 712.8).
    #[inline]
    pub fn print_number(&self, obj: Obj, prints: &[Print], on_battlefield: impl FnOnce() -> bool) -> u16 {
        let (own, permanent) = (self.prints[obj.index()], &self.permanents[obj]);
        if permanent.copies.is_none() && !permanent.transformed || !on_battlefield() {
            return own;
        }
        let face = if permanent.transformed { prints[usize::from(own)].back } else { None };
        permanent.copies.or(face).unwrap_or(own)
    }
}

/// How many counters of a kind there are.
pub fn counted(counters: &[(String, i32)], kind: &str) -> i32 {
    counters.iter().find(|(known, _)| known == kind).map_or(0, |(_, n)| *n)
}

/// Changes the number of counters of a kind; not below none.
pub fn count(counters: &mut Vec<(String, i32)>, kind: &str, by: i32) {
    if let Some((_, count)) = counters.iter_mut().find(|(known, _)| known == kind) {
        *count = count.saturating_add(by).max(0);
    } else if by > 0 {
        counters.push((kind.to_owned(), by));
    }
}
