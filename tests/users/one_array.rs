//! Views, buffers and arrays in containers as programs use them: one type, whatever holds the
//! elements.

use std::error::Error;

use tiled_layout::{
    Array, Buffer, CopyError, Layout, Mapping, PackedBuffer, PackedView, PackedViewMut, Stores,
    View, ViewMut, layout,
};

type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
type Rows = layout!(F32[3,5]);
type Nibbles = layout!(S4[3,5]<1,0:T(2,2)E(4)>);
type Wide = layout!(S4[3,5]<0,1>);

/// `10 * i + j` at index `[i, j]`.
fn numbers() -> Buffer<f32, Fig1> {
    Buffer::<f32, Fig1>::from_fn(|[i, j]| (10 * i + j) as f32)
}

/// The same numbers, row by row.
const NUMBERS: [f32; 15] = [
    0.0, 1.0, 2.0, 3.0, 4.0, 10.0, 11.0, 12.0, 13.0, 14.0, 20.0, 21.0, 22.0, 23.0, 24.0,
];

/// Element `k` is at position `k`; that of index `[2, 3]` is 17.
fn positions() -> Vec<f32> {
    (0u8..24).map(f32::from).collect()
}

fn fig1() -> Layout {
    Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap()
}

mod lifetimes {
    use super::*;

    fn elements<'a>(view: &View<'a, f32, Fig1>) -> &'a [f32] {
        view.as_slice()
    }

    fn generic<'a, M: Stores<f32>>(view: &View<'a, f32, M>) -> &'a [f32] {
        view.as_slice()
    }

    fn bytes<'a>(view: &PackedView<'a, i8, Nibbles>) -> &'a [u8] {
        view.as_bytes()
    }

    /// The slice of a view lives as long as the elements, not as the view.
    #[test]
    fn slices_outlive_views() -> Result<(), Box<dyn Error>> {
        let (layout, x) = (fig1(), positions());
        let s = layout.view(&x)?.as_slice();
        assert_eq!(s[17], 17.0);
        let s = Fig1::view(&x)?.as_slice();
        assert_eq!(s[17], 17.0);
        assert_eq!(elements(&Fig1::view(&x)?)[17], 17.0);
        assert_eq!(generic(&Fig1::view(&x)?)[17], 17.0);
        assert_eq!(generic(&numbers().view())[17], 23.0);

        let x = [0x10u8; 12];
        let s = Nibbles::packed_view::<i8>(&x)?.as_bytes();
        assert_eq!(s, x);
        assert_eq!(bytes(&Nibbles::packed_view::<i8>(&x)?), x);
        Ok(())
    }
}

mod chains {
    use super::*;

    /// `region` borrows the view, which is temporary here; its result borrows the elements.
    #[test]
    fn regions_outlive_views() -> Result<(), Box<dyn Error>> {
        let (layout, x) = (fig1(), positions());
        let corner = Fig1::view(&x)?.region((1.., 3..))?;
        assert_eq!(corner[[1, 0]], 17.0);
        let inner = Fig1::view(&x)?.region((1.., 2..))?.region((1.., 1..))?;
        assert_eq!(inner[[0, 0]], 17.0);
        let row = Fig1::view(&x)?.row(2);
        assert_eq!(row[[3]], 17.0);
        let corner = layout.view(&x)?.region((1.., 3..))?;
        assert_eq!(corner[[1, 0]], 17.0);

        let buffer = numbers();
        let corner = buffer.view().region((1.., 3..))?;
        assert_eq!(corner[[1, 0]], 23.0);
        let corner = buffer.region((1.., 3..))?;
        assert_eq!(corner.to_row_major(), [13.0, 14.0, 23.0, 24.0]);
        Ok(())
    }
}

mod traits_of_users {
    use super::*;

    trait Total {
        fn total(&self) -> f32;
    }

