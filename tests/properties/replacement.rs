//! 616.1: several effects apply to an event one after the other, each at most once, in an order that a player chooses.
//! What may come of it is enumerated here, order by order.

use std::collections::BTreeSet;

use gravetroll::case::Table;
use gravetroll::mana::Mana;
use proptest::prelude::*;

use crate::board::{lay, names, orders, pool, take};

/// How many cards you and the opponent have drawn.
type Drawn = (usize, usize);

/// Whether it is a thief, who draws in the place of the other player, or doubles its controller's draws; and whether it
/// is yours.
type Drawing = (bool, bool);

fn sums(one: &BTreeSet<Drawn>, other: &BTreeSet<Drawn>) -> BTreeSet<Drawn> {
    one.iter().flat_map(|a| other.iter().map(move |b| (a.0 + b.0, a.1 + b.1))).collect()
}

/// What one draw comes to, the effects of `applied` having been applied (614.5, 616.1f).
fn draws(effects: &[Drawing], yours: bool, applied: &[usize]) -> BTreeSet<Drawn> {
    let able: Vec<usize> = (0..effects.len())
        .filter(|at| !applied.contains(at))
        .filter(|&at| {
            let (thief, of_you) = effects[at];
            thief != (of_you == yours)
        })
        .collect();
    if able.is_empty() {
        return BTreeSet::from([if yours { (1, 0) } else { (0, 1) }]);
    }
    let mut all = BTreeSet::new();
    for at in able {
        let (thief, of_you) = effects[at];
        let applied = [applied, &[at]].concat();
        if thief {
            all.extend(draws(effects, of_you, &applied));
        } else {
            let one = draws(effects, yours, &applied);
            all.extend(sums(&one, &one));
        }
    }
    all
}

/// An effect on mana, and what it does to the mana that a land is tapped for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Making {
    Double,
    Triple,
    OnlyBlack,
    OneColourless,
    AnyColour,
}

impl Making {
    const ALL: [Self; 5] =
        [Self::Double, Self::Triple, Self::OnlyBlack, Self::OneColourless, Self::AnyColour];

    fn card(self) -> &'static str {
        match self {
            Self::Double => "Mana Reflection",
            Self::Triple => "Nyxbloom Ancient",
            Self::OnlyBlack => "Contamination",
            Self::OneColourless => "Damping Sphere",
            Self::AnyColour => "Pulse of Llanowar",
        }
    }

    /// `None`: it does not apply.
    fn apply(self, mana: &[Mana], land: bool, basic: bool) -> Option<Vec<Mana>> {
        let times = |n| mana.iter().flat_map(|&one| std::iter::repeat_n(one, n)).collect();
        match self {
            Self::Double => Some(times(2)),
            Self::Triple => Some(times(3)),
            Self::OnlyBlack => land.then(|| vec![Mana::Black]),
            Self::OneColourless => (land && mana.len() >= 2).then(|| vec![Mana::Colourless]),
            // The first colour, where no choice says otherwise.
            Self::AnyColour => basic.then(|| vec![Mana::White; mana.len()]),
        }
    }
}

fn making(effects: &[Making], mana: &[Mana], land: bool, basic: bool, all: &mut BTreeSet<[u32; 6]>) {
    let mut last = true;
    for at in 0..effects.len() {
        if let Some(next) = effects[at].apply(mana, land, basic) {
            let mut rest = effects.to_vec();
            rest.remove(at);
            making(&rest, &next, land, basic, all);
            last = false;
        }
    }
    if last {
        all.insert(pool(mana).0);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_draw_is_replaced_once_by_each_effect(
        effects in proptest::collection::vec((any::<bool>(), any::<bool>()), 0..=4),
        yours: bool,
        shuffle in Just([0, 1, 2, 3]).prop_shuffle(),
    ) {
        let card = |&(thief, _): &Drawing| if thief { "Notion Thief" } else { "Thought Reflection" };
        let side = |of_you: bool| names(effects.iter().filter(|effect| effect.1 == of_you).map(card));
        let mut table = lay(&format!(
            "you = {{ library = 70, battlefield = {} }}\nopponent = {{ library = 70, battlefield = {} }}",
            side(true),
            side(false),
        ));
        let order = names(shuffle.into_iter().filter_map(|at| effects.get(at)).map(card));
        let who = if yours { "you" } else { "opponent" };
        take(&mut table, &format!("draw = 1, who = \"{who}\", order = {order}")).unwrap();
        let [you, opponent] = table.position().sides.map(|side| side.zones.hand.len());
        let allowed = draws(&effects, yours, &[]);
        prop_assert!(allowed.contains(&(you, opponent)), "{:?} is none of {allowed:?}", (you, opponent));
    }

    #[test]
    fn mana_is_what_some_order_of_the_effects_makes(
        effects in proptest::sample::subsequence(Making::ALL.to_vec(), 0..=4),
        source in proptest::sample::select(vec!["Forest", "Ancient Tomb", "Sol Ring"]),
    ) {
        let (land, basic) = (source != "Sol Ring", source == "Forest");
        let mana = if basic { vec![Mana::Green] } else { vec![Mana::Colourless; 2] };
        let mut allowed = BTreeSet::new();
        making(&effects, &mana, land, basic, &mut allowed);
        let mut found = BTreeSet::new();
        for order in orders(&effects) {
            let cards = order.iter().map(|effect| effect.card());
            let board = names(effects.iter().map(|effect| effect.card()).chain([source]));
            let mut table = lay(&format!("you = {{ battlefield = {board} }}"));
            take(&mut table, &format!("tap_for_mana = \"{source}\", order = {}", names(cards))).unwrap();
            found.insert(table.position().sides[0].mana.0);
        }
        // Every order can be chosen, and none makes anything else.
        prop_assert_eq!(found, allowed);
    }
}
