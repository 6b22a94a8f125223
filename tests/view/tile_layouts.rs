//! Tiles as arrays with a layout of their own: as a user writes them, and against the definition.

use crate::support::case::for_each_case;
use tiled_layout::{
    Buffer, Layout, RegionError, StaticMapping, StaticTiles, View, ViewMut, layout,
};

/// A matrix of N x N in tiles of 4 x 4.
type Matrix<const N: usize> = layout!(F32[N,N]<1,0:T(4,4)>);
type Block = layout!(F32[4,4]);

fn add_product(a: View<'_, f32, Block>, b: View<'_, f32, Block>, c: &mut ViewMut<'_, f32, Block>) {
    for i in 0..4 {
        for k in 0..4 {
            for j in 0..4 {
                c[[i, j]] += a[[i, k]] * b[[k, j]];
            }
        }
    }
}

/// Tile by tile: padding is zero, so tiles at the edge need no case of their own.
fn product<const N: usize>(
    a: View<'_, f32, Matrix<N>>,
    b: View<'_, f32, Matrix<N>>,
) -> Buffer<f32, Matrix<N>> {
    let mut c = Buffer::<f32, Matrix<N>>::zeroed();
    for mut tile in c.tiles_mut() {
        let [row, column] = [tile.index()[0], tile.index()[1]];
        let mut c = tile.view_mut();
        for k in 0..N.div_ceil(4) {
            let a = a.tile([row, k]).unwrap();
            let b = b.tile([k, column]).unwrap();
            add_product(a.view(), b.view(), &mut c);
        }
    }
    c
}

#[test]
fn matrices_are_multiplied_tile_by_tile() {
    let a = Buffer::<f32, Matrix<10>>::from_fn(|[i, j]| (i * 3 + j) as f32);
    let b = Buffer::<f32, Matrix<10>>::from_fn(|[i, j]| i as f32 - j as f32);
    let c = product(a.view(), b.view());
    for (index, element) in c.indexed_iter() {
        let [i, j] = index;
        let expected: f32 = (0..10).map(|k| a[[i, k]] * b[[k, j]]).sum();
        assert_eq!(*element, expected, "{index:?}");
    }
    assert_eq!(c.as_slice().len(), 144); // 100 elements and padding
}

/// A kernel for the tiles of a TPU, whatever array they are of.
#[test]
fn one_kernel_for_tiles_of_many_arrays() {
    type Tile = layout!(BF16[8,128]<1,0:T(2,1)>);
    fn first_column(tile: View<'_, u16, Tile>) -> [u16; 8] {
        core::array::from_fn(|row| tile[[row, 0]])
    }
    type Weights = layout!(BF16[300,500]<1,0:T(8,128)(2,1)>);
    let weights = Buffer::<u16, Weights>::from_fn(|[i, _]| i as u16);
    let tile = weights.tile([2, 1]).unwrap();
    assert_eq!(first_column(tile.view()), [16, 17, 18, 19, 20, 21, 22, 23]);
    let edge = weights.tile([37, 3]).unwrap();
    assert_eq!(edge.extents(), [4, 116]);
    assert_eq!(first_column(edge.view()), [296, 297, 298, 299, 0, 0, 0, 0]); // rows of padding

    // A batch in another order, with some sizes known only at run time.
    type Batch = layout!(BF16[?,?,500]<2,0,1:T(8,128)(2,1)S(3)M(16)>);
    let sizes = Batch::with_dims([9, 2, 500]).unwrap();
    let batch = Buffer::<u16, Batch>::from_fn_with_layout(sizes, |[i, ..]| i as u16).unwrap();
    let tile = batch.tile([1, 1, 3]).unwrap();
    type InSpace3 = layout!(BF16[8,128]<1,0:T(2,1)S(3)>);
    let view: View<'_, u16, InSpace3> = tile.view();
    assert_eq!(view[[0, 1]], 8);
    assert_eq!(view[[1, 1]], 0); // padding
}

/// In generic code a tile's layout is `M::Tile`.
#[test]
fn generic_over_tiled_layouts() {
    fn sums<M: StaticTiles>(view: View<'_, f32, M>) -> Vec<f32> {
        view.tiles().map(|tile| tile.view().iter().sum()).collect()
    }
    let buffer = Buffer::<f32, layout!(F32[3,5]<1,0:T(2,2)>)>::from_elem(1.0);
    assert_eq!(sums(buffer.view()), [4.0, 4.0, 2.0, 2.0, 2.0, 1.0]); // padding is zero
    let rows = Buffer::<f32, layout!(F32[3,5]<1,0:T(8)>)>::from_elem(1.0);
    assert_eq!(sums(rows.view()), [5.0; 3]);
}

/// The tiles of the first layout have the second one, as a type.
fn same<M: StaticTiles<Tile = L>, L: StaticMapping>(_: M, own: L) {
    assert_eq!(M::Tile::default().rank(), own.rank());
}

