//! What must hold of the rules in every position, each against an independent reckoning by brute force.

mod board;
mod damage;
mod payment;
mod produce;
mod replacement;
