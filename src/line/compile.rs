//! From names to masks: what an expression or an order means for the cards of one game.

use std::collections::HashMap;
use std::sync::Arc;

use crate::ability::{self, Ability, Way};
use crate::card::{Card, Supertypes, Types};
use crate::cardset::Set;
use crate::catalogue::{self, Catalogue};
use crate::error::{Error, Result};
use crate::field::Tally;
use crate::line::eval::{Number, Test, Within};
use crate::line::expr::{self, Comparison, Expr, Kind};
use crate::line::named::{Named, Where};
use crate::line::order::{Entry, Order, Pick};
use crate::line::preference::Preference;
use crate::line::what::{Leaf, What, is_fixed_word};
use crate::mana::Mana;
use crate::print::{Print, keyword};
use crate::rules::Look;
use crate::state::{Slot, Who, Zone};
use crate::table::Table;

/// The types of permanents (110.4).
const PERMANENT: Types = Types::ARTIFACT
    .with(Types::BATTLE)
    .with(Types::CREATURE)
    .with(Types::ENCHANTMENT)
    .with(Types::LAND)
    .with(Types::PLANESWALKER);

/// The most `ever(...)` in one plan: each is a bit of the game's memory.
const MOST_EVERS: usize = 64;

/// The entries of an order: the cards that each names and how many of them it leaves in the zone.
pub type Entries<const W: usize> = Vec<(Set<W>, u8)>;

/// What names mean in one plan.
#[derive(Debug)]
pub struct Compiler<'t, const W: usize> {
    table: &'t Table<W>,
    groups: HashMap<String, Named<W>>,
    /// Whether a card that no deck holds is no error (`missing = "ok"`).
    lenient: bool,
    /// The tests that `ever(...)` remembers so far, inner ones first.
    pub evers: Vec<Test<W>>,
    /// The spells that `casts(...)` counts so far.
    pub tallies: Vec<Tally>,
}

impl<'t, const W: usize> Compiler<'t, W> {
    /// With no groups yet.
    pub fn new(table: &'t Table<W>, lenient: bool) -> Self {
        Self { table, groups: HashMap::new(), lenient, evers: Vec::new(), tallies: Vec::new() }
    }

