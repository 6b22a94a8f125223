// Links of the README resolve to modules here, and its pictures are embedded:
// Markdown uses the first of two definitions. Neither is compiled into programs.
#![cfg_attr(
    doc,
    doc = include_str!("links.md"),
    doc = "",
    doc = include_str!("../docs/pictures/links.md"),
    doc = "",
    doc = include_str!("../docs/pictures/audit_link.md"),
    doc = "",
    doc = include_str!("../docs/pictures/readme_links.md"),
    doc = "",
    doc = include_str!("../README.md")
)]
//!
//! # Untrusted input
//!
//! Text and bytes from outside produce a value or an error. They never cause a panic, unbounded
//! recursion or access out of bounds; fuzz targets and tests with hostile input check this.
//!
//! | operation | time | memory |
//! |---|---|---|
//! | [`Layout::parse`] | linear in the text | 64 KiB of stack, no allocation |
//! | positions, sizes and comparisons of a layout | independent of its sizes | 64 KiB of stack, no allocation |
//! | plans of copies | depends on dimensions and tiles, not on elements | 128 KiB of stack, no allocation |
//! | dumps and messages: `xla::hlo`, `xla::proto` | linear in the input | no allocation |
//! | texts of `notation` and `xla::shards` | linear in the text | proportional to the result |
//!
//! A short text can describe a buffer of `isize::MAX` bytes. Compare
//! [`padded_bytes`](Layout::padded_bytes) with a limit before you allocate one. Pass an index from
//! outside to [`checked_offset`](Layout::checked_offset) or [`View::get`]: `offset` and `view[index]`
//! panic out of bounds.
//!
//! # Platforms
//!
//! | platform | what the workflow of the repository runs |
//! |---|---|
//! | Linux, x86-64 | all tests, Miri, sanitizers, fuzz targets; kernels with AVX2 and without |
//! | Linux, aarch64 | all tests; kernels with NEON |
//! | macOS, Windows | tests and examples with the default features |
//! | 32 bits (i686) | tests of layouts, views and copies, Miri |
//! | big-endian (s390x) | Miri |
//! | wasm32 | the layout explorer, in a browser |
//! | no operating system (thumbv7em) | builds without features, and with `alloc` and `kernels` |
//! | Rust 1.89 | builds with all features |
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
// Chapters link to what each feature adds.
#![cfg_attr(
    not(all(feature = "draw", feature = "notation", feature = "xla")),
    allow(rustdoc::broken_intra_doc_links)
)]

pub mod docs;

#[cfg(doctest)]
#[doc = include_str!("registry.md")]
struct PageOfTheRegistry;

#[cfg(feature = "draw")]
#[cfg_attr(docsrs, doc(cfg(feature = "draw")))]
#[doc(inline)]
pub use layout_draw as draw;
#[cfg(feature = "notation")]
#[cfg_attr(docsrs, doc(cfg(feature = "notation")))]
#[doc(inline)]
pub use layout_notation as notation;
// The pages of `Layout`, `Array` and `Mapping` show a picture, which only rustdoc gets: editors show
// the same texts. `doc` is not set for a dependency, so that the definition comes from here.
#[cfg_attr(doc, doc = include_str!("../docs/pictures/figure1_link.md"), doc = "")]
pub use layout_runtime::*;
#[cfg(feature = "suggestions")]
#[cfg_attr(docsrs, doc(cfg(feature = "suggestions")))]
#[doc(inline)]
pub use layout_suggestions::suggestion;
#[cfg(feature = "xla")]
#[cfg_attr(docsrs, doc(cfg(feature = "xla")))]
#[doc(inline)]
pub use layout_xla as xla;
// By name too, so that rustc says which feature has them.
#[cfg(feature = "alloc")]
pub use layout_runtime::{Buffer, PackedBuffer};

