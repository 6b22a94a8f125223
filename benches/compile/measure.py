#!/usr/bin/env python3
"""Compile times of `tiled-layout`, beside those of other ways and other crates.

    python3 benches/compile/measure.py [--runs 5] [--counts 100,1000,10000] [cold] [layouts] [moves] [loops]

It generates crates in a folder of its own, builds them without network (what
they depend on must have been fetched once) and without incremental
compilation, and prints medians: wall time, and in brackets the processor time
of all threads, which other work on the machine disturbs less.
"""

import argparse
import os
import resource
import shutil
import statistics
import subprocess
import tempfile
import time
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

FEATURES = tomllib.loads((ROOT / "Cargo.toml").read_text())["features"]
DEFAULT = f'tiled-layout = {{ path = "{ROOT}" }}'


def tiled_layout(*features, default=False):
    """The dependency with these features, and with the default ones or without."""
    return (
        f'tiled-layout = {{ path = "{ROOT}", default-features = {str(default).lower()}, '
        f"features = {list(features)} }}"
    )

LAYOUT = """
type Fig1 = tiled_layout::layout!(F32[3,5]<1,0:T(2,2)>);

pub fn at(view: tiled_layout::View<'_, f32, Fig1>, index: [usize; 2]) -> f32 {
    view[index]
}
"""

ERROR = """
#[derive(Debug, thiserror::Error)]
#[error("position {0} is padding")]
pub struct Padding(pub usize);
"""

# What the others are compared with is first.
COLD = {
    "thiserror": ('thiserror = "2"', ERROR),
    "zerocopy with derive": ('zerocopy = { version = "0.8", features = ["derive"] }', ""),
    "tiled-layout, no features": (tiled_layout(), LAYOUT),
    **{f"tiled-layout, `{name}`": (tiled_layout(name), LAYOUT) for name in ("alloc", "kernels", "std")},
    "tiled-layout, default": (DEFAULT, LAYOUT),
    **{
        f"default and `{name}`": (tiled_layout(name, default=True), LAYOUT)
        for name in FEATURES
        if name not in ("default", "alloc", *FEATURES["default"])
    },
    "default and all features": (tiled_layout(*FEATURES), LAYOUT),
}


def package(folder, dependency, source, root="lib.rs", profile=""):
    (folder / "src").mkdir(parents=True)
    manifest = f"""
[package]
name = "measured"
version = "0.0.0"
edition = "2024"

[dependencies]
{dependency}

[workspace]
{profile}
"""
    (folder / "Cargo.toml").write_text(manifest)
    (folder / "src" / root).write_text(source)
    return folder


def cargo(folder, *command):
    environment = os.environ | {
        "CARGO_TARGET_DIR": str(folder / "target"),
        "CARGO_INCREMENTAL": "0",
    }
    before, start = processor_time(), time.perf_counter()
    subprocess.run(
        ["cargo", *command, "--quiet", "--offline"], cwd=folder, env=environment, check=True
    )
    return time.perf_counter() - start, processor_time() - before


def processor_time():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def cold(folder, *command):
    """The first build of a crate and of all that it depends on."""
    shutil.rmtree(folder / "target", ignore_errors=True)
    return cargo(folder, *command)


def warm(folder, *command):
    """The same command again after the crate itself has changed."""
    for file in (folder / "src").iterdir():
        os.utime(file)
    return cargo(folder, *command)


