//! What Auras and Equipment say of what they are attached to, with what follows from it.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Ability, Activated, Aim, Among, Cost, Effect, If, Is, Place, Ref, Target, Value};

/// What an Aura enchants (303.4a); written as that alone.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Is", into = "Is")]
pub struct Enchanted {
    /// What it may be attached to.
    pub is: Is,
    /// The target of its spell.
    pub target: Target,
}

impl From<Is> for Enchanted {
    fn from(is: Is) -> Self {
        let aim = Aim::Permanent(is.clone());
        Self { is, target: Target { aim, least: Value::N(1), most: Value::N(1) } }
    }
}

impl From<Enchanted> for Is {
    fn from(enchanted: Enchanted) -> Self {
        enchanted.is
    }
}

/// As it is written.
impl fmt::Debug for Enchanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.is.fmt(f)
    }
}

/// Where the card lies that an Aura enchants until it has brought it onto the battlefield, and what it is, there and
/// here (303.4a); written as that alone.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Among", into = "Among")]
pub struct EnchantedCard {
    /// What it may be attached to.
    pub among: Among,
    /// The target of its spell.
    pub target: Target,
}

impl From<Among> for EnchantedCard {
    fn from(among: Among) -> Self {
        let aim = Aim::Card(among.clone());
        Self { among, target: Target { aim, least: Value::N(1), most: Value::N(1) } }
    }
}

impl From<EnchantedCard> for Among {
    fn from(enchanted: EnchantedCard) -> Self {
        enchanted.among
    }
}

/// As it is written.
impl fmt::Debug for EnchantedCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.among.fmt(f)
    }
}

impl Ability {
    /// What an Aura with this ability may enchant, as the target of its spell.
    pub const fn enchants(&self) -> Option<&Target> {
        match self {
            Self::Enchant(enchanted) => Some(&enchanted.target),
            Self::EnchantCard(enchanted) => Some(&enchanted.target),
            _ => None,
        }
    }
}

/// For what a creature is equipped (702.6a); written as that alone.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Cost", into = "Cost")]
pub struct Equip {
    /// What is paid.
    pub cost: Cost,
    /// The activated ability that it is.
    pub ability: Ability,
}

impl From<Cost> for Equip {
    fn from(cost: Cost) -> Self {
        let yours = Is::All(vec![Is::A("creature".into()), Is::Yours]);
        let target = Target { aim: Aim::Permanent(yours), least: Value::N(1), most: Value::N(1) };
        let ability = Ability::Activated(Activated {
            cost: cost.clone(),
            targets: vec![target],
            effect: Effect::Attach(Ref::This, Ref::Target(0)),
            from: Place::Battlefield,
            when: If::AtSorcerySpeed,
            less: None,
        });
        Self { cost, ability }
    }
}

impl From<Equip> for Cost {
    fn from(equip: Equip) -> Self {
        equip.cost
    }
}

/// As it is written.
impl fmt::Debug for Equip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.cost.fmt(f)
    }
}
