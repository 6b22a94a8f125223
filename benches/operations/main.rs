//! Costs of operations on every element, beside loops by hand:
//!
//!     cargo bench -p layout-benches --bench operations                   # everything
//!     cargo bench -p layout-benches --bench operations -- fold nChw16c   # rows whose name has both words
//!     cargo bench -p layout-benches --bench operations -- parts:         # calls that give parts of an array
//!
//! Each operation runs on each kind of layout: static, with `?`, and `Layout`. The loop by hand
//! is a nest over the dimensions with the formula of the position inside. It and the three
//! kinds take turns in one run; each time is the minimum of many turns. A ratio above its
//! target is marked `!`.

mod by_hand;
mod elementwise;
mod layouts;
mod measure;
mod operation;
mod packed;
mod packed_iter;
mod parts;
mod ranked;

use layouts::{Case, Visitor};
use measure::{Score, Table, least_in_turn};
use operation::{Arrays, Operation};

/// The operations of one layout, and their costs.
struct PerElement {
    table: Table,
}

impl Visitor for PerElement {
    fn visit<C: Case>(&mut self) {
        let name = |operation: &Operation| format!("{:18} {}", operation.name(), C::NAME);
        if !Operation::ALL.iter().any(|op| self.table.wants(&name(op))) {
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
            let name = name(&operation);
            if !self.table.wants(&name) {
                continue;
            }
            // Each of the four reaches the same elements.
            let expected = by_hand.run(operation);
            let found = [
                of_static.run(operation),
                of_partial.run(operation),
                of_layout.run(operation),
            ];
            assert_eq!(found, [expected; 3], "{name}");
            let seconds = least_in_turn([
                &mut || by_hand.run(operation),
                &mut || of_static.run(operation),
                &mut || of_partial.run(operation),
                &mut || of_layout.run(operation),
            ]);
            let per_element = seconds.map(|time| time * 1e9 / layout.num_elements() as f64);
            self.table.row(&name, per_element, operation.aims());
        }
    }
}

fn main() {
    let words: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with('-'))
        .collect();
    let mut score = Score::default();
    let heads = ["by hand", "static", "`?`", "`Layout`"];
    let table = Table::new("operation, layout: ns an element", heads, &words);
    let mut per_element = PerElement { table };
    layouts::each(&mut per_element);
    score.add(per_element.table.end());
    score.add(ranked::run(&words));
    score.add(elementwise::run(&words));
    score.add(parts::run(&words));
    score.add(packed::run(&words));
    score.add(packed_iter::run(&words));
    println!("\n{score}");
}
