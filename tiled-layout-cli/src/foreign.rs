//! `--from`, `--shape` and `--to`: layouts in the notations of other systems.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use layout_core::spec::Spec;
use layout_core::util::words;
use layout_notation::System;
use layout_notation::mosaic::VectorLayout;
use layout_runtime::{ElementType, Layout};

use crate::failure::{self, Failure};
use crate::{explanation_json, stdio};

/// The notation of a text, and the array that it describes.
#[derive(clap::Args)]
pub(crate) struct Source {
    /// The system in whose notation the layout is written
    ///
    /// With `--json`, reads one text per line from standard input and prints one object per
    /// line.
    #[arg(long, value_name = "SYSTEM", value_parser = systems())]
    from: Option<System>,

    /// The element type and dimensions of the array, if the text has none: `f32[20,37]`
    ///
    /// A layout after them, such as `u4[32,64]{1,0:E(4)}`, must agree with the text: its order, and
    /// each section that it has.
    #[arg(long, value_name = "SHAPE")]
    shape: Option<String>,
}

/// The names of the systems.
pub(crate) fn systems() -> impl TypedValueParser<Value = System> {
    let names = System::ALL.iter().map(|system| system.name());
    PossibleValuesParser::new(names).try_map(|name| System::from_name(&name).ok_or("no system"))
}

/// Mosaic's layouts of values in vector registers, in words; `None` for any other text.
pub(crate) fn vector_layouts(text: &str) -> Result<Option<String>, Failure> {
    let is_operands = ["in_layout", "out_layout", "#tpu.vpad"]
        .iter()
        .any(|start| text.starts_with(start));
    Ok(if is_operands {
        Some(VectorLayout::explain(text)?)
    } else {
        None
    })
}

impl Source {
    /// Prints the layout of each line of standard input as one JSON object per line.
    pub(crate) fn print_json_lines(&self) -> Result<(), Failure> {
        stdio::print_json_lines(&stdio::lines(None)?, "layout", |line| {
            Ok(explanation_json::of(&self.layout(line)?))
        })
    }

    /// True if the notation is given.
    pub(crate) const fn is_named(&self) -> bool {
        self.from.is_some()
    }

    /// The layout of a text: in the given system's notation; without one, in XLA's, or in the
    /// notation of the only system that reads it.
    pub(crate) fn layout(&self, text: &str) -> Result<Layout, Failure> {
        let Some(shape_text) = &self.shape else {
            return self.layout_of(text, None);
        };
        let shape = failure::parse(shape_text)?;
        let layout = self.layout_of(text, Some((shape.element_type(), shape.dims())))?;
        let has_order = !shape_text.trim_end().ends_with(']');
        if !agrees(&layout, &shape, has_order) {
            let (element, dims) = (shape.element_type(), words::joined(shape.dims(), ","));
            return Err(Failure::new(format!(
                "the text is `{layout}`, but `--shape` says `{shape}`\n  = help: write the element \
                 type and the dimensions alone: `--shape '{element}[{dims}]'`"
            )));
        }
        Ok(layout)
    }

    fn layout_of(
        &self,
        text: &str,
        shape: Option<(ElementType, &[usize])>,
    ) -> Result<Layout, Failure> {
        if let Some(system) = self.from {
            return Ok(system.parse(text, shape)?);
        }
        match (failure::parse(text), System::guess(text)) {
            (Ok(_), _) => Ok(System::Xla.parse(text, shape)?),
            (Err(_), Some(system)) => Ok(system.parse(text, shape)?),
            (Err(failure), None) => Err(failure),
        }
    }
}

/// Returns true if a layout has all sections of `shape`, and its order if it is written.
fn agrees(layout: &Layout, shape: &Layout, has_order: bool) -> bool {
    fn same<T: PartialEq>(found: T, given: T, left_out: T) -> bool {
        given == left_out || given == found
    }
    let (found, given) = (layout.spec(), shape.spec());
    let left_out = Spec::new(given.element, given.dims);
    (!has_order || given.minor_to_major == found.minor_to_major)
        && same(found.dynamic, given.dynamic, left_out.dynamic)
        && same(found.tiles, given.tiles, left_out.tiles)
        && same(found.align, given.align, left_out.align)
        && same(found.bits, given.bits, left_out.bits)
        && same(found.space, given.space, left_out.space)
        && same(found.splits, given.splits, left_out.splits)
        && same(found.prefix, given.prefix, left_out.prefix)
        && same(found.pad, given.pad, left_out.pad)
}
