//! The scanner and the error of all readers of text, here and in `layout-notation`.

mod error;
pub mod mlir;
mod scanner;

pub use error::{Helped, Problem, TextError};
pub use scanner::{List, Scanner};
