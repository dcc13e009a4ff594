//! What stands on the table before the first hand is drawn: the objects of both players, and where they lie.

use std::sync::Arc;

use crate::card::Card;
use crate::cardset::{MOST_CARDS, Obj};
use crate::error::{Error, Result};
use crate::field::Field;
use crate::library::Library;
use crate::line::player::{LinePlayer, Policy};
use crate::print;
use crate::roles::Roles;
use crate::rules::{Game, NoLog};
use crate::source::{Keys, Random};
use crate::state::{State, Who, Zone};
use crate::table::{Entry, Table};

/// The life that a player begins with (103.4).
pub const LIFE: i32 = 20;
/// The cards that a player draws before the first turn (103.5).
pub const HAND: u32 = 7;
/// Objects beyond the cards that a game has room for where tokens or copies may come into it.
const ROOM: usize = 32;
/// Sets are of so many words at least where spells and permanents come into a game: the rules are compiled for few sizes.
pub const LEAST_FULL: usize = 2;

/// The other player: draws a card each turn, discards down to seven, and does nothing else.
#[derive(Debug, Clone)]
pub struct Opponent {
    /// The cards of the deck with their counts, in deck-list order.
    pub deck: Vec<(Arc<Card>, usize)>,
    /// The life total.
    pub life: i32,
    /// How many cards are drawn before the first turn.
    pub draws: u32,
    /// Cards that begin in these zones: taken out of the deck where it holds them, else there besides.
    pub begins: Vec<(Zone, Arc<Card>)>,
}

impl Opponent {
    /// Who has this deck and nothing else.
    pub const fn new(deck: Vec<(Arc<Card>, usize)>) -> Self {
        Self { deck, life: LIFE, draws: HAND, begins: Vec::new() }
    }

    /// The cards, each with the zone that it begins in.
    fn cards(&self) -> Vec<(Arc<Card>, Zone)> {
        let copies = self.deck.iter().flat_map(|(card, count)| std::iter::repeat_n(card, *count));
        let mut cards: Vec<(Arc<Card>, Zone)> =
            copies.map(|card| (Arc::clone(card), Zone::Library)).collect();
        for (zone, card) in &self.begins {
            let held = cards.iter_mut().find(|(known, at)| *at == Zone::Library && known.name == card.name);
            match held {
                Some(held) => held.1 = *zone,
                None => cards.push((Arc::clone(card), *zone)),
            }
        }
        cards
    }
}

/// The objects of a game: yours, then the opponent's.
#[derive(Debug)]
pub(super) struct Setup {
    entries: Vec<Entry>,
    /// Where the opponent's cards begin, by what comes after yours.
    theirs: Vec<Zone>,
    life: [i32; 2],
    absent: bool,
}

impl Setup {
    /// Of a deck, against an opponent or nobody.
    pub fn new(deck: &[(Arc<Card>, usize)], opponent: Option<&Opponent>) -> Result<Self> {
        let count = |cards: usize, whose: &str| match cards {
            0 => Err(Error::Deck(format!("the {whose} holds no cards: give it some"))),
            1..=MOST_CARDS => Ok(cards),
            _ => Err(Error::Deck(format!(
                "the {whose} holds {cards} cards, and a game at most {MOST_CARDS}: take some out"
            ))),
        };
        let total = |deck: &[(Arc<Card>, usize)]| deck.iter().fold(0usize, |n, (_, c)| n.saturating_add(*c));
        let yours = count(total(deck), "deck")?;
        let mut entries: Vec<Entry> = deck
            .iter()
            .flat_map(|(card, count)| {
                std::iter::repeat_n(Entry { card: Arc::clone(card), owner: Who::You }, *count)
            })
            .collect();
        let mut theirs = Vec::new();
        if let Some(opponent) = opponent {
            count(total(&opponent.deck), "deck of the opponent")?;
            for (card, zone) in opponent.cards() {
                entries.push(Entry { card, owner: Who::Opponent });
                theirs.push(zone);
            }
            if entries.len() > MOST_CARDS {
                return Err(Error::Deck(format!(
                    "the deck holds {yours} cards and the opponent {}, and a game at most {MOST_CARDS}: take some out",
                    theirs.len()
                )));
            }
        }
        let life = [LIFE, opponent.map_or(LIFE, |opponent| opponent.life)];
        Ok(Self { entries, theirs, life, absent: opponent.is_none() })
    }

    /// How many words a set of the objects takes, where nothing but draws and discards happens, or everything may.
    pub fn words(&self, full: bool) -> usize {
        let room = if full && makes_objects(&self.entries) { ROOM } else { 0 };
        let words = (self.entries.len() + room).div_ceil(64).next_power_of_two().min(4);
        if full { words.max(LEAST_FULL) } else { words }
    }

