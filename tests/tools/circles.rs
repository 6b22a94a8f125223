//! A rule for files: two files of a folder do not import from each other.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::sources::{code, crates, files, first_names};

/// The names that a file takes from its folder, which is the module `module` of its crate.
fn siblings(file: &Path, module: &str) -> BTreeSet<String> {
    let code = code(file).replace("super::super::", "");
    let in_folder = code.split("super::").skip(1);
    let path = match module {
        "" => "crate::".to_owned(),
        module => format!("crate::{module}::"),
    };
    in_folder
        .chain(code.split(&path).skip(1))
        .flat_map(first_names)
        .map(str::to_owned)
        .collect()
}

fn circles(source: &Path) -> Vec<String> {
    let files: Vec<PathBuf> = files(source);
    let uses = |file: &Path| {
        let folder = file.parent().unwrap().strip_prefix(source).unwrap();
        let module: Vec<_> = folder.iter().map(|part| part.to_str().unwrap()).collect();
        siblings(file, &module.join("::"))
    };
    let stem = |file: &Path| file.file_stem().unwrap().to_str().unwrap().to_owned();
    let mut found = Vec::new();
    for (i, a) in files.iter().enumerate() {
        let beside = files[..i].iter().filter(|b| b.parent() == a.parent());
        for b in beside.filter(|b| uses(a).contains(&stem(b)) && uses(b).contains(&stem(a))) {
            found.push(format!("{} and {}", a.display(), b.display()));
        }
    }
    found
}

#[test]
fn files_of_a_folder_do_not_import_from_each_other() {
    let found: Vec<_> = crates().iter().flat_map(|source| circles(source)).collect();
    assert!(found.is_empty(), "{found:#?}");
}