    /// The cards.
    pub const fn table(&self) -> &'t Table<W> {
        self.table
    }

    /// Adds a group; it may name the groups before it.
    pub fn add_group(&mut self, name: &str, members: &[What]) -> Result<()> {
        let mut group = Named::of_cards(self.table, Set::EMPTY);
        for member in members {
            group = group.or(&self.named(member)?);
        }
        self.groups.insert(name.to_owned(), group);
        Ok(())
    }

    /// The cards that a `what` names.
    pub fn what(&self, what: &What) -> Result<Set<W>> {
        Ok(self.named(what)?.cards)
    }

    /// The objects that a `what` names.
    pub fn named(&self, what: &What) -> Result<Named<W>> {
        Ok(match what {
            What::Name(leaf) => Named::of_cards(self.table, self.card(leaf)?),
            What::Word(leaf) => self.word(leaf)?,
            What::Not(inner) => self.named(inner)?.other(self.table),
            What::And(parts) => {
                let all = Named { cards: self.everything(), ..Named::all(self.table) };
                parts.iter().try_fold(all, |named, part| Ok::<_, Error>(named.and(&self.named(part)?)))?
            }
            What::Or(parts) => {
                let none = Named::of_cards(self.table, Set::EMPTY);
                parts.iter().try_fold(none, |named, part| Ok::<_, Error>(named.or(&self.named(part)?)))?
            }
        })
    }

    fn everything(&self) -> Set<W> {
        self.table.cards
    }

    fn card(&self, leaf: &Leaf) -> Result<Set<W>> {
        // The deck first: it may hold cards that the catalogue does not know.
        let named = self.table.matching(|card| *card.name == *leaf.text);
        if !named.is_empty() {
            return Ok(named);
        }
        let near = match Catalogue::shipped().find(&leaf.text) {
            Ok(found) => {
                let named = self.table.matching(|card| card.name == found.name);
                if !named.is_empty() || self.lenient {
                    return Ok(named);
                }
                return Err(fault(
                    leaf,
                    format!(
                        "no deck of this game holds \"{}\": take the name out, or say missing = \"ok\" in the line",
                        found.name
                    ),
                ));
            }
            Err(Error::Card { near, .. }) => near,
            Err(other) => return Err(other),
        };
        let hint = near.first().map_or_else(String::new, |name| format!(": did you mean \"{name}\"?"));
        Err(fault(leaf, format!("\"{}\" is no card{hint}", leaf.text)))
    }

    fn word(&self, leaf: &Leaf) -> Result<Named<W>> {
        let word = leaf.text.as_str();
        if let Some(named) = self.groups.get(word) {
            return Ok(named.clone());
        }
        let mut named = Named::of_cards(self.table, self.table.matching(|card| has_word(card, word)));
        let mut fronts = vec![false; self.table.prints.len()];
        self.table.print_of.iter().for_each(|&print| fronts[usize::from(print)] = true);
        for ((print, named), front) in self.table.prints.iter().zip(&mut named.prints).zip(fronts) {
            // A back is what is printed on it, whatever the card is elsewhere.
            if !front && print.token.is_none() && print.back.is_some() {
                *named = print_has_word(print, word);
            }
            *named |= print.token.is_some() && print_has_word(print, word);
        }
        if named.cards.is_empty() && !named.prints.contains(&true) && !is_known(word) {
            return Err(fault(
                leaf,
                format!(
                    "\"{word}\" is neither a group of the line nor a card type, subtype, keyword or colour; \
                     names of cards begin with a capital"
                ),
            ));
        }
        Ok(named)
    }

    /// An order over cards. Where a choice is optional, cards that it does not name are never chosen.
    pub fn entries(&self, order: &Order) -> Result<Entries<W>> {
        let entries = order.0.iter().map(|Entry { pick, keep }| {
            Ok(match pick {
                Pick::These(what) => (self.what(what)?, *keep),
                Pick::Rest => (self.everything(), *keep),
            })
        });
        entries.collect()
    }

    /// The same over everything that may be in a game.
    pub fn preference(&self, order: &Order) -> Result<Preference<W>> {
        let entries = order.0.iter().map(|Entry { pick, keep }| {
            Ok(match pick {
                Pick::These(what) => (self.named(what)?, *keep),
                Pick::Rest => (Named::all(self.table), *keep),
            })
        });
        entries.collect()
    }

    /// An expression that yields `true` or `false`.
    pub fn test(&mut self, expr: &Expr) -> Result<Test<W>> {
        Ok(match expr {
            Expr::Bool(value) => Test::Const(*value),
            Expr::Has(place, what) => {
                let what = self.named(what)?;
                match of_cards(*place) {
                    Ok(slot) => Test::Within(Within { slot, what: what.cards, least: 1, most: u32::MAX }),
                    Err(place) => Test::HasOf(place, Box::new(what)),
                }
            }
            Expr::Castable(what, via) => {
                let via = via.as_ref().map(|via| self.way(via)).transpose()?;
                Test::Castable(Box::new(self.named(what)?), via)
            }
            Expr::Ever(inner) => {
                let inner = self.test(inner)?;
                if self.evers.len() == MOST_EVERS {
                    return Err(Error::Argument(format!("a run remembers at most {MOST_EVERS} ever(...)")));
                }
                self.evers.push(inner);
                Test::Ever((self.evers.len() - 1) as u8)
            }
            Expr::Compare(first, rest) if first.kind() == Kind::Bool => {
                let rest =
                    rest.iter().map(|(op, next)| Ok((*op, self.test(next)?))).collect::<Result<_>>()?;
                Test::Same(Box::new(self.test(first)?), rest)
            }
            Expr::Compare(first, rest) => {
                let rest =
                    rest.iter().map(|(op, next)| Ok((*op, self.number(next)?))).collect::<Result<_>>()?;
                compare(self.number(first)?, rest)
            }
            Expr::Not(inner) => Test::Not(Box::new(self.test(inner)?)),
            Expr::And(parts) => all_of(parts.iter().map(|part| self.test(part)).collect::<Result<_>>()?),
            Expr::Or(parts) => {
                Test::Or(quickest_first(parts.iter().map(|part| self.test(part)).collect::<Result<_>>()?))
            }
            Expr::Int(_)
            | Expr::Counter(_)
            | Expr::Count(..)
            | Expr::Types(_)
            | Expr::Max(..)
            | Expr::Casts(..)
            | Expr::Negate(_)
            | Expr::Arithmetic(..) => return Err(wrong_kind(expr, "true or false")),
        })
    }

    /// An expression that yields a number.
    pub fn number(&mut self, expr: &Expr) -> Result<Number<W>> {
        Ok(match expr {
            Expr::Int(value) => Number::Const(*value),
            Expr::Counter(counter) => Number::Counter(*counter),
            Expr::Count(place, what) => {
                let all = || Named::all(self.table);
                let what = what.as_ref().map_or_else(|| Ok(all()), |what| self.named(what))?;
                match of_cards(*place) {
                    Ok(slot) => Number::Count(slot, what.cards),
                    Err(place) => Number::CountOf(place, Box::new(what)),
                }
            }
            Expr::Types(place) => {
                let all = self.table.prints.iter().fold(Types::NONE, |types, print| types.with(print.types));
                let named = all.words().map(|word| self.word(&Leaf { text: word.to_owned(), at: 0 }));
                Number::Types(looks(*place), named.collect::<Result<_>>()?)
            }
            Expr::Max(place, keyword) => Number::Max(looks(*place), self.numbers(keyword)?),
            Expr::Casts(what, via) => {
                let via = via.as_ref().map(|via| self.way(via)).transpose()?;
                let tally = Tally { prints: Arc::from(self.named(what)?.prints), via, count: 0 };
                let known = self.tallies.iter().position(|known| *known == tally);
                let number = known.unwrap_or_else(|| {
                    self.tallies.push(tally);
                    self.tallies.len() - 1
                });
                Number::Tally(u8::try_from(number).map_err(|_| {
                    Error::Argument("a run counts at most 256 different casts(...)".to_owned())
                })?)
            }
            Expr::Negate(inner) => Number::Negate(Box::new(self.number(inner)?)),
            Expr::Arithmetic(op, left, right) => {
                Number::Arithmetic(*op, Box::new(self.number(left)?), Box::new(self.number(right)?))
            }
            Expr::Bool(_)
            | Expr::Has(..)
            | Expr::Castable(..)
            | Expr::Ever(_)
            | Expr::Compare(..)
            | Expr::Not(_)
            | Expr::And(_)
            | Expr::Or(_) => return Err(wrong_kind(expr, "a number")),
        })
    }

    /// The numbers of a keyword, largest first, each with the cards that have it.
    fn numbers(&self, keyword: &Leaf) -> Result<Vec<(i32, Named<W>)>> {
        self.word(keyword)?;
        let number = |card: &Card| {
            let named = card.keywords().filter(|k| *k.name == *keyword.text);
            named.filter_map(|k| k.number).max().map(i32::from)
        };
        let mut numbers: Vec<i32> = self.table.entries.iter().filter_map(|e| number(&e.card)).collect();
        numbers.sort_unstable_by(|a, b| b.cmp(a));
        numbers.dedup();
        let with = |n| Named::of_cards(self.table, self.table.matching(|card| number(card) == Some(n)));
        Ok(numbers.into_iter().map(|n| (n, with(n))).collect())
    }

    /// A way to cast a spell, as a step of a rules case says it.
    fn way(&self, via: &Leaf) -> Result<String> {
        let word = via.text.as_str();
        let own = |card: &Card| {
            ability::abilities(card).iter().any(|ability| {
                matches!(ability, Ability::Way(Way::Alternative { word: Some(own), .. }) if own == word)
            })
        };
        let known = matches!(word, "mana cost" | "free" | "alternative")
            || Catalogue::shipped().is_keyword(word)
            || catalogue::resolve(word).is_some()
            || !self.table.matching(own).is_empty();
        if known {
            return Ok(word.to_owned());
        }
        let message = format!(
            "\"{word}\" is no way to cast a spell: such are \"mana cost\", \"flashback\", \"escape\", \"free\", \
             \"alternative\", the word of an alternative cost and the name of a permanent that offers it"
        );
        Err(fault(via, message))
    }
}

