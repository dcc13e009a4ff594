//! Random steps: most of them of things that are there, so that many are legal.

use gravetroll::ability::{Place, Which};
use gravetroll::case::{
    Activate, Cast, Choice, Choices, Many, Pool, Position, Replicate, Step, Verb, place_word,
};
use gravetroll::state::{Step as TurnStep, Who};

use crate::chance::Chance;

const WAYS: [&str; 9] = [
    "mana cost",
    "escape",
    "flashback",
    "free",
    "alternative",
    "evoke",
    "overload",
    "madness",
    "As Foretold",
];
const PLACES: [Place; 6] =
    [Place::Library, Place::Hand, Place::Graveyard, Place::Exile, Place::Command, Place::Battlefield];
const TURN_STEPS: [TurnStep; 7] = [
    TurnStep::Upkeep,
    TurnStep::Draw,
    TurnStep::Main,
    TurnStep::Combat,
    TurnStep::Main2,
    TurnStep::End,
    TurnStep::Cleanup,
];

/// How often each verb is tried.
const WEIGHTS: [usize; 28] =
    [24, 14, 8, 6, 22, 5, 4, 3, 5, 3, 2, 4, 4, 3, 4, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2];

pub struct Steps<'c> {
    chance: &'c mut Chance,
    position: &'c Position,
}

/// A step to try in this position.
pub fn step(chance: &mut Chance, position: &Position) -> Step {
    let mut steps = Steps { chance, position };
    // A step with little said is more often legal.
    let plain = steps.chance.percent(60);
    let verb = if plain { steps.plain() } else { steps.verb() };
    let choices = if plain && steps.chance.percent(80) { Choices::default() } else { steps.choices() };
    Step { verb, choices, illegal: false }
}

/// A cast of which nothing is said.
fn bare(name: String, who: Who) -> Cast {
    Cast {
        name,
        who,
        from: Place::Hand,
        via: None,
        targets: None,
        x: None,
        replicate: None,
        exile: None,
        discard: None,
        sacrifice: None,
        mana_abilities: None,
        convoke: None,
        life: None,
        kicked: 0,
        buyback: false,
    }
}

