//! Reads the text of HLO modules: instructions, and the layouts of their
//! arrays.
//!
//! XLA writes a module as text when it dumps what it compiled (`--xla_dump_to`) and in
//! out-of-memory reports. [`instructions`] iterates over the instructions of such a text,
//! [`layouts`] over every array shape in it. Both are lazy, allocate nothing, and run in time
//! linear in the length of any text. They skip metadata, quoted text, comments and
//! configurations. For text that begins like an instruction or a shape and is neither, they
//! yield a [`Skipped`] with its line and reason, and continue after it.
//!
//! ```
//! use tiled_layout::xla::hlo;
//!
//! let text = r#"HloModule jit_f, entry_computation_layout={(f32[3,5]{1,0:T(2,2)})->f32[3,5]{0,1}}
//!
//! ENTRY %main.3 (x.1: f32[3,5]) -> f32[3,5] {
//!   %x.1 = f32[3,5]{1,0:T(2,2)} parameter(0), metadata={op_name="x[0]"}
//!   ROOT %copy.2 = f32[3,5]{0,1} copy(%x.1)
//! }
//! "#;
//! let mut parameter_bytes = 0;
//! for instruction in hlo::instructions(text).flatten() {
//!     if instruction.in_entry() && instruction.opcode() == "parameter" {
//!         for array in instruction.arrays().flatten() {
//!             parameter_bytes += array.layout()?.padded_bytes();
//!         }
//!     }
//! }
//! assert_eq!(parameter_bytes, 96); // 24 elements of 4 bytes, for an array of 15
//! # Ok::<(), tiled_layout::ParseError>(())
//! ```

#[cfg(feature = "std")]
mod aliases;
mod array;
mod attribute;
mod context;
mod instruction;
#[cfg(feature = "std")]
mod instruction_proto;
mod layout_cache;
mod layout_iter;
mod lexer;
mod line;
mod module_line;
#[cfg(feature = "std")]
mod name_hash;
#[cfg(feature = "std")]
mod shape_index;
mod skipped;
mod stablehlo;

#[cfg(feature = "std")]
pub(crate) use aliases::{Alias, Callee};
pub use array::Array;
#[cfg(feature = "std")]
pub(crate) use attribute::Attributed;
pub(crate) use context::Context;
pub use instruction::Instruction;
#[cfg(feature = "std")]
pub(crate) use instruction_proto::{InstructionProto, alias};
pub use layout_cache::LayoutCache;
pub(crate) use module_line::Instructions;
#[cfg(feature = "std")]
pub(crate) use module_line::{ModuleHead, ModuleLine, ModuleLines, entry_parameters, module_head};
#[cfg(feature = "std")]
pub(crate) use name_hash::{KeyHasher, KeyMap, NameHash};
#[cfg(feature = "std")]
pub(crate) use shape_index::ShapeIndex;
pub use skipped::{Reason, Skipped};
pub use stablehlo::{LayoutMode, Tensor, TensorRole};
pub(crate) use stablehlo::{TensorContext, Tensors};

use core::iter::FusedIterator;

/// Returns the instructions of the text of an HLO module, in the order of the text.
///
/// The text may be a `&str` or bytes, a whole module, several, or a part of
/// one: instructions before the first computation's header have a computation
/// without a name. Names may be written with or without `%`.
pub fn instructions<T: AsRef<[u8]> + ?Sized>(
    text: &T,
) -> impl FusedIterator<Item = Result<Instruction<'_>, Skipped>> + Clone {
    Instructions::with_context(text.as_ref(), Context::default())
}

/// Returns the first instruction that calls a computation; `None` if no instruction does. The
/// arrays of a computation that a `fusion` calls have no memory.
///
/// # Examples
///
/// ```
/// use tiled_layout::xla::hlo;
///
/// let text = "
/// %fused (p: f32[8]) -> f32[8] {
///   ROOT %n = f32[8]{0} negate(%p)
/// }
/// ENTRY %main (x: f32[8]) -> f32[8] {
///   ROOT %f = f32[8]{0} fusion(%x), kind=kLoop, calls=%fused
/// }";
/// let n = hlo::instructions(text).next().unwrap().unwrap();
/// let caller = hlo::caller(text, n.computation()).unwrap();
/// assert_eq!((caller.name(), caller.opcode()), ("f", "fusion"));
/// assert_eq!(hlo::caller(text, "main"), None);
/// ```
pub fn caller<'a, T: AsRef<[u8]> + ?Sized>(
    text: &'a T,
    computation: &str,
) -> Option<Instruction<'a>> {
    let mut instructions = instructions(text).flatten();
    instructions.find(|instruction| instruction.called().any(|name| name == computation))
}

/// Every array shape of a text, in the order of the text: results and operands of
/// instructions, `entry_computation_layout`, headers of computations, attributes. It skips
/// quoted text and comments.
///
/// A shape without a layout has the default one, major to minor.
///
/// Modules repeat a few shapes many times: a `LayoutCache` (feature `alloc`)
/// parses each text once.
///
/// # Examples
///
/// ```
/// use tiled_layout::xla::hlo;
///
/// let text = "ENTRY %e (p: f32[8]) -> (f32[8], token[]) {
///   %p = f32[8]{0:T(128)} parameter(0), metadata={op_name=\"f32[9]\"}";
/// let texts: Vec<_> = hlo::layouts(text).flatten().map(|array| array.text()).collect();
/// assert_eq!(texts, ["f32[8]", "f32[8]", "f32[8]{0:T(128)}"]);
/// assert_eq!(hlo::layouts(text).filter(Result::is_err).count(), 1); // token[]
/// ```
pub fn layouts<T: AsRef<[u8]> + ?Sized>(
    text: &T,
) -> impl FusedIterator<Item = Result<Array<'_>, Skipped>> + Clone {
    layout_iter::Layouts::new(text.as_ref())
}

/// Returns the tensors of StableHLO text, which `jax.jit(f).lower(x).as_text()` returns:
/// arguments and results of functions, and results of operations. Tensors have no layout before
/// the program is compiled; [`tpu::default_layout`](crate::tpu::default_layout) returns the
/// layout that a TPU chooses for arguments and results.
pub fn tensors<T: AsRef<[u8]> + ?Sized>(
    text: &T,
) -> impl FusedIterator<Item = Result<Tensor<'_>, Skipped>> + Clone {
    Tensors::with_context(text.as_ref(), TensorContext::default())
}
