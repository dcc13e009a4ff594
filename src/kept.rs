//! L2: what is asked of a print again and again, once it was answered.

use std::sync::{Arc, OnceLock};

use smallvec::SmallVec;

use crate::ability::{Ability, Activated, Effect, Makes, Pay, Place, Value};
use crate::cardset::Obj;
use crate::look::Look;
use crate::mana::Mana;
use crate::state::Zone;

/// The abilities of an object of some kind.
pub type Abilities = SmallVec<[&'static Ability; 4]>;

/// Some mana that a mana ability would make.
#[derive(Debug, Clone)]
pub struct Offer {
    /// The ability.
    pub ability: &'static Ability,
    /// The type that is chosen for it, where there is a choice.
    pub choice: Option<Mana>,
    /// The mana.
    pub mana: Vec<Mana>,
    /// The sources of the effects on it, the first applied first.
    pub order: Vec<Obj>,
}

/// What becomes of a card off the battlefield by what one print there says of such cards: for each zone it may lie in, or
/// none, and whether its owner controls the permanent. `None`: that depends on more.
#[derive(Debug, Clone, Default)]
pub struct Reached([OnceLock<Option<Box<Look>>>; 2 * (Zone::ALL.len() + 1)]);

impl Reached {
    /// In such a place.
    pub fn place(&self, zone: Option<Zone>, owned: bool) -> &OnceLock<Option<Box<Look>>> {
        let at = zone.map_or(Zone::ALL.len(), |zone| zone as usize);
        &self.0[2 * at + usize::from(owned)]
    }
}

/// The answers for one print, as it is where nothing changes it.
#[derive(Debug, Clone, Default)]
pub struct Kept {
    /// Its activated abilities on the battlefield.
    pub activated: OnceLock<Abilities>,
    /// Whether what its abilities make of mana is the same whatever the position.
    pub steady: OnceLock<bool>,
    /// What its mana abilities would make.
    pub offers: OnceLock<Vec<Arc<Offer>>>,
    /// The most that one of them would make.
    pub most: OnceLock<u32>,
    /// Whether all that these cost is to tap it, at any time, and all that they do is make plain mana; or there are none.
    pub simple: OnceLock<bool>,
    /// What becomes of it by each print that speaks of cards off the battlefield.
    pub reached: Vec<Reached>,
    /// What becomes of it on the battlefield by each print alone that says something of permanents from a graveyard.
    pub given: Vec<OnceLock<Box<Look>>>,
}

/// Whether all that one ability of a permanent does is make mana of which nothing else is said, and all that it costs
/// is to tap it.
pub fn is_simple(ability: &Ability) -> bool {
    matches!(ability, Ability::Activated(activated)
        if activated.cost.mana.is_nothing()
            && activated.cost.pay == [Pay::Tap]
            && activated.when.is_always()
            && activated.from == Place::Battlefield
            && activated.targets.is_empty()
            && matches!(activated.effect, Effect::Mana(Makes::These(_) | Makes::OneColor(_, Value::N(1)))))
}

/// Whether an effect makes mana.
pub fn makes_mana(effect: &Effect) -> bool {
    match effect {
        Effect::Mana(_) | Effect::DoubleMana => true,
        Effect::All(all) => all.iter().any(makes_mana),
        Effect::When(_, a, b) => makes_mana(a) || b.as_ref().is_some_and(|b| makes_mana(b)),
        _ => false,
    }
}

fn touches_library(effect: &Effect) -> bool {
    match effect {
        Effect::Draw(..)
        | Effect::Mill(..)
        | Effect::Search { .. }
        | Effect::RevealUntil { .. }
        | Effect::Look { .. }
        | Effect::Scry(..)
        | Effect::Surveil(..)
        | Effect::Arrange(..)
        | Effect::ShuffleIn(..) => true,
        Effect::All(all) => all.iter().any(touches_library),
        Effect::When(_, a, b) | Effect::May(_, a, b) | Effect::Pay(_, _, a, b) => {
            touches_library(a) || b.as_ref().is_some_and(|b| touches_library(b))
        }
        _ => false,
    }
}

/// Whether an activated ability is a mana ability (605.1a).
pub fn is_mana_ability(activated: &Activated) -> bool {
    let library = activated.cost.pay.iter().any(|p| matches!(p, Pay::Mill(_) | Pay::Draw(_)));
    let loyalty = activated.cost.pay.iter().any(|p| matches!(p, Pay::Loyalty(_)));
    activated.targets.is_empty()
        && makes_mana(&activated.effect)
        && !touches_library(&activated.effect)
        && !library
        && !loyalty
}

/// Whether an ability is a mana ability that works in a hand.
pub fn is_mana_in_hand(ability: &Ability) -> bool {
    matches!(ability, Ability::Activated(activated) if activated.from == Place::Hand && is_mana_ability(activated))
}

/// Whether what abilities make of mana is the same whatever the position.
pub fn makes_always_the_same<'a>(abilities: impl IntoIterator<Item = &'a Ability>) -> bool {
    fn same(effect: &Effect) -> bool {
        match effect {
            Effect::Mana(Makes::These(_) | Makes::OneColor(_, Value::N(_))) => true,
            Effect::Mana(_) => false,
            // What is done besides may depend on the position.
            Effect::When(_, then, otherwise) => {
                !makes_mana(then) && !otherwise.as_ref().is_some_and(|otherwise| makes_mana(otherwise))
            }
            Effect::All(all) => all.iter().all(same),
            _ => true,
        }
    }
    abilities.into_iter().all(|ability| match ability {
        Ability::Activated(activated) => same(&activated.effect),
        Ability::Triggered(triggered) => same(&triggered.effect),
        _ => true,
    })
}
