//! What a line does of its own accord, compiled, and refused where it could never be done.

use std::ops::Range;
use std::sync::Arc;

use crate::ability::{self, Ability, Effect, Pay, Place, Static, Which};
use crate::card::{Card, Status, Types};
use crate::cardset::Set;
use crate::error::Result;
use crate::line::action::{Action, Amount, Phase, Verb};
use crate::line::compile::Compiler;
use crate::line::eval::Test;
use crate::line::keys::usable;
use crate::line::least::{Need, least, needs};
use crate::line::named::{Aim, Named};
use crate::line::policy::{aims, at, fault, test};
use crate::line::reach::{MOST, Reach};
use crate::line::spec::{LineSpec, Missing};
use crate::line::ways::{from_graveyard, from_hand, given, has_way};
use crate::print;
use crate::state::{Who, Zone, zone_of};
use crate::table::Table;

/// Something that is done whenever it is legal and its condition holds.
#[derive(Debug, Clone)]
pub struct Act<const W: usize> {
    /// What the line calls it: `main[0]` (cast Faithless Looting).
    pub told: String,
    /// What is done.
    pub verb: Verb,
    /// With which objects.
    pub what: Named<W>,
    /// Which of its activated abilities.
    pub ability: Option<Which>,
    /// The zones in which such an ability works.
    pub zones: Vec<Zone>,
    /// By which way it is cast.
    pub via: Option<Arc<str>>,
    /// No less mana than this is paid for it, or 0 where that may depend.
    pub least: u32,
    /// What must lie where for it to be paid for.
    pub needs: Vec<Need<W>>,
    /// Those of the cards that may be cast so from a hand.
    pub from_hand: Set<W>,
    /// Those that may be cast so from a graveyard.
    pub from_graveyard: Set<W>,
    /// Those of them to which something must give that way.
    pub given_way: Set<W>,
    /// Those that may be cast so from exile, without leave to play them from there.
    pub from_exile: Set<W>,
    /// The condition for it.
    pub when: Option<Box<Test<W>>>,
    /// How often at most in a turn.
    pub times: u32,
    /// X.
    pub x: Amount,
    /// How often replicate is paid.
    pub replicate: Amount,
    /// How often kicker is paid.
    pub kicked: Amount,
    /// What it may target, and nothing else.
    pub targets: Option<Vec<Aim<W>>>,
    /// The cards that it may target where they are no permanents.
    pub aimed_cards: Set<W>,
    /// The modes or the colour that it chooses.
    pub mode: Option<Vec<Which>>,
}

/// The actions of a line, by phase.
#[derive(Debug, Clone)]
pub struct Acts<const W: usize> {
    all: Vec<Act<W>>,
    of_phase: [Range<usize>; Phase::ALL.len()],
    /// Which of those of a phase may be possible.
    pub reach: [Reach<W>; Phase::ALL.len()],
}

impl<const W: usize> Acts<W> {
    /// Those of a line.
    pub fn new(line: &LineSpec, compiler: &mut Compiler<'_, W>) -> Result<Self> {
        let mut all = Vec::new();
        let mut of_phase: [Range<usize>; Phase::ALL.len()] = std::array::from_fn(|_| 0..0);
        for phase in Phase::ALL {
            let first = all.len();
            for (index, action) in line.actions.iter().enumerate() {
                if action.phase == phase {
                    all.extend(act(line, index, action, compiler)?);
                }
            }
            of_phase[phase as usize] = first..all.len();
        }
        let reach = std::array::from_fn(|phase| Reach::new(&all[of_phase[phase].clone()]));
        Ok(Self { all, of_phase, reach })
    }

    /// Those actions of a phase that may be possible, as its [`Reach`] has it, each with its number.
    pub fn near(&self, phase: Phase, mut near: u64) -> impl Iterator<Item = (usize, &Act<W>)> {
        let Range { start, end } = self.of_phase[phase as usize];
        let told_apart = std::iter::from_fn(move || {
            let next = (near != 0).then(|| near.trailing_zeros() as usize)?;
            near &= near - 1;
            Some(start + next)
        });
        told_apart.chain(start + MOST..end).map(|number| (number, &self.all[number]))
    }

