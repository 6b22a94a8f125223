//! Spellings that mean the same layout give the same type, and dimensions and tile sizes may be
//! names and expressions.

use tiled_layout::{Layout, Mapping, layout};

/// Compiles only when both arguments have one type.
fn same<T>(_: T, _: T) {}

#[test]
fn case_brackets_order_and_blanks() {
    type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
    same::<Fig1>(layout!(F32[3,5]<1,0:T(2,2)>), layout!(f32[3,5]<1,0:T(2,2)>));
    same::<Fig1>(layout!(F32[3,5]{1,0:T(2,2)}), layout!(f32[3,5]{1,0:T(2,2)}));
    same::<Fig1>(layout!(F32[3,5]<:T(2,2)>), layout!(f32[3,5]{:T(2,2)}));
    same::<Fig1>(layout!(F32[3,5]<1,0:(2,2)>), layout!(f32[3,5]{:(2,2)}));
    same::<Fig1>(
        layout!( F32 [ 3 , 5 ] < 1 , 0 : T ( 2 , 2 ) > ),
        layout! {
            f32[3,5]{
                1,0 :
                T(2,2)
            }
        },
    );
    same::<Fig1>(layout![f32[3, 5]<1, 0: T(2, 2)>], Fig1::default());
}

#[test]
fn without_tiles() {
    same(layout!(F32[3,5]), layout!(f32[3,5]{1,0}));
    same(layout!(F32[3,5]), layout!(F32[3,5]<1,0>));
    same(layout!(F32[]), layout!(f32[]));
    same(layout!(U32[]<:T(128)>), layout!(u32[]{:T(128)}));
}

#[test]
fn combine() {
    same(
        layout!(F32[3,5,7]<2,1,0:T(*,4)>),
        layout!(F32[3,5,7]{2,1,0:T(-1,4)}),
    );
    same(
        layout!(F32[3,5,7]<2,1,0:T(*,*,4)>),
        layout!(f32[3,5,7]{:T(-1,*,4)}),
    );
    same(
        layout!(F32[3,5,7]<2,1,0:T(2,*,4)>),
        layout!(F32[3,5,7]<2,1,0:T( 2 , - 1 , 4 )>),
    );
}

#[test]
fn later_sections() {
    same(
        layout!(S4[100,100]<1,0:T(8,128)(8,1)E(4)S(1)>),
        layout!(s4[100,100]{:T(8,128)(8,1) E(4) S(1)}),
    );
    same(
        layout!(F32[2,3]<0,1:PAD(3,5=zero)>),
        layout!(f32[2,3]{0,1:PAD(3, 5 = zero)}),
    );
    same(
        layout!(BF16[4096]<0:T(1024)(128)(2,1)>),
        layout!(bf16[4096]{0:T(1024)(128)(2,1)}),
    );
}

#[test]
fn sections_that_say_nothing() {
    type Plain = layout!(F32[3]);
    same::<Plain>(layout!(F32[3]<0:S(0)>), layout!(F32[3]{0:L(1)}));
    same::<Plain>(layout!(F32[3]<0:M(0)>), layout!(F32[3]{}));
    same(layout!(F32[3]<0:PAD(4)>), layout!(F32[3]{0:PAD(4=unknown)}));
}

#[test]
fn integers_as_rust_writes_them() {
    same(layout!(F32[1_000,5]), layout!(F32[1000,5]));
    same(layout!(F32[0x10,0b101]), layout!(F32[16,0o5]));
}

const ROWS: usize = 3;
mod sizes {
    pub(crate) const COLUMNS: usize = 5;
    pub(crate) struct Tile;
    impl Tile {
        pub(crate) const WIDTH: usize = 2;
    }
    pub(crate) mod inner {
        pub(crate) type Fig1 = super::super::layout!(F32[3,super::COLUMNS]<1,0:T(2,2)>);
    }
}

