//! A crate that depends on `tiled-layout` under the name `tiles`, and on nothing else.

#![no_implicit_prelude]

use ::tiles::layout;

/// Figure 1.
pub type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);

/// The same layout as a value, in the other spelling.
pub const FIG1: Fig1 = ::tiles::layout!(f32[3,5]{1,0:T(2,2)});

/// How many elements a padded matrix of `N` rows takes.
pub const fn padded_len<const N: usize>() -> usize {
    <layout!(BF16[N,130]<1,0:T(8,128)(2,1)>)>::PADDED_LEN
}

#[cfg(test)]
mod tests {
    use super::{Fig1, padded_len};

    #[test]
    fn works_under_another_name() {
        ::std::assert_eq!(Fig1::offset([2, 3]), 17);
        ::std::assert_eq!(padded_len::<9>(), 16 * 256);
        let text = ::std::string::ToString::to_string(&Fig1::LAYOUT);
        ::std::assert_eq!(text, "f32[3,5]{1,0:T(2,2)}");
    }
}