    /// Whether a card does something in so many turns that nobody need cast, play or activate for it.
    pub fn acts(&self, turns: usize) -> bool {
        // In a first turn of yours, with an empty graveyard, cards are drawn and discarded, but none is milled.
        let acts = if turns == 1 && self.absent { Roles::act_at_once } else { Roles::act_unplayed };
        let roles = |entry: &Entry| Roles::of(crate::ability::abilities(&entry.card));
        let permanents = self.theirs.contains(&Zone::Battlefield);
        permanents || self.entries.iter().any(|entry| acts(&roles(entry)))
    }

    /// The table.
    pub fn table<const W: usize>(&self) -> Table<W> {
        Table { absent: self.absent, ..Table::new(self.entries.clone()) }
    }

    /// The state; with spells and permanents where it is `full`.
    pub fn start<const W: usize>(&self, table: &Table<W>, policy: &Policy<W>, full: bool) -> State<W> {
        let yours = self.entries.len() - self.theirs.len();
        let of_theirs = |such: &dyn Fn(Zone) -> bool| -> Vec<Obj> {
            let all = self.theirs.iter().enumerate().filter(|(_, zone)| such(**zone));
            all.map(|(i, _)| Obj((yours + i) as u8)).collect()
        };
        let mut libraries = [
            Library::shuffled((0..yours).map(|i| Obj(i as u8))),
            Library::shuffled(of_theirs(&|zone| zone == Zone::Library)),
        ];
        // Where a hand is kept, whatever it is, and nothing searches, no library is shuffled again: a lot for the hand, and
        // as many as follow.
        let kept = [policy.keep.is_none() && !full, !full];
        for (library, _) in libraries.iter_mut().zip(kept).filter(|(_, kept)| *kept) {
            library.deal_ahead(1 + table.lots);
        }
        let mut state = State::new(libraries, self.life);
        let mut zones = vec![Zone::Hand, Zone::Graveyard, Zone::Exile];
        // What nothing acts on lies there all the same.
        zones.extend((!full).then_some(Zone::Battlefield));
        for zone in zones {
            *state.zone_mut(Who::Opponent, zone) = of_theirs(&|at| at == zone).into_iter().collect();
        }
        if const { W >= LEAST_FULL } && full {
            state.set_field(Field::new(table));
            // Nothing is asked of it.
            let keys = Keys::new(0);
            let mut source = Random::new(&keys, 0);
            let mut game = Game {
                table,
                state: &mut state,
                player: LinePlayer::<W, false>::new(policy),
                source: &mut source,
                log: &mut NoLog,
                wanted_mana: None,
            };
            for obj in of_theirs(&|zone| zone == Zone::Battlefield) {
                game.place(obj, Who::Opponent, Some(Zone::Battlefield));
            }
        }
        state
    }
}

/// Whether any of the cards makes tokens or copies, which are objects beside the cards.
fn makes_objects(entries: &[Entry]) -> bool {
    let mut last: Option<&str> = None;
    entries.iter().any(|entry| {
        let again = last == Some(&*entry.card.name);
        last = Some(&*entry.card.name);
        !again && crate::ability::abilities(&entry.card).iter().any(|ability| print::makes_objects(ability))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::Catalogue;

    fn card(name: &str) -> Arc<Card> {
        Catalogue::shipped().find(name).unwrap()
    }

    #[test]
    fn what_begins_elsewhere_is_taken_out_of_the_deck() {
        let deck = vec![(card("Island"), 3), (card("Leyline of the Void"), 2)];
        let mut opponent = Opponent::new(deck.clone());
        opponent.begins = vec![
            (Zone::Battlefield, card("Leyline of the Void")),
            (Zone::Graveyard, card("Swamp")),
            (Zone::Hand, card("Island")),
        ];
        let setup = Setup::new(&deck, Some(&opponent)).unwrap();
        // Yours are 0 to 4, theirs 5 to 10.
        assert_eq!(setup.entries.len(), 11);
        let at = |zone| (5..11).filter(|i| setup.theirs[i - 5] == zone).collect::<Vec<_>>();
        assert_eq!(at(Zone::Hand), [5]);
        assert_eq!(at(Zone::Battlefield), [8]);
        assert_eq!(at(Zone::Graveyard), [10]);
        assert_eq!(at(Zone::Library), [6, 7, 9]);
        assert!(setup.acts(4));
    }

    #[test]
    fn some_cards_act_unplayed() {
        let acts = |name, turns| Setup::new(&[(card(name), 4)], None).unwrap().acts(turns);
        for name in ["Narcomoeba", "Bridge from Below", "Creeping Chill", "Prized Amalgam"] {
            assert!(acts(name, 2) && !acts(name, 1), "{name}");
        }
        for name in ["Stinkweed Imp", "Island", "Faithless Looting", "Golgari Grave-Troll", "Hedron Crab"] {
            assert!(!acts(name, 2), "{name}");
        }
        // It replaces its own way to the graveyard, and that may be a discard.
        assert!(acts("Progenitus", 1));
    }
}
