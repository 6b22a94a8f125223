//! `System`: the systems whose notations are read and written.

use alloc::string::{String, ToString};
use core::fmt;
use layout_xla::text::TextError;

use layout_core::spec::element_type::ElementType;

use crate::shape::{NO_ELEMENT, NO_SHAPE, parse_xla, same_shape};
use crate::{cute, jax, linalg_pack, mosaic, onednn, pjrt, strides, tvm, xla_proto};
use layout_runtime::Layout;

/// One row per system: its name in the command, and its module.
macro_rules! systems {
    ($($system:ident $name:literal $doc:literal;)*) => {
        /// A system with a notation for layouts.
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
            $(#[doc = $doc] $system,)*
        }

        impl System {
            /// All systems.
            pub const ALL: &'static [System] = &[$(System::$system,)*];

            /// The name, as the command takes it: `onednn`.
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
    Xla "xla" "XLA's text, with the shape, or without it: `{1,0:T(8,128)}`.";
    XlaProto "xla-proto" "XLA's `ShapeProto`, its bytes in hexadecimal: [`xla_proto`].";
    Pjrt "pjrt" "The C structs of PJRT: [`pjrt`].";
    Jax "jax" "JAX's `Layout` as Python prints it: [`jax`].";
    OneDnn "onednn" "oneDNN's format tags: [`onednn`].";
    LinalgPack "linalg-pack" "The attributes of MLIR's `linalg.pack`: [`linalg_pack`].";
    Tvm "tvm" "TVM's layouts: [`tvm`].";
    Cute "cute" "CuTe's `shape:stride`: [`cute`].";
    Mosaic "mosaic" "Mosaic's `memref` types: [`mosaic`].";
    Strides "strides" "Strides, as `numpy` and DLPack have them: [`strides`].";
}

impl System {
    /// The system of a name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<System> {
        Self::ALL
            .iter()
            .copied()
            .find(|system| system.name() == name)
    }

    /// The system whose notation a text is in, if no other system's notation fits.
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
    /// When the text is not a layout of such an array.
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
    /// When the notation cannot express the layout.
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