#[test]
fn types_of_tiles() {
    same(layout!(F32[3,5]<1,0:T(2,2)>), layout!(F32[2,2]));
    same(layout!(F32[3,5]), layout!(F32[])); // without a tile, each element is one
    same(layout!(U32[]<:T(128)>), layout!(U32[128]));
    same(layout!(F32[4,3,5]<0,2,1:T(2,4)>), layout!(F32[2,4]));
    same(
        layout!(BF16[99]<0:T(256)(128)(2,1)>),
        layout!(BF16[256]<0:T(128)(2,1)>),
    );
    same(layout!(S4[3,5]<1,0:T(2,2)E(4)>), layout!(S4[2,2]<1,0:E(4)>));
    same(
        layout!(S4[3,5]<1,0:T(2,2)L(32)E(4)S(2)>),
        layout!(S4[2,2]<1,0:E(4)S(2)>),
    );
    same(layout!(F32[<=3,5]<1,0:T(2,2)M(64)>), layout!(F32[2,2]));
    same(
        layout!(F32[3,5]<1,0:T(2,2)SC(0:2)PAD(4,6)>),
        layout!(F32[2,2]),
    );
}

#[test]
fn tiles_that_are_no_arrays() {
    let layout = Layout::parse("s32[4,4]{1,0:T(2,2)(2,1,1,1)}").unwrap();
    assert_eq!(layout.tile_layout(), Err(RegionError::SplitTiles));
    let mut buffer = [0; 16];
    let mut view = layout.view_mut(&mut buffer).unwrap();
    assert!(view.tile_mut([0, 0]).unwrap().view_mut().is_err());
    assert!(view.tiles_mut().all(|tile| tile.into_view_mut().is_err()));
    // With `*`, the layout is known at run time.
    let layout = Layout::parse("s32[2,3,4]{2,1,0:T(*,2,3)}").unwrap();
    assert_eq!(layout.tile_layout().unwrap().to_string(), "s32[2,3]{1,0}");
}

/// The element at each index of a tile is the one that the definition of tiling has there.
#[test]
fn elements_of_tiles_against_the_definition() {
    let mut given = 0;
    for_each_case(1809, 300, |case| {
        let numbers = case.numbered();
        let view = case.layout.view(&numbers).unwrap();
        let Ok(own) = case.layout.tile_layout() else {
            let contiguous = view
                .tiles()
                .next()
                .is_some_and(|tile| tile.as_slice().is_some());
            assert!(!contiguous, "{}", case.layout);
            return;
        };
        given += 1;
        for tile in view.tiles() {
            let array = tile.view().unwrap();
            assert_eq!(*array.layout(), own, "{}", case.layout);
            assert_eq!(
                array.as_slice(),
                tile.as_slice().unwrap(),
                "{}",
                case.layout
            );
        }
        for (index, &position) in case.indices.iter().zip(&case.positions) {
            let (tile, within) = place(&case.spec, index);
            let array = view.tile(&tile).unwrap().view().unwrap();
            assert_eq!(
                array.get(&within[..]),
                Some(&(position as i32)),
                "{} {index:?}",
                case.layout
            );
        }
    });
    assert!(given > 100, "{given}");
}

/// The coordinates of an element's tile, and its index within the tile.
fn place(spec: &layout_oracle::naive::Spec, index: &[usize]) -> (Vec<usize>, Vec<usize>) {
    let dims = if spec.pad.is_empty() {
        &spec.dims
    } else {
        &spec.pad
    };
    let order = spec.minor_to_major.iter().rev();
    let (mut physical, mut extents): (Vec<_>, Vec<_>) = order.map(|&d| (index[d], dims[d])).unzip();
    let Some(first) = spec.tiles.first() else {
        return (physical, vec![]);
    };
    while physical.len() < first.len() {
        physical.insert(0, 0);
        extents.insert(0, 1);
    }
    let named = physical.split_off(physical.len() - first.len());
    let extents = extents.split_off(extents.len() - first.len());
    let (mut tile, mut within, mut merged) = (physical, vec![], 0);
    for ((entry, place), extent) in first.iter().zip(named).zip(extents) {
        merged = merged * extent + place;
        if let Some(entry) = entry {
            tile.push(merged / entry);
            within.push(merged % entry);
            merged = 0;
        }
    }
    (tile, within)
}

/// The tile of a loop over tiles outlives its handle.
#[test]
fn tiles_are_handed_out() {
    let mut matrix = Buffer::<f32, Matrix<6>>::zeroed();
    let tiles = matrix.tiles_mut().map(|tile| tile.into_view_mut());
    let mut tiles: Vec<ViewMut<'_, f32, Block>> = tiles.collect();
    tiles[3][[1, 0]] = 7.0; // the tile at [1, 1], whose first element is [4, 4]
    assert_eq!(matrix[[5, 4]], 7.0);

    let layout = Layout::parse("f32[6,6]{1,0:T(4,4)}").unwrap();
    let mut buffer = Buffer::<f32, Layout>::zeroed_with_layout(layout).unwrap();
    let tiles = buffer.tiles_mut().map(|tile| tile.into_view_mut().unwrap());
    let mut tiles: Vec<_> = tiles.collect();
    tiles[1][[2, 1]] = 8.0;
    assert_eq!(buffer[[2, 5]], 8.0);
}
