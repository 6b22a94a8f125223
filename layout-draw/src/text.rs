//! `Text`: a layout as a picture of characters.

use core::fmt;

use layout_core::draw;

use layout_runtime::Layout;

/// A layout drawn with characters, for terminals and documentation: the array
/// with its tiles, then memory. `Display` gives it, without a newline at the
/// end.
///
/// Padding is `░`. Large arrays are drawn tile by tile, with the middle left
/// out; the text has about a hundred lines at most.
///
/// ```
/// use tiled_layout::{Layout, draw};
///
/// let layout = Layout::parse("f32[2,3]{1,0:T(2,2)}").unwrap();
/// assert_eq!(draw::Text::new(&layout).to_string(), "\
/// f32[2,3]{1,0:T(2,2)}
/// 6 elements in tiles of 2 × 2 fill 8 positions; 2 of them (25 %) are padding,
/// drawn ░.
///
/// Array, y × x = 2 × 3
/// y\\x   0   1   2
///     ┏━━ 0 ━━┳━━ 1 ━━┓
///   0 ┃ a │ b ┃ c │░░░┃
///     ┠───┼───╂───┼───┨
///   1 ┃ d │ e ┃ f │░░░┃
///     ┗━━━┷━━━┻━━━┷━━━┛
///
/// Memory, 8 positions
/// ┏━━━┯━━ 0 ━━┯━━━┳━━━┯━━ 1 ━━┯━━━┓
/// ┃ a │ b │ d │ e ┃ c │░░░│ f │░░░┃
/// ┗━━━┷━━━┷━━━┷━━━┻━━━┷━━━┷━━━┷━━━┛
///   0   1   2   3   4   5   6   7
/// f = (1,2): tile (0,1), place (1,0) in it; ((0·2 + 1)·2 + 1)·2 + 0 = position 6");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Text<'a> {
    layout: &'a Layout,
    width: usize,
    ascii: bool,
    color: bool,
}

impl<'a> Text<'a> {
    /// The picture of a layout: 80 columns, Unicode, no colour.
    ///
    /// ```
    /// use tiled_layout::{Layout, draw};
    ///
    /// let layout = Layout::parse("bf16[300,500]{1,0:T(8,128)(2,1)}").unwrap();
    /// let picture = draw::Text::new(&layout).to_string();
    /// assert!(picture.lines().all(|line| line.chars().count() <= 80));
    /// ```
    #[must_use]
    #[inline]
    pub const fn new(layout: &'a Layout) -> Self {
        Text {
            layout,
            width: 80,
            ascii: false,
            color: false,
        }
    }

    /// The most columns that a line may take; at least 40 are used.
    #[must_use]
    #[inline]
    pub const fn width(mut self, columns: usize) -> Self {
        self.width = if columns < 40 { 40 } else { columns };
        self
    }

    /// Draws with ASCII characters only.
    ///
    /// ```
    /// use tiled_layout::{Layout, draw};
    ///
    /// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
    /// assert!(draw::Text::new(&layout).ascii(true).to_string().is_ascii());
    /// ```
    #[must_use]
    #[inline]
    pub const fn ascii(mut self, ascii: bool) -> Self {
        self.ascii = ascii;
        self
    }

    /// Colours the tiles with ANSI escape sequences of 256 colours. Whether
    /// the output is a terminal is for the caller to find out.
    #[must_use]
    #[inline]
    pub const fn color(mut self, color: bool) -> Self {
        self.color = color;
        self
    }
}

impl fmt::Display for Text<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let picture = draw::Text {
            layout: &self.layout.checked_spec(),
            width: self.width,
            ascii: self.ascii,
            color: self.color,
        };
        picture.fmt(f)
    }
}
