//! `tiled-layout`
