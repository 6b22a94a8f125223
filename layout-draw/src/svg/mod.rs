//! `Svg`: a layout as an SVG picture for pages.

mod anatomy;
mod block;
mod boxes;
mod cells;
mod labelled;
mod lens;
mod memory_bars;
mod memory_lens;
mod memory_lines;
mod metrics;
mod order_path;
mod page;
mod shards;
mod style;
mod tiles;
mod vector;

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use self::page::{Anchor, NARROW, Page, WIDE};
use crate::model::anatomy::Anatomy;
use crate::model::cell::position_of;
use crate::model::scene::{Scale, Scene};
use crate::model::shards::Shards;
use crate::model::summary::{self, plain};
use crate::model::tokens::Callout;
use layout_core::spec::checked_spec::CheckedSpec;
use layout_core::util::words;

/// A layout drawn as SVG: the array with its tiles, and memory. `Display` writes a complete
/// file without scripts or fonts. The file follows the reader's preference for light or dark,
/// has a title and a description for screen readers, and each cell shows its index and position
/// on hover.
///
/// First-level tiles have colours that colour-blind people can tell apart; later tiles have
/// outlines; padding is hatched. The picture is 900 units wide, or 360 if it is
/// [`narrow`](Self::narrow), and as high as needed. Large arrays are drawn tile by tile, with the
/// middle omitted.
///
/// A hash of the layout's text prefixes all ids and classes, so that a page can hold several
/// pictures.
///
/// # Examples
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
pub struct Svg {
    layout: CheckedSpec,
    theme: Theme,
    anatomy: bool,
    width: f64,
    marked: Option<usize>,
}

/// The background of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum Theme {
    /// As the reader prefers: `prefers-color-scheme`.
    #[default]
    Auto,
    /// Always light, for paper.
    Light,
    /// Always dark.
    Dark,
}

impl Svg {
    /// Returns the picture of a layout, a `&Layout` or a [`CheckedSpec`].
    #[must_use]
    pub fn new(layout: impl Into<CheckedSpec>) -> Self {
        Svg {
            layout: layout.into(),
            theme: Theme::Auto,
            anatomy: false,
            width: WIDE,
            marked: None,
        }
    }

    /// Chooses the background.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Layout, draw};
    ///
    /// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
    /// let svg = draw::Svg::new(&layout).theme(draw::Theme::Light).to_string();
    /// assert!(!svg.contains("prefers-color-scheme"));
    /// ```
    #[must_use]
    pub const fn theme(mut self, theme: Theme) -> Self {
        self.theme = theme;
        self
    }

    /// Draws the anatomy of the layout's text instead: the meaning of each part, the padding,
    /// the cut into tiles and their order in memory, with one element followed from its index
    /// to its position.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Layout, draw};
    ///
    /// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
    /// let svg = draw::Svg::new(&layout).anatomy(true).to_string();
    /// assert!(svg.contains("minor to major"));
    /// assert!(svg.contains("data-index=\"2,3\" data-position=\"17\""));
    /// ```
    #[must_use]
    pub const fn anatomy(mut self, anatomy: bool) -> Self {
        self.anatomy = anatomy;
        self
    }

    /// Marks one element: its cell has a frame, or its tile, whose inside is shown. An
    /// [`anatomy`](Self::anatomy) follows it.
    ///
    /// # Panics
    ///
    /// If the index is out of bounds.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Layout, draw};
    ///
    /// let layout = Layout::parse("bf16[300,500]{1,0:T(8,128)(2,1)}").unwrap();
    /// let svg = draw::Svg::new(&layout).mark(&[9, 130]).to_string();
    /// assert!(svg.contains("Inside tile 5"));
    /// assert!(svg.contains("data-index=\"9,130\" data-position=\"5125\""));
    /// ```
    #[must_use]
    #[track_caller]
    pub fn mark(mut self, index: &[usize]) -> Self {
        self.marked = Some(position_of(&self.layout, index));
        self
    }

    /// Returns the picture of an array cut over devices whose shards have this layout: the
    /// devices of each shard, the devices, tile and byte of one element, whose shard is
    /// outlined, and the picture of the layout, with the [marked](Self::mark) element of the shard.
    ///
    /// # Panics
    ///
    /// If the layout does not have the dimensions of a shard.
    #[must_use]
    #[track_caller]
    pub fn shards(&self, shards: &Shards) -> String {
        shards.check(&self.layout);
        let page = shards_page(&self.layout, shards, self.marked);
        let description = alloc::format!(
            "{}. {}. {}",
            shards.title(),
            shards.location_within(&self.layout, 3),
            description(&self.layout)
        );
        let mut svg = String::new();
        // Writing to a string cannot fail.
        let _ = self.write(
            &mut svg,
            &page,
            "Array on devices, each shard",
            &description,
        );
        svg
    }

