//! Without features, `tiled-layout-core`, `tiled-layout-runtime` and `tiled-layout` build for a target that has no `std`.

use std::path::Path;
use std::process::Command;

const TARGET: &str = "thumbv7em-none-eabi";

/// True if the target's `core` is installed or can be downloaded.
fn target_is_here() -> bool {
    let installed = || {
        let rustc = std::env::var("RUSTC").unwrap_or("rustc".into());
        let rustc = Command::new(rustc)
            .args(["--print", "target-libdir", "--target", TARGET])
            .output();
        let Ok(rustc) = rustc else { return false };
        let folder = String::from_utf8_lossy(&rustc.stdout).trim().to_string();
        let Ok(mut files) = Path::new(&folder).read_dir() else {
            return false;
        };
        files.any(|f| f.is_ok_and(|f| f.file_name().to_string_lossy().starts_with("libcore")))
    };
    let add = || {
        let added = Command::new("rustup")
            .args(["target", "add", TARGET])
            .output();
        added.is_ok_and(|added| added.status.success())
    };
    installed() || (add() && installed())
}

#[test]
fn builds_without_std() {
    if !target_is_here() {
        return crate::skip(format!(
            "the target {TARGET} is not installed and can't be added"
        ));
    }
    for package in ["tiled-layout-core", "tiled-layout-runtime", "tiled-layout"] {
        let output = Command::new(env!("CARGO"))
            .args([
                "build",
                "--offline",
                "--no-default-features",
                "--target",
                TARGET,
            ])
            .args(["--package", package])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .env(
                "CARGO_TARGET_DIR",
                Path::new(env!("CARGO_TARGET_TMPDIR")).join("no-std"),
            )
            .output()
            .unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.success(),
            "{package} does not build for {TARGET}:\n{errors}"
        );
    }
}
