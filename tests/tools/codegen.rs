//! The machine code of layouts' formulas, against formulas written by hand.
//!
//! `benches/codegen/lib.rs` has both; `benches/codegen/listing.txt` is what
//! they compile to. `CODEGEN=overwrite` writes it anew.

use std::collections::HashMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use codegen::loops::{LOOPS, Loop};
use codegen::{Pair, pairs};

/// The flags of the listing.
const FLAGS: [&str; 3] = ["opt-level=3", "codegen-units=1", "target-cpu=x86-64"];

/// The greatest number of positions that are compared.
const COMPARED: usize = 20_000;

#[test]
fn formulas_by_hand_give_the_same_positions() {
    for pair in pairs() {
        let elements: usize = pair.dims.iter().product();
        for n in 0..elements.min(COMPARED) {
            // All elements, or some that lie anywhere.
            let mut rest = if elements > COMPARED {
                n.wrapping_mul(0x9E37_79B9_7F4A_7C15) % elements
            } else {
                n
            };
            let mut index = vec![0; pair.dims.len()];
            for (i, dim) in index.iter_mut().zip(pair.dims).rev() {
                (*i, rest) = (rest % dim, rest / dim);
            }
            let (by_crate, by_hand) = ((pair.by_crate)(&index), (pair.by_hand)(&index));
            assert_eq!(by_crate, by_hand, "{} at {index:?}", pair.text);
        }
    }
}

/// The instructions of each function.
type Functions = HashMap<String, Vec<String>>;

#[test]
fn accessors_are_the_arithmetic_written_by_hand() {
    let Some(functions) = compile() else { return };
    let pairs = pairs();
    let mut ratios = Vec::new();
    for Pair { name, .. } in &pairs {
        for what in ["offset", "load"] {
            let function = format!("{name}_{what}");
            let (by_crate, by_hand) = counts(functions, &function);
            straight(&function, &functions[&function]);
            assert!(
                by_crate as f64 <= 1.10 * by_hand as f64,
                "{function}: {by_crate} instructions, {by_hand} by hand"
            );
            ratios.push(by_crate as f64 / by_hand as f64);
        }
        let function = format!("{name}_index");
        let code = &functions[&function];
        let end = code
            .iter()
            .position(|line| line.starts_with("ret"))
            .unwrap();
        no_frame(&function, &code[..=end]);
    }
    ratios.sort_by(f64::total_cmp);
    assert!(ratios[ratios.len() / 2] <= 1.0, "{ratios:?}");

    assert_eq!(functions["constant_offset"], ["movl $17, %eax", "retq"]);
    for function in ["constant_index", "constant_at", "constant_get_unchecked"] {
        assert_eq!(
            functions[function],
            ["movl 68(%rdi), %eax", "retq"],
            "{function}"
        );
    }
    assert_eq!(
        functions["proven_position"],
        ["movl (%rdi,%rdx,4), %eax", "retq"]
    );
}

/// No bounds check remains in a loop over a static layout's indices.
#[test]
fn loops_by_index_are_the_loops_written_by_hand() {
    let Some(functions) = compile() else { return };
    for Loop { name, by_hand, .. } in &LOOPS {
        let (by_crate, hand) = (&functions[*name], functions[*by_hand].len());
        let check = |line: &&String| line.contains("panic") || line.starts_with("call");
        assert_eq!(by_crate.iter().find(check), None, "{name}");
        let count = by_crate.len();
        assert!(
            count as f64 <= 1.10 * hand as f64,
            "{name}: {count} instructions, {hand} by hand"
        );
    }
}

#[test]
fn listing_is_that_of_this_compiler() {
    let Some(functions) = compile() else { return };
    if !crate::rustc_version().starts_with("rustc 1.95.") {
        return crate::skip("benches/codegen/listing.txt is that of rustc 1.95");
    }
    compare(&listing(&pairs(), functions));
}

/// Kernels are a large part of what there is to compile: they are compiled once,
/// in the crate that has them. A crate that moves arrays only calls them.
#[test]
fn kernels_are_compiled_once() {
    let is_kernel = |line: &&str| line.contains("14layout_kernels") && line.ends_with(':');
    let kernels = assembly("tiled-layout-kernels", &["--features=std"], &[]);
    assert!(kernels.lines().any(|line| is_kernel(&line)));
    let caller = assembly("codegen", &["--release"], &FLAGS);
    assert!(caller.contains("\ncopy_from:"));
    assert_eq!(caller.lines().find(is_kernel), None);
}

/// The assembly of `benches/codegen/lib.rs`; `None` where it is that of another processor.
fn compile() -> Option<&'static Functions> {
    static FUNCTIONS: LazyLock<Functions> =
        LazyLock::new(|| functions(&assembly("codegen", &["--release"], &FLAGS)));
    if cfg!(all(target_arch = "x86_64", target_os = "linux")) {
        return Some(&FUNCTIONS);
    }
    crate::skip("the instructions that are counted are those of x86-64 Linux");
    None
}

