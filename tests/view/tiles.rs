//! Tiles, and tiles as arrays with a layout of their own: as a user writes them.

use tiled_layout::{
    Buffer, Layout, RegionError, StaticMapping, View, ViewMut, iter::StaticTiles, layout,
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
    let batch = Buffer::<u16, Batch>::from_fn_with(sizes, |[i, ..]| i as u16).unwrap();
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

/// Arrays without elements have no buffer, and thus tiles that are larger than any.
#[test]
#[cfg(target_pointer_width = "64")]
fn tiles_larger_than_a_buffer() {
    for text in [
        "u16[0]{0:T(4611686018427387904)}",
        "u16[0]{0:T(4611686018427387904)(3)}",
        "u16[0]{0:T(4611686018427387904)M(64)}",
        "u16[0,3]{1,0:T(*,4611686018427387904)}",
        "f32[0]{0:T(9223372036854775807)}",
        "c128[5,0]{0,1:T(4294967296,1073741824)}",
    ] {
        let layout = Layout::parse(text).unwrap();
        assert_eq!(layout.tile_layout(), Err(RegionError::LargeTile), "{text}");
    }
    let layout = Layout::parse("u8[0]{0:T(9223372036854775807)}").unwrap();
    let tile = layout.tile_layout().unwrap();
    assert_eq!(tile.to_string(), "u8[9223372036854775807]{0}");
    let large = Layout::parse("u16[0]{0:T(4611686018427387904)}").unwrap();
    assert_eq!(large.view::<u16>(&[]).unwrap().tiles().len(), 0);
}

/// The tile of a loop over tiles outlives its handle.
#[test]
fn tiles_are_handed_out() {
    let mut matrix = Buffer::<f32, Matrix<6>>::zeroed();
    let tiles = matrix.tiles_mut().map(|tile| tile.into_view_mut());
    let mut tiles: Vec<ViewMut<'_, f32, Block>> = tiles.collect();
    tiles[3][[1, 0]] = 7.0; // the tile at [1, 1], whose first element is [4, 4]
    assert_eq!(matrix[[5, 4]], 7.0);
}

/// Which layouts have tiles that are slices, and how long these are.
#[test]
fn slices() {
    let len = |text: &str| {
        let layout = Layout::parse(text).unwrap();
        let buffer = Buffer::<u8, _>::zeroed_with(layout).unwrap();
        buffer.tiles().next().unwrap().as_slice().map(<[u8]>::len)
    };
    assert_eq!(len("u8[300,500]{1,0:T(8,128)}"), Some(1024));
    assert_eq!(len("u8[300,500]{1,0:T(8,128)(4,1)}"), Some(1024));
    assert_eq!(len("u8[300,500]{1,0:T(8,128)(1,1,4,1)}"), Some(1024));
    assert_eq!(len("u8[300,500]{1,0:T(8,128)(2,1,1,1)}"), None); // tiles in pairs
    assert_eq!(len("u8[1,500]{1,0:T(1,128)(2,1,1,1)}"), None); // of one tile and padding
    assert_eq!(len("u8[99]{0:T(256)(128)(2,1)}"), Some(256));
    assert_eq!(len("u8[9]{0:T(3)(2)}"), Some(4)); // the second tile pads the first
    assert_eq!(len("u8[3,5]"), Some(1));
    assert_eq!(len("u8[]"), Some(1));
}

#[test]
#[should_panic(expected = "index [1, 1] is out of bounds of a tile of extents [2, 1]")]
fn past_the_extents_of_a_tile() {
    let buffer = Buffer::<i32, layout!(S32[3,5]<1,0:T(2,2)>)>::zeroed();
    let _ = buffer.tile([0, 2]).unwrap()[[1, 1]];
}

/// The tile of an element, where the physical order is not the logical one. Buffers have what views
/// have.
#[test]
fn tile_of_an_element() {
    type Array = layout!(F32[512,512]<0,1:T(8,128)>);
    let mut buffer = Buffer::<f32, Array>::zeroed();
    let tile = buffer.tile_at([100, 200]).unwrap();
    assert_eq!(tile.index(), [25, 0]);
    assert_eq!(tile.ranges(), [0..128, 200..208]);
    assert_eq!(tile.region().unwrap().logical_strides().unwrap(), [1, 128]);
    // Element (100,0) of the tile, whose columns are contiguous.
    let element: *const f32 = &raw const buffer[[100, 200]];
    assert_eq!(tile.as_ptr().wrapping_add(100), element);
    assert!(buffer.tile_at([512, 0]).is_none());
    assert_eq!(buffer.tile_at_mut([3, 3]).unwrap().ranges(), [0..128, 0..8]);
}

/// A list of another length comes back.
#[test]
fn indices_of_tiles_as_arrays() {
    let layout = Layout::parse("s32[3,5]{0,1:T(2,2)}").unwrap();
    let buffer = [0; 24];
    let view = layout.view(&buffer).unwrap();
    let tile = view.tile([2, 1]).unwrap();
    let [i, j]: [usize; 2] = tile.index().try_into().unwrap();
    assert_eq!((i, j), (2, 1));
    assert_eq!(<[usize; 3]>::try_from(tile.index()).unwrap_err(), [2, 1]);
}
