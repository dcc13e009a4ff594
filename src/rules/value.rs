//! What numbers come to, and whether conditions hold.

use super::counters::counters;
use super::query::Context;
use super::{Game, Log, Player};
use crate::ability::{Compare, If, Is, Value, Whose};
use crate::card::Types;
use crate::mana::Mana;
use crate::print::Print;
use crate::source::Source;
use crate::state::{Step, Who, Zone};
use crate::thing::Aimed;

/// The basic land types (205.3i).
const BASIC: [&str; 5] = ["plains", "island", "swamp", "mountain", "forest"];

impl<const W: usize, P: Player<W>, S: Source, L: Log<W>> Game<'_, W, P, S, L> {
    /// The mana value of a card, a permanent or a spell (202.3); anything else has 0.
    pub(crate) fn mana_value(&self, aimed: Aimed) -> i32 {
        match aimed {
            Aimed::Thing(thing) => self.identity(thing.obj).mana_value,
            Aimed::Item(_) => self.spell_of(aimed).map_or(0, |item| self.look_item(&item).mana_value),
            Aimed::Player(_) => 0,
        }
    }

    /// What a number comes to.
    pub(crate) fn value(&self, value: &Value, context: &Context) -> i32 {
        let player =
            |whose: &Whose| self.whose(whose, context).first().copied().unwrap_or(context.controller);
        match value {
            Value::N(n) => *n,
            Value::X => context.cast.x,
            Value::Count(among) => self.count(among, context),
            Value::Types(among) => {
                let types = self.among(among, context).into_iter().map(|t| self.identity(t.obj).types);
                types.fold(Types::NONE, Types::with).len() as i32
            }
            Value::Greatest(among) => self
                .among(among, context)
                .into_iter()
                .map(|t| self.identity(t.obj).mana_value)
                .max()
                .unwrap_or(0),
            Value::Names(among) => {
                let names: std::collections::HashSet<_> = self
                    .among(among, context)
                    .into_iter()
                    .map(|t| self.identity(t.obj).name.clone())
                    .collect();
                names.len() as i32
            }
            Value::Power(of) => self.refs(of, context).into_iter().map(|a| self.size_of(a).0).sum(),
            Value::Toughness(of) => self.refs(of, context).into_iter().map(|a| self.size_of(a).1).sum(),
            Value::ManaValue(of) => {
                self.refs(of, context).into_iter().map(|aimed| self.mana_value(aimed)).sum()
            }
            Value::Counters(of, kind) => {
                let one = |aimed| {
                    if let Aimed::Thing(t) = aimed { counters(self.field().known(t), &kind.0) } else { 0 }
                };
                self.refs(of, context).into_iter().map(one).sum()
            }
            Value::Such(of, is) => {
                self.refs(of, context).into_iter().filter(|&a| self.is(a, is, context)).count() as i32
            }
            Value::HowMany(of) => self.refs(of, context).len() as i32,
            Value::Amount => {
                if context.event.amount != 0 {
                    context.event.amount
                } else {
                    context.amount
                }
            }
            Value::Life(whose) => self.state.side(player(whose)).life,
            Value::LibrarySize(whose) => self.state.side(player(whose)).library.len() as i32,
            Value::HandSize(whose) => self.state.zone(player(whose), Zone::Hand).len() as i32,
            Value::Devotion(colours) => {
                let mine = self.cards_in(context.controller, Zone::Battlefield);
                mine.into_iter().map(|obj| devotion(self.print(obj), colours)).sum()
            }
            Value::Spells(whose, is) => {
                let players = self.whose(whose, context);
                let spoken = self.field().spoken.iter().filter(|s| players.contains(&s.who));
                let such = spoken.filter(|s| {
                    let look = &self.table.looks[s.print as usize];
                    matches!(is, Is::Anything) || self.is_with(Aimed::Player(s.who), look, is, context)
                });
                let before: i32 = if matches!(is, Is::Anything) {
                    players.iter().map(|&who| self.field().unspoken[who as usize]).sum()
                } else {
                    0
                };
                such.count() as i32 + before
            }
            Value::PlayerCounters(whose, kind) => self.player_counters(player(whose), &kind.0),
            Value::Drawn(whose) => self.field().today[player(whose) as usize].drawn,
            Value::Gained(whose) => self.field().today[player(whose) as usize].gained,
            Value::Discarded(whose) => self.field().today[player(whose) as usize].discarded,
            Value::SpellsInGame(whose) => self.field().cast[player(whose) as usize],
            Value::ManaSpent(of) => {
                let one = |aimed| match aimed {
                    Aimed::Item(_) => self.spell_of(aimed).map_or(0, |item| item.cast.spent),
                    Aimed::Thing(thing) => self.field().known(thing).cast.spent,
                    Aimed::Player(_) => 0,
                };
                self.refs(of, context).into_iter().map(one).sum()
            }
            Value::BasicTypes(among) => {
                let all: Vec<_> =
                    self.among(among, context).into_iter().map(|t| self.identity(t.obj)).collect();
                let there = BASIC.into_iter().filter(|word| all.iter().any(|look| look.is_a(word)));
                there.count() as i32
            }
            Value::Kicked => context.cast.kicked,
            Value::Replicated => context.cast.replicated.iter().sum(),
            Value::ColorsSpent => context.cast.colours,
            Value::Sum(all) => all.iter().map(|v| self.value(v, context)).sum(),
            Value::Minus(a, b) => self.value(a, context) - self.value(b, context),
            Value::Times(a, n) => self.value(a, context) * n,
            Value::HalfUp(a) => (self.value(a, context) + 1).div_euclid(2),
            Value::HalfDown(a) => self.value(a, context).div_euclid(2),
        }
    }

    /// Power and toughness, now or as last known (608.2h).
    pub(crate) fn size_of(&self, aimed: Aimed) -> (i32, i32) {
        match aimed {
            Aimed::Thing(thing) if self.same(thing) => self.size(thing.obj),
            Aimed::Thing(thing) => self.field().known(thing).last_size,
            Aimed::Player(_) | Aimed::Item(_) => (0, 0),
        }
    }

    /// Whether a condition holds.
    pub(crate) fn holds(&self, condition: &If, context: &Context) -> bool {
        match condition {
            // How often and when is asked where the ability is used.
            If::Always | If::OncePerTurn | If::AtInstantSpeed => true,
            If::Not(inner) => !self.holds(inner, context),
            If::All(all) => all.iter().all(|c| self.holds(c, context)),
            If::AnyOf(any) => any.iter().any(|c| self.holds(c, context)),
            If::Number(a, compare, b) => compared(self.value(a, context), *compare, self.value(b, context)),
            If::There(among) => self.count(among, context) > 0,
            If::Object(of, is) => {
                let objects = self.refs(of, context);
                !objects.is_empty() && objects.into_iter().all(|aimed| self.is(aimed, is, context))
            }
            If::CastFromGraveyard => context.cast.from == Some(Zone::Graveyard),
            If::Kicked => context.cast.kicked > 0,
            If::Escaped => context.cast.escaped(),
            If::YourTurn => self.state.active == context.controller,
            If::YourMain => {
                self.state.active == context.controller && matches!(self.state.step, Step::Main | Step::Main2)
            }
            If::Morbid => self.field().morbid,
            If::Revolt => self.field().today[context.controller as usize].left,
            If::Searched(whose) => {
                self.whose(whose, context).into_iter().any(|who| self.field().today[who as usize].searched)
            }
            If::Did => context.did,
            If::AtSorcerySpeed => self.sorcery_speed(context.controller),
            If::CardsExiledThisTurn => self.field().exiled_today,
        }
    }

    /// 307.1
    pub(crate) fn sorcery_speed(&self, who: Who) -> bool {
        self.state.active == who
            && matches!(self.state.step, Step::Main | Step::Main2)
            && self.field().stack.is_empty()
    }
}

pub(super) fn compared(left: i32, compare: Compare, right: i32) -> bool {
    match compare {
        Compare::Is => left == right,
        Compare::AtLeast => left >= right,
        Compare::AtMost => left <= right,
        Compare::Even => left % 2 == 0,
        Compare::Odd => left % 2 != 0,
    }
}

fn devotion(print: &Print, colours: &[Mana]) -> i32 {
    let symbols = print.cost.map_or_else(Vec::new, |cost| cost.symbols().to_vec());
    symbols.into_iter().filter(|s| colours.iter().any(|&c| s.colours().has(c))).count() as i32
}
