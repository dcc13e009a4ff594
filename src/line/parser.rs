//! Text -> [`Expr`], with Python's precedences, checking kinds on the way.

use crate::error::{Error, Result};

use super::expr::{
    AND, Arithmetic, COMPARISON, Comparison, Counter, Expr, Kind, NOT, OR, Place, SUM, UNARY, Zone,
};
use super::lexer::{Token, tokens};
use super::what::{Leaf, What};
use super::{fault, nearest};

/// How deep an expression may nest: no text can exhaust the stack.
const MAX_DEPTH: usize = 100;
/// How long an expression may be, in characters.
const MAX_LENGTH: usize = 10_000;

const METHODS: [&str; 4] = ["count", "has", "types", "max"];
const FUNCTIONS: [&str; 3] = ["casts", "castable", "ever"];

pub(super) fn parse(text: &str, is_card: &dyn Fn(&str) -> bool) -> Result<Expr> {
    let length = text.chars().count();
    if length > MAX_LENGTH {
        let shown: String = text.chars().take(40).collect();
        return Err(fault(format!("{length} characters, more than {MAX_LENGTH}"), &format!("{shown}..."), 0));
    }
    let mut parser = Parser { text, tokens: tokens(text)?, next: 0, is_card };
    let whole = parser.binary(OR, 0)?;
    match parser.peek() {
        Token::End => Ok(whole.expr),
        Token::Symbol(")") => Err(parser.here("a `)` without its `(`".to_owned())),
        found => Err(parser.here(format!("an operator is missing before {}", describe(found)))),
    }
}

/// A part of the text that has been read: where it starts, and how high its tree is.
struct Read {
    expr: Expr,
    start: usize,
    height: usize,
}

struct Parser<'a> {
    text: &'a str,
    tokens: Vec<(Token, usize)>,
    next: usize,
    is_card: &'a dyn Fn(&str) -> bool,
}

/// A binary operator.
#[derive(Clone, Copy)]
enum Operator {
    Or,
    And,
    Compare(Comparison),
    Arithmetic(Arithmetic),
}

impl Operator {
    const fn precedence(self) -> u8 {
        match self {
            Self::Or => OR,
            Self::And => AND,
            Self::Compare(_) => COMPARISON,
            Self::Arithmetic(operation) => operation.precedence(),
        }
    }
}

