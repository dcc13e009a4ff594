//! The grammar of `what`: which cards an expression counts, a group holds or an order prefers.
//!
//! ```text
//! what  = and ("|" and)*
//! and   = unary ("&" unary)*
//! unary = "~" unary | "(" what ")" | NAME | WORD
//! ```
//!
//! A NAME starts with anything but a lower-case letter and goes on to the next operator; where a longer piece of the
//! text is a card (`Minsc & Boo, Timeless Heroes`), it is that card. A WORD starts with a lower-case letter: a group of the
//! line, else a card type, supertype, subtype, keyword or colour, `nonland` or `permanent`.
//! (The one card that is printed in lower case, `capital offense`, is typed with a capital.)

use std::fmt;
use std::hash::{Hash, Hasher};

use crate::error::{Error, Result};

use super::fault;

/// How deep `~` and parentheses may nest.
const MAX_DEPTH: usize = 60;
/// How long a `what` may be, in characters.
const MAX_LENGTH: usize = 2_000;

/// How long the name of a card may be (the longest has 141 characters).
const MAX_NAME: usize = 160;
const MISSING_OPERATOR: &str = "an operator (`&` or `|`) is missing here";

const COLOURS: [&str; 9] =
    ["white", "blue", "black", "red", "green", "colourless", "colorless", "multicoloured", "multicolored"];
/// Card types (300.1, 205.2) and supertypes (205.4a).
const TYPES: [&str; 20] = [
    "artifact",
    "battle",
    "conspiracy",
    "creature",
    "dungeon",
    "enchantment",
    "instant",
    "kindred",
    "land",
    "phenomenon",
    "plane",
    "planeswalker",
    "scheme",
    "sorcery",
    "tribal",
    "vanguard",
    "basic",
    "legendary",
    "snow",
    "world",
];

/// Whether a word means the same in every line: a card type, a supertype, a colour, `nonland` or `permanent`.
/// Keywords and subtypes are the catalogue's to say.
pub fn is_fixed_word(word: &str) -> bool {
    TYPES.contains(&word) || COLOURS.contains(&word) || word == "nonland" || word == "permanent"
}

/// A piece of text and where it stood, in characters from 0 of the text that was parsed.
///
/// Two leaves are equal where their texts are: the same words with other spaces between them are the same `what`.
#[derive(Debug, Clone)]
pub struct Leaf {
    /// The name or word, without the spaces around it.
    pub text: String,
    /// Where it starts.
    pub at: usize,
}

impl PartialEq for Leaf {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for Leaf {}

impl Hash for Leaf {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}

/// A set of cards, told by their names and characteristics.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum What {
    /// A card, by its name as it was typed.
    Name(Leaf),
    /// A group of the line, else a type, supertype, subtype, keyword, colour, `nonland` or `permanent`; lower case.
    Word(Leaf),
    /// Every other card.
    Not(Box<What>),
    /// The cards that are in all of these; at least two, none of them an `And`.
    And(Vec<What>),
    /// The cards that are in any of these; at least two, none of them an `Or`.
    Or(Vec<What>),
}

impl What {
    /// Reads a `what`. `is_card` says whether a text is the name of a card; it is asked only about texts that hold an
    /// operator or a parenthesis.
    ///
    /// # Errors
    /// [`Error::Expr`] with the position of the fault.
    pub fn parse(text: &str, is_card: &dyn Fn(&str) -> bool) -> Result<Self> {
        let chars: Vec<(usize, char)> = text.chars().enumerate().collect();
        Self::parse_chars(&chars, text, is_card)
    }

    /// The same for a `what` inside a longer text: each character with its position there.
    pub(super) fn parse_chars(
        chars: &[(usize, char)],
        whole: &str,
        is_card: &dyn Fn(&str) -> bool,
    ) -> Result<Self> {
        let end = chars.last().map_or(0, |&(at, _)| at + 1);
        let mut reader = Reader { chars, next: 0, whole, end, is_card };
        if chars.len() > MAX_LENGTH {
            let message = format!("more than {MAX_LENGTH} characters; name a group instead");
            return Err(reader.error(message, 0));
        }
        let what = reader.or(0)?;
        match reader.peek() {
            None => Ok(what),
            Some(')') => Err(reader.error("a `)` without its `(`".to_owned(), reader.next)),
            Some(_) => Err(reader.error(MISSING_OPERATOR.to_owned(), reader.next)),
        }
    }

    /// Calls `visit` with each name and word, in the order of the text.
    pub fn leaves<'a>(&'a self, visit: &mut dyn FnMut(&'a What)) {
        match self {
            Self::Name(_) | Self::Word(_) => visit(self),
            Self::Not(inner) => inner.leaves(visit),
            Self::And(parts) | Self::Or(parts) => {
                for part in parts {
                    part.leaves(visit);
                }
            }
        }
    }

    const fn precedence(&self) -> u8 {
        match self {
            Self::Or(_) => 0,
            Self::And(_) => 1,
            Self::Not(_) => 2,
            Self::Name(_) | Self::Word(_) => 3,
        }
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, least: u8) -> fmt::Result {
        if self.precedence() < least {
            return write!(f, "({self})");
        }
        write!(f, "{self}")
    }
}

impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (parts, operator, least) = match self {
            Self::Name(leaf) | Self::Word(leaf) => return f.write_str(&leaf.text),
            Self::Not(inner) => {
                f.write_str("~")?;
                return inner.write(f, 2);
            }
            Self::And(parts) => (parts, " & ", 2),
            Self::Or(parts) => (parts, " | ", 1),
        };
        for (index, part) in parts.iter().enumerate() {
            if index > 0 {
                f.write_str(operator)?;
            }
            part.write(f, least)?;
        }
        Ok(())
    }
}

