//! Mana: abilities that make it (605), what could be made (106.7), effects on it (106.12).

use std::sync::LazyLock;

use super::query::Context;
use super::trigger::Happened;
use super::{Answer, Ask, Deed, Game, Log, Look, Player, What};
use crate::ability::{
    Ability, Activated, Among, Cost, Effect, If, Makes, Pay, Place, Produces, Replace, Value, When,
};
use crate::card::{Supertypes, Types};
use crate::cardset::Obj;
use crate::field::{Rider, Unit};
use crate::item::ItemKind;
use crate::kept::Abilities;
pub(super) use crate::kept::is_mana_ability;
use crate::kept::makes_mana;
use crate::look::Seen;
use crate::mana::{Colours, Mana, Symbol};
use crate::roles::Role;
use crate::source::Source;
use crate::state::Who;
use crate::thing::{Aimed, Thing};

const COLOURS: [Mana; 5] = [Mana::White, Mana::Blue, Mana::Black, Mana::Red, Mana::Green];

/// The mana that symbols stand for.
pub(crate) fn symbols_of(text: &str) -> Vec<Mana> {
    let Ok(cost) = text.parse::<crate::mana::Cost>() else { return Vec::new() };
    let mut mana = Vec::new();
    for symbol in cost.symbols() {
        match symbol {
            Symbol::One(one) => mana.push(*one),
            Symbol::Generic(n) => mana.extend(std::iter::repeat_n(Mana::Colourless, usize::from(*n))),
            _ => {}
        }
    }
    mana
}

pub(super) fn letters(text: &str) -> Vec<Mana> {
    text.chars().filter_map(Mana::from_letter).collect()
}

/// The types that so much mana may come to be of, where these effects apply in any order, each once (106.7, 616.1).
fn outcomes(mana: Mana, many: i32, effects: &[(u8, Produces)], types: &mut Vec<Mana>) {
    let mut settled = true;
    for (at, (least, becomes)) in effects.iter().enumerate() {
        if many < i32::from(*least) {
            continue;
        }
        settled = false;
        let mut others = effects.to_vec();
        others.remove(at);
        match *becomes {
            Produces::Times(n) => outcomes(mana, many * i32::from(n), &others, types),
            Produces::Type(other, one) => outcomes(other, if one { 1 } else { many }, &others, types),
            Produces::AnyColor => {
                for colour in COLOURS {
                    outcomes(colour, many, &others, types);
                }
            }
        }
    }
    if settled {
        types.push(mana);
    }
}

/// Whether a condition asks what has just been done.
fn depends_on_doing(condition: &If) -> bool {
    match condition {
        If::Did => true,
        If::Not(inner) => depends_on_doing(inner),
        If::All(all) | If::AnyOf(all) => all.iter().any(depends_on_doing),
        _ => false,
    }
}

/// The types that permanents could produce, as far as they are known (106.7).
#[derive(Debug, Default)]
struct Known {
    of: Vec<(Obj, Vec<Mana>)>,
    /// One permanent was asked for what others could produce.
    asked: bool,
}

impl Known {
    fn of(&mut self, obj: Obj) -> &[Mana] {
        self.asked = true;
        let at = self.of.iter().position(|(known, _)| *known == obj).unwrap_or_else(|| {
            self.of.push((obj, Vec::new()));
            self.of.len() - 1
        });
        &self.of[at].1
    }
}

/// The basic land types, each with its mana ability (305.6).
static BASIC: LazyLock<[(&str, Ability); 5]> = LazyLock::new(|| {
    let types = [("plains", 'W'), ("island", 'U'), ("swamp", 'B'), ("mountain", 'R'), ("forest", 'G')];
    types.map(|(word, letter)| {
        let ability = Ability::Activated(Activated {
            cost: Cost { pay: vec![Pay::Tap], ..Cost::default() },
            targets: Vec::new(),
            effect: Effect::Mana(Makes::These(format!("{{{letter}}}"))),
            from: Place::Battlefield,
            when: If::Always,
            less: None,
        });
        (word, ability)
    })
});

