//! `Part`: a region of an array, with its positions by the naive definition. `Elements`: the same of
//! any part of an array.

use std::cell::OnceCell;
use std::fmt;
use std::ops::Range;

use crate::naive::{PADDING, Spec, for_each_index};

/// A region of an array of some layout.
#[derive(Clone, Debug)]
pub struct Part {
    /// The layout of the whole array.
    pub spec: Spec,
    /// One range of indices per dimension.
    pub region: Vec<Range<usize>>,
    positions: OnceCell<Vec<usize>>,
}

impl Part {
    /// A region of the array of a layout.
    pub fn new(spec: Spec, region: Vec<Range<usize>>) -> Part {
        Part {
            spec,
            region,
            positions: OnceCell::new(),
        }
    }

    /// All of the array of a layout.
    pub fn whole(spec: Spec) -> Part {
        let region = spec.dims.iter().map(|&extent| 0..extent).collect();
        Part::new(spec, region)
    }

    /// All of an array whose rows follow one another, without padding.
    pub fn rows(dims: Vec<usize>) -> Part {
        Part::whole(Spec {
            minor_to_major: (0..dims.len()).rev().collect(),
            dims,
            ..Spec::default()
        })
    }

    /// The region of the array of a layout's text; as [`Spec::parse`].
    pub fn of(text: &str, region: &[Range<usize>]) -> Part {
        Part::new(Spec::parse(text), region.to_vec())
    }

    /// The size of the region in each dimension.
    pub fn extents(&self) -> Vec<usize> {
        self.region.iter().map(Range::len).collect()
    }

    /// Returns true if the region is the whole array.
    pub fn is_whole(&self) -> bool {
        self.extents() == self.spec.dims
    }

    /// The position of each element of the region, in row-major order. They are computed once.
    pub fn positions(&self) -> Vec<usize> {
        let compute = || Elements::of(&self.spec).region(&self.region).positions;
        self.positions.get_or_init(compute).clone()
    }

    /// The layout of the region as a separate array without the dimensions `removed`: it has the
    /// region's dimensions, and the padding that follows them.
    pub fn own_spec(&self, removed: &[usize]) -> Spec {
        let mut own = Spec {
            align: 0,
            ..self.spec.clone()
        };
        own.dims = self.extents();
        for (dim, width) in own.pad.iter_mut().enumerate() {
            let (extent, end) = (self.spec.dims[dim], self.region[dim].end);
            *width = own.dims[dim] + if end == extent { *width - extent } else { 0 };
        }
        if own.dims.contains(&0) {
            own.pad.clear();
        }
        for &dim in removed.iter().rev() {
            own.dims.remove(dim);
            own.minor_to_major.retain(|&other| other != dim);
            for other in &mut own.minor_to_major {
                *other -= usize::from(*other > dim);
            }
            if !own.pad.is_empty() {
                own.pad.remove(dim);
            }
        }
        own
    }
}

/// The elements of an array or of a part of one.
#[derive(Clone, Debug)]
pub struct Elements {
    /// The size in each dimension.
    pub extents: Vec<usize>,
    /// The position of each element in the buffer of the whole array, in row-major order.
    pub positions: Vec<usize>,
}

impl Elements {
    /// The elements of a whole array.
    pub fn of(spec: &Spec) -> Elements {
        let mut positions = vec![0; spec.dims.iter().product()];
        for (position, &cell) in spec.buffer().iter().enumerate() {
            if cell != PADDING {
                positions[cell as usize] = position;
            }
        }
        Elements {
            extents: spec.dims.clone(),
            positions,
        }
    }

    /// The number of an element in row-major order; `usize::MAX` out of bounds.
    pub fn number(&self, index: &[usize]) -> usize {
        let mut places = index.iter().zip(&self.extents);
        if index.len() != self.extents.len() || places.any(|(i, extent)| i >= extent) {
            return usize::MAX;
        }
        let places = index.iter().zip(&self.extents);
        places.fold(0, |number, (i, extent)| number * extent + i)
    }

