//! A start or a step by itself, from JSON with the keys of a case.

use super::{Field, Reader, WHO};
use crate::case::{Start, Step};
use crate::error::Result;
use crate::node;

const KEYS: [&str; 6] = ["you", "opponent", "seed", "turn", "step", "on_the_play"];

impl<'a> Reader<'a> {
    const fn plain(source: &'a str) -> Self {
        Self { text: None, source, within: String::new() }
    }

    fn json(&self, json: &str) -> Result<node::Node> {
        node::from_json(json).map_err(|message| self.fault(0, "", &format!("this is no JSON: {message}")))
    }

    /// Reads a key of a start, if it is one.
    pub(super) fn start_key(&self, field: &Field<'_>, start: &mut Start, seed: &mut u64) -> Result<bool> {
        match field.key {
            "turn" => start.turn = self.who(field)?,
            "step" => start.step = self.turn_step(field)?,
            "on_the_play" => start.on_the_play = self.flag(field)?,
            "seed" => *seed = self.number_at(&field.path, field.node, 0, i64::MAX)?.unsigned_abs(),
            key => {
                let Some((_, who)) = WHO.into_iter().find(|(word, _)| *word == key) else { return Ok(false) };
                start.sides[who as usize] = self.side(field)?;
            }
        }
        Ok(true)
    }
}

/// Reads the start of a game, and its seed: the keys `you`, `opponent`, `turn`, `step`, `on_the_play` and `seed` of a case.
///
/// # Errors
/// [`crate::error::Error::Case`] with the key of the first fault.
///
/// ```
/// let fault = gravetroll::case::start_from_json(r#"{"you": {"libary": 3}}"#).unwrap_err().to_string();
/// assert_eq!(fault, "Game: unknown key you.libary: did you mean library?");
/// ```
pub fn start_from_json(json: &str) -> Result<(Start, u64)> {
    let reader = Reader::plain("Game");
    let root = reader.json(json)?;
    let (mut start, mut seed) = (Start::default(), 0);
    for field in &reader.fields("", &root)? {
        if !reader.start_key(field, &mut start, &mut seed)? {
            return Err(reader.unknown(field, &KEYS));
        }
    }
    Ok((start, seed))
}

/// Reads one step of a game. Questions need no `is` there.
///
/// # Errors
/// [`crate::error::Error::Case`] with the key of the first fault.
///
/// ```
/// let fault = gravetroll::case::step_from_json(r#"{"cast": "Sweet Oblivion", "form": "hand"}"#);
/// assert_eq!(fault.unwrap_err().to_string(), "Game.do: step (cast): unknown key form: did you mean from?");
/// ```
pub fn step_from_json(json: &str) -> Result<Step> {
    let reader = Reader::plain("Game.do");
    let root = reader.json(json)?;
    if let node::Value::Table(entries) = &root.value {
        for key in ["illegal", "is", "check"] {
            if entries.iter().any(|entry| entry.key == key) {
                let message = format!(
                    "{key} stands in rules cases only: a refused step raises, a question is answered, state() says what holds"
                );
                return Err(reader.fault(0, "", &message));
            }
        }
    }
    reader.step("step", &root)
}
