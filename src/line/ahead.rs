//! Questions to the rules about a position, answered without changing it.

use crate::cardset::{Obj, Set};
use crate::field::Field;
use crate::line::named::Named;
use crate::rules::able::Able;
use crate::rules::{Game, NoLog, Opening, Outlook, Player, View};
use crate::source::Streams;
use crate::state::{State, Who, Zone};

/// Decides as everybody would who says nothing.
#[derive(Debug)]
struct Anybody;

impl<const W: usize> Player<W> for Anybody {
    fn moment(&mut self, _: View<'_, W>) -> bool {
        false
    }

    fn watches(&self) -> bool {
        false
    }

    fn opening(&mut self, _: View<'_, W>, _: Who, _: bool) -> Opening {
        Opening::Keep
    }

    fn bottom(&mut self, _: View<'_, W>, _: Who, from: Set<W>) -> Obj {
        from.lowest()
    }

    fn dredge(&mut self, _: View<'_, W>, _: Who, _: Set<W>) -> Set<W> {
        Set::EMPTY
    }

    fn discard(&mut self, _: View<'_, W>, _: Who, from: Set<W>, n: u32) -> Set<W> {
        from.first_few(n)
    }

    fn scry(&mut self, _: View<'_, W>, _: Who, _: &[Obj]) -> Set<W> {
        Set::EMPTY
    }

    fn surveil(&mut self, _: View<'_, W>, _: Who, _: &[Obj]) -> Set<W> {
        Set::EMPTY
    }
}

type Copied<'g, const W: usize> = Game<'g, W, Anybody, Streams, NoLog>;

/// What the rules say of a copy of the position; `None`: no spells and permanents come into the game.
fn ask<const W: usize, T>(view: View<'_, W>, question: impl FnOnce(&mut Copied<'_, W>) -> T) -> Option<T> {
    // A copy costs more than most questions, so those that have a plain answer are not asked.
    view.state.field()?;
    let mut state: State<W> = view.state.clone();
    let mut source = Streams::new(0);
    let mut game = Game {
        table: view.table,
        state: &mut state,
        player: Anybody,
        source: &mut source,
        log: &mut NoLog,
        wanted_mana: None,
    };
    Some(question(&mut game))
}

/// The mana that you could have now.
pub fn mana<const W: usize>(view: View<'_, W>) -> i32 {
    if view.state.zone(Who::You, Zone::Battlefield).is_empty() {
        let floats = |field: &Field| field.pools[Who::You as usize].len() as i32;
        return view.state.field().map_or(0, floats);
    }
    view.outlook.map_or_else(
        || ask(view, |game| game.most_mana(Who::You)).unwrap_or(0),
        |outlook| outlook.mana(Who::You),
    )
}

/// The power of your creatures that could attack.
pub fn power<const W: usize>(view: View<'_, W>) -> i32 {
    if view.state.zone(Who::You, Zone::Battlefield).is_empty() {
        return 0;
    }
    view.outlook.map_or_else(
        || ask(view, |game| game.attacking_power(Who::You)).unwrap_or(0),
        |outlook| outlook.power(Who::You),
    )
}

/// Whether you could cast such a card now, in that way or in any.
pub fn castable<const W: usize>(view: View<'_, W>, what: &Named<W>, via: Option<&str>) -> bool {
    let zones = [Zone::Hand, Zone::Graveyard, Zone::Exile];
    let mut cards = zones.map(|zone| view.state.zone(Who::You, zone) & what.cards);
    if cards.iter().all(|cards| cards.is_empty()) {
        return false;
    }
    // Of those that are alike in a zone one is as good as another.
    for cards in &mut cards {
        *cards = cards
            .into_iter()
            .filter(|&card| (view.table.alike(card) & *cards).first() == Some(card))
            .collect();
    }
    let any =
        |outlook: &dyn Outlook| cards.into_iter().flatten().any(|card| could_cast(view, outlook, card, via));
    match view.outlook {
        Some(outlook) => any(outlook),
        None => ask(view, |game| any(game)).unwrap_or(false),
    }
}

fn could_cast<const W: usize>(
    view: View<'_, W>,
    outlook: &dyn Outlook,
    card: Obj,
    via: Option<&str>,
) -> bool {
    match outlook.casting(Who::You, card, via) {
        Able::Yes => true,
        Able::No => false,
        // What only trying tells is tried on copies.
        Able::Perhaps => {
            let ways = ask(view, |game| game.castings(Who::You, game.thing(card), via)).unwrap_or_default();
            let done = |way| ask(view, |game| game.cast(Who::You, game.thing(card), &way).is_ok());
            ways.into_iter().any(|(way, _)| done(way) == Some(true))
        }
    }
}
