//! Clippy does not warn of a user's functions that return the errors of this crate.

use std::fs;
use std::path::Path;
use std::process::Command;

const LIBRARY: &str = "\
use tiled_layout::{
    Layout, LayoutError, ParseError, RegionError, CopyError, CopyPlan, View, ViewError,
};

pub fn read(text: &str) -> Result<Layout, ParseError> {
    Layout::parse(text)
}

pub fn rows(layout: &Layout) -> Result<Layout, LayoutError> {
    layout.with_minor_to_major(&[1, 0])
}

pub fn corner(view: View<'_, u8, &Layout>) -> Result<u8, RegionError> {
    Ok(view.region((2.., 4..))?.iter().sum())
}

pub fn sum(layout: &Layout, bytes: &[u8]) -> Result<u8, ViewError> {
    Ok(layout.view_bytes::<u8>(bytes)?.iter().sum())
}

pub fn plan(src: &Layout, dst: &Layout) -> Result<CopyPlan, CopyError> {
    CopyPlan::new(src, dst)
}
";

#[test]
fn results_are_small_enough_for_clippy() {
    let clippy = || {
        Command::new(env!("CARGO"))
            .args(["clippy", "--version"])
            .output()
    };
    if !clippy().is_ok_and(|output| output.status.success()) {
        return crate::skip("clippy is not installed");
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let package = Path::new(env!("CARGO_TARGET_TMPDIR")).join("user-lints");
    fs::create_dir_all(package.join("src")).unwrap();
    fs::write(package.join("src/lib.rs"), LIBRARY).unwrap();
    let manifest = format!(
        "[package]\nname = \"user\"\nedition = \"2024\"\n\
         [dependencies]\ntiled-layout = {{ path = {root:?} }}\n[workspace]\n"
    );
    fs::write(package.join("Cargo.toml"), manifest).unwrap();
    let _ = fs::copy(root.join("Cargo.lock"), package.join("Cargo.lock"));
    let output = Command::new(env!("CARGO"))
        .args(["clippy", "--offline", "--", "-D", "warnings"])
        .current_dir(&package)
        .env("CARGO_TARGET_DIR", crate::target_of_packages())
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
}
