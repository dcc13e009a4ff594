//! Which actions may be possible, by what lies where: a bit for each, told by few instructions.

use crate::cardset::Set;
use crate::line::action::Verb;
use crate::line::acts::Act;
use crate::state::{State, Who, Zone};

/// So many actions of a phase are told apart; those after them may always be possible.
pub const MOST: usize = u64::BITS as usize;

/// For each card the actions that may be done with it where it lies.
#[derive(Debug, Clone)]
pub struct Reach<const W: usize> {
    places: Vec<Near<W>>,
    /// Casts from a graveyard by a way that something gives.
    given: Near<W>,
    /// What may be done by leave to play a card.
    by_leave: u64,
    /// Lands may be played from elsewhere, or more often, by a static ability.
    plays: u64,
}

/// The same for the cards in one zone.
#[derive(Debug, Clone)]
struct Near<const W: usize> {
    zone: Zone,
    /// The cards with which there is anything to do.
    cards: Set<W>,
    of_card: Vec<u64>,
    /// With objects that are no cards.
    of_others: u64,
}

impl<const W: usize> Near<W> {
    fn new(zone: Zone) -> Self {
        Self { zone, cards: Set::EMPTY, of_card: vec![0; 64 * W], of_others: 0 }
    }

    fn add(&mut self, bit: u64, cards: Set<W>) {
        self.cards |= cards;
        self.of_others |= bit;
        for card in cards {
            self.of_card[card.index()] |= bit;
        }
    }

    #[inline(always)]
    fn of(&self, state: &State<W>, cards: Set<W>) -> u64 {
        let there = state.zone(Who::You, self.zone);
        let mut near = if (there - cards).is_empty() { 0 } else { self.of_others };
        for card in there & self.cards & cards {
            near |= self.of_card[card.index()];
        }
        near
    }
}

impl<const W: usize> Reach<W> {
    /// Of the actions of a phase, in order.
    pub fn new(acts: &[Act<W>]) -> Self {
        let places = [Zone::Hand, Zone::Graveyard, Zone::Exile, Zone::Battlefield].map(Near::new);
        let given = Near::new(Zone::Graveyard);
        let mut reach = Self { places: places.into(), given, by_leave: 0, plays: 0 };
        for (number, act) in acts.iter().enumerate().take(MOST) {
            reach.add(1 << number, act);
        }
        reach.places.retain(|near| near.of_others != 0);
        reach
    }

    fn add(&mut self, bit: u64, act: &Act<W>) {
        let [hand, graveyard, exile, battlefield] = &mut self.places[..] else { return };
        match act.verb {
            Verb::Play => {
                hand.add(bit, act.what.cards);
                self.by_leave |= bit;
                self.plays |= bit;
            }
            Verb::Cast => {
                hand.add(bit, act.from_hand);
                graveyard.add(bit, act.from_graveyard - act.given_way);
                exile.add(bit, act.from_exile);
                self.given.add(bit, act.given_way);
                self.by_leave |= bit;
            }
            Verb::Activate | Verb::Cycle => {
                for &zone in &act.zones {
                    match zone {
                        Zone::Hand => hand.add(bit, act.what.cards),
                        Zone::Graveyard => graveyard.add(bit, act.what.cards),
                        Zone::Exile => exile.add(bit, act.what.cards),
                        Zone::Battlefield => battlefield.add(bit, act.what.cards),
                        Zone::Library => {}
                    }
                }
            }
        }
    }

    /// The actions that may be possible with the objects of a table with these `cards`. `ruled`: a static ability or a
    /// lasting effect may give ways to cast or play something; `leave`: there is leave to play something.
    pub fn near(&self, state: &State<W>, cards: Set<W>, ruled: bool, leave: bool) -> u64 {
        let mut near = self.places.iter().fold(0, |all, place| all | place.of(state, cards));
        if ruled {
            near |= self.plays | self.given.of(state, cards);
        }
        if leave {
            near |= self.by_leave;
        }
        near
    }
}
