//! `Svg`: a layout as a picture for pages.

use core::fmt;

use layout_core::draw::{self, Theme};

use crate::layout::Layout;

/// A layout drawn as SVG: the array with its tiles, and memory. `Display`
/// gives the text of a file, which stands alone: no script and no fonts. It
/// follows the reader's choice of light or dark, has a title and a description
/// for screen readers, and each cell says its index and position where the
/// pointer rests.
///
/// Tiles of the first level have colours that colour-blind people tell apart,
/// later tiles outlines; padding is hatched. It is 900 units wide, and as high
/// as it needs; large arrays are drawn tile by tile, with the middle left out.
///
/// Its names are prefixed by a hash of the layout's text, so that several
/// pictures fit into one page.
///
/// ```
/// use tiled_layout::{Layout, draw};
///
/// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
/// let svg = draw::Svg::new(&layout).to_string();
/// assert!(svg.starts_with("<svg "));
/// assert!(svg.contains("<title>n = (2,3), tile 4, position 17</title>"));
/// assert!(svg.contains("<title>padding, tile 4, position 18</title>"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Svg<'a> {
    layout: &'a Layout,
    theme: Theme,
}

impl<'a> Svg<'a> {
    /// The picture of a layout.
    #[must_use]
    #[inline]
    pub const fn new(layout: &'a Layout) -> Self {
        Svg {
            layout,
            theme: Theme::Auto,
        }
    }

    /// Chooses the background.
    ///
    /// ```
    /// use tiled_layout::{Layout, draw};
    ///
    /// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
    /// let svg = draw::Svg::new(&layout).theme(draw::Theme::Light).to_string();
    /// assert!(!svg.contains("prefers-color-scheme"));
    /// ```
    #[must_use]
    #[inline]
    pub const fn theme(mut self, theme: Theme) -> Self {
        self.theme = theme;
        self
    }
}

impl fmt::Display for Svg<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let picture = draw::Svg {
            layout: &self.layout.checked_spec(),
            theme: self.theme,
        };
        picture.fmt(f)
    }
}
