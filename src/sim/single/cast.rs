//! How a cast of a rules case is announced, tried and priced.

use std::sync::Arc;

use crate::ability::{Ability, Place};
use crate::cardset::Obj;
use crate::case::{Answer as Told, Bill, Cast, Choices, Replicate};
use crate::rules::cast::Refusal;
use crate::rules::pay::Announce;
use crate::state::Who;
use crate::thing::Thing;

use super::{Chooser, Single};

impl Single {
    fn announce(&self, cast: &Cast, who: Who) -> Result<Announce, String> {
        let mut trial = self.clone();
        // Of several of one name those that can be used come first.
        let mut things = |names: &Option<Vec<String>>, for_mana: bool| -> Result<Vec<Thing>, String> {
            let mut taken: Vec<Thing> = Vec::new();
            for name in names.iter().flatten() {
                // 605.3a: some mana abilities work elsewhere.
                let places: &[Place] = if for_mana {
                    &[Place::Battlefield, Place::Hand, Place::Graveyard]
                } else {
                    &[Place::Battlefield]
                };
                let mut all = self.all_named(name, Some(who), places);
                let (usable, _) = trial.with(Chooser::default(), |game| {
                    let such = |&&thing: &&Thing| {
                        if for_mana {
                            game.can_make_mana(who, thing)
                        } else {
                            !game.permanent(thing.obj).tapped
                        }
                    };
                    all.iter().filter(such).copied().collect::<Vec<_>>()
                });
                all.sort_by_key(|thing| !usable.contains(thing));
                let next = all
                    .iter()
                    .find(|t| !taken.contains(t))
                    .or(all.first().filter(|_| for_mana))
                    .copied()
                    .ok_or_else(|| format!("there is no {name:?}"))?;
                taken.push(next);
            }
            Ok(taken)
        };
        Ok(Announce {
            resolving: false,
            via: cast.via.as_deref().map(Arc::from),
            nth: 0,
            x: cast.x.map(|x| x as i32),
            replicate: match &cast.replicate {
                None => Vec::new(),
                Some(Replicate::Times(n)) => vec![*n as i32],
                Some(Replicate::Each(each)) => each.iter().map(|&n| n as i32).collect(),
            },
            kicked: cast.kicked as i32,
            modes: None,
            additional: None,
            buyback: cast.buyback,
            life: cast.life,
            convoke: things(&cast.convoke, false)?,
            convokes: cast.convoke.is_none(),
            mana_abilities: things(&cast.mana_abilities, true)?,
            lavish: self.reading.lavish,
        })
    }

    /// The same, then with all modes and additional costs that may be meant, paid for in each way.
    fn announcements(&self, announce: &Announce, thing: Thing, cast: &Cast) -> Vec<Announce> {
        let pays = [&cast.sacrifice, &cast.discard, &cast.exile].into_iter().any(Option::is_some);
        let (abilities, _) =
            self.clone().with(Chooser::default(), |game| game.identity(thing.obj).abilities.clone());
        let mut all = vec![announce.clone()];
        for ability in abilities {
            let others: Vec<Announce> = match ability {
                Ability::Modal(modal) => {
                    let in_modes = |modes| Announce { modes: Some(modes), ..announce.clone() };
                    modal.choices().into_iter().map(in_modes).collect()
                }
                Ability::Additional(costs) if costs.len() > 1 && announce.life.is_none() => {
                    let with = |at| Announce { additional: Some(at), ..announce.clone() };
                    (0..costs.len()).map(with).collect()
                }
                // Bargain and its like are said by naming what is sacrificed.
                Ability::Kicker(cost) if pays && !cost.pay.is_empty() && announce.kicked == 0 => {
                    vec![Announce { kicked: 1, ..announce.clone() }]
                }
                _ => continue,
            };
            all.extend(others);
        }
        let named = cast.mana_abilities.is_some();
        all.iter().flat_map(|announce| self.paid_for(announce, cast.who, named)).collect()
    }

    /// The same, then with sources that are paid for by mana themselves, which no plan of payment uses.
    pub(super) fn paid_for(&self, announce: &Announce, who: Who, named: bool) -> Vec<Announce> {
        let mut all = vec![announce.clone()];
        if !named {
            let (filters, _) = self.clone().with(Chooser::default(), |game| game.filters(who));
            // One may tap another for what it costs.
            let backwards: Vec<Thing> = filters.iter().rev().copied().collect();
            for many in 1..=filters.len() {
                let some = filters.windows(many).chain(backwards.windows(many)).map(<[Thing]>::to_vec);
                all.extend(some.map(|mana_abilities| Announce { mana_abilities, ..announce.clone() }));
            }
        }
        all
    }

