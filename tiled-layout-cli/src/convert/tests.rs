//! Conversions of random files against a naive model: elements are at the positions of the
//! definition, bit by bit.

use std::fs;
use std::path::Path;

use clap::Parser;
use layout_oracle::naive::{PADDING, Spec};
use layout_oracle::random::Random;
use layout_runtime::Layout;
use serde_json::Value;

use super::conversion::first_difference;
use super::{ConvertArgs, convert};

/// The number of conversions, and about the most elements of an array.
const CASES: usize = 2_000;
const MOST: usize = 200;

/// Element types: name, bits of a value, and true if a negative value continues its sign.
const TYPES: [(&str, usize, bool); 13] = [
    ("u8", 8, false),
    ("f8e5m2", 8, false),
    ("bf16", 16, false),
    ("s16", 16, false),
    ("f32", 32, false),
    ("f64", 64, false),
    ("c64", 64, false),
    ("c128", 128, false),
    ("pred", 1, false),
    ("s2", 2, true),
    ("s4", 4, true),
    ("u4", 4, false),
    ("f6e2m3fn", 6, false),
];

#[derive(Parser)]
struct Command {
    #[command(flatten)]
    args: ConvertArgs,
}

/// An array as a file stores it.
#[derive(Debug)]
struct Array {
    text: String,
    spec: Spec,
    /// The bits of an element.
    bits: usize,
    /// The bytes before the elements.
    prefix: usize,
}

impl Array {
    fn new(random: &mut Random, spec: Spec, (element, width, _): (&str, usize, bool)) -> Array {
        let bits = match width {
            8.. => width,
            _ => {
                let other = width + random.below(9 - width);
                random.pick(&[width, 8, other])
            }
        };
        let prefix = random.pick(&[0, 0, 0, 0, 1, 16]);
        let text = spec.text(element);
        let layout = Layout::parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let layout = if bits == layout.element_bits() {
            layout
        } else {
            layout.with_element_bits(bits).unwrap()
        };
        let layout = layout.with_metadata_prefix_bytes(prefix).unwrap();
        Array {
            text: layout.to_string(),
            spec,
            bits,
            prefix,
        }
    }

    /// The part of the text in braces; the text if it has none.
    fn braces(&self) -> &str {
        &self.text[self.text.find('{').unwrap_or(0)..]
    }

    /// The bytes of an array of these elements. `padding` gives the bits between them, and
    /// the bytes before them.
    fn bytes(&self, elements: &[u128], mut padding: impl FnMut() -> u8) -> Vec<u8> {
        let mut bytes: Vec<u8> = (0..self.prefix).map(|_| padding()).collect();
        let cells = self.spec.buffer();
        let data = (0..(cells.len() * self.bits).div_ceil(8)).map(|_| padding());
        bytes.extend(data);
        for (position, &number) in cells.iter().enumerate().filter(|(_, n)| **n != PADDING) {
            for bit in 0..self.bits {
                let at = position * self.bits + bit;
                let byte = &mut bytes[self.prefix + at / 8];
                let value = (elements[number as usize] >> bit & 1) as u8;
                *byte = *byte & !(1 << (at % 8)) | value << (at % 8);
            }
        }
        bytes
    }

    /// True for Fortran's order, false for C's; `None` if a file's shape cannot say the layout.
    fn plain(&self) -> Option<bool> {
        let (spec, rank) = (&self.spec, self.spec.dims.len());
        let len = spec.dims.iter().product::<usize>();
        if !spec.tiles.is_empty() || spec.buffer_len() != len || self.bits < 8 || self.prefix > 0 {
            return None;
        }
        let c_order: Vec<usize> = (0..rank).rev().collect();
        let fortran_order: Vec<usize> = (0..rank).collect();
        match &spec.minor_to_major {
            order if *order == c_order => Some(false),
            order if *order == fortran_order => Some(true),
            _ => None,
        }
    }
}

/// The tiles after the first, of which one has more entries than the tile before it.
fn has_longer_tile(spec: &Spec) -> bool {
    spec.tiles
        .windows(2)
        .any(|pair| pair[0].len() < pair[1].len())
}

