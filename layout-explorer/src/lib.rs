//! The layout explorer: answers the questions of its page with the same crates as everything
//! else.
//!
//! The page contains no rule of layouts. It sends a question and shows the answer, JSON text:
//! [`answer()`]. An [`Audit`](audit::Audit) reads a dump in pieces.

pub mod answer;
pub mod audit;
mod cell;
#[cfg(target_family = "wasm")]
mod exports;
mod sharding;
mod steps;

pub use answer::answer;
