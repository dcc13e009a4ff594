//! Answers what a game asks out of the choices of a step.

use std::collections::VecDeque;

use smallvec::smallvec;

use crate::ability::Place;
use crate::cardset::{Obj, Set};
use crate::case::{Choice, Choices, Named};
use crate::catalogue::Catalogue;
use crate::look::Look;
use crate::mana::Mana;
use crate::print::Print;
use crate::rules::pay::Spend;
use crate::rules::query::zone_of;
use crate::rules::{Aiming, Answer, Ask, Opening, Picks, Player, View};
use crate::sim::names::{is_copy, name_of};
use crate::state::Who;
use crate::thing::{Aimed, Thing};

use super::W;
use super::reading::{Reading, colour_of, modes_of};

/// Answers by the choices of a step, then by the defaults.
#[derive(Debug, Clone, Default)]
pub(super) struct Chooser {
    pub(super) choose: VecDeque<Choice>,
    pub(super) order: Vec<String>,
    pub(super) dredge: Option<VecDeque<String>>,
    pub(super) targets: Option<VecDeque<String>>,
    pub(super) exile: Option<Vec<String>>,
    pub(super) discard: Option<Vec<String>>,
    pub(super) sacrifice: Option<Vec<String>>,
    /// The mana that abilities made so far.
    pub(super) made: Vec<(Thing, Mana)>,
    /// What is cast, or has the ability that is activated: what pays for anything else pays for a mana ability.
    pub(super) paid: Option<Obj>,
    /// What the step has another use for than to pay for mana abilities.
    pub(super) kept: Vec<String>,
    pub(super) reading: Reading,
    /// Whether the last "may" was answered by an entry that says yes.
    pub(super) agreed: bool,
    /// What is wrong with the choices.
    pub(super) fault: Option<String>,
}

pub(super) fn same_name(known: &str, wanted: &str) -> bool {
    known == wanted || known.split(" // ").any(|part| part == wanted)
}

/// Whether a name of a step means this.
pub(super) fn means(view: View<'_, W>, text: &str, aimed: Aimed) -> bool {
    let named = Named::read(text);
    let name = name_of(view, aimed);
    if let Aimed::Item(id) = aimed {
        let stack = view.state.field().into_iter().flat_map(|field| &field.stack);
        let Some(item) = stack.into_iter().find(|item| item.id == id) else { return false };
        // A copy may be said to be one.
        let copied = named.name.strip_suffix(" (copy)").filter(|_| is_copy(view.table, item));
        return same_name(&name, copied.unwrap_or(named.name))
            && named.whose.is_none_or(|whose| whose == item.controller)
            && named.place.is_none_or(|place| place == Place::Stack);
    }
    if !same_name(&name, named.name) {
        return false;
    }
    if let Aimed::Thing(thing) = aimed {
        let found = view.state.find(thing.obj);
        if let Some(place) = named.place
            && zone_of(place) != found.map(|(_, zone)| zone)
        {
            return false;
        }
        if let Some(whose) = named.whose
            && found.map(|(who, _)| who) != Some(whose)
        {
            return false;
        }
    }
    true
}

/// Whose something is: of a spell or ability its controller.
fn whose(view: View<'_, W>, aimed: Aimed) -> Option<Who> {
    match aimed {
        Aimed::Player(who) => Some(who),
        Aimed::Thing(thing) => view.state.find(thing.obj).map(|(who, _)| who),
        Aimed::Item(id) => {
            let mut stack = view.state.field().into_iter().flat_map(|field| &field.stack);
            stack.find(|item| item.id == id).map(|item| item.controller)
        }
    }
}

/// The place of the first that a name means, where it is free; a spell comes before its copies, and what is yours before
/// what is the opponent's.
pub(super) fn place_of(
    view: View<'_, W>,
    name: &str,
    from: &[Aimed],
    is_free: impl Fn(usize) -> bool,
) -> Option<usize> {
    let stack = || view.state.field().into_iter().flat_map(|field| &field.stack);
    let copied = |at: &usize| match from[*at] {
        Aimed::Item(id) => stack().any(|item| item.id == id && is_copy(view.table, item)),
        Aimed::Thing(_) | Aimed::Player(_) => false,
    };
    let meant = (0..from.len()).filter(|&at| is_free(at) && means(view, name, from[at]));
    meant.min_by_key(|at| (copied(at), whose(view, from[*at]) == Some(Who::Opponent)))
}

/// For each name the place of the first of that name that is not taken.
pub(super) fn by_names(view: View<'_, W>, names: &[String], from: &[Aimed]) -> Vec<Option<usize>> {
    let mut picked = Vec::new();
    for name in names {
        picked.push(place_of(view, name, from, |at| !picked.contains(&Some(at))));
    }
    picked
}

