//! The layout explorer: what its page asks, answered by the crates that everything else uses.
//!
//! The page holds no rule of layouts. It sends a question and shows the answer, JSON text:
//! [`answer()`]. A dump is read in pieces by an [`Audit`](audit::Audit).

pub mod answer;
pub mod audit;
mod cell;
#[cfg(target_family = "wasm")]
mod exports;

pub use answer::answer;
