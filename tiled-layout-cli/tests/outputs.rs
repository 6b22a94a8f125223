//! Standard output that is full, or whose reader has left.
#![cfg(target_os = "linux")]

use std::fs::{File, OpenOptions};
use std::process::{Command, Output, Stdio};

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/data");
const TILED: &str = "f32[3,5]{1,0:T(2,2)}";
const MATRIX: &str = "{devices=[2,1]<=[2]}";

/// Calls with each exit code, of all commands that print.
const CALLS: [(&[&str], i32); 22] = [
    (&["audit", "hlo/5d.txt"], 0),
    (&["audit", "--fail-above", "1%", "hlo/5d.txt"], 1),
    (&["audit", "--json", "--fail-above", "1%", "hlo/5d.txt"], 1),
    (
        &["audit", "--fail-above", "1%", "hlo/vec8.txt", "hlo/5d.txt"],
        1,
    ),
    (
        &["audit", "--fail-above", "1%", "hlo/sort.txt", "hlo/5d.txt"],
        1,
    ),
    (&["audit", "hlo/5d.txt", "no such file"], 2),
    (
        &["audit", "--fail-above", "1%", "stablehlo/ttnn_tiles.mlir"],
        2,
    ),
    (
        &[
            "audit",
            "--diff",
            "--fail-above",
            "1%",
            "hlo/conv.txt",
            "hlo/5d.txt",
        ],
        1,
    ),
    (&["audit", "--diff", "hlo/conv.txt", "hlo/5d.txt"], 0),
    (&["diff", TILED, "f32[3,5]"], 1),
    (&["diff", "--json", TILED, "f32[3,5]"], 1),
    (&["diff", TILED, TILED], 0),
    (&["explain", TILED], 0),
    (&["explain", "--json", TILED], 0),
    (&["explain", "--json", "f32[3,5]\nno layout"], 2),
    (
        &["explain", "--tpu", "--json", "f32[3,5]\nno layout\nf32[3]"],
        2,
    ),
    (&["draw", TILED], 0),
    (&["draw", TILED, "--svg", "-"], 0),
    (&["shards", "f32[4,8]", "--sharding", MATRIX], 0),
    (&["completions", "bash"], 0),
    (&["man"], 0),
    (&["--help"], 0),
];

fn run(arguments: &[&str], out: impl Into<Stdio>, error: impl Into<Stdio>) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_layout"));
    command
        .args(arguments)
        .current_dir(DATA)
        .stdin(Stdio::null());
    let child = command.stdout(out).stderr(error).spawn().unwrap();
    child.wait_with_output().unwrap()
}

/// A pipe that nobody reads.
fn closed_pipe() -> std::io::PipeWriter {
    std::io::pipe().unwrap().1
}

fn full() -> File {
    OpenOptions::new().write(true).open("/dev/full").unwrap()
}

#[test]
fn a_closed_pipe_leaves_the_exit_code() {
    for (arguments, code) in CALLS {
        let open = run(arguments, Stdio::piped(), Stdio::piped());
        assert_eq!(open.status.code(), Some(code), "{arguments:?}");
        let closed = run(arguments, closed_pipe(), Stdio::piped());
        assert_eq!(closed.status.code(), Some(code), "{arguments:?}");
        // What is said on standard error is said as well.
        assert_eq!(closed.stderr, open.stderr, "{arguments:?}");
        let both = run(arguments, closed_pipe(), closed_pipe());
        assert_eq!(both.status.code(), Some(code), "{arguments:?}");
    }
}

#[test]
fn a_full_disk_is_an_error() {
    for (arguments, code) in CALLS {
        let output = run(arguments, full(), Stdio::piped());
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
        assert!(code == 2 || error.contains("No space left"), "{error}");
        // Messages that cannot be written change nothing.
        let output = run(arguments, Stdio::piped(), full());
        assert_eq!(output.status.code(), Some(code), "{arguments:?}");
    }
}
