//! `Error`: any error of this crate, for applications.

use core::fmt;

use layout_core::parse::error::ParseError;

#[cfg(feature = "formats")]
use crate::formats::{FormatError, NoSpelling};
#[cfg(feature = "hlo")]
use crate::hlo::Skipped;
#[cfg(feature = "ndarray")]
use crate::integrations::NdarrayError;
use crate::layout::bitcast::BitcastError;
use crate::layout::builder::InvalidLayout;
use crate::layout::padding_waste::PaddingWaste;
use crate::layout::part::error::SubviewError;
use crate::layout::partial_layout::DimsError;
use crate::layout::region::RegionError;
use crate::layout::static_layout::conversions::LayoutMismatch;
use crate::presets::PresetError;
use crate::proto::ProtoError;
use crate::relayout::RelayoutError;
#[cfg(feature = "shards")]
use crate::shards::{ShardedError, ShardingError};
use crate::view::{LengthError, ViewError};

/// One variant an error: its name, its type, what it says. No variant has the
/// name of a public type: rustc would print that type with its path.
macro_rules! errors {
    ($($(#[$feature:meta])* $variant:ident($error:ident) $doc:literal;)*) => {
        /// Any error of this crate, for functions that return several of them:
        /// `?` converts each. The message is that of the error within.
        ///
        /// Each function of this crate returns the smallest type that says what
        /// can go wrong there.
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
    Invalid(InvalidLayout) "A layout cannot be built.";
    Preset(PresetError) "A preset has no layout for an array.";
    Proto(ProtoError) "Bytes of a protocol buffer are no array with a layout.";
    Dims(DimsError) "Dimensions known at run time do not fit a partial layout.";
    Mismatch(LayoutMismatch) "A layout is not the static one that was expected.";
    Waste(PaddingWaste) "Padding takes more than was allowed.";
    Storage(ViewError) "A slice, bytes or values are not those of a layout.";
    Region(RegionError) "Ranges are not a region of an array.";
    Subview(SubviewError) "A region is not an array of its own.";
    Relayout(RelayoutError) "Elements cannot be copied between two layouts.";
    Bitcast(BitcastError) "A buffer of one layout is not one of another.";
    #[cfg(feature = "hlo")]
    Hlo(Skipped) "A part of HLO text is no array with a layout.";
    #[cfg(feature = "formats")]
    Format(FormatError) "A text of another system is not a layout.";
    #[cfg(feature = "formats")]
    Spelling(NoSpelling) "A layout cannot be written for another system.";
    #[cfg(feature = "shards")]
    ShardText(ShardingError) "A text or a message is not a sharding.";
    #[cfg(feature = "shards")]
    Shards(ShardedError) "A sharding does not fit an array.";
    #[cfg(feature = "ndarray")]
    Ndarray(NdarrayError) "An array of `ndarray` cannot be copied into a buffer.";
}

// The message is that of the error within, so that error is no `source` of it.
impl core::error::Error for Error {}

impl From<LengthError> for Error {
    fn from(error: LengthError) -> Self {
        Error::Storage(error.into())
    }
}