    /// Whether there is an action of a phase.
    pub fn has(&self, phase: Phase) -> bool {
        !self.of_phase[phase as usize].is_empty()
    }

    /// All of them.
    #[cfg(test)]
    pub fn all(&self) -> impl Iterator<Item = &Act<W>> {
        self.all.iter()
    }

    /// What the line calls one of them.
    pub fn told(&self, number: usize) -> &str {
        &self.all[number].told
    }

    /// How many there are.
    pub const fn len(&self) -> usize {
        self.all.len()
    }
}

/// An action; `None`: none of the cards that it names is in a deck, and the line says that this is no fault.
fn act<const W: usize>(
    line: &LineSpec,
    index: usize,
    action: &Action,
    compiler: &mut Compiler<'_, W>,
) -> Result<Option<Act<W>>> {
    let key = line.key_of(index);
    let verb = action.verb.name();
    let place = format!("{key}.{verb}");
    let mut what = compiler.named(&action.what).map_err(|error| at(error, &place, line))?;
    let when = test(line, action.when.as_ref(), &format!("{key}.when"), compiler)?;
    let table = compiler.table();
    let own = what.cards & table.owned(Who::You);
    if own.is_empty() && !what.prints.contains(&true) {
        if line.missing == Missing::Ok {
            return Ok(None);
        }
        return Err(fault(&format!("the deck holds no {}: take the action out", action.what), &place, line));
    }
    let able = able(action, table, own, &what)
        .and_then(|able| usable(action, table, able).map(|()| able))
        .map_err(|(key_of, message)| fault(&message, &format!("{key}.{}", key_of.unwrap_or(verb)), line))?;
    if action.verb != Verb::Activate {
        what.cards = (what.cards - own) | able;
    }
    let [own_way, given_way] = from_graveyard(table, what.cards, action.via.as_deref());
    let targets = action.targets.as_ref().map(|targets| aims(targets, compiler));
    let targets = targets.transpose().map_err(|error| at(error, &format!("{key}.targets"), line))?;
    let prefer = &line.prefer;
    Ok(Some(Act {
        told: format!("`{key}` ({verb} {})", action.what),
        verb: action.verb,
        ability: action.ability.clone(),
        zones: zones(action.verb, table, what.cards & own),
        least: least(action, table, what.cards & table.cards, &what),
        needs: needs(action, table, what.cards & own, &what),
        from_hand: from_hand(table, what.cards, action.via.as_deref()),
        from_graveyard: own_way | given_way,
        given_way,
        from_exile: if action.via.as_deref() == Some("free") { what.cards } else { Set::EMPTY },
        via: action.via.as_deref().map(Arc::from),
        what,
        when,
        times: action.times.unwrap_or(u32::MAX),
        x: action.x.unwrap_or(prefer.x),
        replicate: action.replicate.unwrap_or(prefer.replicate),
        kicked: action.kicked.unwrap_or(prefer.kicked),
        aimed_cards: targets.as_ref().map_or(Set::ALL, |aims| {
            let cards = |all: Set<W>, aim: &Aim<W>| match aim {
                Aim::Player(_) => all,
                Aim::These(named) => all | named.cards,
            };
            aims.iter().fold(Set::EMPTY, cards)
        }),
        targets,
        mode: action.mode.clone(),
    }))
}