fn numpy(random: &mut Random, descr: &str, order: bool, shape: &[usize], data: &[u8]) -> Vec<u8> {
    let order = if order { "True" } else { "False" };
    let shape: String = shape.iter().map(|dim| format!("{dim}, ")).collect();
    let text = format!("{{'descr': '{descr}', 'fortran_order': {order}, 'shape': ({shape})}}\n");
    let len = text.len() as u32;
    let (version, len) = match random.below(2) {
        0 => (1, len.to_le_bytes()[..2].to_vec()),
        _ => (2, len.to_le_bytes().to_vec()),
    };
    [b"\x93NUMPY", &[version, 0][..], &len, text.as_bytes(), data].concat()
}

/// The `descr`, the order, the shape, and the data of a file of NumPy, version 1.
fn read_numpy(file: &[u8]) -> (String, bool, Vec<usize>, &[u8]) {
    assert_eq!(file[..8], *b"\x93NUMPY\x01\x00");
    let end = 10 + usize::from(u16::from_le_bytes([file[8], file[9]]));
    let text = std::str::from_utf8(&file[10..end]).unwrap();
    let descr = text.split('\'').nth(3).unwrap().to_owned();
    let (shape, _) = text.split_once('(').unwrap().1.split_once(')').unwrap();
    let shape = shape
        .split(',')
        .map(str::trim)
        .filter(|dim| !dim.is_empty());
    let shape = shape.map(|dim| dim.parse().unwrap()).collect();
    (descr, text.contains("True"), shape, &file[end..])
}

/// The header and the data of a file of safetensors.
fn read_safetensors(file: &[u8]) -> (Value, &[u8]) {
    let end = 8 + u64::from_le_bytes(file[..8].try_into().unwrap()) as usize;
    (serde_json::from_slice(&file[8..end]).unwrap(), &file[end..])
}

/// One conversion: the arrays of the input, their elements, and the arrays of the output.
struct Case {
    element: (&'static str, usize, bool),
    sources: Vec<Array>,
    elements: Vec<Vec<u128>>,
    /// The bytes of each array in the output.
    expected: Vec<Vec<u8>>,
    targets: Vec<Array>,
    names: &'static [&'static str],
}

impl Case {
    /// Arrays of the same dimensions; `count` is one unless both files have names.
    fn new(random: &mut Random, count: usize) -> Case {
        let element = random.pick(&TYPES);
        let first = loop {
            let spec = random.aimed_spec(MOST);
            if spec.dims.iter().product::<usize>() <= MOST {
                break spec;
            }
        };
        let dims = first.dims.clone();
        let target = match random.below(4) {
            0 => rows(&dims),
            _ => random.aimed_spec_of(dims.clone(), MOST),
        };
        let target = Array::new(random, target, element);
        let mut case = Case {
            element,
            sources: vec![Array::new(random, first, element)],
            elements: Vec::new(),
            expected: Vec::new(),
            targets: Vec::new(),
            names: random.pick(&[&["", "array"][..], &["array", ""], &["a b", "größe"]]),
        };
        for _ in 1..count {
            let spec = random.aimed_spec_of(dims.clone(), MOST);
            let array = Array::new(random, spec, element);
            case.sources.push(array);
        }
        for source in &case.sources {
            let len: usize = dims.iter().product();
            let bits = |_| (0..16).fold(0, |bits, _| bits << 8 | random.below(256) as u128);
            let elements: Vec<u128> = (0..len).map(bits).collect();
            let expected = elements
                .iter()
                .map(|&value| case.expected(value, source, &target));
            let expected: Vec<u128> = expected.collect();
            case.expected.push(target.bytes(&expected, || 0));
            case.elements.push(elements);
            case.targets.push(Array {
                text: target.text.clone(),
                spec: target.spec.clone(),
                ..target
            });
        }
        case
    }

    /// The bits of an element in the output.
    fn expected(&self, value: u128, source: &Array, target: &Array) -> u128 {
        let (_, width, is_signed) = self.element;
        if source.bits == target.bits {
            return value;
        }
        let low = value % (1 << width);
        if is_signed && low >= 1 << (width - 1) {
            low.wrapping_sub(1 << width)
        } else {
            low
        }
    }