/// The assembly of a package.
fn assembly(package: &str, options: &[&str], flags: &[&str]) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("codegen");
    let file = folder.join(format!("{package}.s"));
    let output = Command::new(env!("CARGO"))
        .args(["rustc", "--offline", "--lib", "--package", package])
        .args(options)
        .arg("--")
        .args(flags.iter().flat_map(|flag| ["-C", flag]))
        .arg(format!("--emit=asm={}", file.display()))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("CARGO_TARGET_DIR", &folder)
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    std::fs::read_to_string(file).unwrap()
}

fn functions(assembly: &str) -> Functions {
    let mut functions = Functions::new();
    let mut current = String::new();
    for line in assembly.lines() {
        let words: Vec<_> = line.split_whitespace().collect();
        if let [same, "=", function] = words[..] {
            // The compiler keeps one of two equal functions, and an alias.
            functions.insert(same.into(), functions[function].clone());
        } else if line.starts_with(".LBB") {
            // A place in the same function.
        } else if let Some(label) = line.strip_suffix(':') {
            current = label.into();
        } else if line.starts_with('\t') && !words[0].starts_with('.') {
            let code = functions.entry(current.clone()).or_default();
            code.push(words.join(" "));
        }
    }
    functions
}

/// The instructions of a function and of that by hand.
fn counts(functions: &Functions, name: &str) -> (usize, usize) {
    let by_hand = format!("{name}_by_hand");
    (functions[name].len(), functions[&by_hand].len())
}

/// No call, no jump and so no loop, no division, no stack frame.
fn straight(name: &str, code: &[String]) {
    for line in code {
        let never = ["call", "j", "div", "idiv"];
        let found = never.iter().any(|begin| line.starts_with(begin));
        assert!(!found, "{name}: {line}");
    }
    no_frame(name, code);
}

/// No stack frame, and nothing is called.
fn no_frame(name: &str, code: &[String]) {
    for line in code {
        let frame = ["push", "pop", "call"]
            .iter()
            .any(|begin| line.starts_with(begin));
        // Arguments past the sixth are read from the stack.
        let moved = line.ends_with("%rsp") || line.ends_with("(%rsp)");
        assert!(!frame && !moved, "{name}: {line}");
    }
}

/// The text of `benches/codegen/listing.txt`.
fn listing(pairs: &[Pair], functions: &Functions) -> String {
    let mut text = format!(
        "Instructions of the functions in `lib.rs`, the return included; rustc 1.95, -C {}.\n\
         offset: the unchecked formula. load: an element at an index that is not checked.\n\n",
        FLAGS.join(" -C ")
    );
    let row = |title: &str, a: &str, b: &str, c: &str, d: &str| {
        format!("{title:40} {a:>6} {b:>7}   {c:>6} {d:>7}\n")
    };
    text += &row("", "offset", "by hand", "load", "by hand");
    for Pair { name, title, .. } in pairs {
        let (offset, offset_by_hand) = counts(functions, &format!("{name}_offset"));
        let (load, load_by_hand) = counts(functions, &format!("{name}_load"));
        let [a, b, c, d] = [offset, offset_by_hand, load, load_by_hand].map(|n| n.to_string());
        text += &row(title, &a, &b, &c, &d);
    }
    text += "\nLoops over f32[64,256]{1,0:T(8,128)} by the index, with their set-up.\n\n";
    for Loop {
        name,
        by_hand,
        title,
    } in &LOOPS
    {
        let [by_crate, by_hand] = [name, by_hand].map(|name| functions[*name].len());
        writeln!(text, "{title:40} {by_crate:>6} {by_hand:>7}").unwrap();
    }
    for pair in pairs {
        let Pair {
            name,
            title,
            text: layout,
            formula,
            ..
        } = pair;
        let formula = formula.split_whitespace().collect::<Vec<_>>().join(" ");
        write!(text, "\n{title}\n{layout}\nby hand: {formula}\n").unwrap();
        for line in &functions[&format!("{name}_offset")] {
            writeln!(text, "    {line}").unwrap();
        }
    }
    text
}

fn compare(listing: &str) {
    let file: PathBuf = [env!("CARGO_MANIFEST_DIR"), "../benches/codegen/listing.txt"]
        .iter()
        .collect();
    if std::env::var("CODEGEN").is_ok_and(|word| word == "overwrite") {
        std::fs::write(&file, listing).unwrap();
    }
    let committed = std::fs::read_to_string(&file).unwrap();
    let differ = committed.lines().zip(listing.lines()).find(|(a, b)| a != b);
    if let Some((before, now)) = differ {
        panic!("the listing differs (`CODEGEN=overwrite` writes it anew):\n{before}\n{now}");
    }
    assert_eq!(committed.len(), listing.len());
}