impl Chooser {
    pub(super) fn new(choices: &Choices) -> Self {
        Self {
            choose: choices.choose.clone().unwrap_or_default().into(),
            order: choices.order.clone(),
            dredge: choices.dredge.clone().map(Into::into),
            ..Self::default()
        }
    }

    pub(super) fn wrong(&mut self, what: String) {
        self.fault.get_or_insert(what);
    }

    /// The choices that nothing asked for, or what is wrong with them.
    pub(super) fn unasked(&self) -> Option<String> {
        if let Some(fault) = &self.fault {
            return Some(fault.clone());
        }
        if let Some(choice) = self.choose.front() {
            return Some(format!("nothing asked for the choice {choice:?}"));
        }
        let dredge = self.dredge.as_ref().and_then(VecDeque::front);
        dredge.map(|name| format!("no draw asked for the dredge entry {name:?}"))
    }

    /// What was given and nothing asked for.
    pub(super) fn left(&self) -> Option<String> {
        if let Some(unasked) = self.unasked() {
            return Some(unasked);
        }
        let rest = |list: &Option<Vec<String>>, word: &str| {
            list.as_ref()
                .filter(|l| !l.is_empty())
                .map(|l| format!("nothing could be paid with {word} {l:?}"))
        };
        if let Some(name) = self.targets.as_ref().and_then(|t| t.front()) {
            return Some(format!("{name:?} is no legal target (601.2c)"));
        }
        rest(&self.exile, "exile")
            .or_else(|| rest(&self.discard, "discard"))
            .or_else(|| rest(&self.sacrifice, "sacrifice"))
    }

    /// Picks by names: the first of each name that is not taken.
    pub(super) fn by_names(&mut self, view: View<'_, W>, names: &[String], from: &[Aimed]) -> Vec<usize> {
        let picked = by_names(view, names, from);
        if let Some(at) = picked.iter().position(Option::is_none) {
            self.wrong(format!("{:?} cannot be chosen there", names[at]));
        }
        picked.into_iter().flatten().collect()
    }

    pub(super) fn names_of(choice: &Choice) -> Option<Vec<String>> {
        match choice {
            Choice::Name(name) => Some(vec![name.clone()]),
            Choice::List(list) => {
                list.iter().map(|c| if let Choice::Name(n) = c { Some(n.clone()) } else { None }).collect()
            }
            Choice::Number(_) | Choice::Flag(_) => None,
        }
    }

    /// A colour may be named where nothing asked for it; then some of the mana that the source itself made must be of it.
    pub(super) fn named_mana(&mut self, source: Thing) {
        let Some(mana) = self.choose.front().and_then(colour_of) else { return };
        if self.made.contains(&(source, mana)) {
            self.choose.pop_front();
        } else {
            self.wrong(format!("{} is not made", mana.letter()));
        }
    }

    /// The first of these, those last that the step has another use for.
    fn sparing(&self, view: View<'_, W>, from: &[Aimed], many: usize) -> Vec<usize> {
        let lists = [&self.exile, &self.discard, &self.sacrifice].into_iter().flatten().flatten();
        let kept: Vec<String> = lists.chain(&self.kept).cloned().collect();
        let kept = by_names(view, &kept, from);
        let mut all: Vec<usize> = (0..from.len()).collect();
        all.sort_by_key(|at| kept.contains(&Some(*at)));
        all.truncate(many);
        all
    }

    fn spend(
        &mut self,
        view: View<'_, W>,
        source: Option<Thing>,
        (kind, from, least, most): (Spend, &[Aimed], usize, usize),
    ) -> Vec<usize> {
        // 118.10: what pays for a mana ability does not pay for the spell.
        let apart =
            !self.reading.shared && self.paid.is_some_and(|paid| source.is_some_and(|of| of.obj != paid));
        let list = match kind {
            Spend::Exile | Spend::Types(_) | Spend::Delve => &mut self.exile,
            Spend::Discard => &mut self.discard,
            Spend::Sacrifice => &mut self.sacrifice,
            Spend::Tap | Spend::Return | Spend::Convoke => &mut None,
        };
        if !apart && let Some(names) = list {
            let mut picked = Vec::new();
            let mut rest = Vec::new();
            for name in names.drain(..) {
                match place_of(view, &name, from, |at| !picked.contains(&at)) {
                    Some(at) if picked.len() < most => picked.push(at),
                    _ => rest.push(name),
                }
            }
            *names = rest;
            return picked;
        }
        // What no verb of the step lists is a choice like any other.
        let fits = |choice: &Choice| {
            Self::names_of(choice).is_some_and(|names| {
                !names.is_empty()
                    && (least..=most).contains(&names.len())
                    && names.iter().all(|name| from.iter().any(|&a| means(view, name, a)))
            })
        };
        if let Some(names) = self.take(fits).as_ref().and_then(Self::names_of) {
            return self.by_names(view, &names, from);
        }
        let many = match kind {
            Spend::Delve => most,
            Spend::Tap | Spend::Return | Spend::Convoke => least,
            _ if least == 0 => from.len(),
            _ => least,
        };
        if apart { self.sparing(view, from, many) } else { (0..many).collect() }
    }
}

