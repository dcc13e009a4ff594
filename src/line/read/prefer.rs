//! The decision points of a line.

use crate::error::Result;
use crate::line::order::{Entry as Item, Order, Pick};
use crate::line::prefer::{Holds, May, Prefer};
use crate::node::{Entry, Node, Value};

use super::Reader;

const KEYS: [&str; 17] = [
    "bottom",
    "dredge",
    "discard",
    "sacrifice",
    "exile",
    "search",
    "return",
    "target",
    "mode",
    "name",
    "order",
    "play",
    "x",
    "replicate",
    "kicked",
    "serum_powder",
    "may",
];

impl Reader<'_> {
    pub(super) fn prefer(&self, node: &Node) -> Result<Prefer> {
        let mut prefer = Prefer::default();
        for Entry { key, at, node } in self.table("prefer", node)? {
            let path = format!("prefer.{key}");
            if matches!(node.value, Value::Null) {
                continue;
            }
            if let Some((order, holds)) = prefer.order_mut(key) {
                *order = Some(self.order(&path, node, holds)?);
                continue;
            }
            match key.as_str() {
                "target" => prefer.target = Some(self.targets(&path, node)?),
                "mode" => prefer.mode = Some(self.modes(&path, node)?),
                "x" => prefer.x = self.amount(&path, node)?,
                "replicate" => prefer.replicate = self.amount(&path, node)?,
                "kicked" => prefer.kicked = self.amount(&path, node)?,
                "serum_powder" => match node.value {
                    Value::Flag(flag) => prefer.serum_powder = flag,
                    _ => return self.wanted(&path, node, "true or false"),
                },
                "may" => prefer.may = self.may(&path, node)?,
                _ => return Err(self.unknown(&path, *at, key, &KEYS)),
            }
        }
        Ok(prefer)
    }

    fn order(&self, path: &str, node: &Node, holds: Holds) -> Result<Order> {
        let nodes = self.array(path, node)?;
        let mut entries = Vec::with_capacity(nodes.len());
        for node in nodes {
            let entry = Item::parse(self.text(path, node)?, self.vocabulary.is_card)
                .map_err(|error| self.fault(path, node.at, &error.to_string()))?;
            if entry.pick == Pick::Rest && !holds.rest {
                let message = "what is not named comes last here anyway: leave `*` out";
                return Err(self.fault(path, node.at, message));
            }
            if entry.keep > 0 && !holds.number {
                let message = "nothing is chosen from a zone here, so that none can be left: leave `>` out";
                return Err(self.fault(path, node.at, message));
            }
            entries.push(entry);
        }
        Order::new(entries).map_err(|(index, message)| self.fault(path, nodes[index].at, &message))
    }

    fn may(&self, path: &str, node: &Node) -> Result<May> {
        match &node.value {
            Value::Flag(flag) => Ok(May::All(*flag)),
            Value::Array(nodes) => self.distinct(path, nodes, |node| self.what(path, node)).map(May::Of),
            _ => self.wanted(path, node, "true, false or a list of texts"),
        }
    }
}
