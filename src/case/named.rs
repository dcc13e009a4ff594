//! What a name in a step means.

use crate::ability::Place;
use crate::state::{Step as TurnStep, Who};

/// The zones, by the words of a case.
pub(super) const PLACES: [(&str, Place); 7] = [
    ("library", Place::Library),
    ("hand", Place::Hand),
    ("graveyard", Place::Graveyard),
    ("exile", Place::Exile),
    ("command", Place::Command),
    ("battlefield", Place::Battlefield),
    ("stack", Place::Stack),
];

/// What stands before the name of something that is the opponent's.
pub(super) const OPPONENTS: &str = "opponent's ";

/// The word of a case for a zone.
pub const fn place_word(place: Place) -> &'static str {
    match place {
        Place::Library => "library",
        Place::Hand => "hand",
        Place::Graveyard => "graveyard",
        Place::Exile => "exile",
        Place::Command => "command",
        Place::Battlefield => "battlefield",
        Place::Stack => "stack",
    }
}

/// The word of a case for a player.
pub const fn who_word(who: Who) -> &'static str {
    match who {
        Who::You => "you",
        Who::Opponent => "opponent",
    }
}

/// The word of a case for a step of a turn; two more for those in which no case begins.
pub const fn step_word(step: TurnStep) -> &'static str {
    match step {
        TurnStep::Mulligans => "mulligans",
        TurnStep::Untap => "untap",
        TurnStep::Upkeep => "upkeep",
        TurnStep::Draw => "draw",
        TurnStep::Main => "main",
        TurnStep::Combat => "combat",
        TurnStep::Main2 => "main2",
        TurnStep::End => "end",
        TurnStep::Cleanup => "cleanup",
    }
}

/// `NAME`, `opponent's NAME`, `NAME in ZONE`, taken apart.
///
/// ```
/// use gravetroll::ability::Place;
/// use gravetroll::case::Named;
/// use gravetroll::state::Who;
///
/// let named = Named::read("opponent's Narcomoeba in graveyard");
/// assert_eq!((named.name, named.whose, named.place), ("Narcomoeba", Some(Who::Opponent), Some(Place::Graveyard)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Named<'a> {
    /// The bare name; `NAME (trigger)` and the like stay as they are.
    pub name: &'a str,
    /// Whose object is forced.
    pub whose: Option<Who>,
    /// The zone that is said.
    pub place: Option<Place>,
}

impl<'a> Named<'a> {
    /// Takes a name apart.
    pub fn read(text: &'a str) -> Self {
        let (whose, rest) = match text.strip_prefix(OPPONENTS) {
            Some(rest) => (Some(Who::Opponent), rest),
            None => (None, text),
        };
        let placed = rest.rsplit_once(" in ").and_then(|(name, word)| {
            let (_, place) = PLACES.iter().find(|(known, _)| *known == word)?;
            Some((name, *place))
        });
        match placed {
            Some((name, place)) => Self { name, whose, place: Some(place) },
            None => Self { name: rest, whose, place: None },
        }
    }
}
