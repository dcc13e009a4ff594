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