    /// Writes the input; its name, and the options that describe it.
    fn write_input(&self, random: &mut Random, folder: &Path) -> (String, Vec<String>) {
        let source = &self.sources[0];
        let mut bytes = Vec::new();
        for (source, elements) in self.sources.iter().zip(&self.elements) {
            bytes.push(source.bytes(elements, || random.below(256) as u8));
        }
        let from = vec!["--from".to_owned(), source.text.clone()];
        let kind = if bytes.len() > 1 { 2 } else { random.below(3) };
        let (name, file, options) = match kind {
            0 => {
                let name = random.pick(&["in.bin", "in.raw", "in.DAT", "in"]);
                let (mut file, mut options) = (bytes.remove(0), from);
                if random.below(4) == 0 {
                    let before = random.below(9);
                    file.splice(0..0, (0..before).map(|_| 7));
                    file.extend([7; 3]);
                    options.extend(["--offset".to_owned(), before.to_string()]);
                }
                (name, file, options)
            }
            1 => {
                let bytes = &bytes[0];
                let word = source.bits / 8;
                let (descr, word) = match self.element.0 {
                    "u8" => ("|u1".to_owned(), 1),
                    "s16" => ("i2".to_owned(), 2),
                    "c64" | "c128" => (format!("c{word}"), word / 2),
                    "f32" | "f64" => (format!("f{word}"), word),
                    _ => ("|u1".to_owned(), 1),
                };
                match source
                    .plain()
                    .filter(|_| !descr.contains("u1") || self.element.0 == "u8")
                {
                    Some(order) => {
                        let is_swapped = word > 1 && random.below(2) == 0;
                        let mut bytes = bytes.clone();
                        if is_swapped {
                            bytes.chunks_exact_mut(word).for_each(<[u8]>::reverse);
                        }
                        let order_of_bytes = match (is_swapped, word) {
                            (_, 1) => "",
                            (true, _) => ">",
                            (false, _) => "<",
                        };
                        let descr = format!("{order_of_bytes}{descr}");
                        let file = numpy(random, &descr, order, &source.spec.dims, &bytes);
                        ("in.npy", file, Vec::new())
                    }
                    None => {
                        let file = numpy(random, "|u1", false, &[bytes.len()], bytes);
                        ("in.npy", file, from)
                    }
                }
            }
            _ => {
                let mut header = serde_json::json!({"__metadata__": {"format": "pt"}});
                let mut start = 0;
                let arrays = self.sources.iter().zip(&bytes).zip(self.names);
                for ((source, bytes), name) in arrays {
                    header["__metadata__"][format!("layout.{name}")] = source.text.clone().into();
                    header[*name] = serde_json::json!({
                        "dtype": "U8",
                        "shape": [bytes.len()],
                        "data_offsets": [start, start + bytes.len()],
                    });
                    start += bytes.len();
                }
                let header = header.to_string();
                let len = (header.len() as u64).to_le_bytes();
                let file = [&len, header.as_bytes(), &bytes.concat()].concat();
                ("in.safetensors", file, Vec::new())
            }
        };
        fs::write(folder.join(name), file).unwrap();
        (name.to_owned(), options)
    }

    /// Compares an output with the expected bytes.
    fn check(&self, file: &[u8], name: &str, input: &str) {
        let target = &self.targets[0];
        let (dims, expected) = (&target.spec.dims, &self.expected);
        let flat_len = if target.bits < 8 || target.prefix > 0 {
            expected[0].len()
        } else {
            target.spec.buffer_len()
        };
        if name.ends_with("npy") {
            let (descr, order, shape, data) = read_numpy(file);
            assert_eq!(data, expected[0]);
            let size: usize = descr[2..].parse().unwrap();
            assert_eq!(shape.iter().product::<usize>() * size, data.len());
            match target.plain() {
                Some(plain) => {
                    assert_eq!(shape, *dims);
                    // With fewer than two long dimensions, both orders are the same.
                    let is_either = dims.len() < 2;
                    assert!(order == plain || is_either, "{order}");
                }
                None => assert_eq!(shape, [flat_len]),
            }
        } else if name.ends_with("safetensors") {
            let (header, data) = read_safetensors(file);
            let has_names = input.ends_with("safetensors");
            let names = if has_names { self.names } else { &["array"] };
            let mut left = header.as_object().unwrap().clone();
            for (name, expected) in names.iter().zip(expected) {
                let info = left.remove(*name).unwrap();
                let at = |n: usize| info["data_offsets"][n].as_u64().unwrap() as usize;
                assert_eq!(data[at(0)..at(1)], *expected);
                let plain = target.plain() == Some(false);
                let recorded = &header["__metadata__"][format!("layout.{name}")];
                assert!(plain || *recorded == *target.text, "{recorded}");
            }
            assert_eq!(data.len(), expected.iter().map(Vec::len).sum::<usize>());
            let format = &header["__metadata__"]["format"];
            assert_eq!(format == "pt", has_names);
            left.remove("__metadata__");
            assert!(left.is_empty(), "{left:?}");
        } else {
            assert_eq!(file, expected[0]);
        }
    }
}

