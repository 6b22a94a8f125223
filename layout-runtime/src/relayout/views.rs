//! What views do with plans: `copy_from`.

use super::error::RelayoutError;
use super::{NoUninit, RelayoutPlan};
use crate::mapping::Mapping;
use crate::view::{View, ViewMut};

/// What is known of two mappings while the program compiles.
struct Pair<S, D>(S, D);

impl<S: Mapping, D: Mapping> Pair<S, D> {
    /// The plan between two static layouts. Layouts that do not fit do not
    /// compile.
    const PLAN: Option<RelayoutPlan> = match (S::STATIC, D::STATIC) {
        (Some(src), Some(dst)) => match RelayoutPlan::new(src, dst) {
            Ok(plan) => Some(plan),
            Err(RelayoutError::Dims { .. }) => {
                panic!(
                    "`copy_from` takes arrays of the same dimensions, which these layouts are not"
                )
            }
            Err(_) => panic!("`copy_from` takes elements of the same size, which these are not"),
        },
        _ => None,
    };
    const PLAN_REF: Option<&'static RelayoutPlan> = Self::PLAN.as_ref();
}

impl<T: NoUninit, D: Mapping> ViewMut<'_, T, D> {
    /// Copies each element of `src` to its place in this array.
    ///
    /// The layouts may be any two of the same dimensions, static or known at
    /// run time. Padding is not touched. Two static layouts of other
    /// dimensions do not compile.
    ///
    /// # Errors
    ///
    /// When the arrays have not the same dimensions; never between static
    /// layouts.
    ///
    /// ```
    /// use layout_runtime::Layout;
    ///
    /// let rows = Layout::parse("f32[3,5]{1,0}")?;
    /// let tiled = Layout::parse("f32[3,5]{1,0:T(2,2)}")?;
    /// let from: Vec<f32> = (0..15).map(|i| i as f32).collect();
    /// let mut to = [-1.0; 24];
    /// tiled.view_mut(&mut to)?.copy_from(&rows.view(&from)?)?;
    /// assert_eq!(to[17], from[13]); // element (2,3)
    /// assert_eq!(to[18], -1.0); // padding stays
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn copy_from<S: Mapping>(&mut self, src: &View<'_, T, S>) -> Result<(), RelayoutError> {
        match const { Pair::<S, D>::PLAN_REF } {
            Some(plan) => plan.run(src.as_slice(), self.as_mut_slice()),
            None => {
                let plan = RelayoutPlan::new(src.layout(), self.layout())?;
                plan.run(src.as_slice(), self.as_mut_slice())
            }
        }
    }
}
