//! Operations on each packed element, beside hand-written loops over the bits.

use std::hint::black_box;

use tiled_layout::{PackedView, StaticMapping, WholeBuffer, layout};

use crate::by_hand;
use crate::layouts::{Case, Tiled};
use crate::operation::{Operation, read};
use crate::table::{KINDS, Table};

/// The targets: the largest ratios: static, with `?`, `Layout`.
const AIMS: [f64; 3] = [1.5, 2.0, 2.5];

const OPERATIONS: [Operation; 6] = [
    Operation::IterFor,
    Operation::IterFold,
    Operation::IndexedFor,
    Operation::IndexedFold,
    Operation::Collect,
    Operation::ToRowMajor,
];

/// The rows of one width, in the layout of [`Tiled`].
fn width<const BITS: usize, M: StaticMapping>(table: &mut Table, partial: impl WholeBuffer + Copy) {
    let layout = black_box(M::LAYOUT);
    let bytes: Vec<u8> = (0..layout.padded_bytes())
        .map(|i| (i * 37 % 251) as u8)
        .collect();
    let of_static = PackedView::<i8, _>::from_bytes(M::default(), &bytes).unwrap();
    let of_partial = PackedView::<i8, _>::from_bytes(partial, &bytes).unwrap();
    let of_layout = PackedView::<i8, _>::from_bytes(&layout, &bytes).unwrap();
    let get = |position| {
        let bit = position * BITS;
        let shift = 8 - BITS - bit % 8;
        (bytes[bit / 8] << shift) as i8 >> (8 - BITS)
    };
    for operation in OPERATIONS {
        let name = format!("{:18} s{BITS} T(8,128)", operation.name());
        let by_hand = || by_hand::read::<Tiled, i8>(operation, get);
        let found = [
            read(operation, &of_static),
            read(operation, &of_partial),
            read(operation, &of_layout),
        ];
        assert_eq!(found, [by_hand(); 3], "{name}");
        table.row(
            &name,
            Tiled::layout().num_elements(),
            AIMS,
            [
                &mut || by_hand(),
                &mut || read(operation, &of_static),
                &mut || read(operation, &of_partial),
                &mut || read(operation, &of_layout),
            ],
        );
    }
}

pub(crate) fn run(table: &mut Table) {
    table.section("packed elements", "by hand", KINDS);
    macro_rules! widths {
        ($($bits:literal $element:ident)*) => {$({
            type Fixed = layout!($element[509,511]<1,0:T(8,128)E($bits)>);
            type Partial = layout!($element[?,?]<1,0:T(8,128)E($bits)>);
            width::<$bits, Fixed>(table, Partial::with_dims([509, 511]).unwrap());
        })*};
    }
    widths! { 4 S4 2 S2 1 S1 }
}
