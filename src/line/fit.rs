//! Whether a line is made for a deck like this one: what it names, against what is there.

use std::collections::BTreeSet;

use super::action::Target;
use super::expr::{Expr, Place};
use super::order::{Order, Pick};
use super::spec::LineSpec;
use super::what::What;
use crate::catalogue::Catalogue;

/// So many names are told.
const SHOWN: usize = 4;

/// The cards that a `what` names.
#[derive(Debug, Default)]
struct Meant {
    /// By their whole names.
    cards: BTreeSet<String>,
    /// Whether it means other cards too: those of a type, those that are not such.
    open: bool,
}

impl Meant {
    fn of(line: &LineSpec, what: &What) -> Self {
        let mut meant = Self::default();
        meant.add(line, what);
        meant
    }

    fn add(&mut self, line: &LineSpec, what: &What) {
        match what {
            What::Name(name) => {
                self.cards.extend(Catalogue::shipped().resolve(&name.text).map(ToOwned::to_owned));
            }
            What::Word(word) => match line.groups.iter().find(|group| group.name == word.text) {
                Some(group) => group.members.iter().for_each(|member| self.add(line, member)),
                None => self.open = true,
            },
            What::Not(_) => self.open = true,
            What::And(all) | What::Or(all) => all.iter().for_each(|part| self.add(line, part)),
        }
    }

    /// Whether it means cards by their names, and the deck has none of them.
    fn is_missing(&self, deck: &BTreeSet<&str>) -> bool {
        !self.open && !self.cards.is_empty() && self.cards.iter().all(|card| !deck.contains(card.as_str()))
    }
}

/// What a line names that the deck lacks, where it lacks so much that another line must be meant: all of it, what every
/// hand that is kept must have, or the cards of nearly every action.
pub(super) fn warnings(line: &LineSpec, deck: &BTreeSet<&str>) -> Vec<String> {
    let named = everything(line);
    let all: Vec<&str> = named.iter().map(String::as_str).collect();
    if !all.is_empty() && all.iter().all(|card| !deck.contains(card)) {
        return vec![format!(
            "{} names cards ({}), and the deck has none of them: it is made for other decks",
            told(line),
            some(&all),
        )];
    }
    let mut found = Vec::new();
    if let Some(keep) = &line.keep
        && never(line, &keep.expr, deck)
    {
        let cards: BTreeSet<String> =
            asked(line, &keep.expr).into_iter().flat_map(|meant| meant.cards).collect();
        let cards: Vec<&str> = cards.iter().map(String::as_str).filter(|card| !deck.contains(card)).collect();
        found.push(format!(
            "{} keeps no hand of this deck, which lacks what `keep` asks for ({}): it is made for other decks",
            told(line),
            some(&cards)
        ));
    }
    let actions: Vec<Meant> = line.actions.iter().map(|action| Meant::of(line, &action.what)).collect();
    let by_name = actions.iter().filter(|meant| !meant.open && !meant.cards.is_empty()).count();
    let missing: Vec<&Meant> = actions.iter().filter(|meant| meant.is_missing(deck)).collect();
    if by_name > 0 && missing.len() * 10 >= by_name * 9 {
        let cards: BTreeSet<&str> =
            missing.iter().flat_map(|meant| meant.cards.iter().map(String::as_str)).collect();
        let cards: Vec<&str> = cards.into_iter().collect();
        found.push(format!(
            "{} names cards for {by_name} of its actions, and the deck lacks those of {} ({}): it is made for other decks",
            told(line),
            missing.len(),
            some(&cards)
        ));
    }
    found
}

fn told(line: &LineSpec) -> String {
    line.name.as_ref().map_or_else(|| "the line".to_owned(), |name| format!("the line \"{name}\""))
}

fn some(cards: &[&str]) -> String {
    let shown = cards[..cards.len().min(SHOWN)].join(", ");
    if cards.len() > SHOWN { format!("{shown} and {} more", cards.len() - SHOWN) } else { shown }
}

/// Whether a condition cannot hold without what the deck lacks.
fn never(line: &LineSpec, expr: &Expr, deck: &BTreeSet<&str>) -> bool {
    let missing = |what| Meant::of(line, what).is_missing(deck);
    match expr {
        Expr::Has(Place::You(_), what) => missing(what),
        Expr::Compare(first, rest) => match (&**first, rest.as_slice()) {
            (Expr::Count(Place::You(_), Some(what)), [(comparison, Expr::Int(n))]) => {
                !comparison.holds(&0, n) && missing(what)
            }
            _ => false,
        },
        Expr::And(all) => all.iter().any(|part| never(line, part, deck)),
        Expr::Or(all) => all.iter().all(|part| never(line, part, deck)),
        _ => false,
    }
}

