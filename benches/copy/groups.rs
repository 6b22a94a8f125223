//! The groups of copies, and what is measured of each copy.

use std::hint::black_box;
use std::ops::Range;

use tiled_layout::{CopyPlan, Element, NoUninit};

use crate::buffers::{Copied, Pages};
use crate::jobs::{self, Job};
use crate::onednn::OneDnn;
use crate::peers::{self, Matrix};
use crate::timing::{time, time_in_turn};

/// Copies with the same columns.
pub(crate) struct Group {
    pub(crate) name: &'static str,
    columns: &'static [&'static str],
    /// The columns that are compared with what is asked of a job.
    compared: Range<usize>,
    /// The figures of the columns of a job, or nothing where a column has none.
    measure: fn(&Job, bool) -> Vec<Option<f64>>,
}

pub(crate) const GROUPS: &[Group] = &[
    Group {
        name: "sizes",
        columns: &[
            "GB/s",
            "memcpy",
            "ratio",
            "x hand",
            "x ndarray",
            "x strided",
        ],
        compared: 2..3,
        measure: beside_peers,
    },
    Group {
        name: "small",
        columns: &["plan", "run", "copy_from", "memcpy"],
        compared: 0..0,
        measure: small,
    },
    Group {
        name: "alignment",
        columns: &[
            "GB/s", "memcpy", "16,16", "0,16", "16,0", "element", "x hand",
        ],
        compared: 2..5,
        measure: at_offsets,
    },
    Group {
        name: "cliffs",
        columns: &["GB/s", "memcpy", "ratio"],
        compared: 2..3,
        measure: beside_memcpy,
    },
    Group {
        name: "pairs",
        columns: &["GB/s", "memcpy", "ratio"],
        compared: 2..3,
        measure: beside_memcpy,
    },
    Group {
        name: "sweep",
        columns: &["GB/s", "memcpy", "ratio"],
        compared: 2..3,
        measure: beside_memcpy,
    },
    Group {
        name: "formats",
        columns: &["ratio", "oneDNN"],
        compared: 0..1,
        measure: beside_onednn,
    },
    #[cfg(feature = "rayon")]
    Group {
        name: "threads",
        columns: &["GB/s", "memcpy", "ratio", "x 1 thread", "at +16"],
        compared: 2..3,
        measure: by_all_threads,
    },
];

/// Prints each copy of a group whose name has all `words`, and how many are as fast as asked.
pub(crate) fn run(group: &str, words: &[String], peers: bool) {
    let seed = words.iter().find_map(|word| word.parse().ok());
    let jobs = match group {
        "pairs" => jobs::of_catalogue(),
        "sweep" => jobs::random(seed.unwrap_or(1)),
        _ => jobs::of_group(group),
    };
    let group = GROUPS.iter().find(|other| other.name == group).unwrap();
    let columns = group.columns.iter().map(|column| format!(" {column:>10}"));
    println!("{:62}{}", group.name, columns.collect::<String>());
    let (mut ratios, mut asked, mut good) = (Vec::new(), 0, 0);
    for job in jobs {
        let wanted = |word: &String| group.name == "sweep" || job.name.contains(word.as_str());
        if !words.iter().all(wanted) {
            continue;
        }
        let figures = (group.measure)(&job, peers);
        let shown = figures.iter().map(|figure| match figure {
            Some(figure) if *figure < 100.0 => format!(" {figure:10.2}"),
            Some(figure) => format!(" {figure:10.1}"),
            None => format!(" {:>10}", "-"),
        });
        println!("{:62}{}", job.name, shown.collect::<String>());
        for ratio in figures[group.compared.clone()].iter().flatten() {
            asked += usize::from(job.asked.is_some());
            good += usize::from(job.asked.is_some_and(|asked| *ratio >= asked));
            ratios.push(*ratio);
        }
    }
    ratios.sort_by(f64::total_cmp);
    if let Some(least) = ratios.first() {
        let (count, median) = (ratios.len(), ratios[ratios.len() / 2]);
        println!("{count} ratios: least {least:.2}, median {median:.2}");
    }
    if asked > 0 {
        println!("{good} of {asked} are as large as asked");
    }
    println!();
}

/// GB/s of a copy and of `memcpy`, where each byte is read and written, and their ratio.
fn bandwidths(bytes: usize, [copy, memcpy]: [f64; 2]) -> Vec<Option<f64>> {
    let bandwidth = |seconds| 2.0 * bytes as f64 / seconds / 1e9;
    vec![
        Some(bandwidth(copy)),
        Some(bandwidth(memcpy)),
        Some(memcpy / copy),
    ]
}

fn beside_memcpy(job: &Job, _: bool) -> Vec<Option<f64>> {
    let mut copied = Copied::new(&job.src, &job.dst);
    bandwidths(copied.bytes, copied.beside_memcpy())
}

/// The times of a hand-written loop, ndarray and strided-perm, relative to the copy.
fn beside_peers(job: &Job, peers: bool) -> Vec<Option<f64>> {
    let mut copied = Copied::new(&job.src, &job.dst);
    let seconds = copied.beside_memcpy();
    let mut figures = bandwidths(copied.bytes, seconds);
    let mut others = [None; 3];
    if let Some(matrix) = Matrix::of(&job.src, &job.dst).filter(|_| peers) {
        let (_, from, to) = copied.at([0, 0]);
        let moved = to.to_vec();
        let bits = job.src.element_bits();
        others = peers::seconds(&matrix, bits, from, to).map(|other| Some(other? / seconds[0]));
        assert!(to == moved, "{}: the peers move otherwise", job.name);
    }
    figures.extend(others);
    figures
}

