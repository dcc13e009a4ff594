//! The words of an expression, each with its place.

use crate::error::Result;

use super::fault;

/// A word of an expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    /// A name: of a zone, a counter, a function, or `and`, `or`, `not`, `true`, `false`.
    Name(String),
    /// A number without its sign.
    Number(u32),
    /// The characters between quotes, each with its place in the whole text.
    Text(Vec<(usize, char)>),
    /// An operator or a parenthesis.
    Symbol(&'static str),
    /// Where the text ends.
    End,
}

/// Longer symbols first.
const SYMBOLS: [&str; 15] = ["//", "==", "!=", "<=", ">=", "<", ">", "+", "-", "*", "(", ")", ".", ",", "="];

/// What people type who think of another language, and what to write instead.
const FOREIGN: [(&str, &str); 13] = [
    ("&&", "write `and`"),
    ("||", "write `or`"),
    ("<>", "write `!=`"),
    ("**", "powers are not part of expressions; multiply"),
    ("&", "in text write `and` (`&` joins expressions built in Python, and words inside quotes)"),
    ("|", "in text write `or` (`|` joins expressions built in Python, and words inside quotes)"),
    ("~", "in text write `not` (`~` is for expressions built in Python, and inside quotes)"),
    ("!", "write `not`, or `!=` for unequal"),
    ("/", "write `//`; numbers are whole"),
    ("%", "remainders are not part of expressions"),
    ("[", "write parentheses"),
    ("\u{2264}", "write `<=`"),
    ("\u{2265}", "write `>=`"),
];

/// The words of `text`, each with its position; the last is [`Token::End`].
pub(super) fn tokens(text: &str) -> Result<Vec<(Token, usize)>> {
    let chars: Vec<char> = text.chars().collect();
    let mut found = Vec::new();
    let mut next = 0;
    while let Some(&char) = chars.get(next) {
        let start = next;
        if char.is_whitespace() {
            next += 1;
        } else if char.is_alphabetic() || char == '_' {
            next = end_of(&chars, start, |char| char.is_alphanumeric() || char == '_');
            found.push((Token::Name(chars[start..next].iter().collect()), start));
        } else if char.is_ascii_digit() {
            next = end_of(&chars, start, |char| char.is_ascii_digit() || char == '_');
            let digits: String = chars[start..next].iter().filter(|&&char| char != '_').collect();
            if chars.get(next).is_some_and(|&char| char == '.' || char.is_alphabetic()) {
                return Err(fault("numbers are whole, in plain digits".to_owned(), text, start));
            }
            match digits.parse::<u32>() {
                // One more than `i32::MAX` is right behind a minus; the parser sees to that.
                Ok(number) if number <= i32::MAX as u32 + 1 => {
                    found.push((Token::Number(number), start));
                }
                _ => return Err(fault(format!("a number over {}", i32::MAX), text, start)),
            }
        } else if char == '\'' || char == '"' {
            let (inside, after) = match quoted(&chars, start) {
                Ok(read) => read,
                Err((message, position)) => return Err(fault(message, text, position)),
            };
            found.push((Token::Text(inside), start));
            next = after;
        } else if let Some(symbol) = starts(&chars[start..], SYMBOLS.iter().copied())
            .filter(|symbol| !(*symbol == "*" && chars.get(start + 1) == Some(&'*')))
            .filter(|symbol| !(*symbol == "<" && chars.get(start + 1) == Some(&'>')))
        {
            next += symbol.len();
            found.push((Token::Symbol(symbol), start));
        } else {
            let foreign = starts(&chars[start..], FOREIGN.iter().map(|&(symbol, _)| symbol));
            let hint = FOREIGN.iter().find(|&&(symbol, _)| Some(symbol) == foreign);
            let message = match hint {
                Some((symbol, hint)) => format!("`{symbol}` is not used here: {hint}"),
                None if matches!(char, '\u{2018}' | '\u{2019}' | '\u{201c}' | '\u{201d}') => {
                    "curly quotes: write ' or \"".to_owned()
                }
                None => format!("`{}` has no meaning here", char.escape_debug()),
            };
            return Err(fault(message, text, start));
        }
    }
    found.push((Token::End, chars.len()));
    Ok(found)
}

fn end_of(chars: &[char], start: usize, goes_on: impl Fn(char) -> bool) -> usize {
    chars[start..].iter().position(|&char| !goes_on(char)).map_or(chars.len(), |len| start + len)
}

fn starts<'a>(chars: &[char], mut symbols: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    symbols.find(|symbol| {
        let mut rest = chars.iter();
        symbol.chars().all(|wanted| rest.next() == Some(&wanted))
    })
}

/// What was between quotes, and where the text goes on; or a fault and its place.
type Quoted = std::result::Result<(Vec<(usize, char)>, usize), (String, usize)>;

/// Reads a text in quotes that starts at `start`.
fn quoted(chars: &[char], start: usize) -> Quoted {
    let quote = chars[start];
    let mut inside = Vec::new();
    let mut next = start + 1;
    loop {
        match chars.get(next) {
            Some(&char) if char == quote => return Ok((inside, next + 1)),
            Some('\\') => {
                let Some(&escaped @ ('\\' | '\'' | '"')) = chars.get(next + 1) else {
                    let message = "a backslash stands only before a quote or a backslash";
                    return Err((message.to_owned(), next));
                };
                inside.push((next, escaped));
                next += 2;
            }
            Some(&char) => {
                inside.push((next, char));
                next += 1;
            }
            None => return Err((format!("the quote {quote} is never closed"), start)),
        }
    }
}
