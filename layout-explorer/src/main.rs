//! Builds the page: `cargo run --release -p layout-explorer -- page.html`.
//!
//! The crate is compiled to wasm for 64-bit and for 32-bit memory. Both modules, the style
//! sheet and the scripts become one file, whose content security policy names its script by
//! hash.
//!
//! The 64-bit version needs a nightly toolchain with the sources of the standard library, which
//! is then compiled, too: for size, and without panic messages. Without a nightly toolchain,
//! this toolchain compiles the 32-bit version alone, which is larger.

use std::error::Error;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::{env, fs};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use lzma_rust2::{LzmaOptions, LzmaWriter};
use sha2::{Digest, Sha256};

const PAGE: &str = include_str!("../page/index.html");
const STYLE: &str = include_str!("../page/style.css");
const ELEMENTS: &str = include_str!("../page/elements.js");
const ADDRESS: &str = include_str!("../page/address.js");
const ANATOMY: &str = include_str!("../page/anatomy.js");
const AUDIT: &str = include_str!("../page/audit.js");
const LZMA: &str = include_str!("../page/lzma.js");
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
    let wasm32 = compile("wasm32-unknown-unknown", Toolchain::Nightly)
        .or_else(|| compile("wasm32-unknown-unknown", Toolchain::This))
        .ok_or(
            "the target wasm32-unknown-unknown does not compile; \
             `rustup target add wasm32-unknown-unknown` adds it",
        )?;
    let wasm64 = compile("wasm64-unknown-unknown", Toolchain::Nightly).unwrap_or_else(|| {
        eprintln!(
            "note: without the 64-bit version, which needs \
             `rustup toolchain install nightly --component rust-src`: the page refuses buffers \
             of 2 GiB and more"
        );
        Vec::new()
    });
    let script = format!("{LZMA}{WASM}{ELEMENTS}{ADDRESS}{ANATOMY}{AUDIT}{SCRIPT}");
    let hash = STANDARD.encode(Sha256::digest(&script));
    let policy = format!(
        "default-src 'none'; script-src 'sha256-{hash}' 'wasm-unsafe-eval' blob:; \
         worker-src blob:; style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; \
         form-action 'none'"
    );
    // No part contains braces of this form, or the end of a script.
    let mut page = PAGE.to_owned();
    for (name, part) in [
        ("policy", policy),
        ("style", STYLE.into()),
        ("modules", packed(&wasm64, &wasm32)?),
        ("worker", format!("{WASM}{WORKER}")),
        ("script", script),
    ] {
        page = page.replacen(&format!("{{{{{name}}}}}"), &part, 1);
    }
    Ok(page)
}

/// The modules as text: their sizes, and both, compressed and in base 64.
///
/// LZMA is a fifth smaller than what browsers decompress themselves, and smaller by another tenth
/// for both modules in one stream; `lzma.js` reads it.
fn packed(wasm64: &[u8], wasm32: &[u8]) -> Result<String, Box<dyn Error>> {
    let options = LzmaOptions {
        lc: 4,
        lp: 0,
        pb: 0,
        nice_len: LzmaOptions::NICE_LEN_MAX,
        depth_limit: 1000,
        ..LzmaOptions::with_preset(9)
    };
    let mut writer = LzmaWriter::new_no_header(Vec::new(), &options, false)?;
    writer.write_all(wasm64)?;
    writer.write_all(wasm32)?;
    let modules = STANDARD.encode(writer.finish()?);
    Ok(format!("{} {} {modules}", wasm64.len(), wasm32.len()))
}

/// The toolchain that compiles the library.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Toolchain {
    /// The toolchain of this program.
    This,
    /// The nightly toolchain, which also compiles the standard library.
    Nightly,
}

/// The library as wasm, optimised for size; `None` if it does not compile.
fn compile(target: &str, toolchain: Toolchain) -> Option<Vec<u8>> {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| package.join("../target"), PathBuf::from)
        .join("explorer");
    let mut cargo = match toolchain {
        Toolchain::This => Command::new(env::var_os("CARGO").unwrap_or("cargo".into())),
        Toolchain::Nightly => {
            let mut cargo = Command::new("cargo");
            cargo.args(["+nightly", "--quiet"]);
            cargo.args(["-Z", "build-std=std,panic_abort"]);
            cargo.args(["-Z", "build-std-features=optimize_for_size"]);
            cargo.env(
                "RUSTFLAGS",
                "-Zunstable-options -Cpanic=immediate-abort -Zlocation-detail=none",
            );
            // These variables of this program's toolchain would select it again.
            for name in [
                "RUSTUP_TOOLCHAIN",
                "CARGO",
                "RUSTC",
                "CARGO_ENCODED_RUSTFLAGS",
            ] {
                cargo.env_remove(name);
            }
            cargo.stderr(Stdio::null());
            cargo
        }
    };
    cargo.args(["build", "--release", "--lib", "--target", target]);
    cargo.arg("--manifest-path").arg(package.join("Cargo.toml"));
    cargo.arg("--target-dir").arg(&folder);
    for (name, value) in [
        ("OPT_LEVEL", "z"),
        ("LTO", "fat"),
        ("CODEGEN_UNITS", "1"),
        ("PANIC", "abort"),
        ("STRIP", "symbols"),
    ] {
        cargo.env(format!("CARGO_PROFILE_RELEASE_{name}"), value);
    }
    if !cargo.status().ok()?.success() {
        return None;
    }
    fs::read(folder.join(target).join("release/layout_explorer.wasm")).ok()
}
