//! The steps of rules cases, taken in a game.

use crate::ability::Place;
use crate::card::Types;
use crate::cardset::Obj;
use crate::case::{Answer as Told, Choice, Choices, Many, Pool, Position, Step, Table as Played, Verb};
use crate::item::{Item, ItemKind};
use crate::mana::Mana;
use crate::rules::View;
use crate::rules::cast::Refusal;
use crate::rules::moving::To;
use crate::rules::query::zone_of;
use crate::state::{Outcome, Who, Zone};
use crate::thing::{Aimed, Thing, Things};

use super::{Chooser, OVER, Reading, Single, W, place_of, target_of};
use crate::sim::names::{is_copy, name_of, object_name};

/// Where the source of damage may be.
const SOURCES: [Place; 5] = [Place::Battlefield, Place::Stack, Place::Graveyard, Place::Hand, Place::Exile];

impl Played for Single {
    /// A step is refused where no reading of its choices is allowed.
    fn step(&mut self, step: &Step) -> Result<Told, String> {
        let mut first = None;
        for reading in Reading::all_of(step) {
            self.reading = reading;
            let done = self.step_by(step);
            self.reading = Reading::default();
            if done.is_ok() {
                return done;
            }
            first.get_or_insert(done);
        }
        first.unwrap_or_else(|| Err("it is no step".to_owned()))
    }

    fn position(&self) -> Position {
        let mut position = Position::default();
        let names = |all: Vec<Obj>| {
            all.into_iter().map(|o| object_name(&self.table, &self.state, o)).collect::<Vec<_>>()
        };
        let Some(field) = self.state.field() else { return position };
        for who in Who::BOTH {
            let side = &mut position.sides[who as usize];
            side.zones.library = names(self.zone(who, Place::Library));
            side.zones.hand = names(self.zone(who, Place::Hand));
            side.zones.graveyard = names(self.zone(who, Place::Graveyard));
            side.zones.exile = names(self.zone(who, Place::Exile));
            side.zones.command = names(self.zone(who, Place::Command));
            side.zones.battlefield = names(self.zone(who, Place::Battlefield));
            side.life = self.state.side(who).life;
            let mut pool = [0; 6];
            for unit in &field.pools[who as usize] {
                pool[unit.mana as usize] += 1;
            }
            side.mana = Pool(pool);
            side.drawn = field.today[who as usize].drawn.max(0) as u32;
            side.won = self.state.outcome == if who == Who::You { Outcome::Won } else { Outcome::Lost };
            let lost = if who == Who::You { Outcome::Lost } else { Outcome::Won };
            side.lost = [lost, Outcome::BothLost].contains(&self.state.outcome);
        }
        let view = View::new(&self.table, &self.state);
        for item in field.stack.iter().rev() {
            let name = name_of(view, Aimed::Item(item.id));
            position.stack.push(if is_copy(&self.table, item) { format!("{name} (copy)") } else { name });
        }
        let mut trial = self.clone();
        for who in Who::BOTH {
            for obj in self.zone(who, Place::Battlefield) {
                let (look, _) = trial.with(Chooser::default(), |game| game.look(obj).into_owned());
                let permanent = &field.permanents[obj];
                position.permanents.push(crate::case::Permanent {
                    name: object_name(&self.table, &self.state, obj),
                    controller: who,
                    counters: permanent
                        .counters
                        .iter()
                        .map(|(k, n)| (k.clone(), (*n).max(0) as u32))
                        .collect(),
                    damage: permanent.damage.max(0) as u32,
                    power: look.creature().then_some(look.size.0),
                    toughness: look.creature().then_some(look.size.1),
                    tapped: permanent.tapped,
                });
            }
        }
        position
    }
}

