//! The message of each error: what is wrong, what to write instead, and the
//! rule.

mod numbers;
mod order;
mod other_sections;
mod syntax;

use crate::spec::MAX_PHYSICAL_RANK;
use crate::spec::error_kind::{ErrorKind, What};
use crate::spec::section::Section;
use crate::util::array_string::ArrayString;

/// The note about a size that a text cannot have.
const HOLE_NOTE: &str = "`layout!` takes `?` for a size known only at run time";

/// A sentence about an error.
pub type Words = ArrayString<256>;

/// Message, help and note of an error.
#[derive(Clone, Copy, Debug)]
pub struct Explanation {
    pub message: Words,
    help: Words,
    note: Words,
}

impl Explanation {
    pub const fn help(&self) -> Option<Words> {
        if self.help.is_empty() {
            None
        } else {
            Some(self.help)
        }
    }

    pub const fn note(&self) -> Option<Words> {
        if self.note.is_empty() {
            None
        } else {
            Some(self.note)
        }
    }

    /// Sets the help.
    pub const fn say(&mut self, help: &str) {
        self.help = Words::new();
        self.help.str(help);
    }

    /// Drops the note, which does not fit this text.
    #[must_use]
    pub const fn without_note(mut self) -> Self {
        self.note = Words::new();
        self
    }

    /// Drops the help, which may come from an incomplete text.
    pub(crate) const fn without_help(mut self) -> Self {
        self.help = Words::new();
        self
    }

    /// Message, help and note, a line each.
    pub const fn lines(&self) -> ArrayString<1024> {
        let mut text = ArrayString::new();
        text.str(self.message.as_str());
        if !self.help.is_empty() {
            text.str("\nhelp: ").str(self.help.as_str());
        }
        if !self.note.is_empty() {
            text.str("\nnote: ").str(self.note.as_str());
        }
        text
    }

    /// Returns the message for `kind`; `found` is the text that it points at.
    pub const fn new(kind: ErrorKind, found: &[u8]) -> Explanation {
        let mut words = Explanation {
            message: ArrayString::new(),
            help: ArrayString::new(),
            note: ArrayString::new(),
        };
        words.explain(kind, found);
        words
    }

    /// Sets all three.
    const fn set(&mut self, message: &str, help: &str, note: &str) {
        self.message.str(message);
        self.help.str(help);
        self.note.str(note);
    }

    /// Sets all three; the found text follows the message.
    const fn found(&mut self, message: &str, found: &[u8], help: &str, note: &str) {
        self.set(message, help, note);
        self.message.quote(found);
    }

