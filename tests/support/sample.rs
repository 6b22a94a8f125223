//! One element of a type, copied between layouts.

/// Copies an array of zeros that holds `one` at one index; the element lands where it belongs.
#[allow(dead_code, reason = "without the features there are none")]
pub(crate) fn copies<T>(one: T)
where
    T: tiled_layout::NoUninit + tiled_layout::Element + Default + PartialEq + std::fmt::Debug,
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
