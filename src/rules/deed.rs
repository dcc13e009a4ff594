//! What happens in a game of spells and permanents, for its log.

use super::{Game, Log, Player};
use crate::ability::Place;
use crate::mana::Mana;
use crate::source::Source;
use crate::state::{Step, Who};
use crate::thing::{Aimed, Thing};

/// A kind of event, with the word for it in a log and the rule by which it happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    /// A step begins.
    Step(Step),
    /// An extra turn is to come.
    ExtraTurn,
    /// A land is played.
    Play,
    /// A card is put on the stack to be cast.
    Announce,
    /// Modes of a spell are chosen, which follow by their numbers.
    Modes,
    /// A spell has been cast.
    Cast,
    /// An ability has been activated.
    Activate,
    /// A triggered ability is put on the stack.
    Trigger,
    /// A spell or ability begins to resolve.
    Resolve,
    /// It has resolved. No event: only what follows has another cause.
    Resolved,
    /// An ability of these begins to be activated and paid for. No event either.
    Activating,
    /// All its targets are illegal: it does not resolve.
    Fizzle,
    /// Its condition does not hold any more: it does nothing.
    Lapse,
    /// A spell is countered.
    Counter,
    /// A spell is copied.
    Copy,
    /// A card is drawn.
    Draw,
    /// A draw from an empty library.
    FailedDraw,
    /// A draw is replaced by dredging.
    Dredge,
    /// Cards are milled.
    Mill,
    /// Cards are discarded.
    Discard,
    /// Cards are looked at, these go to the bottom.
    Scry,
    /// Cards are looked at, these go to the graveyard.
    Surveil,
    /// A library is searched, and these found.
    Search,
    /// A player takes the initiative.
    Initiative,
    /// A player ventures into a room.
    Venture,
    /// The other face of a permanent is turned up.
    Transform,
    /// Cards are revealed to all players.
    Reveal,
    /// Cards are looked at by one player.
    Look,
    /// Objects enter the battlefield.
    Enter,
    /// Permanents die.
    Die,
    /// Objects are exiled.
    Exile,
    /// Objects go from zone to zone otherwise.
    Move,
    /// A token has left the battlefield and is no more.
    Cease,
    /// A permanent is sacrificed.
    Sacrifice,
    /// A permanent is destroyed.
    Destroy,
    /// A permanent is regenerated instead.
    Regenerate,
    /// Two creatures fight.
    Fight,
    /// A creature attacks.
    Attack,
    /// Permanents are tapped.
    Tap,
    /// Permanents are untapped.
    Untap,
    /// Permanents are untapped as the turn begins.
    UntapStep,
    /// Damage is dealt.
    Damage,
    /// A player gains life.
    GainLife,
    /// A player loses life.
    LoseLife,
    /// Mana is added.
    Mana,
    /// Tokens are created.
    Token,
    /// Counters are put on a permanent.
    PutCounters,
    /// Counters are removed from a permanent.
    RemoveCounters,
    /// An effect replaces an event.
    Replace,
    /// A state-based action puts a permanent into the graveyard, by this rule.
    StateBased(&'static str),
    /// A player wins by an effect.
    Win,
    /// A player loses by an effect.
    LoseGame,
    /// A coin is flipped; the amount is 1 where it is won.
    Flip,
    /// The game is a draw: both lose, or a loop of mandatory actions.
    DrawGame(&'static str),
}

impl What {
    /// The word for it, and its rule.
    pub const fn name_and_rule(self) -> (&'static str, &'static str) {
        match self {
            Self::Step(step) => ("step", rule_of(step)),
            Self::ExtraTurn => ("extra_turn", "500.7"),
            Self::Play => ("play", "305.1"),
            Self::Announce => ("announce", "601.2a"),
            Self::Modes => ("modes", "700.2"),
            Self::Cast => ("cast", "601.2i"),
            Self::Activate => ("activate", "602.2b"),
            Self::Trigger => ("trigger", "603.3"),
            Self::Resolve => ("resolve", "608.2"),
            Self::Resolved => ("resolved", "608.2n"),
            Self::Activating => ("activating", "602.2a"),
            Self::Fizzle => ("no_legal_target", "608.2b"),
            Self::Lapse => ("condition_fails", "603.4"),
            Self::Counter => ("counter", "701.6a"),
            Self::Copy => ("copy", "707.10"),
            Self::Draw => ("draw", "121.1"),
            Self::FailedDraw => ("failed_draw", "121.4"),
            Self::Dredge => ("dredge", "702.52a"),
            Self::Mill => ("mill", "701.17a"),
            Self::Discard => ("discard", "701.9a"),
            Self::Scry => ("scry", "701.22a"),
            Self::Surveil => ("surveil", "701.25a"),
            Self::Search => ("search", "701.23a"),
            Self::Initiative => ("initiative", "726.3"),
            Self::Venture => ("venture", "701.49b"),
            Self::Transform => ("transform", "701.27a"),
            Self::Reveal => ("reveal", "701.20a"),
            Self::Look => ("look", "701.20e"),
            Self::Enter => ("enter", "603.6a"),
            Self::Die => ("die", "700.4"),
            Self::Exile => ("exile", "701.13a"),
            Self::Move => ("move", "400.7"),
            Self::Cease => ("cease", "704.5d"),
            Self::Sacrifice => ("sacrifice", "701.21a"),
            Self::Destroy => ("destroy", "701.8a"),
            Self::Regenerate => ("regenerate", "701.19a"),
            Self::Fight => ("fight", "701.14a"),
            Self::Attack => ("attack", "508.1"),
            Self::Tap => ("tap", "701.26a"),
            Self::Untap => ("untap", "701.26b"),
            Self::UntapStep => ("untap", "502.3"),
            Self::Damage => ("damage", "120.3"),
            Self::GainLife => ("gain_life", "119.3"),
            Self::LoseLife => ("lose_life", "119.3"),
            Self::Mana => ("mana", "106.4"),
            Self::Token => ("token", "701.7a"),
            Self::PutCounters => ("put_counters", "122.1"),
            Self::RemoveCounters => ("remove_counters", "122.1"),
            Self::Replace => ("replace", "614.6"),
            Self::StateBased(rule) => ("state_based", rule),
            Self::Win => ("win", "104.2b"),
            Self::LoseGame => ("lose_game", "104.3e"),
            Self::Flip => ("flip", "705.1"),
            Self::DrawGame(rule) => ("draw_game", rule),
        }
    }

    /// Whether objects change zones by it, and nothing else is said.
    pub const fn is_move(self) -> bool {
        matches!(self, Self::Enter | Self::Die | Self::Exile | Self::Move | Self::Announce)
    }
}

const fn rule_of(step: Step) -> &'static str {
    match step {
        Step::Mulligans => "103.5",
        Step::Untap => "502.1",
        Step::Upkeep => "503.1",
        Step::Draw => "504.1",
        Step::Main | Step::Main2 => "505.1",
        Step::Combat => "506.1",
        Step::End => "513.1",
        Step::Cleanup => "514.1",
    }
}

