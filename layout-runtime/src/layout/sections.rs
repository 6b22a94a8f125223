//! The names of a layout's sections, which rust-analyzer completes in `layout!`.

macro_rules! sections {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[derive(Debug)]
        pub enum $name {}
    )*};
}

sections! {
    /// Tiles, in the order they are applied: `T(8,128)(2,1)`.
    T
    /// Rounds up the buffer to a multiple of this number of elements: `L(1024)`.
    L
    /// The bits of an element: `E(4)`.
    E
    /// The memory space: `S(1)`.
    S
    /// Splits a dimension between memories: `SC(0:10)`.
    SC
    /// Bytes of metadata before the data: `M(64)`.
    M
    /// The dimensions with padding: `PAD(8,128)`.
    PAD
}