/// What an expression asks about by name.
fn asked(line: &LineSpec, expr: &Expr) -> Vec<Meant> {
    let mut all = Vec::new();
    expr.walk(&mut |inner| {
        if let Expr::Has(_, what) | Expr::Count(_, Some(what)) = inner {
            all.push(Meant::of(line, what));
        }
    });
    all.retain(|meant| !meant.open);
    all
}

/// Every card that a line names, but those that only conditions ask about.
fn everything(line: &LineSpec) -> BTreeSet<String> {
    let mut meant = Meant::default();
    for group in &line.groups {
        group.members.iter().for_each(|member| meant.add(line, member));
    }
    for action in &line.actions {
        meant.add(line, &action.what);
    }
    let prefer = &line.prefer;
    let orders = [
        &prefer.bottom,
        &prefer.dredge,
        &prefer.discard,
        &prefer.sacrifice,
        &prefer.exile,
        &prefer.search,
        &prefer.from_graveyard,
        &prefer.name,
        &prefer.order,
        &prefer.play,
    ];
    for Order(entries) in orders.into_iter().flatten() {
        for entry in entries {
            if let Pick::These(what) = &entry.pick {
                meant.add(line, what);
            }
        }
    }
    for target in prefer.target.iter().flatten() {
        if let Target::These(what) = target {
            meant.add(line, what);
        }
    }
    meant.cards
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::line::{Vocabulary, presets};

    fn line(text: &str) -> LineSpec {
        let is_card = |text: &str| Catalogue::shipped().resolve(text).is_some();
        LineSpec::parse(text, "", Vocabulary { is_card: &is_card, is_taken: &|_| false }).unwrap()
    }

    fn told_of(text: &str, deck: &[&str]) -> Vec<String> {
        warnings(&line(text), &deck.iter().copied().collect())
    }

    #[test]
    fn what_is_missing_is_named() {
        let text = "name = \"a\"\nmissing = \"ok\"\nkeep = \"hand.has('millers') and hand.count('land') > 1\"\n\
                    [groups]\nmillers = [\"Hedron Crab\", \"Ruin Crab\"]\n[[main]]\ncast = \"millers\"\n\
                    [[main]]\ncast = \"Opt\"\n[[main]]\nplay = \"land\"";
        assert_eq!(
            told_of(text, &["Island", "Swamp"]),
            [
                "the line \"a\" names cards (Hedron Crab, Opt, Ruin Crab), and the deck has none of them: it is made for \
              other decks"
            ]
        );
        assert_eq!(
            told_of(text, &["Island", "Opt"]),
            [
                "the line \"a\" keeps no hand of this deck, which lacks what `keep` asks for (Hedron Crab, Ruin Crab): it is made for \
              other decks"
            ]
        );
        assert_eq!(told_of(text, &["Island", "Ruin Crab"]), [""; 0]);
        let actions = "missing = \"ok\"\n[prefer]\nbottom = [\"Opt\"]\n[[main]]\ncast = \"Shock\"\n[[main]]\nplay = \"land\"";
        assert_eq!(
            told_of(actions, &["Opt"]),
            [
                "the line names cards for 1 of its actions, and the deck lacks those of 1 (Shock): it is made for other decks"
            ]
        );
        let either = "missing = \"ok\"\nkeep = \"hand.count('Shock') >= 1 or hand.has('Opt')\"";
        assert_eq!(told_of(either, &["Opt"]), [""; 0]);
        assert_eq!(told_of(&either.replace("'Opt'", "'land'"), &["Opt"]), [""; 0]);
        assert_eq!(told_of(either, &["Fog"]).len(), 1);
        assert_eq!(told_of("[prefer]\nbottom = [\"land\"]", &["Opt"]), [""; 0]);
    }

    #[test]
    fn shipped_lines_fit_no_deck_of_wastes() {
        for name in presets::names() {
            let line = line(presets::get(name).unwrap());
            assert_eq!(warnings(&line, &["Wastes"].into()).len(), 1, "{name}");
        }
    }
}
