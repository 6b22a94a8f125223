//! `Row`: all arrays of one layout, and the origin of one of them.

use layout_runtime::Layout;

use super::Space;
use super::total::Total;
use crate::tpu;

/// The maximum number of characters of a name.
const MAX_NAME: usize = 1 << 8;

/// Returns a text, truncated if it is long.
pub(crate) fn short(text: &str) -> Box<str> {
    text.chars().take(MAX_NAME).collect::<String>().into()
}

/// All arrays of one layout.
#[derive(Clone, Debug, Default)]
pub struct Row {
    /// The layout as the file writes it, or as predicted.
    pub text: Box<str>,
    /// The arrays.
    pub total: Total,
    /// One array.
    pub each: Total,
    /// The name of the first array in the entry computation, or of the first array of all.
    pub instruction: Box<str>,
    /// The number of its line, counted from 1; 0 in a serialized module.
    pub line: usize,
    /// The operation of the model that it comes from.
    pub op_name: Option<Box<str>>,
    /// A file and a line of the model: `model.py:17`.
    pub source: Option<Box<str>>,
    /// True if the layout is predicted.
    pub is_predicted: bool,
    /// The number of the row.
    pub number: u32,
    /// The memory space.
    pub(super) space: u8,
    /// True if the layout is one of a TPU.
    pub(super) is_of_tpu: bool,
    pub(super) in_entry: bool,
    /// The computation that contains the named array; `None` before there is one.
    pub(super) named_in: Option<u32>,
    /// The bytes of padding of all arrays, including those without memory.
    pub(super) seen_waste: u64,
}

impl Row {
    pub(super) fn new(text: Box<str>, number: u32, layout: &Layout, is_predicted: bool) -> Row {
        Row {
            text,
            number,
            each: Total::of(layout),
            is_predicted,
            space: layout.memory_space(),
            is_of_tpu: layout.memory_space() != 0 || !layout.tiles().is_empty(),
            ..Row::default()
        }
    }

    /// Returns the layout.
    ///
    /// # Panics
    ///
    /// If the text has been changed: the rows of a tally have layouts.
    #[must_use]
    #[track_caller]
    pub fn layout(&self) -> Layout {
        Layout::parse(&self.text).expect("the text was parsed when the row was made")
    }

    /// Returns the memory of the arrays.
    #[must_use]
    pub fn memory(&self) -> Space {
        Space::new(self.space)
    }

    /// Names the row after one of its arrays, in a computation.
    pub(super) fn take_name(&mut self, name: &str, line: usize, in_entry: bool, computation: u32) {
        self.instruction = short(name);
        self.line = line;
        self.in_entry = in_entry;
        self.named_in = Some(computation);
        (self.op_name, self.source) = (None, None);
    }
}

/// Returns the layout that a TPU chooses for an array.
pub(super) fn predicted(layout: &Layout, has_order: bool) -> Result<Layout, String> {
    let (element, dims) = (layout.element_type(), layout.dims());
    let predicted = if has_order {
        tpu::default_layout_with_order(element, dims, &layout.minor_to_major())
    } else {
        tpu::default_layout(element, dims)
    };
    let space = layout.memory_space();
    let predicted = predicted.map_err(|error| error.to_string())?;
    predicted
        .with_memory_space(space)
        .map_err(|error| error.to_string())
}