impl Steps<'_> {
    fn zone(&self, who: Who, place: Place) -> &[String] {
        self.position.sides[who as usize].zones.get(place).map_or(&[], Vec::as_slice)
    }

    fn who(&mut self) -> Who {
        if self.chance.percent(75) { Who::You } else { Who::Opponent }
    }

    fn maybe_who(&mut self) -> Option<Who> {
        if self.chance.percent(70) { None } else { Some(self.who()) }
    }

    fn place(&mut self) -> Place {
        *self.chance.pick(&PLACES).unwrap_or(&Place::Hand)
    }

    /// The name of something in a zone; of nothing there something that is nowhere.
    fn card(&mut self, who: Who, place: Place) -> String {
        let index = self.chance.below(self.zone(who, place).len());
        self.zone(who, place).get(index).cloned().unwrap_or_else(|| "Storm Crow".to_owned())
    }

    fn cards(&mut self, who: Who, place: Place, most: u32) -> Vec<String> {
        (0..self.chance.range(0, most)).map(|_| self.card(who, place)).collect()
    }

    /// A name as a choice may have it.
    fn named(&mut self) -> String {
        let (who, place) = (self.who(), self.place());
        let name = self.card(who, place);
        let name = if self.chance.percent(10) { format!("opponent's {name}") } else { name };
        if self.chance.percent(15) { format!("{name} in {}", place_word(place)) } else { name }
    }

    fn target(&mut self) -> String {
        match self.chance.below(8) {
            0 => "you".to_owned(),
            1 => "opponent".to_owned(),
            2 => self.chance.pick(&self.position.stack).cloned().unwrap_or_else(|| "you".to_owned()),
            3 | 4 => {
                let who = self.who();
                self.card(who, Place::Battlefield)
            }
            5 => {
                let who = self.who();
                self.card(who, Place::Graveyard)
            }
            _ => self.named(),
        }
    }

    fn maybe<T>(&mut self, percent: usize, make: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.chance.percent(percent) { Some(make(self)) } else { None }
    }

    fn small(&mut self) -> u32 {
        if self.chance.percent(2) { self.chance.range(0, 1000) } else { self.chance.range(0, 6) }
    }

    /// Now and then the largest number that a case may name.
    fn any(&mut self) -> u32 {
        if self.chance.percent(2) { self.chance.range(1, 1_000_000) } else { self.small() }
    }

    fn choice(&mut self, deep: bool) -> Choice {
        match self.chance.below(8) {
            0 | 1 => Choice::Flag(self.chance.percent(30)),
            2 => Choice::Number(i64::from(self.any())),
            3 => {
                Choice::Name((*self.chance.pick(&["W", "U", "B", "R", "G", "C"]).unwrap_or(&"G")).to_owned())
            }
            4 if deep => {
                let count = self.chance.below(3);
                Choice::List((0..count).map(|_| self.choice(false)).collect())
            }
            _ => Choice::Name(self.target()),
        }
    }

    fn choices(&mut self) -> Choices {
        let choose = self.maybe(15, |steps| {
            let count = 1 + steps.chance.below(2);
            (0..count).map(|_| steps.choice(true)).collect()
        });
        let order = self.maybe(25, |steps| (0..3).map(|_| steps.named()).collect()).unwrap_or_default();
        let dredge = self.maybe(12, |steps| {
            let count = 1 + steps.chance.below(2);
            (0..count)
                .map(|_| {
                    if steps.chance.percent(30) {
                        String::new()
                    } else {
                        steps.card(Who::You, Place::Graveyard)
                    }
                })
                .collect()
        });
        Choices { choose, order, dredge }
    }

    /// What a player would do, with all the rest left to the defaults.
    fn plain(&mut self) -> Verb {
        let who = self.who();
        let way = *self.chance.pick(&["escape", "flashback", "mana cost", "free"]).unwrap_or(&"escape");
        let cast = |from, via: Option<&str>, name, x| {
            Verb::Cast(Box::new(Cast { from, via: via.map(str::to_owned), x, ..bare(name, who) }))
        };
        match self.chance.below(10) {
            0 | 1 => cast(Place::Hand, None, self.card(who, Place::Hand), None),
            2 => {
                let x = self.maybe(30, Self::any);
                let via = self.maybe(20, |steps| *steps.chance.pick(&WAYS).unwrap_or(&"free"));
                cast(Place::Hand, via, self.card(who, Place::Hand), x)
            }
            3 => cast(Place::Graveyard, Some(way), self.card(who, Place::Graveyard), None),
            4 => {
                let from = if self.chance.percent(60) { Place::Exile } else { Place::Library };
                let via = self.maybe(50, |_| way);
                cast(from, via, self.card(who, from), None)
            }
            5 => Verb::Play { who, name: self.card(who, Place::Hand), from: Place::Hand },
            6 | 7 => {
                let places = [
                    Place::Battlefield,
                    Place::Battlefield,
                    Place::Battlefield,
                    Place::Graveyard,
                    Place::Hand,
                ];
                let from = *self.chance.pick(&places).unwrap_or(&Place::Battlefield);
                Verb::Activate(Box::new(Activate {
                    name: self.card(who, from),
                    who: Some(who),
                    from: None,
                    ability: self.maybe(40, |steps| Which::Number(steps.chance.range(0, 3))),
                    targets: None,
                    x: None,
                    sacrifice: None,
                    exile: None,
                    discard: None,
                }))
            }
            8 if self.chance.percent(30) => {
                Verb::Attack { who, names: self.cards(who, Place::Battlefield, 2) }
            }
            _ if self.position.stack.is_empty() => match self.chance.below(8) {
                0 => Verb::NextTurn(who),
                1 => Verb::To(*self.chance.pick(&TURN_STEPS).unwrap_or(&TurnStep::End)),
                2 => Verb::Draw { who, n: 1 + self.small() },
                3 => Verb::Mill { who, n: 1 + self.small() },
                4 | 5 => {
                    let mana = self.chance.range(1, 8);
                    Verb::Add { who, mana: Pool([mana; 6]) }
                }
                _ => {
                    let from = *self
                        .chance
                        .pick(&[Place::Graveyard, Place::Hand, Place::Library])
                        .unwrap_or(&Place::Hand);
                    Verb::Move {
                        who: Some(who),
                        cards: self.cards(who, from, 4),
                        from,
                        to: Place::Battlefield,
                    }
                }
            },
            _ => Verb::Resolve(Many::Number(1)),
        }
    }

    fn cast(&mut self) -> Cast {
        let who = self.who();
        let from = *self
            .chance
            .pick(&[
                Place::Hand,
                Place::Hand,
                Place::Hand,
                Place::Graveyard,
                Place::Graveyard,
                Place::Exile,
                Place::Library,
            ])
            .unwrap_or(&Place::Hand);
        let likely = if from == Place::Graveyard { 60 } else { 20 };
        Cast {
            name: self.card(who, from),
            who,
            from,
            via: self.maybe(likely, |steps| (*steps.chance.pick(&WAYS).unwrap_or(&"escape")).to_owned()),
            targets: self.maybe(25, |steps| (0..steps.chance.range(0, 2)).map(|_| steps.target()).collect()),
            x: self.maybe(20, Self::any),
            replicate: self.maybe(15, |steps| {
                if steps.chance.percent(70) {
                    Replicate::Times(steps.small())
                } else {
                    Replicate::Each(vec![steps.small(), steps.small()])
                }
            }),
            exile: self.maybe(8, |steps| steps.cards(who, Place::Graveyard, 6)),
            discard: self.maybe(6, |steps| steps.cards(who, Place::Hand, 2)),
            sacrifice: self.maybe(6, |steps| steps.cards(who, Place::Battlefield, 2)),
            mana_abilities: self.maybe(10, |steps| steps.cards(who, Place::Battlefield, 3)),
            convoke: self.maybe(6, |steps| steps.cards(who, Place::Battlefield, 3)),
            life: self.maybe(12, |steps| steps.chance.percent(70)),
            kicked: u32::from(self.chance.percent(10)),
            buyback: self.chance.percent(5),
        }
    }

    fn activate(&mut self) -> Activate {
        let who = self.who();
        let from = *self
            .chance
            .pick(&[
                Place::Battlefield,
                Place::Battlefield,
                Place::Battlefield,
                Place::Hand,
                Place::Graveyard,
            ])
            .unwrap_or(&Place::Battlefield);
        Activate {
            name: self.card(who, from),
            who: self.maybe(50, |_| who),
            from: self.maybe(30, |_| from),
            ability: self.maybe(40, |steps| Which::Number(steps.chance.range(0, 3))),
            targets: self.maybe(25, |steps| (0..steps.chance.range(0, 2)).map(|_| steps.target()).collect()),
            x: self.maybe(10, Self::small),
            sacrifice: self.maybe(8, |steps| steps.cards(who, Place::Battlefield, 2)),
            exile: self.maybe(5, |steps| steps.cards(who, Place::Graveyard, 3)),
            discard: self.maybe(5, |steps| steps.cards(who, Place::Hand, 2)),
        }
    }

    fn verb(&mut self) -> Verb {
        let who = self.who();
        let n = self.small();
        match self.chance.weighted(&WEIGHTS) {
            0 => Verb::Cast(Box::new(self.cast())),
            1 => Verb::Activate(Box::new(self.activate())),
            2 => Verb::TapForMana {
                who: self.maybe_who(),
                name: self.card(who, Place::Battlefield),
                ability: self.maybe(20, |steps| Which::Number(steps.chance.range(0, 2))),
            },
            3 => {
                let from = if self.chance.percent(80) { Place::Hand } else { self.place() };
                Verb::Play { who, name: self.card(who, from), from }
            }
            4 if self.chance.percent(40) => Verb::Resolve(Many::All),
            4 => Verb::Resolve(Many::Number(self.chance.range(1, 2))),
            5 => Verb::Draw { who, n: self.any() },
            6 => Verb::Mill { who, n: self.any() },
            7 => Verb::To(*self.chance.pick(&TURN_STEPS).unwrap_or(&TurnStep::End)),
            8 => Verb::Move {
                who: self.maybe_who(),
                from: Place::Graveyard,
                to: Place::Battlefield,
                cards: self.cards(who, Place::Graveyard, 3),
            },
            9 => {
                let (from, to) =
                    (self.place(), if self.chance.percent(5) { Place::Stack } else { self.place() });
                Verb::Move { who: self.maybe_who(), cards: self.cards(who, from, 3), from, to }
            }
            10 => Verb::NextTurn(who),
            11 => Verb::Attack { who, names: self.cards(who, Place::Battlefield, 3) },
            12 => Verb::Sacrifice { who, name: self.card(who, Place::Battlefield) },
            13 => Verb::Destroy { who: self.maybe_who(), name: self.card(who, Place::Battlefield) },
            14 => Verb::Damage {
                who: None,
                amounts: (0..self.chance.range(1, 3)).map(|_| self.any()).collect(),
                to: self.target(),
                unpreventable: self.chance.percent(20),
                source: self.maybe(40, |steps| steps.card(who, Place::Battlefield)),
            },
            15 => Verb::Fight {
                who: None,
                a: self.card(who, Place::Battlefield),
                b: self.card(who.other(), Place::Battlefield),
            },
            16 => Verb::Add { who, mana: Pool([n, n, n, n, n, n]) },
            17 => Verb::MayMill { who, n: self.any() },
            18 => Verb::PayMill { who, n },
            19 => Verb::Discard { who, cards: self.cards(who, Place::Hand, 3) },
            20 => Verb::Surveil {
                who,
                n,
                graveyard: self.maybe(70, |steps| steps.cards(who, Place::Library, 2)),
            },
            21 => Verb::Scry { who, n, bottom: self.maybe(70, |steps| steps.cards(who, Place::Library, 2)) },
            22 => Verb::Gain { who, n: self.any() },
            23 => Verb::Lose { who, n: n.min(3) },
            24 => {
                let from = if self.position.stack.is_empty() { Place::Hand } else { Place::Stack };
                let name =
                    self.chance.pick(&self.position.stack).cloned().unwrap_or_else(|| "Opt".to_owned());
                if self.chance.percent(70) {
                    Verb::Counter { who: None, name }
                } else {
                    Verb::Move { who: None, cards: vec![name], from, to: self.place() }
                }
            }
            25 => Verb::Cost { cast: Box::new(self.cast()), is: None },
            26 => Verb::CouldProduce {
                who: self.maybe_who(),
                name: self.card(who, Place::Battlefield),
                is: None,
            },
            _ => {
                let name = self.card(who, Place::Battlefield);
                let who = self.maybe_who();
                if self.chance.percent(50) { Verb::Tap { who, name } } else { Verb::Untap { who, name } }
            }
        }
    }
}