impl Single {
    fn step_by(&mut self, step: &Step) -> Result<Told, String> {
        let asks =
            matches!(step.verb, Verb::Cost { .. } | Verb::CouldProduce { .. } | Verb::ManaValue { .. });
        if asks && self.state.outcome != Outcome::Open {
            return Err(OVER.to_owned());
        }
        let choices = &step.choices;
        let chooser = || Chooser::new(choices);
        let nobody = Thing { obj: Obj(0), stamp: 0 };
        match &step.verb {
            Verb::Mill { who, n } => self.try_with(chooser(), |game| {
                game.mill(*who, *n as i32);
                Ok(Told::Done)
            }),
            Verb::MayMill { who, n } | Verb::PayMill { who, n } => {
                if self.state.side(*who).library.len() < *n {
                    return Err("there are not so many cards in the library (701.17b)".to_owned());
                }
                self.try_with(chooser(), |game| {
                    game.mill(*who, *n as i32);
                    Ok(Told::Done)
                })
            }
            Verb::Draw { who, n } => self.try_with(chooser(), |game| {
                game.draws(*who, *n as i32, &mut Things::new());
                Ok(Told::Done)
            }),
            Verb::Discard { who, cards } => {
                let things = self.several(cards, Some(*who), Place::Hand)?;
                self.try_with(chooser(), |game| {
                    game.discard_things(*who, &things);
                    Ok(Told::Done)
                })
            }
            Verb::Surveil { who, n, graveyard } => {
                let mut chooser = chooser();
                let list = graveyard.clone().unwrap_or_default().into_iter().map(Choice::Name).collect();
                chooser.choose.push_front(Choice::List(list));
                self.try_with(chooser, |game| {
                    game.surveil_things(*who, *n, nobody);
                    Ok(Told::Done)
                })
            }
            Verb::Scry { who, n, bottom } => {
                let mut chooser = chooser();
                let list = bottom.clone().unwrap_or_default().into_iter().map(Choice::Name).collect();
                chooser.choose.push_front(Choice::List(list));
                self.try_with(chooser, |game| {
                    game.scry_things(*who, *n, nobody);
                    Ok(Told::Done)
                })
            }
            Verb::Sacrifice { who, name } => self.permanent_step(Some(*who), name, choices, |game, thing| {
                game.sacrifice(&[thing]);
                Ok(())
            }),
            Verb::Destroy { who, name } => self.permanent_step(*who, name, choices, |game, thing| {
                game.destroy(&[thing], false);
                Ok(())
            }),
            Verb::Tap { who, name } | Verb::Untap { who, name } => {
                let tap = matches!(step.verb, Verb::Tap { .. });
                self.permanent_step(*who, name, choices, |game, thing| {
                    if game.permanent(thing.obj).tapped == tap {
                        return Err("it is already so".to_owned());
                    }
                    if tap {
                        game.tap(&[thing]);
                    } else {
                        game.untap(&[thing]);
                    }
                    Ok(())
                })
            }
            Verb::Move { who, cards, from, to } => {
                if *from == Place::Stack {
                    return self.off_stack(cards, *who, *to, choices);
                }
                let things = self.several(cards, *who, *from)?;
                let to = *to;
                self.try_with(chooser(), |game| {
                    match to {
                        Place::Battlefield => {
                            for who in Who::BOTH {
                                let own: Vec<Thing> =
                                    things.iter().copied().filter(|t| game.owner(t.obj) == who).collect();
                                if !own.is_empty() {
                                    game.move_all(&own, To::Battlefield(who, false));
                                }
                            }
                        }
                        Place::Command => {
                            game.move_all(&things, To::Command);
                        }
                        Place::Stack => return Err("nothing is moved to the stack".to_owned()),
                        other => {
                            game.move_all(&things, To::Zone(zone_of(other).unwrap_or(Zone::Exile)));
                        }
                    }
                    Ok(Told::Done)
                })
            }
            Verb::Damage { who, amounts, to, unpreventable, source } => {
                let to = target_of(self, to, *who).ok_or_else(|| format!("there is no {to:?}"))?;
                if let Aimed::Thing(thing) = to {
                    self.can_be_hurt(thing)?;
                }
                let source = match source {
                    Some(name) => self.one_named(name, None, &SOURCES)?,
                    None => Thing { obj: Obj((64 * W - 1) as u8), stamp: u32::MAX },
                };
                let batch: Vec<_> = amounts.iter().map(|&n| (source, to, n as i32)).collect();
                self.try_with(chooser(), |game| {
                    game.damage(&batch, false, *unpreventable);
                    Ok(Told::Done)
                })
            }
            Verb::Fight { who, a, b } => {
                let (a, b) = (
                    self.one_named(a, *who, &[Place::Battlefield])?,
                    self.one_named(b, None, &[Place::Battlefield])?,
                );
                self.try_with(chooser(), |game| {
                    game.fight(a, b);
                    Ok(Told::Done)
                })
            }
            Verb::Gain { who, n } => self.try_with(chooser(), |game| {
                game.gain(*who, *n as i32);
                Ok(Told::Done)
            }),
            Verb::Lose { who, n } => self.try_with(chooser(), |game| {
                game.lose(*who, *n as i32);
                Ok(Told::Done)
            }),
            Verb::Add { who, mana } => {
                let units: Vec<Mana> =
                    Mana::ALL.into_iter().flat_map(|m| std::iter::repeat_n(m, mana.of(m) as usize)).collect();
                self.try_with(chooser(), |game| {
                    game.add_mana(*who, &units);
                    Ok(Told::Done)
                })
            }
            Verb::Counter { who, name } => {
                let found = self.on_stack(name, *who, &[])?;
                let is_spell = |item: &&std::sync::Arc<Item>| matches!(item.kind, ItemKind::Spell { .. });
                let stack = self.state.field().into_iter().flat_map(|field| &field.stack);
                if !stack.filter(is_spell).any(|item| Aimed::Item(item.id) == found) {
                    return Err(format!("{name:?} is no spell (701.6a)"));
                }
                self.try_with(chooser(), |game| {
                    game.counter(found, Zone::Graveyard);
                    Ok(Told::Done)
                })
            }
            Verb::Play { who, name, from } => {
                // Leave may have been given for a card of the other player.
                let mut all = self.all_playable(name, *who, *from);
                all.extend(self.all_playable(name, who.other(), *from));
                self.first_legal(&all, name, |single, thing| {
                    single
                        .try_with(Chooser::new(choices), |game| {
                            game.play_land(*who, thing).map_err(Refusal::into_owned)
                        })
                        .map(|()| Told::Done)
                })
            }
            Verb::Cast(cast) => self.cast(cast, choices),
            Verb::Activate(activate) => self.activate(activate, choices),
            Verb::TapForMana { who, name, ability } => {
                self.tap_for_mana(*who, name, ability.as_ref(), choices)
            }
            Verb::Attack { who, names } => {
                if self.state.field().is_some_and(|field| !field.stack.is_empty()) {
                    return Err("attackers are declared when nothing is on the stack (508.1)".to_owned());
                }
                let (able, _) = self.clone().with(Chooser::default(), |game| {
                    let there = game.state.zone(*who, Zone::Battlefield).into_iter();
                    there.filter(|&obj| game.can_attack(obj)).map(|obj| game.thing(obj)).collect::<Vec<_>>()
                });
                let things = self.several_of(names, Some(*who), Place::Battlefield, &able)?;
                self.try_with(chooser(), |game| game.attack(*who, &things)).map(|()| Told::Done)
            }
            Verb::Resolve(many) => {
                let many = *many;
                let stack = self.state.field().map_or(0, |f| f.stack.len());
                if stack == 0 {
                    return Err("the stack is empty".to_owned());
                }
                self.try_with(chooser(), |game| {
                    match many {
                        Many::All => game.resolve_all(),
                        Many::Number(n) => {
                            let mut grown = 0;
                            for _ in 0..n {
                                if game.field().stack.is_empty() {
                                    return Err("there is not so much on the stack".to_owned());
                                }
                                game.resolve_one(&mut grown);
                            }
                        }
                    }
                    Ok(Told::Done)
                })
            }
            Verb::To(to) => {
                let to = *to;
                self.try_with(chooser(), |game| game.go_to(to)).map(|()| Told::Done)
            }
            Verb::NextTurn(who) => {
                let who = *who;
                self.try_with(chooser(), |game| {
                    game.go_to_turn(who);
                    Ok(Told::Done)
                })
            }
            Verb::Cost { cast, .. } => self.cost(cast, choices),
            Verb::CouldProduce { who, name, .. } => {
                let thing = self.one_named(name, *who, &[Place::Battlefield])?;
                let (mana, chooser) = self.with(chooser(), |game| game.could_produce(thing.obj));
                chooser.unasked().map_or(Ok(Told::Mana(mana)), Err)
            }
            Verb::ManaValue { who, name, zone, .. } => {
                let places = match zone {
                    Some(place) => vec![*place],
                    None => vec![
                        Place::Battlefield,
                        Place::Stack,
                        Place::Hand,
                        Place::Graveyard,
                        Place::Exile,
                        Place::Library,
                        Place::Command,
                    ],
                };
                let thing = self.one_named(name, *who, &places).map(Aimed::Thing);
                // A copy of a spell is no card.
                let copied =
                    || self.on_stack(name, *who, &[]).ok().filter(|_| places.contains(&Place::Stack));
                let of = thing.or_else(|fault| copied().ok_or(fault))?;
                let (value, chooser) = self.with(chooser(), |game| game.mana_value(of));
                chooser.unasked().map_or(Ok(()), Err)?;
                Ok(Told::Number(value.max(0) as u32))
            }
            Verb::Check(_) => Ok(Told::Done),
        }
    }

