//! L1: the facts of a card, face by face, and what of it the engine models.

use std::fmt;

use crate::catalogue::Catalogue;
use crate::mana::{Colours, Cost};

mod type_line;

pub use type_line::{Supertypes, TypeLine, Types};

/// A printed power, toughness, loyalty or defense.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Size {
    /// As it is printed: `2`, `*`, `1+*`.
    pub text: Box<str>,
    /// Its value where it is a whole number.
    pub value: Option<i16>,
}

impl Size {
    /// Reads what is printed.
    pub fn parse(text: &str) -> Self {
        Self { text: text.into(), value: text.parse().ok() }
    }
}

/// A keyword ability (702): its name with its number, its mana cost, or both.
///
/// Escape has the number of other cards to exile. What else a keyword says (protection *from what*, a cost that is
/// no mana) is not kept here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Keyword {
    /// Lower-case: `dredge`, `first strike`, `islandwalk`.
    pub name: Box<str>,
    /// `dredge 5`, `suspend 4 {U}`, `escape 5 {G}{G}{U}{U}`.
    pub number: Option<u8>,
    /// `flashback {2}{R}`.
    pub cost: Option<Cost>,
}

/// `dredge 5`, `flashback {2}{R}`.
impl fmt::Display for Keyword {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.name)?;
        if let Some(number) = self.number {
            write!(out, " {number}")?;
        }
        self.cost.map_or(Ok(()), |cost| write!(out, " {cost}"))
    }
}

/// How many abilities of each kind a face has, besides keywords: one a paragraph of its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Clauses {
    /// Activated abilities (602), mana and loyalty abilities among them.
    pub activated: u8,
    /// Triggered abilities (603), chapters among them.
    pub triggered: u8,
    /// Static abilities (604).
    pub statics: u8,
    /// What an instant or sorcery does as it resolves (113.3a).
    pub spell: u8,
}

/// The facts of one face, or of a whole card that has one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Face {
    /// Its name.
    pub name: Box<str>,
    /// `None`: no mana cost, which cannot be paid (118.6).
    pub mana_cost: Option<Cost>,
    /// Its colours (105.2), by its cost, its colour indicator or devoid.
    pub colours: Colours,
    /// Supertypes, types and subtypes.
    pub type_line: TypeLine,
    /// Of creatures and vehicles.
    pub power: Option<Size>,
    /// Of creatures and vehicles.
    pub toughness: Option<Size>,
    /// Of planeswalkers.
    pub loyalty: Option<Size>,
    /// Of battles.
    pub defense: Option<Size>,
    /// In printed order; what is printed twice stands twice.
    pub keywords: Vec<Keyword>,
    /// Its other abilities, counted.
    pub clauses: Clauses,
}

impl Face {
    /// Whether more than the name is known.
    pub fn is_known(&self) -> bool {
        !self.type_line.text.is_empty()
    }

    /// Its mana value (202.3); 0 where it has no mana cost (202.3a).
    pub fn mana_value(&self) -> u32 {
        self.mana_cost.map_or(0, |cost| cost.mana_value())
    }

    /// Its abilities one by one: keywords, the mana ability of basic land types, then the counted ones.
    pub fn each_clause(&self) -> impl Iterator<Item = Clause<'_>> {
        let intrinsic = usize::from(self.type_line.has_intrinsic_mana());
        let counted = [
            (Clause::Activated, self.clauses.activated),
            (Clause::Triggered, self.clauses.triggered),
            (Clause::Static, self.clauses.statics),
            (Clause::Spell, self.clauses.spell),
        ];
        let keywords = self.keywords.iter().map(Clause::Keyword);
        let counted =
            counted.into_iter().flat_map(|(kind, count)| std::iter::repeat_n(kind, usize::from(count)));
        keywords.chain(std::iter::repeat_n(Clause::IntrinsicMana, intrinsic)).chain(counted)
    }
}