/// A chain of comparisons; the most frequent one, a count with a constant, in its shortest form.
fn compare<const W: usize>(first: Number<W>, rest: Vec<(Comparison, Number<W>)>) -> Test<W> {
    let (Number::Count(slot, what), [(comparison, Number::Const(n))]) = (&first, rest.as_slice()) else {
        return Test::Compare(first, rest);
    };
    let below = u32::try_from(n.saturating_sub(1));
    let n = u32::try_from(*n);
    let within = match (comparison, n, below) {
        (Comparison::AtLeast, Ok(n), _) => (n, u32::MAX),
        (Comparison::Greater, Ok(n), _) => (n + 1, u32::MAX),
        (Comparison::AtMost, Ok(n), _) => (0, n),
        (Comparison::Less, _, Ok(below)) => (0, below),
        (Comparison::Equal, Ok(n), _) => (n, n),
        _ => return Test::Compare(first, rest),
    };
    Test::Within(Within { slot: *slot, what: *what, least: within.0, most: within.1 })
}

/// What takes long is asked last, where the rest may have settled it.
fn quickest_first<const W: usize>(mut parts: Vec<Test<W>>) -> Vec<Test<W>> {
    parts.sort_by_key(Test::looks_ahead);
    parts
}

/// That all of these hold; counts alone in their shortest form.
fn all_of<const W: usize>(parts: Vec<Test<W>>) -> Test<W> {
    let counts: Option<Box<[Within<W>]>> =
        parts.iter().map(|part| if let Test::Within(within) = part { Some(*within) } else { None }).collect();
    counts.map_or_else(|| Test::And(quickest_first(parts)), Test::AllWithin)
}

