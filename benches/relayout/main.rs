//! The speed of moves between layouts: bytes read and written a second, and the ratio to `memcpy`
//! of the same bytes in the same run.
//!
//!     cargo bench --bench relayout                 # everything
//!     cargo bench --bench relayout -- 8MiB bf16    # rows whose name has both words
//!     cargo bench --bench relayout -- extras       # one tile, plans, static layouts, padding, threads
//!     cargo bench --bench relayout -- small        # small copies between run-time layouts
//!     cargo bench --bench relayout -- pairs 8MiB   # every two layouts of the catalogue
//!     cargo bench --bench relayout -- cliffs f32   # shapes that were slow, and what is aimed at
//!     cargo bench --bench relayout -- --no-peers   # the moves and `memcpy` only

mod cliffs;
mod extras;
mod jobs;
mod measure;
mod pairs;
mod peers;

use jobs::Job;
use measure::{Lines, bandwidth, time};
use tiled_layout::{Layout, RelayoutPlan};

fn main() {
    let words: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| !a.starts_with('-'))
        .collect();
    if words.iter().any(|word| word == "pairs") {
        return pairs::run(&words);
    }
    if words.iter().any(|word| word == "cliffs") {
        return cliffs::run(&words);
    }
    if words == ["small"] {
        return extras::small();
    }
    println!(
        "{:62} {:>7} {:>8} {:>7} {:>8} {:>9} {:>9}",
        "job", "GB/s", "memcpy", "ratio", "x naive", "x ndarray", "x strided"
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
    let layout = |text: &str| Layout::parse(text).unwrap_or_else(|e| panic!("{text}: {e}"));
    let (src, dst) = (layout(&job.src), layout(&job.dst));
    let plan = RelayoutPlan::new(&src, &dst).unwrap();
    let from = Lines::filled(src.padded_bytes());
    let mut to = Lines::filled(dst.padded_bytes());
    let bytes = src.num_bytes();
    let copied_from = Lines::filled(bytes);
    let mut copied_to = Lines::filled(bytes);
    let [relayout, memcpy] = time(
        bytes,
        [
            &mut || plan.run_bytes(from.bytes(), to.bytes_mut()).unwrap(),
            &mut || copied_to.bytes_mut().copy_from_slice(copied_from.bytes()),
        ],
    );
    drop((copied_from, copied_to));
    let mut times = [const { String::new() }; 3];
    if peers {
        let moved = to.bytes().to_vec();
        let naive = peers::naive([&src, &dst], &from, &mut to);
        let [ndarray, strided] = peers::strided(job, src.element_bits() / 8, &from, &mut to);
        assert!(to.bytes() == moved, "{name}: the peers move otherwise");
        let ratio = |peer: f64| format!("{:.2}", peer / relayout);
        times = [naive, ndarray, strided].map(|peer| peer.map_or("-".to_string(), ratio));
    }
    let [naive, ndarray, strided] = times;
    println!(
        "{name:62} {:7.1} {:8.1} {:7.2} {naive:>8} {ndarray:>9} {strided:>9}",
        bandwidth(bytes, relayout),
        bandwidth(bytes, memcpy),
        memcpy / relayout,
    );
}
