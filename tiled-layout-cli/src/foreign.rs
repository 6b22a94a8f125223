//! `--from`, `--shape` and `--to`: layouts in the notations of other systems.

use clap::builder::{PossibleValuesParser, TypedValueParser};
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
    Ok(match is_operands {
        true => Some(VectorLayout::explain(text)?),
        false => None,
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
        let shape = self.shape.as_deref().map(failure::parse).transpose()?;
        let shape: Option<(ElementType, &[usize])> = shape
            .as_ref()
            .map(|shape| (shape.element_type(), shape.dims()));
        if let Some(system) = self.from {
            return Ok(system.parse(text, shape)?);
        }
        failure::parse(text).or_else(|failure| match System::guess(text) {
            Some(system) => Ok(system.parse(text, shape)?),
            None => Err(failure),
        })
    }
}