#[test]
fn constants_in_dims_and_tiles() {
    type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
    const TILE: usize = 2;
    same::<Fig1>(
        layout!(F32[ROWS,5]<1,0:T(2,2)>),
        layout!(F32[ROWS,sizes::COLUMNS]<1,0:T(2,2)>),
    );
    same::<Fig1>(
        layout!(F32[3,5]<1,0:T(TILE,2)>),
        layout!(F32[3,sizes::COLUMNS]{:T(2,TILE)}),
    );
    same::<Fig1>(
        layout!(F32[{ ROWS },{ 2 + 3 }]<1,0:T({ TILE },2)>),
        layout!(F32[{ ROWS },5]<1,0:T(2,{ sizes::Tile::WIDTH })>),
    );
    same::<Fig1>(
        layout!(f32[{ const N: usize = 1; N + 2 },5]{1,0:T(2,2)}),
        Fig1::default(),
    );
    same(layout!(F32[<=ROWS,5]), layout!(F32[<={ ROWS },5]));
    same(sizes::inner::Fig1::default(), Fig1::default());
    assert_eq!(
        <layout!(F32[ROWS,sizes::COLUMNS]<1,0:T(TILE,2)>)>::PADDED_LEN,
        24
    );
}

fn padded_rows<const N: usize>() -> usize {
    <layout!(F32[N,128]<1,0:T(8,128)>)>::PADDED_LEN / 128
}

fn offset_in<const N: usize, const T: usize>(at: [usize; 2]) -> usize {
    <layout!(F32[N,5]<1,0:T(T,2)>)>::offset(at)
}

struct Matrix<const R: usize, const C: usize>;

impl<const R: usize, const C: usize> Matrix<R, C> {
    const TEXT_LEN: usize = <layout!(BF16[R,C]<0,1:T(8,C)>)>::PADDED_LEN;
    fn layout() -> layout!(BF16[R,C]<0,1:T(8,C)>) {
        layout!(BF16[R,C]<0,1:T(8,C)>)
    }
}

#[test]
fn const_generic_parameters() {
    assert_eq!(
        [padded_rows::<1>(), padded_rows::<8>(), padded_rows::<9>()],
        [8, 8, 16]
    );
    for (i, j) in [(0, 0), (1, 4), (2, 3)] {
        let tiled = |t: usize| Layout::parse(&format!("f32[3,5]{{1,0:T({t},2)}}")).unwrap();
        assert_eq!(offset_in::<3, 2>([i, j]), tiled(2).offset(&[i, j]));
        assert_eq!(offset_in::<3, 3>([i, j]), tiled(3).offset(&[i, j]));
    }
    let matrix = Layout::parse("bf16[10,6]{0,1:T(8,6)}").unwrap();
    assert_eq!(Matrix::<10, 6>::TEXT_LEN, matrix.padded_len());
    same(Matrix::<10, 6>::layout(), layout!(bf16[10,6]{0,1:T(8,6)}));
}

/// A layout made from the outer macro's own arguments.
macro_rules! tiled {
    ($e:ident, $rows:expr, $columns:literal, $tile:tt) => {
        layout!($e[{ $rows },$columns]<1,0:T $tile>)
    };
}

/// An argument that is an expression, used without braces.
macro_rules! columns {
    ($columns:expr) => {
        layout!(F32[3,$columns]<1,0:T(2,2)>)
    };
}

/// All tokens handed on.
macro_rules! again {
    ($($tokens:tt)*) => { layout!($($tokens)*) };
}

#[test]
fn arguments_of_an_outer_macro() {
    same(tiled!(F32, 3, 5, (2, 2)), layout!(F32[3,5]<1,0:T(2,2)>));
    same(columns!(5), layout!(F32[3,5]<1,0:T(2,2)>));
    same(columns!(sizes::COLUMNS + 1), layout!(F32[3,6]<1,0:T(2,2)>));
    same(again!(F32[3,5]<1,0:T(2,2)>), layout!(F32[3,5]<1,0:T(2,2)>));
    same(tiled!(f32, ROWS, 5, (2, 2)), layout!(F32[3,5]<1,0:T(2,2)>));
}

#[test]
fn type_and_value_positions() {
    struct Holder {
        layout: layout!(F32[3,5]<1,0:T(2,2)>),
    }
    static FIG1: layout!(F32[3,5]<1,0:T(2,2)>) = layout!(F32[3,5]<1,0:T(2,2)>);
    const AT: usize = <layout!(F32[3,5]<1,0:T(2,2)>)>::offset([2, 3]);
    fn last(layout: layout!(F32[3,5]<1,0:T(2,2)>)) -> usize {
        layout.offset([2, 4])
    }
    let holder = Holder { layout: FIG1 };
    assert_eq!(holder.layout.offset([2, 3]), 17);
    assert_eq!(size_of_val(&holder), 0);
    assert_eq!((AT, last(FIG1)), (17, 20));
    let all = [FIG1; 2].map(|layout| layout.offset([0, 2]));
    assert_eq!(all, [4, 4]);
}
