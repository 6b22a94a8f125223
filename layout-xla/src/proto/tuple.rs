//! The arrays of a `ShapeProto`, tuples included.

use core::iter::FusedIterator;

use layout_core::util::array_vec::ArrayVec;

use super::decode::{RANK, SHAPE, from_shape_proto};
use super::element_number::{holds_shapes, is_buffer};
use super::error::ProtoError;
use super::wire::Fields;
use layout_core::spec::error_kind::NotAnArray;
use layout_runtime::Layout;

/// The most levels of tuples that are followed; those of XLA have few.
const MAX_DEPTH: usize = 64;
/// The most levels of a tuple index.
const MAX_INDEX: usize = 8;

/// The `ShapeProto` of one array, and where it is in the tuples around it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ArrayProto<'a> {
    bytes: &'a [u8],
    tuple_index: ArrayVec<usize, MAX_INDEX>,
}

impl<'a> ArrayProto<'a> {
    /// Returns the bytes of its `ShapeProto`.
    #[must_use]
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Its index in the tuples around it, the outermost first; only the first eight levels.
    #[must_use]
    pub fn tuple_index(&self) -> &[usize] {
        &self.tuple_index
    }

    /// Its layout.
    ///
    /// # Errors
    ///
    /// Those of [`from_shape_proto`].
    pub fn layout(&self) -> Result<Layout, ProtoError> {
        from_shape_proto(self.bytes)
    }
}

/// Returns the arrays of a `ShapeProto`: itself, that of a buffer, or those of a tuple in their
/// order. After an error in the bytes there are no more.
///
/// # Examples
///
/// ```
/// use tiled_layout::xla::proto;
///
/// // (f32[3,5], f32[4])
/// let tuple = [0x10, 13, 0x22, 6, 0x10, 11, 0x1a, 2, 3, 5, 0x22, 5, 0x10, 11, 0x1a, 1, 4];
/// let arrays = proto::arrays(&tuple).map(|array| Ok(array?.layout()?.num_elements()));
/// assert_eq!(arrays.collect::<Result<Vec<_>, proto::ProtoError>>()?, [15, 4]);
/// # Ok::<(), proto::ProtoError>(())
/// ```
pub fn arrays(
    shape: &[u8],
) -> impl FusedIterator<Item = Result<ArrayProto<'_>, ProtoError>> + Clone {
    let nothing = Frame { rest: &[], next: 0 };
    ShapeArrays {
        shape: Some(shape),
        frames: ArrayVec::new(nothing),
    }
}

/// The iterator of [`arrays`].
#[derive(Clone)]
struct ShapeArrays<'a> {
    /// The next shape to look at.
    shape: Option<&'a [u8]>,
    /// The tuples around it.
    frames: ArrayVec<Frame<'a>, MAX_DEPTH>,
}

/// The remainder of a tuple.
#[derive(Clone, Copy)]
struct Frame<'a> {
    rest: &'a [u8],
    /// The number of its next entry.
    next: usize,
}

impl<'a> ShapeArrays<'a> {
    /// Returns the array that a shape is, or a buffer of one; enters it if it is a tuple.
    fn visit(&mut self, shape: &'a [u8]) -> Result<Option<ArrayProto<'a>>, ProtoError> {
        let (element, inner) = contents(shape)?;
        let (shape, element, has_shapes) = match inner {
            Some(array) if is_buffer(element) => {
                let (element, inner) = contents(array)?;
                (array, element, inner.is_some())
            }
            _ => (shape, element, inner.is_some()),
        };
        if is_buffer(element) {
            return Err(ProtoError::NotAnArray(NotAnArray::BufferShape));
        }
        if has_shapes || holds_shapes(element) {
            if self.frames.is_full() {
                self.frames.len = 0;
                return Err(ProtoError::TooDeep);
            }
            self.frames.push(Frame {
                rest: shape,
                next: 0,
            });
            return Ok(None);
        }
        let mut tuple_index = ArrayVec::new(0);
        for frame in self.frames.iter().take(MAX_INDEX) {
            tuple_index.push(frame.next - 1); // one has been taken
        }
        Ok(Some(ArrayProto {
            bytes: shape,
            tuple_index,
        }))
    }

    /// Returns the next shape of the innermost tuple; leaves those that have none.
    fn next_shape(&mut self) -> Result<Option<&'a [u8]>, ProtoError> {
        while let Some(last) = self.frames.len().checked_sub(1) {
            let frame = &mut self.frames.items[last];
            let mut fields = Fields::new(frame.rest);
            let next = fields.find(|field| !matches!(field, Ok(field) if field.number != 4));
            frame.rest = fields.rest();
            match next {
                Some(field) => {
                    frame.next += 1;
                    return Ok(Some(field?.bytes()?));
                }
                None => self.frames.len -= 1,
            }
        }
        Ok(None)
    }
}

/// Returns the element type of a shape, and the first shape that it holds.
fn contents(shape: &[u8]) -> Result<(u64, Option<&[u8]>), ProtoError> {
    let (mut element, mut inner) = (0, None);
    for field in Fields::new(shape) {
        let field = field?;
        match field.number {
            2 => element = field.varint()?,
            4 => inner = inner.or(Some(field.bytes()?)),
            RANK | 3 | 5 | 6 => {} // of arrays
            _ => return Err(field.unread(SHAPE)),
        }
    }
    Ok((element, inner))
}

impl<'a> Iterator for ShapeArrays<'a> {
    type Item = Result<ArrayProto<'a>, ProtoError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let shape = match self.shape.take() {
                Some(shape) => shape,
                None => match self.next_shape() {
                    Ok(shape) => shape?,
                    Err(error) => {
                        self.frames.len = 0;
                        return Some(Err(error));
                    }
                },
            };
            if let Some(array) = self.visit(shape).transpose() {
                return Some(array);
            }
        }
    }
}

impl FusedIterator for ShapeArrays<'_> {}
