//! L2: what is printed on a card or a token, ready for the rules.

use std::sync::Arc;

use crate::ability::{self, Ability, Effect, Keyword, Static, Token};
use crate::card::{Card, Supertypes, Types};
use crate::mana::{Colours, Cost};

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
    pub abilities: Vec<Arc<Ability>>,
    /// The definition of a token.
    pub token: Option<Token>,
}

/// Keywords that the facts of a card name.
fn keyword(name: &str) -> Option<Keyword> {
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

impl Print {
    /// What is printed on a card: of a two-faced card its front.
    pub fn of_card(card: &Card) -> Self {
        let face = &card.faces[0];
        let mut keywords: Vec<Keyword> = card.keywords().filter_map(|k| keyword(&k.name)).collect();
        let abilities = ability::abilities(card);
        for ability in &abilities {
            if let Ability::Has(keyword) = **ability
                && !keywords.contains(&keyword)
            {
                keywords.push(keyword);
            }
        }
        let number = |size: &Option<crate::card::Size>| size.as_ref().and_then(|s| s.value).map(i32::from);
        let creature = face.power.is_some();
        Self {
            name: card.name.to_string(),
            types: card.types(),
            supertypes: card.supertypes(),
            subtypes: card
                .characteristic_faces()
                .iter()
                .flat_map(|face| face.type_line.subtypes.iter().map(|s| s.to_lowercase()))
                .collect(),
            colours: card.colours(),
            cost: face.mana_cost,
            size: creature.then(|| (number(&face.power).unwrap_or(0), number(&face.toughness).unwrap_or(0))),
            loyalty: number(&face.loyalty).unwrap_or(0),
            keywords,
            abilities,
            token: None,
        }
    }

    /// What a token is.
    pub fn of_token(token: &Token) -> Self {
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
            token.abilities.iter().filter_map(|a| if let Ability::Has(k) = **a { Some(k) } else { None });
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
            abilities: token.abilities.clone(),
            token: Some(token.clone()),
        }
    }

    /// The mana value (202.3).
    pub fn mana_value(&self) -> i32 {
        self.cost.map_or(0, |cost| cost.mana_value() as i32)
    }
}

/// Calls `found` with each token that an effect makes.
pub fn tokens_of_effect(effect: &Effect, found: &mut dyn FnMut(&Token)) {
    match effect {
        Effect::Token(_, token, _) => {
            found(token);
            for ability in &token.abilities {
                tokens_of(ability, found);
            }
        }
        Effect::All(all) => all.iter().for_each(|e| tokens_of_effect(e, found)),
        Effect::When(_, a, b) | Effect::May(_, a, b) | Effect::Pay(_, _, a, b) => {
            tokens_of_effect(a, found);
            if let Some(b) = b {
                tokens_of_effect(b, found);
            }
        }
        Effect::EachPlayer(_, e) | Effect::EachObject(_, e) | Effect::Repeat(_, e) | Effect::Name(e) => {
            tokens_of_effect(e, found);
        }
        Effect::Later(_, e) => tokens_of_effect(e, found),
        Effect::Grant(_, ability, _) => tokens_of(ability, found),
        _ => {}
    }
}

/// Calls `found` with each token that an ability makes.
pub fn tokens_of(ability: &Ability, found: &mut dyn FnMut(&Token)) {
    match ability {
        Ability::Spell { effect, .. } => tokens_of_effect(effect, found),
        Ability::Activated(activated) => tokens_of_effect(&activated.effect, found),
        Ability::Triggered(triggered) => tokens_of_effect(&triggered.effect, found),
        Ability::Static(Static::Grant(_, inner)) => tokens_of(inner, found),
        _ => {}
    }
}
