//! `map_inplace` and `fill`: each element once, and no padding.

use crate::support::case::for_each_case;
use layout_oracle::random::Random;
use tiled_layout::{Buffer, layout};

/// Weights are scaled where they are.
#[test]
fn weights_are_scaled() -> Result<(), Box<dyn std::error::Error>> {
    type Columns = layout!(F32[3,5]<0,1:T(4)>); // columns of 3, padded to 4
    let mut weights = Buffer::<f32, Columns>::from_fn(|[i, j]| (10 * i + j) as f32);
    weights.fill_padding(-1.0);
    weights.map_inplace(|weight| *weight *= 0.5);
    assert_eq!(weights[[2, 4]], 12.0);
    weights
        .region_mut((.., 4..))?
        .map_inplace(|weight| *weight += 1.0);
    assert_eq!(weights.as_slice()[16..], [3.0, 8.0, 13.0, -1.0]);
    let largest = weights.iter().copied().fold(f32::MIN, f32::max);
    weights.view_mut().map_inplace(|weight| *weight /= largest);
    assert_eq!(weights[[2, 4]], 1.0);
    Ok(())
}

#[test]
fn each_element_once() {
    let mut random = Random::new(18);
    for_each_case(1818, 300, |case| {
        let numbers = case.numbered();
        let mut buffer = numbers.clone();
        let mut view = case.layout.view_mut(&mut buffer).unwrap();
        view.map_inplace(|element| *element += 100_000);
        let region = case.region(&mut random);
        view.region_mut(&region[..])
            .unwrap()
            .map_inplace(|element| *element += 200_000);
        let inside = case.inside(&region);
        for (position, element) in case.elements.iter().enumerate() {
            let added = match element {
                Some(number) if inside[*number] => 300_000,
                Some(_) => 100_000,
                None => 0,
            };
            assert_eq!(
                buffer[position],
                numbers[position] + added,
                "{} {region:?}",
                case.layout
            );
        }
        let mut view = case.layout.view_mut(&mut buffer).unwrap();
        view.region_mut(&region[..]).unwrap().fill(-1);
        assert!(
            view.region(&region[..])
                .unwrap()
                .iter()
                .all(|&element| element == -1)
        );
        view.fill(-2);
        for (position, element) in case.elements.iter().enumerate() {
            let expected = element.map_or(numbers[position], |_| -2);
            assert_eq!(buffer[position], expected, "{}", case.layout);
        }
    });
}
