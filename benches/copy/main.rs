//! The speed of copies between layouts: bytes read and written per second, and the ratio to
//! `memcpy` of the same bytes in the same run.
//!
//!     cargo bench -p layout-benches --bench copy                  # sizes, small copies, extras
//!     cargo bench -p layout-benches --bench copy -- sizes bf16    # rows of a group whose name has all words
//!     cargo bench -p layout-benches --bench copy -- --no-peers    # no hand-written loops and no other crates
//!
//! | group | copies |
//! |---|---|
//! | `sizes` | between rows and tiles, transposes; beside hand-written loops and other crates |
//! | `small` | small arrays, in ns: to make a plan, to run it, `copy_from` |
//! | `extras` | one tile, and with padding |
//! | `alignment` | buffers that begin past a page, relative to aligned ones |
//! | `cliffs` | shapes that were slow |
//! | `formats` | formats of weights, beside oneDNN |
//! | `pairs` | every two layouts of the catalogue |
//! | `sweep` | random pairs, from the seed that follows: `sweep 7` |
//! | `threads` | by several threads, with `--features rayon` |

mod buffers;
mod extras;
mod groups;
mod jobs;
mod onednn;
mod peers;
#[path = "../timing.rs"]
mod timing;

use groups::GROUPS;

fn main() {
    let (options, mut words): (Vec<String>, Vec<String>) = std::env::args()
        .skip(1)
        .partition(|arg| arg.starts_with('-'));
    let peers = !options.iter().any(|option| option == "--no-peers");
    let mut names = GROUPS.iter().map(|group| group.name).chain(["extras"]);
    let group = names.find(|name| words.iter().any(|word| word == name));
    words.retain(|word| Some(&**word) != group);
    match group {
        Some("extras") => extras::run(),
        Some(name) => groups::run(name, &words, peers),
        None if !words.is_empty() => groups::run("sizes", &words, peers),
        None => {
            extras::run();
            groups::run("small", &words, peers);
            groups::run("sizes", &words, peers);
        }
    }
}
