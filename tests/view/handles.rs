//! Views are small handles: what they give lives as long as the buffer, and generic code holds them.

use tiled_layout::{
    Buffer, Layout, Mapping, Ref, View, ViewMut, WholeBuffer,
    iter::{Iter, Runs, TileView},
    layout,
};

type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);

fn numbers() -> [f32; 24] {
    std::array::from_fn(|i| i as f32)
}

/// The handle is gone when the runs are used.
fn runs<'a>(v: View<'a, f32, Fig1>) -> impl Iterator<Item = &'a [f32]> + 'a {
    v.runs().map(|(_, run)| run)
}

fn runs_of<'a>(v: View<'a, f32, &'a Layout>) -> impl Iterator<Item = &'a [f32]> + 'a {
    v.runs().map(|(_, run)| run)
}

fn total(v: View<'_, f32, Fig1>) -> f32 {
    v.iter().sum()
}

fn clear(mut v: ViewMut<'_, f32, Fig1>) {
    v.iter_mut().for_each(|element| *element = 0.0);
}

#[test]
fn what_views_give_outlives_them() {
    let buffer = numbers();
    let layout = Fig1::LAYOUT;
    let (fixed, free) = (Fig1::view(&buffer).unwrap(), layout.view(&buffer).unwrap());
    let expected: Vec<&[f32]> = fixed.runs().map(|(_, run)| run).collect();
    assert_eq!(expected[0], [0.0, 1.0]);
    assert!(runs(fixed).eq(expected.iter().copied()));
    assert!(runs_of(free).eq(expected.iter().copied()));

    let owned = Fig1::view(&buffer).unwrap().to_owned();
    let tile: TileView<'_, f32, Fig1> = owned.view().tile([0, 0]).unwrap();
    assert_eq!(tile.as_slice(), Some(&[0.0, 1.0, 2.0, 3.0][..]));
    let owned = layout.view(&buffer).unwrap().to_owned();
    let tile: TileView<'_, f32, &Layout> = owned.view().tile([1, 2]).unwrap();
    assert_eq!(tile.as_slice(), Some(&buffer[20..]));
    let region = owned.view().region(&[1..3, 3..5]).unwrap();
    let elements = { region.iter() };
    assert!(elements.eq(&[7.0, 10.0, 17.0, 20.0]));
}

#[test]
fn views_of_static_layouts_are_of_one_type() {
    let mut buffer = numbers();
    let mut view = Fig1::view_mut(&mut buffer).unwrap();
    assert_eq!(total(view.view()), 124.0);
    view[[2, 3]] += 1.0;
    assert_eq!(total(view.view()), 125.0);
    clear(view.view_mut());
    let slice: &mut [f32] = view.into_slice();
    assert_eq!(
        slice.iter().sum::<f32>(),
        0.0 + 9.0 + 11.0 + 14.0 + 15.0 + 18.0 + 19.0 + 21.0 + 22.0 + 23.0
    );
}

/// An iterator and its source, kept together.
struct Walk<'a, L: Mapping> {
    elements: Iter<Ref<'a, f32>, L>,
    runs: Runs<Ref<'a, f32>, L>,
}

impl<'a> Walk<'a, &'a Layout> {
    fn new(view: View<'a, f32, &'a Layout>) -> Self {
        Walk {
            elements: view.iter(),
            runs: view.runs(),
        }
    }
}

#[test]
fn iterators_are_kept() {
    let (layout, buffer) = (Fig1::LAYOUT, numbers());
    let mut walk = Walk::new(layout.view(&buffer).unwrap());
    assert_eq!(walk.elements.next_back(), Some(&20.0));
    assert_eq!(walk.runs.map(|(_, run)| run.len()).sum::<usize>(), 15);
}

fn corner<M: Mapping<Index = [usize; 2]>>(v: View<'_, f32, M>) -> f32 {
    v[[0, 0]] + *v.get([2, 4]).unwrap()
}

fn rows<M: Mapping<Index = [usize; 2]>>(v: View<'_, f32, M>) -> [f32; 3] {
    let mut sums = [0.0; 3];
    for (i, x) in v.indexed_iter() {
        sums[i[0]] += x;
    }
    sums
}

/// Any layout: an index is a slice of numbers.
fn last<M: Mapping>(v: View<'_, f32, M>) -> f32 {
    let index: Vec<usize> = v.dims().iter().map(|dim| dim - 1).collect();
    let index = v.mapping().index_from_slice(&index).unwrap();
    v[index] + v.iter().next_back().unwrap()
}

#[derive(Debug)]
struct Weights<L: WholeBuffer>(Buffer<f32, L>);

impl<L: WholeBuffer> Weights<L> {
    fn largest(&self) -> f32 {
        self.0.iter().copied().fold(0.0, f32::max)
    }
}

#[test]
fn code_generic_over_layouts() {
    let (layout, buffer) = (Fig1::LAYOUT, numbers());
    let view = Fig1::view(&buffer).unwrap();
    assert_eq!(corner(view), 20.0);
    assert_eq!(rows(view), [18.0, 28.0, 78.0]);
    assert_eq!(last(view), 40.0);
    assert_eq!(last(layout.view(&buffer).unwrap()), 40.0);
    assert_eq!(layout.view(&buffer).unwrap()[[2, 4]], 20.0);

    let fixed = Weights(Fig1::view(&buffer).unwrap().to_owned());
    let free = Weights(layout.view(&buffer).unwrap().to_owned());
    assert_eq!((fixed.largest(), free.largest()), (20.0, 20.0));
    assert!(format!("{free:?}").starts_with("Weights([[0.0, 1.0,"));
}

/// A clone of an iterator goes on from where it was taken; the first goes on too.
#[test]
fn clones_of_iterators() {
    let buffer = numbers();
    let layout = Fig1::LAYOUT;
    let view = layout.view(&buffer).unwrap();
    let mut runs = view.runs();
    runs.next();
    assert_eq!(runs.clone().next().unwrap().1, [4.0, 5.0]);
    assert_eq!(runs.next().unwrap().1, [4.0, 5.0]);
    let mut iter = view.iter();
    iter.next();
    assert_eq!(iter.clone().next(), Some(&1.0));
    let mut changed = buffer;
    let mut owned = layout.view_mut(&mut changed).unwrap().into_owned_layout();
    owned[[2, 4]] = -1.0;
    assert_eq!(changed[20], -1.0);
}
