//! `Rows`: the layouts of a file.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use super::event::Shape;
use super::row::{Row, predicted};
use super::total::Total;
use crate::hlo::KeyHasher;

/// The maximum number of layouts in memory. Beyond it, the half with the least padding is
/// dropped to bound the memory.
const MAX_ROWS: usize = 1 << 16;
/// The maximum length of a shape's text in bytes.
const MAX_SHAPE: usize = 1 << 10;

/// The layouts of a file, by the shapes in it and by their numbers.
#[derive(Debug, Default)]
pub(super) struct Rows {
    numbers: HashMap<Box<[u8]>, u32, BuildHasherDefault<KeyHasher>>,
    rows: HashMap<u32, Row>,
    next: u32,
    /// One array of each dropped row, for counts that are not decided yet.
    dropped: HashMap<u32, Total>,
    /// The number of different layouts, those of dropped rows included.
    pub(super) layouts: u64,
    /// The arrays of dropped rows.
    pub(super) others: Total,
}

impl Rows {
    /// Returns the row of a shape, or why there is none.
    pub(super) fn of_shape(
        &mut self,
        shape: &Shape<'_>,
        predicts: bool,
    ) -> Result<&mut Row, String> {
        let number = match self.numbers.get(shape.key()) {
            Some(&number) => number,
            None => self.add(shape, predicts)?,
        };
        Ok(self.rows.get_mut(&number).expect("each number has a row"))
    }

    /// Adds a row for arrays of a new layout, and returns its number.
    fn add(&mut self, shape: &Shape<'_>, predicts: bool) -> Result<u32, String> {
        if shape.key().len() > MAX_SHAPE {
            return Err(format!("a shape of more than {MAX_SHAPE} bytes"));
        }
        let mut layout = shape.layout()?;
        let is_predicted = predicts && layout.tiles().is_empty();
        if is_predicted {
            layout = predicted(&layout, shape.has_order())?;
        }
        let text = match shape.text() {
            Some(text) if !is_predicted => text.into(),
            _ => layout.to_string().into(),
        };
        self.make_room();
        let number = self.next;
        self.next = self.next.wrapping_add(1);
        self.layouts += 1;
        self.numbers.insert(shape.key().into(), number);
        self.rows
            .insert(number, Row::new(text, number, &layout, is_predicted));
        Ok(number)
    }

    /// Drops the half of the rows with the least padding if there are too many.
    fn make_room(&mut self) {
        if self.rows.len() < MAX_ROWS {
            return;
        }
        let rows = self.rows.values();
        let mut wasted: Vec<u64> = rows.map(|row| row.seen_waste).collect();
        let (_, &mut median, _) = wasted.select_nth_unstable(MAX_ROWS / 2);
        let mut to_drop = MAX_ROWS / 2;
        let (others, dropped) = (&mut self.others, &mut self.dropped);
        self.rows.retain(|&number, row| {
            let drop = to_drop > 0 && row.seen_waste <= median;
            if drop {
                to_drop -= 1;
                others.add(row.total);
                dropped.insert(number, row.each);
            }
            !drop
        });
        self.numbers
            .retain(|_, number| self.rows.contains_key(number));
    }

    /// Returns one array of a row, dropped or not.
    pub(super) fn each(&self, number: u32) -> Total {
        let row = self.rows.get(&number).map(|row| row.each);
        row.or_else(|| self.dropped.get(&number).copied())
            .unwrap_or_default()
    }

    /// Ends a module, whose counts are decided.
    pub(super) fn end_module(&mut self) {
        self.dropped.clear();
    }

    pub(super) fn get(&self, number: u32) -> Option<&Row> {
        self.rows.get(&number)
    }

    pub(super) fn get_mut(&mut self, number: u32) -> Option<&mut Row> {
        self.rows.get_mut(&number)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Row> {
        self.rows.values()
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Row> {
        self.rows.values_mut()
    }

    /// Removes the rows without arrays.
    pub(super) fn remove_empty(&mut self) {
        let known = self.rows.len();
        self.rows.retain(|_, row| row.total.arrays > 0);
        self.layouts -= (known - self.rows.len()) as u64;
    }
}
