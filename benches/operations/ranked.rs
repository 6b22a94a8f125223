//! Run-time layouts by `ranked`, whose indices are arrays of their rank.

use std::hint::black_box;

use tiled_layout::{Buffer, Layout};

use crate::by_hand::Buffers;
use crate::layouts::{Blocked, Case, Number, Rows, Small, Tiled};
use crate::measure::{Score, Table, least_in_turn};
use crate::operation::{Operation, read};

const OPERATIONS: [Operation; 5] = [
    Operation::IterFor,
    Operation::IterFold,
    Operation::IndexedFor,
    Operation::IndexedFold,
    Operation::Runs,
];

/// The target, as of a `Layout`.
const AIM: [f64; 1] = [2.5];

pub(crate) fn run(words: &[String]) -> Score {
    let heads = ["by hand", "`ranked`"];
    let mut table = Table::new("of a `Layout`, ranked: ns an element", heads, words);
    rows::<Tiled, 2>(&mut table);
    rows::<Blocked, 4>(&mut table);
    rows::<Rows, 3>(&mut table);
    rows::<Small, 2>(&mut table);
    table.end()
}

fn rows<C: Case, const RANK: usize>(table: &mut Table) {
    let name = |operation: Operation| format!("{:18} {}, ranked", operation.name(), C::NAME);
    if !OPERATIONS.iter().any(|op| table.wants(&name(*op))) {
        return;
    }
    let mut by_hand = Buffers::<C>::new();
    let layout: Layout = black_box(C::layout());
    let mut numbers = 0..;
    let next = |_| C::Element::of(numbers.next().unwrap_or(0));
    let buffer = Buffer::from_fn_with(layout, next).unwrap();
    let view = buffer.view().ranked::<RANK>().unwrap();
    for operation in OPERATIONS {
        let name = name(operation);
        if !table.wants(&name) {
            continue;
        }
        assert_eq!(read(operation, &view), by_hand.run(operation), "{name}");
        let seconds = least_in_turn([&mut || by_hand.run(operation), &mut || {
            read(operation, &view)
        }]);
        let per_element = seconds.map(|time| time * 1e9 / layout.num_elements() as f64);
        table.row(&name, per_element, AIM);
    }
}