    /// Stacks the panels, so that the picture is 360 units wide and its text is legible on a
    /// phone. A page chooses between the two with `<source media="(max-width: 700px)">`.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Layout, draw};
    ///
    /// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
    /// let svg = draw::Svg::new(&layout).narrow(true).to_string();
    /// assert!(svg.contains("width=\"360\""));
    /// ```
    #[must_use]
    pub const fn narrow(mut self, narrow: bool) -> Self {
        self.width = if narrow { NARROW } else { WIDE };
        self
    }
}

/// Returns the shapes of an anatomy, without the enclosing `<svg>`.
fn anatomy_page(anatomy: &Anatomy<'_>, width: f64) -> Page {
    let letter = if width < WIDE { 'b' } else { 'a' };
    let mut page = Page::new(letter, &anatomy.scene.layout.to_string(), width);
    page.mark(&anatomy.scene);
    let bottom = anatomy::draw(&mut page, anatomy);
    page.finish(bottom + 24.0);
    page
}

/// Returns the shapes of the picture, without the enclosing `<svg>`.
fn page(layout: &CheckedSpec, width: f64, marked: Option<usize>) -> Page {
    let letter = if width < WIDE { 'n' } else { 'l' };
    let mut page = Page::new(letter, &layout.to_string(), width);
    let top = if page.is_narrow() { 40.0 } else { 54.0 };
    let scene = Scene {
        marked,
        ..Scene::new(layout)
    };
    page.mark(&scene);
    let bottom = draw_layout(&mut page, &scene, top);
    let end = bottom + page.margin();
    page.finish(end);
    page
}

/// Returns the shapes of an array cut over devices, without the enclosing `<svg>`.
fn shards_page(layout: &CheckedSpec, shards: &Shards, marked: Option<usize>) -> Page {
    let mut page = Page::new('d', &alloc::format!("{layout} {shards:?}"), WIDE);
    let mut title = shards.title();
    if shards.is_uneven() {
        title += "; hatched: beyond the array";
    }
    let mut y = 42.0;
    for line in words::wrapped(&title, 100) {
        page.text("he", page.margin(), y, Anchor::Start, line);
        y += 19.0;
    }
    let scene = Scene {
        noun: "Each shard",
        marked,
        ..Scene::new(layout)
    };
    page.mark(&scene);
    if scene.scale != Scale::Empty {
        y = shards::draw(&mut page, shards, y - 4.0);
        for line in words::wrapped(&shards.location_within(layout, 3), 96) {
            y += 25.0;
            page.text("su", page.margin(), y, Anchor::Start, line);
        }
    }
    let bottom = draw_layout(&mut page, &scene, y + 56.0);
    let end = bottom + page.margin();
    page.finish(end);
    page
}

/// Draws a layout with its text at `top`. Returns the y coordinate of the lower end.
fn draw_layout(page: &mut Page, scene: &Scene<'_>, top: f64) -> f64 {
    let layout = scene.layout;
    let left = page.margin();
    let mut y = title(page, &layout.to_string(), top) + 4.0;
    let (sizes, order) = summary::summary(&scene.plane, scene.scale == Scale::Tiles);
    let columns = (page.room() / 8.7) as usize;
    let mut sentence = |page: &mut Page, text: &str| {
        for line in words::wrapped(text, columns) {
            y += 23.0;
            page.text("su", left, y, Anchor::Start, line);
        }
    };
    sentence(page, &(sizes + "."));
    if !order.is_empty() {
        let end = match scene.scale {
            Scale::Cells if scene.group > 1 && !scene.has_names() => {
                " (outlines). The line runs in memory order."
            }
            Scale::Cells | Scale::Tiles if scene.group > 1 => " (outlines).",
            _ => ".",
        };
        sentence(page, &(summary::capitalised(&order) + end));
    }
    if layout.padding_len() > 0 {
        let (x, box_top) = if page.is_narrow() {
            (left, y + 12.0)
        } else {
            (page.right() - 76.0, top - 14.0)
        };
        page.rect("rb", x, box_top, 16.0, 16.0, 3.0);
        page.hatch(x, box_top, 16.0, 16.0, 3.0);
        page.text("la", x + 22.0, box_top + 12.0, Anchor::Start, "padding");
        if page.is_narrow() {
            y = box_top + 12.0;
        }
    }
    match scene.scale {
        Scale::Empty => {
            let text = "Nothing to draw: a dimension has size 0.";
            page.text("no", left, y + 36.0, Anchor::Start, text);
            y + 40.0
        }
        Scale::Cells => cells::draw(page, scene, y + 36.0),
        Scale::Tiles => tiles::draw(page, scene, y + 36.0),
    }
}

