//! The cards of one game, by object number, with a mask for each attribute that the rules ask about.

use std::sync::{Arc, OnceLock};

use crate::ability::{self, Ability, Is, Replace, Static, Token};
use crate::card::Card;
use crate::cardset::{Obj, Set};
use crate::kept::{Kept, Reached, is_mana_in_hand};
use crate::look::Look;
use crate::print::{self, Print};
use crate::roles::{Moves, Role, Roles, Waited};
use crate::settled::Settled;
use crate::state::{Who, Zone};
use crate::waits::Wait;

/// What is known of an object before the game begins.
#[derive(Debug, Clone)]
pub struct Entry {
    /// The card.
    pub card: Arc<Card>,
    /// Its owner.
    pub owner: Who,
}

/// The cards of one game. Objects are numbered in deck-list order, yours before the opponent's.
#[derive(Debug, Clone)]
pub struct Table<const W: usize> {
    /// The cards, by object number.
    pub entries: Vec<Entry>,
    /// Every card, of both decks.
    pub cards: Set<W>,
    /// The cards that may be something else on the battlefield: another face of theirs, or a copy.
    pub two_faced: Set<W>,
    /// The other cards.
    pub one_faced: Set<W>,
    /// The cards with dredge (702.52).
    pub dredgers: Set<W>,
    /// Those, and the objects that may be a copy of one.
    pub may_dredge: Set<W>,
    /// How many cards each of them mills.
    pub dredge: [u8; 256],
    /// The largest of these numbers.
    pub most_dredge: u8,
    /// What is printed on cards and tokens.
    pub prints: Vec<Print>,
    /// What each print is as it stands.
    pub looks: Vec<Look>,
    /// What the triggered abilities of each print wait for.
    pub waits: Vec<Box<[Wait]>>,
    /// What was asked of each print.
    pub kept: Vec<Kept>,
    /// The print of each card, by object number.
    pub print_of: Vec<u16>,
    /// The cards on which each print stands.
    pub printed_on: Vec<Set<W>>,
    /// The prints that say on the battlefield what objects elsewhere are.
    pub reachers: Vec<u16>,
    /// The prints that say in a graveyard what permanents are.
    pub givers: Vec<u16>,
    /// The prints that are of tokens.
    pub tokens: Vec<u16>,
    /// How many lots of a library's cards are decided at once in a game.
    pub lots: u8,
    /// The cards that can replace a hand before the game (103.5b).
    pub fresh_hand: Set<W>,
    /// The print that the ability of rad counters, which has no source, goes by (728.1).
    pub rad: u16,
    /// The print that the abilities of the initiative, which have none, go by (726.2).
    pub initiative: u16,
    /// The print of a dungeon (309).
    pub undercity: u16,
    /// What of what abilities ask about objects is settled by what is printed on them.
    pub settled: Settled<W>,
    /// The cards with a static ability that works in a graveyard.
    pub buried: Set<W>,
    /// The cards with a mana ability that works in a hand.
    pub held_mana: Set<W>,
    /// The objects whose triggered abilities may watch from a graveyard, a hand, exile, by what they wait for.
    pub away: [[Set<W>; 3]; Role::COUNT],
    /// The same of those that watch for moves, by the number of a move.
    pub away_moves: [[Set<W>; 3]; Moves::COUNT],
    /// By the number of a move: the cards with an ability that waits for the card itself to move so.
    pub own_moves: [Set<W>; Moves::COUNT],
    /// By the number of a move off the battlefield: the cards that nothing about themselves makes move otherwise, or makes
    /// wait for anything where they go.
    pub quiet_moves: [Set<W>; Moves::COUNT],
    /// The moves that anything waits for.
    pub moves: Waited,
    /// Those that anything looks at as things are after them, and as they were before (603.10a).
    pub looked_at: [Moves; 2],
    /// The opponent is nobody: without cards, without turns, and never decked.
    pub absent: bool,
}

impl<const W: usize> Table<W> {
    /// The table of `entries`.
    pub fn new(entries: Vec<Entry>) -> Self {
        let mut table = Self {
            entries,
            cards: Set::EMPTY,
            two_faced: Set::EMPTY,
            one_faced: Set::EMPTY,
            dredgers: Set::EMPTY,
            may_dredge: Set::EMPTY,
            dredge: [0; 256],
            most_dredge: 0,
            lots: 1,
            fresh_hand: Set::EMPTY,
            absent: false,
            prints: Vec::new(),
            looks: Vec::new(),
            waits: Vec::new(),
            kept: Vec::new(),
            away: [[Set::EMPTY; 3]; Role::COUNT],
            away_moves: [[Set::EMPTY; 3]; Moves::COUNT],
            own_moves: [Set::EMPTY; Moves::COUNT],
            quiet_moves: [Set::EMPTY; Moves::COUNT],
            settled: Settled::default(),
            buried: Set::EMPTY,
            held_mana: Set::EMPTY,
            moves: Waited::default(),
            looked_at: [Moves::default(); 2],
            print_of: Vec::new(),
            printed_on: Vec::new(),
            reachers: Vec::new(),
            givers: Vec::new(),
            tokens: Vec::new(),
            rad: 0,
            initiative: 0,
            undercity: 0,
        };
        for (i, entry) in table.entries.iter().enumerate() {
            let obj = Obj(i as u8);
            table.cards.insert(obj);
            for ability in ability::abilities(&entry.card) {
                match *ability {
                    Ability::Dredge(n) => {
                        table.dredgers.insert(obj);
                        table.dredge[i] = n;
                        table.most_dredge = table.most_dredge.max(n);
                        // As much as is milled in half a dozen turns.
                        table.lots = 4;
                    }
                    Ability::FreshHand => table.fresh_hand.insert(obj),
                    Ability::InGraveyard(..) => table.buried.insert(obj),
                    _ => {}
                }
            }
        }
        table.print();
        table
    }

