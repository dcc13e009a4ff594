//! One case.

use crate::error::Result;
use crate::node::{Node, Value};

use super::{Field, Reader};
use crate::case::{Case, Expect, Placed, Start, Step, Verb};

const KEYS: [&str; 13] = [
    "id",
    "title",
    "rules",
    "you",
    "opponent",
    "turn",
    "step",
    "on_the_play",
    "steps",
    "expect",
    "note",
    "stretch",
    "seed",
];

impl Reader<'_> {
    /// `number`: which case of the file it is, from 1.
    pub(super) fn case(&self, number: usize, node: &Node) -> Result<Case> {
        let fields = self.inside(&format!("case {number}")).fields("", node)?;
        // What is wrong with the id itself is told by the number.
        let id = fields.iter().find(|field| field.key == "id").map(|field| &field.node.value);
        let reader = match id {
            Some(Value::Text(id)) if is_kebab(id) => self.inside(&format!("case {id}")),
            _ => self.inside(&format!("case {number}")),
        };
        let mut case = Case {
            id: String::new(),
            title: String::new(),
            rules: Vec::new(),
            start: Start::default(),
            steps: Vec::new(),
            expect: Expect::default(),
            stretch: false,
            seed: 0,
            place: self.place(node.at),
        };
        for field in &fields {
            match field.key {
                "id" => case.id = reader.id(field)?,
                "title" => case.title = reader.text(field, "a text in quotes")?,
                "rules" => case.rules = reader.rules(field)?,
                "steps" => case.steps = reader.steps(field)?,
                "expect" => case.expect = reader.expect(&field.path, field.node)?,
                "note" => {}
                "stretch" => case.stretch = reader.flag(field)?,
                _ => {
                    if !reader.start_key(field, &mut case.start, &mut case.seed)? {
                        return Err(reader.unknown(field, &KEYS));
                    }
                }
            }
        }
        for wanted in ["id", "title", "rules", "steps"] {
            if fields.iter().all(|field| field.key != wanted) {
                return Err(reader.fault(node.at, "", &format!("missing key {wanted}")));
            }
        }
        if case.expect.is_empty() && !case.steps.iter().any(|step| checks(&step.value)) {
            let message = "it checks nothing: say under `expect` what must be true at the end";
            return Err(reader.fault(node.at, "", message));
        }
        Ok(case)
    }

    fn id(&self, field: &Field<'_>) -> Result<String> {
        let id = self.text(field, "a name in quotes")?;
        if !is_kebab(&id) {
            let message = format!(
                "lower-case letters and digits, with single hyphens between, are wanted, not \"{}\"",
                id.escape_debug()
            );
            return Err(self.fault(field.node.at, &field.path, &message));
        }
        Ok(id)
    }

    fn rules(&self, field: &Field<'_>) -> Result<Vec<String>> {
        let mut rules = Vec::new();
        for node in self.list(field, "a list of rule numbers")? {
            let rule = self.text_at(&field.path, node, "a rule number in quotes", false)?;
            if !is_rule(&rule) {
                let message =
                    format!("\"{}\" is no rule number: write it like \"702.52a\"", rule.escape_debug());
                return Err(self.fault(node.at, &field.path, &message));
            }
            rules.push(rule);
        }
        Ok(rules)
    }

    fn steps(&self, field: &Field<'_>) -> Result<Vec<Placed<Step>>> {
        let nodes = self.list(field, "a list of steps")?;
        let place = |(index, node): (usize, &Node)| {
            let value = self.step(&format!("step {}", index + 1), node)?;
            Ok(Placed { line: crate::node::line_of(self.text.unwrap_or_default(), node.at), value })
        };
        nodes.iter().enumerate().map(place).collect()
    }
}

fn is_kebab(id: &str) -> bool {
    let word = |part: &str| {
        !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    id.split('-').all(word)
}

/// Three digits, then perhaps a point, a number and perhaps a letter.
fn is_rule(text: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let (section, rest) = match text.split_once('.') {
        Some((section, rest)) => (section, Some(rest)),
        None => (text, None),
    };
    let number =
        |rest: &str| digits(rest.strip_suffix(|char: char| char.is_ascii_lowercase()).unwrap_or(rest));
    section.len() == 3 && digits(section) && rest.is_none_or(number)
}

fn checks(step: &Step) -> bool {
    let asks = match &step.verb {
        Verb::Check(expect) => !expect.is_empty(),
        Verb::Cost { .. } | Verb::CouldProduce { .. } | Verb::ManaValue { .. } => true,
        _ => false,
    };
    asks || step.illegal
}
