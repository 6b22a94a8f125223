//! Tallies StableHLO text: the arrays of a program before it is compiled.

use layout_runtime::Layout;

use crate::hlo::{LayoutMode, Skipped, Tensor, TensorContext, TensorRole, Tensors};
use crate::tally::{Metadata, Origin, Shape, Tally};

/// The state between two parts of a text.
#[derive(Debug, Default)]
pub(super) struct StablehloText {
    context: TensorContext,
}

impl StablehloText {
    /// Tallies whole lines.
    pub(super) fn read(&mut self, lines: &[u8], tally: &mut Tally) {
        let mut tensors = Tensors::with_context(lines, self.context);
        while let Some(tensor) = tensors.next() {
            tally.is_read = true;
            match tensor {
                Ok(tensor) => count(&tensor, tally),
                Err(skipped) => skip(&skipped, &tensors, tally),
            }
        }
        self.context = tensors.context();
    }
}

/// Skips the tensor that was read last, if it would be counted.
fn skip(skipped: &Skipped, tensors: &Tensors<'_>, tally: &mut Tally) {
    let is_left_out = || Err(skipped);
    match tensors.role() {
        TensorRole::Argument | TensorRole::Result if !tensors.context().in_main => {}
        TensorRole::Returned => tally.unskip(skipped.reason()),
        _ if tensors.in_region() && tally.leaves_out(is_left_out) => {}
        _ => tally.skip_text(skipped.line(), skipped.reason()),
    }
}

fn count(tensor: &Tensor<'_>, tally: &mut Tally) {
    let mut key = tensor.shape().as_str().to_owned();
    let has_order = match tensor.layout_mode() {
        LayoutMode::Default => false,
        LayoutMode::Given(layout) => {
            key.push_str(layout);
            true
        }
        LayoutMode::Auto => {
            tally.unknown += 1;
            return tally.skip(
                tensor.line(),
                "layout mode `auto`: the compiler will choose",
            );
        }
    };
    let is_boundary = match tensor.role() {
        // The arguments and results of a function are its caller's arrays.
        TensorRole::Argument | TensorRole::Result if !tensor.in_main() => return,
        TensorRole::Argument | TensorRole::Result => true,
        TensorRole::Returned => return tally.uncount(key.as_bytes()),
        TensorRole::Value => {
            tally.count_instruction("", core::iter::empty::<&str>);
            false
        }
    };
    let shape = Shape {
        key: key.as_bytes(),
        is_text: true,
        has_order,
    };
    let origin = Origin {
        name: tensor.name(),
        line: tensor.line(),
        in_entry: tensor.in_main(),
        is_parameter: tensor.role() == TensorRole::Argument,
        is_boundary,
        metadata: Metadata::None,
    };
    let layout = || Layout::parse(&key).map_err(|error| Some(error.message().to_string()));
    if !tensor.in_region() || !tally.leaves_out(layout) {
        tally.count_array(&origin, shape, layout);
    }
}