/// The speeds of buffers at offsets from a page, relative to the aligned one: 16 bytes in both, in one
/// of them, and one element in both. The hand-written loop is at 16 bytes in both.
fn at_offsets(job: &Job, _: bool) -> Vec<Option<f64>> {
    let mut copied = Copied::new(&job.src, &job.dst);
    let element = job.src.element_bits() / 8;
    let offsets = [[16, 16], [0, 16], [16, 0], [element, element]];
    let [aligned, memcpy, shifted @ ..]: [f64; 6] =
        time_in_turn(copied.batch(), |task| match task {
            0 => copied.run([0, 0]),
            1 => copied.memcpy(),
            _ => copied.run(offsets[task - 2]),
        });
    let by_hand = Matrix::of(&job.src, &job.dst).map(|matrix| {
        let (_, from, to) = copied.at([16, 16]);
        peers::by_hand(&matrix, job.src.element_bits(), from, to) / shifted[0]
    });
    // Of payload: each byte counts once.
    let speed = |seconds| Some(copied.bytes as f64 / seconds / 1e9);
    let mut figures = vec![speed(aligned), speed(memcpy)];
    figures.extend(shifted.map(|seconds| Some(aligned / seconds)));
    figures.push(by_hand);
    figures
}

/// Nanoseconds.
fn small(job: &Job, _: bool) -> Vec<Option<f64>> {
    let seconds = match job.src.element_bits() {
        16 => small_of::<u16>(job),
        _ => small_of::<f32>(job),
    };
    seconds.map(|seconds| Some(seconds * 1e9)).to_vec()
}

fn small_of<T: NoUninit + Default + Element>(job: &Job) -> [f64; 4] {
    let Job { src, dst, .. } = job;
    let mut copied = Copied::new(src, dst);
    let from = vec![T::default(); src.padded_len()];
    let [mut to, mut other] = [(); 2].map(|()| vec![T::default(); dst.padded_len()]);
    let (plan, batch) = (copied.plan, copied.batch());
    let (plain_from, plain_to) = copied.plain();
    time(
        batch,
        [
            &mut || {
                black_box(CopyPlan::new(black_box(src), black_box(dst))).unwrap();
            },
            &mut || plan.run(black_box(&from), black_box(&mut to)).unwrap(),
            &mut || {
                let mut view = dst.view_mut(black_box(&mut other[..])).unwrap();
                let from = src.view(black_box(&from[..])).unwrap();
                view.copy_from(from).unwrap();
            },
            &mut || black_box(&mut *plain_to).copy_from_slice(black_box(plain_from)),
        ],
    )
}

/// Our ratio to `memcpy` and that of oneDNN, which also writes zeros to the padding.
fn beside_onednn(job: &Job, _: bool) -> Vec<Option<f64>> {
    let mut copied = Copied::new(&job.src, &job.dst);
    let mut theirs = Pages::new(job.dst.padded_bytes());
    let theirs = theirs.bytes_mut(0, job.dst.padded_bytes());
    let peer = OneDnn::open();
    let reorder = peer.as_ref().and_then(|peer| {
        let buffers = [copied.at([0, 0]).1.as_ptr().cast_mut(), theirs.as_mut_ptr()];
        // SAFETY:
        // - `src` and `dst` are the layouts of the tags, and the buffers have their padded bytes;
        // - the first is only read; both outlive `reorder`, which is used in this function only.
        unsafe { peer.reorder(job.src.element_type(), job.src.dims(), job.tags?, buffers) }
    });
    let [ours, peers, memcpy] = time_in_turn(copied.batch(), |task| match (task, &reorder) {
        (0, _) => copied.run([0, 0]),
        (1, Some(reorder)) => reorder.run(),
        (1, None) => {}
        _ => copied.memcpy(),
    });
    if reorder.is_some() && job.dst.padded_bytes() == copied.bytes {
        let (_, _, to) = copied.at([0, 0]);
        assert!(to == theirs, "{}: oneDNN copies otherwise", job.name);
    }
    vec![Some(memcpy / ours), reorder.map(|_| memcpy / peers)]
}

/// All threads of the processor, beside `memcpy` by as many, one thread, and buffers 16 bytes past a
/// page.
#[cfg(feature = "rayon")]
fn by_all_threads(job: &Job, _: bool) -> Vec<Option<f64>> {
    use rayon::prelude::*;

    let mut copied = Copied::new(&job.src, &job.dst);
    let part = copied.bytes.div_ceil(rayon::current_num_threads());
    let [ours, memcpy, one, shifted] = time_in_turn(copied.batch(), |task| match task {
        0 | 3 => {
            let (plan, from, to) = copied.at([16 * (task / 3); 2]);
            plan.par_run_bytes(from, to).unwrap();
        }
        1 => {
            let (from, to) = copied.plain();
            let parts = to.par_chunks_mut(part).zip(from.par_chunks(part));
            parts.for_each(|(to, from)| to.copy_from_slice(from));
        }
        _ => copied.run([0, 0]),
    });
    let mut figures = bandwidths(copied.bytes, [ours, memcpy]);
    figures.extend([Some(one / ours), Some(ours / shifted)]);
    figures
}
