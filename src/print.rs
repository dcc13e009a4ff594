//! L2: what is printed on a card or a token, ready for the rules.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use crate::ability::{self, Ability, Effect, Keyword, Replace, Static, Token};
use crate::card::{Card, Face, Supertypes, Types};
use crate::catalogue::Catalogue;
use crate::mana::{Colours, Cost, Symbol};
use crate::roles::Roles;

/// What is printed on a card or a token.
#[derive(Debug, Clone, PartialEq)]
pub struct Print {
    /// Its name.
    pub name: String,
    /// Its card types.
    pub types: Types,
    /// Its supertypes.
    pub supertypes: Supertypes,
    /// Its subtypes, in lower case.
    pub subtypes: Vec<String>,
    /// Its colours.
    pub colours: Colours,
    /// Its mana cost.
    pub cost: Option<Cost>,
    /// Its power and toughness.
    pub size: Option<(i32, i32)>,
    /// Its loyalty.
    pub loyalty: i32,
    /// Its keywords.
    pub keywords: Vec<Keyword>,
    /// Its other abilities.
    pub abilities: Vec<&'static Ability>,
    /// What its abilities do, once it is in a table.
    pub roles: Roles,
    /// The definition of a token.
    pub token: Option<&'static Token>,
    /// The number of the other face of a card of two faces (712).
    pub back: Option<u16>,
    /// Its other face is played as another card rather than turned up (712.3).
    pub modal: bool,
    /// The mana value where that is not of its own cost: of a back face that of the front (202.3b), of a split card that of
    /// both halves (202.3d).
    pub value: Option<i32>,
}

/// The keyword that the facts of a card call so, where the rules ask for it.
pub fn keyword(name: &str) -> Option<Keyword> {
    Some(match name {
        "flying" => Keyword::Flying,
        "reach" => Keyword::Reach,
        "first strike" => Keyword::FirstStrike,
        "double strike" => Keyword::DoubleStrike,
        "deathtouch" => Keyword::Deathtouch,
        "lifelink" => Keyword::Lifelink,
        "trample" => Keyword::Trample,
        "haste" => Keyword::Haste,
        "vigilance" => Keyword::Vigilance,
        "defender" => Keyword::Defender,
        "flash" => Keyword::Flash,
        "indestructible" => Keyword::Indestructible,
        "hexproof" => Keyword::Hexproof,
        "shroud" => Keyword::Shroud,
        "infect" => Keyword::Infect,
        "wither" => Keyword::Wither,
        "shadow" => Keyword::Shadow,
        "menace" => Keyword::Menace,
        "changeling" => Keyword::Changeling,
        "extort" => Keyword::Extort,
        "sunburst" => Keyword::Sunburst,
        _ => return None,
    })
}

/// The colour identity of a card: its colours, and those of the mana symbols in its costs and in its abilities, as far
/// as the engine plays these (903.4).
pub fn identity(card: &Card) -> Colours {
    let abilities = ability::abilities(card).into_iter().chain(ability::abilities_of_back(card));
    let texts = abilities.filter_map(|ability| ron::to_string(ability).ok());
    let in_texts = texts.flat_map(|text| {
        let symbols =
            text.split('{').filter_map(|rest| rest.split_once('}')).map(|(one, _)| format!("{{{one}}}"));
        symbols.filter_map(|symbol| symbol.parse::<Cost>().ok()).collect::<Vec<_>>()
    });
    let costs = card.faces.iter().filter_map(|face| face.mana_cost).chain(in_texts);
    let symbols = costs.flat_map(|cost| cost.symbols().to_vec()).map(Symbol::colours);
    symbols.chain(card.faces.iter().map(|face| face.colours)).fold(Colours::NONE, Colours::with)
}

fn subtypes(face: &Face) -> impl Iterator<Item = String> {
    face.type_line.subtypes.iter().map(|subtype| subtype.to_lowercase())
}

