//! Runs in parallel, and copies.

use std::collections::HashSet;
use std::sync::Mutex;
use std::thread::{self, ThreadId};

use ::rayon::iter::ParallelIterator;
use tiled_layout::{Buffer, Layout, Zip, layout};

type Tiled = layout!(S32[400,170]<1,0:T(8,32)>);

#[test]
fn runs() {
    let pool = ::rayon::ThreadPoolBuilder::new()
        .num_threads(4)
        .build()
        .unwrap();
    pool.install(|| {
        let mut buffer: Buffer<i32, Tiled> = Buffer::from_elem(-1);
        let mut view = buffer.view_mut();
        view.par_runs_mut().for_each(|([i, j], run)| {
            for (k, element) in run.iter_mut().enumerate() {
                *element = (i * 170 + j + k) as i32;
            }
        });
        assert!(buffer.iter().copied().eq(0..68_000));
        let padding = (0..Tiled::PADDED_LEN).filter(|&p| Tiled::index(p).is_none());
        assert!(
            padding
                .map(|p| buffer.as_slice()[p])
                .all(|value| value == 0)
        );

        let view = buffer.view();
        let sum: i64 = view
            .par_runs()
            .map(|(_, run)| run.iter().map(|&element| i64::from(element)).sum::<i64>())
            .sum();
        assert_eq!(sum, 67_999 * 34_000);
        assert_eq!(view.par_runs().count(), view.runs().count());
        let mut found: Vec<_> = view.par_runs().collect();
        found.sort();
        assert!(found.into_iter().eq(view.runs()));
    });
}

/// The threads that call the functions of the loops over an array of 4-byte integers: `par_runs`,
/// `par_runs_mut`, `par_tiles`, `par_tiles_mut` and `par_for_each`.
fn threads(layout: Layout) -> [HashSet<ThreadId>; 5] {
    let mut buffer = Buffer::from_elem_with(layout, 1).unwrap();
    let mut found: [_; 5] = std::array::from_fn(|_| Mutex::new(HashSet::new()));
    let [runs, runs_mut, tiles, tiles_mut, zip] = found.each_ref();
    let add = |to: &Mutex<HashSet<ThreadId>>| {
        to.lock().unwrap().insert(thread::current().id());
    };
    buffer.view().par_runs().for_each(|_| add(runs));
    buffer.view_mut().par_runs_mut().for_each(|_| add(runs_mut));
    buffer.view().par_tiles().for_each(|_| add(tiles));
    buffer
        .view_mut()
        .par_tiles_mut()
        .for_each(|_| add(tiles_mut));
    Zip::from(&mut buffer).par_for_each(|element: &mut i32| {
        *element += 1;
        add(zip);
    });
    assert!(buffer.iter().all(|&element| element == 2));
    found
        .each_mut()
        .map(|found| std::mem::take(found.get_mut().unwrap()))
}

/// A small array is not worth another thread.
#[test]
fn small_arrays_stay_on_the_calling_thread() {
    let caller = HashSet::from([thread::current().id()]);
    for text in [
        "s32[64,64]{1,0:T(8,32)}",
        "s32[64,64]",
        "s32[127,250]{0,1:T(2,2)}",
    ] {
        for found in threads(Layout::parse(text).unwrap()) {
            assert_eq!(found, caller, "{text}");
        }
    }
}

/// The threads of a pool take the parts of a large array: none of them is the caller.
#[test]
fn large_arrays_are_split() {
    for text in [
        "s32[256,256]{1,0:T(8,32)}",
        "s32[300,257]",
        "s32[256,129]{0,1:T(2,2)}",
    ] {
        for found in threads(Layout::parse(text).unwrap()) {
            assert!(!found.contains(&thread::current().id()), "{text}");
        }
    }
}

#[test]
fn copies_by_threads() {
    let rows: Vec<i32> = (0..68_000).collect();
    let rows = Buffer::<i32, layout!(S32[400,170])>::from_row_major(&rows).unwrap();
    let mut tiled = Buffer::<i32, Tiled>::from_elem(-1);
    tiled.par_copy_from(&rows).unwrap();
    assert!(tiled.iter().copied().eq(0..68_000));
}
