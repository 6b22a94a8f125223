//! `CopySource`: what `copy_from` copies from.

use crate::view::View;
use crate::view::convert::AsView;
use crate::view::mapping::Mapping;
use crate::view::part::region::window::Window;
use crate::view::part::region::{RegionView, RegionViewMut};

/// What [`copy_from`](crate::ViewMut::copy_from) copies from: views, buffers
/// and regions, by value or by reference.
///
/// ```
/// use tiled_layout::{Buffer, CopySource, RelayoutError, layout};
///
/// type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
///
/// fn load(from: impl CopySource<Elem = f32>) -> Result<Buffer<f32, Fig1>, RelayoutError> {
///     let mut buffer = Buffer::zeroed();
///     buffer.copy_from(from)?;
///     Ok(buffer)
/// }
/// let rows = Buffer::<f32, layout!(F32[6,10])>::from_fn(|[i, j]| (10 * i + j) as f32);
/// let middle = load(rows.region((1..4, 2..7))?)?;
/// assert_eq!(middle[[2, 4]], 36.0);
/// assert_eq!(middle.as_slice()[18], 0.0); // padding stays as it was
/// assert_eq!(load(&middle)?, middle);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be copied from",
    label = "neither a view, a buffer nor a region",
    note = "a slice is seen through a layout: `Fig1::view(&slice)?`, `layout.view(&slice)?`"
)]
pub trait CopySource {
    /// The Rust type of an element.
    type Elem;
    /// The mapping from indices to positions.
    type Mapping<'a>: Mapping
    where
        Self: 'a;

    /// The array; of a region through a mapping whose layout is that of the
    /// whole array.
    #[doc(hidden)]
    fn source(&self) -> View<'_, Self::Elem, Self::Mapping<'_>>;
}

impl<V: AsView + ?Sized> CopySource for V {
    type Elem = V::Elem;
    type Mapping<'a>
        = V::Mapping<'a>
    where
        Self: 'a;

    #[inline]
    fn source(&self) -> View<'_, V::Elem, V::Mapping<'_>> {
        self.as_view()
    }
}

macro_rules! regions {
    ($($region:ident)*) => {$(
        regions! { @impl $region<'_, T, M> }
        regions! { @impl &$region<'_, T, M> }
        regions! { @impl &mut $region<'_, T, M> }
    )*};
    (@impl $region:ty) => {
        impl<T, M: Mapping> CopySource for $region {
            type Elem = T;
            type Mapping<'a>
                = Window<M::Borrowed<'a>>
            where
                Self: 'a;

            fn source(&self) -> View<'_, T, Window<M::Borrowed<'_>>> {
                self.window()
            }
        }
    };
}

regions! { RegionView RegionViewMut }
