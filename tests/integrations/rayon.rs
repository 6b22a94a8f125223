//! Runs in parallel, and copies.

use ::rayon::iter::ParallelIterator;
use tiled_layout::{Buffer, layout};

type Tiled = layout!(S32[100,70]<1,0:T(8,32)>);

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
                *element = (i * 70 + j + k) as i32;
            }
        });
        assert!(buffer.iter().copied().eq(0..7000));
        let padding = (0..Tiled::PADDED_LEN).filter(|&p| Tiled::index(p).is_none());
        assert!(
            padding
                .map(|p| buffer.as_slice()[p])
                .all(|value| value == 0)
        );

        let view = buffer.view();
        let sum: i32 = view
            .par_runs()
            .map(|(_, run)| run.iter().sum::<i32>())
            .sum();
        assert_eq!(sum, 6999 * 3500);
        assert_eq!(view.par_runs().count(), view.runs().count());
        let mut found: Vec<_> = view.par_runs().collect();
        found.sort();
        assert!(found.into_iter().eq(view.runs()));
    });
}

#[test]
fn copies_by_threads() {
    let rows: Vec<i32> = (0..7000).collect();
    let rows = Buffer::<i32, layout!(S32[100,70])>::from_row_major(&rows).unwrap();
    let mut tiled = Buffer::<i32, Tiled>::from_elem(-1);
    tiled.par_copy_from(&rows).unwrap();
    assert!(tiled.iter().copied().eq(0..7000));
}