    /// Prints the cards, and every token that they can make.
    fn print(&mut self) {
        for i in 0..self.entries.len() {
            let card = Arc::clone(&self.entries[i].card);
            let at = self.add_card(&card);
            self.print_of.push(at);
        }
        self.rad = self.number(Print::named("Rad counters"));
        self.initiative = self.number(Print::named("The initiative"));
        self.undercity = self.number(Print::of_undercity());
        self.complete(0);
    }

    /// The print of a card, and of every token that it can make; new where it is not known yet.
    pub fn add(&mut self, card: &Card) -> u16 {
        let known = self.prints.len();
        let at = self.add_card(card);
        self.complete(known);
        at
    }

    /// The number of a print, and those of every token that it can make; new where it is not known yet.
    pub fn add_print(&mut self, print: Print) -> u16 {
        let known = self.prints.len();
        let at = self.number(print);
        self.complete(known);
        at
    }

    /// Both faces of a card, each with the number of the other. The number of the front.
    fn add_card(&mut self, card: &Card) -> u16 {
        let front = self.number(Print::of_card(card));
        if let Some(back) = Print::of_back(card) {
            let back = self.number(back);
            self.prints[usize::from(front)].back = Some(back);
            self.prints[usize::from(back)].back = Some(front);
        }
        front
    }

    fn number(&mut self, print: Print) -> u16 {
        let known = self.prints.iter().position(|known| known.token.is_none() && known.name == print.name);
        let at = known.unwrap_or_else(|| {
            self.prints.push(print);
            self.prints.len() - 1
        });
        at as u16
    }

    /// Adds the tokens that prints from this one on can make, and notes what all these are and do.
    fn complete(&mut self, from: usize) {
        let mut at = from;
        while at < self.prints.len() {
            let mut tokens = Vec::new();
            for ability in &self.prints[at].abilities {
                print::tokens_of(ability, &mut |token| tokens.push(token));
            }
            for token in tokens {
                if !self.prints.iter().any(|print| print.token == Some(token)) {
                    self.prints.push(Print::of_token(token));
                }
            }
            at += 1;
        }
        for print in &mut self.prints[from..] {
            print.roles = Roles::of_print(print);
            self.looks.push(Look::of(print));
            self.waits.push(Wait::all(&print.abilities));
            self.kept.push(Kept::default());
        }
        let of = |such: fn(&Print) -> bool| {
            let prints = self.prints.iter().enumerate().filter(|(_, print)| such(print));
            prints.map(|(at, _)| at as u16).collect()
        };
        self.tokens = of(|print| print.token.is_some());
        self.reachers = of(|print| print.roles.here.has(Role::Reaches));
        self.givers = of(|print| print.abilities.iter().any(|a| matches!(**a, Ability::InGraveyard(..))));
        for kept in &mut self.kept {
            kept.reached.resize_with(self.reachers.len(), Reached::default);
            kept.given.resize_with(self.givers.len(), OnceLock::new);
        }
        self.printed_on = vec![Set::EMPTY; self.prints.len()];
        for (i, &print) in self.print_of.iter().enumerate() {
            self.printed_on[usize::from(print)].insert(Obj(i as u8));
        }
        self.settled = Settled::new(&self.prints, &self.looks, &self.print_of);
        let held =
            |at: &u16| self.prints[usize::from(*at)].abilities.iter().any(|ability| is_mana_in_hand(ability));
        let holding = self.print_of.iter().enumerate().filter(|(_, at)| held(at));
        self.held_mana = holding.map(|(obj, _)| Obj(obj as u8)).collect();
        // What is no card may be the copy of any.
        let others = Set::range(self.entries.len(), 64 * W);
        self.may_dredge = self.dredgers | others;
        self.moves = Waited::default();
        for print in &self.prints {
            self.moves.add(&print.roles);
        }
        for wait in self.waits.iter().flatten() {
            for (all, moves) in self.looked_at.iter_mut().zip(wait.moves) {
                *all |= moves;
            }
        }
        // What a permanent gives itself may look either way.
        for print in self.prints.iter().filter(|print| print.roles.shifts) {
            self.looked_at.iter_mut().for_each(|all| *all |= print.roles.here.moves);
        }
        self.complete_moves();
        self.complete_faces();
        for (role, zones) in Role::ALL.into_iter().zip(&mut self.away) {
            for (i, objects) in zones.iter_mut().enumerate() {
                let watches = |at: &u16| self.prints[usize::from(*at)].roles.away[i].has(role);
                let watching = self.print_of.iter().enumerate().filter(|(_, at)| watches(at));
                *objects = watching.map(|(obj, _)| Obj(obj as u8)).collect::<Set<W>>() | others;
            }
        }
        for (number, zones) in self.away_moves.iter_mut().enumerate() {
            for (i, objects) in zones.iter_mut().enumerate() {
                let waits = |at: &u16| {
                    self.prints[usize::from(*at)].roles.away[i].waits(Role::Moves, Moves::numbered(number))
                };
                let waiting = self.print_of.iter().enumerate().filter(|(_, at)| waits(at));
                *objects = waiting.map(|(obj, _)| Obj(obj as u8)).collect::<Set<W>>() | others;
            }
        }
    }

