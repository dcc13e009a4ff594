//! [`LineSpec`] -> TOML.

use std::fmt::Write;

use crate::ability::Which;

use super::action::{Action, Amount, Attack, Phase};
use super::prefer::{May, Prefer};
use super::spec::{Condition, LineSpec};

pub(super) fn toml(line: &LineSpec) -> String {
    let mut text = String::new();
    for (key, value) in [("name", &line.name), ("format", &line.format)] {
        if let Some(value) = value {
            put(&mut text, key, &quoted(value));
        }
    }
    put(&mut text, "on", &quoted(line.on.name()));
    put_condition(&mut text, "keep", line.keep.as_ref());
    put(&mut text, "mulligan_to", &line.mulligan_to.to_string());
    put(&mut text, "missing", &quoted(line.missing.name()));
    match &line.attack {
        Attack::All => {}
        Attack::None => put(&mut text, "attack", "false"),
        Attack::When(condition) => put_condition(&mut text, "attack", Some(condition)),
    }
    put_condition(&mut text, "stop", line.stop.as_ref());
    if !line.groups.is_empty() {
        text.push_str("\n[groups]\n");
        for group in &line.groups {
            put(&mut text, &key(&group.name), &list(&group.members));
        }
    }
    put_prefer(&mut text, &line.prefer);
    if line.dredge_when.is_some() {
        text.push_str("\n[dredge]\n");
        put_condition(&mut text, "when", line.dredge_when.as_ref());
    }
    for phase in Phase::ALL {
        for action in line.actions.iter().filter(|action| action.phase == phase) {
            put_action(&mut text, action);
        }
    }
    text
}

fn put_prefer(text: &mut String, prefer: &Prefer) {
    if *prefer == Prefer::default() {
        return;
    }
    text.push_str("\n[prefer]\n");
    for (key, order) in prefer.orders() {
        if let Some(order) = order {
            put(text, key, &list(&order.0));
        }
    }
    if let Some(targets) = &prefer.target {
        put(text, "target", &list(targets));
    }
    put_modes(text, prefer.mode.as_deref());
    for (key, number) in prefer.amounts() {
        put_amount(text, key, (number != Amount::default()).then_some(number));
    }
    if prefer.serum_powder {
        put(text, "serum_powder", "true");
    }
    match &prefer.may {
        May::All(true) => {}
        May::All(false) => put(text, "may", "false"),
        May::Of(these) => put(text, "may", &list(these)),
    }
}

fn put_action(text: &mut String, action: &Action) {
    let Action { phase, verb, what, ability, via, when, times, x, replicate, kicked, targets, mode } = action;
    // Writing to a `String` cannot fail.
    let _ = writeln!(text, "\n[[{}]]", phase.name());
    put(text, verb.name(), &quoted(&what.to_string()));
    if let Some(ability) = ability {
        put(text, "ability", &which(ability));
    }
    if let Some(via) = via {
        put(text, "via", &quoted(via));
    }
    put_condition(text, "when", when.as_ref());
    if let Some(times) = times {
        put(text, "times", &times.to_string());
    }
    for (key, number) in [("x", x), ("replicate", replicate), ("kicked", kicked)] {
        put_amount(text, key, *number);
    }
    if let Some(targets) = targets {
        put(text, "targets", &list(targets));
    }
    put_modes(text, mode.as_deref());
}

fn put(text: &mut String, key: &str, value: &str) {
    let _ = writeln!(text, "{key} = {value}");
}

fn put_condition(text: &mut String, key: &str, condition: Option<&Condition>) {
    if let Some(condition) = condition {
        put(text, key, &quoted(&condition.expr.to_string()));
    }
}

fn put_amount(text: &mut String, key: &str, amount: Option<Amount>) {
    match amount {
        None => {}
        Some(Amount::Number(number)) => put(text, key, &number.to_string()),
        Some(max @ Amount::Max) => put(text, key, &quoted(&max.to_string())),
    }
}

fn put_modes(text: &mut String, modes: Option<&[Which]>) {
    match modes {
        None => {}
        Some([mode]) => put(text, "mode", &which(mode)),
        Some(modes) => {
            let modes: Vec<String> = modes.iter().map(which).collect();
            put(text, "mode", &format!("[{}]", modes.join(", ")));
        }
    }
}

fn which(which: &Which) -> String {
    match which {
        Which::Number(number) => number.to_string(),
        Which::Word(word) => quoted(word),
    }
}

fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}

fn key(name: &str) -> String {
    let bare = name.chars().all(|char| char.is_ascii_alphanumeric() || matches!(char, '-' | '_'));
    if bare { name.to_owned() } else { quoted(name) }
}

fn list<T: ToString>(items: &[T]) -> String {
    let items: Vec<String> = items.iter().map(|item| quoted(&item.to_string())).collect();
    format!("[{}]", items.join(", "))
}
