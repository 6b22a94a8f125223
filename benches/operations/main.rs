//! Costs of operations on every element, beside hand-written loops:
//!
//!     cargo bench -p layout-benches --bench operations                   # everything
//!     cargo bench -p layout-benches --bench operations -- fold nChw16c   # rows whose name has both words
//!     cargo bench -p layout-benches --bench operations -- parts:         # calls that give parts of an array
//!     cargo bench -p layout-benches --bench operations -- program:       # what new users write first
//!     cargo bench -p layout-benches --bench operations -- ndarray:       # copies of arrays of strides
//!
//! Each operation runs on each kind of layout: static, with `?`, and `Layout`. The hand-written loop
//! is a nest over the dimensions with the formula of the position inside. It and the three
//! kinds take turns in one run; each time is the minimum of many turns. A ratio above its
//! target is marked `!`.

mod by_hand;
mod elementwise;
mod layouts;
mod loops;
mod operation;
mod packed;
mod packed_iter;
mod parts;
mod programs;
mod strides;
mod table;
#[path = "../timing.rs"]
mod timing;

use layouts::{Case, Visitor};
use operation::{Arrays, Operation};
use table::{KINDS, Table};

/// The operations of one layout, and their costs.
struct PerElement<'a>(&'a mut Table);

impl Visitor for PerElement<'_> {
    fn visit<C: Case>(&mut self) {
        let name = |operation: &Operation| format!("{:18} {}", operation.name(), C::NAME);
        if !Operation::ALL.iter().any(|op| self.0.wants(&name(op))) {
            return;
        }
        let mut by_hand = by_hand::Buffers::<C>::new();
        let layout = C::layout();
        let run_time = std::hint::black_box(layout);
        let mut of_static = Arrays::<C::Element, _>::new(C::Static::default());
        let mut of_partial = Arrays::<C::Element, _>::new(C::partial());
        let mut of_layout = Arrays::<C::Element, _>::new(run_time);
        for &operation in Operation::ALL {
            let padded = layout.padded_len() > layout.num_elements();
            if matches!(operation, Operation::FillPadding) && !padded {
                continue;
            }
            // Each of the four reaches the same elements.
            let expected = by_hand.run(operation);
            let found = [
                of_static.run(operation),
                of_partial.run(operation),
                of_layout.run(operation),
            ];
            assert_eq!(found, [expected; 3], "{}", name(&operation));
            self.0.row(
                &name(&operation),
                layout.num_elements(),
                operation.aims(),
                [
                    &mut || by_hand.run(operation),
                    &mut || of_static.run(operation),
                    &mut || of_partial.run(operation),
                    &mut || of_layout.run(operation),
                ],
            );
        }
    }
}

fn main() {
    let words = std::env::args().skip(1);
    let mut table = Table::new(words.filter(|word| !word.starts_with('-')).collect());
    table.section("operation, layout", "by hand", KINDS);
    layouts::each(&mut PerElement(&mut table));
    loops::run(&mut table);
    elementwise::run(&mut table);
    parts::run(&mut table);
    packed::run(&mut table);
    packed_iter::run(&mut table);
    programs::run(&mut table);
    strides::run(&mut table);
    table.end();
}
