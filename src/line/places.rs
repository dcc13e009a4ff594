//! Where the keys of a line stand in the file that it was read from.

use std::collections::HashMap;

use crate::node::{Node, Value};

/// The place (`file:line`) of each key that a line was read from, by its path (`main[0].when`). It is no part of what
/// the line says: all are equal.
#[derive(Debug, Clone, Default)]
pub struct Places(HashMap<String, String>);

impl PartialEq for Places {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Places {}

impl Places {
    /// Of a TOML text; `source` is the name of its file, or empty.
    pub(super) fn of(node: &Node, text: &str, source: &str) -> Self {
        let starts: Vec<usize> = text.match_indices('\n').map(|(at, _)| at + 1).collect();
        let mut places = HashMap::new();
        visit(node, "", &mut |path, at| {
            let number = 1 + starts.partition_point(|&start| start <= at);
            places.insert(path.to_owned(), told(source, number));
        });
        Self(places)
    }

    /// Where a key stands, if the line was read from a text that has it.
    pub fn get(&self, path: &str) -> Option<&str> {
        self.0.get(path).map(String::as_str)
    }
}

/// How an error says a line of a file.
pub(super) fn told(source: &str, number: usize) -> String {
    if source.is_empty() { format!("line {number}") } else { format!("{source}:{number}") }
}

fn visit(node: &Node, path: &str, tell: &mut dyn FnMut(&str, usize)) {
    match &node.value {
        Value::Table(entries) => {
            for entry in entries {
                let path = if path.is_empty() { entry.key.clone() } else { format!("{path}.{}", entry.key) };
                tell(&path, entry.at);
                visit(&entry.node, &path, tell);
            }
        }
        Value::Array(nodes) => {
            for (index, node) in nodes.iter().enumerate() {
                let path = format!("{path}[{index}]");
                tell(&path, node.at);
                visit(node, &path, tell);
            }
        }
        _ => {}
    }
}