struct Reader<'a> {
    chars: &'a [(usize, char)],
    next: usize,
    whole: &'a str,
    end: usize,
    is_card: &'a dyn Fn(&str) -> bool,
}

impl Reader<'_> {
    fn error(&self, message: String, index: usize) -> Error {
        let position = self.chars.get(index).map_or(self.end, |&(at, _)| at);
        fault(message, self.whole, position)
    }

    fn peek(&self) -> Option<char> {
        self.chars.get(self.next).map(|&(_, char)| char)
    }

    fn skip_spaces(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.next += 1;
        }
    }

    fn eat(&mut self, wanted: char) -> bool {
        self.skip_spaces();
        let found = self.peek() == Some(wanted);
        self.next += usize::from(found);
        found
    }

    fn or(&mut self, depth: usize) -> Result<What> {
        let mut parts = vec![self.and(depth)?];
        while self.eat('|') {
            parts.push(self.and(depth)?);
        }
        Ok(join(parts, false))
    }

    fn and(&mut self, depth: usize) -> Result<What> {
        let mut parts = vec![self.unary(depth)?];
        while self.eat('&') {
            parts.push(self.unary(depth)?);
        }
        Ok(join(parts, true))
    }

    fn unary(&mut self, depth: usize) -> Result<What> {
        self.skip_spaces();
        let start = self.next;
        if depth > MAX_DEPTH {
            let message = format!("nested more than {MAX_DEPTH} deep; name a group instead");
            return Err(self.error(message, start));
        }
        if self.peek().is_some_and(|char| !char.is_lowercase()) {
            // A card whose name holds an operator, or starts with one, is that card.
            if let Some(leaf) = self.longest_card() {
                return Ok(What::Name(leaf));
            }
        }
        if self.eat('~') {
            return Ok(What::Not(Box::new(self.unary(depth + 1)?)));
        }
        if self.eat('(') {
            let inner = self.or(depth + 1)?;
            if !self.eat(')') {
                return Err(self.error("a `(` without its `)`".to_owned(), start));
            }
            return Ok(inner);
        }
        self.leaf()
    }

    /// The longest piece from here to a boundary that holds an operator and is the name of a card.
    fn longest_card(&mut self) -> Option<Leaf> {
        let rest = &self.chars[self.next..];
        let operators: Vec<usize> = (0..rest.len()).filter(|&index| is_operator(rest[index].1)).collect();
        let &first = operators.first()?;
        let ends = std::iter::once(rest.len()).chain(operators.into_iter().rev());
        // A name may also end with a parenthesis: `B.F.M. (Big Furry Monster)`.
        for end in ends.flat_map(|end| [(end + 1).min(rest.len()), end]) {
            if end <= first || end > MAX_NAME {
                continue;
            }
            let text: String = rest[..end].iter().map(|&(_, char)| char).collect();
            if !text.trim_end().ends_with(['&', '|', '~', '(']) && (self.is_card)(text.trim()) {
                let at = rest[0].0;
                self.next += end;
                return Some(Leaf { text: text.trim().to_owned(), at });
            }
        }
        None
    }

    fn leaf(&mut self) -> Result<What> {
        let start = self.next;
        while self.peek().is_some_and(|char| !is_operator(char)) {
            self.next += 1;
        }
        let piece: String = self.chars[start..self.next].iter().map(|&(_, char)| char).collect();
        let text = piece.trim().to_owned();
        let Some(first) = text.chars().next() else {
            return Err(self.error("a card name or a word is missing here".to_owned(), start));
        };
        if matches!(self.peek(), Some('(' | '~')) {
            return Err(self.error(MISSING_OPERATOR.to_owned(), self.next));
        }
        let at = self.chars[start].0;
        if !first.is_lowercase() {
            return Ok(What::Name(Leaf { text, at }));
        }
        let text = text.replace('\u{2019}', "'");
        if let Some(offset) = text.chars().position(|char| !is_word_char(char)) {
            let message = format!(
                "`{text}` starts like a word (a group, type, keyword or colour), which is lower case throughout; a card name starts with a capital"
            );
            return Err(self.error(message, start + offset));
        }
        Ok(What::Word(Leaf { text: text.split_whitespace().collect::<Vec<_>>().join(" "), at }))
    }
}

const fn is_operator(char: char) -> bool {
    matches!(char, '&' | '|' | '~' | '(' | ')')
}

fn is_word_char(char: char) -> bool {
    char.is_lowercase() || char.is_numeric() || matches!(char, ' ' | '\'' | '-' | '_')
}

/// Whether a text can name a group: what the grammar reads as one word.
pub fn is_word(text: &str) -> bool {
    text.starts_with(char::is_lowercase)
        && text.chars().all(is_word_char)
        && !text.ends_with(' ')
        && !text.contains("  ")
}

/// One part as it is; several as an `And` or an `Or` without another of its kind inside.
fn join(parts: Vec<What>, all: bool) -> What {
    let mut flat = Vec::with_capacity(parts.len());
    for part in parts {
        match part {
            What::And(inner) if all => flat.extend(inner),
            What::Or(inner) if !all => flat.extend(inner),
            other => flat.push(other),
        }
    }
    if flat.len() == 1 {
        return flat.remove(0);
    }
    if all { What::And(flat) } else { What::Or(flat) }
}
