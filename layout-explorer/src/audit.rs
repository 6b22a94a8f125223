//! The arrays of a dump, by layout.

use std::collections::BTreeMap;

use layout_runtime::{Layout, hlo};
use serde_json::json;

/// The most rows of a table.
const MAX_ROWS: usize = 500;

/// The arrays of a dump that is read in pieces of whole lines.
#[derive(Debug, Default)]
pub struct Audit {
    rows: BTreeMap<String, Row>,
    arrays: usize,
    skipped: usize,
}

/// The arrays of one layout.
#[derive(Debug, Default)]
struct Row {
    count: usize,
    num_bytes: usize,
    padded_bytes: usize,
}

impl Audit {
    /// Reads some lines: HLO text, or StableHLO text, whose arrays get the layouts that a TPU
    /// chooses.
    pub fn feed(&mut self, piece: &[u8]) {
        if piece.windows(7).any(|window| window == b"tensor<") {
            for tensor in hlo::tensors(piece) {
                let layout = tensor.ok().and_then(|tensor| {
                    layout_runtime::presets::try_tpu(tensor.element_type(), tensor.dims()).ok()
                });
                self.add(layout);
            }
        } else {
            for array in hlo::layouts(piece) {
                self.add(array.ok().and_then(|array| array.layout().ok()));
            }
        }
    }

    fn add(&mut self, layout: Option<Layout>) {
        let Some(layout) = layout else {
            self.skipped += 1;
            return;
        };
        self.arrays += 1;
        let row = self.rows.entry(layout.to_string()).or_default();
        row.count += 1;
        row.num_bytes = layout.num_bytes();
        row.padded_bytes = layout.padded_bytes();
    }

    /// The table: the layouts that take the most bytes first.
    #[must_use]
    pub fn finish(self) -> String {
        let mut rows: Vec<(String, Row)> = self.rows.into_iter().collect();
        rows.sort_by_key(|(_, row)| {
            std::cmp::Reverse(row.padded_bytes as u128 * row.count as u128)
        });
        let layouts = rows.len();
        let rows = rows.into_iter().take(MAX_ROWS).map(|(layout, row)| {
            json!({
                "layout": layout,
                "count": row.count,
                "num_bytes": row.num_bytes,
                "padded_bytes": row.padded_bytes,
            })
        });
        json!({
            "arrays": self.arrays,
            "skipped": self.skipped,
            "layouts": layouts,
            "rows": rows.collect::<Vec<_>>(),
        })
        .to_string()
    }
}
