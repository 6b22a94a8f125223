//! Tiles against the naive definition.

use crate::support::case::{Case, for_each_case};
use layout_oracle::naive::Spec;
use tiled_layout::{Buffer, Layout, Stores, layout};

/// The first-level tile of an element, and the element's index in the tile.
fn tile_of(spec: &Spec, index: &[usize]) -> (Vec<usize>, Vec<usize>) {
    let physical = spec.minor_to_major.iter().rev();
    let widths = if spec.pad.is_empty() {
        &spec.dims
    } else {
        &spec.pad
    };
    let mut places: Vec<(usize, usize)> = physical.map(|&d| (index[d], widths[d])).collect();
    let no_tile = Vec::new();
    let tile = spec.tiles.first().unwrap_or(&no_tile);
    while places.len() < tile.len() {
        places.insert(0, (0, 1));
    }
    let named = places.split_off(places.len() - tile.len());
    let (mut coordinates, mut within): (Vec<_>, Vec<_>) =
        places.iter().map(|&(place, _)| (place, 0)).unzip();
    let mut merged = 0;
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

pub(crate) fn check<M: Stores<i32>>(case: &Case, mapping: &M) {
    let (what, spec) = (&case.layout, &case.spec);
    let mut numbers = case.numbered();
    let view = mapping.view(&numbers).ok().unwrap();
    let tiles_of: Vec<_> = case.indices.iter().map(|i| tile_of(spec, i)).collect();
    let merges_padding =
        !spec.pad.is_empty() && spec.tiles.first().is_some_and(|tile| tile.contains(&None));

    let mut met = 0;
    let mut owners = vec![None; numbers.len()];
    for (number, tile) in view.tiles().enumerate() {
        assert_eq!(tile.index().len(), what.tile_counts().len(), "{what}");
        let index = tile.index().to_vec();
        let mut rest = number;
        for (place, count) in index.iter().zip(&what.tile_counts()).rev() {
            assert_eq!(*place, rest % count, "{what}: tile {number}");
            rest /= count;
        }

        // Its elements, in row-major order of their indices in the tile.
        let mut elements: Vec<usize> = (0..tiles_of.len())
            .filter(|&n| tiles_of[n].0 == index)
            .collect();
        elements.sort_by_key(|&n| &tiles_of[n].1);
        let found: Vec<_> = tile
            .indexed_iter()
            .map(|(index, &element)| (index.as_ref().to_vec(), element as usize))
            .collect();
        let expected: Vec<_> = elements
            .iter()
            .map(|&n| (case.indices[n].clone(), case.positions[n]))
            .collect();
        assert_eq!(found, expected, "{what}: tile {index:?}");
        met += found.len();
        let expected: Vec<_> = expected.into_iter().map(|(_, position)| position).collect();
        let mut folded = Vec::new();
        tile.iter()
            .for_each(|&element| folded.push(element as usize));
        assert_eq!(folded, expected, "{what}: tile {index:?}");
        let same = view.tile(&index).unwrap();
        for tile in [&tile, &same] {
            let mut iter = tile.iter();
            let next = std::iter::from_fn(|| iter.next().map(|&element| element as usize));
            assert_eq!(next.collect::<Vec<_>>(), expected, "{what}: tile {index:?}");
        }

        if let Some(&first) = elements.first()
            && tiles_of[first].1.iter().all(|&place| place == 0)
        {
            assert_eq!(
                tile.origin().as_ref(),
                case.indices[first],
                "{what}: tile {index:?}"
            );
        }
        if !merges_padding {
            let extents = tile.extents();
            assert_eq!(
                extents.iter().product::<usize>(),
                elements.len(),
                "{what}: tile {index:?}"
            );
            for &n in &elements {
                let places = &tiles_of[n].1;
                assert!(
                    places.iter().zip(&extents).all(|(p, e)| p < e),
                    "{what}: {extents:?}"
                );
            }
        }

        match tile.as_slice() {
            Some(slice) => {
                assert!(slice.len() >= what.tile_len(), "{what}");
                for &position in slice {
                    let owner = owners[position as usize].replace(number);
                    assert_eq!(owner, None, "{what}: position {position} is in two tiles");
                }
                let within = |n: &usize| owners[case.positions[*n]] == Some(number);
                assert!(elements.iter().all(within), "{what}: tile {index:?}");
            }
            None => assert!(spec.tiles.len() > 1, "{what}"),
        }

        assert_eq!(same.index(), index, "{what}");
        assert_eq!(same.as_slice(), tile.as_slice(), "{what}");
        assert_eq!(same.origin(), tile.origin(), "{what}");
        let last = view.tiles().len() - number - 1;
        assert_eq!(
            view.tiles().nth_back(last).unwrap().index(),
            index,
            "{what}"
        );
        assert_eq!(view.tiles().nth(number).unwrap().index(), index, "{what}");
    }
    assert_eq!(met, case.indices.len(), "{what}");
    assert_eq!(
        view.tiles().len(),
        what.tile_counts().iter().product::<usize>(),
        "{what}"
    );
    assert!(view.tile(what.tile_counts()).is_none() || what.tile_counts().is_empty());
    assert!(view.tile([0; 20]).is_none());
    let mut past = what.tile_counts().to_vec();
    for place in 0..past.len() {
        past.fill(0);
        past[place] = usize::MAX;
        assert!(view.tile(&past).is_none(), "{what} at {past:?}");
    }

    // All tiles at once, each written once.
    let mut view = mapping.view_mut(&mut numbers).ok().unwrap();
    let mut tiles: Vec<_> = view.tiles_mut().collect();
    for tile in &mut tiles {
        for (_, element) in tile.indexed_iter_mut() {
            *element += 10_000;
        }
    }
    let slices: Vec<_> = tiles
        .into_iter()
        .filter_map(|tile| tile.into_mut_slice())
        .collect();
    for slice in slices {
        slice.iter_mut().for_each(|element| *element += 100_000);
    }
    for (position, &number) in numbers.iter().enumerate() {
        let element = if case.elements[position].is_some() {
            10_000
        } else {
            0
        };
        let tile = if owners[position].is_some() {
            100_000
        } else {
            0
        };
        assert_eq!(
            number,
            position as i32 + element + tile,
            "{what} at {position}"
        );
    }
}

#[test]
fn run_time_layouts() {
    let mut stretches = 0;
    for_each_case(40, 250, |case| {
        check(case, &case.layout);
        let buffer = Buffer::<i32, _>::zeroed_with_layout(case.layout).unwrap();
        stretches += usize::from(buffer.tiles().any(|tile| tile.as_slice().is_some()));
    });
    assert!(
        (100..250).contains(&stretches),
        "{stretches} of 250 have tiles that are slices"
    );
}

#[test]
fn static_layouts() {
    macro_rules! check {
        ($($layout:ty;)*) => {$({
            let mapping = <$layout>::new();
            check(&Case::of(&mapping.to_string()), &mapping);
        })*};
    }
    check! {
        layout!(S32[]);
        layout!(S32[]<:T(128)>);
        layout!(S32[7]);
        layout!(S32[7]<0:T(3)>);
        layout!(S32[3,5]<1,0:T(2,2)>);
        layout!(S32[3,5]<0,1:T(2,2)L(32)>);
        layout!(S32[2,3]<0,1:T(2)PAD(3,5=one)>);
        layout!(S32[2,3]<1,0:T(*,4)PAD(2,5)>);
        layout!(S32[13,30]<1,0:T(8,16)(2,1)>);
        layout!(S32[8,8]<1,0:T(2,2)(2,2,1,1)>);
        layout!(S32[8,8]<1,0:T(2,2)(1,1,2,1)>);
        layout!(S32[4,3]<0,1:T(3)(4)>);
        layout!(S32[7,3,5]<2,1,0:T(*,2,2)>);
        layout!(S32[2,3,4,5]<0,3,1,2:T(3,2)>);
        layout!(S32[3,0]<1,0:T(2,2)>);
        layout!(S32[0,3]<1,0:T(2,2)>);
    }
}

/// Which layouts have tiles that are slices, and how long these are.
#[test]
fn slices() {
    let len = |text: &str| {
        let layout = Layout::parse(text).unwrap();
        let buffer = Buffer::<u8, _>::zeroed_with_layout(layout).unwrap();
        buffer.tiles().next().unwrap().as_slice().map(<[u8]>::len)
    };
    assert_eq!(len("u8[300,500]{1,0:T(8,128)}"), Some(1024));
    assert_eq!(len("u8[300,500]{1,0:T(8,128)(4,1)}"), Some(1024));
    assert_eq!(len("u8[300,500]{1,0:T(8,128)(1,1,4,1)}"), Some(1024));
    assert_eq!(len("u8[300,500]{1,0:T(8,128)(2,1,1,1)}"), None); // tiles in pairs
    assert_eq!(len("u8[1,500]{1,0:T(1,128)(2,1,1,1)}"), Some(256)); // half of it padding
    assert_eq!(len("u8[99]{0:T(256)(128)(2,1)}"), Some(256));
    assert_eq!(len("u8[9]{0:T(3)(2)}"), Some(4)); // the second tile pads the first
    assert_eq!(len("u8[3,5]"), Some(1));
    assert_eq!(len("u8[]"), Some(1));
}