    impl<M: Mapping> Total for View<'_, f32, M> {
        fn total(&self) -> f32 {
            self.iter().sum()
        }
    }

    impl<M: Mapping> Total for ViewMut<'_, f32, M> {
        fn total(&self) -> f32 {
            self.view().total()
        }
    }

    impl<M: Mapping> Total for Buffer<f32, M> {
        fn total(&self) -> f32 {
            self.view().total()
        }
    }

    impl<M: Mapping> Total for PackedView<'_, i8, M> {
        fn total(&self) -> f32 {
            self.iter().map(f32::from).sum()
        }
    }

    impl<M: Mapping> Total for PackedViewMut<'_, i8, M> {
        fn total(&self) -> f32 {
            self.view().total()
        }
    }

    impl<M: Mapping> Total for PackedBuffer<i8, M> {
        fn total(&self) -> f32 {
            self.view().total()
        }
    }

    impl<M: Mapping> Total for Array<Vec<f32>, M> {
        fn total(&self) -> f32 {
            self.view().total()
        }
    }

    /// One trait for each kind of array: no two implementations overlap.
    #[test]
    fn one_trait_for_all_arrays() -> Result<(), Box<dyn Error>> {
        let mut buffer = Buffer::<f32, Fig1>::from_elem(2.0);
        assert_eq!(buffer.total(), 30.0);
        assert_eq!(buffer.view().total(), 30.0);
        assert_eq!(buffer.view_mut().total(), 30.0);
        assert_eq!(buffer.region((.., ..2))?.total(), 12.0);
        assert_eq!(Array::new(fig1(), vec![2.0; 24])?.total(), 30.0);

        let mut packed = PackedBuffer::<i8, Nibbles>::from_elem(-1);
        assert_eq!(packed.total(), -15.0);
        assert_eq!(packed.view().total(), -15.0);
        assert_eq!(packed.view_mut().total(), -15.0);
        Ok(())
    }
}

mod types {
    use super::*;

    fn shorter<'a, M>(view: View<'static, &'static str, M>, _: &'a str) -> View<'a, &'a str, M> {
        view
    }

    fn shorter_packed<'a, M>(
        view: PackedView<'static, &'static str, M>,
        _: &'a str,
    ) -> PackedView<'a, &'a str, M> {
        view
    }

    fn shorter_mut<'a, T, M>(view: ViewMut<'static, T, M>, _: &'a str) -> ViewMut<'a, T, M> {
        view
    }

    fn shorter_packed_mut<'a, T, M>(
        view: PackedViewMut<'static, T, M>,
        _: &'a str,
    ) -> PackedViewMut<'a, T, M> {
        view
    }

    fn copied<T: Copy>(_: &T) {}

    fn sent<T: Send + Sync>(_: &T) {}

    #[test]
    fn views_are_copy_covariant_and_sent() -> Result<(), Box<dyn Error>> {
        // The functions above are compiled.
        let _ = (shorter::<Fig1>, shorter_packed::<Nibbles>);
        let _ = (shorter_mut::<f32, Fig1>, shorter_packed_mut::<i8, Nibbles>);

        let layout = fig1();
        let (mut x, mut bytes) = (positions(), [0u8; 12]);
        let view = layout.view(&x)?;
        let part = view.region((1.., 2..))?;
        copied(&view);
        copied(&part);
        let both = [view, view];
        assert_eq!(both[0], both[1]);
        assert_eq!(part.dims(), [2, 3]);
        sent(&view);
        sent(&part);
        sent(&layout.view_mut(&mut x)?);
        let packed = Nibbles::packed_view::<i8>(&bytes)?;
        copied(&packed);
        copied(&packed.region((1.., 2..))?);
        sent(&packed);
        sent(&Nibbles::packed_view_mut::<i8>(&mut bytes)?);
        sent(&numbers());
        sent(&PackedBuffer::<i8, Nibbles>::zeroed());
        Ok(())
    }

    /// A view of an element that may not be shared between threads is `Copy` all the same.
    #[test]
    fn views_of_cells_are_copy() {
        fn view<M>(view: View<'_, std::cell::Cell<u8>, M>)
        where
            M: Copy,
        {
            copied(&view);
        }
        let _ = view::<Fig1>;
    }
}