    const fn explain(&mut self, kind: ErrorKind, found: &[u8]) {
        match kind {
            // The text as a whole.
            ErrorKind::Empty => self.set(
                "empty layout",
                "write an element type and dimensions: `f32[3,5]{1,0:T(2,2)}`",
                "",
            ),
            ErrorKind::NoElement => self.no_element("expected an element type, found ", found),
            ErrorKind::UnknownElement => self.unknown_element(found),
            ErrorKind::NotAnArray(what) => {
                let (name, help, note) = what.words();
                self.set(name, help, note);
                self.message.str(" has no array layout");
            }
            ErrorKind::NoDimensions => self.set(
                "no dimensions after the element type",
                "write them in square brackets: `f32[3,5]`, or `f32[]` for a scalar",
                "",
            ),
            ErrorKind::WrongBracket { expected } => self.wrong_bracket(expected, found),
            ErrorKind::Unclosed { expected } => self.unclosed(expected, found),
            ErrorKind::Expected(expected) => self.expected(expected, found),
            ErrorKind::LookAlike => self.look_alike(found),
            ErrorKind::TrailingText => self.found(
                "text after the layout: ",
                found,
                "remove it, or write the order and the tiles in brackets after the dimensions: `{1,0:T(8,128)}`",
                "",
            ),
            ErrorKind::AnotherLayout { expected } => {
                self.message.str("another layout than `").str(expected);
                self.message.str("`");
            }

            // Numbers and lists of them.
            ErrorKind::MissingNumber(what) => self.missing_number(what, found),
            ErrorKind::TrailingComma => self.set("trailing comma", "remove it", ""),
            ErrorKind::MissingComma => {
                self.found("missing comma before ", found, "write `,", "");
                self.help.escaped(found).str("`");
            }
            ErrorKind::WrongSeparator => self.found("wrong separator ", found, "write `,`", ""),
            ErrorKind::Negative(what) => self.negative(what, found),
            ErrorKind::Fraction(what) => {
                self.number(what, " is not an integer", found);
                self.write_fraction(what, found);
            }
            ErrorKind::Suffix(what) => {
                self.number(what, " with a suffix", found);
                self.write_integer(found);
            }
            ErrorKind::NotDecimal(what) => {
                self.number(what, " is not written in decimal digits alone", found);
                self.write_integer(found);
            }
            ErrorKind::LeadingZero(what) => {
                self.number(what, " begins with 0", found);
                self.write_integer(found);
            }
            ErrorKind::Quoted(what) => {
                self.number(what, " in quotes", found);
                self.write_unquoted(found);
            }
            ErrorKind::TimesSign => self.times_sign(found),
            ErrorKind::Name(what) => self.name(what, found),
            ErrorKind::BareExpression => self.bare_expression(found),
            ErrorKind::NotLiteral(what) => {
                let words = what.words();
                self.message.str(words.article).str(words.name);
                self.set(
                    " must be an integer literal",
                    match what {
                        What::Pad => "write a number, or `=zero` after the widths",
                        _ => "write a number",
                    },
                    "names and `{ expressions }` may stand for dimensions and tile entries only",
                );
            }
            ErrorKind::NotANumber(what) => self.not_a_number(what, found),
            ErrorKind::TooLarge(what) => self.too_large(what, isize::MAX as usize, found),
            ErrorKind::AboveLimit { what, limit } => {
                self.too_large(what, limit, found);
                if let What::MetadataBytes = what {
                    self.note.str("metadata and data have at most ");
                    self.note.num(isize::MAX as u128).str(" bytes together");
                }
            }
            ErrorKind::Unbounded => self.set(
                "a dimension without a bound has no layout",
                "write its upper bound: `<=128`",
                HOLE_NOTE,
            ),
            ErrorKind::OneNumber(what) => self.one_number(what, found),
            ErrorKind::TooMany { what, limit } => self.too_many(what.words().plural, limit),

            // minor_to_major.
            ErrorKind::OrderName => self.order_name(found),
            ErrorKind::OrderCount {
                found: entries,
                rank,
            } => self.order_count(entries, rank, found),
            ErrorKind::OrderRange { entry, rank } => self.order_range(entry, rank),
            ErrorKind::OrderRepeated {
                entry,
                first,
                second,
                missing,
            } => {
                self.message.str("minor_to_major names dimension ");
                self.message.num(entry as u128).str(" twice, at entries ");
                self.message.num(first as u128).str(" and ");
                self.message.num(second as u128);
                self.help.str("write `").num(missing as u128);
                self.help.str("`, which is not named, in place of one of them");
            }

            // Tiles.
            ErrorKind::ZeroTile => self.set(
                "tile entry is 0",
                "write at least `1`",
                "a tile covers at least 1 element of each dimension",
            ),
            ErrorKind::TileTooLarge { entry } => {
                self.too_large(What::Tile, isize::MAX as usize, b"");
                self.message.str(": `").num(entry as u128).str("`");
            }
            ErrorKind::CombineMostMinor => self.set(
                "`*` in the most minor entry of a tile",
                "write a size there: `T(*,128)`",
                "`*` merges its dimension into the next more minor one, and there is none",
            ),
            ErrorKind::EmptyTile => self.set(
                "empty tile",
                "write the tile's sizes: `T(8,128)`, or remove the parentheses",
                "",
            ),
            ErrorKind::BareTile => self.set(
                "`T` without a tile",
                "write the tile's sizes: `T(8,128)`",
                "",
            ),
            ErrorKind::DoubleStar => self.set("`**` in a tile", "write `*,*`", ""),
            ErrorKind::TooManyTiles { limit } => self.too_many("tiles", limit),
            ErrorKind::PhysicalRank { rank } => {
                self.message.str("this tile makes ").num(rank as u128);
                self.message.str(" physical dimensions");
                self.help.str("write fewer tiles, or tiles of fewer entries");
                self.note.str("at most ").num(MAX_PHYSICAL_RANK as u128);
                self.note.str(" are supported");
            }

            // Sections.
            ErrorKind::MissingSections => self.set(
                "nothing after `:`",
                "write a section such as `T(8,128)`, or leave out the `:`",
                "",
            ),
            ErrorKind::SectionSeparator => {
                self.found("separator ", found, "remove it", "");
                self.message.str(" between sections");
            }
            ErrorKind::BareSection { section } => self.bare_section(section, found),
            ErrorKind::UnknownSection => self.found(
                "unknown section ",
                found,
                "remove it, or write one of the sections below",
                "sections are `T` tiles, `L` alignment, `E` element bits, `S` memory space, `SC` splits, `M` metadata, `PAD` padded dimensions",
            ),
            ErrorKind::SectionCase { section } => {
                self.found("unknown section ", found, "write `", "");
                self.help.str(section.name()).str("`");
            }
            ErrorKind::RepeatedSection { section } => {
                self.message.str("section `").str(section.name());
                let help = match section {
                    Section::Tiles => "write further tiles without the letter: `T(8,128)(2,1)`",
                    _ => "remove one",
                };
                self.set("` appears twice", help, "");
            }
            ErrorKind::SectionOrder { section, after } => {
                let (section, after) = (section.name(), after.name());
                self.message.str("section `").str(section);
                self.message.str("` after `").str(after).str("`");
                self.help.str("write `").str(section);
                self.help.str("` before `").str(after).str("`");
                self.note
                    .str("the order of sections is `T` `L` `E` `S` `SC` `M` `PAD`");
            }
            ErrorKind::Sparse { section } => {
                self.message.str("section `").str(section.name());
                self.set(
                    "` belongs to sparse arrays",
                    "leave it out",
                    "a sparse array has no dense layout",
                );
            }
            ErrorKind::ElementBits { bits, element } => self.element_bits(bits, element),
            ErrorKind::ZeroAlign => self.set(
                "`L(0)`: the buffer cannot be rounded up to a multiple of 0",
                "write `L(1)` or leave it out",
                "",
            ),
            ErrorKind::SplitDimension { dimension, rank } => self.split_dimension(dimension, rank),
            ErrorKind::SplitRepeated { dimension } => {
                self.message.str("`SC` splits dimension ");
                self.message.num(dimension as u128).str(" twice");
                self.help
                    .str("write all its indices in one list: `SC(0:10,20)`");
            }
            ErrorKind::SplitOrder { index, previous } => {
                self.message.str("`SC` index ").num(index as u128);
                if index == 0 {
                    self.message.str(" splits nothing off");
                } else {
                    self.message.str(" after ").num(previous as u128);
                }
                self.at_least(previous + 1);
                self.note.str("split indices ascend, from above 0");
            }
            ErrorKind::SplitRange {
                index,
                dimension,
                size,
            } => {
                self.message.str("`SC` index ").num(index as u128);
                self.message.str(" is past physical dimension ");
                self.message.num(dimension as u128).str(" of size ");
                self.message.num(size as u128);
                self.below(size, 1);
            }
            ErrorKind::PadCount { found, rank } => self.pad_count(found, rank),
            ErrorKind::PadNarrower { dim, width, size } => {
                self.message.str("`PAD` width ").num(width as u128);
                self.message.str(" is narrower than dimension ");
                self.message.num(dim as u128).str(", which has ");
                self.message.num(size as u128);
                self.at_least(size);
            }
            ErrorKind::PadValue => self.pad_value(found),

            // Sizes.
            ErrorKind::Overflow { bytes, padding } => {
                self.size("the buffer needs ", bytes, " bytes", padding);
            }
            ErrorKind::ElementOverflow { elements } => {
                self.size("the buffer needs ", Some(elements), " elements", true);
            }
            ErrorKind::StrideOverflow { elements } => {
                let strides = "the strides of this empty buffer need ";
                self.size(strides, elements, " elements", true);
                self.note
                    .str("; a dimension of 0 counts as 1 in the strides");
            }
        }
    }

    const fn at_least(&mut self, number: usize) {
        let help = self.help.str("write at least `");
        help.num(number as u128).str("`");
    }

    const fn at_most(&mut self, number: usize) {
        let help = self.help.str("write at most `");
        help.num(number as u128).str("`");
    }

    /// Says to write at most `size - 1`, if that is at least `least`.
    const fn below(&mut self, size: usize, least: usize) {
        if size > least {
            self.at_most(size - 1);
        } else {
            self.help.str("leave it out");
        }
    }
}

const fn dimensions(rank: usize) -> &'static str {
    if rank == 1 {
        " dimension"
    } else {
        " dimensions"
    }
}
