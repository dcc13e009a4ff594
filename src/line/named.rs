//! The objects that a `what` names: cards by their numbers, tokens and copies by what is printed on them.

use crate::cardset::{Obj, Set};
use crate::item::ItemKind;
use crate::rules::View;
use crate::state::{Slot, State, Who, Zone};
use crate::table::Table;
use crate::thing::Aimed;

/// A set of objects, whichever of them are in the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named<const W: usize> {
    /// The cards.
    pub cards: Set<W>,
    /// For each print of the table whether what it is printed on is meant.
    pub prints: Box<[bool]>,
}

impl<const W: usize> Named<W> {
    /// The cards of a table that are meant, whichever face is up, and what else has the same printed on it.
    pub fn of_cards(table: &Table<W>, cards: Set<W>) -> Self {
        let mut prints = vec![false; table.prints.len()].into_boxed_slice();
        for card in cards & table.cards {
            let front = usize::from(table.print_of[card.index()]);
            prints[front] = true;
            if let Some(back) = table.prints[front].back {
                prints[usize::from(back)] = true;
            }
        }
        Self { cards, prints }
    }

    /// Everything.
    pub fn all(table: &Table<W>) -> Self {
        Self { cards: Set::ALL, prints: vec![true; table.prints.len()].into_boxed_slice() }
    }

    /// Everything else.
    pub fn other(mut self, table: &Table<W>) -> Self {
        self.cards = table.cards - self.cards;
        self.prints.iter_mut().for_each(|print| *print = !*print);
        self
    }

    /// What is both.
    pub fn and(mut self, other: &Self) -> Self {
        self.cards &= other.cards;
        self.prints.iter_mut().zip(&other.prints).for_each(|(mine, theirs)| *mine &= theirs);
        self
    }

    /// What is either.
    pub fn or(mut self, other: &Self) -> Self {
        self.cards |= other.cards;
        self.prints.iter_mut().zip(&other.prints).for_each(|(mine, theirs)| *mine |= theirs);
        self
    }

    /// Whether an object is meant.
    pub fn has(&self, view: View<'_, W>, obj: Obj) -> bool {
        Self::print_asked(view, obj)
            .map_or_else(|| self.cards.has(obj), |print| self.prints[usize::from(print)])
    }

    /// The print by which an object is meant; `None`: by its number, as it is a card that is what its front says.
    #[inline]
    pub(super) fn print_asked(view: View<'_, W>, obj: Obj) -> Option<u16> {
        if view.table.one_faced.has(obj) || view.table.cards.has(obj) && !lies_on_battlefield(view.state, obj)
        {
            return None;
        }
        let field = view.state.field()?;
        Some(field.print_number(obj, &view.table.prints, || true))
    }

    /// Whether something that can be chosen is meant; a player never is.
    pub fn means(&self, view: View<'_, W>, aimed: Aimed) -> bool {
        match aimed {
            Aimed::Player(_) => false,
            Aimed::Thing(thing) => self.has(view, thing.obj),
            Aimed::Item(id) => {
                let stack = view.state.field().map_or(&[][..], |field| &field.stack);
                stack.iter().find(|item| item.id == id).is_some_and(|item| match item.kind {
                    ItemKind::Spell { print, .. } | ItemKind::Effect { print, .. } => {
                        self.prints[print as usize]
                    }
                    ItemKind::Ability { source, .. } => self.has(view, source.obj),
                })
            }
        }
    }

    /// How many such objects are among these.
    pub fn count(&self, view: View<'_, W>, there: Set<W>) -> u32 {
        let asked = (there - view.table.cards) | (there & view.table.two_faced);
        let cards = (there & self.cards) - asked;
        cards.len() + asked.into_iter().filter(|&obj| self.has(view, obj)).count() as u32
    }
}

/// Where an expression looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Where {
    /// In a zone of a player.
    Zone(Slot),
    /// Among the spells of a player on the stack (405), copies too; abilities have no characteristics to ask for.
    Stack(Who),
}

impl<const W: usize> Named<W> {
    /// How many such objects are there.
    pub fn count_in(&self, view: View<'_, W>, place: Where) -> u32 {
        match place {
            Where::Zone(slot) => self.count(view, view.state.slot(slot)),
            Where::Stack(who) => {
                let stack = view.state.field().map_or(&[][..], |field| &field.stack);
                let such = stack.iter().filter(|item| {
                    let ItemKind::Spell { print, .. } = item.kind else { return false };
                    item.controller == who && self.prints[print as usize]
                });
                such.count() as u32
            }
        }
    }
}

fn lies_on_battlefield<const W: usize>(state: &State<W>, obj: Obj) -> bool {
    Who::BOTH.into_iter().any(|who| state.zone(who, Zone::Battlefield).has(obj))
}

/// The zone that an object lies in, as a set.
pub fn zone_of<const W: usize>(state: &State<W>, obj: Obj) -> Set<W> {
    state.find(obj).map_or(Set::EMPTY, |(who, zone)| state.zone(who, zone))
}

/// What may be targeted, in an order of preference.
#[derive(Debug, Clone)]
pub enum Aim<const W: usize> {
    /// A player.
    Player(Who),
    /// Such an object.
    These(Named<W>),
}

impl<const W: usize> Aim<W> {
    /// Whether it is that.
    pub fn means(&self, view: View<'_, W>, aimed: Aimed) -> bool {
        match self {
            Self::Player(who) => aimed == Aimed::Player(*who),
            Self::These(named) => named.means(view, aimed),
        }
    }
}