mod copies {
    use super::*;

    fn all(dims: &[usize]) -> Vec<std::ops::RangeFull> {
        vec![..; dims.len()]
    }

    fn load<M: Mapping, N: Mapping>(
        to: &mut ViewMut<'_, f32, M>,
        from: &Buffer<f32, N>,
    ) -> Result<(), CopyError> {
        to.copy_from(from)?;
        to.copy_from(from.view())?;
        to.copy_from(&from.view())?;
        to.copy_from(from.region(all(from.dims())).unwrap())?;
        to.copy_from_map(from, |x| x + 1.0)?;
        to.copy_from_map(from.view(), |x| x + 1.0)
    }

    fn store<M: Mapping, N: Mapping>(
        to: &mut Buffer<f32, M>,
        from: View<'_, f32, N>,
    ) -> Result<(), CopyError> {
        to.copy_from(&from)?;
        to.view_mut().copy_from(&from)?;
        let mut part = to.region_mut(all(from.dims())).unwrap();
        part.copy_from(from.view())?;
        to.copy_from(from)
    }

    #[test]
    fn of_any_array_in_generic_code() -> Result<(), Box<dyn Error>> {
        let layout = fig1();
        let rows = Buffer::<f32, Rows>::from_row_major(&NUMBERS)?;
        let mut x = vec![-1.0; 24];
        load(&mut layout.view_mut(&mut x)?, &rows)?;
        assert_eq!(x[17], 24.0);
        assert_eq!(x[18], -1.0); // padding stays

        let mut buffer = Buffer::<f32, Fig1>::zeroed();
        store(&mut buffer, rows.view())?;
        assert_eq!(buffer, rows);
        store(&mut buffer, layout.view(&x)?)?;
        assert_eq!(buffer[[2, 3]], 24.0);
        Ok(())
    }

    #[test]
    fn of_regions_and_containers() -> Result<(), Box<dyn Error>> {
        let from = numbers();
        let mut to = Buffer::<f32, layout!(F32[2,2])>::zeroed();
        to.copy_from(from.region((1.., 3..))?)?;
        assert_eq!(to.as_slice(), [13.0, 14.0, 23.0, 24.0]);
        to.copy_from(&from.region((..2, ..2))?)?;
        assert_eq!(to.as_slice(), [0.0, 1.0, 10.0, 11.0]);
        to.copy_from(Array::new(
            Layout::parse("f32[2,2]")?,
            [1.0f32, 2.0, 3.0, 4.0],
        )?)?;
        assert_eq!(to.as_slice(), [1.0, 2.0, 3.0, 4.0]);
        Ok(())
    }

    /// Packed elements and elements of a byte, both of S4 as `i8`.
    #[test]
    fn of_packed_and_wide_arrays() -> Result<(), Box<dyn Error>> {
        let wide = Buffer::<i8, Wide>::from_fn(|[i, j]| i as i8 - j as i8);
        let mut packed = PackedBuffer::<i8, Nibbles>::zeroed();
        assert_ne!(packed, wide);
        packed.copy_from(&wide)?;
        assert_eq!(packed.get([2, 4]), Some(-2));
        assert_eq!(packed, wide);
        assert_eq!(wide, packed);
        assert_eq!(wide.view(), packed.view());
        assert_eq!(wide.region((1.., ..))?, packed.region((1.., ..))?);

        let mut back = Buffer::<i8, Wide>::from_elem(7);
        back.copy_from(packed.region((.., ..))?)?;
        assert_eq!(back, wide);
        back.copy_from(packed.view())?;
        assert_eq!(back.to_row_major()[10..], [2, 1, 0, -1, -2]);
        Ok(())
    }
}

mod containers {
    use super::*;

    static TABLE: Array<[f32; 24], Fig1> = Array::from_array([1.5; 24]);