def shapes(count):
    """Distinct layouts: dimensions, and whether they are packed in pairs."""
    return [(8 + n % 97, 130 + n // 97 * 3 + n % 7 % 3, n % 2 == 1) for n in range(count)]


def functions(count, signature, body):
    """One function for each layout; `body` gets the layout, and the check and the position by hand."""
    lines = []
    for n, (rows, columns, packed) in enumerate(shapes(count)):
        element, rust, tiles = ("BF16", "u16", "(8,128)(2,1)") if packed else ("F32", "f32", "(8,128)")
        layout = f"layout!({element}[{rows},{columns}]<1,0:T{tiles}>)"
        check = f'if i >= {rows} || j >= {columns} {{ panic!("index out of bounds") }} '
        within = "i % 8 / 2 * 256 + j % 128 * 2 + i % 2" if packed else "i % 8 * 128 + j % 128"
        position = f"i / 8 * {-(-columns // 128) * 1024} + j / 128 * 1024 + {within}"
        lines.append(
            f"#[inline(never)] pub fn at_{n}({signature(layout, rust)} "
            f"{{ {body(layout, check, position)} }}"
        )
    return "\n".join(lines)


def macro_source(count):
    return functions(
        count,
        lambda *_: "i: usize, j: usize) -> usize",
        lambda layout, *_: f"<tiled_layout::{layout}>::offset([i, j])",
    )


def hand_source(count):
    return functions(
        count,
        lambda *_: "i: usize, j: usize) -> usize",
        lambda _, check, position: check + position,
    )


def view_source(count):
    return "use tiled_layout::{View, layout};\n" + functions(
        count,
        lambda layout, rust: f"view: View<'_, {rust}, {layout}>, i: usize, j: usize) -> {rust}",
        lambda *_: "view[[i, j]]",
    )


def hand_view_source(count):
    return functions(
        count,
        lambda _, rust: f"buffer: &[{rust}], i: usize, j: usize) -> {rust}",
        lambda _, check, position: f"{check}buffer[{position}]",
    )


def heads(title, columns):
    print(f"\n{title}\n\n| | " + " | ".join(columns) + " |")
    print("|---|" + "---|" * len(columns), flush=True)


def row(name, cells):
    print(f"| {name} | " + " | ".join(cells) + " |", flush=True)


def shown(times):
    wall, processor = (statistics.median(of) for of in zip(*times))
    return f"{wall:.2f} s ({processor:.2f})"


def measure_cold(folder, runs):
    """The first dev build and check, and their processor time as a multiple of the first crate's."""
    crates = {
        name: package(folder / str(n), *crate) for n, (name, crate) in enumerate(COLD.items())
    }
    commands = ["check", "build"]
    times = {(name, command): [] for name in crates for command in commands}
    for crate in crates.values():
        subprocess.run(["cargo", "fetch", "--quiet"], cwd=crate, check=True)
    for _ in range(runs):
        for name, command in times:
            times[name, command].append(cold(crates[name], command))
    least = {command: processor(times[next(iter(crates)), command]) for command in commands}
    heads(
        "First build of a crate with one layout and one index",
        [f"cargo {command}{of}" for command in commands for of in ("", ", of `thiserror`")],
    )
    for name in crates:
        cells = []
        for command in commands:
            of = times[name, command]
            cells += [shown(of), f"{processor(of) / least[command]:.2f}"]
        row(name, cells)


def measure_layouts(folder, runs, counts):
    commands = [("check",), ("build",), ("build", "--release")]
    heads("Distinct layouts in one crate", [" ".join(("cargo", *c)) for c in commands])
    for count in counts:
        dependency = DEFAULT
        crates = {
            "`layout!`": package(folder / f"macro-{count}", dependency, macro_source(count)),
            "by hand": package(folder / f"hand-{count}", dependency, hand_source(count)),
            "`view[[i, j]]`": package(folder / f"view-{count}", dependency, view_source(count)),
            "`view[[i, j]]` by hand": package(
                folder / f"hand-view-{count}", dependency, hand_view_source(count)
            ),
        }
        times = {(name, command): [] for name in crates for command in commands}
        for command in commands:
            for crate in crates.values():
                cargo(crate, *command)
            for _ in range(runs):
                for name, crate in crates.items():
                    times[name, command].append(warm(crate, *command))
        for name in crates:
            row(f"{count:,} {name}", [shown(times[name, command]) for command in commands])
        for crate in crates.values():
            shutil.rmtree(crate)


def moves_source(count):
    """A program that moves arrays between `count` pairs of layouts."""
    lines = ["use std::hint::black_box;", "use tiled_layout::layout;"]
    for n, (rows, columns, packed) in enumerate(shapes(count)):
        element, tiles = ("BF16", "(8,128)(2,1)") if packed else ("F32", "(8,128)")
        value = "u16" if packed else "f32"
        lines.append(f"""
type Rows{n} = layout!({element}[{rows},{columns}]);
type Tiled{n} = layout!({element}[{rows},{columns}]<1,0:T{tiles}>);

#[inline(never)]
fn copy_{n}() {{
    let from = vec![{value}::default(); Rows{n}::PADDED_LEN];
    let mut to = vec![{value}::default(); Tiled{n}::PADDED_LEN];
    let (rows, tiled) = (Rows{n}::view(&from).unwrap(), Tiled{n}::view_mut(&mut to));
    MOVE
    black_box(to);
}}""")
    lines.append("fn main() {")
    lines += [f"    black_box(copy_{n})();" for n in range(count)]
    return "\n".join(lines) + "\n}\n"


WITH_MOVES = ("MOVE", "tiled.unwrap().copy_from(&rows).unwrap();")
WITHOUT_MOVES = ("MOVE", "black_box((rows, tiled.unwrap().as_mut_slice()));")

SPEED = """
use std::time::Instant;
use tiled_layout::layout;

type Rows = layout!(F32[1024,2048]);
type Tiled = layout!(F32[1024,2048]<1,0:T(8,128)>);

fn main() {
    let from = vec![1.0f32; Rows::PADDED_LEN];
    let mut to = vec![0.0f32; Tiled::PADDED_LEN];
    let (rows, mut tiled) = (Rows::view(&from).unwrap(), Tiled::view_mut(&mut to).unwrap());
    let mut least = f64::INFINITY;
    for _ in 0..200 {
        let start = Instant::now();
        tiled.copy_from(&rows).unwrap();
        least = least.min(start.elapsed().as_secs_f64());
    }
    println!("{}", 2.0 * Rows::NUM_BYTES as f64 / least / 1e9);
}
"""


def sections(program):
    """The bytes of machine code and of constants."""
    sizes = {}
    for line in subprocess.check_output(["size", "-A", program], text=True).splitlines():
        words = line.split()
        if len(words) == 3 and words[0].startswith("."):
            sizes[words[0]] = int(words[1])
    constants = [".rodata", ".data.rel.ro", ".data"]
    return sizes[".text"], sum(sizes.get(name, 0) for name in constants)


def speed(folder, *command):
    cargo(folder, "build", *command)
    program = folder / "target" / ("release" if command else "debug") / "measured"
    return max(float(subprocess.check_output([program])) for _ in range(5))


def processor(times):
    return statistics.median(processor for _, processor in times)


def measure_moves(folder, runs):
    """What a crate pays that moves arrays between static layouts."""
    dependency = DEFAULT
    kernels = f'tiled-layout-kernels = {{ path = "{ROOT}/layout-kernels", features = ["std"] }}'
    optimised = '[profile.dev.package."*"]\nopt-level = 3'

    def program(name, source, profile=""):
        return package(folder / name, dependency, source, "main.rs", profile)

    none = program("none", moves_source(1).replace(*WITHOUT_MOVES))
    one = program("one", moves_source(1).replace(*WITH_MOVES))
    hundred = program("hundred", moves_source(100).replace(*WITH_MOVES))
    without = program("without", moves_source(100).replace(*WITHOUT_MOVES))
    alone = package(folder / "alone", kernels, "")
    fast = program("speed", SPEED, optimised)
    release = {}
    for crate in (none, one, hundred, without):
        cargo(crate, "build", "--release")
        release[crate] = processor([warm(crate, "build", "--release") for _ in range(runs)])
    text, constants = {}, {}
    for crate in release:
        text[crate], constants[crate] = sections(crate / "target/release/measured")

    def cold_processor(crate, *command):
        times = []
        for _ in range(runs):
            shutil.rmtree(crate / "target", ignore_errors=True)
            times.append(cargo(crate, "build", *command))
        return processor(times)

    pairs = release[hundred] - release[without]
    ratio = speed(fast) / speed(fast, "--release")
    heads("Moves between static layouts", ["measured"])
    row("release build after a change, one `copy_from`", [f"{release[one]:.2f} s"])
    row("the same without it", [f"{release[none]:.2f} s"])
    row("each of 100 pairs of layouts", [f"{(pairs - (release[one] - release[none])) / 99 * 1e3:.1f} ms"])
    row("first dev build, all dependencies", [f"{cold_processor(one):.2f} s"])
    row("`layout-kernels` alone, dev", [f"{cold_processor(alone):.2f} s"])
    row("`layout-kernels` alone, release", [f"{cold_processor(alone, '--release'):.2f} s"])
    row("machine code that one `copy_from` adds", [f"{(text[one] - text[none]) / 1e3:.0f} KB"])
    data = constants[hundred] - constants[without] - (constants[one] - constants[none])
    row("constants that each pair adds", [f"{data / 99 / 1e3:.2f} KB"])
    row("speed of a dev build with optimised dependencies, of release", [f"{ratio:.2f}"])


# A type of elements, and a layout of them.
KINDS = [
    ("f32", "layout!(F32[{r},{c}]<1,0:T(8,128)>)"),
    ("u16", "layout!(BF16[{r},{c}]<1,0:T(8,128)(2,1)>)"),
    ("f32", "layout!(F32[{r},{c}])"),
    ("u16", "&tiled_layout::Layout"),
    ("f32", "layout!(F32[{r},{c}]<0,1>)"),
]


def loop_sources(count):
    """Crates with `count` loops of each kind, which all differ in layouts and closures."""
    sources = {name: ["#![allow(unused_imports)]", "use tiled_layout::*;"] for name in ("none", "Zip", "==", "from_fn", "by hand")}
    for n in range(count):
        rows, columns = 40 + n, 500 + 3 * n

        def kind(k):
            element, layout = KINDS[k % len(KINDS)]
            return element, layout.format(r=rows, c=columns)

        (t, a), (u, b), (v, c) = kind(n), kind(n // 5 + n), kind(n // 3)
        third = n % 2 == 1
        sources["Zip"].append(
            f"pub fn zip_{n}(a: ViewMut<'_, {t}, {a}>, b: View<'_, {u}, {b}>"
            + (f", c: View<'_, {v}, {c}>" if third else "")
            + ") { Zip::from(a).and(b)"
            + (".and(c)" if third else "")
            + f".for_each(|a, b{', c' if third else ''}| *a = (*b * {n + 2} as {u}) as {t}"
            + (f" + *c as {t}" if third else "")
            + "); }"
        )
        same = next(k for k in range(n + 1, n + 6) if kind(k)[0] == t)
        sources["=="].append(
            f"pub fn equal_{n}(a: View<'_, {t}, {a}>, b: View<'_, {t}, {kind(same)[1]}>) -> bool {{ a == b }}"
        )
        owned = "Layout" if "Layout" in a else a
        make = "from_fn_with(layout, " if "Layout" in a else "from_fn("
        result, end = (f"Option<Buffer<{t}, Layout>>", ".ok()") if "Layout" in a else (f"Buffer<{t}, {a}>", "")
        sources["from_fn"].append(
            f"pub fn from_fn_{n}({'layout: Layout' if 'Layout' in a else ''}) -> {result} "
            f"{{ Buffer::<{t}, {owned}>::{make}|i| ({n} * i[0] + i[1]) as {t}){end} }}"
        )
        sources["by hand"].append(
            f"pub fn by_hand_{n}(a: &mut [{t}], b: &[{u}]) "
            f"{{ for (a, b) in a.iter_mut().zip(b) {{ *a = (*b * {n + 2} as {u}) as {t}; }} }}"
        )
    return {name: "\n".join(lines) for name, lines in sources.items()}


def measure_loops(folder, runs, count=40):
    """What a release build pays for each loop over arrays."""
    crate = package(folder, DEFAULT, "")
    times, text = {}, {}
    for name, source in loop_sources(count).items():
        (folder / "src" / "lib.rs").write_text(source)
        cargo(crate, "build", "--release")
        library = folder / "target/release/libmeasured.rlib"
        sizes = subprocess.check_output(["size", "-A", library], text=True, stderr=subprocess.DEVNULL)
        lines = (line.split() for line in sizes.splitlines())
        text[name] = sum(int(words[1]) for words in lines if words and words[0].startswith(".text"))
        times[name] = processor([warm(crate, "build", "--release") for _ in range(runs)])
    heads(f"Each of {count} loops in one crate, release", ["processor time", "machine code"])
    for name in list(times)[1:]:
        each = (times[name] - times["none"]) / count
        row(f"`{name}`", [f"{each * 1e3:.1f} ms", f"{(text[name] - text['none']) / count / 1e3:.2f} KB"])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", nargs="*", help="cold, layouts, moves, loops; all when left out")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--counts", default="100,1000,10000")
    arguments = parser.parse_args()
    counts = [int(count) for count in arguments.counts.split(",")]
    with tempfile.TemporaryDirectory() as folder:
        if not arguments.what or "cold" in arguments.what:
            measure_cold(Path(folder) / "cold", arguments.runs)
        if not arguments.what or "layouts" in arguments.what:
            measure_layouts(Path(folder) / "layouts", arguments.runs, counts)
        if not arguments.what or "moves" in arguments.what:
            measure_moves(Path(folder) / "moves", arguments.runs)
        if not arguments.what or "loops" in arguments.what:
            measure_loops(Path(folder) / "loops", arguments.runs)


if __name__ == "__main__":
    main()