/// A layout as a type and as a value: XLA's text, checked while the program
/// compiles.
///
/// `layout!(F32[3,5]<1,0:T(2,2)>)` is an array of 3x5 numbers in tiles of 2x2:
///
#[cfg_attr(
    doc,
    doc = "![A 3x5 array in tiles of 2x2, and its 24 positions in memory][figure1]",
    doc = "",
    doc = include_str!("../docs/pictures/figure1_link.md")
)]
// An editor's hover shows text; rust-analyzer does not read `include_str!` there.
#[cfg_attr(
    not(doc),
    doc = "```text",
    doc = "f32[3,5]{1,0:T(2,2)}",
    doc = "15 elements in tiles of 2 × 2 fill 24 positions; 9 of them (37.5%) are padding,",
    doc = "drawn ░.",
    doc = "",
    doc = "Array, y × x = 3 × 5",
    doc = r"y\x   0   1   2   3   4",
    doc = "    ┏━━ 0 ━━┳━━ 1 ━━┳━━ 2 ━━┓",
    doc = "  0 ┃ a │ b ┃ c │ d ┃ e │░░░┃",
    doc = "    ┠───┼───╂───┼───╂───┼───┨",
    doc = "  1 ┃ f │ g ┃ h │ i ┃ j │░░░┃",
    doc = "    ┣━━ 3 ━━╋━━ 4 ━━╋━━ 5 ━━┫",
    doc = "  2 ┃ k │ l ┃ m │ n ┃ o │░░░┃",
    doc = "    ┠───┼───╂───┼───╂───┼───┨",
    doc = "    ┃░░░│░░░┃░░░│░░░┃░░░│░░░┃",
    doc = "    ┗━━━┷━━━┻━━━┷━━━┻━━━┷━━━┛",
    doc = "",
    doc = "Memory, 24 positions",
    doc = "┏━━━┯━━ 0 ━━┯━━━┳━━━┯━━ 1 ━━┯━━━┳━━━┯━━ 2 ━━┯━━━┓",
    doc = "┃ a │ b │ f │ g ┃ c │ d │ h │ i ┃ e │░░░│ j │░░░┃",
    doc = "┗━━━┷━━━┷━━━┷━━━┻━━━┷━━━┷━━━┷━━━┻━━━┷━━━┷━━━┷━━━┛",
    doc = "  0   1   2   3   4   5   6   7   8   9   10  11",
    doc = "┏━━━┯━━ 3 ━━┯━━━┳━━━┯━━ 4 ━━┯━━━┳━━━┯━━ 5 ━━┯━━━┓",
    doc = "┃ k │ l │░░░│░░░┃ m │ n │░░░│░░░┃ o │░░░│░░░│░░░┃",
    doc = "┗━━━┷━━━┷━━━┷━━━┻━━━┷━━━┷━━━┷━━━┻━━━┷━━━┷━━━┷━━━┛",
    doc = "  12  13  14  15  16  17  18  19  20  21  22  23",
    doc = "n = (2,3) is in tile 4, which starts at 4 × 4 = 16.",
    doc = "n is second in it: 16 + 1 = position 17.",
    doc = "```"
)]
///
/// [partial]: crate::docs::chapter_04_partial
///
#[doc = include_str!("language.md")]
///
/// A dimension or tile size may also be a constant, a const generic parameter, or an
/// `{ expression }` in braces.
///
/// # Use
///
/// It expands to a path, [`StaticLayout`] with generic arguments, and is legal wherever a type or an
/// expression is. Different spellings of a layout are the same type:
///
/// ```
/// use tiled_layout::layout;
///
/// fn same<T>(_: T, _: T) {}
///
/// same(layout!(F32[3,5]<1,0:T(2,2)>), layout!(f32[3, 5]{1, 0: T(2, 2)}));
/// same(layout!(F32[3,5]<1,0:T(2,2)>), layout!(F32[3,5]<:T(2,2)>)); // the default order
/// same(layout!(F32[3,5,7]<:T(*,2,2)>), layout!(F32[3,5,7]<:T(-1,2,2)>));
/// ```
///
/// With a constant and an expression:
///
/// ```
/// use tiled_layout::layout;
///
/// const ROWS: usize = 3;
/// layout! { type Fig1 = F32[ROWS, { ROWS + 2 }]<1,0:T(2,2)>; }
/// assert_eq!(Fig1::PADDED_LEN, 24);
/// ```
///
/// A tile entry of the value [`COMBINE`], which is `usize::MAX`, means `*`.
///
/// Aliases are best written as items, which get documentation: an editor and
/// rustdoc show the text, the physical dimensions and strides (in elements), the
/// elements and bytes with and without padding. With the feature `draw` rustdoc shows a
/// picture too. A number that depends on a name is a formula, such as `1024·⌈N/8⌉`. The names in such
/// a layout are checked even if nothing uses the alias, and an editor completes and finds them. One
/// call may declare several aliases:
///
/// ```
/// use tiled_layout::layout;
///
/// layout! {
///     /// The example of the guide.
///     pub type Fig1 = F32[3,5]<1,0:T(2,2)>;
///     /// Keys and values of `N` tokens.
///     pub type Cache<const N: usize> = BF16[N,128]{1,0:T(8,128)(2,1)};
/// }
/// assert_eq!(Fig1::PADDED_LEN, 24);
/// assert_eq!(Cache::<9>::PADDED_LEN, 16 * 128); // 9 rows, and 7 of padding
/// ```
///
/// A layout with an error does not compile; the error points at the offending
/// token:
///
/// ```compile_fail
/// # use tiled_layout::layout;
/// type Wrong = layout!(F32[3,5]<1,1:T(2,2)>); // dimension 1 twice
/// ```
///
/// The chapter on [errors](crate::docs::chapter_09_errors) shows the messages of rustc.
#[macro_export]
macro_rules! layout {
    ($($tokens:tt)*) => {
        $crate::__private::layout! { [$crate] $($tokens)* }
    };
}

