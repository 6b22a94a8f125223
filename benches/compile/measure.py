#!/usr/bin/env python3
"""Compile times of `tiled-layout`, beside those of other ways and other crates.

    python3 benches/compile/measure.py [--runs 5] [--counts 100,1000,10000] [cold] [layouts]

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
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

COLD = {
    "tiled-layout": f'tiled-layout = {{ path = "{ROOT}" }}',
    "thiserror": 'thiserror = "2"',
    "zerocopy with derive": 'zerocopy = { version = "0.8", features = ["derive"] }',
}


def package(folder, dependency, source):
    (folder / "src").mkdir(parents=True)
    manifest = f"""
[package]
name = "measured"
version = "0.0.0"
edition = "2024"

[dependencies]
{dependency}

[workspace]
"""
    (folder / "Cargo.toml").write_text(manifest)
    (folder / "src/lib.rs").write_text(source)
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


def cold(folder):
    """A build of all that a crate depends on, and of the empty crate."""
    shutil.rmtree(folder / "target", ignore_errors=True)
    return cargo(folder, "build")


def warm(folder, *command):
    """The same command again after the crate itself has changed."""
    os.utime(folder / "src/lib.rs")
    return cargo(folder, *command)


def shapes(count):
    """Distinct layouts: dimensions, and whether they are packed in pairs."""
    return [(8 + n % 97, 130 + n // 97 * 3 + n % 7 % 3, n % 2 == 1) for n in range(count)]


def macro_source(count):
    lines = []
    for n, (rows, columns, packed) in enumerate(shapes(count)):
        element, tiles = ("BF16", "(8,128)(2,1)") if packed else ("F32", "(8,128)")
        lines.append(
            f"#[inline(never)] pub fn at_{n}(i: usize, j: usize) -> usize "
            f"{{ <tiled_layout::layout!({element}[{rows},{columns}]<1,0:T{tiles}>)>::offset([i, j]) }}"
        )
    return "\n".join(lines)


def hand_source(count):
    lines = []
    for n, (rows, columns, packed) in enumerate(shapes(count)):
        row = -(-columns // 128) * 1024
        within = "i % 8 / 2 * 256 + j % 128 * 2 + i % 2" if packed else "i % 8 * 128 + j % 128"
        lines.append(
            f"#[inline(never)] pub fn at_{n}(i: usize, j: usize) -> usize "
            f'{{ if i >= {rows} || j >= {columns} {{ panic!("index out of bounds") }} '
            f"i / 8 * {row} + j / 128 * 1024 + {within} }}"
        )
    return "\n".join(lines)


def heads(title, columns):
    print(f"\n{title}\n\n| | " + " | ".join(columns) + " |")
    print("|---|" + "---|" * len(columns), flush=True)


def row(name, cells):
    print(f"| {name} | " + " | ".join(cells) + " |", flush=True)


def shown(times):
    wall, processor = (statistics.median(of) for of in zip(*times))
    return f"{wall:.2f} s ({processor:.2f})"


def measure_cold(folder, runs):
    crates = {
        name: package(folder / str(n), line, "") for n, (name, line) in enumerate(COLD.items())
    }
    times = {name: [] for name in crates}
    for crate in crates.values():
        subprocess.run(["cargo", "fetch", "--quiet"], cwd=crate, check=True)
    for _ in range(runs):
        for name, crate in crates.items():
            times[name].append(cold(crate))
    heads("Cold build of a crate that only has the dependency", ["cargo build"])
    for name, of in times.items():
        row(name, [shown(of)])


def measure_layouts(folder, runs, counts):
    commands = [("check",), ("build",), ("build", "--release")]
    heads("Distinct layouts in one crate", [" ".join(("cargo", *c)) for c in commands])
    for count in counts:
        dependency = COLD["tiled-layout"]
        crates = {
            "`layout!`": package(folder / f"macro-{count}", dependency, macro_source(count)),
            "by hand": package(folder / f"hand-{count}", dependency, hand_source(count)),
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


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", nargs="*", help="cold, layouts; both when left out")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--counts", default="100,1000,10000")
    arguments = parser.parse_args()
    counts = [int(count) for count in arguments.counts.split(",")]
    with tempfile.TemporaryDirectory() as folder:
        if not arguments.what or "cold" in arguments.what:
            measure_cold(Path(folder) / "cold", arguments.runs)
        if not arguments.what or "layouts" in arguments.what:
            measure_layouts(Path(folder) / "layouts", arguments.runs, counts)


if __name__ == "__main__":
    main()
