//! `layout convert`, `layout reshard` and `layout shards` of files, called as a user calls them.
#![cfg(feature = "convert")]

mod files;
mod headers;
mod interrupted;
mod layouts;
mod memory;
mod outputs;
mod packed;
mod reshard;
mod shards;