/// One ability of a face, as far as the table of facts tells them apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Clause<'a> {
    /// A keyword.
    Keyword(&'a Keyword),
    /// The mana ability that a basic land type gives (305.6).
    IntrinsicMana,
    /// An activated ability.
    Activated,
    /// A triggered ability.
    Triggered,
    /// A static ability.
    Static,
    /// A paragraph of what a spell does.
    Spell,
}

impl Clause<'_> {
    /// Whether the engine plays this ability. The one place that says so: a new verb adds its case here.
    pub fn is_modelled(self) -> bool {
        match self {
            Self::Keyword(keyword) => match &*keyword.name {
                "dredge" => keyword.number.is_some(),
                "changeling" => true, // `Card::has_subtype`
                _ => false,
            },
            Self::IntrinsicMana | Self::Activated | Self::Triggered | Self::Static | Self::Spell => false,
        }
    }

    /// What several of it are called in a report.
    fn describe(self, count: usize) -> String {
        let kind = match self {
            Self::Keyword(keyword) => return format!("keyword {}", keyword.name),
            Self::IntrinsicMana => return "mana ability".to_owned(),
            Self::Activated => "activated",
            Self::Triggered => "triggered",
            Self::Static => "static",
            Self::Spell => "spell",
        };
        format!("{count} {kind} {}", if count == 1 { "ability" } else { "abilities" })
    }
}

/// How much of a card the engine plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Status {
    /// All of it, or there is nothing to play.
    Full,
    /// Some of its abilities.
    Partial,
    /// None of its abilities.
    Inert,
}

impl Status {
    /// `full`, `partial` or `inert`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Partial => "partial",
            Self::Inert => "inert",
        }
    }
}

/// How much of a card the engine plays, and what it does not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coverage {
    /// All, some or nothing.
    pub status: Status,
    /// What is not modelled: `keyword flying`, `1 triggered ability`, `mana ability`; of another face with its name.
    pub missing: Vec<String>,
}

/// The facts of one card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Card {
    /// Its whole name: `Fire // Ice`.
    pub name: Box<str>,
    /// How its faces are arranged, in Scryfall's words: `normal`, `split`, `transform`, `modal_dfc`, `adventure` ...
    pub layout: Box<str>,
    /// The facts of some face are missing.
    pub doubtful: bool,
    /// At least one, the front first.
    pub faces: Vec<Face>,
}

impl Card {
    /// The card that every rules case may use: mana cost {9}, a sorcery without abilities.
    pub fn filler() -> Self {
        let mut card = Self::unknown("Filler");
        card.faces[0].type_line = TypeLine::parse("Sorcery");
        card.faces[0].mana_cost = Cost::new(&[crate::mana::Symbol::Generic(9)]);
        card
    }

    /// A card of which only the name is known: it does nothing.
    pub fn unknown(name: &str) -> Self {
        let face = Face {
            name: name.into(),
            mana_cost: None,
            colours: Colours::NONE,
            type_line: TypeLine::parse(""),
            power: None,
            toughness: None,
            loyalty: None,
            defense: None,
            keywords: Vec::new(),
            clauses: Clauses::default(),
        };
        Self { name: name.into(), layout: "normal".into(), doubtful: true, faces: vec![face] }
    }

    /// The faces whose characteristics the card has in a library, hand, graveyard or exile: both halves of a split
    /// card (709.4), else the front, or normal, one (712.8a, 715.4).
    pub fn characteristic_faces(&self) -> &[Face] {
        let count = if matches!(&*self.layout, "split" | "aftermath") { self.faces.len() } else { 1 };
        &self.faces[..count.min(self.faces.len())]
    }

    /// Its mana cost as text, halves of a split card joined by ` // `; empty where it has none.
    pub fn mana_cost(&self) -> String {
        join(
            self.characteristic_faces().iter().filter_map(|face| face.mana_cost).map(|cost| cost.to_string()),
        )
    }

    /// Its mana value outside the battlefield and the stack (202.3): halves of a split card together (202.3d).
    pub fn mana_value(&self) -> u32 {
        self.characteristic_faces().iter().map(Face::mana_value).sum()
    }