    #[test]
    fn are_inferred() -> Result<(), Box<dyn Error>> {
        let layout = fig1();
        let at = |view: View<'_, f32, &Layout>| view[[2, 3]];
        let vec = positions();
        let array: [f32; 24] = std::array::from_fn(|k| k as f32);

        assert_eq!(at(Array::new(&layout, &vec[..])?), 17.0);
        assert_eq!(at(Array::new(&layout, &vec)?), 17.0);
        assert_eq!(at(Array::new(&layout, &array)?), 17.0);
        assert_eq!(at(Array::new(&layout, vec.clone())?.view()), 17.0);
        assert_eq!(
            at(Array::new(&layout, vec.clone().into_boxed_slice())?.view()),
            17.0
        );
        assert_eq!(at(Array::new(&layout, array)?.view()), 17.0);
        assert_eq!(Array::new(Fig1::default(), &vec)?[[2, 3]], 17.0);
        assert!(Array::new(&layout, &vec[1..]).is_err());

        let (mut vec, mut array) = (vec, array);
        Array::new(&layout, &mut vec[..])?[[2, 3]] = -1.0;
        assert_eq!(vec[17], -1.0);
        Array::new(&layout, &mut vec)?[[2, 3]] = -2.0;
        assert_eq!(vec[17], -2.0);
        Array::new(&layout, &mut array)?[[2, 3]] = -3.0;
        assert_eq!(array[17], -3.0);
        Ok(())
    }

    /// The owned container is moved in and out, not copied.
    #[test]
    fn are_returned() -> Result<(), Box<dyn Error>> {
        let vec = positions();
        let start = vec.as_ptr();
        let mut owned = Array::new(fig1(), vec)?;
        assert_eq!(owned.storage().len(), 24);
        owned.fill(1.0);
        let vec: Vec<f32> = owned.into_storage();
        assert_eq!(vec.as_ptr(), start);
        assert_eq!(vec[17..19], [1.0, 18.0]); // then padding
        Ok(())
    }

    #[test]
    fn are_static_tables() {
        assert_eq!(TABLE[[2, 4]], 1.5);
        assert_eq!(TABLE.iter().sum::<f32>(), 22.5); // 9 positions are padding
        let view: View<'static, f32, Fig1> = TABLE.view();
        assert_eq!(view.as_slice().len(), 24);
    }

    /// A struct holds an array without a name of the container.
    #[test]
    fn are_fields() -> Result<(), Box<dyn Error>> {
        struct Weights<S, M> {
            values: Array<S, M>,
        }
        let borrowed = Weights {
            values: Array::new(fig1(), &TABLE.storage()[..])?,
        };
        let owned = Weights {
            values: Array::new(fig1(), TABLE.storage().to_vec())?,
        };
        assert_eq!(borrowed.values, owned.values);
        Ok(())
    }
}

/// `Stores` of a type of the program, which says that it holds elements of another size.
mod sizes {
    use tiled_layout::ViewError;

    use super::*;

    #[derive(Clone, Copy, Debug, Default)]
    #[repr(u16)]
    enum Digit {
        #[default]
        Zero = 0,
        Eleven = 0x0101,
    }

    impl Stores<Digit> for Layout {
        type Error = ViewError;

        fn check_held(&self) -> Result<(), ViewError> {
            Ok(()) // of any element
        }

        fn padding_value(&self) -> Option<Digit> {
            None
        }
    }

    /// Otherwise a copy of bytes would make values of halves of two.
    #[test]
    fn are_compared() {
        let layout = Layout::parse("u8[3,5]{1,0}").unwrap();
        let digits = [Digit::Eleven; 15];
        let fails = |make: &dyn Fn()| {
            std::panic::catch_unwind(std::panic::AssertUnwindSafe(make)).unwrap_err();
        };
        fails(&|| _ = Array::new(layout, digits));
        fails(&|| _ = Array::new(layout, &digits[..]));
        fails(&|| _ = Stores::view(&layout, &digits));
        fails(&|| _ = Stores::view_mut(&layout, &mut digits.clone()));
        fails(&|| _ = Buffer::from_elem_with(layout, Digit::Zero));
        fails(&|| _ = Buffer::from_fn_with(layout, |_| Digit::Eleven));
        let layout = Layout::parse("u16[3,5]{1,0}").unwrap();
        assert_eq!(Array::new(layout, digits).unwrap().len(), 15);
    }
}

