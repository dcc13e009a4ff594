//! What triggers as a spell is cast: abilities of the spell itself (601.2i), and of the mana that was spent (106.6).

use std::borrow::Cow;
use std::sync::Arc;

use super::query::Context;
use super::trigger::triggered;
use super::watch::Watcher;
use super::{Game, Log, Player};
use crate::ability::{Ability, Compare, Effect, If, Is, Place, Ref, Value, When, Whose};
use crate::cardset::Obj;
use crate::item::{Cast, EventInfo, ItemKind, Waiting};
use crate::source::Source;
use crate::state::Who;
use crate::thing::Aimed;

/// 702.85a
fn cascade() -> Effect {
    let less = Value::Minus(Box::new(Value::ManaValue(Ref::It)), Box::new(Value::N(1)));
    let is = Is::All(vec![
        Is::Not(Box::new(Is::A("land".into()))),
        Is::ManaValue(Compare::AtMost, Box::new(less)),
    ]);
    let cast = Effect::May(Whose::You, Box::new(Effect::CastFree(Ref::Current)), None);
    let hit = Effect::When(If::Object(Ref::Current, is.clone()), Box::new(cast), None);
    Effect::All(vec![
        Effect::RevealUntil { who: Whose::You, is, count: Value::N(1), to: Place::Exile, rest: Place::Exile },
        Effect::EachObject(Ref::Those, Box::new(hit)),
        // What was cast has become another object.
        Effect::PutAtBottom(Ref::Those),
    ])
}

impl<const W: usize, P: Player<W>, S: Source, L: Log<W>> Game<'_, W, P, S, L> {
    /// Mana with these riders was spent to cast a spell (106.6): one trigger for each mana.
    pub(super) fn spent(&mut self, spell: u32, riders: &[u16]) {
        for &rider in riders {
            let Some(rider) = self.field().riders.get(usize::from(rider)).cloned() else { continue };
            let watcher = Watcher {
                source: rider.source,
                controller: rider.controller,
                ability: Cow::Owned(rider.ability),
                cast: Cast::default(),
            };
            let Some(When::Spent(is)) = triggered(&watcher.ability).map(|t| t.when.clone()) else { continue };
            let it = Some(Aimed::Item(spell));
            let event = EventInfo { it, amount: 1, who: Some(watcher.controller), mana: Vec::new() };
            let context = Context { event: event.clone(), ..Self::context_of(&watcher) };
            if self.is(Aimed::Item(spell), &is, &context) {
                self.wait(&watcher, event);
            }
        }
    }

    /// A card was discarded for its cycling: its own abilities that trigger on that, wherever it is now (702.29c).
    pub(super) fn cycled(&mut self, who: Who, obj: Obj) {
        let look = self.identity(obj);
        for (at, ability) in look.abilities.iter().enumerate() {
            if triggered(ability).is_some_and(|t| t.when == When::CycleThis) {
                let (source, ability) = (self.thing(obj), look.ability(at));
                let watcher = Watcher { source, controller: who, ability, cast: Cast::default() };
                self.wait(&watcher, EventInfo { who: Some(who), ..EventInfo::default() });
            }
        }
    }

    /// Abilities of a spell that trigger as it is cast (601.2i).
    pub(super) fn triggers_of_spell(&mut self, id: u32, who: Who) {
        let Some(item) = self.field().stack.iter().find(|item| item.id == id).cloned() else { return };
        let ItemKind::Spell { card: Some(card), print } = item.kind else { return };
        let look = self.look(card.obj);
        let mut replicate = 0;
        for (at, ability) in look.abilities.iter().enumerate() {
            let event = EventInfo { it: Some(Aimed::Item(id)), amount: 1, who: Some(who), mana: Vec::new() };
            let copies = |times: i32| Effect::CopySpell(Ref::It, Value::N(times), false);
            let effect = match &**ability {
                // 702.40a
                Ability::Storm => {
                    let field = self.field();
                    let before = field.spoken.len() as i32 - 1 + field.unspoken.iter().sum::<i32>();
                    Some(copies(before))
                }
                // 702.56a
                Ability::Replicate(_) => {
                    let times = item.cast.replicated.get(replicate).copied().unwrap_or(0);
                    replicate += 1;
                    (times > 0).then(|| copies(times))
                }
                Ability::Cascade => Some(cascade()),
                Ability::Triggered(t) if matches!(t.when, When::CastThis) => {
                    let watcher = Watcher {
                        source: card,
                        controller: who,
                        ability: look.ability(at),
                        cast: item.cast.clone(),
                    };
                    self.wait(&watcher, event);
                    continue;
                }
                _ => continue,
            };
            if let Some(effect) = effect {
                let kind = ItemKind::Effect { source: card, print, effect: Arc::new(effect) };
                self.field_mut().waiting.push(Waiting {
                    kind,
                    controller: who,
                    event,
                    cast: Cast::default(),
                });
            }
        }
    }
}
