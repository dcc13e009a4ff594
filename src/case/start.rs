//! The position at the start of a case.

use crate::state::{Step as TurnStep, Who};

use super::Pool;

/// The card that every case may use: mana cost {9}, type Sorcery, no abilities.
pub const FILLER: &str = "Filler";

/// The position at the start of a case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Start {
    /// What each player has: yours, then the opponent's.
    pub sides: [SideStart; 2],
    /// Whose turn it is.
    pub turn: Who,
    /// The step, past its own triggers and turn-based actions.
    pub step: TurnStep,
    /// Whether it is the first turn of the starting player.
    pub on_the_play: bool,
}

impl Default for Start {
    /// Nothing anywhere, in your first main phase.
    fn default() -> Self {
        Self { sides: Default::default(), turn: Who::You, step: TurnStep::Main, on_the_play: false }
    }
}

/// What one player has at the start. Cards are named; a number of cards in the file is so many [`FILLER`]s here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SideStart {
    /// Top first.
    pub library: Vec<String>,
    /// In no order.
    pub hand: Vec<String>,
    /// Bottom first.
    pub graveyard: Vec<String>,
    /// In no order.
    pub exile: Vec<String>,
    /// In no order.
    pub command: Vec<String>,
    /// The permanents that the player controls.
    pub battlefield: Vec<PermanentStart>,
    /// The life total; 20 where it is left out.
    pub life: i32,
    /// Floating mana.
    pub mana: Pool,
    /// Cards drawn earlier this turn.
    pub drawn: u32,
    /// Spells cast earlier this turn.
    pub spells: u32,
    /// Lands played earlier this turn.
    pub lands: u32,
}

impl SideStart {
    /// How many cards the player has; tokens are none.
    pub fn cards(&self) -> usize {
        let zones = [&self.library, &self.hand, &self.graveyard, &self.exile, &self.command];
        zones.into_iter().map(Vec::len).sum::<usize>()
            + self.battlefield.iter().filter(|permanent| !permanent.is_token()).count()
    }
}

impl Default for SideStart {
    fn default() -> Self {
        Self {
            library: Vec::new(),
            hand: Vec::new(),
            graveyard: Vec::new(),
            exile: Vec::new(),
            command: Vec::new(),
            battlefield: Vec::new(),
            life: 20,
            mana: Pool::default(),
            drawn: 0,
            spells: 0,
            lands: 0,
        }
    }
}

/// A permanent that stands there at the start: nothing entered.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PermanentStart {
    /// Its name.
    pub card: String,
    /// Whether it is tapped.
    pub tapped: bool,
    /// Whether it came under its controller's control in this turn (302.6).
    pub sick: bool,
    /// The damage marked on it.
    pub damage: u32,
    /// Counters by kind.
    pub counters: Vec<(String, u32)>,
    /// What it is attached to.
    pub attached_to: Option<String>,
    /// Whether it is a token.
    pub token: bool,
}

impl PermanentStart {
    /// Whether it is a token, by the key or by its name.
    pub fn is_token(&self) -> bool {
        self.token || self.card.ends_with(" token")
    }
}
