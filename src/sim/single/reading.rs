//! In which ways the entries of a step answer what is asked.

use crate::ability::{Modal, Modes, Which};
use crate::case::{Choice, Step, Verb};
use crate::mana::Mana;
use crate::rules::{Aiming, Ask, View};
use crate::thing::Aimed;

use super::W;
use super::chooser::{Chooser, by_names};

/// How the choices of a step are read; what can be read in several ways is read in the plainest that is allowed.
#[expect(clippy::struct_excessive_bools, reason = "each is a way of its own")]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Reading {
    /// Entries may stand for choices with one possible answer, which need none, and be spelt otherwise.
    pub(super) freely: bool,
    /// The mana abilities that a cast names are used for what pays at once.
    pub(super) lavish: bool,
    /// What the cast names for costs is for its mana abilities first, then for the spell.
    pub(super) shared: bool,
    /// What is named for costs is for their parts the last first.
    pub(super) backwards: bool,
}

impl Reading {
    /// The ways to read a step, the plainest first.
    pub(super) fn all_of(step: &Step) -> Vec<Self> {
        let spoken = step.choices.choose.is_some() || step.choices.dredge.is_some();
        let (sources, lists) = match &step.verb {
            Verb::Cast(cast) => {
                (cast.mana_abilities.is_some(), vec![&cast.exile, &cast.discard, &cast.sacrifice])
            }
            Verb::Activate(activate) => {
                (false, vec![&activate.exile, &activate.discard, &activate.sacrifice])
            }
            _ => (false, Vec::new()),
        };
        let several = lists.into_iter().flatten().any(|list| list.len() > 1);
        let mut all = Vec::new();
        for backwards in [false, true] {
            for freely in [false, true] {
                for (lavish, shared) in [(false, false), (true, false), (true, true)] {
                    if (spoken || !freely) && (sources || !lavish) && (several || !backwards) {
                        all.push(Self { freely, lavish, shared, backwards });
                    }
                }
            }
        }
        all
    }
}

/// A list of one name is that name.
fn bare(choice: &mut Choice) {
    if let Choice::List(list) = choice {
        list.iter_mut().for_each(bare);
        if let [Choice::Name(name)] = &list[..] {
            *choice = Choice::Name(name.clone());
        }
    }
}

/// The type of mana that an entry names.
pub(super) fn colour_of(choice: &Choice) -> Option<Mana> {
    let Choice::Name(name) = choice else { return None };
    name.chars().next().filter(|_| name.len() == 1).and_then(Mana::from_letter)
}

/// The modes that an entry names by their numbers: one, or a list of them.
pub(super) fn modes_of(modal: &'static Modal, choice: &Choice) -> Option<Modes> {
    let which = match choice {
        Choice::Number(number) => Which::Number(u32::try_from(*number).ok()?),
        Choice::List(list) if !list.is_empty() => {
            let each: Option<Vec<Modes>> = list.iter().map(|choice| modes_of(modal, choice)).collect();
            let each = each?;
            let all: Modes = each.iter().flat_map(|modes| modes.numbers()).collect();
            // 700.2d: none is chosen twice.
            return (all.count() as usize == each.len()).then_some(all);
        }
        Choice::List(_) | Choice::Name(_) | Choice::Flag(_) => return None,
    };
    modal.number(&which).ok().map(|number| [number].into_iter().collect())
}

impl Chooser {
    /// The same, to be read so.
    pub(super) fn reading(mut self, reading: Reading) -> Self {
        self.reading = reading;
        if reading.freely {
            self.choose.iter_mut().for_each(bare);
        }
        if reading.backwards {
            let lists = [&mut self.exile, &mut self.discard, &mut self.sacrifice];
            lists.into_iter().flatten().for_each(|list| list.reverse());
        }
        self
    }

    /// The members of a list that is the next entry become entries.
    fn splice(&mut self) {
        if let Some(Choice::List(list)) = self.choose.front().cloned() {
            self.choose.pop_front();
            list.into_iter().rev().for_each(|choice| self.choose.push_front(choice));
        }
    }

    /// A yes with a pick is two answers.
    pub(super) fn unfold(&mut self) {
        if matches!(self.choose.front(), Some(Choice::List(list)) if matches!(list.first(), Some(Choice::Flag(_))))
        {
            self.splice();
        }
    }

    /// Reads the next entry in another way than the plainest, where that makes it an answer: what is offered is taken
    /// by a yes, a pick or both, and left by a no or by none picked, however it is asked; and a list that is too long
    /// for one question answers this one and those that follow.
    pub(super) fn read_freely(&mut self, view: View<'_, W>, ask: &Ask<'_>) {
        if !self.reading.freely {
            return;
        }
        let none = Choice::List(Vec::new());
        let offer = match ask {
            Ask::May => {
                if self.choose.front() == Some(&none) {
                    self.choose[0] = Choice::Flag(false);
                }
                return;
            }
            // 707.10c: new targets are offered too.
            Ask::Some(_, _, 0, _)
            | Ask::Down(..)
            | Ask::Targets(_, 0, ..)
            | Ask::Targets(.., Aiming::Copied) => Some(none.clone()),
            Ask::Number(least, _) => Some(Choice::Number(i64::from(*least))),
            _ => None,
        };
        match (self.choose.front(), offer) {
            (Some(left), Some(nothing)) if *left == none => self.choose[0] = nothing,
            (Some(Choice::Flag(true)), Some(_)) => {
                self.choose.pop_front();
            }
            (Some(Choice::Flag(false)), Some(none)) => self.choose[0] = none,
            _ => {}
        }
        let names = self.choose.front().and_then(Self::names_of);
        let too_long = |from: &[Aimed], most: usize| {
            names.as_ref().is_some_and(|names| {
                names.len() > most && by_names(view, &names[..most], from).iter().all(Option::is_some)
            })
        };
        let begins = |is_such: &dyn Fn(&Choice) -> bool| match self.choose.front() {
            Some(Choice::List(list)) => list.first().is_some_and(is_such),
            _ => false,
        };
        let splits = match ask {
            Ask::Some(_, from, _, most) | Ask::Targets(from, _, most, _) => too_long(from, *most),
            Ask::Only(all) => too_long(all, all.len()),
            Ask::Mana(_) => begins(&|choice| colour_of(choice).is_some()),
            Ask::Number(..) => begins(&|choice| matches!(choice, Choice::Number(_))),
            _ => false,
        };
        if splits {
            self.splice();
        }
    }

    /// Takes the next entry if it leaves an offer.
    pub(super) fn declines(&mut self) -> bool {
        let none = Choice::List(Vec::new());
        let leaves = |choice: &Choice| *choice == none || *choice == Choice::Flag(false);
        let declines = self.reading.freely && self.choose.front().is_some_and(leaves);
        if declines {
            self.choose.pop_front();
        }
        declines
    }

    /// Takes the next entry if it is such. Read freely, that of two about one mana ability may stand second: what is
    /// paid for it, and what it makes.
    pub(super) fn take(&mut self, is_such: impl Fn(&Choice) -> bool) -> Option<Choice> {
        let [first, second] = [0, 1].map(|at| self.choose.get(at));
        let crossed = || {
            self.reading.freely
                && first
                    .is_some_and(|c| colour_of(c).is_some() != second.is_some_and(|c| colour_of(c).is_some()))
        };
        let at = if first.is_some_and(&is_such) {
            0
        } else if second.is_some_and(&is_such) && crossed() {
            1
        } else {
            return None;
        };
        self.choose.remove(at)
    }
}
