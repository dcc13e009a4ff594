//! Counters on players (122.1), and what rad counters do (728).

use std::sync::LazyLock;

use super::{Deed, Game, Log, Player, What};
use crate::ability::{Counter, Effect, Is, Ref, Static, Value, Whose};
use crate::field;
use crate::source::Source;
use crate::state::Who;

const RAD: &str = "rad";

/// 728.1
static IRRADIATE: LazyLock<Effect> = LazyLock::new(|| {
    let rad = || Counter(RAD.to_owned());
    let land = Is::A("land".into());
    Effect::All(vec![
        Effect::Mill(Whose::You, Value::PlayerCounters(Whose::You, rad())),
        Effect::SetAmount(Value::Such(Ref::Those, Is::Not(Box::new(land)))),
        Effect::Lose(Whose::You, Value::Amount),
        Effect::PlayerCounters(
            Whose::You,
            rad(),
            Value::Minus(Box::new(Value::N(0)), Box::new(Value::Amount)),
        ),
    ])
});

impl<const W: usize, P: Player<W>, S: Source, L: Log<W>> Game<'_, W, P, S, L> {
    /// How many counters of a kind a player has.
    pub(crate) fn player_counters(&self, who: Who, kind: &str) -> i32 {
        field::counted(&self.field().counters[who as usize], kind)
    }

    /// Gives a player counters, or takes them away; not below none.
    pub(crate) fn put_player_counters(&mut self, who: Who, kind: &str, by: i32) {
        let forbidden = || self.has_static_of_anyone(|s| matches!(s, Static::NoPlayerCounters));
        if by == 0 || (by > 0 && forbidden()) {
            return;
        }
        let what = if by > 0 { What::PutCounters } else { What::RemoveCounters };
        self.tell(|| Deed::of(what, who).amount(by.abs()).with("counter", kind));
        let field = self.field_mut();
        field.settled = false;
        field::count(&mut field.counters[who as usize], kind, by);
    }

    /// The ability of rad counters, which has no source (728.1), triggers as a main phase begins.
    pub(super) fn radiate(&mut self, who: Who) {
        if self.player_counters(who, RAD) > 0 {
            self.inherent(self.table.rad, &IRRADIATE, who);
        }
    }
}
