//! Tests that run other programs: rustc on programs with mistakes, the assembly of formulas,
//! rust-analyzer, a build for a target without `std`, printed formulas in their languages, pictures
//! in a browser, clippy on what a user writes; and rules for the sources.

mod analyzer;
mod browser;
mod circles;
mod codegen;
mod editions;
mod editor;
mod jax;
mod names;
mod no_std_target;
mod printed_formulas;
mod random_types;
mod sources;
mod ui;
mod user_lints;

/// Code shared with the tests of the public interface.
#[allow(dead_code, reason = "not all of it is needed here")]
#[path = "../support"]
mod support {
    pub(crate) mod pictures;
}

use std::fmt::Display;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Tells that a test checks nothing here, and why, also where the output of tests that pass is
/// captured. `.ci/run` counts these lines.
pub(crate) fn skip(reason: impl Display) {
    let _ = writeln!(std::io::stderr().lock(), "\nskipped test: {reason}");
}

/// The line that `rustc --version` prints, of the compiler that cargo uses.
pub(crate) fn rustc_version() -> String {
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let output = Command::new(rustc).arg("--version").output().unwrap();
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

/// The target folder of packages that tests write: what they depend on is built once.
pub(crate) fn target_of_packages() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("packages")
}