/// The names in the expansion of `layout!`. They may change at any time.
#[doc(hidden)]
pub mod __private {
    pub use layout_macros::layout;
    #[cfg(feature = "draw")]
    pub use layout_macros::layout_picture;
    pub use layout_runtime::__private::*;
    pub use layout_runtime::COMBINE;
}

/// One import of the macro, layouts, arrays and plans of copies, and of the traits that all layout types
/// implement.
///
/// # Examples
///
/// ```
/// use tiled_layout::prelude::*;
///
/// layout! {
///     type Fig1 = F32[3,5]<1,0:T(2,2)>;
///     type Rows = F32[?,5]<1,0:T(2,2)>;
/// }
/// let fig1 = Fig1::new();
/// let rows = Rows::with_dims([3, 5])?;
/// let tiled = Layout::parse("f32[3,5]{1,0:T(2,2)}")?;
///
/// // The same calls for a static, a partial and a run-time layout.
/// let buffer = [1.0f32; 24];
/// assert_eq!(fig1.offset([2, 3]), 17);
/// assert_eq!(rows.offset([2, 3]), 17);
/// assert_eq!(tiled.offset(&[2, 3]), 17);
/// assert_eq!(Fig1::view(&buffer)?[[2, 3]], 1.0);
/// assert_eq!(rows.view(&buffer)?[[2, 3]], 1.0);
/// assert_eq!(tiled.view(&buffer)?[[2, 3]], 1.0);
/// assert_eq!(fig1.padded_bytes() + rows.padded_bytes() + tiled.padded_bytes(), 3 * 96);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub mod prelude {
    pub use crate::{
        Array, CopyPlan, ElementType, Layout, Mapping, OwnIndex, PackedView, PackedViewMut, Region,
        StaticMapping, Stores, Strides, View, ViewMut, WholeBuffer, Zip, layout,
    };
    #[cfg(feature = "alloc")]
    pub use crate::{Buffer, PackedBuffer};
}
