//! `Layout::explain` while the feature `explain` is off: a compile error that names the feature.

use crate::layout::Layout;

/// No type implements this.
#[diagnostic::on_unimplemented(
    message = "this method needs the feature `explain` of `tiled-layout`",
    label = "a method of the feature `explain`",
    note = "write `features = [\"explain\"]` beside the version of `tiled-layout` in `Cargo.toml`"
)]
pub trait FeatureExplain {
    /// Without a value, so that rustc reports no second error at a method of the result.
    type Walkthrough;
}

#[doc(hidden)]
#[allow(missing_docs, reason = "it cannot be used")]
impl Layout {
    // `for`, because rustc checks a bound without a parameter here, and others at the call.
    pub fn explain(&self) -> <Self as FeatureExplain>::Walkthrough
    where
        for<'a> Self: FeatureExplain,
    {
        unreachable!()
    }
}
