//! `layout-macros`