    /// 120.1: only creatures and planeswalkers are dealt damage.
    fn can_be_hurt(&self, thing: Thing) -> Result<(), String> {
        let (types, _) = self.clone().with(Chooser::default(), |game| game.identity(thing.obj).types);
        let hurt = types.has(Types::CREATURE) || types.has(Types::PLANESWALKER);
        if hurt { Ok(()) } else { Err("it is neither a creature nor a planeswalker (120.1)".to_owned()) }
    }

    fn several(&self, names: &[String], who: Option<Who>, place: Place) -> Result<Vec<Thing>, String> {
        self.several_of(names, who, place, &[])
    }

    /// The same; of several of one name first one of these.
    fn several_of(
        &self,
        names: &[String],
        who: Option<Who>,
        place: Place,
        able: &[Thing],
    ) -> Result<Vec<Thing>, String> {
        let mut taken: Vec<Thing> = Vec::new();
        for name in names {
            let mut all = self.all_named(name, who, &[place]);
            all.sort_by_key(|thing| !able.contains(thing));
            let next = all
                .into_iter()
                .find(|t| !taken.contains(t))
                .ok_or_else(|| format!("there is no {name:?} there"))?;
            taken.push(next);
        }
        Ok(taken)
    }

    /// What a name means on the stack, the uppermost first, besides these.
    fn on_stack(&self, name: &str, who: Option<Who>, taken: &[Aimed]) -> Result<Aimed, String> {
        let stack = self.state.field().into_iter().flat_map(|field| field.stack.iter().rev());
        let meant = stack.filter(|item| who.is_none_or(|who| item.controller == who));
        let all: Vec<Aimed> = meant.map(|item| Aimed::Item(item.id)).collect();
        let view = View::new(&self.table, &self.state);
        let at = place_of(view, name, &all, |at| !taken.contains(&all[at]));
        at.map(|at| all[at]).ok_or_else(|| format!("there is no {name:?} on the stack"))
    }

    /// Takes spells off the stack.
    fn off_stack(
        &mut self,
        names: &[String],
        who: Option<Who>,
        to: Place,
        choices: &Choices,
    ) -> Result<Told, String> {
        let mut all = Vec::new();
        for name in names {
            all.push(self.on_stack(name, who, &all)?);
        }
        self.try_with(Chooser::new(choices), |game| {
            for aimed in all {
                if let Aimed::Item(id) = aimed {
                    game.take_off_stack(id, zone_of(to).unwrap_or(Zone::Graveyard));
                }
            }
            Ok(Told::Done)
        })
    }
}
