//! What a line takes where the rules give a choice among spells and permanents.

use std::cmp::Reverse;

use smallvec::{SmallVec, smallvec};

use crate::ability::{Modal, Modes, Which};
use crate::cardset::{Row, Set};
use crate::line::action::Amount;
use crate::line::acts::Act;
use crate::line::named::{Aim, Named};
use crate::line::preference::Preference;
use crate::mana::Mana;
use crate::rules::pay::Spend;
use crate::rules::{Aiming, Answer, Ask, Choice, Picks, Point, View};
use crate::state::{Who, Zone};
use crate::thing::{Aimed, Thing};

/// Which offers ("you may") are taken.
#[derive(Debug, Clone)]
pub enum Offers<const W: usize> {
    /// All, or none.
    All(bool),
    /// Those of these objects.
    Of(Vec<Named<W>>),
}

/// The decision points of a line, compiled. What must be chosen is named by the end of its order; what is optional and not
/// named is left.
#[derive(Debug, Clone)]
pub struct Choices<const W: usize> {
    /// What goes from a hand to somewhere else.
    pub bottom: Preference<W>,
    /// What is discarded.
    pub discard: Preference<W>,
    /// What is sacrificed.
    pub sacrifice: Preference<W>,
    /// What is exiled for a cost.
    pub exile: Preference<W>,
    /// What a search finds.
    pub search: Preference<W>,
    /// What is taken out of a graveyard.
    pub from_graveyard: Preference<W>,
    /// What is put to the bottom of those that are looked at (701.22).
    pub scry: Preference<W>,
    /// What is put into the graveyard of those that are looked at (701.25).
    pub surveil: Preference<W>,
    /// What is targeted first.
    pub target: Vec<Aim<W>>,
    /// Which mode or colour is chosen first.
    pub mode: Vec<Which>,
    /// The card that is named.
    pub name: String,
    /// Which of several effects comes first.
    pub order: Preference<W>,
    /// Which land is played.
    pub play: Preference<W>,
    /// X, where an action does not say it.
    pub x: Amount,
    /// How often replicate is paid, where an action does not say it.
    pub replicate: Amount,
    /// How often kicker is paid, where an action does not say it.
    pub kicked: Amount,
    /// Which offers are taken.
    pub may: Offers<W>,
}

fn things(things: &[Thing]) -> SmallVec<[Aimed; 8]> {
    things.iter().copied().map(Aimed::Thing).collect()
}

impl<const W: usize> Choices<W> {
    /// What you answer, in the course of an action or not; all but whether to dredge.
    pub fn answer(
        &self,
        view: View<'_, W>,
        source: Option<Thing>,
        ask: &Ask<'_>,
        act: Option<&Act<W>>,
    ) -> Answer {
        match ask {
            Ask::May => Answer::Bool(match &self.may {
                Offers::All(taken) => *taken,
                Offers::Of(named) => {
                    source.is_some_and(|source| named.iter().any(|named| named.has(view, source.obj)))
                }
            }),
            Ask::Some(Point::Target, from, least, most) => {
                let all = self.targets(view, from, *most, act);
                Answer::Picks(at_least(all, from.len(), *least))
            }
            Ask::Some(point, from, least, most) => {
                let order = self.order_of(*point);
                Answer::Picks(at_least(order.order(view, from, *most), from.len(), *least))
            }
            Ask::Down(from, to) => {
                let order = if *to == Zone::Graveyard { &self.surveil } else { &self.scry };
                // What stays on top is as good as in hand, and in a library there is more than enough of everything.
                let mut held = view.state.zone(Who::You, Zone::Hand);
                for aimed in *from {
                    if let Aimed::Thing(thing) = aimed {
                        held.insert(thing.obj);
                    }
                }
                Answer::Picks(order.order_among(view, from, from.len(), held))
            }
            Ask::Spend(Spend::Types(wanted), from, ..) => Answer::Picks(self.types(view, from, *wanted)),
            Ask::Spend(kind, from, least, most) => Answer::Picks(match self.order_of_spending(*kind) {
                Some(order) => order.order(view, from, *most),
                None => (0..*least).collect(),
            }),
            Ask::Targets(from, least, most, aiming) if *aiming != Aiming::Copied => {
                let act = act.filter(|_| *aiming == Aiming::Announced);
                let all = self.targets(view, from, *most, act);
                // What an action does not name it does not aim at.
                let only = act.is_some_and(|act| act.targets.is_some());
                Answer::Picks(if only { all } else { at_least(all, from.len(), *least) })
            }
            Ask::Mana(from) => Answer::Picks(smallvec![self.colour(from, act)]),
            Ask::Modes(modal, from) => {
                let first = self.modes(modal, from).first().copied();
                Answer::Picks(from.iter().position(|modes| Some(*modes) == first).into_iter().collect())
            }
            Ask::Number(least, most) => Answer::Number(match self.x {
                Amount::Number(n) => i32::try_from(n).unwrap_or(i32::MAX).clamp(*least, (*most).max(*least)),
                Amount::Max => *most,
            }),
            Ask::Word(_) => Answer::Word(self.name.clone()),
            Ask::Name(from) => {
                Answer::Picks(smallvec![from.iter().position(|name| *name == self.name).unwrap_or(0)])
            }
            Ask::Order(cards) => {
                let order = self.order.order(view, cards, cards.len());
                Answer::Picks(at_least(order, cards.len(), cards.len()))
            }
            Ask::Replacement(_, false) | Ask::Trigger(_) if self.order.is_empty() => ask.default_answer(),
            // Dredging is asked about by itself, and comes first.
            Ask::Replacement(sources, true) => Answer::Picks(self.order.order(view, &things(sources), 1)),
            Ask::Replacement(sources, false) | Ask::Trigger(sources) => {
                Answer::Picks(at_least(self.order.order(view, &things(sources), 1), sources.len(), 1))
            }
            Ask::Targets(..) | Ask::Dredge(..) | Ask::Only(_) => ask.default_answer(),
        }
    }