/// What of an action can never be, by its key (`None`: its verb), and why.
pub(super) type Misfit = (Option<&'static str>, String);

/// The cards, of those named, with which an action may be legal at some time; or the key that says what never is, and why.
fn able<const W: usize>(
    action: &Action,
    table: &Table<W>,
    own: Set<W>,
    named: &Named<W>,
) -> std::result::Result<Set<W>, Misfit> {
    let of = |such: &dyn Fn(&Card) -> bool| own & table.matching(|card| such(card));
    let none = |cards: Set<W>, key: Option<&'static str>, message: String| {
        if cards.is_empty() && !own.is_empty() { Err((key, message)) } else { Ok(cards) }
    };
    let what = &action.what;
    let lands = of(&|card| card.types().has(Types::LAND));
    match action.verb {
        Verb::Play => none(of(&Card::is_playable_land), None, format!("{what} is no land: cast it instead")),
        Verb::Cast => {
            let spells = none(own - lands, None, format!("{what} is a land: play it instead"))?;
            let known = spells - of(&|card| ability::coverage(card).status == Status::Inert);
            let message = format!("the engine does not know what {what} does: take the action out");
            let known = none(known, None, message)?;
            let Some(via) = &action.via else { return Ok(known) };
            let with = known & of(&|card| has_way(card, via));
            if with.is_empty() && !given(table, via) {
                let printed = of(&|card| card.keyword(&via.to_lowercase()).is_some());
                let message = if printed.is_empty() {
                    format!("{what} cannot be cast by \"{via}\": take `via` out or name another way")
                } else {
                    format!("the engine does not know the {via} of {what}: take the action out")
                };
                return none(with, Some("via"), message);
            }
            Ok(known)
        }
        Verb::Activate => {
            let with = of(&|card| has_ability(card, action.ability.as_ref()));
            // A token that is named may have it, and an effect may give it.
            let granted = table.prints.iter().zip(&named.prints).any(|(print, named)| {
                print.abilities.iter().any(|ability| match ability {
                    Ability::Activated(_) => *named && print.token.is_some(),
                    Ability::Static(Static::Grant(..)) => true,
                    _ => false,
                })
            });
            if granted {
                return Ok(own);
            }
            match &action.ability {
                None => none(with, None, format!("{what} has no activated ability that the engine knows")),
                Some(which) => {
                    let message =
                        format!("{what} has no activated ability \"{which}\" that the engine knows");
                    none(with, Some("ability"), message)
                }
            }
        }
        Verb::Cycle => {
            let with = of(&|card| ability::abilities(card).iter().any(|ability| cycles(card, ability)));
            none(with, None, format!("{what} has no cycling that the engine knows"))
        }
    }
}

/// Whether an ability of a card is its cycling (702.29).
pub fn cycles(card: &Card, ability: &Ability) -> bool {
    let Ability::Activated(activated) = ability else { return false };
    activated.from == Place::Hand
        && activated.cost.pay.contains(&Pay::DiscardThis)
        && card.keywords().any(|keyword| keyword.name.ends_with("cycling"))
}

/// The zones in which an activated ability of one of these cards works; of a card to which one may be given it may be any.
fn zones<const W: usize>(verb: Verb, table: &Table<W>, cards: Set<W>) -> Vec<Zone> {
    if verb == Verb::Cycle {
        return vec![Zone::Hand];
    }
    let works = |zone: Zone, ability: &Ability| match ability {
        Ability::Activated(activated) => zone_of(activated.from) == Some(zone),
        _ => false,
    };
    let given =
        table.prints.iter().flat_map(|print| &print.abilities).any(|ability| gives_activated(ability));
    let mut all = vec![Zone::Battlefield, Zone::Hand, Zone::Graveyard, Zone::Exile];
    all.retain(|&zone| {
        given
            || zone == Zone::Battlefield
            || cards
                .into_iter()
                .any(|card| ability::abilities(table.card(card)).iter().any(|ability| works(zone, ability)))
    });
    all
}

/// Whether an ability may give others activated abilities.
fn gives_activated(ability: &Ability) -> bool {
    let is_such = |given: &Ability| matches!(given, Ability::Activated(_) | Ability::Equip(_));
    let mut gives = match ability {
        Ability::Static(Static::Grant(_, given)) => is_such(given),
        Ability::While(_, inner) => gives_activated(inner),
        _ => false,
    };
    print::effects_of(ability, &mut |effect| {
        gives |= matches!(effect, Effect::Grant(_, given, _) if is_such(given));
    });
    gives
}

/// Whether a card has an activated ability, or that one.
fn has_ability(card: &Card, which: Option<&Which>) -> bool {
    let basic = ["plains", "island", "swamp", "mountain", "forest"];
    let types = basic.into_iter().filter(|word| card.has_subtype(word)).count();
    let mut all: Vec<_> = ability::abilities(card);
    all.retain(|ability| matches!(**ability, Ability::Activated(_) | Ability::Equip(_)));
    match which {
        None => types + all.len() > 0,
        // Those of basic land types stand before the others.
        Some(Which::Number(number)) => (*number as usize) < types + all.len(),
        Some(word) => word.among(&all).is_ok(),
    }
}
