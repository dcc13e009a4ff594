//! What a player does of their own accord: the actions of a line.

use std::fmt;

use crate::ability::Which;
use crate::error::Result;

use super::expr::Expr;
use super::spec::Condition;
use super::what::What;

/// When an action is tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// With priority in your upkeep, the stack empty.
    Upkeep,
    /// In both of your main phases, the stack empty.
    Main,
    /// Before attackers are declared.
    Combat,
    /// In your end step, the stack empty.
    End,
    /// Whenever you have priority with something on the stack.
    Response,
}

impl Phase {
    /// Every phase, in the order of a turn; responses last.
    pub const ALL: [Self; 5] = [Self::Upkeep, Self::Main, Self::Combat, Self::End, Self::Response];

    /// How a line spells it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Upkeep => "upkeep",
            Self::Main => "main",
            Self::Combat => "combat",
            Self::End => "end",
            Self::Response => "response",
        }
    }
}

/// What is done with a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verb {
    /// A land is played (305).
    Play,
    /// A spell is cast (601).
    Cast,
    /// An ability is activated (602), a mana ability too.
    Activate,
    /// A card is cycled (702.29).
    Cycle,
}

impl Verb {
    /// Every verb.
    pub const ALL: [Self; 4] = [Self::Play, Self::Cast, Self::Activate, Self::Cycle];

    /// How a line spells it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Play => "play",
            Self::Cast => "cast",
            Self::Activate => "activate",
            Self::Cycle => "cycle",
        }
    }

    /// The keys, besides the verb, that an action of this verb may have, in the order in which they are written.
    pub const fn keys(self) -> &'static [&'static str] {
        match self {
            Self::Play | Self::Cycle => &["when", "times"],
            Self::Cast => &["via", "when", "times", "x", "replicate", "kicked", "targets", "mode"],
            Self::Activate => &["ability", "when", "times", "x", "targets", "mode"],
        }
    }
}

/// A number that is announced: X, how often a cost is paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Amount {
    /// This; the action is not taken where it cannot be paid.
    Number(u32),
    /// As large as can be paid.
    Max,
}

impl Default for Amount {
    fn default() -> Self {
        Self::Number(0)
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Max => f.write_str("max"),
        }
    }
}

/// What may be targeted.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Target {
    /// You, as a player.
    You,
    /// The opponent, as a player.
    Opponent,
    /// Such a card, spell or permanent.
    These(What),
}

impl Target {
    /// Reads one. `is_card` as in [`What::parse`].
    ///
    /// # Errors
    /// [`crate::error::Error::Expr`] with the position of the fault.
    pub fn parse(text: &str, is_card: &dyn Fn(&str) -> bool) -> Result<Self> {
        Ok(match text.trim() {
            "you" => Self::You,
            "opponent" => Self::Opponent,
            _ => Self::These(What::parse(text, is_card)?),
        })
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::You => f.write_str("you"),
            Self::Opponent => f.write_str("opponent"),
            Self::These(what) => write!(f, "{what}"),
        }
    }
}

/// Something that a player does whenever it is legal and its `when` holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Action {
    /// When it is tried.
    pub phase: Phase,
    /// What is done.
    pub verb: Verb,
    /// With which card.
    pub what: What,
    /// Which of its activated abilities, mana abilities included; `None`: the first in printed order that is legal.
    pub ability: Option<Which>,
    /// By which way a spell is cast, as in a rules case ("flashback", "escape", "free", the word of an alternative cost,
    /// "alternative", the name of a permanent); `None`: for its mana cost.
    pub via: Option<String>,
    /// The condition for it; `None`: none.
    pub when: Option<Condition>,
    /// How often at most in a turn, at least 1; `None`: as often as possible.
    pub times: Option<u32>,
    /// X; `None`: as `prefer` says.
    pub x: Option<Amount>,
    /// How often replicate is paid; `None`: as `prefer` says.
    pub replicate: Option<Amount>,
    /// How often kicker is paid; `None`: as `prefer` says.
    pub kicked: Option<Amount>,
    /// What it may target, in order of preference, and nothing else; not empty. `None`: as `prefer` says.
    pub targets: Option<Vec<Target>>,
    /// Which modes are chosen (700.2), in printed order from 0 or by a word; not empty. `None`: as `prefer` says.
    pub mode: Option<Vec<Which>>,
}

impl Action {
    /// With nothing said but what is done.
    pub const fn new(phase: Phase, verb: Verb, what: What) -> Self {
        Self {
            phase,
            verb,
            what,
            ability: None,
            via: None,
            when: None,
            times: None,
            x: None,
            replicate: None,
            kicked: None,
            targets: None,
            mode: None,
        }
    }

    /// Whether this action leaves nothing to do for `later`, which stands behind it: the same thing is done, and
    /// whenever the later one is tried, this one was not legal.
    pub fn exhausts(&self, later: &Self) -> bool {
        let Self { phase, verb, what, ability, via, when, times, x, replicate, kicked, targets, mode } = self;
        let same = (*phase, *verb) == (later.phase, later.verb)
            && *what == later.what
            && *ability == later.ability
            && *via == later.via
            && (*x, *replicate, *kicked) == (later.x, later.replicate, later.kicked)
            && *targets == later.targets
            && *mode == later.mode;
        let always = times.is_none() && (when.is_none() || *when == later.when);
        same && (always || (*when == later.when && *times == later.times))
    }
}

/// Which creatures attack.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Attack {
    /// Everything that can.
    #[default]
    All,
    /// None.
    None,
    /// Everything that can and gains by it, in the turns in which this holds as attackers are declared.
    When(Condition),
}

impl Attack {
    /// What a condition means.
    pub fn of(condition: Condition) -> Self {
        match condition.expr {
            Expr::Bool(true) => Self::All,
            Expr::Bool(false) => Self::None,
            _ => Self::When(condition),
        }
    }
}
