//! Tests that run other programs: rustc on programs with mistakes, the assembly of formulas,
//! rust-analyzer, and a build for a target without `std`.

mod analyzer;
mod codegen;
mod no_std_target;
mod ui;
