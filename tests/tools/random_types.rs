//! Static layouts made at random, which only a program of their own can have: a package with a few
//! hundred types is written, compiled and run. It compares each type with the naive definition, with
//! the same layout at run time, and with the layout whose extents are `?`, and copies between types.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;

use layout_oracle::naive::Spec;
use layout_oracle::random::Random;

/// Pairs of layouts of the same dimensions; many have a third type whose extents are `?`.
const PAIRS: usize = 100;

/// The most positions of a buffer.
const MAX_LEN: usize = 1500;

/// The start of the package's source; a call of `pair!` for each pair follows.
const PROGRAM: &str = r#"
use layout_oracle::naive::Spec;
use tiled_layout::{Buffer, Layout, layout};

/// The row-major number of an index.
fn number(index: &[usize], dims: &[usize]) -> i64 {
    index.iter().zip(dims).fold(0, |number, (&i, &d)| number * d as i64 + i as i64)
}

/// Checks a type beside its text.
macro_rules! check {
    ($layout:ty, $text:expr, $buffer:expr) => {{
        type L = $layout;
        let (text, expected): (&str, &[i64]) = ($text, $buffer);
        assert_eq!(L::PADDED_LEN, expected.len(), "{text}");
        assert_eq!(L::LAYOUT, Layout::parse(text).unwrap(), "{text}");
        for (position, &element) in expected.iter().enumerate() {
            let index = L::index(position);
            assert_eq!(index.map_or(-1, |index| number(&index, &L::DIMS)), element, "{text}");
            if let Some(index) = index {
                assert_eq!(L::offset(index), position, "{text}");
                assert_eq!(L::LAYOUT.offset(&index), position, "{text}");
            }
        }
        let view = L::view(expected).unwrap();
        assert!(view.iter().copied().eq(0..L::NUM_ELEMENTS as i64), "{text}");
    }};
}

macro_rules! pair {
    ($name:ident: $a:ty, $a_text:literal; $b:ty, $b_text:literal; $($partial:ty)?) => {
        fn $name() {
            type A = $a;
            type B = $b;
            let a_elements = Spec::parse($a_text).buffer();
            let b_elements = Spec::parse($b_text).buffer();
            check!(A, $a_text, &a_elements);
            check!(B, $b_text, &b_elements);

            // The plan is made while the program compiles.
            let mut src = Buffer::<i64, A>::from_elem(-1);
            src.as_mut_slice().copy_from_slice(&a_elements);
            let mut dst = Buffer::<i64, B>::from_elem(-1);
            dst.as_mut_slice().fill(-1);
            dst.copy_from(&src).unwrap();
            assert_eq!(dst.as_slice(), b_elements, "{} to {}", $a_text, $b_text);

            $(
                type P = $partial;
                let partial = P::with_dims(A::DIMS).unwrap();
                assert_eq!(partial.to_layout(), A::LAYOUT, "{}", $a_text);
                let view = partial.view(&a_elements).unwrap();
                assert!(view.iter().copied().eq(0..A::NUM_ELEMENTS as i64), "{}", $a_text);
                dst.as_mut_slice().fill(-1);
                dst.copy_from(&view).unwrap();
                assert_eq!(dst.as_slice(), b_elements, "`?` to {}", $b_text);
            )?
        }
    };
}
"#;

/// A layout that has at least one dimension, few positions, and only what a type can say of `?`.
fn spec(random: &mut Random) -> Spec {
    loop {
        let spec = random.aimed_spec(MAX_LEN / 4);
        if !spec.dims.is_empty() && spec.pad.is_empty() && spec.buffer_len() <= MAX_LEN {
            return spec;
        }
    }
}

/// Another layout of the same dimensions.
fn other(random: &mut Random, spec: &Spec) -> Spec {
    loop {
        let other = random.aimed_spec_of(spec.dims.clone(), MAX_LEN / 4);
        if other.buffer_len() <= MAX_LEN {
            return other;
        }
    }
}

/// True if a layout may have `?` for all extents: no `*`, and each tile divides the previous one.
fn may_be_unknown(spec: &Spec) -> bool {
    let divides = |pair: &[Vec<Option<usize>>]| {
        let (first, later) = (pair[0].iter().rev(), pair[1].iter().rev());
        pair[1].len() <= pair[0].len()
            && first.zip(later).all(|(a, b)| a.unwrap() % b.unwrap() == 0)
    };
    spec.tiles.iter().flatten().all(Option::is_some) && spec.tiles.windows(2).all(divides)
}

/// The text with `?` in place of each extent.
fn unknown(text: &str) -> String {
    let (element, rest) = text.split_once('[').unwrap();
    let (dims, body) = rest.split_once(']').unwrap();
    let unknown = vec!["?"; dims.split(',').count()].join(",");
    format!("{element}[{unknown}]{body}")
}

fn program() -> String {
    let mut random = Random::new(28);
    let mut program = String::from(PROGRAM);
    let mut partials = 0;
    for case in 0..PAIRS {
        let a = spec(&mut random);
        let b = other(&mut random, &a).text("s64");
        let (a, partial) = (a.text("s64"), may_be_unknown(&a));
        let partial = if partial {
            format!("layout!({})", unknown(&a))
        } else {
            String::new()
        };
        partials += usize::from(!partial.is_empty());
        writeln!(
            program,
            "pair! {{ pair{case}: layout!({a}), \"{a}\"; layout!({b}), \"{b}\"; {partial} }}"
        )
        .unwrap();
    }
    assert!(partials >= PAIRS / 4, "{partials}");
    program += "\nfn main() {\n";
    for case in 0..PAIRS {
        writeln!(program, "    pair{case}();").unwrap();
    }
    writeln!(program, "    println!(\"{PAIRS} pairs\");\n}}").unwrap();
    program
}

#[test]
#[ignore = "compiles hundreds of types"]
fn random_types_are_what_their_texts_say() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = tests.parent().unwrap();
    let package = Path::new(env!("CARGO_TARGET_TMPDIR")).join("random-types");
    fs::create_dir_all(package.join("src")).unwrap();
    fs::write(package.join("src/main.rs"), program()).unwrap();
    let manifest = format!(
        "[package]\nname = \"random-types\"\nedition = \"2024\"\n\
         [dependencies]\ntiled-layout = {{ path = {root:?} }}\n\
         layout-oracle = {{ path = {:?} }}\n[workspace]\n",
        tests.join("oracle")
    );
    fs::write(package.join("Cargo.toml"), manifest).unwrap();
    let _ = fs::copy(root.join("Cargo.lock"), package.join("Cargo.lock"));
    let output = Command::new(env!("CARGO"))
        .args(["run", "--offline", "--quiet"])
        .current_dir(&package)
        .env("CARGO_TARGET_DIR", crate::target_of_packages())
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let printed = String::from_utf8_lossy(&output.stdout);
    assert_eq!(printed.trim(), format!("{PAIRS} pairs"));
}
