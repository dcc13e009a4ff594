//! What is refused without trying is what trying refuses: in random games of real lists, wherever a player has priority,
//! each action of a line that plays whatever its deck can is judged and tried.
//!
//! A test run plays a game of each fourth list; `GRAVETROLL_REFUSALS=40 cargo test --release --lib refusals` plays so many
//! games of all of them.

use std::collections::HashSet;
use std::path::Path;

use super::{W, against, deck, request};
use crate::ability::{Ability, Way, abilities};
use crate::card::Card;
use crate::cardset::Obj;
use crate::line::action::{Phase, Verb};
use crate::line::acts::Act;
use crate::line::{LinePlayer, Opponent, Plan, Request};
use crate::rules::pay::Announce;
use crate::rules::{Game, Log, NoLog, View};
use crate::sim::drive::{Drive, Trouble};
use crate::sim::names::object_name;
use crate::sim::play::{Recorder, Summary, play};
use crate::source::{Keys, Random, Source};
use crate::state::{Outcome, Who, Zone};
use crate::thing::Thing;

impl<'p, const W: usize, const PLAIN: bool, S: Source, L: Log<W>>
    Game<'_, W, LinePlayer<'p, W, PLAIN>, S, L>
{
    /// Counts the actions of the line that are legal, and adds those that are judged otherwise than trying them says,
    /// whatever phase and condition they have.
    pub(in crate::sim) fn compare(&self, (legal, wrong): &mut (usize, Vec<String>)) {
        if self.state.outcome != Outcome::Open {
            return;
        }
        let policy = self.player.policy;
        let mut most = None;
        let near = Phase::ALL.into_iter().flat_map(|phase| policy.acts.near(phase, self.in_reach(phase)));
        let near: HashSet<usize> = near.map(|(number, _)| number).collect();
        for (number, act) in policy.acts.all().enumerate() {
            let mut drive = Drive::new(policy.acts.len());
            let judged = near.contains(&number)
                && !self.is_vain(act, &mut most)
                && self.on_a_copy(None, |game| game.do_act(act, &mut drive));
            *legal += usize::from(judged);
            if drive.trouble == Some(Trouble::Misjudged) {
                wrong.push(format!("{} was judged legal and refused", act.told));
            } else if let Some(way) = self.legal(act).filter(|_| !judged) {
                let at = format!("turn {}, {:?}", self.state.turn, self.state.step);
                wrong.push(format!("{} is refused, but {way} is legal ({at})", act.told));
            }
        }
    }

    /// Does something in a copy of the game.
    fn on_a_copy<T>(
        &self,
        doing: Option<&'p Act<W>>,
        deed: impl FnOnce(&mut Game<'_, W, LinePlayer<'p, W, PLAIN>, Random<'_>, NoLog>) -> T,
    ) -> T {
        let keys = Keys::new(1);
        let mut state = self.state.clone();
        let mut player = LinePlayer::new(self.player.policy);
        player.memory = self.player.memory;
        player.doing = doing;
        deed(&mut Game {
            table: self.table,
            state: &mut state,
            player,
            source: &mut Random::new(&keys, 0),
            log: &mut NoLog,
            wanted_mana: None,
        })
    }

    /// How an action can be done, found by trying it with everything that it may mean.
    fn legal(&self, act: &'p Act<W>) -> Option<String> {
        let zones = [Zone::Hand, Zone::Battlefield, Zone::Graveyard, Zone::Exile];
        let view = View::new(self.table, self.state);
        let named = |obj: &Obj| {
            if self.table.cards.has(*obj) { act.what.cards.has(*obj) } else { act.what.has(view, *obj) }
        };
        for zone in zones {
            for obj in self.state.zone(Who::You, zone).into_iter().filter(named) {
                if let Some(how) = self.legal_with(act, self.thing(obj), zone) {
                    let name = object_name(self.table, self.state, obj);
                    return Some(format!("{name} from {zone:?}: {how}"));
                }
            }
        }
        None
    }

    fn legal_with(&self, act: &'p Act<W>, thing: Thing, zone: Zone) -> Option<String> {
        match act.verb {
            Verb::Play => (zone != Zone::Battlefield
                && self.on_a_copy(None, |game| game.play_land(Who::You, thing).is_ok()))
            .then(|| "played".to_owned()),
            Verb::Cast => {
                let ways = self.ways_to_cast(Who::You, thing, act.via.as_deref());
                let creatures = self.state.zone(Who::You, Zone::Battlefield).into_iter();
                let creatures =
                    creatures.filter(|&obj| !self.permanent(obj).tapped && self.look(obj).creature());
                let creatures: Vec<Thing> = creatures.map(|obj| self.thing(obj)).collect();
                let convokes = self.look(thing.obj).abilities.iter().any(|a| matches!(**a, Ability::Convoke));
                let convoked = if convokes { creatures.len() } else { 0 };
                (0..ways)
                    .flat_map(|nth| [None, Some(true)].map(|life| (nth, life)))
                    .flat_map(|(nth, life)| (0..=convoked).map(move |tapped| (nth, life, tapped)))
                    .filter_map(|(nth, life, tapped)| {
                        let convoke = creatures[..tapped].to_vec();
                        let look = self.identity(thing.obj);
                        let way = (act.via.as_deref(), nth);
                        let permit = self.way_to_cast(Who::You, thing, &look, way).ok()?;
                        let least = self.least_announcement(act, thing, &look, permit);
                        Some(Announce { nth, life, convoke, ..least })
                    })
                    .find(|announce| {
                        self.on_a_copy(Some(act), |game| game.cast(Who::You, thing, announce).is_ok())
                    })
                    .map(|announce| format!("{announce:?}"))
            }
            Verb::Activate | Verb::Cycle => {
                if act.verb == Verb::Cycle && zone != Zone::Hand {
                    return None;
                }
                let x = if let crate::line::action::Amount::Number(n) = act.x { n as i32 } else { 0 };
                let announce = Announce { x: Some(x), ..Announce::default() };
                let mut meant = self.meant(act, thing.obj).into_iter();
                let at = meant.find(|&at| {
                    self.on_a_copy(Some(act), |game| game.activate(Who::You, thing, at, &announce).is_ok())
                });
                at.map(|at| format!("ability {at}"))
            }
        }
    }
}

/// Writes nothing down.
struct Nobody;

impl<const W: usize> Recorder<W> for Nobody {
    fn undo(&mut self) {}
    fn turn(&mut self, _: View<'_, W>, _: crate::line::Memory) {}
    fn again(&mut self, _: View<'_, W>, _: crate::line::Memory) {}
    fn hold(&mut self, _: usize) {}
    fn end(&mut self, _: View<'_, W>, _: Summary) {}
}

/// The main deck of a list.
fn list(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/decks").join(format!("{name}.txt"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|fault| panic!("{}: {fault}", path.display()));
    text.split("\n\n").next().unwrap_or_default().to_owned()
}

/// Everything that a line can do with a card, as tables of a line without their headers.
fn deeds(of: &Card, granted: &[&str]) -> Vec<String> {
    let name = of.name.replace('"', "\\\"");
    let mut all = vec![format!("play = \"{name}\""), format!("cast = \"{name}\"")];
    let mut ways: Vec<String> = granted.iter().map(|way| (*way).to_owned()).collect();
    for ability in abilities(of) {
        match ability {
            Ability::Way(Way::Escape(_)) => ways.push("escape".to_owned()),
            Ability::Way(Way::Flashback(_)) => ways.push("flashback".to_owned()),
            Ability::Way(Way::Retrace) => ways.push("retrace".to_owned()),
            Ability::Way(Way::JumpStart) => ways.push("jump-start".to_owned()),
            Ability::Way(Way::Alternative { word, .. }) => {
                ways.push(word.clone().unwrap_or_else(|| "alternative".to_owned()));
            }
            _ => {}
        }
    }
    all.extend(ways.iter().map(|way| format!("cast = \"{name}\"\nvia = \"{way}\"")));
    all.push(format!("activate = \"{name}\""));
    all.push(format!("activate = \"{name}\"\nability = 1"));
    all.push(format!("cycle = \"{name}\""));
    all
}

/// A line that does whatever it can, in a random order, and what of it no card of the deck can is left out.
fn anything(deck_text: &str, random: &mut impl FnMut(usize) -> usize) -> Request {
    let cards = deck(deck_text);
    let grants = cards.iter().any(|(card, _)| &*card.name == "Underworld Breach");
    let granted: &[&str] = if grants { &["escape"] } else { &[] };
    let mut all: Vec<String> = cards.iter().flat_map(|(card, _)| deeds(card, granted)).collect();
    for i in (1..all.len()).rev() {
        all.swap(i, random(i + 1));
    }
    // What waits in hand makes other positions than what is played at once.
    for deed in &mut all {
        let when = random(5);
        *deed = format!("{deed}\nwhen = \"turn >= {when}\"\ntimes = {}", 1 + random(2));
        if deed.starts_with("cast") && random(2) == 0 {
            deed.push_str("\nx = \"max\"\nreplicate = \"max\"\nkicked = \"max\"");
        }
    }
    let opponent = Opponent::new(deck("20 Swamp\n10 Grizzly Bears\n10 Stinkweed Imp"));
    loop {
        let actions: String = all.iter().flat_map(|deed| ["[[main]]\n", deed.as_str(), "\n"]).collect();
        let text = format!("on = \"random\"\n[prefer]\nserum_powder = true\n{actions}");
        let request = against(request(deck_text, &text, &[], 5), opponent.clone());
        let Err(fault) = Plan::<W>::compile(&request) else { return request };
        let fault = fault.to_string();
        let at = fault.split("main[").nth(1).and_then(|rest| rest.split(']').next());
        let at: usize = at.and_then(|at| at.parse().ok()).unwrap_or_else(|| panic!("{fault}"));
        all.remove(at);
    }
}

const LISTS: [&str; 12] = [
    "legacy-hogaak-wight-1",
    "legacy-led-dredge-1",
    "modern-dredge-2",
    "vintage-breach-2",
    "modern-kroxa-1",
    "pauper-dredge-3",
    "modern-mill-1",
    "legacy-uro-1",
    "legacy-oops-all-spells-2",
    "premodern-brain-freeze-1",
    "cedh-breach-1",
    "standard-selfmill-2",
];

#[test]
fn what_is_refused_at_a_glance_is_not_legal() {
    let asked: Option<u64> = std::env::var("GRAVETROLL_REFUSALS").ok().and_then(|n| n.parse().ok());
    let (games, each) = asked.map_or((1, 4), |games| (games, 1));
    let mut wrong: Vec<String> = Vec::new();
    let mut all = 0;
    for (number, name) in LISTS.into_iter().enumerate().step_by(each) {
        let text = list(name);
        for game in 0..games {
            let mut state = (number as u64 * 1000 + game).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
            let mut random = |below: usize| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (state >> 33) as usize % below
            };
            let plan: Plan<W> = Plan::compile(&anything(&text, &mut random)).unwrap();
            let mut drive = Drive::new(plan.policy.acts.len());
            drive.compared = Some((0, Vec::new()));
            let mut state = plan.start.clone();
            let keys = Keys::new(7);
            let source = &mut Random::new(&keys, game);
            play::<W, false, true, _, _>(&plan, &mut state, source, &mut NoLog, &mut drive, &mut Nobody);
            let (legal, found) = drive.compared.take().unwrap_or_default();
            all += legal;
            wrong.extend(found.into_iter().map(|fault| format!("{name}, game {game}: {fault}")));
        }
    }
    assert!(all > 100, "hardly anything was legal");
    let mut seen = std::collections::BTreeSet::new();
    wrong.retain(|fault| seen.insert(fault.split(" (turn").next().unwrap_or_default().to_owned()));
    assert!(wrong.is_empty(), "{} kinds:\n{}", wrong.len(), wrong.join("\n"));
}