/// Draws the text above a picture, from `y` on. Returns the y coordinate of its last line.
fn title(page: &mut Page, text: &str, y: f64) -> f64 {
    /// A longer line of the title would meet the legend.
    const MAX_TITLE_LEN: usize = 58;
    let most = |size: f64| (page.room() / (page::ADVANCE * size)) as usize;
    let (class, most, height) = if page.is_narrow() && text.len() > most(21.0) {
        ("hm", most(16.0), 21.0)
    } else {
        ("ti", MAX_TITLE_LEN, 27.0)
    };
    let mut y = y - height;
    for line in page::title_lines(text, most) {
        y += height;
        page.text(class, page.margin(), y, Anchor::Start, line);
    }
    y
}

/// Returns the description of an anatomy for screen readers.
fn anatomy_description(anatomy: &Anatomy<'_>) -> String {
    let parts = anatomy.tokens.iter().filter_map(|token| {
        let Callout { name, meaning, .. } = token.callout.as_ref()?;
        let meaning = meaning.join(" ");
        Some(alloc::format!("{}, {name}: {meaning}", token.text))
    });
    let parts: Vec<String> = parts.collect();
    let sentence = plain(&anatomy.sentence());
    alloc::format!(
        "Each part of the text {}. {}. {sentence}",
        anatomy.scene.layout,
        parts.join("; ")
    )
}

/// Returns the description for screen readers.
fn description(layout: &CheckedSpec) -> String {
    let scene = Scene::new(layout);
    let (sizes, order) = summary::summary(&scene.plane, true);
    let dims = words::sizes(layout.dims()).to_string().replace('×', "by");
    let array = if dims.is_empty() {
        "A scalar".into()
    } else {
        alloc::format!("An array of {dims}")
    };
    let mut text = alloc::format!("{array}. {sizes}.");
    if !order.is_empty() {
        text += &alloc::format!(" {}.", summary::capitalised(&order));
    }
    text
}

impl fmt::Display for Svg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let layout = &self.layout;
        let (page, title, description) = if self.anatomy {
            let anatomy = Anatomy::new(layout, self.marked);
            (
                anatomy_page(&anatomy, self.width),
                "Anatomy of",
                anatomy_description(&anatomy),
            )
        } else {
            (
                page(layout, self.width, self.marked),
                "Memory layout",
                description(layout),
            )
        };
        self.write(f, &page, title, &description)
    }
}

impl Svg {
    /// Writes a page as a file.
    fn write(
        &self,
        f: &mut impl fmt::Write,
        page: &Page,
        title: &str,
        description: &str,
    ) -> fmt::Result {
        let layout = &self.layout;
        let (id, height) = (page.id(), page::number(page.height()));
        let width = page::number(page.width());
        writeln!(
            f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"{id}\" width=\"{width}\" \
             height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
             aria-labelledby=\"{id}t {id}d\">"
        )?;
        let text = page::escaped(&alloc::format!("{layout}"));
        writeln!(f, "<title id=\"{id}t\">{title} {text}</title>")?;
        let description = page::escaped(description);
        writeln!(f, "<desc id=\"{id}d\">{description}</desc>")?;
        style::write(f, page, self.theme)?;
        writeln!(
            f,
            "<defs><pattern id=\"{id}h\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" \
             patternTransform=\"rotate(45)\"><path class=\"ht\" d=\"M3 0V6\"/></pattern>\
             <pattern id=\"{id}s\" width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\">\
             <path class=\"st\" d=\"M6 0V8\"/></pattern></defs>"
        )?;
        let (w, h) = (
            page::number(page.width() - 1.0),
            page::number(page.height() - 1.0),
        );
        writeln!(
            f,
            "<rect class=\"bg\" x=\".5\" y=\".5\" width=\"{w}\" height=\"{h}\" rx=\"10\"/>"
        )?;
        f.write_str(page.body())?;
        f.write_str("</svg>")
    }
}
