//! Loops (104.4b, 732): those that somebody keeps going end by a choice, all others end the game.

use std::sync::Arc;

use super::{Chooser, Single, W};
use crate::ability::{Ability, Effect, Ref, Value, Whose};
use crate::case::Start;
use crate::field::{CastInfo, EventInfo, Item, ItemKind};
use crate::print::Print;
use crate::state::{Outcome, Who};
use crate::table::Table;

/// A game in which a spell of yours that does this waits on the stack.
fn with_spell(effect: Effect) -> Single {
    let mut single = Single::start(&Start::default(), 0).expect("a start");
    let mut table: Table<W> = (*single.table).clone();
    let spell = Arc::new(Ability::Spell { targets: Vec::new(), effect });
    let print = table.add_print(Print { abilities: vec![spell], ..Print::named("Echo") });
    single.table = Arc::new(table);
    let item = Item {
        id: 1,
        kind: ItemKind::Spell { card: None, print },
        controller: Who::You,
        targets: Vec::new(),
        cast: CastInfo::default(),
        event: EventInfo::default(),
    };
    let field = single.state.field.as_mut().expect("a field");
    field.items = 1;
    field.push(item);
    single
}

fn echo() -> Effect {
    Effect::CopySpell(Ref::This, Value::N(1), false)
}

#[test]
fn a_loop_of_offers_ends_by_a_choice() {
    let mut single = with_spell(Effect::May(Whose::You, Box::new(echo()), None));
    single
        .try_with(Chooser::default(), |game| {
            game.resolve_all();
            Ok(())
        })
        .expect("a resolution");
    let field = single.state.field.as_ref().expect("a field");
    assert_eq!((single.state.outcome, field.stack.len(), field.weary), (Outcome::Open, 0, false));
}

#[test]
fn a_loop_of_mandatory_actions_is_a_draw() {
    let mut single = with_spell(echo());
    single
        .try_with(Chooser::default(), |game| {
            game.resolve_all();
            Ok(())
        })
        .expect("a resolution");
    assert_eq!(single.state.outcome, Outcome::Drawn);
}
