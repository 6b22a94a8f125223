//! Vector registers.

#[cfg(all(target_arch = "aarch64", not(miri)))]
mod neon;
#[cfg(any(test, miri, not(any(target_arch = "x86_64", target_arch = "aarch64"))))]
mod portable;
mod prefetch;
mod task;
mod vector;
#[cfg(all(target_arch = "x86_64", not(miri)))]
mod x86;

#[cfg(all(target_arch = "aarch64", not(miri)))]
pub(crate) use neon::Neon;
#[cfg(any(test, miri, not(any(target_arch = "x86_64", target_arch = "aarch64"))))]
pub(crate) use portable::Portable;
pub(crate) use prefetch::{prefetch_line, prefetch_soon};
pub(crate) use task::{At, Task};
pub(crate) use vector::Vector;
#[cfg(all(target_arch = "x86_64", not(miri)))]
pub(crate) use x86::Avx2;
#[cfg(all(test, unix, target_arch = "x86_64", not(miri)))]
pub(crate) use x86::Xmm;
