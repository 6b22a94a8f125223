//! Classifies a list of numbers: dimensions, an order, a tile.

use super::label::Label;
use super::lenient::{Entries, Lenient, NO_ENTRIES, Order};
use crate::parse::{HOLE, Span};
use crate::spec::MAX_RANK;

impl Lenient<'_> {
    /// Classifies the list that ends at the cursor.
    pub(super) const fn finish_list(&mut self) {
        self.after_entry = false;
        let list = self.list;
        if list.is_empty() {
            return;
        }
        self.list = NO_ENTRIES;
        if matches!(self.label, Label::Ignored) {
            self.label = Label::None;
            return;
        }
        let Some(dims) = &self.dims else {
            let named = !matches!(self.label, Label::None | Label::Dims | Label::Nothing);
            let hole = self.element.is_none() && self.text[list.at(0).start] == HOLE;
            self.lost = self.lost || named || hole;
            self.dims = Some(list);
            return;
        };
        let rank = dims.len();
        let no_order = matches!(
            self.order,
            Order::Default | Order::RowMajor | Order::ColumnMajor
        );
        let in_tile = !self.tiles.is_empty() && !self.in_layout();
        match self.label {
            Label::MajorToMinor => self.order = Order::MajorToMinor(list),
            Label::MinorToMajor => self.order = Order::MinorToMajor(list),
            Label::Strides => self.order = Order::Strides(list),
            Label::None if self.mlir && self.open.len() == 1 => {}
            Label::Tile if self.tiles.is_empty() || in_tile => return self.tile(list),
            _ if self.backwards || self.is_one_dimension(&list) => match &mut self.dims {
                Some(dims) if rank < MAX_RANK => dims.push(list.at(0)),
                _ => self.lost = true,
            },
            _ if no_order && !in_tile && self.is_order(&list, rank) => {
                self.order = Order::MinorToMajor(list);
                return;
            }
            _ if no_order && !self.in_layout() && self.is_strides(&list) => {
                self.order = Order::Strides(list);
            }
            Label::None if self.element.is_none() => self.lost = true,
            // An order that names no dimensions.
            Label::None
                if no_order && list.len() == rank && self.in_layout() && self.has_layout =>
            {
                self.lost = true;
            }
            _ => return self.tile(list),
        }
        self.label = Label::None;
    }

    const fn tile(&mut self, list: Entries) {
        if self.tiles.is_full() {
            self.lost = true;
        } else {
            self.tiles.push(list);
        }
    }

    /// Whether the list is one more dimension, as in `f32[3][5]`.
    const fn is_one_dimension(&self, list: &Entries) -> bool {
        let bracket = match self.open.as_slice() {
            [.., last] => *last,
            [] => b' ',
        };
        list.len() == 1
            && (bracket == b'[' || matches!(self.label, Label::Dims))
            && !self.has_layout
            && self.tiles.is_empty()
    }

    /// Whether the list has the strides of the dimensions, without padding, in
    /// the default order or its reverse.
    const fn is_strides(&self, list: &Entries) -> bool {
        let Some(dims) = &self.dims else {
            return false;
        };
        let rank = dims.len();
        let (mut rows, mut columns) = (1u128, 1u128);
        let (mut by_rows, mut by_columns) = (list.len() == rank, list.len() == rank);
        let mut i = 0;
        while i < rank && i < list.len() {
            by_rows &= self.value(list.at(list.len() - 1 - i)) == rows;
            by_columns &= self.value(list.at(i)) == columns;
            rows = rows.saturating_mul(self.value(dims.at(rank - 1 - i)));
            columns = columns.saturating_mul(self.value(dims.at(i)));
            i += 1;
        }
        by_rows || by_columns
    }

    /// Whether the list names each of `rank` dimensions once.
    const fn is_order(&self, list: &Entries, rank: usize) -> bool {
        let first = self.first_dimension(list);
        let mut seen = 0u128;
        let mut i = 0;
        while i < list.len() {
            let dim = self.dimension(list.at(i), rank);
            if dim < first || dim - first >= rank as u128 {
                return false;
            }
            seen |= 1 << (dim - first);
            i += 1;
        }
        list.len() == rank && seen == (1 << rank) - 1
    }

    /// The dimension that an entry of an order names; a negative one counts
    /// from the last.
    pub(super) const fn dimension(&self, entry: Span, rank: usize) -> u128 {
        let Span { start, end } = entry;
        match self.text[start] {
            b'-' => {
                let value = self.value(Span {
                    start: start + 1,
                    end,
                });
                (rank as u128).saturating_sub(value)
            }
            b'0'..=b'9' => self.value(entry),
            _ => u128::MAX, // a name
        }
    }

    /// 0, or 1 where the order counts from 1.
    pub(super) const fn first_dimension(&self, list: &Entries) -> u128 {
        let mut i = 0;
        while i < list.len() {
            if self.dimension(list.at(i), list.len()) == 0 {
                return 0;
            }
            i += 1;
        }
        1
    }
}
