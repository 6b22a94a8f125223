//! What the compiler says to mistakes: programs, and the errors that rustc 1.95 prints for them.
//! `fixtures/ui` has mistakes in layouts, `programs` methods and modules of features that are off.
//! They are a separate package, since Cargo compiles `tiled-layout` once, with the features of all
//! packages that it builds.
//!
//! `TRYBUILD=overwrite cargo test -p compile-errors` writes the `.stderr` files anew; read them.

#![cfg(not(miri))]

use std::io::Write;
use std::process::Command;

use trybuild::TestCases;

/// The compiler that printed the `.stderr` files.
const TOOLCHAIN: &str = "rustc 1.95.";

/// Compares the errors of the programs in folders. With another compiler, nothing is compared.
fn compare(cases: TestCases, folders: &[&str]) {
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let output = Command::new(rustc).arg("--version").output().unwrap();
    let version = String::from_utf8(output.stdout).unwrap();
    if !version.starts_with(TOOLCHAIN) {
        let _ = writeln!(
            std::io::stderr().lock(),
            "\nskipped test: the errors are those of {TOOLCHAIN}x, this is {version}"
        );
        return;
    }
    for folder in folders {
        cases.compile_fail(format!("{folder}/*.rs"));
    }
}

#[test]
fn golden_files() {
    let folders = [
        "fixtures/ui/bounds",
        "fixtures/ui/chapter",
        "fixtures/ui/names",
        "fixtures/ui/partial",
        "fixtures/ui/silent",
        "fixtures/ui/text",
        "fixtures/ui/uses",
        "programs",
    ];
    compare(TestCases::new(), &folders);
}

/// A program that compiles makes trybuild build all of them, one by one, rather than check them
/// together: these mistakes are found when values of constants are computed.
#[test]
fn golden_files_of_values() {
    let cases = TestCases::new();
    cases.pass("fixtures/ui/legal.rs");
    compare(cases, &["fixtures/ui/values"]);
}
