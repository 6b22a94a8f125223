//! Mistakes are told in programs of all editions of Rust.

use std::fs;
use std::path::Path;
use std::process::Command;

const LIBRARY: &str = "\
#[macro_use]
extern crate tiled_layout;

mod core {} // takes no word away

pub type Good = layout!(F32[3,5]<1,0:T(2,2)>);
pub type Wrong = layout!(float32[3,-5]<1,0:T(2,2)>);

layout! {
    pub type Item<const N: usize> = F32[N,5]<1,1:T(2,2)>;
}

pub fn len() -> usize {
    Good::PADDED_LEN + Wrong::PADDED_LEN + Item::<3>::PADDED_LEN
}
";

const ERRORS: [&str; 3] = [
    "error: unknown element type `float32`",
    "error: dimension is negative: `-5`",
    "error: minor_to_major names dimension 1 twice, at entries 0 and 1",
];

#[test]
fn mistakes_in_all_editions() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("editions");
    for edition in ["2015", "2018", "2021", "2024"] {
        let package = folder.join(edition);
        fs::create_dir_all(package.join("src")).unwrap();
        fs::write(package.join("src/lib.rs"), LIBRARY).unwrap();
        let manifest = format!(
            "[package]\nname = \"edition\"\nedition = \"{edition}\"\n\
             [dependencies]\ntiled-layout = {{ path = {root:?} }}\n[workspace]\n"
        );
        fs::write(package.join("Cargo.toml"), manifest).unwrap();
        let _ = fs::copy(root.join("Cargo.lock"), package.join("Cargo.lock"));
        let output = Command::new(env!("CARGO"))
            .args(["check", "--offline"])
            .current_dir(&package)
            .env("CARGO_TARGET_DIR", crate::target_of_packages())
            .output()
            .unwrap();
        let output = String::from_utf8_lossy(&output.stderr);
        let errors: Vec<&str> = output
            .lines()
            .filter(|line| line.starts_with("error") && !line.contains("could not compile"))
            .collect();
        assert_eq!(errors, ERRORS, "edition {edition}: {output}");
    }
}
