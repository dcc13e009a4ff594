//! What effects make of cards off the battlefield, kept where it is the same again and again (613).

use super::{Game, Log, Look, Player};
use crate::ability::{Ability, Among, Static, Whose};
use crate::cardset::Obj;
use crate::roles::Role;
use crate::source::Source;
use crate::state::{Zone, zone_of};

impl<'g, const W: usize, P: Player<W>, S: Source, L: Log<W>> Game<'g, W, P, S, L> {
    /// What an object off the battlefield is of which nothing is said but what one permanent says of all such cards, by
    /// what is printed on both. `None`: more may come into it.
    pub(super) fn reached(&self, obj: Obj, at: usize) -> Option<&'g Look> {
        let field = self.field();
        let by = field.active.of(Role::Reaches);
        let source = by.first()?;
        if by.len() > 1
            || field.active.has(Role::Alters)
            || field.lasting.iter().any(|lasting| lasting.thing.obj == obj)
            || field.stack.iter().any(|item| item.cast.x != 0)
            || !self.table.cards.has(obj)
        {
            return None;
        }
        let reacher = self.print_number(source);
        let kept = &self.table.kept[at].reached[self.table.reachers.iter().position(|&at| at == reacher)?];
        let place = self.state.find(obj);
        if place.is_some_and(|(_, zone)| zone == Zone::Battlefield) {
            return None;
        }
        let owned = self.controller(source) == self.owner(obj);
        let look = kept.place(place.map(|(_, zone)| zone), owned).get_or_init(|| {
            let printed = &self.table.looks[at];
            let told = self.table.prints[usize::from(reacher)]
                .abilities
                .iter()
                .all(|ability| speaks_of(ability, printed));
            told.then(|| Box::new(self.shifted(obj, printed.clone())))
        });
        look.as_deref()
    }

    /// What a permanent with that print is which nothing changes but one card in a graveyard of its controller, where what
    /// is printed on both settles that. `None`: more may come into it.
    pub(super) fn given(&self, obj: Obj, at: usize) -> Option<&'g Look> {
        let field = self.field();
        let there = self.both(Zone::Graveyard) & self.table.buried;
        let card = there.first()?;
        let permanent = self.permanent(obj);
        if there.len() > 1
            || field.active.has(Role::Alters)
            || field.active.has(Role::Reaches)
            || self.table.prints[at].roles.shifts
            || permanent.cast.is_common()
            || !permanent.counters.is_empty()
            || field.lasting.iter().any(|lasting| lasting.thing.obj == obj)
            || !self.may_gain_from_graveyards(obj)
        {
            return None;
        }
        let giver = self.print_number(card);
        let kept = &self.table.kept[at].given[self.table.givers.iter().position(|&at| at == giver)?];
        let printed = &self.table.looks[at];
        let told = |ability: &&'static Ability| match ability {
            Ability::InGraveyard(_, Static::Grant(among, _)) => printed.is(&among.2).is_some(),
            _ => true,
        };
        let all = &self.table.prints[usize::from(giver)].abilities;
        let one = all.iter().filter(|ability| matches!(***ability, Ability::InGraveyard(..))).count() == 1;
        (one && all.iter().all(told))
            .then(|| &**kept.get_or_init(|| Box::new(self.shifted(obj, printed.clone()))))
    }
}

/// Whether what an ability says of cards off the battlefield is settled by what is printed on such a card.
fn speaks_of(ability: &Ability, printed: &Look) -> bool {
    let settled = |Among(place, whose, is): &Among| {
        zone_of(*place).is_some()
            && matches!(whose, Whose::You | Whose::Opponent | Whose::Each)
            && printed.is(is).is_some()
    };
    match ability {
        Ability::Static(
            Static::Grant(among, _)
            | Static::LoseAbilities(among)
            | Static::AddTypes(among, _)
            | Static::SetTypes(among, _)
            | Static::SetColors(among, _),
        ) => settled(among),
        Ability::While(..) => false,
        _ => true,
    }
}
