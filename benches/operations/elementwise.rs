//! Elementwise work over several arrays, beside the hand-written loop.

use tiled_layout::{Buffer, Stores, WholeBuffer, Zip, layout};

use crate::layouts::Number;
use crate::table::{KINDS, Table};

/// The targets: the largest ratios.
const AIMS: [f64; 3] = [1.5; 3];
const INDEXED_AIMS: [f64; 3] = [1.5, 2.0, 2.5];

type Tiled = layout!(F32[512,1024]<1,0:T(8,128)>);
type TiledOf = layout!(F32[?,?]<1,0:T(8,128)>);
type Rows = layout!(F32[512,1024]);
type RowsOf = layout!(F32[?,?]);

type Nhwc = layout!(U8[1,64,112,112]<1,3,2,0>);
type NhwcOf = layout!(U8[?,?,?,?]<1,3,2,0>);
type Blocked = layout!(F32[1,64,112,112]<3,2,1,0:T(16,1,1)>);
type BlockedOf = layout!(F32[?,?,?,?]<3,2,1,0:T(16,1,1)>);

/// An array of arbitrary numbers.
fn array<T: Number, M: Stores<T>>(mapping: M) -> Buffer<T, M> {
    let mut numbers = 0..;
    let next = |_| T::of(numbers.next().unwrap_or(0));
    Buffer::from_fn_with(mapping, next).unwrap_or_else(|error| panic!("{error}"))
}

/// `b += a`.
#[inline(never)]
fn add<M: WholeBuffer, N: WholeBuffer>(b: &mut Buffer<f32, M>, a: &Buffer<f32, N>) {
    b.zip_mut_with(a, |b, a| *b += a);
}

#[inline(never)]
fn add_slices(b: &mut [f32], a: &[f32]) {
    for (b, a) in b.iter_mut().zip(a) {
        *b += a;
    }
}

fn scaled(number: u8) -> f32 {
    (f32::from(number) - 127.0) * (1.0 / 128.0)
}

#[inline(never)]
fn scale<M: WholeBuffer, N: WholeBuffer>(to: &mut Buffer<f32, M>, from: &Buffer<u8, N>) {
    Zip::from(to)
        .and(from)
        .for_each(|to, from| *to = scaled(*from));
}

#[inline(never)]
fn scale_by_hand(to: &mut [f32], from: &[u8]) {
    for block in 0..4 {
        for pixel in 0..112 * 112 {
            let (to, from) = (
                &mut to[(block * 112 * 112 + pixel) * 16..][..16],
                &from[pixel * 64 + block * 16..][..16],
            );
            for (to, from) in to.iter_mut().zip(from) {
                *to = scaled(*from);
            }
        }
    }
}

/// Elements from their indices, in tiles.
#[inline(never)]
fn indexed<M: WholeBuffer<Index: AsRef<[usize]>>>(to: &mut Buffer<f32, M>, from: &[f32]) {
    Zip::indexed(to).for_each(|index, to| *to = from[index.as_ref()[1] & 1023]);
}

#[inline(never)]
fn indexed_by_hand(to: &mut [f32], from: &[f32]) {
    for i in 0..512 {
        for j in 0..1024 {
            let position = (i / 8 * 8 + j / 128) * 1024 + i % 8 * 128 + j % 128;
            to[position] = from[j & 1023];
        }
    }
}

pub(crate) fn run(table: &mut Table) {
    table.section("several arrays", "by hand", KINDS);
    let partial = TiledOf::with_dims([512, 1024]).unwrap();
    let rows = RowsOf::with_dims([512, 1024]).unwrap();
    let mut statics = (array(Tiled::default()), array(Rows::default()));
    let mut partials = (array(partial), array(rows));
    let mut layouts = (array(Tiled::LAYOUT), array(Rows::LAYOUT));
    let mut to = statics.0.as_slice().to_vec();
    let from = statics.1.as_slice().to_vec();
    table.row(
        "b += a             T(8,128), rows; slices",
        512 * 1024,
        AIMS,
        [
            &mut || add_slices(&mut to, &from),
            &mut || add(&mut statics.0, &statics.1),
            &mut || add(&mut partials.0, &partials.1),
            &mut || add(&mut layouts.0, &layouts.1),
        ],
    );

    let from: Vec<f32> = (0..1024).map(|number| number as f32).collect();
    indexed_by_hand(&mut to, &from);
    indexed(&mut statics.0, &from);
    assert_eq!(to, statics.0.as_slice());
    table.row(
        "Zip::indexed       T(8,128)",
        512 * 1024,
        INDEXED_AIMS,
        [
            &mut || indexed_by_hand(&mut to, &from),
            &mut || indexed(&mut statics.0, &from),
            &mut || indexed(&mut partials.0, &from),
            &mut || indexed(&mut layouts.0, &from),
        ],
    );

    let dims = [1, 64, 112, 112];
    let blocked = BlockedOf::with_dims(dims).unwrap();
    let nhwc = NhwcOf::with_dims(dims).unwrap();
    let mut statics = (array(Blocked::default()), array::<u8, _>(Nhwc::default()));
    let mut partials = (array(blocked), array::<u8, _>(nhwc));
    let mut layouts = (array(Blocked::LAYOUT), array::<u8, _>(Nhwc::LAYOUT));
    let mut to = statics.0.as_slice().to_vec();
    let from = statics.1.as_slice().to_vec();
    scale_by_hand(&mut to, &from);
    scale(&mut statics.0, &statics.1);
    assert_eq!(to, statics.0.as_slice());
    table.row(
        "u8 to f32, scaled  NHWC to nChw16c",
        64 * 112 * 112,
        AIMS,
        [
            &mut || scale_by_hand(&mut to, &from),
            &mut || scale(&mut statics.0, &statics.1),
            &mut || scale(&mut partials.0, &partials.1),
            &mut || scale(&mut layouts.0, &layouts.1),
        ],
    );
}
