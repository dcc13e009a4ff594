//! What the names of a case can mean: a name that means nothing anywhere is a slip of the file, not a card that is absent.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::named::OPPONENTS;
use super::{FILLER, Named};
use crate::ability::{self, Ability, Triggered, When};
use crate::card::{Supertypes, Types};
use crate::catalogue::Catalogue;
use crate::line::nearest;
use crate::mana::Mana;
use crate::print::{Print, shipped_tokens};

/// The ends of what stands on the stack, see [`super::Position`].
const ON_THE_STACK: [&str; 3] = [" (copy)", " (trigger)", " (ability)"];
const TOKEN: &str = " token";
/// What `via` may say besides keywords and names.
const WAYS: [&str; 3] = ["mana cost", "free", "alternative"];
/// Ways that are words of the rules and not keywords of cards.
const RULES_WAYS: [&str; 3] = ["adventure", "aftermath", "fuse"];
/// Words that a choice may be besides types.
const WORDS: [&str; 4] = ["odd", "even", "heads", "tails"];

/// What is no card and has a name, by that in lower case: tokens that some card makes, emblems, and what abilities
/// without a source go by.
fn no_cards() -> &'static BTreeMap<String, String> {
    static FOUND: OnceLock<BTreeMap<String, String>> = OnceLock::new();
    FOUND.get_or_init(|| {
        let others = ["Rad counters".to_owned(), "The initiative".to_owned(), Print::of_undercity().name];
        let found = shipped_tokens().keys().cloned().chain(others);
        found.map(|name| (name.to_lowercase(), name)).collect()
    })
}

/// Whether a choice may be this word: of a type, a keyword, a kind of counter, a room, a number, a side of a coin.
fn is_word(text: &str) -> bool {
    let shipped = Catalogue::shipped();
    let lower = text.to_lowercase();
    let counter = |sign: &str| {
        text.strip_prefix(sign).and_then(|rest| rest.split_once('/')).is_some_and(|(power, toughness)| {
            [power, toughness.trim_start_matches(['+', '-'])]
                .iter()
                .all(|number| number.parse::<u8>().is_ok())
        })
    };
    let is_room = |room: &Ability| matches!(room, Ability::Triggered(Triggered { when: When::Room { name, .. }, .. }) if name.as_str() == text);
    WORDS.contains(&&*lower)
        || Types::from_word(&lower).is_some()
        || Supertypes::from_word(&lower).is_some()
        || shipped.is_subtype(&lower)
        || shipped.is_keyword(&lower)
        || counter("+")
        || counter("-")
        || ability::undercity().iter().any(is_room)
}

/// A card as it is named where it lies: by the name of a face, or by its own, which is that of its front where it has two.
fn card(name: &str) -> Result<String, String> {
    let shipped = Catalogue::shipped();
    let card = shipped.find(name).map_err(|error| error.to_string())?;
    let spelt = shipped.spelling(name).filter(|spelt| **spelt != *card.name);
    Ok(spelt.map_or_else(|| Print::of_card(&card).name, ToOwned::to_owned))
}

/// The name of a card or of something that is none, as it is printed.
fn bare(name: &str) -> Result<String, String> {
    if name == FILLER {
        return Ok(name.to_owned());
    }
    if let Some(known) = no_cards().get(&name.to_lowercase()) {
        return Ok(known.clone());
    }
    if let Some(copied) = name.strip_suffix(TOKEN) {
        // 111.4: a token has the name of its subtypes, if whatever makes it does not say otherwise.
        if copied.split(' ').all(|word| Catalogue::shipped().is_subtype(&word.to_lowercase())) {
            return Ok(name.to_owned());
        }
        return card(copied).map(|card| card + TOKEN).map_err(|_| {
            let known: Vec<&str> = no_cards().keys().map(String::as_str).collect();
            let near = nearest(name, &known).and_then(|near| no_cards().get(near).cloned());
            let of_card = || Catalogue::shipped().near(copied, 1).pop().map(|near| near + TOKEN);
            unknown(name, near.or_else(of_card))
        });
    }
    card(name).map_err(|fault| match no_cards().get(&format!("{name}{TOKEN}").to_lowercase()) {
        Some(token) => unknown(name, Some(token.clone())),
        None => fault,
    })
}

fn unknown(name: &str, near: Option<String>) -> String {
    let mend = near.map_or_else(|| "give its full name".to_owned(), |near| format!("did you mean `{near}`?"));
    format!("no card or token is named `{}`; {mend}", name.escape_debug())
}

/// The name of a card that begins in a zone, as it is given.
pub(super) fn of_card(name: &str) -> Result<String, String> {
    if name != FILLER {
        Catalogue::shipped().find(name).map_err(|error| error.to_string())?;
    }
    Ok(name.to_owned())
}

/// The name of a permanent at the start.
pub(super) fn of_permanent(name: &str) -> Result<String, String> {
    Catalogue::shipped().spelling(name).map_or_else(|| bare(name), |spelt| Ok(spelt.to_owned()))
}

/// `NAME`, `opponent's NAME`, `NAME in ZONE`, `NAME (copy)`: the same with the name as it is printed.
pub(super) fn of_object(text: &str) -> Result<String, String> {
    let named = Named::read(text).name;
    let name = ON_THE_STACK.iter().find_map(|end| named.strip_suffix(end)).unwrap_or(named);
    let before = if text.starts_with(OPPONENTS) { OPPONENTS } else { "" };
    let after = &text[before.len() + name.len()..];
    Ok(format!("{before}{}{after}", bare(name)?))
}

/// An object, or a player.
pub(super) fn of_target(text: &str) -> Result<String, String> {
    if matches!(text, "you" | "opponent") { Ok(text.to_owned()) } else { of_object(text) }
}

/// A type of mana: its letter, which may stand in braces, or its word.
fn of_mana(text: &str) -> Option<Mana> {
    let bare = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).unwrap_or(text);
    let mut letters = bare.chars();
    let letter = letters.next().filter(|_| letters.next().is_none()).and_then(Mana::from_letter);
    letter.or_else(|| Mana::from_word(&text.to_lowercase()))
}

/// An answer: a target, a type of mana (as its letter), or another word.
pub(super) fn of_choice(text: &str) -> Result<String, String> {
    match of_mana(text) {
        Some(mana) => Ok(mana.letter().to_string()),
        None if is_word(text) => Ok(text.to_owned()),
        None => of_target(text),
    }
}

/// A way to cast a spell: a word, or the name of the permanent that offers it.
pub(super) fn of_way(text: &str) -> Result<String, String> {
    if WAYS.contains(&text) || RULES_WAYS.contains(&text) || Catalogue::shipped().is_keyword(text) {
        return Ok(text.to_owned());
    }
    bare(text).map_err(|fault| {
        let ways = ["flashback", "escape", "jump-start", "retrace", "evoke", "sneak"];
        let words = [&WAYS[..], &ways].concat();
        match nearest(text, &words) {
            Some(near) => {
                format!("no way to cast is called `{}`; did you mean `{near}`?", text.escape_debug())
            }
            None => fault,
        }
    })
}
