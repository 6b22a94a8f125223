//! Types of other crates, each with its feature.

#[cfg(feature = "ndarray")]
#[path = "../support/naive.rs"]
mod naive;

#[cfg(feature = "bytemuck")]
mod bytemuck;
#[cfg(feature = "half")]
mod half;
#[cfg(feature = "microfloat")]
mod microfloat;
#[cfg(feature = "ndarray")]
mod ndarray;
#[cfg(feature = "num-complex")]
mod num_complex;
#[cfg(feature = "rayon")]
mod rayon;
#[cfg(feature = "serde")]
mod serde;

/// The types of all features are copied between layouts.
#[allow(dead_code, reason = "without the features there are none")]
fn copies<T>(one: T)
where
    T: tiled_layout::NoUninit + tiled_layout::StorageType + Default + PartialEq + std::fmt::Debug,
{
    use tiled_layout::{ElementType, Layout};
    let element = ElementType::ALL.iter().find(|&&e| T::holds(e)).unwrap();
    let layout = |text: &str| Layout::parse(&format!("{element}{text}")).unwrap();
    let mut rows = [T::default(); 15];
    rows[13] = one;
    let mut tiled = [T::default(); 24];
    layout("[3,5]{1,0:T(2,2)}")
        .view_mut(&mut tiled)
        .unwrap()
        .copy_from(&layout("[3,5]").view(&rows).unwrap())
        .unwrap();
    assert_eq!(tiled.iter().position(|&e| e == one), Some(17));
}
