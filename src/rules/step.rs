//! Going through a turn in a game of spells and permanents (500–514).

use super::moving::To;
use super::trigger::Happened;
use super::{Deed, Game, Log, Look, Note, Player, Point, What};
use crate::ability::{Keyword, Moment, Static, Until};
use crate::card::Types;
use crate::cardset::{Obj, Set};
use crate::field::Change;
use crate::permanent::Permanent;
use crate::roles::Role;
use crate::source::Source;
use crate::state::{Outcome, Step, Who, Zone};
use crate::thing::{Aimed, Thing, Things};

const ORDER: [Step; 8] =
    [Step::Untap, Step::Upkeep, Step::Draw, Step::Main, Step::Combat, Step::Main2, Step::End, Step::Cleanup];

/// More often than any game that ends leaves the stack no smaller while all players pass.
const MOST_GROWN: u32 = 1000;

/// After so often nobody takes up an offer any more: a loop that goes on by somebody's choice ends by a choice (732.3).
const WEARY_AFTER: u32 = 500;

impl<const W: usize, P: Player<W>, S: Source, L: Log<W>> Game<'_, W, P, S, L> {
    /// Resolves everything on the stack, as all players pass.
    pub(crate) fn resolve_all(&mut self) {
        let mut grown = 0;
        while !self.field().stack.is_empty() && !self.over() {
            self.resolve_one(&mut grown);
        }
        self.field_mut().weary = false;
    }

    /// Resolves the top of the stack. `grown` counts how often that left the stack no smaller: in a loop that never
    /// stops it does so again and again. First what may be done is not done any more; a loop that goes on all the same
    /// has only mandatory actions, and ends the game as a draw (104.4b).
    pub(crate) fn resolve_one(&mut self, grown: &mut u32) {
        let before = self.field().stack.len();
        self.resolve_top();
        self.settle_down();
        *grown += u32::from(self.field().stack.len() >= before);
        self.field_mut().weary = *grown > WEARY_AFTER;
        if *grown > MOST_GROWN && !self.over() {
            self.tell(|| Deed::of(What::DrawGame("104.4b"), Who::You));
            self.state.outcome = Outcome::Drawn;
        }
    }

    /// Goes on to a later step of this turn; what triggers there waits.
    pub(crate) fn go_to(&mut self, step: Step) -> Result<(), String> {
        let at = |step: Step| ORDER.iter().position(|&s| s == step).unwrap_or(0);
        if at(step) <= at(self.state.step) {
            return Err("that step of this turn is past".to_owned());
        }
        while self.state.step != step && !self.over() {
            self.resolve_all();
            self.end_step();
            let next = ORDER[at(self.state.step) + 1];
            self.begin_step(next);
        }
        Ok(())
    }

    /// Goes on to the next turn of a player, to its main phase.
    pub(crate) fn go_to_turn(&mut self, who: Who) {
        for _ in 0..100 {
            if self.over() {
                return;
            }
            while self.state.step != Step::Cleanup && !self.over() {
                self.resolve_all();
                self.end_step();
                let at = ORDER.iter().position(|&s| s == self.state.step).unwrap_or(0);
                self.begin_step(ORDER[at + 1]);
            }
            // 514.3a
            let mut bound = 0;
            while self.cleanup_goes_on() && !self.over() && bound < 100 {
                self.resolve_all();
                self.begin_step(Step::Cleanup);
                bound += 1;
            }
            if self.over() {
                return;
            }
            self.end_step();
            self.end_turn();
            let next = self.field_mut().extra_turns.pop().unwrap_or(self.state.active.other());
            self.begin_turn(next);
            while self.state.step != Step::Main && !self.over() {
                self.resolve_all();
                self.end_step();
                let at = ORDER.iter().position(|&s| s == self.state.step).unwrap_or(0);
                self.begin_step(ORDER[at + 1]);
            }
            if next == who {
                return;
            }
        }
    }

    /// A turn begins, with its untap step.
    pub(crate) fn begin_turn(&mut self, who: Who) {
        self.state.active = who;
        if who == Who::You {
            self.state.turn = self.state.turn.saturating_add(1);
        }
        let field = self.field_mut();
        field.lasting.retain(|l| l.until != (Until::YourNextTurn, who));
        field.turns += 1;
        field.activated.clear();
        field.today = Default::default();
        field.spoken.clear();
        field.unspoken = [0; 2];
        field.morbid = false;
        field.exiled_today = false;
        field.gone.clear();
        field.left.clear();
        field.drawn.clear();
        self.note(|| Note::Turn(who));
        self.begin_step(Step::Untap);
    }

    /// A turn is over.
    pub(crate) fn end_turn(&mut self) {
        let (turns, active) = (self.field().turns, self.state.active);
        self.field_mut().permissions.retain(|p| match p.until {
            Until::EndOfTurn => false,
            Until::YourNextTurn => p.who == active || p.since == turns,
            Until::EndOfYourNextTurn => p.who != active || p.since == turns,
            Until::Forever => true,
        });
    }

    /// A step is over; combat damage is dealt where it was not.
    #[inline]
    pub(crate) fn end_step(&mut self) {
        if self.state.step == Step::Combat {
            self.finish_combat();
        }
        // 106.4, 500.5
        let field = self.field_mut();
        field.pools.iter_mut().for_each(Vec::clear);
        field.riders.clear();
    }

    /// What was not done of a combat phase is.
    fn finish_combat(&mut self) {
        if !self.field().attacked {
            // 508.1d: where nobody is declared only those attack that must.
            let forced = self.must_attack(self.state.active);
            self.declare(&forced);
            self.settle_down();
            self.resolve_all();
        }
        for first in [true, false] {
            self.strike(first);
        }
        self.resolve_all();
        self.end_combat();
    }

    /// A step begins: what happens in it by itself, and what triggers.
    pub(crate) fn begin_step(&mut self, step: Step) {
        self.state.step = step;
        let who = self.state.active;
        self.tell(|| Deed::of(What::Step(step), who));
        match step {
            Step::Untap => {
                let there = self.state.zone(who, Zone::Battlefield) & self.field().turned.resized();
                if L::ON {
                    for obj in self.by_age(there.into_iter().collect()) {
                        self.untap_in_step(obj);
                    }
                } else {
                    // Only a log sees the order.
                    there.into_iter().for_each(|obj| self.untap_in_step(obj));
                }
            }
            Step::Upkeep => {
                self.initiative_in_upkeep(who);
                self.happened(&Happened::Step(Moment::Upkeep));
            }
            Step::Draw => {
                self.field_mut().today[who as usize].drawn_in_step = 0;
                let skipped =
                    self.skips_draw(who) || self.has_static(who, |s| matches!(s, Static::SkipDrawStep));
                if !skipped {
                    self.draws(who, 1, &mut Things::new());
                    self.happened(&Happened::Step(Moment::Draw));
                }
            }
            Step::Main => {
                self.radiate(who);
                self.happened(&Happened::Step(Moment::FirstMain));
            }
            Step::Combat => {
                self.field_mut().attacked = false;
                self.happened(&Happened::Step(Moment::Combat));
            }
            Step::End => self.happened(&Happened::Step(Moment::End)),
            Step::Cleanup => {
                let most = self.most_in_hand(who);
                let over = (self.state.zone(who, Zone::Hand).len() as usize).saturating_sub(most);
                if over > 0 {
                    let source = Thing { obj: Obj(0), stamp: 0 };
                    let hand = self.state.zone(who, Zone::Hand);
                    let gone = self.pick_of(Point::Discard, (who, source), hand, (over, over));
                    self.discard_things(who, &gone);
                }
                // 514.2
                self.field_mut().lasting.retain(|l| l.until.0 != Until::EndOfTurn);
                for obj in self.both(Zone::Battlefield) & self.field().marked.resized() {
                    let Permanent { damage, deathtouched, shields, .. } = *self.permanent(obj);
                    if damage != 0 || deathtouched || shields != 0 {
                        let permanent = self.permanent_mut(obj);
                        permanent.damage = 0;
                        permanent.deathtouched = false;
                        permanent.shields = 0;
                    }
                }
                self.field_mut().marked = Set::EMPTY;
            }
            Step::Mulligans | Step::Main2 => {}
        }
        self.settle_down();
        self.field_mut().cleanup_again = step == Step::Cleanup && !self.field().stack.is_empty();
    }

    /// A permanent untaps in its controller's untap step, unless something holds it (502.3).
    fn untap_in_step(&mut self, obj: Obj) {
        let Permanent { tapped, sick, frozen, .. } = *self.permanent(obj);
        if !(tapped || sick || frozen) {
            self.field_mut().turned.remove(obj);
            return;
        }
        let held = self.permanent(obj).notes.held.iter().any(|&(holder, who)| {
            self.same(holder) && self.on_battlefield(holder.obj) && self.controller(holder.obj) == who
        });
        let stays = held
            || frozen
            || tapped
                && (self.identity(obj).has(Keyword::DoesntUntap) || self.stays_stunned(self.thing(obj)));
        if tapped && !stays {
            let (who, thing) = (self.state.active, self.thing(obj));
            self.tell(|| Deed::of(What::UntapStep, who).things(&[thing]));
        }
        let permanent = self.status_mut(obj);
        permanent.sick = false;
        permanent.frozen = false;
        permanent.tapped &= stays;
        if !permanent.tapped {
            self.field_mut().turned.remove(obj);
        }
    }

    /// Whether nothing happens in a step by itself but for draws, unless something is heard at it: nothing waits for it.
    /// A log wants to be told of every step.
    pub(crate) fn is_quiet(&self) -> bool {
        let field = self.field();
        !L::ON
            && field.stack.is_empty()
            && field.delayed.is_empty()
            && field.initiative.is_none()
            && field.counters.iter().all(Vec::is_empty)
            && self.is_settled()
    }

    /// Whether there is another cleanup step after this one (514.3a).
    pub(crate) fn cleanup_goes_on(&self) -> bool {
        self.field().cleanup_again || !self.field().stack.is_empty()
    }

    /// Whether nothing is on the stack.
    pub(crate) fn stack_is_empty(&self) -> bool {
        self.field().stack.is_empty()
    }

    fn most_in_hand(&self, who: Who) -> usize {
        if !self.field().active.has(Role::Static) {
            return 7;
        }
        let limits = self.statics().into_iter().filter(|(source, _)| self.controller(*source) == who);
        limits
            .filter_map(|(_, a)| if let Static::MaxHand(n) = *a { Some(usize::from(n)) } else { None })
            .last()
            .unwrap_or(7)
    }

    pub(crate) fn has_static_of_anyone(&self, such: impl Fn(&Static) -> bool) -> bool {
        self.is_any_static(|_, what| such(what))
    }

    pub(crate) fn has_static(&self, who: Who, such: impl Fn(&Static) -> bool) -> bool {
        self.is_any_static(|source, what| such(what) && self.controller(source) == who)
    }

    /// Declares attackers (508).
    pub(crate) fn attack(&mut self, who: Who, attackers: &[Thing]) -> Result<(), String> {
        if self.state.active != who || !matches!(self.state.step, Step::Main | Step::Combat) {
            return Err("attackers are declared in the combat phase of one's own turn (508.1)".to_owned());
        }
        if self.state.step == Step::Main {
            self.go_to(Step::Combat)?;
            self.resolve_all();
        }
        if self.field().attacked {
            return Err("attackers have been declared in this combat (508.1)".to_owned());
        }
        if let Some(thing) = attackers.iter().find(|thing| self.controller(thing.obj) != who) {
            return Err(format!(
                "{} is not under that player's control (508.1a)",
                self.print(thing.obj).name
            ));
        }
        if let Some(thing) = attackers.iter().find(|thing| !self.can_attack(thing.obj)) {
            return Err(format!("{} cannot attack (508.1a)", self.print(thing.obj).name));
        }
        if let Some(thing) = self.must_attack(who).into_iter().find(|thing| !attackers.contains(thing)) {
            return Err(format!("{} must attack (508.1d)", self.print(thing.obj).name));
        }
        self.declare(attackers);
        Ok(())
    }

    /// Whether a player may have a creature.
    pub(crate) fn has_creature(&self, who: Who) -> bool {
        let steady = self.field().is_steady();
        let there = self.state.zone(who, Zone::Battlefield);
        there.into_iter().any(|obj| !steady || self.print(obj).types.has(Types::CREATURE))
    }

    /// The creatures that must attack, and can (508.1d).
    pub(crate) fn must_attack(&self, who: Who) -> Vec<Thing> {
        let field = self.field();
        if field.is_steady() && !field.active.has(Role::Charges) {
            return Vec::new();
        }
        let mut all = self.cards_in(who, Zone::Battlefield);
        all.retain(|&mut obj| {
            let thing = self.thing(obj);
            let goaded = self.field().lasting.iter().any(|l| l.thing == thing && l.change == Change::Goaded);
            (goaded || self.identity(obj).has(Keyword::MustAttack)) && self.can_attack(obj)
        });
        all.into_iter().map(|obj| self.thing(obj)).collect()
    }

    /// The same of creatures that can attack, among them those that must.
    pub(crate) fn declare(&mut self, attackers: &[Thing]) {
        debug_assert!(attackers.iter().all(|thing| self.can_attack(thing.obj)));
        self.field_mut().attacked = true;
        self.tell_about(What::Attack, attackers);
        for thing in attackers {
            let vigilant = self.identity(thing.obj).has(Keyword::Vigilance);
            self.field_mut().attackers.insert(thing.obj);
            if !vigilant {
                // 508.1f
                self.became_tapped(*thing);
            }
        }
        for thing in attackers {
            self.happened(&Happened::Attacks(*thing));
        }
    }

    /// Whether a permanent could be declared as an attacker of its controller (508.1a).
    pub(crate) fn can_attack(&self, obj: Obj) -> bool {
        !self.permanent(obj).tapped && self.attacks_as(obj, &self.identity(obj))
    }

    /// Whether a permanent that is not tapped could attack, being that.
    pub(super) fn attacks_as(&self, obj: Obj, look: &Look) -> bool {
        look.creature()
            && !look.has(Keyword::Defender)
            && (!self.permanent(obj).sick || look.has(Keyword::Haste))
    }

    /// Whether anything may come of an attack: it deals damage, or something may wait for creatures that attack.
    pub(crate) fn gains_by_attacking(&self, thing: Thing) -> bool {
        let field = self.field();
        !field.is_steady() || field.active.has(Role::Attacks) || self.size(thing.obj).0 > 0
    }

    /// The attackers deal their damage, those with first strike, or the others (510). Whether any did.
    pub(crate) fn strike(&mut self, first: bool) -> bool {
        if self.field().attackers.is_empty() {
            return false;
        }
        let strikes = |obj: &Obj| {
            let look = self.identity(*obj);
            // 510.4
            let strikes_first = || look.has(Keyword::FirstStrike) || look.has(Keyword::DoubleStrike);
            if first { strikes_first() } else { !look.has(Keyword::FirstStrike) }
        };
        let there = self.field().attackers & self.both(Zone::Battlefield).resized();
        let strikers = self.field().by_age(there.into_iter().filter(strikes));
        if strikers.is_empty() {
            return false;
        }
        let strike = |obj| (self.thing(obj), Aimed::Player(self.controller(obj).other()), self.size(obj).0);
        let batch: Vec<(Thing, Aimed, i32)> = strikers.into_iter().map(strike).collect();
        self.damage(&batch, true, false);
        self.settle_down();
        true
    }

    /// Nothing attacks any more (511.3).
    pub(crate) fn end_combat(&mut self) {
        self.field_mut().attackers = Set::EMPTY;
    }

    /// Puts objects somewhere to begin with; nothing enters.
    pub fn place(&mut self, obj: Obj, who: Who, zone: Option<Zone>) {
        let thing = self.thing(obj);
        let to = match zone {
            Some(Zone::Battlefield) => To::Battlefield(who, false),
            Some(zone) => To::Zone(zone),
            None => To::Command,
        };
        self.move_with(&[thing], to, &super::moving::Entry { silent: true, ..Default::default() });
    }
}
