//! The words of each mistake: what is wrong, what to write instead, the rule.

use super::{ErrorKind, Expected, NotAnArray, What};
use crate::spec::{MAX_PHYSICAL_RANK, MAX_RANK};
use crate::text::Text;
use crate::validate::MAX_ELEMENT_BITS;

/// Message, help and note of a mistake.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Explanation {
    pub(crate) message: Text<256>,
    help: Text<256>,
    note: Text<256>,
}

impl What {
    const fn name(self) -> &'static str {
        match self {
            What::Dimension => "dimension",
            What::Order => "entry of minor_to_major",
            What::Tile => "tile entry",
            What::Align => "number of `L(n)`",
            What::Bits => "number of `E(n)`",
            What::Space => "memory space",
            What::Split => "number of `SC(dimension:index,...)`",
            What::Prefix => "number of `M(n)`",
            What::Pad => "width of `PAD`",
        }
    }
}

impl Explanation {
    pub(crate) const fn help(&self) -> Option<&str> {
        if self.help.is_empty() {
            None
        } else {
            Some(self.help.as_str())
        }
    }

    pub(crate) const fn note(&self) -> Option<&str> {
        if self.note.is_empty() {
            None
        } else {
            Some(self.note.as_str())
        }
    }

    /// The words for `kind`; `found` is the text at its place.
    pub(crate) const fn new(kind: ErrorKind, found: &[u8]) -> Explanation {
        let mut words = Explanation {
            message: Text::new(),
            help: Text::new(),
            note: Text::new(),
        };
        words.text(kind, found);
        words.number(kind, found);
        words.order_and_tiles(kind);
        words.sections(kind, found);
        words
    }

    const fn text(&mut self, kind: ErrorKind, found: &[u8]) {
        let Explanation {
            message,
            help,
            note,
        } = self;
        match kind {
            ErrorKind::Empty => {
                message.str("empty layout");
                help.str("write an element type and dimensions: `f32[3,5]{1,0:T(2,2)}`");
            }
            ErrorKind::UnknownElement { nearest } => {
                message.str("unknown element type `").bytes(found).str("`");
                match nearest {
                    Some(element) => {
                        let upper = found.len() > 0 && found[0].is_ascii_uppercase();
                        let name = if upper {
                            element.marker_name()
                        } else {
                            element.name()
                        };
                        help.str("write `").str(name).str("`");
                    }
                    None => {
                        note.str("element types are `pred`, `s1` to `s64`, `u1` to `u64`, `f16`, `bf16`, `f32`, `f64`, `c64`, `c128` and the floats of 4, 6 and 8 bits");
                    }
                }
            }
            ErrorKind::NotAnArray(what) => {
                let (name, reason) = match what {
                    NotAnArray::Tuple => (
                        "a tuple",
                        "each array of a tuple has a layout of its own: write one of them",
                    ),
                    NotAnArray::Token => (
                        "a token",
                        "a token only orders operations, it holds no elements",
                    ),
                    NotAnArray::Opaque => (
                        "an opaque value",
                        "the elements of an opaque value are not described",
                    ),
                    NotAnArray::Buffer => ("a buffer", "write the array inside `b(...)`"),
                };
                message.str(name).str(" has no array layout");
                note.str(reason);
            }
            ErrorKind::NoDimensions => {
                message.str("no dimensions after the element type");
                help.str("write them in square brackets: `f32[3,5]`, or `f32[]` for a scalar");
            }
            ErrorKind::WrongBracket { expected } => {
                message.str("wrong bracket `").bytes(found).str("`");
                help.str("write `").str(bracket(expected)).str("`");
            }
            ErrorKind::Unclosed { expected } => {
                message.str("missing `").str(bracket(expected)).str("`");
            }
            ErrorKind::Expected(expected) => {
                let what = match expected {
                    Expected::Layout => "`{` or `<` and a layout",
                    Expected::SectionOpen => "`(`",
                    Expected::SplitColon => "`:`",
                    Expected::OrderEnd => "`,`, `:` or the closing bracket",
                };
                message.str("expected ").str(what);
                if found.len() > 0 {
                    message.str(", found `").bytes(found).str("`");
                }
            }
            ErrorKind::TrailingText => {
                message
                    .str("text after the layout: `")
                    .bytes(found)
                    .str("`");
                help.str("remove it");
            }
            _ => {}
        }
    }

