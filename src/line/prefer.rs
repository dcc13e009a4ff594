//! What a line takes where there is a choice.

use crate::ability::Which;

use super::action::{Amount, Target};
use super::order::Order;
use super::what::What;

/// Which offers ("you may") are taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum May {
    /// Every one, or none.
    All(bool),
    /// Those of these cards.
    Of(Vec<What>),
}

impl Default for May {
    fn default() -> Self {
        Self::All(true)
    }
}

/// What is taken where there is a choice; `None`: left out, so that the default of the decision point holds.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Prefer {
    /// What goes to the bottom after a mulligan. No entry is `"*"`.
    pub bottom: Option<Order>,
    /// What dredges. Empty: nothing does.
    pub dredge: Option<Order>,
    /// What is discarded. No entry is `"*"`.
    pub discard: Option<Order>,
    /// What is sacrificed. No entry is `"*"`.
    pub sacrifice: Option<Order>,
    /// What is exiled, for escape and delve too. No entry is `"*"`.
    pub exile: Option<Order>,
    /// What is found in a search. What it does not name is left.
    pub search: Option<Order>,
    /// What an effect takes out of a graveyard. What it does not name is left.
    pub from_graveyard: Option<Order>,
    /// What is targeted first; then what it does not name.
    pub target: Option<Vec<Target>>,
    /// Which mode is chosen first, by its number from 0 or a word; then the others.
    pub mode: Option<Vec<Which>>,
    /// Which card is named. No entry has a number or is `"*"`.
    pub name: Option<Order>,
    /// Which of several effects or triggers comes first, by their cards. No entry has a number or is `"*"`.
    pub order: Option<Order>,
    /// Which land is played. No entry is `"*"`.
    pub play: Option<Order>,
    /// X, where an action does not say it.
    pub x: Amount,
    /// How often replicate is paid, where an action does not say it.
    pub replicate: Amount,
    /// How often kicker is paid, where an action does not say it.
    pub kicked: Amount,
    /// Whether Serum Powder is used.
    pub serum_powder: bool,
    /// Which other offers are taken.
    pub may: May,
}

/// What an order may hold besides plain entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Holds {
    /// `"*"`: the choice may be declined.
    pub rest: bool,
    /// `> n`: it is a choice among the cards of a zone.
    pub number: bool,
}

impl Prefer {
    /// Each decision point that an order answers, by its key.
    pub fn orders(&self) -> [(&'static str, Option<&Order>); 10] {
        [
            ("bottom", self.bottom.as_ref()),
            ("dredge", self.dredge.as_ref()),
            ("discard", self.discard.as_ref()),
            ("sacrifice", self.sacrifice.as_ref()),
            ("exile", self.exile.as_ref()),
            ("search", self.search.as_ref()),
            ("return", self.from_graveyard.as_ref()),
            ("name", self.name.as_ref()),
            ("order", self.order.as_ref()),
            ("play", self.play.as_ref()),
        ]
    }

    /// The place of the order of a decision point, and what it may hold; `None`: no order answers it.
    pub(super) fn order_mut(&mut self, key: &str) -> Option<(&mut Option<Order>, Holds)> {
        let must = Holds { rest: false, number: true };
        let may = Holds { rest: true, number: true };
        let plain = Holds { rest: false, number: false };
        Some(match key {
            "bottom" => (&mut self.bottom, must),
            "dredge" => (&mut self.dredge, may),
            "discard" => (&mut self.discard, must),
            "sacrifice" => (&mut self.sacrifice, must),
            "exile" => (&mut self.exile, must),
            "search" => (&mut self.search, may),
            "return" => (&mut self.from_graveyard, may),
            "name" => (&mut self.name, plain),
            "order" => (&mut self.order, plain),
            "play" => (&mut self.play, must),
            _ => return None,
        })
    }

    /// Each number that is announced, by its key.
    pub const fn amounts(&self) -> [(&'static str, Amount); 3] {
        [("x", self.x), ("replicate", self.replicate), ("kicked", self.kicked)]
    }
}
