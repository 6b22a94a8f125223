//! `Cause`: the reason for a layout's padding, and the change that reduces it.

use core::fmt;

use layout_core::util::words::{byte_size, grouped, joined};
use layout_runtime::Layout;

use crate::remedies::{Change, remedies};

/// The main source of a layout's padding.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum Cause {
    /// There is no padding.
    NoPadding,
    /// The dimension with the largest growth factor.
    Dimension {
        /// Its number; `None` for all dimensions of this size.
        dimension: Option<usize>,
        /// Its size in elements.
        size: usize,
        /// Its size with padding, in elements.
        padded: usize,
    },
    /// An array without dimensions fills a whole tile.
    Scalar {
        /// The elements of the tile.
        padded: usize,
    },
    /// `L(n)`: the buffer is a multiple of n elements.
    Multiple {
        /// n.
        elements: usize,
    },
    /// Dimensions that one tile entry covers round up together.
    Together,
}

impl Cause {
    /// Returns the cause of a layout's padding.
    #[must_use]
    pub fn of(layout: &Layout) -> Cause {
        let (elements, padded) = (layout.num_elements(), layout.padded_len());
        let tiled: usize = layout.physical_dims().iter().product();
        let multiple = layout.tail_padding_alignment_in_elements();
        if padded == elements {
            return Cause::NoPadding;
        }
        if multiple > 1 && padded - tiled > tiled - elements {
            return Cause::Multiple { elements: multiple };
        }
        if layout.rank() == 0 {
            return Cause::Scalar { padded };
        }
        let dimensions = (0..layout.rank()).filter_map(|dim| layout.dimension_padding(dim));
        let most = dimensions.max_by(|a, b| {
            let cross = |x: usize, y: usize| x as u128 * y as u128;
            cross(a.padded, b.size).cmp(&cross(b.padded, a.size))
        });
        most.map_or(Cause::Together, |most| Cause::Dimension {
            dimension: Some(most.dimension),
            size: most.size,
            padded: most.padded,
        })
    }

    /// Returns the cause without the number of the dimension, so that arrays with the same
    /// cause are grouped.
    #[must_use]
    pub fn kind(mut self) -> Cause {
        if let Cause::Dimension { dimension, .. } = &mut self {
            *dimension = None;
        }
        self
    }

    /// Returns the change of the layout that reduces its padding, in words: another order of the dimensions if it
    /// saves a fifth or more, otherwise another size. A saving of half a percent is no reason
    /// for a change, and a smaller dimension must not remove more elements than it saves
    /// padding.
    #[must_use]
    pub fn remedy(self, layout: &Layout) -> Option<String> {
        let Cause::Dimension {
            dimension: Some(dimension),
            ..
        } = self
        else {
            return None;
        };
        if layout.padding_len() < layout.padded_len() / 200 {
            return None;
        }
        let mut remedies = remedies(layout).into_iter();
        if let Some(remedy) = remedies.find(|remedy| remedy.change == Change::Order)
            && let better = remedy.layout
            && better.padded_bytes() <= layout.padded_bytes() / 5 * 4
        {
            let minor = better.minor_to_major();
            return Some(format!(
                "in the order {{{}}} one takes {}, not {}",
                joined(&minor, ","),
                byte_size(better.padded_bytes() as u64),
                byte_size(layout.padded_bytes() as u64),
            ));
        }
        let padding = layout.dimension_padding(dimension)?;
        let all = grouped(padding.padded);
        Some(match padding.cut {
            Some(cut) if padding.size - cut <= padding.padded - padding.size => {
                format!("cut it to {}, or use all {all}", grouped(cut))
            }
            _ => format!("use all {all}, or merge it with another dimension"),
        })
    }
}

/// In words, such as "dimension 1 of 383 rounds up to 384".
impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Cause::NoPadding => f.write_str("no padding"),
            Cause::Dimension {
                dimension,
                size,
                padded,
            } => {
                f.write_str("dimension ")?;
                if let Some(dimension) = dimension {
                    write!(f, "{dimension} ")?;
                }
                write!(f, "of {} rounds up to {}", grouped(size), grouped(padded))
            }
            Cause::Scalar { padded } => write!(f, "a scalar takes a tile of {}", grouped(padded)),
            Cause::Multiple { elements } => {
                write!(
                    f,
                    "the buffer is a multiple of {} elements",
                    grouped(elements)
                )
            }
            Cause::Together => f.write_str("dimensions in one tile entry round up together"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Cause;

    use layout_runtime::Layout;

    #[test]
    fn causes_and_remedies() {
        let cases = [
            ("f32[8,128]{1,0:T(8,128)}", "no padding", ""),
            (
                "u32[12582912,1]{1,0:T(8,128)}",
                "dimension 1 of 1 rounds up to 128",
                "in the order {0,1} one takes 384 MiB, not 6.00 GiB", // 8 rows of 48 MiB
            ),
            (
                "f32[1025,256]{1,0:T(8,128)}",
                "dimension 0 of 1,025 rounds up to 1,032",
                "cut it to 1,024, or use all 1,032",
            ),
            (
                "f32[383,256]{1,0:T(8,128)}", // 1 row of 384
                "dimension 0 of 383 rounds up to 384",
                "",
            ),
            (
                "f32[63,256]{1,0:T(8,128)}", // 7 rows less would save 1
                "dimension 0 of 63 rounds up to 64",
                "use all 64, or merge it with another dimension",
            ),
            (
                "f32[3]{0:T(128)}",
                "dimension 0 of 3 rounds up to 128",
                "use all 128, or merge it with another dimension",
            ),
            ("f32[]{:T(128)}", "a scalar takes a tile of 128", ""),
            (
                "f32[5]{0:L(1024)}",
                "the buffer is a multiple of 1,024 elements",
                "",
            ),
            (
                "f32[7,3,4]{2,1,0:T(*,2,2)}",
                "dimensions in one tile entry round up together",
                "",
            ),
        ];
        for (text, words, change) in cases {
            let layout = Layout::parse(text).unwrap();
            let cause = Cause::of(&layout);
            assert_eq!(cause.to_string(), words, "{text}");
            assert_eq!(cause.remedy(&layout).unwrap_or_default(), change, "{text}");
        }
    }
}