    /// Its colours outside the battlefield and the stack.
    pub fn colours(&self) -> Colours {
        self.characteristic_faces().iter().fold(Colours::NONE, |colours, face| colours.with(face.colours))
    }

    /// Its card types outside the battlefield and the stack.
    pub fn types(&self) -> Types {
        self.characteristic_faces().iter().fold(Types::NONE, |types, face| types.with(face.type_line.types))
    }

    /// Its supertypes outside the battlefield and the stack.
    pub fn supertypes(&self) -> Supertypes {
        let faces = self.characteristic_faces().iter();
        faces.fold(Supertypes::NONE, |supertypes, face| supertypes.with(face.type_line.supertypes))
    }

    /// Whether it has this subtype outside the battlefield and the stack, in any case of letters; with changeling it
    /// has every creature type that stands on some card (702.73a).
    pub fn has_subtype(&self, word: &str) -> bool {
        self.characteristic_faces().iter().any(|face| face.type_line.has_subtype(word))
            || (self.keyword("changeling").is_some()
                && Catalogue::shipped().is_creature_type(&word.to_lowercase()))
    }

    /// The type lines of all its known faces, joined by ` // `.
    pub fn type_line(&self) -> String {
        join(self.faces.iter().filter(|face| face.is_known()).map(|face| face.type_line.text.to_string()))
    }

    /// Whether it can be played as a land, by its front or by the back of a modal card (712.12).
    pub fn is_playable_land(&self) -> bool {
        let back = self.faces.get(1).filter(|_| &*self.layout == "modal_dfc");
        self.types().has(Types::LAND) || back.is_some_and(|back| back.type_line.types.has(Types::LAND))
    }

    /// Its keywords outside the battlefield and the stack.
    pub fn keywords(&self) -> impl Iterator<Item = &Keyword> {
        self.characteristic_faces().iter().flat_map(|face| &face.keywords)
    }

    /// Its first keyword of this lower-case name.
    pub fn keyword(&self, name: &str) -> Option<&Keyword> {
        self.keywords().find(|keyword| &*keyword.name == name)
    }

    /// N of its dredge N (702.52a), the largest where it has several; `None` if it has no dredge.
    pub fn dredge(&self) -> Option<u8> {
        self.keywords()
            .filter(|keyword| &*keyword.name == "dredge")
            .filter_map(|keyword| keyword.number)
            .max()
    }

    /// How much of it the engine plays. A face of which only the name is known counts as not played.
    pub fn coverage(&self) -> Coverage {
        let mut missing: Vec<String> = Vec::new();
        let mut some = false;
        for (index, face) in self.faces.iter().enumerate() {
            let prefix = if index == 0 { String::new() } else { format!("{}: ", face.name) };
            if !face.is_known() {
                missing.push(format!("{prefix}no facts"));
            }
            let (modelled, lacking): (Vec<_>, Vec<_>) =
                face.each_clause().partition(|ability| ability.is_modelled());
            some |= !modelled.is_empty();
            for ability in &lacking {
                let count = lacking.iter().filter(|other| *other == ability).count();
                let words = format!("{prefix}{}", ability.describe(count));
                if !missing.contains(&words) {
                    missing.push(words);
                }
            }
        }
        let status = match (missing.is_empty(), some) {
            (true, _) => Status::Full,
            (false, true) => Status::Partial,
            (false, false) => Status::Inert,
        };
        Coverage { status, missing }
    }
}