impl Print {
    /// Nothing but a name.
    pub fn named(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            types: Types::NONE,
            supertypes: Supertypes::NONE,
            subtypes: Vec::new(),
            colours: Colours::NONE,
            cost: None,
            size: None,
            loyalty: 0,
            keywords: Vec::new(),
            abilities: Vec::new(),
            roles: Roles::default(),
            token: None,
            back: None,
            modal: false,
            value: None,
        }
    }

    /// What is printed on a card: of a two-faced card its front.
    pub fn of_card(card: &Card) -> Self {
        let faces = card.characteristic_faces();
        let names: Vec<&str> = faces.iter().map(|face| &*face.name).collect();
        Self {
            name: names.join(" // "),
            types: card.types(),
            supertypes: card.supertypes(),
            subtypes: faces.iter().flat_map(subtypes).collect(),
            colours: card.colours(),
            value: (faces.len() > 1).then(|| card.mana_value() as i32),
            ..Self::of_face(&card.faces[0], card.keywords(), ability::abilities(card))
        }
    }

    /// The dungeon into which the initiative leads, its rooms as abilities.
    pub fn of_undercity() -> Self {
        Self { abilities: ability::undercity().iter().collect(), ..Self::named("Undercity") }
    }

    /// What is printed on the back of a card that can transform or be played by its back, as far as it is known.
    pub fn of_back(card: &Card) -> Option<Self> {
        let modal = &*card.layout == "modal_dfc";
        let two_faced = modal || &*card.layout == "transform";
        let back = card.faces.get(1).filter(|back| two_faced && back.is_known())?;
        let print = Self::of_face(back, back.keywords.iter(), ability::abilities_of_back(card));
        // 712.8f: of a modal card each face has its own mana value.
        let value = (!modal).then(|| card.mana_value() as i32);
        Some(Self { modal, value, ..print })
    }

    fn of_face<'k>(
        face: &Face,
        words: impl Iterator<Item = &'k crate::card::Keyword>,
        abilities: Vec<&'static Ability>,
    ) -> Self {
        let mut keywords: Vec<Keyword> = words.filter_map(|k| keyword(&k.name)).collect();
        for ability in &abilities {
            if let Ability::Has(keyword) = **ability
                && !keywords.contains(&keyword)
            {
                keywords.push(keyword);
            }
        }
        let number = |size: &Option<crate::card::Size>| size.as_ref().and_then(|s| s.value).map(i32::from);
        let size = (number(&face.power).unwrap_or(0), number(&face.toughness).unwrap_or(0));
        Self {
            types: face.type_line.types,
            supertypes: face.type_line.supertypes,
            subtypes: subtypes(face).collect(),
            colours: face.colours,
            cost: face.mana_cost,
            size: face.power.is_some().then_some(size),
            loyalty: number(&face.loyalty).unwrap_or(0),
            keywords,
            abilities,
            ..Self::named(&face.name)
        }
    }

    /// What a token is.
    pub fn of_token(token: &'static Token) -> Self {
        let (mut types, mut supertypes, mut subtypes) = (Types::NONE, Supertypes::NONE, Vec::new());
        for word in token.types.split_whitespace() {
            if let Some(kind) = Types::from_word(word) {
                types = types.with(kind);
            } else if let Some(kind) = Supertypes::from_word(word) {
                supertypes = supertypes.with(kind);
            } else {
                subtypes.push(word.to_lowercase());
            }
        }
        let capital = |word: &String| {
            let mut chars = word.chars();
            chars.next().map_or_else(String::new, |c| c.to_uppercase().chain(chars).collect())
        };
        let name = token.name.clone().unwrap_or_else(|| {
            let words: Vec<String> = subtypes.iter().map(capital).collect();
            format!("{} token", words.join(" "))
        });
        let keywords =
            token.abilities.iter().filter_map(|a| if let Ability::Has(k) = *a { Some(k) } else { None });
        Self {
            name,
            types,
            supertypes,
            subtypes,
            colours: Colours::from_letters(&token.colors).unwrap_or_default(),
            cost: None,
            size: types.has(Types::CREATURE).then_some((token.power, token.toughness)),
            loyalty: 0,
            keywords: keywords.collect(),
            roles: Roles::default(),
            abilities: token.abilities.iter().collect(),
            token: Some(token),
            back: None,
            modal: false,
            value: None,
        }
    }

    /// The mana value (202.3).
    pub fn mana_value(&self) -> i32 {
        self.value.unwrap_or_else(|| self.cost.map_or(0, |cost| cost.mana_value() as i32))
    }
}

