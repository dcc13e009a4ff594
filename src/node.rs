//! L0: plain data, from TOML or JSON, in the order in which it was written and with its places.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};
use toml::de::{DeTable, DeValue};

/// A value and where it stands, in bytes from 0 of the TOML text; 0 in JSON.
#[derive(Debug)]
pub(crate) struct Node {
    pub value: Value,
    pub at: usize,
}

#[derive(Debug)]
pub(crate) enum Value {
    /// In the order of the text.
    Table(Vec<Entry>),
    Array(Vec<Node>),
    Text(String),
    Number(i64),
    Flag(bool),
    /// JSON's null: as if left out.
    Null,
    /// Anything that no input of ours holds, by its name.
    Other(&'static str),
}

/// A key of a table, where it stands, and its value.
#[derive(Debug)]
pub(crate) struct Entry {
    pub key: String,
    pub at: usize,
    pub node: Node,
}

impl Value {
    pub(crate) const fn describe(&self) -> &'static str {
        match self {
            Self::Table(_) => "a table",
            Self::Array(_) => "a list",
            Self::Text(_) => "a text",
            Self::Number(_) => "a number",
            Self::Flag(_) => "true or false",
            Self::Null => "nothing",
            Self::Other(name) => name,
        }
    }
}

/// The number, from 1, of the line of the text in which a byte stands.
pub(crate) fn line_of(text: &str, at: usize) -> usize {
    1 + text.bytes().take(at).filter(|&byte| byte == b'\n').count()
}

/// Reads TOML; or what is wrong and the byte at which it is.
pub(crate) fn from_toml(text: &str) -> Result<Node, (String, usize)> {
    match DeTable::parse(text) {
        Ok(table) => {
            let at = table.span().start;
            Ok(Node { value: table_of(table.get_ref()), at })
        }
        Err(error) => {
            let at = error.span().map_or(0, |span| span.start);
            Err((error.message().split_whitespace().collect::<Vec<_>>().join(" "), at))
        }
    }
}

fn table_of(table: &DeTable<'_>) -> Value {
    let mut entries: Vec<Entry> = table
        .iter()
        .map(|(key, value)| {
            let node = Node { value: value_of(value.get_ref()), at: value.span().start };
            Entry { key: key.get_ref().to_string(), at: key.span().start, node }
        })
        .collect();
    entries.sort_by_key(|entry| entry.at);
    Value::Table(entries)
}

fn value_of(value: &DeValue<'_>) -> Value {
    match value {
        DeValue::String(text) => Value::Text(text.to_string()),
        DeValue::Integer(number) => match i64::from_str_radix(number.as_str(), number.radix()) {
            Ok(number) => Value::Number(number),
            Err(_) => Value::Other("a number out of all bounds"),
        },
        DeValue::Boolean(flag) => Value::Flag(*flag),
        DeValue::Array(values) => Value::Array(
            values
                .iter()
                .map(|value| Node { value: value_of(value.get_ref()), at: value.span().start })
                .collect(),
        ),
        DeValue::Table(table) => table_of(table),
        DeValue::Float(_) => Value::Other("a decimal number"),
        DeValue::Datetime(_) => Value::Other("a date"),
    }
}

/// Reads JSON; or what is wrong.
pub(crate) fn from_json(json: &str) -> Result<Node, String> {
    serde_json::from_str(json).map_err(|error| error.to_string())
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Reader).map(|value| Self { value, at: 0 })
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("plain data")
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Value, E> {
        Ok(Value::Flag(flag))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Value, E> {
        Ok(Value::Number(number))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Value, E> {
        Ok(i64::try_from(number).map_or(Value::Other("a number out of all bounds"), Value::Number))
    }

    fn visit_f64<E>(self, _: f64) -> Result<Value, E> {
        Ok(Value::Other("a decimal number"))
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(Value::Text(text.to_owned()))
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut nodes = Vec::new();
        while let Some(node) = items.next_element()? {
            nodes.push(node);
        }
        Ok(Value::Array(nodes))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut entries = Vec::new();
        while let Some((key, node)) = items.next_entry()? {
            entries.push(Entry { key, at: 0, node });
        }
        Ok(Value::Table(entries))
    }
}
