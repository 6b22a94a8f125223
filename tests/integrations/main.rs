//! Types of other crates, each with its feature.

#[cfg(feature = "bytemuck")]
mod bytemuck;
#[cfg(feature = "half")]
mod half;
#[cfg(feature = "microfloat")]
mod microfloat;
#[cfg(feature = "num-complex")]
mod num_complex;
