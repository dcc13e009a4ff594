//! Lines that say anything at all: TOML reads back as what was written.

use proptest::prelude::*;

use super::spec::parse;
use super::{any_what, is_card};
use crate::ability::Which;
use crate::line::action::{Action, Amount, Attack, Phase, Target, Verb};
use crate::line::order::{Entry, Order, Pick};
use crate::line::prefer::{May, Prefer};
use crate::line::spec::{Condition, Group, LineSpec, Missing, On};

fn any_condition() -> impl Strategy<Value = Condition> {
    let text = any_what().prop_map(|what| {
        let what = what.to_string().replace('\\', "\\\\").replace('\'', "\\'");
        format!("hand.has('{what}') or turn >= 2")
    });
    text.prop_map(|text| {
        let expr = crate::line::expr::Expr::parse(&text, &is_card).unwrap();
        Condition { text, expr }
    })
}

fn maybe<T: std::fmt::Debug>(some: impl Strategy<Value = T>) -> impl Strategy<Value = Option<T>> {
    proptest::option::of(some)
}

/// An order; with numbers, with `"*"` at the end.
fn any_order(numbers: bool, rest: bool) -> impl Strategy<Value = Option<Order>> {
    let entry = (any_what(), 0..=u8::from(numbers) * 255)
        .prop_map(|(what, keep)| Entry { pick: Pick::These(what), keep });
    let order = (proptest::collection::vec(entry, 0..4), any::<bool>()).prop_filter_map(
        "an idle entry",
        move |(mut entries, all)| {
            if all && rest {
                entries.push(Entry { pick: Pick::Rest, keep: 0 });
            }
            Order::new(entries).ok()
        },
    );
    maybe(order)
}

fn label() -> impl Strategy<Value = String> {
    "[^\\p{C}\\s][^\\p{C}]{0,12}"
}

fn any_which() -> impl Strategy<Value = Which> {
    prop_oneof![(0..=10_000u32).prop_map(Which::Number), label().prop_map(Which::Word)]
}

fn any_amount() -> impl Strategy<Value = Amount> {
    prop_oneof![(0..=10_000u32).prop_map(Amount::Number), Just(Amount::Max)]
}

fn distinct<T: std::fmt::Debug + PartialEq + Clone>(
    item: impl Strategy<Value = T>,
    least: usize,
) -> impl Strategy<Value = Vec<T>> {
    proptest::collection::vec(item, least..4).prop_map(|items| {
        let mut all: Vec<T> = Vec::new();
        for item in items {
            if !all.contains(&item) {
                all.push(item);
            }
        }
        all
    })
}

fn any_targets(least: usize) -> impl Strategy<Value = Vec<Target>> {
    let target = prop_oneof![Just(Target::You), Just(Target::Opponent), any_what().prop_map(Target::These)];
    distinct(target, least)
}

fn any_prefer() -> impl Strategy<Value = Prefer> {
    let must = || any_order(true, false);
    let may = || any_order(true, true);
    let plain = || any_order(false, false);
    let orders = ((must(), may(), must(), must(), must()), (may(), may(), plain(), plain(), must()));
    let offers = prop_oneof![any::<bool>().prop_map(May::All), distinct(any_what(), 0).prop_map(May::Of)];
    let amounts = (any_amount(), any_amount(), any_amount());
    (orders, maybe(any_targets(0)), maybe(distinct(any_which(), 1)), amounts, any::<bool>(), offers).prop_map(
        |(orders, target, mode, (x, replicate, kicked), serum_powder, may)| {
            let ((bottom, dredge, discard, sacrifice, exile), others) = orders;
            let (search, from_graveyard, name, order, play) = others;
            Prefer {
                bottom,
                dredge,
                discard,
                sacrifice,
                exile,
                search,
                from_graveyard,
                target,
                mode,
                name,
                order,
                play,
                x,
                replicate,
                kicked,
                serum_powder,
                may,
            }
        },
    )
}

fn any_action() -> impl Strategy<Value = Action> {
    let head = (0..Phase::ALL.len(), 0..Verb::ALL.len(), any_what());
    let said = (
        maybe(any_which()),
        maybe(label().prop_filter("the default", |via| via != "mana cost")),
        maybe(any_condition()),
        maybe(1..=10_000u32),
        (maybe(any_amount()), maybe(any_amount()), maybe(any_amount())),
        maybe(any_targets(1)),
        maybe(distinct(any_which(), 1)),
    );
    (head, said).prop_map(
        |((phase, verb, what), (ability, via, when, times, (x, replicate, kicked), targets, mode))| {
            let verb = Verb::ALL[verb];
            let may = |key: &str| verb.keys().contains(&key);
            Action {
                when,
                times,
                ability: ability.filter(|_| may("ability")),
                via: via.filter(|_| may("via")),
                x: x.filter(|_| may("x")),
                replicate: replicate.filter(|_| may("replicate")),
                kicked: kicked.filter(|_| may("kicked")),
                targets: targets.filter(|_| may("targets")),
                mode: mode.filter(|_| may("mode")),
                ..Action::new(Phase::ALL[phase], verb, what)
            }
        },
    )
}

fn any_actions() -> impl Strategy<Value = Vec<Action>> {
    proptest::collection::vec(any_action(), 0..5).prop_map(|given| {
        let mut actions: Vec<Action> = Vec::new();
        for action in given {
            if !actions.iter().any(|earlier| earlier.exhausts(&action)) {
                actions.push(action);
            }
        }
        actions.sort_by_key(|action| action.phase);
        actions
    })
}

fn any_line() -> impl Strategy<Value = LineSpec> {
    let groups =
        proptest::collection::vec(proptest::collection::vec(any_what(), 0..3), 0..3).prop_map(|groups| {
            let names = ["z", "a group", "what's-this"];
            let groups = names.into_iter().zip(groups);
            groups.map(|(name, members)| Group { name: name.into(), members }).collect::<Vec<_>>()
        });
    let head = (maybe(label()), maybe(label()), 0..3_usize, 0..=7_u8, any::<bool>());
    let attack = prop_oneof![Just(Attack::All), Just(Attack::None), any_condition().prop_map(Attack::When)];
    let conditions = (maybe(any_condition()), maybe(any_condition()), maybe(any_condition()), attack);
    (head, groups, any_prefer(), conditions, any_actions()).prop_map(
        |(
            (name, format, on, mulligan_to, ok),
            groups,
            prefer,
            (keep, dredge_when, stop, attack),
            actions,
        )| {
            LineSpec {
                name,
                format,
                on: [On::Play, On::Draw, On::Random][on],
                keep,
                mulligan_to,
                missing: if ok { Missing::Ok } else { Missing::Error },
                groups,
                prefer,
                dredge_when,
                actions,
                attack,
                stop,
                ..LineSpec::default()
            }
        },
    )
}

proptest! {
    #[test]
    fn toml_round_trips(line in any_line()) {
        let text = line.to_toml();
        prop_assert_eq!(parse(&text), Ok(line), "{}", text);
    }
}
