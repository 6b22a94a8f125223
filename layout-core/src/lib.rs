//! What the macro of [`tiled-layout`](https://docs.rs/tiled-layout) and its
//! run-time half share: the grammar, the validator and the formulas of XLA's
//! tiled layouts, each once, as `const fn`. Without the standard library and without
//! allocation, except for words of numbers (`alloc`).
//!
//! Depend on `tiled-layout`. The modules here are for its own packages, and change
//! between versions.

#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "alloc")]
extern crate alloc;

#[doc(hidden)]
pub mod formula;
#[doc(hidden)]
pub mod integrations;
#[doc(hidden)]
pub mod parse;
#[doc(hidden)]
pub mod spec;
#[doc(hidden)]
pub mod util;