fn join(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(" // ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn face(name: &str, types: &str) -> Face {
        Face {
            name: name.into(),
            mana_cost: None,
            colours: Colours::NONE,
            type_line: TypeLine::parse(types),
            power: None,
            toughness: None,
            loyalty: None,
            defense: None,
            keywords: Vec::new(),
            clauses: Clauses::default(),
        }
    }

    fn card(layout: &str, faces: Vec<Face>) -> Card {
        Card { name: faces[0].name.clone(), layout: layout.into(), doubtful: false, faces }
    }

    fn keyword(name: &str, number: Option<u8>) -> Keyword {
        Keyword { name: name.into(), number, cost: None }
    }

    fn told(card: &Card) -> (&'static str, Vec<String>) {
        let coverage = card.coverage();
        (coverage.status.word(), coverage.missing)
    }

    #[test]
    fn sizes() {
        for (text, value) in [
            ("0", Some(0)),
            ("-1", Some(-1)),
            ("+3", Some(3)),
            ("*", None),
            ("1+*", None),
            ("1.5", None),
            ("∞", None),
        ] {
            assert_eq!(Size::parse(text).value, value, "{text}");
        }
    }

    #[test]
    fn coverage_names_what_is_missing() {
        let vanilla = card("normal", vec![face("Bear", "Creature — Bear")]);
        assert_eq!(told(&vanilla), ("full", vec![]));

        let island = card("normal", vec![face("Island", "Basic Land — Island")]);
        assert_eq!(told(&island), ("inert", vec!["mana ability".to_owned()]));

        let mut imp = face("Imp", "Creature — Imp");
        imp.keywords = vec![keyword("flying", None), keyword("dredge", Some(5))];
        imp.clauses.triggered = 1;
        let imp = card("normal", vec![imp]);
        assert_eq!(
            told(&imp),
            ("partial", vec!["keyword flying".to_owned(), "1 triggered ability".to_owned()])
        );
        assert_eq!(imp.dredge(), Some(5));

        let mut plain = face("Grub", "Creature — Insect");
        plain.keywords = vec![keyword("dredge", Some(2))];
        assert_eq!(told(&card("normal", vec![plain])), ("full", vec![]));

        let mut front = face("Front", "Sorcery");
        front.clauses = Clauses { spell: 2, ..Clauses::default() };
        let mut back = face("Back", "Land — Swamp");
        back.keywords = vec![keyword("flying", None), keyword("flying", None)];
        let both = card("modal_dfc", vec![front.clone(), back, face("Lost", "")]);
        let missing = ["2 spell abilities", "Back: keyword flying", "Back: mana ability", "Lost: no facts"];
        assert_eq!(told(&both), ("inert", missing.map(str::to_owned).to_vec()));
    }

    #[test]
    fn a_split_card_is_both_halves_and_others_their_front() {
        let mut left = face("Fire", "Instant");
        left.mana_cost = "{1}{R}".parse().ok();
        left.colours = Colours::from_letters("R").unwrap();
        let mut right = face("Ice", "Sorcery — Arcane");
        right.mana_cost = "{1}{U}{U}".parse().ok();
        right.colours = Colours::from_letters("U").unwrap();
        right.keywords = vec![keyword("dredge", Some(1))];

        let split = card("split", vec![left.clone(), right.clone()]);
        assert_eq!((split.mana_value(), split.mana_cost()), (5, "{1}{R} // {1}{U}{U}".to_owned()));
        assert_eq!(
            (split.colours().to_string(), split.types()),
            ("UR".to_owned(), Types::INSTANT.with(Types::SORCERY))
        );
        assert!(split.has_subtype("arcane") && split.dredge() == Some(1));

        let adventure = card("adventure", vec![left, right]);
        assert_eq!((adventure.mana_value(), adventure.mana_cost()), (2, "{1}{R}".to_owned()));
        assert_eq!((adventure.colours().to_string(), adventure.types()), ("R".to_owned(), Types::INSTANT));
        assert!(!adventure.has_subtype("arcane") && adventure.dredge().is_none());
        assert_eq!(adventure.type_line(), "Instant // Sorcery — Arcane");
    }

    #[test]
    fn keywords_as_text() {
        let suspend = Keyword { name: "suspend".into(), number: Some(4), cost: "{U}".parse().ok() };
        assert_eq!(suspend.to_string(), "suspend 4 {U}");
        assert_eq!(keyword("first strike", None).to_string(), "first strike");
    }
}
