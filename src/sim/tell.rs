//! A game as a person would write it down: turn by turn, a line for each event, with its cause and its rule.

use std::fmt::Write as _;
use std::sync::Arc;

use super::record::Event;
use crate::ability::Place;
use crate::case::place_word;
use crate::state::{Step, Who};

/// Where the rules stand in a line.
const RULE_AT: usize = 92;

/// The record of a game.
pub fn tell(events: &[Arc<Event>]) -> String {
    let mut text = String::new();
    let mut step = None;
    for event in events {
        if event.event == "turn" {
            let whose = if event.active == Who::You { "yours" } else { "the opponent's" };
            let number = if event.active == Who::You { format!(" {}", event.turn) } else { String::new() };
            let _ = writeln!(text, "\nTurn{number} ({whose})");
            step = None;
            continue;
        }
        let Some(said) = sentence(event) else { continue };
        let now = (event.step, event.active);
        let head = if step == Some(now) { "" } else { step_name(event.step) };
        step = Some(now);
        let cause = event.cause.as_ref().filter(|cause| !event.cards.contains(cause));
        let cause = cause.map_or_else(String::new, |cause| format!(" [{cause}]"));
        let line = format!("  {head:9} {said}{cause}");
        let _ = writeln!(text, "{line:RULE_AT$} {}", event.rule);
    }
    text
}

const fn step_name(step: Step) -> &'static str {
    match step {
        Step::Mulligans => "before",
        Step::Untap => "untap",
        Step::Upkeep => "upkeep",
        Step::Draw => "draw",
        Step::Main => "main",
        Step::Combat => "combat",
        Step::Main2 => "main 2",
        Step::End => "end",
        Step::Cleanup => "cleanup",
    }
}

/// Names, equal ones counted: `Narcomoeba, 2 Bridge from Below`.
fn list(names: &[String]) -> String {
    let mut counted: Vec<(&str, usize)> = Vec::new();
    for name in names {
        match counted.iter_mut().find(|(known, _)| known == name) {
            Some((_, count)) => *count += 1,
            None => counted.push((name, 1)),
        }
    }
    if counted.is_empty() {
        return "nothing".to_owned();
    }
    let one = |(name, count): &(&str, usize)| {
        if *count == 1 { (*name).to_owned() } else { format!("{count} {name}") }
    };
    counted.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// What happened, in a sentence; `None`: nothing that anybody would write down.
fn sentence(event: &Event) -> Option<String> {
    let you = event.who == Who::You;
    let who = if you { "you" } else { "the opponent" };
    let cards = list(&event.cards);
    let at = if event.targets.is_empty() { String::new() } else { format!(", at {}", list(&event.targets)) };
    let from = event.from.map_or_else(String::new, |place| format!(" from {}", zone(place)));
    let to = event.to.map_or_else(String::new, |place| format!(" to {}", zone(place)));
    let number = event.amount.unwrap_or(0);
    let more = event.more.as_ref().map_or("", |(_, more)| more.as_str());
    // "you draw", "the opponent draws"
    let does = |verb: &str| format!("{who} {verb}{}", if you { "" } else { "s" });
    if event.cards.is_empty() && matches!(event.event, "discard" | "enter" | "reveal" | "token") {
        return None;
    }
    Some(match event.event {
        "step" | "announce" => return None,
        "reveal" => format!("{} {cards}", does("reveal")),
        "hand" => format!("{}: {cards}", does("draw")),
        "keep" => format!("{} {}", does("keep"), event.cards.len()),
        "mulligan" => format!("{} a mulligan: {cards}", does("take")),
        "bottom" => format!("{} {cards} at the bottom", does("put")),
        "serum_powder" => format!("{} the hand and {}: {cards}", does("exile"), does("draw")),
        "draw" => format!("{} {cards}", does("draw")),
        "failed_draw" => format!("{} from an empty library", does("draw")),
        "dredge" => format!("{} {cards} instead of drawing", does("dredge")),
        "mill" => format!("{} {cards}", does("mill")),
        "discard" => format!("{} {cards}", does("discard")),
        "scry" => format!("{} {number}, {cards} to the bottom", does("scry")),
        "surveil" => format!("{} {number}, {cards} to the graveyard", does("surveil")),
        "shuffle" => does("shuffle"),
        "search" => format!("{} for {cards}", if you { "you search" } else { "the opponent searches" }),
        "play" => format!("{} {cards}", does("play")),
        "cast" => {
            let via = if more.is_empty() { String::new() } else { format!(" by {more}") };
            let x = event.amount.map_or_else(String::new, |x| format!(", X = {x}"));
            format!("{} {cards}{via}{x}{at}", does("cast"))
        }
        "modes" => format!("{} mode {more} of {cards}", does("choose")),
        "activate" => format!("{} {cards}{at}", does("activate")),
        "trigger" => format!("{} triggers{at}", cards.trim_end_matches(" (trigger)")),
        "resolve" => format!("{cards} resolves"),
        "no_legal_target" => format!("{cards} has no legal target any more"),
        "condition_fails" => format!("{cards} does nothing: its condition fails"),
        "counter" => format!("{cards} is countered"),
        "copy" => format!("{cards} is copied{at}"),
        "enter" => format!("{cards} {} the battlefield{from}", plural(event, "enters", "enter")),
        "die" => format!("{cards} {}", plural(event, "dies", "die")),
        "exile" => format!("{cards} {} exiled{from}", plural(event, "is", "are")),
        "move" => format!("{cards} {}{from}{to}", plural(event, "goes", "go")),
        "cease" => format!("{cards} {} no more", plural(event, "is", "are")),
        "sacrifice" => format!("{} {cards}", does("sacrifice")),
        "destroy" => format!("{cards} {} destroyed", plural(event, "is", "are")),
        "regenerate" => format!("{cards} regenerates"),
        "fight" => format!("{cards} fight"),
        "attack" => format!("{} with {cards}", does("attack")),
        "tap" => format!("{cards} {} tapped", plural(event, "is", "are")),
        "untap" => format!("{cards} {} untapped", plural(event, "is", "are")),
        "damage" => format!("{cards} deals {number} damage{}", at.replace(", at", " to")),
        "gain_life" => format!("{} {number} life", does("gain")),
        "lose_life" => format!("{} {number} life", does("lose")),
        "mana" if event.cards.is_empty() => format!("{} {more}", does("add")),
        "mana" => format!("{} {more} with {cards}", does("add")),
        "token" => format!("{} {cards}", does("create")),
        "put_counters" => format!("{cards}: {number} {more} more"),
        "remove_counters" => format!("{cards}: {number} {more} fewer"),
        "replace" => format!("{cards} changes what happens"),
        "state_based" => format!("{cards} cannot stay"),
        "win" => does("win"),
        "lose" => format!("{who} {}", if you { "lose" } else { "loses" }),
        "draw_game" => "the game is a draw".to_owned(),
        "extra_turn" => format!("{} an extra turn", does("get")),
        other => format!("{other}: {cards}{at}"),
    })
}

fn plural<'w>(event: &Event, one: &'w str, many: &'w str) -> &'w str {
    if event.cards.len() == 1 { one } else { many }
}

fn zone(place: Place) -> String {
    match place {
        Place::Exile => "exile".to_owned(),
        other => format!("the {}", place_word(other)),
    }
}
