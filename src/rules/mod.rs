//! L3: the rules. One verb a file; each branch cites its rule.

pub(crate) mod able;
mod act;
mod activate;
pub(crate) mod cast;
mod cast_trigger;
mod cleanup;
pub(crate) mod cost;
mod counters;
mod create;
mod deed;
mod discard;
mod draw;
mod draws;
mod dungeon;
mod enter;
mod event;
mod foresee;
mod happen;
mod lasting;
mod layers;
mod look;
mod mana;
mod mill;
mod modes;
pub(crate) mod moving;
mod mulligan;
mod note;
mod outlook;
pub(crate) mod pay;
pub(crate) mod permit;
mod player;
mod player_counters;
mod put;
pub(crate) mod query;
mod quiet;
mod reach;
mod search;
mod spend;
mod stack;
mod statics;
mod step;
mod taps;
mod target;
mod trigger;
mod turn;
mod types;
mod value;
mod watch;
mod win;

pub use deed::{Deed, What};
pub use note::{Log, NoLog, Note};
pub use player::{Aiming, Answer, Ask, Choice, Opening, Outlook, Picks, Player, Point, View};
pub use query::Context;

pub use crate::look::Look;

use act::things;

use crate::cardset::Set;
use crate::source::Source;
use crate::state::{Outcome, State, Who};
use crate::table::Table;
use crate::thing::{Aimed, Meant, Thing, Things};

/// One game being played: the state, who decides, where chance comes from, and who takes notes.
// What is called and not inlined gets its parts, never the whole: the compiler keeps them in registers then.
#[derive(Debug)]
pub struct Game<'g, const W: usize, P, S, L> {
    /// The cards.
    pub table: &'g Table<W>,
    /// The state, changed in place.
    pub state: &'g mut State<W>,
    /// Who decides.
    pub player: P,
    /// Where chance comes from.
    pub source: &'g mut S,
    /// Who takes notes.
    pub log: &'g mut L,
    /// What a source was planned to be tapped for, while it is.
    pub wanted_mana: Option<Wanted>,
}

/// What a source is tapped for where there is a choice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    /// The type.
    pub mana: Option<crate::mana::Mana>,
    /// All the mana that it is to make: what a choice for each mana goes by.
    pub made: Vec<crate::mana::Mana>,
    /// The sources of the effects on it, the first to apply first.
    pub order: Vec<crate::cardset::Obj>,
}

impl<const W: usize, P: Player<W>, S: Source, L: Log<W>> Game<'_, W, P, S, L> {
    /// The player, and what it may look at.
    #[inline(always)]
    fn ask(&mut self) -> (&mut P, View<'_, W>) {
        (&mut self.player, View::new(self.table, self.state))
    }

    /// Asks for a choice.
    fn answer(&mut self, who: Who, source: Option<Thing>, ask: &Ask<'_>) -> Answer {
        let (player, view) = self.ask();
        player.answer(view, who, source, ask)
    }

    /// Whether a player does what may be done.
    fn may(&mut self, who: Who, source: Thing) -> bool {
        let weary = self.state.field().is_some_and(|field| field.weary);
        !weary && self.answer(who, Some(source), &Ask::May) != Answer::Bool(false)
    }

    /// Tells a player of a choice with one possible answer, but for its order.
    fn only(&mut self, who: Who, source: Thing, all: &[Aimed]) -> Meant {
        let order = if self.player.is_told_all() {
            self.answer(who, Some(source), &Ask::Only(all)).picks()
        } else {
            Picks::new()
        };
        let in_order: Meant = order.into_iter().filter_map(|at| all.get(at).copied()).collect();
        if in_order.len() == all.len() { in_order } else { all.into() }
    }

    /// Some of these, by a player's choice.
    fn pick(
        &mut self,
        point: Point,
        (who, source): (Who, Thing),
        from: &[Aimed],
        (least, most): (usize, usize),
    ) -> Meant {
        let most = most.min(from.len());
        let least = least.min(most);
        if most == 0 || from.len() == least {
            return self.only(who, source, &from[..most]);
        }
        let at = self.answer(who, Some(source), &Ask::Some(point, from, least, most)).picks();
        at.into_iter().filter_map(|i| from.get(i).copied()).collect()
    }

    /// The same among objects of one zone.
    fn pick_of(
        &mut self,
        point: Point,
        (who, source): (Who, Thing),
        from: Set<W>,
        (least, most): (usize, usize),
    ) -> Things {
        let there = from.len() as usize;
        let settled = most.min(there) == 0 || there <= least.min(most);
        if !settled && let Some(chosen) = self.choose_of(who, Choice::Some(point), from, (least, most)) {
            return chosen;
        }
        let from: Meant = self.in_order(from).into_iter().map(|obj| Aimed::Thing(self.thing(obj))).collect();
        things(&self.pick(point, (who, source), &from, (least, most)))
    }

    /// What a player chooses of objects of one zone, where it does not need a list of them.
    fn choose_of(
        &mut self,
        who: Who,
        choice: Choice,
        from: Set<W>,
        (least, most): (usize, usize),
    ) -> Option<Things> {
        let there = from.len() as usize;
        let bounds = (least.min(there), most.min(there));
        let (player, view) = self.ask();
        let chosen = player.choose(view, who, choice, from, bounds)?;
        let mut things = Things::with_capacity(chosen.len());
        for &obj in &chosen {
            things.push(self.thing(obj));
        }
        Some(things)
    }

    /// Notes what happens among spells and permanents.
    #[inline(always)]
    pub(crate) fn tell(&mut self, deed: impl FnOnce() -> Deed) {
        self.note(|| Note::Deed(Box::new(deed())));
    }

    #[inline(always)]
    fn note(&mut self, note: impl FnOnce() -> Note<W>) {
        if L::ON {
            self.log.write(self.state, note());
        }
    }

    /// You would receive priority, or are asked something (117.3): state-based actions (704.3), then a moment of
    /// decision. Whether the game is over now.
    #[inline(always)]
    fn moment(&mut self) -> bool {
        self.state.attention && self.attend()
    }

    #[inline(always)]
    fn attend(&mut self) -> bool {
        state_based_actions(self.state, self.log);
        let (player, view) = self.ask();
        if view.state.outcome == Outcome::Open && player.moment(view) {
            self.state.outcome = Outcome::Stopped;
        }
        self.state.attention = self.player.watches();
        self.over()
    }

    /// Whether the game is over.
    #[inline(always)]
    pub fn over(&self) -> bool {
        self.state.outcome != Outcome::Open
    }
}

#[cold]
fn state_based_actions<const W: usize, L: Log<W>>(state: &mut State<W>, log: &mut L) {
    let mut lost = [false; 2];
    for who in Who::BOTH {
        let side = state.side_mut(who);
        let rule = match (side.life <= 0, side.failed_draw) {
            (true, _) => "704.5a",
            (false, true) => "704.5b",
            (false, false) => continue,
        };
        side.failed_draw = false;
        lost[who as usize] = true;
        if L::ON {
            log.write(state, Note::Lose(who, rule));
        }
    }
    state.outcome = match lost {
        [false, false] => state.outcome,
        // 104.4a
        [true, true] => Outcome::BothLost,
        [true, false] => Outcome::Lost,
        [false, true] => Outcome::Won,
    };
}