impl Player<W> for Chooser {
    fn is_refused(&mut self, why: &str) {
        if self.agreed {
            self.wrong(why.to_owned());
        }
    }

    fn is_told_of_mana(&mut self, source: Thing, made: &[Mana]) {
        self.made.extend(made.iter().map(|&mana| (source, mana)));
    }

    fn moment(&mut self, _: View<'_, W>) -> bool {
        false
    }

    fn watches(&self) -> bool {
        false
    }

    fn opening(&mut self, _: View<'_, W>, _: Who, _: bool) -> Opening {
        Opening::Keep
    }

    fn bottom(&mut self, _: View<'_, W>, _: Who, from: Set<W>) -> Obj {
        from.first().unwrap_or(Obj(0))
    }

    fn dredge(&mut self, _: View<'_, W>, _: Who, _: Set<W>) -> Set<W> {
        Set::EMPTY
    }

    fn discard(&mut self, _: View<'_, W>, _: Who, from: Set<W>, n: u32) -> Set<W> {
        from.first_few(n)
    }

    fn scry(&mut self, _: View<'_, W>, _: Who, _: &[Obj]) -> Set<W> {
        Set::EMPTY
    }

    fn surveil(&mut self, _: View<'_, W>, _: Who, _: &[Obj]) -> Set<W> {
        Set::EMPTY
    }

