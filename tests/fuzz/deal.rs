//! Random positions, of all cards of which something is said.

use gravetroll::ability;
use gravetroll::card::Types;
use gravetroll::case::{Case, Expect, FILLER, PermanentStart, Pool, SideStart, Start};
use gravetroll::catalogue;
use gravetroll::state::{Step, Who};

use crate::chance::Chance;

/// What makes other cards playable, so that random games come far.
const SOURCES: [&str; 14] = [
    "Forest",
    "Island",
    "Swamp",
    "Mountain",
    "Plains",
    "Sol Ring",
    "Lotus Petal",
    "Llanowar Elves",
    "Ancient Tomb",
    "Mana Confluence",
    "Reflecting Pool",
    "Exotic Orchard",
    "Vivid Crag",
    "Dryad Arbor",
];

/// The cards of one game: a few, so that they meet.
struct Cards {
    all: Vec<&'static str>,
    permanents: Vec<&'static str>,
}

fn is_permanent(name: &str) -> bool {
    catalogue::find(name).is_ok_and(|card| card.types().any(Types::PERMANENT))
}

fn cards(chance: &mut Chance) -> Cards {
    let defined = ability::defined();
    let mut all: Vec<&str> =
        (0..chance.range(4, 20)).filter_map(|_| chance.pick(&defined).copied()).collect();
    for _ in 0..chance.range(1, 4) {
        all.extend(chance.pick(&SOURCES));
    }
    let permanents = all.iter().copied().filter(|name| is_permanent(name)).collect();
    Cards { all, permanents }
}

fn pile(chance: &mut Chance, from: &[&'static str], most: u32) -> Vec<String> {
    (0..chance.range(0, most))
        .map(|_| if chance.percent(5) { FILLER } else { chance.pick(from).copied().unwrap_or(FILLER) })
        .map(str::to_owned)
        .collect()
}

fn permanent(chance: &mut Chance, cards: &Cards) -> Option<PermanentStart> {
    let card = (*chance.pick(&cards.permanents)?).to_owned();
    let mut counters = Vec::new();
    if chance.percent(15) {
        let kind = *chance.pick(&["+1/+1", "-1/-1", "charge", "time", "loyalty", "flying"])?;
        let most = if chance.percent(3) { 1_000_000 } else { 5 };
        counters.push((kind.to_owned(), chance.range(1, most)));
    }
    Some(PermanentStart {
        card,
        tapped: chance.percent(15),
        sick: chance.percent(15),
        damage: u32::from(chance.percent(8)),
        counters,
        attached_to: if chance.percent(5) {
            chance.pick(&cards.permanents).map(|&name| name.to_owned())
        } else {
            None
        },
        token: chance.percent(3),
    })
}

fn side(chance: &mut Chance, cards: &Cards) -> SideStart {
    let mut pool = [0; 6];
    if chance.percent(60) {
        pool.fill_with(|| chance.range(0, 9));
    }
    SideStart {
        library: pile(chance, &cards.all, 40),
        hand: pile(chance, &cards.all, 8),
        graveyard: pile(chance, &cards.all, 16),
        exile: pile(chance, &cards.all, 3),
        command: pile(chance, &cards.all, 1),
        battlefield: (0..chance.range(0, 9)).filter_map(|_| permanent(chance, cards)).collect(),
        life: chance.range(1, 40) as i32,
        mana: Pool(pool),
        drawn: u32::from(chance.percent(10)),
        spells: if chance.percent(10) { chance.range(1, 4) } else { 0 },
        lands: u32::from(chance.percent(10)),
    }
}

/// What is attached is attached to something that is there: another host is refused.
fn attach(chance: &mut Chance, sides: &mut [SideStart; 2]) {
    // A token does not go by the name of a card.
    let named = |permanent: &PermanentStart| Some(permanent.card.clone()).filter(|_| !permanent.token);
    let there: Vec<_> = sides.iter().flat_map(|side| &side.battlefield).map(named).collect();
    let permanents = sides.iter_mut().flat_map(|side| &mut side.battlefield);
    for (at, permanent) in permanents.enumerate().filter(|(_, permanent)| permanent.attached_to.is_some()) {
        let others = there.iter().enumerate().filter(|(other, _)| *other != at);
        let others: Vec<_> = others.filter_map(|(_, name)| name.as_ref()).collect();
        permanent.attached_to = chance.pick(&others).map(|&name| name.clone());
    }
}

/// A position, without steps.
pub fn deal(chance: &mut Chance, seed: u64) -> Case {
    let cards = cards(chance);
    let mut sides = [side(chance, &cards), side(chance, &cards)];
    attach(chance, &mut sides);
    let steps =
        [Step::Main, Step::Main, Step::Main, Step::Main2, Step::Upkeep, Step::Draw, Step::Combat, Step::End];
    Case {
        id: format!("fuzz-{seed}"),
        title: format!("A random game of seed {seed}"),
        rules: Vec::new(),
        start: Start {
            sides,
            turn: if chance.percent(80) { Who::You } else { Who::Opponent },
            step: *chance.pick(&steps).unwrap_or(&Step::Main),
            on_the_play: chance.percent(5),
        },
        steps: Vec::new(),
        expect: Expect::default(),
        stretch: false,
        // The largest number that a file can hold is that of i64.
        seed: seed >> 1,
        place: String::new(),
    }
}