/// Calls `found` with an effect, and with each effect within it.
fn effects_in<'a>(effect: &'a Effect, found: &mut dyn FnMut(&'a Effect)) {
    found(effect);
    match effect {
        Effect::All(all) => all.iter().for_each(|e| effects_in(e, found)),
        Effect::When(_, a, b)
        | Effect::May(_, a, b)
        | Effect::Pay(_, _, a, b)
        | Effect::PayTimes(_, _, _, a, b) => {
            effects_in(a, found);
            if let Some(b) = b {
                effects_in(b, found);
            }
        }
        Effect::Flip(a, b) => {
            effects_in(a, found);
            effects_in(b, found);
        }
        Effect::EachPlayer(_, e)
        | Effect::EachObject(_, e)
        | Effect::Gather(_, e)
        | Effect::Repeat(_, e)
        | Effect::Name(e, _) => {
            effects_in(e, found);
        }
        Effect::Later(_, e) => effects_in(e, found),
        Effect::Grant(_, ability, _) => effects_of(ability, found),
        Effect::Token(_, token, _) | Effect::Emblem(token) => {
            token.abilities.iter().for_each(|ability| effects_of(ability, found));
        }
        _ => {}
    }
}

/// Calls `found` with each effect of an ability.
pub fn effects_of<'a>(ability: &'a Ability, found: &mut dyn FnMut(&'a Effect)) {
    match ability {
        Ability::Spell { effect, .. } => effects_in(effect, found),
        Ability::Modal(modal) => modal.of.iter().for_each(|mode| effects_of(mode, found)),
        Ability::Activated(activated) => effects_in(&activated.effect, found),
        Ability::Triggered(triggered) => effects_in(&triggered.effect, found),
        Ability::Replace(
            Replace::Draw { instead, .. }
            | Replace::Draws { instead, .. }
            | Replace::PayLife { instead, .. }
            | Replace::AsEnters(instead),
        ) => effects_in(instead, found),
        Ability::Static(Static::Grant(_, inner)) | Ability::While(_, inner) => effects_of(inner, found),
        _ => {}
    }
}

/// Calls `found` with each token that an ability makes.
pub fn tokens_of<'a>(ability: &'a Ability, found: &mut dyn FnMut(&'a Token)) {
    effects_of(ability, &mut |effect| {
        if let Effect::Token(_, token, _) | Effect::Emblem(token) = effect {
            found(token);
        }
    });
}

/// The tokens that shipped cards make, by their names: of several such the one of the first card in alphabetical order.
pub fn shipped_tokens() -> &'static BTreeMap<String, Print> {
    static FOUND: OnceLock<BTreeMap<String, Print>> = OnceLock::new();
    FOUND.get_or_init(|| {
        let shipped = Catalogue::shipped();
        let cards = ability::defined().into_iter().filter_map(|card| shipped.find(card).ok());
        let abilities =
            cards.flat_map(|card| [ability::abilities(&card), ability::abilities_of_back(&card)].concat());
        let mut found = BTreeMap::new();
        for ability in abilities.chain(Print::of_undercity().abilities) {
            tokens_of(ability, &mut |token| {
                let print = Print::of_token(token);
                found.entry(print.name.clone()).or_insert(print);
            });
        }
        found
    })
}

/// Whether an ability may bring objects into a game that are no cards: tokens and copies.
pub fn makes_objects(ability: &Ability) -> bool {
    let mut makes = false;
    effects_of(ability, &mut |effect| {
        makes |= matches!(
            effect,
            Effect::Token(..)
                | Effect::CopyToken(..)
                | Effect::CastCopy(..)
                | Effect::CopySpell(..)
                | Effect::Emblem(_)
                | Effect::TakeInitiative(_)
                | Effect::Venture(_)
        );
    });
    makes
}