    const fn number(&mut self, kind: ErrorKind, found: &[u8]) {
        let Explanation {
            message,
            help,
            note,
        } = self;
        match kind {
            ErrorKind::MissingNumber(what) => {
                message.str("missing ").str(what.name());
            }
            ErrorKind::TrailingComma => {
                message.str("trailing comma");
                help.str("remove it");
            }
            ErrorKind::MissingComma => {
                message.str("missing comma before `").bytes(found).str("`");
                help.str("write `,` between the numbers");
            }
            ErrorKind::WrongSeparator => {
                message.str("wrong separator `").bytes(found).str("`");
                help.str("write `,`");
            }
            ErrorKind::Negative(what) => {
                message
                    .str(what.name())
                    .str(" is negative: `")
                    .bytes(found)
                    .str("`");
                if matches!(what, What::Tile) {
                    note.str("the only negative tile entry is `-1`, another spelling of `*`");
                }
            }
            ErrorKind::Fraction(what) => {
                message
                    .str(what.name())
                    .str(" is not an integer: `")
                    .bytes(found)
                    .str("`");
            }
            ErrorKind::Suffix(what) => {
                message
                    .str(what.name())
                    .str(" with a suffix: `")
                    .bytes(found)
                    .str("`");
                let mut digits = 0;
                while digits < found.len() && found[digits].is_ascii_digit() {
                    digits += 1;
                }
                help.str("write `").bytes(found.split_at(digits).0).str("`");
            }
            ErrorKind::Quoted(what) => {
                message.str(what.name()).str(" in quotes: ").bytes(found);
                help.str("write the number without quotes");
            }
            ErrorKind::TimesSign => {
                message.str("`").bytes(found).str("` is not a number");
                help.str("write `,` between the numbers");
            }
            ErrorKind::Name(what) => {
                message.str("expected an integer as ").str(what.name());
                message.str(", found `").bytes(found).str("`");
            }
            ErrorKind::BareExpression => {
                message
                    .str("an expression needs braces: `")
                    .bytes(found)
                    .str("`");
                help.str("write `{ ").bytes(found).str(" }`");
            }
            ErrorKind::NotLiteral(what) => {
                message.str(what.name()).str(" must be an integer literal");
                note.str(
                    "names and `{ expressions }` may stand for dimensions and tile entries only",
                );
            }
            ErrorKind::NotANumber(what) => {
                message.str("expected an integer as ").str(what.name());
                if found.len() > 0 {
                    message.str(", found `").bytes(found).str("`");
                }
            }
            ErrorKind::TooLarge(what) => {
                message
                    .str(what.name())
                    .str(" is too large: `")
                    .bytes(found)
                    .str("`");
                note.str("the largest size is ").num(isize::MAX as u128);
            }
            ErrorKind::AboveLimit { what, limit } => {
                message
                    .str(what.name())
                    .str(" is too large: `")
                    .bytes(found)
                    .str("`");
                note.str("the largest is ").num(limit as u128);
            }
            ErrorKind::Unbounded => {
                message.str("a dimension without a bound has no layout");
                help.str("write its upper bound: `<=128`");
            }
            ErrorKind::TooMany { what, limit } => {
                let name = match what {
                    What::Dimension => "dimensions",
                    What::Order => "entries of minor_to_major",
                    What::Tile => "entries in a tile",
                    What::Split => "entries of `SC`",
                    What::Pad => "widths of `PAD`",
                    _ => "tiles",
                };
                message.str("too many ").str(name);
                note.str("at most ")
                    .num(limit as u128)
                    .str(" are supported");
            }
            _ => {}
        }
    }

