#!/usr/bin/env python3
"""Counts the public items of `tiled-layout` from rustdoc's JSON.

    python3 benches/public/count.py            a table for each package
    python3 benches/public/count.py --names    the names as well

Builds the documentation with a nightly compiler and all features, and counts what the facade and the
packages that it re-exports show: structs, enums, unions, traits, functions, constants, statics, type
aliases and macros, each once, and those in the root. Modules, hidden items and the module `types` do
not count.
"""

import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDERS = ["layout-core", "layout-runtime", "layout-suggestions", "layout-draw", "layout-xla",
           "layout-notation", "layout-macros", "tiled-layout"]
COUNTED = ["struct", "enum", "union", "trait", "trait_alias", "function", "constant", "static",
           "type_alias", "macro", "proc_macro"]


def documented(folder):
    """Returns rustdoc's JSON of the package in a folder."""
    package = folder if folder == "tiled-layout" else f"tiled-{folder}"
    subprocess.run(["cargo", "+nightly", "rustdoc", "--quiet", "--lib", "-p", package,
                    "--all-features", "--", "-Z", "unstable-options", "--output-format", "json",
                    "--document-hidden-items"],
                   cwd=ROOT, check=True)
    target = subprocess.run(["cargo", "metadata", "--no-deps", "--format-version", "1"], cwd=ROOT,
                            check=True, capture_output=True)
    docs = pathlib.Path(json.loads(target.stdout)["target_directory"]) / "doc"
    return json.loads((docs / (folder.replace("-", "_") + ".json")).read_text())


def main():
    crates = {}
    for package in FOLDERS:
        crates[package.replace("-", "_")] = documented(package)
    # The item of each path, to follow what one package re-exports from another.
    by_path = {}
    for crate in crates.values():
        for number, path in crate["paths"].items():
            if path["crate_id"] == 0:
                by_path["::".join(path["path"])] = (crate, number)

    def target(crate, use):
        """Returns the crate and the number of the item that a `use` names."""
        if use["id"] is None:
            return None
        number = str(use["id"])
        if number in crate["index"]:
            return crate, number
        path = crate["paths"].get(number)
        return path and by_path.get("::".join(path["path"]))

    def walk(crate, number, name, found, seen):
        item = crate["index"].get(number)
        if item is None or (id(crate), number, name) in seen:
            return
        seen.add((id(crate), number, name))
        if any("hidden" in str(attribute) for attribute in item["attrs"]):
            return
        (kind, inner), = item["inner"].items()
        if kind == "use":
            goal = target(crate, inner)
            if goal is None:
                return
            module = name.rpartition("::")[0]
            if inner["is_glob"]:
                children(*goal, module, found, seen)
            else:
                walk(*goal, f"{module}::{inner['name']}", found, seen)
        elif kind == "module":
            if item["name"] != "types":
                children(crate, number, name, found, seen)
        elif kind in COUNTED:
            path = crate["paths"].get(number)
            path = "::".join(path["path"]) if path else name
            # The shortest of its names: what the root has too counts there.
            named = found.get(path)
            if named is None or name.count("::") < named[1].count("::"):
                found[path] = (kind, name)

    def children(crate, number, name, found, seen):
        inner = crate["index"][number]["inner"]
        for child in inner.get("module", {}).get("items", []):
            child = str(child)
            item = crate["index"].get(child)
            if item is None:
                continue
            visible = item["visibility"] == "public"
            if visible:
                walk(crate, child, f"{name}::{item['name'] or '*'}", found, seen)

    print(f"{'package':20} {'types':>6} {'traits':>7} {'functions':>10} {'others':>7} {'all':>5}")
    for package in ["layout-runtime", "tiled-layout"]:
        crate = crates[package.replace("-", "_")]
        found = {}
        children(crate, str(crate["root"]), package.replace("-", "_"), found, set())
        kinds = [kind for kind, _ in found.values()]
        types = sum(kind in ("struct", "enum", "union", "type_alias") for kind in kinds)
        traits, functions = kinds.count("trait"), kinds.count("function")
        others = len(kinds) - types - traits - functions
        print(f"{package:20} {types:6} {traits:7} {functions:10} {others:7} {len(kinds):5}")
        root = [name for _, name in found.values() if name.count("::") == 1]
        print(f"  {len(root)} of them in the root")
        if "--names" in sys.argv:
            for kind, name in sorted(found.values(), key=lambda entry: entry[1]):
                print(f"  {kind:10} {name}")


if __name__ == "__main__":
    main()
