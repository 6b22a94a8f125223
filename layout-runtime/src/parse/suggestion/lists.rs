//! Classifies a list of numbers: dimensions, an order, a tile.

use super::label::Label;
use super::lenient::{Entries, Lenient, NO_ENTRIES, Order};
use crate::parse::Span;
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
        let Some(dims) = &self.dims else {
            let named = !matches!(self.label, Label::None | Label::Dims | Label::Nothing);
            let hole = self.element.is_none() && self.text[list.at(0).start] == b'$';
            self.lost = self.lost || named || hole;
            self.dims = Some(list);
            return;
        };
        let rank = dims.len();
        let no_order = matches!(self.order, Order::Default);
        let in_tile = !self.tiles.is_empty() && !self.in_layout();
        match self.label {
            Label::MajorToMinor => self.order = Order::MajorToMinor(list),
            Label::MinorToMajor => self.order = Order::MinorToMajor(list),
            Label::Strides => self.order = Order::Strides(list),
            Label::Nothing => {}
            Label::Tile if self.tiles.is_empty() || in_tile => return self.tile(list),
            _ if self.backwards || self.is_c_array(&list) => match &mut self.dims {
                Some(dims) if rank < MAX_RANK => dims.push(list.at(0)),
                _ => self.lost = true,
            },
            _ if no_order && !in_tile && self.is_order(&list, rank) => {
                self.order = Order::MinorToMajor(list);
                return;
            }
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
    const fn is_c_array(&self, list: &Entries) -> bool {
        list.len() == 1
            && self.open.len() == 1
            && self.open.at(0) == b'['
            && !self.has_layout
            && self.tiles.is_empty()
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