/// One event.
#[derive(Debug, Clone, PartialEq)]
pub struct Deed {
    /// What happens.
    pub what: What,
    /// Whom it concerns: who does it, or whose objects they are.
    pub who: Who,
    /// The objects that it is about, in their order.
    pub objects: Vec<Aimed>,
    /// What it is aimed at.
    pub targets: Vec<Aimed>,
    /// A number: cards asked for, damage, life, counters, X.
    pub amount: Option<i32>,
    /// Where the objects were.
    pub from: Option<Place>,
    /// Where they are now.
    pub to: Option<Place>,
    /// More, by its name: `("counter", "+1/+1")`, `("mana", "{U}")`, `("via", "escape")`.
    pub more: Option<(&'static str, String)>,
}

impl Deed {
    /// Of a player.
    pub const fn of(what: What, who: Who) -> Self {
        Self {
            what,
            who,
            objects: Vec::new(),
            targets: Vec::new(),
            amount: None,
            from: None,
            to: None,
            more: None,
        }
    }

    /// With these objects.
    #[must_use]
    pub fn things(mut self, things: &[Thing]) -> Self {
        self.objects.extend(things.iter().copied().map(Aimed::Thing));
        self
    }

    /// With something on the stack.
    #[must_use]
    pub fn item(mut self, id: u32) -> Self {
        self.objects.push(Aimed::Item(id));
        self
    }

    /// Aimed at these.
    #[must_use]
    pub fn at(mut self, targets: &[Aimed]) -> Self {
        self.targets.extend(targets);
        self
    }

    /// With a number.
    #[must_use]
    pub const fn amount(mut self, amount: i32) -> Self {
        self.amount = Some(amount);
        self
    }

    /// From a zone to a zone.
    #[must_use]
    pub const fn between(mut self, from: Option<Place>, to: Option<Place>) -> Self {
        self.from = from;
        self.to = to;
        self
    }

    /// With something more, by its name.
    #[must_use]
    pub fn with(mut self, name: &'static str, more: &str) -> Self {
        self.more = Some((name, more.to_owned()));
        self
    }

    /// With this mana.
    #[must_use]
    pub fn mana(self, mana: &[Mana]) -> Self {
        let mut symbols = String::new();
        for mana in mana {
            symbols.extend(['{', mana.letter(), '}']);
        }
        self.with("mana", &symbols)
    }
}

impl<const W: usize, P: Player<W>, S: Source, L: Log<W>> Game<'_, W, P, S, L> {
    /// Notes what happens to permanents.
    #[inline(always)]
    pub(crate) fn tell_about(&mut self, what: What, things: &[Thing]) {
        if L::ON && !things.is_empty() {
            let who = self.controller(things[0].obj);
            self.tell(|| Deed::of(what, who).things(things));
        }
    }

    /// Notes a sacrifice, of each player by itself.
    #[inline(always)]
    pub(crate) fn tell_sacrifice(&mut self, things: &[Thing]) {
        if L::ON {
            for who in Who::BOTH {
                let own: Vec<Thing> =
                    things.iter().copied().filter(|t| self.controller(t.obj) == who).collect();
                self.tell_about(What::Sacrifice, &own);
            }
        }
    }

    /// Notes a change of counters.
    #[inline(always)]
    pub(crate) fn tell_counters(&mut self, what: What, thing: Thing, kind: &str, n: i32) {
        if L::ON && n > 0 {
            let who = self.controller(thing.obj);
            self.tell(|| Deed::of(what, who).things(&[thing]).amount(n).with("counter", kind));
        }
    }
}
