//! Runs and tiles in parallel.

use ::rayon::iter::ParallelIterator;
use tiled_layout::{Buffer, Layout, layout};

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
fn run_time_layouts_and_other_dimensions() {
    for text in [
        "s32[13,9]{0,1:T(4,8)}",
        "s32[7,9]{1,0:T(4,8)(3,2)}",
        "s32[]",
        "s32[0,5]",
    ] {
        let layout = Layout::parse(text).unwrap();
        let mut buffer: Buffer<i32, _> = Buffer::zeroed_with_layout(layout).unwrap();
        let mut view = buffer.view_mut();
        for dim in 0..layout.rank() {
            view.par_runs_along_mut(dim).for_each(|(_, run)| {
                run.iter_mut().for_each(|element| *element += 1);
            });
            let elements = view
                .as_view()
                .par_runs_along(dim)
                .map(|(_, run)| run.len())
                .sum::<usize>();
            assert_eq!(elements, layout.num_elements());
        }
        let passes = layout.rank() as i32;
        assert!(buffer.iter().all(|&element| element == passes), "{text}");
        let sum: i32 = buffer.as_slice().iter().sum();
        assert_eq!(
            sum,
            passes * layout.num_elements() as i32,
            "padding was written"
        );
    }
}

#[test]
fn tiles() {
    let pool = ::rayon::ThreadPoolBuilder::new()
        .num_threads(4)
        .build()
        .unwrap();
    pool.install(|| {
        // The second layout's tiles are no stretches of memory.
        for text in [
            "s32[100,70]{1,0:T(8,32)}",
            "s32[50,60]{0,1:T(4,8)(16,2)}",
            "s32[0,5]{1,0:T(2,2)}",
        ] {
            let layout = Layout::parse(text).unwrap();
            let mut buffer: Buffer<i32, _> = Buffer::from_elem_with_layout(layout, -1).unwrap();
            let number = |index: &[usize]| {
                index
                    .iter()
                    .zip(layout.dims())
                    .fold(0, |n, (i, d)| n * d + i) as i32
            };
            buffer.view_mut().par_tiles_mut().for_each(|mut tile| {
                tile.indexed_iter_mut()
                    .for_each(|(index, element)| *element = number(&index));
            });
            assert!(
                buffer.iter().copied().eq(0..layout.num_elements() as i32),
                "{text}"
            );

            let view = buffer.view();
            let sums = view
                .par_tiles()
                .map(|tile| tile.indexed_iter().map(|(_, &e)| e).sum::<i32>());
            assert_eq!(
                sums.sum::<i32>(),
                (0..layout.num_elements() as i32).sum::<i32>(),
                "{text}"
            );
            assert_eq!(view.par_tiles().count(), view.tiles().len(), "{text}");
        }
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