    fn complete_faces(&mut self) {
        let own =
            |a: &&'static Ability| matches!(**a, Ability::Replace(Replace::EntersCopy { is: Is::This, .. }));
        let faced = |print: &Print| print.back.is_some() || print.abilities.iter().any(own);
        let of_others = |a: &&'static Ability| makes_copies(a);
        self.two_faced = if self.prints.iter().any(|print| print.abilities.iter().any(of_others)) {
            self.cards
        } else {
            let faced = |at: &u16| faced(&self.prints[usize::from(*at)]);
            let those = self.print_of.iter().enumerate().filter(|(_, at)| faced(at));
            those.map(|(i, _)| Obj(i as u8)).collect()
        };
        self.one_faced = self.cards - self.two_faced;
    }

    fn complete_moves(&mut self) {
        self.own_moves = [Set::EMPTY; Moves::COUNT];
        self.quiet_moves = [Set::EMPTY; Moves::COUNT];
        for to in Zone::ALL.map(Some).into_iter().chain([None]) {
            let arrives = Roles::AWAY.iter().position(|&zone| Some(zone) == to);
            for from in Zone::ALL.map(Some).into_iter().chain([None]) {
                let (number, moves) = (Moves::number(from, to), Moves::of(from, to));
                for (i, &at) in self.print_of.iter().enumerate() {
                    let roles = &self.prints[usize::from(at)].roles;
                    let waits = arrives.is_some_and(|zone| roles.away[zone].moves.meets(moves));
                    let quiet = !(roles.redirects || waits);
                    self.own_moves[number].insert_if(Obj(i as u8), roles.own_moves.meets(moves));
                    self.quiet_moves[number].insert_if(Obj(i as u8), quiet);
                }
            }
        }
    }

    /// The objects whose triggered abilities may wait in one of the zones of [`Roles::AWAY`] for something, of moves for
    /// one of these.
    #[inline]
    pub fn waiting_away(&self, role: Role, moves: Moves, zone: usize) -> Set<W> {
        if role != Role::Moves {
            return self.away[role as usize][zone];
        }
        moves.numbers().fold(Set::EMPTY, |all, number| all | self.away_moves[number][zone])
    }

    /// The print of a token.
    pub fn print_of_token(&self, token: &Token) -> Option<u16> {
        self.tokens.iter().copied().find(|&at| self.prints[usize::from(at)].token == Some(token))
    }

    /// The cards with the same printed on them, itself included; of what is no card itself alone.
    #[inline]
    pub fn alike(&self, obj: Obj) -> Set<W> {
        self.print_of
            .get(obj.index())
            .map_or_else(|| Set::of(obj), |&print| self.printed_on[usize::from(print)])
    }

    /// The card that an object is.
    pub fn card(&self, obj: Obj) -> &Card {
        &self.entries[obj.index()].card
    }

    /// The objects whose card is such.
    pub fn matching(&self, mut such: impl FnMut(&Card) -> bool) -> Set<W> {
        self.entries.iter().enumerate().filter(|(_, e)| such(&e.card)).map(|(i, _)| Obj(i as u8)).collect()
    }

    /// The objects that `who` owns.
    pub fn owned(&self, who: Who) -> Set<W> {
        self.entries.iter().enumerate().filter(|(_, e)| e.owner == who).map(|(i, _)| Obj(i as u8)).collect()
    }

    /// Those of the cards `among` that mill at most `most` cards when they are dredged.
    #[cold]
    pub fn dredgers_up_to(&self, most: u32, among: Set<W>) -> Set<W> {
        among.into_iter().filter(|&card| u32::from(self.dredge(card)) <= most).collect()
    }

    /// How many cards an object mills when it is dredged.
    #[inline]
    pub fn dredge(&self, obj: Obj) -> u8 {
        self.dredge[obj.index()]
    }
}

/// Whether an ability makes other objects enter as copies.
fn makes_copies(ability: &Ability) -> bool {
    match ability {
        Ability::Replace(Replace::EntersCopy { is, .. }) => *is != Is::This,
        Ability::Static(Static::Grant(_, inner)) | Ability::While(_, inner) => makes_copies(inner),
        _ => false,
    }
}
