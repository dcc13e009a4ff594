//! Objects that are no cards: tokens (111), copies (707).

use std::sync::Arc;

use super::moving::{Entry, To};
use super::query::Context;
use super::{Deed, Game, Log, Player, What};
use crate::ability::Ability;
use crate::cardset::{Obj, Row, Set};
use crate::item::{Item, ItemKind};
use crate::roles::Role;
use crate::source::Source;
use crate::state::{Who, Zone};
use crate::thing::{Aimed, Thing, Things};

impl<const W: usize, P: Player<W>, S: Source, L: Log<W>> Game<'_, W, P, S, L> {
    /// Makes tokens, or twice as many (614.16).
    pub(crate) fn make_tokens(&mut self, who: Who, print: u16, n: i32, tapped: bool) -> Things {
        self.make_such_tokens(who, print, n, &Entry::default(), tapped)
    }

    /// Makes tokens that are copies of something; that a copy is not legendary is copied too (707.9b).
    pub(super) fn make_copies(&mut self, who: Who, of: Thing, n: i32) -> Things {
        // 608.2h: what has left is copied as it was.
        let as_permanent = self.on_battlefield(of.obj) || !self.same(of);
        let print = self.field().print_number(of.obj, &self.table.prints, || as_permanent);
        let mut entry = Entry::default();
        if as_permanent && self.permanent(of.obj).cast.is_common() {
            entry.cast.common = true;
        }
        self.make_such_tokens(who, print, n, &entry, false)
    }

    fn make_such_tokens(&mut self, who: Who, print: u16, n: i32, entry: &Entry, tapped: bool) -> Things {
        let mut n = n.max(0);
        let replacers = if self.is_done(Role::Replaces) { self.may_do(Role::Replaces) } else { Row::new() };
        for obj in replacers {
            if self.controller(obj) != who {
                continue;
            }
            for ability in &self.identity(obj).abilities {
                if let Ability::Replace(crate::ability::Replace::Tokens(times)) = **ability {
                    n = n.saturating_mul(i32::from(times));
                    let source = self.thing(obj);
                    self.tell(|| Deed::of(What::Replace, who).things(&[source]).amount(n));
                }
            }
        }
        let mut made = Things::new();
        for _ in 0..n {
            let Some(obj) = self.new_object() else { break };
            self.field_mut().add(obj, print, who);
            made.push(self.thing(obj));
        }
        self.tell(|| Deed::of(What::Token, who).things(&made).amount(made.len() as i32));
        self.move_with(&made, To::Battlefield(who, tapped), entry)
    }

    /// Brings something into the command zone that was not in the game: an emblem (114.1), a dungeon (309.2).
    pub(super) fn bring_to_command(&mut self, who: Who, print: u16) -> Option<Thing> {
        let obj = self.new_object()?;
        let field = self.field_mut();
        field.stamp(obj);
        field.add(obj, print, who);
        field.command.push(obj);
        Some(self.thing(obj))
    }

    /// A number that no object has; where there is none the game is noted as too large.
    pub(crate) fn new_object(&mut self) -> Option<Obj> {
        let others = (Set::<W>::ALL - self.table.cards).resized::<4>();
        let free = (others - self.field().others).first();
        self.field_mut().overflowed |= free.is_none();
        free
    }

    /// The copy is an object like a token: it ceases to exist wherever it is neither spell nor permanent (704.5e).
    pub(super) fn cast_copy(&mut self, thing: Thing, paid: bool, context: &Context) {
        let Some(obj) = self.new_object() else { return };
        let print = self.field().prints[thing.obj.index()];
        self.field_mut().add(obj, print, context.controller);
        self.state.zone_mut(context.controller, Zone::Exile).insert(obj);
        let copy = self.thing(obj);
        self.cast_now(copy, paid, context);
    }

    /// Copies a spell so many times, each with new targets if its controller likes (707.10).
    pub(super) fn copy_spell(&mut self, object: Aimed, n: i32, common: bool, context: &Context) {
        let Some(item) = self.spell_of(object) else { return };
        let print = match &item.kind {
            &ItemKind::Spell { print, .. } => print,
            ItemKind::Ability { .. } | ItemKind::Effect { .. } => return,
        };
        let mut cast = item.cast.clone();
        // A copy is not cast (707.10).
        cast.from = None;
        cast.common |= common;
        for _ in 0..n {
            let id = self.next_item();
            let mut copy = Item {
                id,
                kind: ItemKind::Spell { card: None, print },
                controller: context.controller,
                targets: item.targets.clone(),
                cast: cast.clone(),
                event: item.event,
            };
            if self.player.aims_copies() {
                copy.targets = self.new_targets(&copy, context);
            }
            let (aims, who) = (copy.targets.clone(), copy.controller);
            self.field_mut().push(copy);
            self.tell(|| Deed::of(What::Copy, who).item(id).at(&aims.concat()));
            // 707.10c: it comes to the stack with these targets.
            self.targeted(&aims, who);
        }
    }

    /// A spell on the stack, or the last that was known of it.
    pub(crate) fn spell_of(&self, object: Aimed) -> Option<Arc<Item>> {
        match object {
            Aimed::Item(id) => {
                let field = self.field();
                field.stack.iter().chain(&field.gone).rev().find(|item| item.id == id).cloned()
            }
            _ => None,
        }
    }
}
