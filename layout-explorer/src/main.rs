//! Builds the page: `cargo run --release -p layout-explorer -- page.html`.
//!
//! The crate is compiled to wasm for 64-bit memory where the toolchain can (nightly with its
//! sources), and for 32-bit memory. Both, the style and the scripts become one file, whose content
//! security policy names its script by hash.

use std::error::Error;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{env, fs};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

const PAGE: &str = include_str!("../page/index.html");
const STYLE: &str = include_str!("../page/style.css");
const WASM: &str = include_str!("../page/wasm.js");
const WORKER: &str = include_str!("../page/worker.js");
const SCRIPT: &str = include_str!("../page/explorer.js");

fn main() -> ExitCode {
    let Some(path) = env::args_os().nth(1) else {
        eprintln!("usage: layout-explorer PAGE.html");
        return ExitCode::from(2);
    };
    match page().and_then(|page| Ok(fs::write(&path, page)?)) {
        Ok(()) => {
            println!("{}", path.display());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn page() -> Result<String, Box<dyn Error>> {
    let wasm32 = compile("wasm32-unknown-unknown", false).ok_or(
        "the target wasm32-unknown-unknown does not compile; \
         `rustup target add wasm32-unknown-unknown` adds it",
    )?;
    let wasm64 = compile("wasm64-unknown-unknown", true).unwrap_or_else(|| {
        eprintln!(
            "note: without the 64-bit version, which needs \
             `rustup toolchain install nightly --component rust-src`: the page refuses buffers \
             of 2 GiB and more"
        );
        Vec::new()
    });
    let script = format!("{WASM}{SCRIPT}");
    let hash = STANDARD.encode(Sha256::digest(&script));
    let policy = format!(
        "default-src 'none'; script-src 'sha256-{hash}' 'wasm-unsafe-eval' blob:; \
         worker-src blob:; style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; \
         form-action 'none'"
    );
    // The parts hold no braces of this form, and none holds the end of a script.
    let mut page = PAGE.to_owned();
    for (name, part) in [
        ("policy", policy),
        ("style", STYLE.into()),
        ("wasm64", packed(&wasm64)?),
        ("wasm32", packed(&wasm32)?),
        ("worker", format!("{WASM}{WORKER}")),
        ("script", script),
    ] {
        page = page.replacen(&format!("{{{{{name}}}}}"), &part, 1);
    }
    Ok(page)
}

/// A part as text: compressed, then in base 64. Nothing stays nothing.
fn packed(part: &[u8]) -> Result<String, Box<dyn Error>> {
    if part.is_empty() {
        return Ok(String::new());
    }
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(part)?;
    Ok(STANDARD.encode(encoder.finish()?))
}

/// The library as wasm, optimised for size; `None` where it does not compile.
fn compile(target: &str, with_std: bool) -> Option<Vec<u8>> {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
    let folder = env::var_os("CARGO_TARGET_DIR").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../target"),
        PathBuf::from,
    );
    let folder = folder.join("explorer");
    let mut cargo = match with_std {
        // The environment of this program's toolchain would choose that one again.
        true => {
            let mut cargo = Command::new("cargo");
            cargo.arg("+nightly").env_remove("RUSTUP_TOOLCHAIN");
            cargo.env_remove("CARGO").env_remove("RUSTC");
            cargo
        }
        false => Command::new(env::var_os("CARGO").unwrap_or("cargo".into())),
    };
    cargo.args(["build", "--release", "--lib", "--target", target]);
    cargo.arg("--manifest-path").arg(manifest);
    cargo.arg("--target-dir").arg(&folder);
    if with_std {
        cargo.args(["-Z", "build-std=std,panic_abort", "--quiet"]);
    }
    cargo.env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "z");
    cargo.env("CARGO_PROFILE_RELEASE_LTO", "fat");
    cargo.env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "1");
    cargo.env("CARGO_PROFILE_RELEASE_PANIC", "abort");
    cargo.env("CARGO_PROFILE_RELEASE_STRIP", "symbols");
    if with_std {
        cargo.stderr(std::process::Stdio::null());
    }
    if !cargo.status().ok()?.success() {
        return None;
    }
    fs::read(folder.join(target).join("release/layout_explorer.wasm")).ok()
}
