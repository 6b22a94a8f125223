//! The speed of copies between layouts: bytes read and written per second, and the ratio to
//! `memcpy` of the same bytes in the same run.
//!
//!     cargo bench -p layout-benches --bench copy                 # everything
//!     cargo bench -p layout-benches --bench copy -- 8MiB bf16    # rows whose name has both words
//!     cargo bench -p layout-benches --bench copy -- extras       # one tile, plans, static layouts, padding, threads
//!     cargo bench -p layout-benches --bench copy -- small        # small copies between run-time layouts
//!     cargo bench -p layout-benches --bench copy -- pairs 8MiB   # every two layouts of the catalogue
//!     cargo bench -p layout-benches --bench copy -- cliffs f32   # shapes that were slow, and their targets
//!     cargo bench -p layout-benches --bench copy -- formats s8   # formats of weights, beside oneDNN's
//!     cargo bench -p layout-benches --bench copy -- sweep 7      # random pairs, from the seed 7
//!     cargo bench -p layout-benches --bench copy -- alignment    # buffers that begin past a cache line
//!     cargo bench -p layout-benches --bench copy --features rayon -- threads   # beside memcpy by as many threads
//!     cargo bench -p layout-benches --bench copy -- --no-peers   # the copies and `memcpy` only

mod alignment;
mod cliffs;
mod extras;
mod formats;
mod jobs;
mod measure;
mod onednn;
mod pairs;
mod peers;
mod sweep;
#[cfg(feature = "rayon")]
mod threads;

use jobs::Job;
use measure::Copied;

fn main() {
    let words: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| !a.starts_with('-'))
        .collect();
    if words.iter().any(|word| word == "alignment") {
        return alignment::run(&words);
    }
    if words.iter().any(|word| word == "pairs") {
        return pairs::run(&words);
    }
    if words.iter().any(|word| word == "cliffs") {
        return cliffs::run(&words);
    }
    if words.iter().any(|word| word == "formats") {
        return formats::run(&words);
    }
    if words.iter().any(|word| word == "sweep") {
        return sweep::run(&words);
    }
    if words == ["threads"] {
        #[cfg(feature = "rayon")]
        threads::run();
        #[cfg(not(feature = "rayon"))]
        println!(
            "copies by several threads are a feature: cargo bench -p layout-benches --features rayon"
        );
        return;
    }
    if words == ["small"] {
        return extras::small();
    }
    println!(
        "GB/s counts bytes read and bytes written, so half of it is payload. Each copy alternates\n\
         with memcpy of the same bytes, which has two other buffers; all begin at a cache line."
    );
    println!(
        "{:62} {:>7} {:>8} {:>7} {:>8} {:>9} {:>9}",
        "job", "GB/s", "memcpy", "ratio", "x hand", "x ndarray", "x strided"
    );
    if words.is_empty() || words == ["extras"] {
        extras::one_tile();
        extras::plans();
        extras::small();
        extras::static_layouts();
        extras::filling();
        #[cfg(feature = "rayon")]
        extras::threads();
    }
    let peers = !std::env::args().any(|arg| arg == "--no-peers");
    for job in jobs::table() {
        let name = job.name();
        if words.iter().all(|word| name.contains(word.as_str())) {
            report(&name, &job, peers);
        }
    }
}

fn report(name: &str, job: &Job, peers: bool) {
    let mut copied = Copied::beside_memcpy(&job.src, &job.dst);
    let mut times = [const { String::new() }; 3];
    if peers {
        let moved = copied.to.bytes().to_vec();
        let size = copied.src.element_bits() / 8;
        let (from, to) = (&copied.from, &mut copied.to);
        let by_hand = Some(peers::by_hand(job, size, from.bytes(), to.bytes_mut()));
        let [ndarray, strided] = peers::strided(job, size, from, to);
        assert!(to.bytes() == moved, "{name}: the peers move otherwise");
        let ratio = |peer: f64| format!("{:.2}", peer / copied.copy);
        times = [by_hand, ndarray, strided].map(|peer| peer.map_or("-".to_string(), ratio));
    }
    let [by_hand, ndarray, strided] = times;
    println!(
        "{name:62} {} {by_hand:>8} {ndarray:>9} {strided:>9}",
        copied.columns()
    );
}
