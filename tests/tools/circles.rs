//! Rules for imports in all packages: files have no cycle, folders have no cycle, and no file
//! imports from the root of its crate.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use regex::Regex;

use crate::sources::{code, crates, files};

/// The names of a path from the root of the crate: of a module, or of an item in it.
type Names = Vec<String>;

/// The paths of a tree: `a::{b, c::d}` has `a::b` and `a::c::d`. What follows the tree is ignored.
fn paths_of(tree: &str) -> Vec<Names> {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let (name, rest) = tree.split_at(tree.find(|c| !is_name(c)).unwrap_or(tree.len()));
    if let Some(rest) = rest.strip_prefix("::").filter(|_| !name.is_empty()) {
        let mut paths = paths_of(rest);
        paths
            .iter_mut()
            .for_each(|path| path.insert(0, name.to_owned()));
        return paths;
    }
    let Some(list) = tree.strip_prefix('{') else {
        return vec![vec![name.to_owned()]];
    };
    let (mut depth, mut parts) = (0, vec![0]);
    for (at, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => parts.push(at + 1),
            _ => {}
        }
    }
    parts
        .iter()
        .flat_map(|&at| paths_of(list[at..].trim_start()))
        .collect()
}

/// The modules of a crate, each with its file and with what it exports of modules within it.
struct Modules {
    source: PathBuf,
    files: BTreeMap<Names, PathBuf>,
    exports: BTreeMap<Names, Names>,
}

impl Modules {
    fn new(source: &Path) -> Modules {
        let mut modules = Modules {
            source: source.to_owned(),
            files: BTreeMap::new(),
            exports: BTreeMap::new(),
        };
        for file in files(source) {
            let within = file.strip_prefix(source).unwrap().with_extension("");
            let mut names: Names = within
                .iter()
                .map(|name| name.to_str().unwrap().into())
                .collect();
            if names.iter().any(|name| name == "tests") {
                continue;
            }
            let is_root = matches!(&*names[names.len() - 1], "mod" | "lib" | "main");
            names.truncate(names.len() - usize::from(is_root));
            for tree in code(&file)
                .split("\npub")
                .filter_map(|item| item.split_once("use "))
            {
                for path in paths_of(tree.1) {
                    let short = [&names[..], &path[path.len() - 1..]].concat();
                    modules.exports.insert(short, [&names[..], &path].concat());
                }
            }
            modules.files.insert(names, file);
        }
        modules
    }

    /// The module that holds what a path names, in the module `from`. What the folder of `from`
    /// exports is its own: of two traits that name each other, one is there.
    fn resolve(&self, path: &[String], from: &[String]) -> Names {
        let mut len = path.len();
        while !self.files.contains_key(&path[..len]) {
            len -= 1;
        }
        let exported = path.get(..=len).and_then(|short| self.exports.get(short));
        match exported.filter(|exported| self.files.contains_key(&exported[..len + 1])) {
            Some(exported) if len == 0 || !from.starts_with(&path[..len]) => {
                self.resolve(exported, from)
            }
            _ => path[..len].to_owned(),
        }
    }

    /// The modules whose items a module names by paths that begin with `crate` or `super`.
    fn imports(&self, module: &Names) -> BTreeSet<Names> {
        let code = code(&self.files[module]);
        let starts = Regex::new(r"\b((?:super::)+|crate::)").unwrap();
        // Those of links in documentation are text.
        let starts = starts.find_iter(&code);
        let starts = starts.filter(|start| !code[..start.start()].ends_with("]("));
        let paths = starts.flat_map(|start| {
            let outer = match start.as_str() {
                "crate::" => 0,
                supers => (module.len() + 1).saturating_sub(supers.len() / 7 + 1),
            };
            let within = paths_of(&code[start.end()..]).into_iter();
            within.map(move |path| [&module[..outer], &path].concat())
        });
        let modules = paths.map(|path| self.resolve(&path, module));
        modules.filter(|to| to != module).collect()
    }
}

/// For each node the nodes that it uses.
type Arrows = BTreeMap<String, BTreeSet<String>>;

/// Removes what uses nothing that is left, or is used by nothing, until only cycles are.
fn cycles(mut left: Arrows) -> Arrows {
    while let Some(free) = left.keys().find(|&node| {
        let uses_none = left[node].iter().all(|used| !left.contains_key(used));
        uses_none || left.values().all(|uses| !uses.contains(node))
    }) {
        left.remove(&free.clone());
    }
    left
}

/// Folders whose own files use their inner folders, which hold parts of the same types.
const PARTS_OF_TYPES: [&str; 1] = ["layout-kernels/src/kernels"];

/// The cycles of a crate, and its imports from the file of its root.
fn wrong(source: &Path) -> Vec<String> {
    let modules = Modules::new(source);
    let mut wrong = Vec::new();
    // For each folder what its files use of each other, and what its inner folders do; the files
    // of a folder are one node beside these.
    let mut arrows = BTreeMap::<(Names, bool), Arrows>::new();
    for (module, file) in modules
        .files
        .iter()
        .filter(|(module, _)| !module.is_empty())
    {
        let is_folder = |path: &[String]| modules.source.join(path.join("/")).is_dir();
        for used in modules.imports(module) {
            if used.is_empty() {
                wrong.push(format!(
                    "{} imports from the root of its crate",
                    file.display()
                ));
                continue;
            }
            let common = module.iter().zip(&used).take_while(|(a, b)| a == b).count();
            let folder = &module[..common.min(module.len() - usize::from(!is_folder(module)))];
            let node = |path: &Names| match path.get(folder.len()) {
                Some(name) if folder.is_empty() || is_folder(&path[..=folder.len()]) => {
                    name.clone()
                }
                _ => "the files of the folder".to_owned(),
            };
            let mut add = |is_files, from: String, to: String| {
                if from != to {
                    let arrows = arrows.entry((folder.to_vec(), is_files)).or_default();
                    arrows.entry(from).or_default().insert(to);
                }
            };
            add(false, node(module), node(&used));
            let len = folder.len() + 1;
            if module.len() == len && used.len() == len && !folder.is_empty() {
                add(true, module[len - 1].clone(), used[len - 1].clone());
            }
        }
    }
    for ((folder, is_files), arrows) in arrows {
        let folder = source.join(folder.join("/"));
        let cycles = cycles(arrows);
        let is_part = !is_files && PARTS_OF_TYPES.iter().any(|name| folder.ends_with(name));
        if !cycles.is_empty() && !is_part {
            wrong.push(format!("{}: {cycles:?}", folder.display()));
        }
    }
    wrong
}

#[test]
fn imports_have_no_cycle() {
    let wrong: Vec<_> = crates().iter().flat_map(|source| wrong(source)).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}