    /// The index of an element, by its number in row-major order.
    pub fn index(&self, number: usize) -> Vec<usize> {
        let (mut index, mut rest) = (self.extents.clone(), number);
        for (place, &extent) in index.iter_mut().zip(&self.extents).rev() {
            (*place, rest) = (rest % extent, rest / extent);
        }
        index
    }

    /// The number of each element in the place of its position.
    pub fn numbers(&self) -> Elements {
        Elements {
            extents: self.extents.clone(),
            positions: (0..self.positions.len()).collect(),
        }
    }

    /// The elements of a region.
    pub fn region(&self, region: &[Range<usize>]) -> Elements {
        let extents = region.iter().map(Range::len).collect();
        self.select(extents, |i, dim| i[dim] + region[dim].start)
    }

    /// The positions of these elements as a separate array that has the layout `own`: `None` if its
    /// elements and padding are not those of the whole buffer, which has `cells`, position by
    /// position.
    pub fn own_positions(&self, cells: &[i64], own: &Spec) -> Option<Range<usize>> {
        let Some(&start) = self.positions.first() else {
            return Some(0..0);
        };
        let window = cells.get(start..start + own.buffer_len())?;
        let same = |(at, (&cell, number)): (usize, (&i64, i64))| match number {
            PADDING => cell == PADDING,
            number => self.positions[number as usize] == start + at,
        };
        let mut pairs = window.iter().zip(own.buffer()).enumerate();
        pairs.all(same).then_some(start..start + window.len())
    }

    /// The elements without dimensions of size 1.
    pub fn without(mut self, removed: &[usize]) -> Elements {
        for &dim in removed.iter().rev() {
            assert_eq!(self.extents.remove(dim), 1);
        }
        self
    }

    /// The elements with dimension `permutation[i]` as dimension `i`.
    pub fn permuted(&self, permutation: &[usize]) -> Elements {
        let extents = permutation.iter().map(|&dim| self.extents[dim]).collect();
        let place = |dim| permutation.iter().position(|&from| from == dim).unwrap();
        self.select(extents, |i, dim| i[place(dim)])
    }

    /// The elements at every `step`-th index of a range of a dimension, from its end if `step` is
    /// negative.
    pub fn sliced(&self, dim: usize, range: Range<usize>, step: isize) -> Elements {
        let by = step.unsigned_abs();
        let taken: Vec<usize> = if step > 0 {
            range.step_by(by).collect()
        } else {
            range.rev().step_by(by).collect()
        };
        let mut extents = self.extents.clone();
        extents[dim] = taken.len();
        self.select(extents, |i, d| if d == dim { taken[i[d]] } else { i[d] })
    }

    /// The elements at indices of this array: `place` gives the index in each dimension.
    fn select(&self, extents: Vec<usize>, place: impl Fn(&[usize], usize) -> usize) -> Elements {
        let mut positions = Vec::new();
        for_each_index(&extents, |index| {
            let in_whole: Vec<_> = (0..self.extents.len())
                .map(|dim| place(index, dim))
                .collect();
            positions.push(self.positions[self.number(&in_whole)]);
        });
        Elements { extents, positions }
    }
}

/// The index of an element's tile of the first level, and the element's index in that tile.
pub fn tile_of(spec: &Spec, index: &[usize]) -> (Vec<usize>, Vec<usize>) {
    let widths = if spec.pad.is_empty() {
        &spec.dims
    } else {
        &spec.pad
    };
    let physical = spec.minor_to_major.iter().rev();
    let mut places: Vec<(usize, usize)> = physical.map(|&d| (index[d], widths[d])).collect();
    let tile = spec.tiles.first().map_or(&[][..], |tile| tile);
    while places.len() < tile.len() {
        places.insert(0, (0, 1));
    }
    let named = places.split_off(places.len() - tile.len());
    let mut coordinates: Vec<usize> = places.iter().map(|&(place, _)| place).collect();
    let (mut within, mut merged) = (Vec::new(), 0);
    for ((place, width), entry) in named.into_iter().zip(tile) {
        merged = merged * width + place;
        if let Some(entry) = entry {
            coordinates.push(merged / entry);
            within.push(merged % entry);
            merged = 0;
        }
    }
    (coordinates, within)
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?}", self.spec.text("u32"), self.region)
    }
}
