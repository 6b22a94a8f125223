//! Runs each example, as `cargo test` built it beside this program.

use std::env::{consts::EXE_SUFFIX, current_exe};
use std::process::Command;

macro_rules! examples {
    ($($(#[$feature:meta])* $name:ident)*) => {$(
        #[test]
        $(#[$feature])*
        fn $name() {
            run(stringify!($name));
        }
    )*};
}

examples! {
    quickstart
    int4
    int4_dequant
    constants
    convolution
    ffi
    kv_cache
    normalise
    #[cfg(feature = "bytemuck")]
    bytemuck
    #[cfg(feature = "half")]
    half
    #[cfg(feature = "microfloat")]
    microfloat
    #[cfg(feature = "ndarray")]
    ndarray
    #[cfg(feature = "num-complex")]
    num_complex
    #[cfg(feature = "rayon")]
    rayon
    #[cfg(all(feature = "half", feature = "xla"))]
    safetensors
    #[cfg(feature = "serde")]
    serde
}

fn run(name: &str) {
    let deps = current_exe().unwrap();
    let examples = deps.parent().unwrap().with_file_name("examples");
    let program = examples.join(format!("{name}{EXE_SUFFIX}"));
    let output = Command::new(&program)
        .output()
        .unwrap_or_else(|error| panic!("{}: {error}", program.display()));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
}
