//! A library that is written once for layouts of all kinds.

use tiled_layout::prelude::*;

/// The sum of the elements, row by row, of a matrix in any layout.
fn row_sums<M: Mapping<Index = [usize; 2]>>(matrix: &View<'_, f32, M>) -> Vec<f32> {
    let mut sums = vec![0.0; matrix.dims()[0]];
    for ([row, _], element) in matrix.indexed_iter() {
        sums[row] += element;
    }
    sums
}

/// `c = a * b`.
fn multiply<A, B, C>(a: &View<'_, f32, A>, b: &View<'_, f32, B>, c: &mut ViewMut<'_, f32, C>)
where
    A: Mapping<Index = [usize; 2]>,
    B: Mapping<Index = [usize; 2]>,
    C: Mapping<Index = [usize; 2]>,
{
    let depth = a.dims()[1];
    assert_eq!(b.dims()[0], depth);
    for ([i, j], out) in c.indexed_iter_mut() {
        *out = (0..depth).map(|k| a[[i, k]] * b[[k, j]]).sum();
    }
}

/// `a * b`, row by row.
fn product<A, B>(
    a: &View<'_, f32, A>,
    b: &View<'_, f32, B>,
) -> Result<Vec<f32>, Box<dyn std::error::Error>>
where
    A: Mapping<Index = [usize; 2]>,
    B: Mapping<Index = [usize; 2]>,
{
    let (rows, columns) = (a.dims()[0], b.dims()[1]);
    let layout: Layout = format!("f32[{rows},{columns}]{{1,0:T(2,2)}}").parse()?;
    let mut c = Buffer::zeroed_with(layout)?;
    multiply(a, b, &mut c.view_mut().ranked::<2>()?);
    Ok(c.to_row_major())
}

/// The bytes between an element and the one below it.
fn step_down<M: Mapping<Index = [usize; 2]>>(mapping: &M, [i, j]: [usize; 2]) -> usize {
    (mapping.offset([i + 1, j]) - mapping.offset([i, j])) * size_of::<f32>()
}

type Rows = layout!(F32[3,5]<1,0:T(2,2)>);
type Any = layout!(F32[?,?]<1,0:T(2,2)>);

/// 3 x 5 times 5 x 2; `numpy.arange(15).reshape(3, 5) @ numpy.arange(10).reshape(5, 2)`.
const PRODUCT: [[f32; 2]; 3] = [[60.0, 70.0], [160.0, 195.0], [260.0, 320.0]];

#[test]
fn one_matrix_product_takes_all_kinds() -> Result<(), Box<dyn std::error::Error>> {
    let left = Layout::parse("f32[3,5]{1,0:T(2,2)}")?;
    let right = Layout::parse("f32[5,2]{0,1:T(1,4)}")?;
    let a: Vec<f32> = (0..15).map(|n| n as f32).collect();
    let b: Vec<f32> = (0..10).map(|n| n as f32).collect();

    let fixed = Buffer::<f32, Rows>::from_row_major(&a)?;
    let partial = Buffer::<f32, _>::from_row_major_with(Any::with_dims([3, 5])?, &a)?;
    let run_time = Buffer::from_row_major_with(left, &a)?;
    let b = Buffer::from_row_major_with(right, &b)?;

    let b = b.view().ranked::<2>()?;
    assert_eq!(product(&fixed.view(), &b)?, PRODUCT.as_flattened());
    assert_eq!(product(&partial.view(), &b)?, PRODUCT.as_flattened());
    assert_eq!(
        product(&run_time.view().ranked()?, &b)?,
        PRODUCT.as_flattened()
    );

    // The result in a static layout.
    let mut c = Buffer::<f32, layout!(F32[3,2]<0,1>)>::zeroed();
    multiply(&fixed.view(), &b, &mut c.view_mut());
    assert_eq!(c.as_slice(), [60.0, 160.0, 260.0, 70.0, 195.0, 320.0]);

    for sums in [
        row_sums(&fixed.view()),
        row_sums(&partial.view()),
        row_sums(&run_time.view().ranked()?),
    ] {
        assert_eq!(sums, [10.0, 35.0, 60.0]);
    }
    // A tile is 2 rows of 2: from row 1 to row 2 a whole row of 3 tiles is between.
    for steps in [
        [0, 1].map(|i| step_down(&Rows::new(), [i, 2])),
        [0, 1].map(|i| step_down(partial.mapping(), [i, 2])),
        [0, 1].map(|i| step_down(&left.ranked().unwrap(), [i, 2])),
    ] {
        assert_eq!(steps, [2 * 4, 10 * 4]);
    }
    Ok(())
}

/// A ranked view does what a view of a run-time layout does.
#[test]
fn a_view_with_a_rank_is_a_view() -> Result<(), Box<dyn std::error::Error>> {
    let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
    let mut buffer: Vec<i32> = (0..24).collect();
    let view = layout.view(&buffer)?;
    let matrix = view.ranked::<2>()?;
    assert_eq!(matrix, view);
    assert_eq!(format!("{matrix:?}"), format!("{view:?}"));
    assert_eq!(matrix.to_row_major(), view.to_row_major());
    assert_eq!(matrix.region((1.., 2..))?, view.region((1.., 2..))?);
    // A region of a view, as a matrix.
    let corner = view.region((1.., 3..))?.ranked::<2>()?;
    assert!(corner.indexed_iter().all(|(i, x)| corner[i] == *x));
    assert_eq!(corner[[1, 1]], 20);
    assert!(
        matrix
            .runs()
            .map(|(at, _)| at)
            .eq(view.runs().map(|(at, _)| [at[0], at[1]]))
    );
    for (a, b) in matrix.tiles().zip(view.tiles()) {
        assert!(a.iter().eq(b.iter()));
    }
    assert_eq!(matrix.get([2, 5]), None);
    assert_eq!(matrix.mapping().index(18), None); // padding
    assert_eq!(matrix.layout().clone(), layout);

    let error = view.ranked::<3>().unwrap_err();
    assert_eq!(error.to_string(), "the array has 2 dimensions, not 3");
    assert!(Layout::parse("s32[7]")?.ranked::<0>().is_err());

    let mut writing = layout.view_mut(&mut buffer)?.ranked::<2>()?;
    writing[[2, 3]] = -1;
    writing.map_inplace(|x| *x *= 2);
    assert_eq!(buffer[17..21], [-2, 18, 19, 40]);
    Ok(())
}

/// A buffer that a generic struct holds.
struct Weights<M: WholeBuffer<Index = [usize; 2]>>(Buffer<f32, M>);

impl<M: WholeBuffer<Index = [usize; 2]>> Weights<M> {
    fn at(&self, i: usize, j: usize) -> f32 {
        self.0[[i, j]]
    }
}

#[test]
fn buffers_have_a_rank_too() -> Result<(), Box<dyn std::error::Error>> {
    let values = |[i, j]: [usize; 2]| (10 * i + j) as f32;
    let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}")?;
    let fixed = Weights(Buffer::<f32, Rows>::from_fn(values));
    let matrix = layout.ranked::<2>()?;
    let run_time = Weights(Buffer::from_fn_with(matrix, values)?);
    assert_eq!((fixed.at(2, 3), run_time.at(2, 3)), (23.0, 23.0));
    // A copy of the view owns its layout.
    let copy: Buffer<f32, tiled_layout::Ranked<Layout, 2>> = run_time.0.view().to_owned();
    assert_eq!(copy[[2, 3]], 23.0);
    Ok(())
}