    fn chooser_for(cast: &Cast, choices: &Choices, spell: Obj) -> Chooser {
        let kept = [&cast.convoke, &cast.mana_abilities, &cast.targets].into_iter().flatten().flatten();
        Chooser {
            paid: Some(spell),
            kept: kept.cloned().collect(),
            targets: cast.targets.clone().map(Into::into),
            exile: cast.exile.clone(),
            discard: cast.discard.clone(),
            sacrifice: cast.sacrifice.clone(),
            ..Chooser::new(choices)
        }
    }

    pub(super) fn cast(&mut self, cast: &Cast, choices: &Choices) -> Result<Told, String> {
        let who = cast.who;
        let mut all = if cast.from == Place::Stack {
            Vec::new()
        } else {
            self.all_named(&cast.name, Some(who), &[cast.from])
        };
        // A permission may be for a card of the other player.
        if cast.from != Place::Stack {
            all.extend(self.all_named(&cast.name, Some(who.other()), &[cast.from]));
        }
        let name = cast.name.clone();
        let announce = self.announce(cast, who)?;
        self.first_legal(&all, &name, |single, thing| {
            let (ways, _) =
                single.with(Chooser::default(), |game| game.ways_to_cast(who, thing, cast.via.as_deref()));
            let mut first = None;
            for announce in single.announcements(&announce, thing, cast) {
                for nth in 0..ways.max(1) {
                    let chooser = Self::chooser_for(cast, choices, thing.obj);
                    let announce = Announce { nth, ..announce.clone() };
                    let done = single.try_with(chooser, |game| {
                        game.cast(who, thing, &announce).map_err(Refusal::into_owned)
                    });
                    if done.is_ok() {
                        return Ok(Told::Done);
                    }
                    first.get_or_insert(done);
                }
            }
            first.unwrap_or(Ok(())).map(|()| Told::Done)
        })
    }

    pub(super) fn cost(&mut self, cast: &Cast, choices: &Choices) -> Result<Told, String> {
        // A permission may be for a card of the other player.
        let mut all = self.all_named(&cast.name, Some(cast.who), &[cast.from]);
        all.extend(self.all_named(&cast.name, Some(cast.who.other()), &[cast.from]));
        self.first_legal(&all, &cast.name, |single, thing| single.cost_of(thing, cast, choices))
    }

    fn cost_of(&mut self, thing: Thing, cast: &Cast, choices: &Choices) -> Result<Told, String> {
        let announce = self.announce(cast, cast.who)?;
        // Of several ways that go by one word the one that the cards named are for.
        let ways =
            self.clone().with(Chooser::default(), |game| game.cards_to_exile(cast.who, thing, &announce)).0;
        let named = cast.exile.as_ref().map(Vec::len);
        let nth = ways.iter().position(|&many| Some(many) == named).unwrap_or(0);
        let mut first = Err("there is no such way to cast it".to_owned());
        for (i, announce) in self.announcements(&announce, thing, cast).into_iter().enumerate() {
            let chooser = Self::chooser_for(cast, choices, thing.obj);
            let announce = Announce { nth, ..announce };
            let cost = self.clone().with(chooser, |game| game.cost_of_cast(cast.who, thing, &announce));
            let told = match cost {
                (Err(fault), _) => Err(fault.into_owned()),
                (Ok(bill), chooser) => {
                    match (chooser.unasked(), chooser.targets.as_ref().and_then(|t| t.front())) {
                        (Some(fault), _) => Err(fault),
                        (None, Some(name)) => Err(format!("{name:?} is no legal target (601.2c)")),
                        (None, None) => Ok(Told::Cost(told_bill(&bill))),
                    }
                }
            };
            if told.is_ok() {
                return told;
            }
            if i == 0 {
                first = told;
            }
        }
        first
    }
}

fn told_bill(bill: &crate::rules::cost::Bill) -> Bill {
    let text = bill.symbols();
    let symbols = text.parse::<crate::mana::Cost>().map(|c| c.symbols().to_vec()).unwrap_or_default();
    Bill::new(0, symbols)
}
