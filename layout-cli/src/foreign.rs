//! `--from`, `--shape` and `--to`: layouts in the notations of other systems.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use layout_runtime::formats::System;
use layout_runtime::formats::mosaic::VectorLayout;
use layout_runtime::{ElementType, Layout};

use crate::failure::Failure;
use crate::{explanation_json, input, json_lines};

/// What a text is written in, and the array that it is about.
#[derive(clap::Args)]
pub(crate) struct Source {
    /// The system in whose notation the layout is written
    ///
    /// With `--json`, standard input is read by line, and each line gives one object on
    /// a line.
    #[arg(long, value_name = "SYSTEM", value_parser = systems())]
    from: Option<System>,

    /// The element type and dimensions of the array, where the text has none: `f32[20,37]`
    #[arg(long, value_name = "SHAPE")]
    shape: Option<String>,
}

/// The names of the systems.
pub(crate) fn systems() -> impl TypedValueParser<Value = System> {
    let names = System::ALL.iter().map(|system| system.name());
    PossibleValuesParser::new(names).try_map(|name| System::from_name(&name).ok_or("no system"))
}

/// Mosaic's layouts of values in vector registers, in words; `None` for a text
/// of something else.
pub(crate) fn vector_layouts(text: &str) -> Result<Option<String>, Failure> {
    let is_operands = ["in_layout", "out_layout", "#tpu.vpad"]
        .iter()
        .any(|start| text.starts_with(start));
    Ok(match is_operands {
        true => Some(VectorLayout::explain(text)?),
        false => None,
    })
}

impl Source {
    /// Prints the layout of each line of standard input as a JSON object a line.
    pub(crate) fn print_json_lines(&self) -> Result<(), Failure> {
        json_lines::print(&input::lines(None)?, "layout", |line| {
            Ok(explanation_json::of(&self.layout(line)?))
        })
    }

    /// Whether the notation is named.
    pub(crate) const fn is_named(&self) -> bool {
        self.from.is_some()
    }

    /// The layout of a text: of the system that is named; otherwise XLA's, or
    /// that of the one system whose notation it is in.
    pub(crate) fn layout(&self, text: &str) -> Result<Layout, Failure> {
        let shape = self.shape.as_deref().map(Layout::parse).transpose()?;
        let shape: Option<(ElementType, &[usize])> = shape
            .as_ref()
            .map(|shape| (shape.element_type(), shape.dims()));
        if let Some(system) = self.from {
            return Ok(system.parse(text, shape)?);
        }
        Layout::parse(text).or_else(|error| match System::guess(text) {
            Some(system) => Ok(system.parse(text, shape)?),
            None => Err(error.into()),
        })
    }
}