    const fn order_and_tiles(&mut self, kind: ErrorKind) {
        let Explanation {
            message,
            help,
            note,
        } = self;
        match kind {
            ErrorKind::OrderCount { found, rank } => {
                message.str("minor_to_major has ").num(found as u128);
                message.str(if found == 1 { " entry" } else { " entries" });
                message.str(" for ").num(rank as u128);
                message.str(if rank == 1 {
                    " dimension"
                } else {
                    " dimensions"
                });
                if rank <= MAX_RANK {
                    help.str("write each dimension once, the most minor first: `");
                    help.list(crate::spec::default_order(rank).as_slice())
                        .str("`");
                }
            }
            ErrorKind::OrderRange { entry, rank } => {
                message
                    .str("minor_to_major names dimension ")
                    .num(entry as u128);
                message.str(" of an array of ").num(rank as u128);
                message.str(if rank == 1 {
                    " dimension"
                } else {
                    " dimensions"
                });
                note.str("dimensions are counted from 0");
            }
            ErrorKind::OrderRepeated {
                entry,
                first,
                second,
                missing,
            } => {
                message
                    .str("minor_to_major names dimension ")
                    .num(entry as u128);
                message.str(" twice, at entries ").num(first as u128);
                message.str(" and ").num(second as u128);
                help.str("dimension ")
                    .num(missing as u128)
                    .str(" is not named");
            }
            ErrorKind::ZeroTile => {
                message.str("tile entry is 0");
                note.str("a tile covers at least 1 element of each dimension");
            }
            ErrorKind::TileTooLarge { entry } => {
                message.str("tile entry is too large: ").num(entry as u128);
                note.str("the largest size is ").num(isize::MAX as u128);
            }
            ErrorKind::CombineMostMinor => {
                message.str("`*` in the most minor entry of a tile");
                note.str(
                    "`*` merges its dimension into the next more minor one, and there is none",
                );
            }
            ErrorKind::EmptyTile => {
                message.str("empty tile");
                help.str("write the tile's sizes: `T(8,128)`");
            }
            ErrorKind::BareTile => {
                message.str("`T` without a tile");
                help.str("write the tile's sizes: `T(8,128)`");
            }
            ErrorKind::DoubleStar => {
                message.str("`**` in a tile");
                help.str("write `*,*`");
            }
            ErrorKind::PhysicalRank { rank } => {
                message
                    .str("this tile makes ")
                    .num(rank as u128)
                    .str(" physical dimensions");
                note.str("at most ")
                    .num(MAX_PHYSICAL_RANK as u128)
                    .str(" are supported");
            }
            ErrorKind::Overflow { bytes } => {
                match bytes {
                    Some(bytes) => {
                        message
                            .str("the buffer needs ")
                            .num(bytes)
                            .str(" bytes with padding");
                    }
                    None => {
                        message.str("the buffer needs more bytes than 128 bits can count");
                    }
                }
                note.str("the largest buffer has ")
                    .num(isize::MAX as u128)
                    .str(" bytes");
            }
            _ => {}
        }
    }

