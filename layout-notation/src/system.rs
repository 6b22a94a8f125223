//! `System`: the systems whose notations are read and written.

use alloc::string::{String, ToString};
use core::fmt;
use layout_xla::text::TextError;

use layout_core::spec::element_type::ElementType;

use crate::shape::{NO_ELEMENT, NO_SHAPE, parse_xla, same_shape};
use crate::{cute, jax, linalg_pack, mosaic, onednn, pjrt, strides, tvm, xla_proto};
use layout_runtime::Layout;

/// One row per system, with its name in the command.
macro_rules! systems {
    ($($(#[doc = $doc:literal])+ $system:ident $name:literal;)*) => {
        /// A system with a notation for layouts. [`parse`](System::parse) reads a text in it,
        /// [`print`](System::print) writes a layout.
        ///
        /// # Examples
        ///
        /// ```
        /// use tiled_layout::ElementType;
        /// use tiled_layout::notation::System;
        ///
        /// let system = System::from_name("onednn").unwrap();
        /// let layout = system.parse("aBcd16b", Some((ElementType::F32, &[2, 20, 3, 5])))?;
        /// assert_eq!(layout.to_string(), "f32[2,20,3,5]{3,2,1,0:T(16,1,1)}");
        /// # Ok::<(), tiled_layout::notation::TextError>(())
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[non_exhaustive]
        pub enum System {
            $($(#[doc = $doc])+ $system,)*
        }

        impl System {
            /// All systems.
            pub const ALL: &'static [System] = &[$(System::$system,)*];

            /// Returns the name, as the command accepts it: `onednn`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(System::$system => $name,)*
                }
            }
        }
    };
}

systems! {
    /// XLA's text, with the shape, or without it: `{1,0:T(8,128)}`.
    Xla "xla";

    /// XLA's `ShapeProto`, its bytes in hexadecimal.
    ///
    /// ```
    /// use tiled_layout::notation::System;
    ///
    /// let text = "100b1a0203052a0d0a02010032040a02020280010132020000";
    /// let layout = System::XlaProto.parse(text, None)?;
    /// assert_eq!(layout.to_string(), "f32[3,5]{1,0:T(2,2)}");
    /// assert_eq!(System::XlaProto.print(&layout)?, text);
    /// # Ok::<(), tiled_layout::notation::TextError>(())
    /// ```
    XlaProto "xla-proto";

    /// The fields of PJRT's C structs as lists with their names: `minor_to_major`, `tile_dims` and
    /// `tile_dim_sizes`, or `byte_strides`. `type` and `dims` may be among them; without them, the
    /// shape is the argument's. [`pjrt`] has the structs themselves. What PJRT's layouts
    /// extension serializes, `{1,0:T(8,128)}`, is read too.
    ///
    /// ```
    /// use tiled_layout::notation::System;
    ///
    /// let text = "type=13 dims=[300,500] minor_to_major=[1,0] tile_dims=[8,128,2,1] tile_dim_sizes=[2,2]";
    /// let layout = System::Pjrt.parse(text, None)?;
    /// assert_eq!(layout.to_string(), "bf16[300,500]{1,0:T(8,128)(2,1)}");
    /// # Ok::<(), tiled_layout::notation::TextError>(())
    /// ```
    Pjrt "pjrt";

    /// JAX's `Layout` as Python prints it, under its older name `DeviceLocalLayout` too, or a
    /// `Format(..)` around it, whose sharding is skipped. `None` is the default order, major to
    /// minor, without tiles. `Layout.AUTO` leaves the choice to the compiler, and is an error.
    ///
    /// ```
    /// use tiled_layout::notation::System;
    /// use tiled_layout::{ElementType, Layout};
    ///
    /// let text = "Layout(major_to_minor=(1, 0), tiling=((8, 128), (2, 1)), sub_byte_element_size_in_bits=0)";
    /// let layout = System::Jax.parse(text, Some((ElementType::BF16, &[300, 500])))?;
    /// assert_eq!(layout.to_string(), "bf16[300,500]{0,1:T(8,128)(2,1)}");
    /// assert_eq!(System::Jax.print(&layout)?, text);
    ///
    /// let layout = Layout::parse("f32[1000]{0:T(128)L(1024)}").unwrap();
    /// let error = System::Jax.print(&layout).unwrap_err();
    /// assert_eq!(error.unwritable(), Some("a JAX `Layout`"));
    /// assert_eq!(error.to_string(), "a JAX `Layout` cannot express this: `L(n)` rounds up the buffer");
    /// # Ok::<(), tiled_layout::notation::TextError>(())
    /// ```
    Jax "jax";

    /// oneDNN's format tags, by dimension number (`aBcd16b`), or by the letters that oneDNN has for
    /// activations, weights and recurrent networks (`nChw16c`, `OIhw4i16o4i`, `ldigo`). Letters
    /// are dimensions, major to minor; an upper-case one is blocked. The blocks follow, major to
    /// minor. Tags are written by dimension number. Elements of 4 bits are packed by two: `E(4)`.
    ///
    /// ```
    /// use tiled_layout::ElementType;
    /// use tiled_layout::notation::System;
    ///
    /// let shape = Some((ElementType::F32, &[20, 37, 3, 2][..]));
    /// let layout = System::OneDnn.parse("OIhw4i16o4i", shape)?;
    /// assert_eq!(layout.to_string(), "f32[20,37,3,2]{3,2,1,0:T(16,16,1,1)(16,4,1,1)}");
    /// assert_eq!(System::OneDnn.print(&layout)?, "ABcd4b16a4b");
    ///
    /// let packed = System::OneDnn.parse("ab", Some((ElementType::U4, &[32, 64])))?;
    /// assert_eq!(packed.to_string(), "u4[32,64]{1,0:E(4)}");
    /// assert_eq!(packed.padded_bytes(), 1024);
    /// # Ok::<(), tiled_layout::notation::TextError>(())
    /// ```
    OneDnn "onednn";

    /// The attributes of MLIR's `linalg.pack`, in any order, alone or within a whole `linalg.pack`.
    /// Without `outer_dims_perm` the outer order is the order of the dimensions.
    ///
    /// ```
    /// use tiled_layout::notation::System;
    /// use tiled_layout::{ElementType, Layout};
    ///
    /// let text = "inner_dims_pos = [0, 1] inner_tiles = [8, 32] outer_dims_perm = [1, 0]";
    /// let layout = System::LinalgPack.parse(text, Some((ElementType::F32, &[128, 256])))?;
    /// assert_eq!(layout.to_string(), "f32[128,256]{0,1:T(32,8)(32,1)}");
    ///
    /// let print = |text| System::LinalgPack.print(&Layout::parse(text).unwrap());
    /// assert_eq!(print("f32[13,15]{1,0:T(8,2)}")?, "inner_dims_pos = [0, 1] inner_tiles = [8, 2]");
    /// assert!(print("bf16[300,500]{1,0:T(8,128)(2,1)}").is_err()); // rows in blocks of 4 and 2
    /// # Ok::<(), tiled_layout::notation::TextError>(())
    /// ```
    LinalgPack "linalg-pack";

    /// TVM's layouts, with the axes of the array after `of` or before `->`: `NCHW16c of NCHW`,
    /// `NCHW -> NCHW16c`. Without them, the array has the axes in the order of the layout.
    /// Upper-case letters are axes, major to minor; the blocks follow, major to minor.
    ///
    /// ```
    /// use tiled_layout::ElementType;
    /// use tiled_layout::notation::System;
    ///
    /// let layout = System::Tvm.parse("HWNC2n8c of NCHW", Some((ElementType::F32, &[5, 12, 4, 3])))?;
    /// assert_eq!(layout.to_string(), "f32[5,12,4,3]{1,0,3,2:T(2,8)}");
    /// # Ok::<(), tiled_layout::notation::TextError>(())
    /// ```
    Tvm "tvm";

    /// CuTe's `shape:stride`. A mode is a dimension; the digits of a mode go from the one that varies
    /// fastest to the slowest. A mode may be larger than its dimension, and the shape may leave
    /// room below the next stride: both are padding. Static integers, `_8`, are read as integers.
    /// A swizzle is an error.
    ///
    /// ```
    /// use tiled_layout::notation::System;
    /// use tiled_layout::{ElementType, Layout};
    ///
    /// let cute = System::Cute;
    /// let text = "((8,3),(128,3)):((128,3072),(1,1024))";
    /// let tpu = cute.parse(text, Some((ElementType::F32, &[17, 257])))?;
    /// assert_eq!(tpu.to_string(), "f32[17,257]{1,0:T(8,128)}");
    ///
    /// let swizzle = cute.parse("Sw<3,4,3> o 0 o (8,8):(8,1)", Some((ElementType::F32, &[8, 8])));
    /// let message = "a swizzle combines digits by exclusive or, which no tiles do";
    /// assert_eq!(swizzle.unwrap_err().message(), message);
    ///
    /// let print = |text| cute.print(&Layout::parse(text).unwrap());
    /// assert_eq!(print("bf16[300,500]{1,0:T(8,128)(2,1)}")?, "((2,4,38),(128,4)):((1,256,4096),(2,1024))");
    /// assert_eq!(print("f32[5,128]{1,0:T(8,128)}")?, "(8,128):(128,1)"); // 3 rows of padding
    /// // `*` merges rows of two slices into one tile: no digit of z or y tells where.
    /// assert!(print("f32[2,3,4]{2,1,0:T(*,2,2)}").is_err());
    /// # Ok::<(), tiled_layout::notation::TextError>(())
    /// ```
    Cute "cute";

    /// Mosaic's `memref` types, as dumps of Pallas kernels have them. The last list of `#tpu.tiled`
    /// has the strides of the dimensions in tiles. A layout of vector registers, `#tpu.vpad<..>`,
    /// is an error: [`mosaic::VectorLayout`] reads it. [`mosaic::Memref`] has the memory space too.
    ///
    /// ```
    /// use tiled_layout::notation::System;
    ///
    /// let text = "memref<16x256xbf16, #tpu.tiled<(8,128)(2,1),[2,1]>>";
    /// let layout = System::Mosaic.parse(text, None)?;
    /// assert_eq!(layout.to_string(), "bf16[16,256]{1,0:T(8,128)(2,1)}");
    /// assert_eq!(System::Mosaic.print(&layout)?, text);
    /// # Ok::<(), tiled_layout::notation::TextError>(())
    /// ```
    Mosaic "mosaic";

    /// Strides, as `numpy` and DLPack have them: one per dimension, optionally in parentheses or
    /// brackets and after `strides=`. `bytes` or `elements` after them is their unit; without it, the
    /// smallest stride, which is one element's, determines the unit. The functions of [`strides`] accept numbers.
    ///
    /// ```
    /// use tiled_layout::ElementType;
    /// use tiled_layout::notation::System;
    ///
    /// let shape = Some((ElementType::F32, &[3, 5][..]));
    /// let columns = System::Strides.parse("(4, 12)", shape)?; // numpy's, in bytes
    /// assert_eq!(columns.to_string(), "f32[3,5]{0,1}");
    /// assert_eq!(columns, System::Strides.parse("[1, 3] elements", shape)?);
    /// assert_eq!(System::Strides.print(&columns)?, "(4, 12) bytes");
    /// # Ok::<(), tiled_layout::notation::TextError>(())
    /// ```
    Strides "strides";
}

impl System {
    /// Returns the system of a name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<System> {
        Self::ALL
            .iter()
            .copied()
            .find(|system| system.name() == name)
    }

    /// Returns the system whose notation a text is in, if no other system's notation fits.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::notation::System;
    ///
    /// assert_eq!(System::guess("nChw16c"), Some(System::OneDnn));
    /// assert_eq!(System::guess("NCHW16c"), Some(System::Tvm));
    /// assert_eq!(System::guess("(3,5):(5,1)"), Some(System::Cute));
    /// assert_eq!(System::guess("OI4o4i"), None); // oneDNN's or TVM's
    /// assert_eq!(System::guess("(f32[3,5], s32[])"), None); // a tuple of XLA
    /// assert_eq!(System::guess("{'descr': '<f4'}"), None); // a header of NumPy
    /// ```
    #[must_use]
    pub fn guess(text: &str) -> Option<System> {
        Self::from_name(layout_suggestions::system(text)?)
    }

    /// Reads a text in the notation of this system, as the layout of an array with the
    /// element type and dimensions of `shape`. Notations that include a shape do not need
    /// it.
    ///
    /// # Errors
    ///
    /// When the text is not a layout of such an array, or the layout exceeds a limit: elements
    /// share a position, or a field is missing or unknown.
    pub fn parse(
        self,
        text: &str,
        shape: Option<(ElementType, &[usize])>,
    ) -> Result<Layout, TextError> {
        let parse = match self {
            System::Mosaic => return same_shape(mosaic::parse(text)?, text, shape),
            System::XlaProto => return same_shape(xla_proto::parse(text)?, text, shape),
            System::Pjrt => return pjrt::parse(text, shape),
            System::Xla => return parse_xla(text, shape),
            System::Jax => jax::parse,
            System::OneDnn => onednn::parse,
            System::LinalgPack => linalg_pack::parse,
            System::Tvm => tvm::parse,
            System::Cute => cute::parse,
            System::Strides => strides::parse,
        };
        match (self, shape) {
            (_, Some((element, dims))) => parse(text, element, dims),
            (System::Cute, None) => Err(TextError::new(NO_ELEMENT, text, 0..text.len())),
            (_, None) => Err(TextError::new(NO_SHAPE, text, 0..text.len())),
        }
    }

    /// Writes a layout in the notation of this system.
    ///
    /// # Errors
    ///
    /// When the notation cannot express the layout: the layout has a section that the notation
    /// lacks, or its tiles are not blocks of one dimension each.
    pub fn print(self, layout: &Layout) -> Result<String, TextError> {
        match self {
            System::Xla => Ok(layout.to_string()),
            System::XlaProto => Ok(xla_proto::print(layout)),
            System::Pjrt => pjrt::print(layout),
            System::Jax => jax::print(layout),
            System::OneDnn => onednn::print(layout),
            System::LinalgPack => linalg_pack::print(layout),
            System::Tvm => tvm::print(layout),
            System::Cute => cute::print(layout),
            System::Mosaic => mosaic::print(layout),
            System::Strides => strides::print(layout),
        }
    }
}

impl fmt::Display for System {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
