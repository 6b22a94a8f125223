//! Reads StableHLO text: the arrays of a program before it is compiled.

use super::arrays::skip as skip_text;
use crate::hlo::{LayoutMode, Skipped, Tensor, TensorContext, TensorRole, Tensors};
use crate::tally::{Event, Metadata, Origin, Shape, Tally};

/// The state between two parts of a text.
#[derive(Debug, Default)]
pub(super) struct StablehloText {
    context: TensorContext,
}

impl StablehloText {
    /// Reads whole lines.
    pub(super) fn read(&mut self, lines: &[u8], tally: &mut Tally) {
        let mut tensors = Tensors::with_context(lines, self.context);
        while let Some(tensor) = tensors.next() {
            tally.event(Event::Tensor);
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
    match tensors.role() {
        TensorRole::Argument | TensorRole::Result if !tensors.context().in_main => {}
        TensorRole::Returned => {
            let reason = &skipped.reason().to_string();
            tally.event(Event::SkippedTwice { reason });
        }
        _ if tensors.in_region() && !tally.counts_all() => {}
        _ => skip_text(skipped.line(), skipped.reason(), tally),
    }
}

fn count(tensor: &Tensor<'_>, tally: &mut Tally) {
    let mut key = tensor.shape();
    let has_order = match tensor.layout_mode() {
        LayoutMode::Default => false,
        LayoutMode::Given(layout) => {
            key.push_str(layout);
            true
        }
        LayoutMode::Auto => {
            let line = tensor.line();
            return tally.event(Event::Unknown { line });
        }
    };
    let shape = if has_order {
        Shape::Ordered(&key)
    } else {
        Shape::Text(&key)
    };
    let is_boundary = match tensor.role() {
        // The arguments and results of a function are its caller's arrays.
        TensorRole::Argument | TensorRole::Result if !tensor.in_main() => return,
        TensorRole::Argument | TensorRole::Result => true,
        TensorRole::Returned => return tally.event(Event::Returned(shape)),
        TensorRole::Value => {
            tally.event(Event::Operation);
            false
        }
    };
    let origin = Origin {
        name: tensor.name(),
        line: tensor.line(),
        in_entry: tensor.in_main(),
        is_parameter: tensor.role() == TensorRole::Argument,
        is_boundary,
        metadata: Metadata::None,
    };
    tally.event(if tensor.in_region() {
        Event::ArrayInRegion(&origin, shape)
    } else {
        Event::Array(&origin, shape)
    });
}
