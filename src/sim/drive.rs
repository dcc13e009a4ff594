//! A turn of a game of spells and permanents, as a line plays it: who has priority when, and what is done with it.

use crate::line::LinePlayer;
use crate::line::action::Phase;
use crate::line::player::Attackers;
use crate::rules::{Game, Log};
use crate::source::Source;
use crate::state::{Outcome, Step, Who, Zone};

/// More actions than any turn that ends has.
const MOST_ACTIONS: u32 = 5000;
/// More cleanup steps than any turn that ends has (514.3a).
const MOST_CLEANUPS: u32 = 100;

/// The steps of a turn after the untap step, each with what is done in it of your own accord (500.1).
const STEPS: [(Step, Option<Phase>); 6] = [
    (Step::Upkeep, Some(Phase::Upkeep)),
    (Step::Draw, None),
    (Step::Main, Some(Phase::Main)),
    (Step::Combat, Some(Phase::Combat)),
    (Step::Main2, Some(Phase::Main)),
    (Step::End, Some(Phase::End)),
];

/// Why a game cannot be played to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Trouble {
    /// It needs more objects than there are.
    Overflow,
    /// This action is legal again and again.
    Endless(usize),
    /// An action that seemed legal was not: the game must be played again, trying each action on a copy.
    Misjudged,
}

/// The bookkeeping of a line's actions in one game.
#[derive(Debug)]
pub(super) struct Drive {
    /// How often each action was taken this turn.
    pub taken: Vec<u32>,
    /// How many actions were taken this turn.
    actions: u32,
    /// Nothing has happened since no action of the main phases was legal, but what they ask about stays as it was.
    idle: bool,
    /// Whether each action is tried on a copy of the game.
    pub careful: bool,
    /// Why the game is over before its end.
    pub trouble: Option<Trouble>,
    /// Where somebody compares what is judged with what is tried: how many actions were legal, and which are misjudged.
    #[cfg(test)]
    pub compared: Option<(usize, Vec<String>)>,
}

impl Drive {
    /// Of a line with so many actions.
    pub fn new(actions: usize) -> Self {
        Self {
            taken: vec![0; actions],
            actions: 0,
            idle: false,
            careful: false,
            trouble: None,
            #[cfg(test)]
            compared: None,
        }
    }

    /// Before another game.
    pub fn reset(&mut self) {
        self.trouble = None;
    }

    fn begin_turn(&mut self) {
        self.taken.fill(0);
        self.actions = 0;
        self.idle = false;
    }
}

impl<const W: usize, const PLAIN: bool, S: Source, L: Log<W>> Game<'_, W, LinePlayer<'_, W, PLAIN>, S, L> {
    /// Plays a whole turn of `who`, or up to where the game ends. Whether the game is over.
    pub(super) fn whole_turn(&mut self, who: Who, drive: &mut Drive) -> bool {
        drive.begin_turn();
        self.begin_turn(who);
        self.end_step();
        // Whether nothing waits for a step, and whether anything may be heard at one; a step that passes by changes
        // nothing of that.
        let mut quiet = None;
        let passes = |game: &Self, step: Step, quiet: &mut Option<(bool, bool)>| {
            let known = || (!game.state.attention && game.is_quiet(), game.hears_of_steps());
            let (quiet, hears) = *quiet.get_or_insert_with(known);
            quiet && !(hears && game.is_heard_at(step))
        };
        for (step, phase) in STEPS {
            if self.is_idle(step, phase, drive) && passes(self, step, &mut quiet) {
                self.state.step = step;
                continue;
            }
            quiet = None;
            self.begin_step(step);
            self.priority(phase, drive);
            if step == Step::Combat && !self.ended(drive) {
                self.combat(who, drive);
            }
            if self.ended(drive) {
                return true;
            }
            self.end_step();
        }
        self.begin_step(Step::Cleanup);
        let mut cleanups = 0;
        while self.cleanup_goes_on() && !self.ended(drive) && cleanups < MOST_CLEANUPS {
            self.priority(None, drive);
            self.begin_step(Step::Cleanup);
            cleanups += 1;
        }
        if !self.ended(drive) {
            self.end_step();
            self.end_turn();
            self.look_up();
        }
        self.ended(drive)
    }

