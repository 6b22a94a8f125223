//! The grammar, the validator and the formulas of XLA's tiled layouts, which the macro of
//! [`tiled-layout`](https://docs.rs/tiled-layout) and `layout-runtime` share. It is
//! `no_std`, mostly `const fn`, and allocates nothing.
//!
//! Depend on `tiled-layout` instead: the modules here are for its packages, and change
//! between versions.

#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

// First, because the other modules use its macros.
#[doc(hidden)]
#[macro_use]
pub mod util;

#[doc(hidden)]
pub mod formula;
#[doc(hidden)]
pub mod integrations;
#[doc(hidden)]
pub mod parse;
#[doc(hidden)]
pub mod spec;
