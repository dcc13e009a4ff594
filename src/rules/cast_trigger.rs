//! What triggers as a spell is cast: abilities of the spell itself (601.2i), and of the mana that was spent (106.6).

use std::sync::LazyLock;

use super::query::Context;
use super::trigger::triggered;
use super::watch::Watcher;
use super::{Game, Log, Player};
use crate::ability::{Ability, Compare, Effect, If, Is, Place, Ref, Value, When, Whose};
use crate::cardset::Obj;
use crate::item::{Cast, EventInfo, ItemKind, Waiting};
use crate::mana::Kinds;
use crate::source::Source;
use crate::state::Who;
use crate::thing::Aimed;

/// As many copies of the spell as the event counts.
static COPIES: Effect = Effect::CopySpell(Ref::It, Value::Amount, false);

/// 702.85a
static CASCADE: LazyLock<Effect> = LazyLock::new(|| {
    let less = Value::Minus(Box::new(Value::ManaValue(Ref::It)), Box::new(Value::N(1)));
    let is = Is::All(vec![
        Is::Not(Box::new(Is::A("land".into()))),
        Is::ManaValue(Compare::AtMost, Box::new(less)),
    ]);
    let cast = Effect::May(Whose::You, Box::new(Effect::CastFree(Ref::Current)), None);
    let hit = Effect::When(If::Object(Ref::Current, is.clone()), Box::new(cast), None);
    Effect::All(vec![
        Effect::RevealUntil {
            who: Whose::You,
            is,
            count: Value::N(1),
            to: Place::Exile,
            rest: Place::Exile,
            random: false,
        },
        Effect::EachObject(Ref::Those, Box::new(hit)),
        // What was cast has become another object.
        Effect::PutAtBottom(Ref::Those, true),
    ])
});

impl<const W: usize, P: Player<W>, S: Source, L: Log<W>> Game<'_, W, P, S, L> {
    /// Mana with these riders was spent to cast a spell (106.6): one trigger for each mana.
    pub(super) fn spent(&mut self, spell: u32, riders: &[u16]) {
        for &rider in riders {
            let Some(rider) = self.field().riders.get(usize::from(rider)).cloned() else { continue };
            let watcher = Watcher {
                source: rider.source,
                controller: rider.controller,
                ability: rider.ability,
                cast: Cast::default(),
            };
            let Some(When::Spent(is)) = triggered(watcher.ability).map(|t| t.when.clone()) else { continue };
            let it = Some(Aimed::Item(spell));
            let event = EventInfo { it, amount: 1, who: Some(watcher.controller), mana: Kinds::default() };
            let context = Context { event, ..Self::context_of(&watcher) };
            if self.is(Aimed::Item(spell), &is, &context) {
                self.wait(&watcher, event);
            }
        }
    }

    /// A card was discarded for its cycling: its own abilities that trigger on that, wherever it is now (702.29c).
    pub(super) fn cycled(&mut self, who: Who, obj: Obj) {
        let look = self.identity(obj);
        for ability in &look.abilities {
            if triggered(ability).is_some_and(|t| t.when == When::CycleThis) {
                let source = self.thing(obj);
                let ability = *ability;
                let watcher = Watcher { source, controller: who, ability, cast: Cast::default() };
                self.wait(&watcher, EventInfo { who: Some(who), ..EventInfo::default() });
            }
        }
    }

    /// Abilities of a spell that trigger as it is cast (601.2i).
    pub(super) fn triggers_of_spell(&mut self, id: u32, who: Who) {
        let Some(item) = self.field().stack.iter().find(|item| item.id == id).cloned() else { return };
        let ItemKind::Spell { card: Some(card), print } = item.kind else { return };
        let look = self.identity(card.obj);
        let mut replicate = 0;
        for ability in &look.abilities {
            let event = |n: i32| EventInfo {
                it: Some(Aimed::Item(id)),
                amount: n,
                who: Some(who),
                mana: Kinds::default(),
            };
            let (effect, event): (&'static Effect, _) = match ability {
                // 702.40a
                Ability::Storm => {
                    let field = self.field();
                    let before = field.spoken.len() as i32 - 1 + field.unspoken.iter().sum::<i32>();
                    (&COPIES, event(before))
                }
                // 702.56a
                Ability::Replicate(_) => {
                    let times = item.cast.replicated.get(replicate).copied().unwrap_or(0);
                    replicate += 1;
                    if times <= 0 {
                        continue;
                    }
                    (&COPIES, event(times))
                }
                Ability::Cascade => (&CASCADE, event(1)),
                Ability::Triggered(t) if matches!(t.when, When::CastThis) => {
                    let watcher = Watcher { source: card, controller: who, ability, cast: item.cast.clone() };
                    self.wait(&watcher, event(1));
                    continue;
                }
                _ => continue,
            };
            let kind = ItemKind::Effect { source: card, print, effect };
            self.field_mut().waiting.push(Waiting { kind, controller: who, event, cast: Cast::default() });
        }
    }
}