    /// The same among objects of one zone, where they need not be listed.
    pub fn choose(
        &self,
        view: View<'_, W>,
        choice: Choice,
        from: Set<W>,
        (least, most): (usize, usize),
    ) -> Option<Row> {
        let point = match choice {
            Choice::Some(Point::Target) | Choice::Spend(Spend::Types(_)) => return None,
            Choice::Some(point) => point,
            Choice::Spend(kind) => {
                return Some(match self.order_of_spending(kind) {
                    Some(order) => order.choose(view, from, most),
                    None => view.oldest(from, least),
                });
            }
        };
        let mut chosen = self.order_of(point).choose(view, from, most);
        if chosen.len() < least {
            let rest = chosen.iter().fold(from, |rest, &obj| rest - Set::of(obj));
            chosen.extend(view.oldest(rest, least - chosen.len()));
        }
        Some(chosen)
    }

    const fn order_of(&self, point: Point) -> &Preference<W> {
        match point {
            Point::Discard => &self.discard,
            Point::Sacrifice => &self.sacrifice,
            Point::Search => &self.search,
            Point::Return => &self.from_graveyard,
            Point::Bottom | Point::Target => &self.bottom,
        }
    }

    /// The order in which something is spent so; where there is none, one is as good as another.
    const fn order_of_spending(&self, kind: Spend) -> Option<&Preference<W>> {
        match kind {
            Spend::Sacrifice => Some(&self.sacrifice),
            Spend::Discard => Some(&self.discard),
            Spend::Exile | Spend::Delve | Spend::Types(_) => Some(&self.exile),
            Spend::Tap | Spend::Return | Spend::Convoke => None,
        }
    }

    /// What is targeted, in order; what is not named comes last, and not at all where an action names some.
    fn targets(&self, view: View<'_, W>, from: &[Aimed], most: usize, act: Option<&Act<W>>) -> Picks {
        let only = act.and_then(|act| act.targets.as_ref());
        let named = only.unwrap_or(&self.target).iter();
        let mut chosen = Picks::new();
        for aim in named {
            for (at, &aimed) in from.iter().enumerate() {
                if chosen.len() >= most {
                    return chosen;
                }
                if !chosen.contains(&at) && aim.means(view, aimed) {
                    chosen.push(at);
                }
            }
        }
        if only.is_some() { chosen } else { at_least(chosen, from.len(), most) }
    }

    /// These modes of a spell, those first that come first in the order; of several numbers of modes the largest.
    pub fn modes(&self, modal: &'static Modal, from: &[Modes]) -> Vec<Modes> {
        let named: Vec<usize> = self.mode.iter().filter_map(|which| modal.number(which).ok()).collect();
        let rank = |number| named.iter().position(|&known| known == number).unwrap_or(named.len());
        let ranks = |modes: &Modes| {
            let mut ranks: Vec<usize> = modes.numbers().map(rank).collect();
            ranks.sort_unstable();
            (Reverse(modes.count()), ranks)
        };
        let mut all = from.to_vec();
        all.sort_by_cached_key(ranks);
        all
    }

    /// Which colour is made: the first that is named.
    fn colour(&self, from: &[Mana], act: Option<&Act<W>>) -> usize {
        let of_act = act.and_then(|act| act.mode.as_ref()).into_iter().flatten();
        let named = of_act.chain(&self.mode).filter_map(|which| match which {
            Which::Word(word) => {
                let named = Mana::named(word)?;
                from.iter().position(|mana| *mana == named)
            }
            Which::Number(_) => None,
        });
        named.into_iter().next().unwrap_or(0)
    }

    /// Cards with so many card types among them, no more than it takes.
    fn types(&self, view: View<'_, W>, from: &[Aimed], wanted: u8) -> Picks {
        let types = |at: usize| match from[at] {
            Aimed::Thing(thing) if thing.obj.index() < view.table.entries.len() => {
                view.table.card(thing.obj).types()
            }
            _ => crate::card::Types::NONE,
        };
        let mut chosen = Picks::new();
        let mut there = crate::card::Types::NONE;
        for at in self.exile.order(view, from, from.len()) {
            if there.len() >= u32::from(wanted) {
                break;
            }
            let more = there.with(types(at));
            if more.len() > there.len() {
                there = more;
                chosen.push(at);
            }
        }
        chosen
    }
}

/// These, and as many more as must be chosen.
fn at_least(mut chosen: Picks, of: usize, least: usize) -> Picks {
    let mut next = 0;
    while chosen.len() < least && next < of {
        if !chosen.contains(&next) {
            chosen.push(next);
        }
        next += 1;
    }
    chosen
}

/// What somebody answers who does nothing that need not be done.
pub fn least_answer(ask: &Ask<'_>) -> Answer {
    match ask {
        Ask::May => Answer::Bool(false),
        Ask::Some(_, from, least, _) | Ask::Spend(_, from, least, _) | Ask::Targets(from, least, ..) => {
            Answer::Picks((0..from.len().min(*least)).collect())
        }
        Ask::Number(least, _) => Answer::Number(*least),
        Ask::Down(..) | Ask::Dredge(..) => Answer::Picks(Picks::new()),
        Ask::Mana(_)
        | Ask::Modes(..)
        | Ask::Name(_)
        | Ask::Only(_)
        | Ask::Order(_)
        | Ask::Replacement(..)
        | Ask::Trigger(_)
        | Ask::Word(_) => ask.default_answer(),
    }
}
