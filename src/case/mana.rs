//! Mana as a case writes it: floating mana, and the mana part of a cost.

use std::fmt;

use crate::mana::{Cost, Mana, Symbol};

/// Floating mana: how much of each type, in the order of [`Mana::ALL`]. A number in a case is so much colourless mana.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Pool(pub [u32; 6]);

impl Pool {
    /// How much there is of a type.
    pub const fn of(&self, mana: Mana) -> u32 {
        self.0[mana as usize]
    }

    /// Reads `{U}{U}{2}`; nothing is no mana.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let bill = Bill::read(text)?;
        let mut pool = Self::default();
        pool.0[Mana::Colourless as usize] = bill.generic;
        for symbol in &bill.symbols {
            match symbol {
                Symbol::One(mana) => pool.0[*mana as usize] += 1,
                other => {
                    return Err(format!(
                        "`{other}` is no mana that can float: write W, U, B, R, G, C or a number"
                    ));
                }
            }
        }
        Ok(pool)
    }
}

/// As symbols, colours first; nothing for no mana, and a number for much colourless mana.
impl fmt::Display for Pool {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (mana, number) in Mana::ALL.into_iter().zip(self.0) {
            if mana == Mana::Colourless && number > 9 {
                write!(out, "{{{number}}}")?;
                continue;
            }
            for _ in 0..number {
                write!(out, "{{{}}}", mana.letter())?;
            }
        }
        Ok(())
    }
}

/// The mana part of a cost: symbols in no order, and generic mana as one number.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Bill {
    generic: u32,
    /// Sorted by their text, so that equal bills are equal.
    symbols: Vec<Symbol>,
}

impl Bill {
    /// So much generic mana, and these symbols, among which generic ones count as well.
    pub fn new(generic: u32, symbols: impl IntoIterator<Item = Symbol>) -> Self {
        let mut bill = Self { generic, symbols: Vec::new() };
        for symbol in symbols {
            match symbol {
                Symbol::Generic(number) => bill.generic = bill.generic.saturating_add(u32::from(number)),
                Symbol::Million => bill.generic = bill.generic.saturating_add(1_000_000),
                Symbol::Hybrid(one, other) => {
                    bill.symbols.push(Symbol::Hybrid(one.min(other), one.max(other)));
                }
                other => bill.symbols.push(other),
            }
        }
        bill.symbols.sort_by_cached_key(ToString::to_string);
        bill
    }

    /// Reads `{2}{U}{U}`; nothing and `{0}` are no mana.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let mut generic = 0_u32;
        let mut symbols = Vec::new();
        let mut rest = text;
        while !rest.is_empty() {
            // One symbol at a time, for a pool may hold more of them than a cost.
            let end = rest.find('}').map_or(rest.len(), |end| end + 1);
            let (symbol, after) = rest.split_at(end);
            let inside = symbol.strip_prefix('{').and_then(|symbol| symbol.strip_suffix('}'));
            let number = inside.filter(|inside| inside.bytes().all(|byte| byte.is_ascii_digit()));
            if let Some(number) = number.and_then(|number| number.parse::<u16>().ok()) {
                generic = generic.saturating_add(u32::from(number));
            } else if let Ok(cost) = symbol.parse::<Cost>() {
                symbols.extend_from_slice(cost.symbols());
            } else {
                let symbol = symbol.escape_debug();
                return Err(format!("`{symbol}` is no mana symbol; write it like \"{{2}}{{U}}{{U}}\""));
            }
            rest = after;
        }
        Ok(Self::new(generic, symbols))
    }
}

/// As it would be printed: `{2}{U}{U}`, or `{0}`.
impl fmt::Display for Bill {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.generic > 0 || self.symbols.is_empty() {
            write!(out, "{{{}}}", self.generic)?;
        }
        self.symbols.iter().try_for_each(|symbol| write!(out, "{symbol}"))
    }
}