    fn answer(&mut self, view: View<'_, W>, _: Who, source: Option<Thing>, ask: &Ask<'_>) -> Answer {
        self.unfold();
        self.read_freely(view, ask);
        match ask {
            Ask::May => {
                self.agreed = matches!(self.choose.front(), Some(Choice::Flag(true)));
                if let Some(Choice::Flag(flag)) = self.choose.front() {
                    let flag = *flag;
                    self.choose.pop_front();
                    return Answer::Bool(flag);
                }
                Answer::Bool(true)
            }
            Ask::Some(_, from, least, most) => {
                if let Some(names) = self.choose.front().and_then(Self::names_of) {
                    self.choose.pop_front();
                    let picked = self.by_names(view, &names, from);
                    if picked.len() < *least || picked.len() > *most {
                        self.wrong(format!("{} to {} must be chosen, not {}", least, most, picked.len()));
                    }
                    return Answer::Picks(picked.into());
                }
                ask.default_answer()
            }
            Ask::Down(from, _) => {
                if let Some(names) = self.choose.front().and_then(Self::names_of) {
                    self.choose.pop_front();
                    return Answer::Picks(self.by_names(view, &names, from).into());
                }
                ask.default_answer()
            }
            Ask::Order(cards) => {
                // A list of just these cards; anything else answers a later question.
                let names = self.choose.front().and_then(Self::names_of).filter(|n| n.len() == cards.len());
                let picked = names.map(|names| by_names(view, &names, cards)).filter(|p| !p.contains(&None));
                match picked {
                    Some(picked) => {
                        self.choose.pop_front();
                        Answer::Picks(picked.into_iter().flatten().collect())
                    }
                    None => ask.default_answer(),
                }
            }
            Ask::Targets(from, least, most, Aiming::Announced) => match &mut self.targets {
                None => {
                    Answer::Picks((0..(*most).min(from.len())).take((*least).max(1).max(*most)).collect())
                }
                Some(names) => {
                    let mut picked = Picks::new();
                    while picked.len() < *most {
                        let Some(name) = names.front() else { break };
                        let at = place_of(view, name, from, |at| !picked.contains(&at));
                        let Some(at) = at else { break };
                        names.pop_front();
                        picked.push(at);
                    }
                    Answer::Picks(picked)
                }
            },
            Ask::Targets(from, least, most, aiming @ (Aiming::Unannounced | Aiming::Copied)) => {
                // 707.10c: a copy that gets no new targets has those it has.
                if *aiming == Aiming::Copied && self.declines() {
                    return ask.default_answer();
                }
                if let Some(names) = self.choose.front().and_then(Self::names_of) {
                    self.choose.pop_front();
                    let picked = self.by_names(view, &names, from);
                    if picked.len() < *least || picked.len() > *most {
                        self.wrong(format!("{least} to {most} targets must be chosen"));
                    }
                    return Answer::Picks(picked.into());
                }
                ask.default_answer()
            }
            Ask::Spend(kind, from, least, most) => {
                Answer::Picks(self.spend(view, source, (*kind, from, *least, *most)).into())
            }
            Ask::Mana(from) => {
                let Some(mana) = self.take(|c| colour_of(c).is_some()).as_ref().and_then(colour_of) else {
                    return Answer::Picks(smallvec![0]);
                };
                if let Some(at) = from.iter().position(|&m| m == mana) {
                    return Answer::Picks(smallvec![at]);
                }
                self.wrong(format!("{} cannot be made", mana.letter()));
                Answer::Picks(smallvec![0])
            }
            Ask::Modes(modal, from) => {
                let Some(modes) = self.choose.front().and_then(|choice| modes_of(modal, choice)) else {
                    return ask.default_answer();
                };
                self.choose.pop_front();
                if let Some(at) = from.iter().position(|known| *known == modes) {
                    return Answer::Picks(smallvec![at]);
                }
                self.wrong("these modes cannot be chosen (700.2a)".to_owned());
                ask.default_answer()
            }
            Ask::Number(least, most) => {
                if let Some(Choice::Number(n)) = self.choose.front() {
                    let n = *n as i32;
                    self.choose.pop_front();
                    if n < *least || n > *most {
                        self.wrong(format!("a number from {least} to {most} must be chosen"));
                    }
                    return Answer::Number(n.clamp(*least, *most));
                }
                ask.default_answer()
            }
            Ask::Name(names) => {
                if let Some(Choice::Name(name)) = self.choose.front() {
                    let name = name.clone();
                    self.choose.pop_front();
                    if let Some(at) = names.iter().position(|known| *known == name) {
                        return Answer::Picks(smallvec![at]);
                    }
                    self.wrong(format!("{name:?} is none of {names:?}"));
                }
                ask.default_answer()
            }
            Ask::Word(is) => {
                if let Some(Choice::Name(name)) = self.choose.front() {
                    let name = name.clone();
                    self.choose.pop_front();
                    let known = Catalogue::shipped().find(&name).ok();
                    if known.is_some_and(|card| Look::of(&Print::of_card(&card)).is(is) == Some(false)) {
                        // 201.4a
                        self.wrong(format!("{name} must not be named"));
                    }
                    return Answer::Word(name);
                }
                ask.default_answer()
            }
            Ask::Replacement(sources, optional) => {
                for i in 0..self.order.len() {
                    let at = sources.iter().position(|t| means(view, &self.order[i], Aimed::Thing(*t)));
                    if let Some(at) = at {
                        // Of several of one name each stands for one of them.
                        if self.order.iter().filter(|name| **name == self.order[i]).count() > 1 {
                            self.order.remove(i);
                        }
                        return Answer::Picks(smallvec![at]);
                    }
                }
                if *optional { Answer::Picks(Picks::new()) } else { Answer::Picks(smallvec![0]) }
            }
            Ask::Trigger(sources) => {
                for i in 0..self.order.len() {
                    let at = sources.iter().position(|t| means(view, &self.order[i], Aimed::Thing(*t)));
                    if let Some(at) = at {
                        self.order.remove(i);
                        return Answer::Picks(smallvec![at]);
                    }
                }
                Answer::Picks(smallvec![0])
            }
            Ask::Only(all) => {
                if self.reading.freely
                    && let Some(names) = self.choose.front().and_then(Self::names_of)
                    && names.len() == all.len()
                    && let Some(order) = by_names(view, &names, all).into_iter().collect::<Option<Picks>>()
                {
                    self.choose.pop_front();
                    return Answer::Picks(order);
                }
                ask.default_answer()
            }
            Ask::Dredge(sources, otherwise) => {
                // An entry for a draw that is replaced otherwise, or cannot be dredged, may be left out.
                let here = |name: &String| {
                    name.is_empty() || sources.iter().any(|t| means(view, name, Aimed::Thing(*t)))
                };
                let next = self.dredge.as_ref().and_then(VecDeque::front);
                if self.reading.freely && (*otherwise || sources.is_empty()) && !next.is_some_and(here) {
                    return Answer::Picks(Picks::new());
                }
                let Some(name) = self.dredge.as_mut().and_then(VecDeque::pop_front) else {
                    return Answer::Picks(Picks::new());
                };
                if name.is_empty() {
                    return Answer::Picks(Picks::new());
                }
                if let Some(at) = sources.iter().position(|t| means(view, &name, Aimed::Thing(*t))) {
                    Answer::Picks(smallvec![at])
                } else {
                    self.wrong(format!("{name:?} cannot be dredged now (702.52)"));
                    Answer::Picks(Picks::new())
                }
            }
        }
    }
}
