//! `layout convert` and `layout shards` of files, called as a user calls them.
#![cfg(feature = "convert")]

mod files;
mod headers;
mod interrupted;
mod layouts;
mod memory;
mod options;
mod outputs;
mod packed;
mod shards;
