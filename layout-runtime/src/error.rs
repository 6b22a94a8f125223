//! `Error`: any error of this crate, for applications.

use core::fmt;

use layout_core::parse::error::ParseError;

#[cfg(feature = "formats")]
use crate::formats::FormatError;
#[cfg(feature = "hlo")]
use crate::hlo::Skipped;
use crate::layout::error::{LayoutError, RegionError};
use crate::proto::ProtoError;
use crate::relayout::RelayoutError;
#[cfg(feature = "shards")]
use crate::shards::ShardingError;
use crate::view::{LengthError, ViewError};

/// One variant per error: its name, its type, its documentation. No variant has the name of
/// a public type, because rustc would then print that type with its path.
macro_rules! errors {
    ($($(#[$feature:meta])* $variant:ident($error:ident) $doc:literal;)*) => {
        /// Any error of this crate, for functions that return several of them:
        /// `?` converts each. The message is that of the error within.
        ///
        /// Each function of this crate returns the smallest type that covers its errors:
        ///
        /// | error | given by | what to do |
        /// |---|---|---|
        /// | [`ParseError`] | `Layout::parse`, `parse()` | show it: it has the text with carets, and what to write; `kind()` tells errors apart |
        /// | [`LayoutError`] | `Layout::row_major`, `with_tiles` and the like, presets; `with_dims`; `try_from`; `try_bitcast`; `check_padding` | correct the numbers, or take the other layout: the variant says which |
        /// | [`LengthError`] | `view`, `from_vec` of static layouts | allocate `PADDED_LEN` elements; without padding, the data is row-major: `from_row_major` |
        /// | [`ViewError`] | `view`, `view_bytes` and buffers of layouts known at run time; packed elements | another Rust type, length or alignment: the variant says which |
        /// | [`RegionError`] | `region`, `byte_ranges`; `subview`, `index_axis`, `axis_iter`, `tile_layout` | correct the ranges; if a region has no layout of its own, use `region` or copy it |
        /// | [`RelayoutError`] | `copy_from`, `RelayoutPlan` | make dimensions, element types and lengths agree |
        /// | [`ProtoError`] | `Layout::from_shape_proto`, `proto` | `CutOff` wants more bytes; all else is not an array with a layout |
        #[cfg_attr(feature = "formats", doc = "| [`FormatError`] | `formats`: reading and writing | show it; `unwritable()` says that a layout was to be written |")]
        #[cfg_attr(feature = "hlo", doc = "| [`Skipped`] | items of the iterators of `hlo` | count or print it, and go on: `reason()` |")]
        #[cfg_attr(feature = "shards", doc = "| [`ShardingError`] | `shards`: texts, messages, arrays | show it; `range()` is where in the text |")]
        ///
        /// ```
        /// use tiled_layout::{Error, Layout};
        ///
        /// fn corner(text: &str, bytes: &[u8]) -> Result<u8, Error> {
        ///     let layout = Layout::parse(text)?;
        ///     let view = layout.view_bytes::<u8>(bytes)?;
        ///     Ok(view.region((2.., 4..))?.iter().sum())
        /// }
        /// // 15 elements take 24 bytes with padding.
        /// assert_eq!(corner("u8[3,5]{1,0:T(2,2)}", &[7; 24]), Ok(7));
        /// let error = corner("u8[3,5]{1,0:T(2,2)}", &[7; 15]).unwrap_err();
        /// assert!(matches!(error, Error::Storage(_)));
        /// let error = corner("u8[1,9]{1,0:T(2,2)}", &[7; 20]).unwrap_err();
        /// assert!(matches!(error, Error::Region(_)));
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[non_exhaustive]
        pub enum Error {
            $($(#[$feature])* #[doc = $doc] $variant($error),)*
        }

        impl fmt::Display for Error {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $($(#[$feature])* Error::$variant(error) => error.fmt(f),)*
                }
            }
        }

        $(
            $(#[$feature])*
            impl From<$error> for Error {
                fn from(error: $error) -> Self {
                    Error::$variant(error)
                }
            }
        )*
    };
}

errors! {
    Parse(ParseError) "A text is not a layout.";
    Invalid(LayoutError) "A layout cannot be made, or is not the one that was asked for.";
    Proto(ProtoError) "Bytes of a protocol buffer are not an array with a layout.";
    Storage(ViewError) "A slice, bytes or values do not fit a layout.";
    Region(RegionError) "Ranges are not a region of an array, or a region is not an array of its own.";
    Relayout(RelayoutError) "Elements cannot be copied between two layouts.";
    #[cfg(feature = "hlo")]
    Hlo(Skipped) "A part of HLO text is no array with a layout.";
    #[cfg(feature = "formats")]
    Format(FormatError) "A text of another system is not a layout, or a layout cannot be written for it.";
    #[cfg(feature = "shards")]
    Shards(ShardingError) "A text is not a sharding, or a sharding does not fit an array.";
}

// The message is the inner error's, so `source` does not return that error again.
impl core::error::Error for Error {}

impl From<LengthError> for Error {
    fn from(error: LengthError) -> Self {
        Error::Storage(error.into())
    }
}
