//! L4: what a player does, as text: the grammar of `what`, of orders, of expressions and of lines.

pub mod expr;
mod lexer;
pub mod order;
mod parser;
pub mod what;

#[cfg(test)]
mod tests;
