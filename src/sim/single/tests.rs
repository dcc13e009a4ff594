//! Loops (104.4b, 732): those that somebody keeps going end by a choice, all others end the game.

use std::sync::Arc;

use super::{Chooser, Single, W};
use crate::ability::{Ability, Effect, Place, Ref, Value, Whose};
use crate::case::{PermanentStart, Start};
use crate::item::{Cast, EventInfo, Item, ItemKind};
use crate::print::Print;
use crate::sim::names::object_name;
use crate::state::{Outcome, Step, Who};
use crate::table::Table;
use crate::thing::Targets;

/// A game in which a spell of yours that does this waits on the stack.
fn with_spell(effect: Effect) -> Single {
    let mut single = Single::start(&Start::default(), 0).expect("a start");
    let mut table: Table<W> = (*single.table).clone();
    let spell: &'static Ability = Box::leak(Box::new(Ability::Spell { targets: Vec::new(), effect }));
    let print = table.add_print(Print { abilities: vec![spell], ..Print::named("Echo") });
    single.table = Arc::new(table);
    let item = Item {
        id: 1,
        kind: ItemKind::Spell { card: None, print },
        controller: Who::You,
        targets: Targets::new(),
        cast: Cast::default(),
        event: EventInfo::default(),
    };
    let field = single.state.field_mut().expect("a field");
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
    let field = single.state.field().expect("a field");
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

#[test]
fn a_creature_that_can_pay_nothing_is_not_in_the_way_of_those_that_can() {
    // Five cards are delved for the generic mana, so that the blue Narcomoeba pays nothing of what is left (702.51a).
    let mut start = Start::default();
    let you = &mut start.sides[Who::You as usize];
    you.battlefield = ["Narcomoeba", "Stinkweed Imp", "Golgari Thug"]
        .map(|card| PermanentStart { card: card.to_owned(), ..PermanentStart::default() })
        .to_vec();
    you.graveyard = vec!["Forest".to_owned(); 5];
    you.hand = vec!["Hogaak, Arisen Necropolis".to_owned()];
    start.step = Step::Main;
    let mut single = Single::start(&start, 0).expect("a start");
    let hogaak = single.thing(single.zone(Who::You, Place::Hand)[0]);
    let (ways, _) = single.with(Chooser::default(), |game| game.castings(Who::You, hogaak, None));
    let names: Vec<_> =
        ways[0].0.convoke.iter().map(|thing| object_name(&single.table, &single.state, thing.obj)).collect();
    assert_eq!(names, ["Stinkweed Imp", "Golgari Thug"]);
}
