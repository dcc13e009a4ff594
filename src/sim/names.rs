//! What things are called at the time.

use crate::card::Types;
use crate::cardset::Obj;
use crate::item::{Item, ItemKind};
use crate::rules::View;
use crate::state::{State, Who, Zone};
use crate::table::Table;
use crate::thing::Aimed;

/// The name of anything that can be chosen.
pub(super) fn name_of<const W: usize>(view: View<'_, W>, aimed: Aimed) -> String {
    let Some(field) = view.state.field() else { return String::new() };
    let print = |at: u16| view.table.prints[at as usize].name.clone();
    match aimed {
        Aimed::Player(Who::You) => "you".to_owned(),
        Aimed::Player(Who::Opponent) => "opponent".to_owned(),
        Aimed::Thing(thing) => object_name(view.table, view.state, thing.obj),
        Aimed::Item(id) => match field.stack.iter().find(|item| item.id == id).map(|item| &item.kind) {
            Some(ItemKind::Spell { print: at, .. }) => print(*at),
            Some(ItemKind::Ability { source, triggered, .. }) => {
                // What has left goes by what it was (608.2h).
                let same = field.stamps[source.obj.index()] == source.stamp;
                let here =
                    Who::BOTH.into_iter().any(|who| view.state.zone(who, Zone::Battlefield).has(source.obj));
                let at = field.print_number(source.obj, &view.table.prints, || here || !same);
                format!("{} ({})", print(at), if *triggered { "trigger" } else { "ability" })
            }
            Some(ItemKind::Effect { print: at, .. }) => {
                format!("{} (trigger)", print(*at))
            }
            None => String::new(),
        },
    }
}

/// Whether a spell is a copy. The copy of a card that was cast is an object of its own (707.12).
pub(super) fn is_copy<const W: usize>(table: &Table<W>, item: &Item) -> bool {
    match item.kind {
        ItemKind::Spell { card, .. } => card.is_none_or(|card| card.obj.index() >= table.entries.len()),
        ItemKind::Ability { .. } | ItemKind::Effect { .. } => false,
    }
}

/// The name of an object; a token that is a copy is `NAME token`.
pub(super) fn object_name<const W: usize>(table: &Table<W>, state: &State<W>, obj: Obj) -> String {
    let Some(field) = state.field() else { return table.card(obj).name.to_string() };
    let here = Who::BOTH.into_iter().any(|who| state.zone(who, Zone::Battlefield).has(obj));
    let print = &table.prints[usize::from(field.print_number(obj, &table.prints, || here))];
    // What has no types is no token: a dungeon.
    let is_token = obj.index() >= table.entries.len() && print.types != Types::NONE;
    if is_token && print.token.is_none() { format!("{} token", print.name) } else { print.name.clone() }
}
