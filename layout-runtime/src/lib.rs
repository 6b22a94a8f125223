//! `layout-runtime`
#![no_std]
