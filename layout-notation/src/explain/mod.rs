//! Explanations of a layout, step by step: [`explain()`].
//!
//! Each part is a value: the [`TilingStep`]s; the position as a [`PositionFormula`], which
//! prints as Rust, C, Python and LaTeX; and the [`DimensionPadding`]s.

mod code;
mod cute;
mod position_formula;
mod sentences;
mod tiling_step;

use alloc::string::{String, ToString};
use alloc::vec::Vec;

pub use code::Language;
pub(crate) use cute::{Cute, CuteMode};
pub use position_formula::{PositionFormula, SumTerm, WorkedElement};
pub use tiling_step::TilingStep;

use layout_core::spec::reversed;
use layout_runtime::{DimensionPadding, Layout};

/// The explanation of a layout: [`explain()`]. `Display` prints all of it for people;
/// the methods return the parts.
#[derive(Clone, Copy, Debug)]
pub struct Walkthrough<'a> {
    layout: &'a Layout,
}

/// Explains the layout: order, tiles, position as arithmetic, sizes,
/// padding and what causes it, what is contiguous.
///
/// # Examples
///
/// ```
/// use tiled_layout::Layout;
/// use tiled_layout::notation::explain;
///
/// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
/// let text = explain(&layout).to_string();
/// assert!(text.contains("(y/2)*(3*4) + (x/2)*4 + (y%2)*2 + x%2"));
/// assert!(text.contains("x of 5 rounds up to 6: pad it to 6, or cut it to 4"));
/// ```
#[must_use]
pub const fn explain(layout: &Layout) -> Walkthrough<'_> {
    Walkthrough { layout }
}

impl<'a> Walkthrough<'a> {
    /// Returns the layout that is explained.
    #[must_use]
    pub const fn layout(&self) -> &'a Layout {
        self.layout
    }

    /// Returns the logical dimensions from major to minor: the order in memory before any tile.
    #[must_use]
    pub fn physical_order(&self) -> Vec<usize> {
        reversed(&self.layout.minor_to_major()).to_vec()
    }

    /// Returns the steps of all tiles, in the order they are applied.
    #[must_use]
    pub fn tiling_steps(&self) -> Vec<TilingStep> {
        tiling_step::steps(self.layout)
    }

    /// Returns the position as arithmetic over the index.
    #[must_use]
    pub fn position(&self) -> PositionFormula {
        PositionFormula::new(self.layout)
    }

    /// Returns an element, with the computation of its position; `None` if the array has none.
    #[must_use]
    pub fn example(&self) -> Option<WorkedElement> {
        let last = |dim: &usize| dim.saturating_sub(1);
        let dims = self.layout.dims().iter();
        let index: Vec<usize> = dims.map(|dim| last(dim) - last(dim) / 3).collect();
        self.element(&index)
    }

    /// Returns the element at `index`, with the computation of its position; `None` out of bounds.
    #[must_use]
    pub fn element(&self, index: &[usize]) -> Option<WorkedElement> {
        WorkedElement::new(self.layout, index)
    }

    /// Returns the dimensions that round up, and so cause padding.
    #[must_use]
    pub fn padding(&self) -> Vec<DimensionPadding> {
        let dims = 0..self.layout.rank();
        dims.filter_map(|dim| self.layout.dimension_padding(dim))
            .collect()
    }

    /// Returns the dimension along which elements are contiguous in memory, and the number of
    /// contiguous elements from index 0 on; `None` if no two are. If the formula does not flatten,
    /// the count stops at 4096.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Layout;
    /// use tiled_layout::notation::explain;
    ///
    /// let run = |text| explain(&Layout::parse(text).unwrap()).contiguous();
    /// assert_eq!(run("f32[300,500]{1,0:T(8,128)}"), Some((1, 128)));
    /// assert_eq!(run("bf16[300,500]{1,0:T(8,128)(2,1)}"), Some((0, 2))); // rows in pairs
    /// ```
    #[must_use]
    pub fn contiguous(&self) -> Option<(usize, usize)> {
        let layout = self.layout;
        let run = |dim: usize| {
            let mut index = alloc::vec![0; layout.rank()];
            // Within the first digit of a flat formula steps are even.
            let (step, most) = match layout.terms() {
                Some(terms) => {
                    let mut terms = terms.iter();
                    let first = terms.find(|term| term.dim == dim && term.divisor == 1)?;
                    (first.stride, first.modulus.min(layout.dims()[dim]))
                }
                None => {
                    let follows = |&number: &usize| {
                        index[dim] = number;
                        layout.checked_offset(&index) == Some(number)
                    };
                    (1, (0..4096).take_while(follows).count())
                }
            };
            (step == 1 && most > 1).then_some((dim, most))
        };
        (0..layout.rank())
            .filter(|_| layout.num_elements() > 0)
            .find_map(run)
    }

    /// Returns the layout in CuTe's notation, `shape:stride`; `None` if that cannot express it. The
    /// modes are the logical dimensions in their order; the digits of a mode go from the one that
    /// varies fastest to the slowest. If tiles pad, the shape covers whole tiles.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Layout;
    /// use tiled_layout::notation::explain;
    ///
    /// let cute = |text| explain(&Layout::parse(text).unwrap()).cute();
    /// let spelling = cute("bf16[300,500]{1,0:T(8,128)(2,1)}").unwrap();
    /// assert_eq!(spelling, "((2,4,38),(128,4)):((1,256,4096),(2,1024))");
    /// // `*` merges rows of two slices into one tile: no digit of z or y tells where.
    /// assert_eq!(cute("f32[2,3,4]{2,1,0:T(*,2,2)}"), None);
    /// ```
    #[must_use]
    pub fn cute(&self) -> Option<String> {
        Some(Cute::new(self.layout)?.to_string())
    }
}