/// The zone where an expression looks, if nothing but cards is there; else where it looks among other objects too.
fn of_cards(place: expr::Place) -> std::result::Result<Slot, Where> {
    match (place, looks(place)) {
        // 111.7: tokens are on the battlefield alone.
        (
            expr::Place::You(expr::Zone::Battlefield) | expr::Place::Opponent(expr::Zone::Battlefield),
            place,
        ) => Err(place),
        (_, Where::Zone(slot)) => Ok(slot),
        (_, stack @ Where::Stack(_)) => Err(stack),
    }
}

/// Where an expression looks.
fn looks(place: expr::Place) -> Where {
    let (who, zone) = match place {
        expr::Place::You(zone) => (Who::You, zone),
        expr::Place::Opponent(zone) => (Who::Opponent, zone),
    };
    let zone = match zone {
        expr::Zone::Hand => Zone::Hand,
        expr::Zone::Graveyard => Zone::Graveyard,
        expr::Zone::Library => Zone::Library,
        expr::Zone::Battlefield => Zone::Battlefield,
        expr::Zone::Exile => Zone::Exile,
        expr::Zone::Stack => return Where::Stack(who),
        expr::Zone::Opening => return Where::Zone(Slot::OPENING),
    };
    Where::Zone(Slot::of(who, zone))
}

/// Whether a card is what a lower-case word says.
fn has_word(card: &Card, word: &str) -> bool {
    match word {
        "nonland" => return !card.types().has(Types::LAND),
        "permanent" => return card.types().any(PERMANENT),
        "multicoloured" | "multicolored" => return card.colours().count() > 1,
        "colourless" | "colorless" => return card.colours().is_colourless(),
        _ => {}
    }
    if let Some(colour) = Mana::ALL.into_iter().find(|mana| mana.word() == word) {
        return card.colours().has(colour);
    }
    Types::from_word(word).is_some_and(|kind| card.types().has(kind))
        || Supertypes::from_word(word).is_some_and(|kind| card.supertypes().has(kind))
        || card.has_subtype(word)
        || card.keyword(word).is_some()
}

/// The same of a token, or of the back of a card.
fn print_has_word(print: &Print, word: &str) -> bool {
    match word {
        "nonland" => !print.types.has(Types::LAND),
        "permanent" => print.types.any(PERMANENT),
        "multicoloured" => print.colours.count() > 1,
        "colourless" => print.colours.is_colourless(),
        _ => {
            let look = Look::of(print);
            look.is_a(word) || keyword(word).is_some_and(|keyword| look.has(keyword))
        }
    }
}

/// Whether a lower-case word says something of some card, if of none in these decks.
fn is_known(word: &str) -> bool {
    is_fixed_word(word) || Catalogue::shipped().is_subtype(word) || Catalogue::shipped().is_keyword(word)
}

/// A fault in a name; the caller adds the text that it stands in.
fn fault(leaf: &Leaf, message: String) -> Error {
    Error::Expr { message, text: leaf.text.clone(), position: leaf.at }
}

fn wrong_kind(expr: &Expr, wanted: &str) -> Error {
    Error::Expr { message: format!("{wanted} is wanted here"), text: expr.to_string(), position: 0 }
}