    const fn sections(&mut self, kind: ErrorKind, found: &[u8]) {
        const ORDER: &str = "the order of sections is `T` `L` `E` `S` `SC` `M` `PAD`";
        let Explanation {
            message,
            help,
            note,
        } = self;
        match kind {
            ErrorKind::NoSections => {
                message.str("nothing after `:`");
                help.str("write a section such as `T(8,128)`, or leave out the `:`");
            }
            ErrorKind::UnknownSection => {
                message.str("unknown section `").bytes(found).str("`");
                note.str("sections are `T` tiles, `L` alignment, `E` element bits, `S` memory space, `SC` splits, `M` metadata, `PAD` padded dimensions");
            }
            ErrorKind::SectionCase { section } => {
                message.str("unknown section `").bytes(found).str("`");
                help.str("write `").str(section).str("`");
            }
            ErrorKind::RepeatedSection { section } => {
                message.str("section `").str(section).str("` stands twice");
                if section.len() == 1 && section.as_bytes()[0] == b'T' {
                    help.str("write further tiles without the letter: `T(8,128)(2,1)`");
                } else {
                    help.str("remove one");
                }
            }
            ErrorKind::SectionOrder { section, after } => {
                message
                    .str("section `")
                    .str(section)
                    .str("` after `")
                    .str(after)
                    .str("`");
                help.str("write `")
                    .str(section)
                    .str("` before `")
                    .str(after)
                    .str("`");
                note.str(ORDER);
            }
            ErrorKind::Sparse { section } => {
                message
                    .str("section `")
                    .str(section)
                    .str("` belongs to sparse arrays");
                note.str("a sparse array has no dense layout");
            }
            ErrorKind::ElementBits { bits, element } => {
                message
                    .str("`E(")
                    .num(bits as u128)
                    .str(")` does not fit `");
                message
                    .str(element.name())
                    .str("`, which has ")
                    .num(element.bits() as u128);
                message.str(if element.bits() == 1 { " bit" } else { " bits" });
                if bits > MAX_ELEMENT_BITS {
                    note.str("the largest is ").num(MAX_ELEMENT_BITS as u128);
                } else {
                    help.str("write `E(")
                        .num(element.bits() as u128)
                        .str(")` or leave it out");
                }
            }
            ErrorKind::ZeroAlign => {
                message.str("`L(0)`: the buffer cannot be rounded up to a multiple of 0");
                help.str("write `L(1)` or leave it out");
            }
            ErrorKind::SplitDimension { dimension, rank } => {
                message.str("`SC` splits dimension ").num(dimension as u128);
                message.str(" of an array of ").num(rank as u128);
                message.str(if rank == 1 {
                    " dimension"
                } else {
                    " dimensions"
                });
                note.str("dimensions of `SC` are counted physically, 0 is the most major");
            }
            ErrorKind::SplitRepeated { dimension } => {
                message
                    .str("`SC` splits dimension ")
                    .num(dimension as u128)
                    .str(" twice");
                help.str("write all its indices in one list: `SC(0:10,20)`");
            }
            ErrorKind::SplitOrder { index, previous } => {
                message.str("`SC` index ").num(index as u128);
                if index == 0 {
                    message.str(" splits nothing off");
                } else {
                    message.str(" after ").num(previous as u128);
                }
                note.str("split indices ascend, from above 0");
            }
            ErrorKind::SplitRange {
                index,
                dimension,
                size,
            } => {
                message
                    .str("`SC` index ")
                    .num(index as u128)
                    .str(" is past physical dimension ");
                message
                    .num(dimension as u128)
                    .str(" of size ")
                    .num(size as u128);
            }
            ErrorKind::PadCount { found, rank } => {
                message.str("`PAD` has ").num(found as u128);
                message.str(if found == 1 {
                    " width for "
                } else {
                    " widths for "
                });
                message.num(rank as u128);
                message.str(if rank == 1 {
                    " dimension"
                } else {
                    " dimensions"
                });
                note.str("`PAD` gives one width a dimension, in the order of the dimensions");
            }
            ErrorKind::PadNarrower { dim, width, size } => {
                message
                    .str("`PAD` width ")
                    .num(width as u128)
                    .str(" is narrower than dimension ");
                message
                    .num(dim as u128)
                    .str(", which has ")
                    .num(size as u128);
                help.str("write at least ").num(size as u128);
            }
            ErrorKind::PadValue => {
                message.str("unknown padding value `").bytes(found).str("`");
                help.str("write `zero`, `one`, `lowest`, `highest` or `unknown`");
            }
            _ => {}
        }
    }
}

const fn bracket(c: char) -> &'static str {
    match c {
        '[' => "[",
        ']' => "]",
        '{' => "{",
        '}' => "}",
        '<' => "<",
        '>' => ">",
        '(' => "(",
        _ => ")",
    }
}