impl Parser<'_> {
    fn peek(&self) -> &Token {
        // The last token is `End`, and nothing steps over it.
        &self.tokens[self.next].0
    }

    fn position(&self) -> usize {
        self.tokens[self.next].1
    }

    fn step(&mut self) {
        if self.next + 1 < self.tokens.len() {
            self.next += 1;
        }
    }

    fn at(&self, message: String, position: usize) -> Error {
        fault(message, self.text, position)
    }

    fn here(&self, message: String) -> Error {
        self.at(message, self.position())
    }

    fn eat(&mut self, symbol: &str) -> bool {
        let found = matches!(self.peek(), Token::Symbol(found) if *found == symbol);
        if found {
            self.step();
        }
        found
    }

    fn expect(&mut self, symbol: &str, after: &str) -> Result<()> {
        if self.eat(symbol) {
            return Ok(());
        }
        Err(self.here(format!("`{symbol}` must follow {after}, not {}", describe(self.peek()))))
    }

    fn operator(&self) -> Option<Operator> {
        Some(match self.peek() {
            Token::Name(name) if name == "or" => Operator::Or,
            Token::Name(name) if name == "and" => Operator::And,
            Token::Symbol(symbol) => match *symbol {
                "==" => Operator::Compare(Comparison::Equal),
                "!=" => Operator::Compare(Comparison::Unequal),
                "<" => Operator::Compare(Comparison::Less),
                "<=" => Operator::Compare(Comparison::AtMost),
                ">" => Operator::Compare(Comparison::Greater),
                ">=" => Operator::Compare(Comparison::AtLeast),
                "+" => Operator::Arithmetic(Arithmetic::Add),
                "-" => Operator::Arithmetic(Arithmetic::Subtract),
                "*" => Operator::Arithmetic(Arithmetic::Multiply),
                "//" => Operator::Arithmetic(Arithmetic::Divide),
                _ => return None,
            },
            _ => return None,
        })
    }

    /// Everything that binds at least as strongly as `least`.
    fn binary(&mut self, least: u8, depth: usize) -> Result<Read> {
        let mut left = self.prefix(least, depth)?;
        while let Some(operator) = self.operator() {
            if operator.precedence() < least {
                break;
            }
            let at = self.position();
            self.step();
            left = match operator {
                Operator::Or => self.join(left, false, depth)?,
                Operator::And => self.join(left, true, depth)?,
                Operator::Compare(comparison) => self.compare(left, comparison, at, depth)?,
                Operator::Arithmetic(operation) => self.arithmetic(left, operation, depth)?,
            };
        }
        if matches!(self.peek(), Token::Symbol("=")) {
            return Err(self.here("`=` compares nothing: write `==`".to_owned()));
        }
        Ok(left)
    }

    /// `left and ...` or `left or ...`, made flat: many conditions in a row nest no deeper than two.
    fn join(&mut self, left: Read, all: bool, depth: usize) -> Result<Read> {
        let right = self.binary(if all { NOT } else { AND }, depth + 1)?;
        let start = left.start;
        let mut height = 0;
        let mut parts = Vec::new();
        for part in [left, right] {
            self.want(&part, Kind::Bool, if all { "`and` joins" } else { "`or` joins" })?;
            match part.expr {
                Expr::And(inner) if all => {
                    height = height.max(part.height);
                    parts.extend(inner);
                }
                Expr::Or(inner) if !all => {
                    height = height.max(part.height);
                    parts.extend(inner);
                }
                other => {
                    height = height.max(part.height + 1);
                    parts.push(other);
                }
            }
        }
        let expr = if all { Expr::And(parts) } else { Expr::Or(parts) };
        self.checked(expr, start, height)
    }

    /// A chain of comparisons, of which `left` and the first sign have been read.
    fn compare(&mut self, left: Read, first: Comparison, at: usize, depth: usize) -> Result<Read> {
        let mut height = left.height;
        let mut kind = left.expr.kind();
        let mut rest = Vec::new();
        let mut next = (first, at);
        loop {
            let (comparison, at) = next;
            let right = self.binary(SUM, depth + 1)?;
            if right.expr.kind() != kind {
                let message = "a number is compared with a condition";
                return Err(self.at(message.to_owned(), at));
            }
            if kind == Kind::Bool && comparison.is_ordering() {
                let message = "conditions have no order: compare them with `==` or `!=`";
                return Err(self.at(message.to_owned(), at));
            }
            kind = right.expr.kind();
            height = height.max(right.height);
            rest.push((comparison, right.expr));
            let Some(Operator::Compare(comparison)) = self.operator() else { break };
            next = (comparison, self.position());
            self.step();
        }
        self.checked(Expr::Compare(Box::new(left.expr), rest), left.start, height + 1)
    }

    fn arithmetic(&mut self, left: Read, operation: Arithmetic, depth: usize) -> Result<Read> {
        let right = self.binary(operation.precedence() + 1, depth + 1)?;
        for part in [&left, &right] {
            self.want(part, Kind::Int, "arithmetic takes")?;
        }
        if operation == Arithmetic::Divide && right.expr == Expr::Int(0) {
            return Err(self.at("division by zero".to_owned(), right.start));
        }
        let height = left.height.max(right.height) + 1;
        let expr = Expr::Arithmetic(operation, Box::new(left.expr), Box::new(right.expr));
        self.checked(expr, left.start, height)
    }

    fn checked(&self, expr: Expr, start: usize, height: usize) -> Result<Read> {
        if height > MAX_DEPTH { Err(self.too_deep(start)) } else { Ok(Read { expr, start, height }) }
    }

    fn too_deep(&self, position: usize) -> Error {
        self.at(format!("nested more than {MAX_DEPTH} deep"), position)
    }

    /// `why` is what asks for that kind: "`and` joins", "arithmetic takes".
    fn want(&self, read: &Read, kind: Kind, why: &str) -> Result<()> {
        if read.expr.kind() == kind {
            return Ok(());
        }
        let message = match kind {
            Kind::Bool => {
                format!("{why} conditions, and this is a number: compare it, for instance with `>= 1`")
            }
            Kind::Int => format!("{why} numbers, and this is a condition"),
        };
        Err(self.at(message, read.start))
    }

    fn prefix(&mut self, least: u8, depth: usize) -> Result<Read> {
        let start = self.position();
        if depth > MAX_DEPTH {
            return Err(self.too_deep(start));
        }
        match self.peek().clone() {
            Token::Name(name) if name == "not" => {
                if least > NOT {
                    return Err(self.here("`not` needs parentheses here: `(not ...)`".to_owned()));
                }
                self.step();
                let inner = self.binary(NOT, depth + 1)?;
                self.want(&inner, Kind::Bool, "`not` turns")?;
                self.checked(Expr::Not(Box::new(inner.expr)), start, inner.height + 1)
            }
            Token::Symbol("-") => {
                self.step();
                if let Token::Number(number) = *self.peek() {
                    self.step();
                    // At most 2^31, so that its negative is an `i32`.
                    return self.checked(Expr::Int(0i32.wrapping_sub_unsigned(number)), start, 0);
                }
                let inner = self.binary(UNARY, depth + 1)?;
                self.want(&inner, Kind::Int, "`-` turns")?;
                match inner.expr {
                    Expr::Int(number) if number >= 0 => self.checked(Expr::Int(-number), start, 0),
                    other => self.checked(Expr::Negate(Box::new(other)), start, inner.height + 1),
                }
            }
            Token::Number(number) => {
                self.step();
                match i32::try_from(number) {
                    Ok(number) => self.checked(Expr::Int(number), start, 0),
                    Err(_) => Err(self.at(format!("a number over {}", i32::MAX), start)),
                }
            }
            Token::Symbol("(") => {
                self.step();
                let inner = self.binary(OR, depth + 1)?;
                if !self.eat(")") {
                    return Err(self.unclosed(start));
                }
                Ok(Read { start, ..inner })
            }
            Token::Name(name) => self.named(&name, start, depth),
            Token::Text(_) => {
                let message = "a text stands alone: it belongs into `zone.count('...')` or the like";
                Err(self.here(message.to_owned()))
            }
            found => Err(self.here(format!("a value is missing before {}", describe(&found)))),
        }
    }

    /// What begins with a name: a zone, a counter, a function or a constant.
    fn named(&mut self, name: &str, start: usize, depth: usize) -> Result<Read> {
        self.step();
        let expr = match name {
            "true" | "True" => Expr::Bool(true),
            "false" | "False" => Expr::Bool(false),
            "ever" => {
                self.expect("(", "`ever`")?;
                let open = self.tokens[self.next - 1].1;
                let inner = self.binary(OR, depth + 1)?;
                self.want(&inner, Kind::Bool, "`ever` remembers")?;
                if !self.eat(")") {
                    return Err(self.unclosed(open));
                }
                return self.checked(Expr::Ever(Box::new(inner.expr)), start, inner.height + 1);
            }
            "casts" | "castable" => {
                self.expect("(", &format!("`{name}`"))?;
                let what = self.what(name)?;
                let via = self.via()?;
                self.expect(")", "what is asked for")?;
                if name == "casts" { Expr::Casts(what, via) } else { Expr::Castable(what, via) }
            }
            "opponent" => {
                self.expect(".", "`opponent`")?;
                let at = self.position();
                let Token::Name(inner) = self.peek().clone() else {
                    return Err(self.here("a zone, `life` or `milled` must follow `opponent.`".to_owned()));
                };
                self.step();
                match inner.as_str() {
                    "life" => Expr::Counter(Counter::OpponentLife),
                    "milled" => Expr::Counter(Counter::OpponentMilled),
                    "opening" => {
                        let message = "`opening` is your hand as kept; the opponent's is not known";
                        return Err(self.at(message.to_owned(), at));
                    }
                    _ => match zone(&inner) {
                        Some(zone) => self.method(Place::Opponent(zone))?,
                        None => return Err(self.unknown(&inner, at, &opponent_names())),
                    },
                }
            }
            _ => {
                if let Some(zone) = zone(name) {
                    self.method(Place::You(zone))?
                } else if let Some(counter) = Counter::ALL.iter().find(|counter| counter.name() == name) {
                    Expr::Counter(*counter)
                } else {
                    return Err(self.unknown(name, start, &top_names()));
                }
            }
        };
        self.checked(expr, start, 0)
    }

    /// `.count(...)`, `.has(...)`, `.types()` or `.max(...)` behind a zone.
    fn method(&mut self, place: Place) -> Result<Expr> {
        if !self.eat(".") {
            let message = format!(
                "`{place}` is a zone: ask it for `.count()`, `.count('...')`, `.has('...')`, `.types()` or `.max('dredge')`"
            );
            return Err(self.here(message));
        }
        let at = self.position();
        let name = match self.peek() {
            Token::Name(name) => name.clone(),
            found => {
                let message = format!(
                    "`count`, `has`, `types` or `max` must follow the point, not {}",
                    describe(found)
                );
                return Err(self.here(message));
            }
        };
        if !METHODS.contains(&name.as_str()) {
            return Err(self.unknown(&name, at, &METHODS));
        }
        self.step();
        self.expect("(", &format!("`{name}`"))?;
        let expr = match name.as_str() {
            "count" if matches!(self.peek(), Token::Symbol(")")) => Expr::Count(place, None),
            "count" => Expr::Count(place, Some(self.what("count")?)),
            "has" => Expr::Has(place, self.what("has")?),
            "max" => {
                let at = self.position();
                match self.what("max")? {
                    What::Word(keyword) => Expr::Max(place, keyword),
                    _ => return Err(self.at("`max` takes one keyword, such as 'dredge'".to_owned(), at)),
                }
            }
            _ => Expr::Types(place),
        };
        self.expect(")", &format!("what `{name}` takes"))?;
        Ok(expr)
    }

    /// A text in quotes that says which cards.
    fn what(&mut self, function: &str) -> Result<What> {
        let Token::Text(chars) = self.peek().clone() else {
            let message = match self.peek() {
                Token::Name(name) => format!("what `{function}` takes stands in quotes: '{name}'"),
                _ => format!("`{function}` takes a text in quotes, such as 'creature'"),
            };
            return Err(self.here(message));
        };
        if chars.iter().all(|(_, char)| char.is_whitespace()) {
            return Err(self.here("an empty text names no card".to_owned()));
        }
        self.step();
        What::parse_chars(&chars, self.text, self.is_card)
    }

    /// `, via='flashback'` where it stands.
    fn via(&mut self) -> Result<Option<Leaf>> {
        if !self.eat(",") {
            return Ok(None);
        }
        if matches!(self.peek(), Token::Name(name) if name == "via") {
            self.step();
            self.expect("=", "`via`")?;
        }
        if matches!(self.peek(), Token::Name(name) if name == "None") {
            self.step();
            return Ok(None);
        }
        let at = self.position();
        match self.what("via")? {
            What::Word(via) | What::Name(via) => Ok(Some(via)),
            _ => Err(self.at("`via` takes one way, such as 'flashback'".to_owned(), at)),
        }
    }

    fn unclosed(&self, open: usize) -> Error {
        match self.peek() {
            Token::End => self.at("this `(` is never closed".to_owned(), open),
            found => self.here(format!("an operator or `)` is missing before {}", describe(found))),
        }
    }

    fn unknown(&self, name: &str, position: usize, known: &[&str]) -> Error {
        let message = match nearest(name, known) {
            Some(nearest) => format!("`{name}` is not known here; did you mean `{nearest}`?"),
            None => format!("`{name}` is not known here; known are {}", known.join(", ")),
        };
        self.at(message, position)
    }
}

fn zone(name: &str) -> Option<Zone> {
    Zone::ALL.into_iter().find(|zone| zone.name() == name)
}

/// What may stand where a value begins.
fn top_names() -> Vec<&'static str> {
    let zones = Zone::ALL.iter().map(|zone| zone.name());
    let counters = Counter::ALL.iter().map(|counter| counter.name());
    zones.chain(counters.filter(|name| !name.contains('.'))).chain(["opponent"]).chain(FUNCTIONS).collect()
}

/// What may stand behind `opponent.`.
fn opponent_names() -> Vec<&'static str> {
    let zones = Zone::ALL.iter().filter(|&&zone| zone != Zone::Opening);
    zones.map(|zone| zone.name()).chain(["life", "milled"]).collect()
}

fn describe(token: &Token) -> String {
    match token {
        Token::Name(name) => format!("`{name}`"),
        Token::Number(number) => format!("`{number}`"),
        Token::Text(chars) => {
            let text: String = chars.iter().map(|&(_, char)| char).collect();
            format!("'{text}'")
        }
        Token::Symbol(symbol) => format!("`{symbol}`"),
        Token::End => "the end".to_owned(),
    }
}