impl<const W: usize, P: Player<W>, S: Source, L: Log<W>> Game<'_, W, P, S, L> {
    /// The activated abilities of an object, those of basic land types first (305.6).
    pub(crate) fn activated(&self, obj: Obj) -> Abilities {
        self.of_activated(obj, Abilities::from_slice)
    }

    /// What is asked of them.
    pub(crate) fn of_activated<T>(&self, obj: Obj, asked: impl FnOnce(&[&'static Ability]) -> T) -> T {
        let look = self.identity(obj);
        let here = self.on_battlefield(obj);
        if here && matches!(look, Seen::Printed(_)) {
            let kept = &self.table.kept[usize::from(self.print_number(obj))].activated;
            return asked(kept.get_or_init(|| self.list_activated(obj, &look, here)));
        }
        asked(&self.list_activated(obj, &look, here))
    }

    fn list_activated(&self, obj: Obj, look: &Look, here: bool) -> Abilities {
        let printed = &self.print(obj).subtypes;
        let (mut all, mut gained) = (Abilities::new(), Abilities::new());
        if look.types.has(Types::LAND) && here && !look.barren {
            // In the order of its type line.
            for sub in &look.subtypes {
                if let Some((_, ability)) = BASIC.iter().find(|(word, _)| sub == word) {
                    // Those of types that it has only by an effect come last.
                    let list = if printed.contains(sub) { &mut all } else { &mut gained };
                    list.push(ability);
                }
            }
        }
        all.extend(
            look.abilities
                .iter()
                .filter(|a| matches!(***a, Ability::Activated(_) | Ability::Equip(_)))
                .copied(),
        );
        all.extend(gained);
        all
    }

    /// The mana abilities of an object, each with its number among the activated ones.
    pub(crate) fn mana_abilities(&self, obj: Obj) -> Vec<(usize, &'static Ability)> {
        let all = self.activated(obj);
        let is_such = |a: &Ability| matches!(a, Ability::Activated(activated) if is_mana_ability(activated));
        all.iter().enumerate().filter(|(_, a)| is_such(a)).map(|(i, a)| (i, *a)).collect()
    }

    pub(crate) fn add_mana(&mut self, who: Who, mana: &[Mana]) {
        self.tell(|| Deed::of(What::Mana, who).mana(mana));
        let units = mana.iter().map(|&mana| Unit::of(mana));
        self.field_mut().pools[who as usize].extend(units);
    }

    /// The type that a source is tapped for by a plan.
    fn wanted_type(&self) -> Option<Mana> {
        self.wanted_mana.as_ref().and_then(|wanted| wanted.mana)
    }

    fn choose_mana(&mut self, who: Who, source: Thing, from: &[Mana]) -> Option<Mana> {
        match from {
            [] => None,
            many if self.wanted_type().is_some_and(|wanted| many.contains(&wanted)) => self.wanted_type(),
            [one] => {
                // A colour that was named all the same must be this one.
                if self.player.is_told_all() {
                    self.answer(who, Some(source), &Ask::Mana(from));
                }
                Some(*one)
            }
            many => match self.answer(who, Some(source), &Ask::Mana(many)) {
                Answer::Picks(at) => at.first().and_then(|&i| many.get(i)).copied().or(Some(many[0])),
                Answer::Bool(_) | Answer::Number(_) | Answer::Word(_) => Some(many[0]),
            },
        }
    }

    /// The mana that an effect makes now.
    pub(crate) fn make_mana(&mut self, makes: &Makes, who: Who, context: &Context) -> Vec<Mana> {
        match makes {
            Makes::These(text) => symbols_of(text),
            Makes::OneColor(among, count) => {
                let n = self.value(count, context);
                if n <= 0 {
                    return Vec::new();
                }
                let one = self.choose_mana(who, context.source, &letters(among));
                one.map_or_else(Vec::new, |one| vec![one; n as usize])
            }
            Makes::Combination(among, count) => {
                let (n, among) = (self.value(count, context), letters(among));
                let fits =
                    |made: &Vec<Mana>| made.len() as i32 == n && made.iter().all(|m| among.contains(m));
                match self.wanted_mana.as_ref().map(|wanted| &wanted.made).filter(|made| fits(made)) {
                    Some(made) => made.clone(),
                    None => (0..n).filter_map(|_| self.choose_mana(who, context.source, &among)).collect(),
                }
            }
            Makes::CouldProduce { among, colors_only, amount } => {
                let n = self.value(amount, context);
                let mut known = Known::default();
                self.types_of_lands(among, *colors_only, context, &mut known);
                self.grow(&mut known);
                let types = self.types_of_lands(among, *colors_only, context, &mut known);
                let one = self.choose_mana(who, context.source, &types);
                one.map_or_else(Vec::new, |one| vec![one; n.max(0) as usize])
            }
            Makes::ColorsOf(of, count) => {
                let n = self.value(count, context);
                let colours = self.colours_of(of, context);
                let one = self.choose_mana(who, context.source, &colours);
                one.map_or_else(Vec::new, |one| vec![one; n.max(0) as usize])
            }
            Makes::CommanderColor(count) => {
                let n = self.value(count, context).max(0) as usize;
                let one = self.choose_mana(who, context.source, &self.commander_colours(who));
                one.map_or_else(Vec::new, |one| vec![one; n])
            }
            Makes::DevotionTo(among) => {
                let devotion = |one: Mana| self.value(&Value::Devotion(vec![one]), context).max(0) as usize;
                let colours: Vec<Mana> =
                    letters(among).into_iter().filter(|&one| devotion(one) > 0).collect();
                let many: Vec<usize> = colours.iter().map(|&one| devotion(one)).collect();
                let one = self.choose_mana(who, context.source, &colours);
                let at = one.and_then(|one| colours.iter().position(|&other| other == one));
                at.map_or_else(Vec::new, |at| vec![colours[at]; many[at]])
            }
            Makes::ChosenOfEvent => {
                let chosen = self.permanent(context.source.obj).notes.chosen.clone();
                let made = context.event.mana.all().find(|one| chosen.as_deref() == Some(one.word()));
                made.into_iter().collect()
            }
            Makes::SameAsEvent => {
                let types: Vec<Mana> = context.event.mana.all().collect();
                self.choose_mana(who, context.source, &types).into_iter().collect()
            }
        }
    }

    /// The colour identity of a player's commanders (903.4).
    fn commander_colours(&self, who: Who) -> Vec<Mana> {
        let own = self.field().commanders.iter().filter(|(obj, _)| self.owner(*obj) == who);
        let identity = own.fold(Colours::NONE, |all, (_, identity)| all.with(*identity));
        COLOURS.into_iter().filter(|&colour| identity.has(colour)).collect()
    }

    fn colours_of(&self, of: &crate::ability::Ref, context: &Context) -> Vec<Mana> {
        let objects = self.refs(of, context);
        let looks: Vec<_> = objects
            .into_iter()
            .filter_map(|a| if let Aimed::Thing(t) = a { Some(self.look(t.obj)) } else { None })
            .collect();
        COLOURS.into_iter().filter(|&c| looks.iter().any(|l| l.colours.has(c))).collect()
    }

    fn types_of_lands(
        &self,
        among: &Among,
        colours_only: bool,
        context: &Context,
        known: &mut Known,
    ) -> Vec<Mana> {
        let lands = self.among(among, context).into_iter();
        let mut types: Vec<Mana> = lands.flat_map(|land| known.of(land.obj).to_vec()).collect();
        types.sort_unstable();
        types.dedup();
        types.retain(|&mana| !colours_only || mana != Mana::Colourless);
        types
    }

    /// The types of mana that a permanent could produce (106.7).
    pub(crate) fn could_produce(&self, obj: Obj) -> Vec<Mana> {
        let mut known = Known { of: vec![(obj, Vec::new())], asked: false };
        self.grow(&mut known);
        known.of.swap_remove(0).1
    }

    /// From no types upwards, until all that is known agrees: lands may ask about each other, in a circle too.
    fn grow(&self, known: &mut Known) {
        loop {
            let mut changed = false;
            let mut at = 0;
            // What is asked about on the way joins at the end.
            while let Some((obj, before)) = known.of.get(at).cloned() {
                let mut types = self.types_from(obj, known);
                types.sort_unstable();
                types.dedup();
                changed |= types != before;
                known.of[at].1 = types;
                at += 1;
            }
            // What asks about nobody is known at once.
            if !changed || !known.asked {
                return;
            }
        }
    }

    /// The types of mana that the abilities of a permanent could make, effects on it left out.
    pub(super) fn unreplaced(&self, obj: Obj) -> Vec<Mana> {
        let mut known = Known::default();
        self.own_types(obj, &mut known);
        self.grow(&mut known);
        let mut types: Vec<Mana> =
            self.own_types(obj, &mut known).into_iter().map(|(mana, _)| mana).collect();
        types.sort_unstable();
        types.dedup();
        types
    }

    /// The types that its abilities make, each with how much mana is made together with it.
    fn own_types(&self, obj: Obj, known: &mut Known) -> Vec<(Mana, i32)> {
        let mut made = Vec::new();
        let look = self.look(obj);
        let activated = self.activated(obj);
        let effects = activated.iter().chain(&look.abilities).filter_map(|a| match a {
            Ability::Activated(activated) => Some(&activated.effect),
            Ability::Triggered(t) => Some(&t.effect),
            _ => None,
        });
        for effect in effects {
            let context = Context::of(self.thing(obj), self.controller(obj));
            self.types_of_effect(effect, &context, known, &mut made);
        }
        made.retain(|(_, many)| *many > 0);
        made
    }

    fn types_from(&self, obj: Obj, known: &mut Known) -> Vec<Mana> {
        // Of several that are alike one is enough to tell which types there may be.
        let mut effects: Vec<(u8, Produces)> = Vec::new();
        for (_, least, becomes) in self.mana_replacements(obj) {
            if !effects.contains(&(least, becomes.clone())) {
                effects.push((least, becomes));
            }
        }
        let mut types = Vec::new();
        for (mana, many) in self.own_types(obj, known) {
            outcomes(mana, many, &effects, &mut types);
        }
        types
    }

    fn types_of_effect(
        &self,
        effect: &Effect,
        context: &Context,
        known: &mut Known,
        made: &mut Vec<(Mana, i32)>,
    ) {
        let mut add = |types: Vec<Mana>, many: i32| made.extend(types.into_iter().map(|mana| (mana, many)));
        match effect {
            Effect::Mana(Makes::These(text)) => {
                let mana = symbols_of(text);
                let many = mana.len() as i32;
                add(mana, many);
            }
            Effect::Mana(Makes::OneColor(among, count) | Makes::Combination(among, count)) => {
                add(letters(among), self.value(count, context));
            }
            Effect::Mana(Makes::DevotionTo(among)) => {
                for one in letters(among) {
                    add(vec![one], self.value(&Value::Devotion(vec![one]), context));
                }
            }
            Effect::Mana(Makes::CommanderColor(count)) => {
                add(self.commander_colours(context.controller), self.value(count, context));
            }
            Effect::Mana(Makes::CouldProduce { among, colors_only, amount }) => {
                let types = self.types_of_lands(among, *colors_only, context, known);
                add(types, self.value(amount, context));
            }
            Effect::Mana(Makes::ColorsOf(of, count)) => {
                add(self.colours_of(of, context), self.value(count, context));
            }
            Effect::DoubleMana => {
                let floating = self.floating(context.controller);
                let many = floating.len() as i32;
                add(floating, many);
            }
            Effect::All(all) => {
                for effect in all {
                    self.types_of_effect(effect, context, known, made);
                }
            }
            // 106.7: as it would resolve now; of what would be tried on the way nothing is known.
            Effect::When(condition, a, b) => {
                let unknown = depends_on_doing(condition);
                let holds = unknown || self.holds(condition, context);
                if holds {
                    self.types_of_effect(a, context, known, made);
                }
                if let Some(b) = b.as_ref().filter(|_| unknown || !holds) {
                    self.types_of_effect(b, context, known, made);
                }
            }
            _ => {}
        }
    }

    /// The effects on the mana that a permanent is tapped for: source, least amount, what becomes of it.
    pub(super) fn mana_replacements(&self, tapped: Obj) -> Vec<(Obj, u8, Produces)> {
        let who = self.controller(tapped);
        let mut all = Vec::new();
        for source in self.may_do(Role::Replaces) {
            for ability in &self.look(source).abilities {
                if let Ability::Replace(Replace::Mana { is, who: whose, least, becomes }) = ability {
                    let context = Context::of(self.thing(source), self.controller(source));
                    if self.is_whose(whose, &context, who)
                        && self.is(Aimed::Thing(self.thing(tapped)), is, &context)
                    {
                        all.push((source, *least, becomes.clone()));
                    }
                }
            }
        }
        all
    }

    /// Mana from tapping a permanent, effects on it counted (106.12b, 616.1).
    fn produce(&mut self, tapped: Obj, mana: Vec<Mana>, who: Who) -> Vec<Mana> {
        let mut mana = mana;
        let mut applied: Vec<Obj> = Vec::new();
        loop {
            if mana.is_empty() {
                return mana;
            }
            let able: Vec<(Obj, u8, Produces)> = self
                .mana_replacements(tapped)
                .into_iter()
                .filter(|(source, least, _)| !applied.contains(source) && mana.len() >= usize::from(*least))
                .collect();
            if able.is_empty() {
                return mana;
            }
            let sources: Vec<Thing> = able.iter().map(|(o, ..)| self.thing(*o)).collect();
            let planned = self.wanted_mana.as_ref().and_then(|wanted| wanted.order.get(applied.len()));
            let planned = planned.and_then(|next| able.iter().position(|(source, ..)| source == next));
            let at = planned.unwrap_or_else(|| self.first_of(who, &sources));
            let (source, _, becomes) = able[at].clone();
            applied.push(source);
            self.tell(|| Deed::of(What::Replace, who).things(&sources[at..=at]));
            mana = match becomes {
                Produces::Times(n) => {
                    mana.iter().flat_map(|&m| std::iter::repeat_n(m, usize::from(n))).collect()
                }
                Produces::Type(one, true) => vec![one],
                Produces::Type(one, false) => vec![one; mana.len()],
                Produces::AnyColor => {
                    let thing = self.thing(source);
                    let one = self.choose_mana(who, thing, &COLOURS).unwrap_or(Mana::White);
                    vec![one; mana.len()]
                }
            };
        }
    }

    /// Resolves a mana ability at once (605.3b); what triggers on it does so as well (605.4a).
    pub(crate) fn resolve_mana_ability(
        &mut self,
        source: Thing,
        activated: &'static Activated,
        context: &mut Context,
    ) {
        let who = context.controller;
        let taps = activated.cost.pay.contains(&Pay::Tap);
        self.field_mut().activated.push((who, source));
        self.act_mana(&activated.effect, source, taps, who, context);
    }

    fn act_mana(
        &mut self,
        effect: &'static Effect,
        source: Thing,
        taps: bool,
        who: Who,
        context: &mut Context,
    ) {
        match effect {
            Effect::All(all) => all.iter().for_each(|e| self.act_mana(e, source, taps, who, context)),
            Effect::When(condition, then, otherwise) => {
                if self.holds(condition, context) {
                    self.act_mana(then, source, taps, who, context);
                } else if let Some(otherwise) = otherwise {
                    self.act_mana(otherwise, source, taps, who, context);
                }
            }
            Effect::Mana(makes) => {
                let mana = self.make_mana(makes, who, context);
                self.make(mana, source, taps, who);
            }
            // 701.10f
            Effect::DoubleMana => self.make(self.floating(who), source, taps, who),
            other => self.act(other, context),
        }
    }

    /// A mana ability of a source makes this mana, effects on it counted where it is tapped for that (106.12b).
    fn make(&mut self, mana: Vec<Mana>, source: Thing, taps: bool, who: Who) {
        let mana = if taps { self.produce(source.obj, mana, who) } else { mana };
        let creatures_only = self
            .look(source.obj)
            .abilities
            .iter()
            .any(|a| matches!(a, Ability::Has(crate::ability::Keyword::CreatureManaOnly)));
        let snow = self.identity(source.obj).supertypes.has(Supertypes::SNOW);
        let rider = self.rider(source, who);
        let units = mana.iter().map(|&mana| Unit { mana, creatures_only, snow, rider });
        self.tell(|| Deed::of(What::Mana, who).things(&[source]).mana(&mana));
        self.field_mut().pools[who as usize].extend(units);
        self.player.is_told_of_mana(source, &mana);
        self.made_mana(who, source, taps, mana);
    }

    /// The mana that a player has.
    pub(super) fn floating(&self, who: Who) -> Vec<Mana> {
        self.field().pools[who as usize].iter().map(|unit| unit.mana).collect()
    }

    /// What triggers when the mana that a source makes is spent (106.6), as a number among the riders.
    fn rider(&mut self, source: Thing, controller: Who) -> Option<u16> {
        let look = self.look(source.obj);
        let spent = |a: &&&'static Ability| matches!(&***a, Ability::Triggered(t) if matches!(t.when, When::Spent(_)));
        let ability = *look.abilities.iter().find(spent)?;
        let riders = &mut self.field_mut().riders;
        riders.push(Rider { source, controller, ability });
        u16::try_from(riders.len() - 1).ok()
    }

    /// What triggers on mana that an ability added, and on tapping for it (106.12a): triggered mana abilities resolve at
    /// once (605.4a), others wait.
    pub(super) fn made_mana(&mut self, who: Who, source: Thing, tapped: bool, mana: Vec<Mana>) {
        if mana.is_empty() {
            return;
        }
        let before = self.field().waiting.len();
        self.happened(&Happened::MadeMana(who, source, mana.clone()));
        if tapped {
            self.happened(&Happened::TappedForMana(who, source, mana));
        }
        let new: Vec<_> = self.field_mut().waiting.drain(before..).collect();
        for waiting in new {
            let ItemKind::Ability { source, ability, .. } = &waiting.kind else {
                self.field_mut().waiting.push(waiting);
                continue;
            };
            match ability {
                Ability::Triggered(t) if makes_mana(&t.effect) && t.targets.is_empty() => {
                    let mut context = Context::of(*source, waiting.controller);
                    context.event = waiting.event;
                    // The mana goes to the player who tapped.
                    context.controller = waiting.event.who.unwrap_or(waiting.controller);
                    self.act(&t.effect, &mut context);
                }
                _ => self.field_mut().waiting.push(waiting),
            }
        }
    }
}