/// Mutable tiles of one buffer, all in use at once.
mod tiles {
    use super::*;

    /// Regions of two tiles are written by copies, and read, while a slice of a third one is in use.
    #[test]
    fn are_copied_into() -> Result<(), Box<dyn Error>> {
        let source = numbers();
        let mut buffer = Buffer::<f32, Fig1>::zeroed();
        let mut tiles: Vec<_> = buffer.tiles_mut().collect();
        let [first, second, third, ..] = &mut tiles[..] else {
            unreachable!("there are six tiles")
        };
        let slice = third.as_mut_slice().unwrap();
        slice[0] = 4.0;
        let mut one = first.region_mut().unwrap();
        let mut other = second.region_mut().unwrap();
        one.copy_from(source.region((..2, ..2))?)?;
        other.copy_from_map(source.region((..2, 2..4))?, |x: f32| x)?;
        slice[2] = 14.0;
        other.copy_from(&one)?;
        other.copy_from_row_major(&one.to_row_major())?;
        one.copy_from_map(&source.region((..2, ..2))?, |x: f32| -x)?;
        let mut strided = [0.0; 4];
        Array::strided_mut(&mut strided, [2, 2], &[2, 1], 0)?.copy_from(&one)?;
        slice[0] += 1.0;
        assert_eq!(strided, [-0.0, -1.0, -10.0, -11.0]);
        assert_eq!(one.view().get([1, 1]), Some(&-11.0));
        slice[0] += 1.0;
        assert!(one != other);
        assert_eq!(
            buffer.as_slice()[..12],
            [
                -0.0, -1.0, -10.0, -11.0, 0.0, 1.0, 10.0, 11.0, 6.0, 0.0, 14.0, 0.0
            ]
        );
        Ok(())
    }

    /// Packed elements are unpacked to the region of one tile, by blocks and through rows, while a slice
    /// of another one is in use.
    #[test]
    fn are_unpacked_into() -> Result<(), Box<dyn Error>> {
        type Bytes = layout!(S8[16,32]<1,0:T(16,16)>);
        type Packed = layout!(S4[16,16]<0,1:E(4)>);
        let source = PackedBuffer::<i8, Packed>::from_fn(|[i, j]| (i % 4 + j % 4) as i8);
        let mut buffer = Buffer::<i8, Bytes>::zeroed();
        let mut tiles: Vec<_> = buffer.tiles_mut().collect();
        let [first, second] = &mut tiles[..] else {
            unreachable!("there are two tiles")
        };
        let slice = second.as_mut_slice().unwrap();
        let mut region = first.region_mut().unwrap();
        region.copy_from(&source)?;
        slice[0] = 1;
        assert_eq!(region, source);
        region.copy_from_map(&source, |x: i8| -x)?;
        slice[0] += 1;
        region.copy_from(source.region((.., ..))?)?;
        slice[0] += 1;
        assert_eq!((buffer[[5, 7]], buffer[[0, 16]]), (1 + 3, 3));
        Ok(())
    }

    /// Tiles that are not contiguous lie between one another, and have no mutable region.
    #[test]
    fn without_a_region() {
        type Columns = layout!(F32[4,4]<1,0:T(2,2)(2,1,1,1)>);
        let mut buffer = Buffer::<f32, Columns>::zeroed();
        assert!(buffer.tile([0, 0]).unwrap().region().is_some());
        assert!(buffer.tile_mut([0, 0]).unwrap().region_mut().is_none());
    }
}