/// `layout()` of any kind, cloned, is a `Layout`.
#[test]
#[expect(clippy::clone_on_copy, reason = "what `clone` gives is the test")]
fn the_layout_of_a_view_is_a_layout() -> Result<(), Box<dyn std::error::Error>> {
    fn of<M: WholeBuffer>(view: &View<'_, f32, M>) -> Layout {
        view.layout().clone()
    }
    let buffer = [0.0; 24];
    let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}")?;
    let partial = Any::with_dims([3, 5])?;
    let l: Layout = Rows::view(&buffer)?.layout().clone();
    let k: Layout = partial.view(&buffer)?.layout().clone();
    let m: Layout = layout.view(&buffer)?.layout().clone();
    assert_eq!([l, k, m, *partial.layout()], [layout; 4]);
    assert_eq!(of(&Rows::view(&buffer)?), layout);
    assert_eq!(of(&partial.view(&buffer)?), layout);
    assert_eq!(of(&layout.view(&buffer)?), layout);
    Ok(())
}

/// A library's own interface to arrays, with names that others know from `ndarray`.
trait Array {
    fn shape(&self) -> Vec<usize>;
    fn sum(self) -> f32;
    fn t(&self) -> Vec<usize>;
}

impl<M: Mapping> Array for &View<'_, f32, M> {
    fn shape(&self) -> Vec<usize> {
        self.dims().to_vec()
    }

    fn sum(self) -> f32 {
        self.iter().sum()
    }

    fn t(&self) -> Vec<usize> {
        self.dims().iter().rev().copied().collect()
    }
}

impl<M: WholeBuffer> Array for Buffer<f32, M> {
    fn shape(&self) -> Vec<usize> {
        self.dims().to_vec()
    }

    fn sum(self) -> f32 {
        self.iter().sum()
    }

    fn t(&self) -> Vec<usize> {
        self.dims().iter().rev().copied().collect()
    }
}

/// The crate declares methods of some of these names, which only say what to write.
#[test]
fn methods_of_ones_own_trait() {
    let buffer = Buffer::<f32, layout!(F32[3,5]<1,0:T(2,2)>)>::from_elem(1.0);
    let view = &buffer.view();
    assert_eq!(
        (view.shape(), view.t(), view.sum()),
        (vec![3, 5], vec![5, 3], 15.0)
    );
    assert_eq!((buffer.shape(), buffer.t()), (vec![3, 5], vec![5, 3]));
    assert_eq!(buffer.sum(), 15.0);
}
