//! A loader of weights: a file of tensors in the tiles of a TPU, read or mapped into memory.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom, Write};
use std::ops::Range;

use layout_oracle::naive::Spec;
use std::error::Error;
use tiled_layout::prelude::*;

const TENSORS: [(&str, &str); 3] = [
    ("embed", "bf16[300,130]{1,0:T(8,128)(2,1)}"),
    ("norm", "bf16[99]{0:T(256)(128)(2,1)}"),
    ("out", "bf16[130,20]{0,1:T(8,128)(2,1)}"),
];

/// A tensor's layout and its bytes in the file.
struct Entry {
    layout: Layout,
    bytes: Range<usize>,
}

/// The file, of which element n of a tensor, counted row by row, is n % 65521; and its entries.
fn file() -> (Vec<u8>, BTreeMap<String, Entry>) {
    let (mut file, mut entries) = (Vec::new(), BTreeMap::new());
    for (name, text) in TENSORS {
        let start = file.len();
        let numbers = Spec::parse(text).buffer().into_iter();
        file.extend(numbers.flat_map(|n| ((n % 65521) as u16).to_ne_bytes()));
        let (layout, bytes) = (Layout::parse(text).unwrap(), start..file.len());
        assert_eq!(bytes.len(), layout.padded_bytes());
        entries.insert(name.to_owned(), Entry { layout, bytes });
    }
    (file, entries)
}

/// A model with tensors that are views of a mapped file. Nothing else outlives the loader.
struct Mapped<'m> {
    tensors: BTreeMap<String, View<'m, u16, Layout>>,
}

impl<'m> Mapped<'m> {
    fn load(map: &'m [u8]) -> Result<Self, Box<dyn Error>> {
        let (_, entries) = file();
        let mut tensors = BTreeMap::new();
        for (name, Entry { layout, bytes }) in entries {
            let view = layout.view_bytes(&map[bytes])?.into_owned_layout();
            tensors.insert(name, view);
        }
        Ok(Mapped { tensors })
    }
}

#[test]
#[cfg_attr(miri, ignore = "no file system")]
fn tensors_are_read_from_a_file() -> Result<(), Box<dyn Error>> {
    let (bytes, entries) = file();
    let path = std::env::temp_dir().join(format!("weights_loader_{}", std::process::id()));
    File::create(&path)?.write_all(&bytes)?;

    let mut file = File::open(&path)?;
    let mut tensors = BTreeMap::new();
    for (name, Entry { layout, bytes }) in entries {
        let mut tensor = Buffer::<u16, Layout>::zeroed_with(layout)?;
        file.seek(SeekFrom::Start(bytes.start as u64))?;
        file.read_exact(tensor.as_bytes_mut())?;
        tensors.insert(name, tensor);
    }
    fs::remove_file(&path)?;

    assert_eq!(tensors["embed"][&[299, 129]], 299 * 130 + 129);
    for tensor in tensors.values() {
        assert!(tensor.iter().copied().eq(0..tensor.len() as u16));
    }
    // The tensor with a layout that the program knows gets a static layout.
    type Out = layout!(BF16[130,20]<0,1:T(8,128)(2,1)>);
    let out = tensors.remove("out").unwrap();
    let out: View<'_, u16, Out> = out.view().try_into()?;
    assert_eq!(out[[129, 19]], 2599);
    let mut written = Vec::new();
    written.write_all(out.as_bytes())?;
    assert!(bytes.ends_with(&written));
    Ok(())
}

#[test]
fn tensors_are_views_of_a_mapped_file() -> Result<(), Box<dyn Error>> {
    let (bytes, _) = file();
    // A mapped file begins at a page; a buffer's memory is aligned, too.
    let pages: Layout = format!("u8[{}]", bytes.len()).parse()?;
    let mapped = Buffer::<u8, Layout>::from_row_major_with(pages, &bytes)?;
    let model = Mapped::load(mapped.as_slice())?;
    assert_eq!(model.tensors.len(), 3);
    assert_eq!(model.tensors["norm"][[98]], 98);
    assert_eq!(model.tensors["norm"].layout().padded_len(), 256);
    let columns = model.tensors["out"].region((.., 18..))?;
    assert_eq!(columns[[129, 1]], 2599);

    let error = Mapped::load(&mapped.as_slice()[1..])
        .map(|_| ())
        .unwrap_err();
    assert!(error.to_string().contains("alignment"), "{error}");
    Ok(())
}