fn rows(dims: &[usize]) -> Spec {
    Spec {
        dims: dims.to_vec(),
        minor_to_major: (0..dims.len()).rev().collect(),
        ..Spec::default()
    }
}

#[test]
fn random_files_by_definition() {
    // Outputs are synced, which takes some milliseconds on a disk, and no time in memory.
    let memory = Path::new("/dev/shm");
    let folder = if memory.is_dir() {
        tempfile::tempdir_in(memory).unwrap()
    } else {
        tempfile::tempdir().unwrap()
    };
    let mut random = Random::new(74);
    let (mut longer, mut changed) = (0, 0);
    for number in 0..CASES {
        let count = random.pick(&[1, 1, 2]);
        let case = Case::new(&mut random, count);
        let (input, options) = case.write_input(&mut random, folder.path());
        let output = match count {
            1 => random.pick(&[
                "out.bin",
                "out.raw",
                "out.dat",
                "out",
                "out.npy",
                "out.safetensors",
            ]),
            _ => "out.safetensors",
        };
        let paths = [&input, output].map(|name| folder.path().join(name));
        let [from, to] = paths.each_ref().map(|path| path.to_str().unwrap());
        let mut words = vec![
            "convert",
            from,
            to,
            "--force",
            "--to",
            case.targets[0].braces(),
        ];
        words.extend(options.iter().map(String::as_str));
        if random.below(2) == 0 {
            words.push("--verify");
        }
        let failed = |what: &dyn std::fmt::Display| {
            let sources: Vec<&str> = case.sources.iter().map(|array| &*array.text).collect();
            format!("case {number}: {what}\n{words:?}\n{sources:?}")
        };
        let Command { args } = Command::parse_from(&words);
        convert(&args).unwrap_or_else(|failure| panic!("{}", failed(&failure.message())));
        let file = fs::read(to).unwrap();
        let checked = std::panic::AssertUnwindSafe(|| case.check(&file, output, &input));
        if std::panic::catch_unwind(checked).is_err() {
            panic!("{}", failed(&"the output differs"));
        }
        let specs = [&case.sources[0].spec, &case.targets[0].spec];
        longer += usize::from(specs.into_iter().any(has_longer_tile));
        changed += usize::from(case.sources[0].bits != case.targets[0].bits);
    }
    assert!(
        longer > CASES / 5 && changed > CASES / 10,
        "{longer} {changed}"
    );
}

/// `--verify` finds one bit of one element, and takes no notice of padding.
#[test]
fn a_wrong_bit_is_found() {
    let mut random = Random::new(75);
    let mut found = 0;
    for _ in 0..300 {
        let case = Case::new(&mut random, 1);
        let (source, target) = (&case.sources[0], &case.targets[0]);
        let [from, to] = [source, target].map(|array| Layout::parse(&array.text).unwrap());
        let mut words = source.bytes(&case.elements[0], || random.below(256) as u8);
        let swapped = match (source.bits, source.prefix) {
            (bits @ (16 | 32 | 64), 0) => random.pick(&[1, bits / 8]),
            _ => 1,
        };
        words.chunks_exact_mut(swapped).for_each(<[u8]>::reverse);
        let difference = |target: &[u8]| first_difference((&words, &from, swapped), (target, &to));
        let mut bytes = case.expected[0].clone();
        assert_eq!(difference(&bytes), None, "{from} {to}");
        for (position, number) in target.spec.buffer().into_iter().enumerate() {
            let bit = position * target.bits + random.below(target.bits);
            let flip = |bytes: &mut [u8]| bytes[target.prefix + bit / 8] ^= 1 << (bit % 8);
            flip(&mut bytes);
            let index = difference(&bytes);
            flip(&mut bytes);
            let number_of = |index: Vec<usize>| {
                let dims = target.spec.dims.iter();
                index.iter().zip(dims).fold(0, |n, (i, d)| n * d + i) as i64
            };
            assert_eq!(index.map_or(PADDING, number_of), number, "{from} {to}");
            found += usize::from(number != PADDING);
        }
    }
    assert!(found > 1_000, "{found}");
}