    /// Whether nobody does anything in a step unless something happens in it.
    fn is_idle(&self, step: Step, phase: Option<Phase>, drive: &Drive) -> bool {
        let yours = self.state.active == Who::You;
        let policy = self.player.policy;
        match step {
            Step::Main => !yours,
            Step::Main2 => drive.idle || !yours,
            Step::Upkeep | Step::End | Step::Combat
                if yours && phase.is_some_and(|phase| policy.acts.has(phase)) =>
            {
                false
            }
            Step::Upkeep | Step::End => true,
            Step::Combat => {
                let likes = yours && !matches!(policy.attack, Attackers::None);
                !(likes && self.has_creature(Who::You)) && self.must_attack(self.state.active).is_empty()
            }
            Step::Mulligans | Step::Untap | Step::Draw | Step::Cleanup => false,
        }
    }

    /// Whose turn comes next; nobody has none.
    pub(super) fn next_turn(&mut self, who: Who) -> Who {
        let extra = self.state.field_mut().and_then(|field| field.extra_turns.pop());
        let next = extra.unwrap_or(who.other());
        if self.table.absent { Who::You } else { next }
    }

    fn ended(&self, drive: &Drive) -> bool {
        self.over() || drive.trouble.is_some()
    }

    /// A moment of decision: the line's `stop` may end the game.
    fn look_up(&mut self) {
        if self.state.attention {
            self.settle_down();
            if self.state.outcome == Outcome::Open {
                let mut player = self.player.clone();
                let stops = player.moment_of(self.prospect());
                self.player = player;
                if stops {
                    self.state.outcome = Outcome::Stopped;
                }
            }
            self.state.attention = self.player.is_watching();
        }
    }

    /// Players have priority until all pass with an empty stack (117). `phase`: what you do in your own turn then.
    fn priority(&mut self, phase: Option<Phase>, drive: &mut Drive) {
        let mut grown = 0;
        loop {
            // What triggered was put on the stack as the step began, or as the last of it resolved.
            self.look_up();
            if self.state.field().is_some_and(|field| field.overflowed) {
                drive.trouble = Some(Trouble::Overflow);
            }
            if self.ended(drive) {
                return;
            }
            #[cfg(test)]
            if let Some(compared) = &mut drive.compared {
                self.compare(compared);
            }
            let waiting = !self.stack_is_empty();
            let yours = phase.filter(|_| self.state.active == Who::You);
            let phase = if waiting { Some(Phase::Response) } else { yours };
            let useless = phase == Some(Phase::Main) && drive.idle;
            if phase.is_some_and(|phase| !useless && self.take(phase, drive)) {
                drive.idle = false;
                self.settle_down();
                continue;
            }
            if !waiting || drive.trouble.is_some() {
                drive.idle |= phase == Some(Phase::Main);
                return;
            }
            drive.idle = false;
            self.resolve_one(&mut grown);
        }
    }

    /// Takes the first action of a phase that is legal and whose condition holds. Whether there was one.
    fn take(&mut self, phase: Phase, drive: &mut Drive) -> bool {
        let policy = self.player.policy;
        let mut most = None;
        for (number, act) in policy.acts.near(phase, self.in_reach(phase)) {
            if drive.taken[number] >= act.times || self.is_vain(act, &mut most) {
                continue;
            }
            if !self.player.holds(act.when.as_deref(), self.prospect(), true) {
                continue;
            }
            if self.do_act(act, drive) {
                drive.taken[number] += 1;
                drive.actions += 1;
                if drive.actions > MOST_ACTIONS {
                    drive.trouble = Some(Trouble::Endless(number));
                }
                return true;
            }
        }
        false
    }

    /// Attackers are declared, and deal damage (508 to 511).
    fn combat(&mut self, who: Who, drive: &mut Drive) {
        let policy = self.player.policy;
        let attacks = who == Who::You
            && match &policy.attack {
                Attackers::All => true,
                Attackers::None => false,
                Attackers::When(test) => test.holds(self.prospect(), self.player.memory),
            };
        let there = self.state.zone(who, Zone::Battlefield).into_iter();
        let attackers: Vec<_> = if attacks {
            let must = self.must_attack(who);
            let all = there.filter(|&obj| self.can_attack(obj)).map(|obj| self.thing(obj));
            all.filter(|thing| self.gains_by_attacking(*thing) || must.contains(thing)).collect()
        } else {
            self.must_attack(who)
        };
        if attackers.is_empty() {
            return;
        }
        self.declare(&attackers);
        drive.idle = false;
        self.settle_down();
        self.priority(None, drive);
        for first in [true, false] {
            if !self.ended(drive) && self.strike(first) {
                self.priority(None, drive);
            }
        }
        self.end_combat();
    }
}
