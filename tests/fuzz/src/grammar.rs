//! A second parser of layouts: recursive descent over characters, numbers of 128 bits, one verdict.

use std::iter::Peekable;
use std::str::Chars;

/// What a text is.
pub(crate) enum Reading {
    /// A layout, and its canonical text.
    Layout(String),
    /// A layout of no elements, and its canonical text, if its strides are not too large.
    Empty(String),
    /// No layout.
    Mistake,
}

/// The element types, and their bits.
const ELEMENTS: [(&str, u128); 32] = [
    ("pred", 1),
    ("s1", 1),
    ("s2", 2),
    ("s4", 4),
    ("s8", 8),
    ("s16", 16),
    ("s32", 32),
    ("s64", 64),
    ("u1", 1),
    ("u2", 2),
    ("u4", 4),
    ("u8", 8),
    ("u16", 16),
    ("u32", 32),
    ("u64", 64),
    ("f16", 16),
    ("bf16", 16),
    ("f32", 32),
    ("f64", 64),
    ("c64", 64),
    ("c128", 128),
    ("f8e5m2", 8),
    ("f8e4m3", 8),
    ("f8e4m3fn", 8),
    ("f8e4m3b11fnuz", 8),
    ("f8e5m2fnuz", 8),
    ("f8e4m3fnuz", 8),
    ("f8e3m4", 8),
    ("f8e8m0fnu", 8),
    ("f4e2m1fn", 4),
    ("f6e2m3fn", 6),
    ("f6e3m2fn", 6),
];

const LARGEST: u128 = i64::MAX as u128;

/// Reads a text.
pub(crate) fn read(text: &str) -> Reading {
    let mut reader = Reader {
        chars: text.chars().peekable(),
    };
    let Some(layout) = reader.shape() else {
        return Reading::Mistake;
    };
    match layout.check() {
        None => Reading::Mistake,
        Some(()) if layout.is_empty() => Reading::Empty(layout.print()),
        Some(()) => Reading::Layout(layout.print()),
    }
}

/// An entry of a tile; `None` is `*`.
type Entry = Option<u128>;

#[derive(Default)]
struct Layout {
    element: (&'static str, u128),
    /// Extents, and whether each is a bound.
    dims: Vec<(u128, bool)>,
    order: Vec<u128>,
    tiles: Vec<Vec<Entry>>,
    align: Option<u128>,
    bits: Option<u128>,
    space: Option<u128>,
    splits: Vec<(u128, Vec<u128>)>,
    metadata: Option<u128>,
    pad: Option<(Vec<u128>, String)>,
}

struct Reader<'a> {
    chars: Peekable<Chars<'a>>,
}

impl Reader<'_> {
    fn blanks(&mut self) {
        while self.chars.next_if(|c| " \t\r\n".contains(*c)).is_some() {}
    }

    /// Takes a character, after blanks.
    fn take(&mut self, expected: char) -> bool {
        self.blanks();
        self.chars.next_if_eq(&expected).is_some()
    }

    fn expect(&mut self, expected: char) -> Option<()> {
        self.take(expected).then_some(())
    }

    fn at(&mut self, expected: char) -> bool {
        self.blanks();
        self.chars.peek() == Some(&expected)
    }

    fn letters(&mut self) -> String {
        self.blanks();
        let mut word = String::new();
        while let Some(c) = self.chars.next_if(|c| c.is_ascii_alphabetic()) {
            word.push(c);
        }
        word
    }

    /// A number as it is printed: digits, no zeros before them.
    fn number(&mut self) -> Option<u128> {
        self.blanks();
        let mut digits = String::new();
        while let Some(c) = self
            .chars
            .next_if(|c| c.is_ascii_alphanumeric() || *c == '_')
        {
            digits.push(c);
        }
        let plain = digits.bytes().all(|c| c.is_ascii_digit());
        let zeros = digits.len() > 1 && digits.starts_with('0');
        let value = (plain && !zeros).then(|| digits.parse().ok()).flatten();
        value.filter(|value| *value <= LARGEST)
    }

    /// Numbers with commas between them up to a character that is none of a number; perhaps none.
    fn numbers(&mut self) -> Option<Vec<u128>> {
        self.blanks();
        let mut numbers = Vec::new();
        if !matches!(self.chars.peek(), Some(c) if c.is_ascii_digit()) {
            return Some(numbers);
        }
        loop {
            numbers.push(self.number()?);
            if !self.take(',') {
                return Some(numbers);
            }
        }
    }

    fn shape(&mut self) -> Option<Layout> {
        let mut layout = Layout::default();
        self.blanks();
        let mut name = String::new();
        while let Some(c) = self.chars.next_if(|c| c.is_ascii_alphanumeric()) {
            name.push(c.to_ascii_lowercase());
        }
        layout.element = *ELEMENTS
            .iter()
            .find(|(known, _)| !name.is_empty() && *known == name)?;
        self.expect('[')?;
        while !self.at(']') {
            if !layout.dims.is_empty() {
                self.expect(',')?;
            }
            let bound = self.take('<');
            if bound && self.chars.next_if_eq(&'=').is_none() {
                return None;
            }
            layout.dims.push((self.number()?, bound));
        }
        self.expect(']')?;
        layout.order = (0..layout.dims.len() as u128).rev().collect();
        let close = match () {
            () if self.take('{') => Some('}'),
            () if self.take('<') => Some('>'),
            () => None,
        };
        if let Some(close) = close {
            self.body(&mut layout, close)?;
            self.expect(close)?;
        }
        self.blanks();
        self.chars.next().is_none().then_some(layout)
    }

    fn body(&mut self, layout: &mut Layout, close: char) -> Option<()> {
        let order = self.numbers()?;
        if !order.is_empty() {
            layout.order = order;
        }
        if !self.take(':') {
            return Some(());
        }
        if self.at(close) {
            return None; // a colon before nothing
        }
        // The old spelling of `T`.
        if self.at('(') {
            self.tiles(layout)?;
        }
        const ORDER: [&str; 7] = ["T", "L", "E", "S", "SC", "M", "PAD"];
        let mut next = usize::from(!layout.tiles.is_empty());
        while !self.at(close) {
            let name = self.letters();
            let section = ORDER.iter().position(|section| *section == name)?;
            if section < next {
                return None;
            }
            next = section + 1;
            match ORDER[section] {
                "T" => self.tiles(layout)?,
                "L" => layout.align = Some(self.single()?),
                "E" => layout.bits = Some(self.single()?),
                "S" => layout.space = Some(self.single()?),
                "SC" => self.splits(layout)?,
                "M" => layout.metadata = Some(self.single()?),
                _ => self.pad(layout)?,
            }
        }
        Some(())
    }

    fn tiles(&mut self, layout: &mut Layout) -> Option<()> {
        self.expect('(')?;
        loop {
            let mut tile = Vec::new();
            loop {
                tile.push(match () {
                    () if self.take('*') => None,
                    () if self.take('-') => {
                        if self.chars.peek()?.is_ascii_digit() {
                            (self.number()? == 1).then_some(None)?
                        } else {
                            return None;
                        }
                    }
                    () => Some(self.number()?),
                });
                if !self.take(',') {
                    break;
                }
            }
            self.expect(')')?;
            layout.tiles.push(tile);
            if !self.take('(') {
                return Some(());
            }
        }
    }

    fn single(&mut self) -> Option<u128> {
        self.expect('(')?;
        let number = self.number()?;
        self.expect(')')?;
        Some(number)
    }

    fn splits(&mut self, layout: &mut Layout) -> Option<()> {
        self.expect('(')?;
        loop {
            let dimension = self.number()?;
            self.expect(':')?;
            let indices = self.numbers()?;
            self.expect(')')?;
            layout.splits.push((dimension, indices));
            if !self.take('(') {
                return Some(());
            }
        }
    }

    fn pad(&mut self, layout: &mut Layout) -> Option<()> {
        self.expect('(')?;
        let widths = self.numbers()?;
        let mut value = "unknown".to_owned();
        if self.take('=') {
            value = self.letters();
            if !["zero", "one", "lowest", "highest", "unknown"].contains(&&*value) {
                return None;
            }
        }
        self.expect(')')?;
        layout.pad = Some((widths, value));
        Some(())
    }
}

impl Layout {
    fn is_empty(&self) -> bool {
        let widths = self.widths();
        self.dims.iter().any(|(extent, _)| *extent == 0) || widths.contains(&0)
    }

    /// The extents before tiles, by dimension.
    fn widths(&self) -> Vec<u128> {
        match &self.pad {
            Some((widths, _)) => widths.clone(),
            None => self.dims.iter().map(|(extent, _)| *extent).collect(),
        }
    }

    fn check(&self) -> Option<()> {
        let rank = self.dims.len();
        let mut sorted = self.order.clone();
        sorted.sort_unstable();
        let small = rank <= 12 && self.tiles.len() <= 8 && self.splits.len() <= 4;
        let ordered = sorted.iter().copied().eq(0..rank as u128);
        let bits = self.bits.unwrap_or(self.element.1);
        let wide = (self.element.1..=4096).contains(&bits);
        let align = self.align.unwrap_or(1);
        if !small || !ordered || !wide || align == 0 || self.space > Some(127) {
            return None;
        }
        let widths = self.widths();
        if widths.len() != rank || widths.iter().zip(&self.dims).any(|(w, (d, _))| w < d) {
            return None;
        }
        let mut sizes: Vec<u128> = self
            .order
            .iter()
            .rev()
            .map(|&d| widths[d as usize])
            .collect();
        for (number, (dimension, indices)) in self.splits.iter().enumerate() {
            let size = *sizes.get(usize::try_from(*dimension).ok()?)?;
            let again = self.splits[..number]
                .iter()
                .any(|(other, _)| other == dimension);
            let ascending = indices
                .iter()
                .zip(indices.iter().skip(1))
                .all(|(a, b)| a < b);
            let inside = indices.iter().all(|index| (1..size).contains(index));
            if again || !ascending || !inside || indices.is_empty() || indices.len() > 8 {
                return None;
            }
        }
        for tile in &self.tiles {
            if tile.is_empty()
                || tile.len() > 12
                || tile.last() == Some(&None)
                || tile.contains(&Some(0))
            {
                return None;
            }
            while sizes.len() < tile.len() {
                sizes.insert(0, 1);
            }
            let named = sizes.split_off(sizes.len() - tile.len());
            let mut merged = 1u128;
            for (size, entry) in named.into_iter().zip(tile) {
                merged = merged.checked_mul(size)?;
                if let Some(entry) = entry {
                    sizes.push(merged.div_ceil(*entry));
                    merged = 1;
                }
            }
            sizes.extend(tile.iter().flatten());
            if sizes.len() > 32 {
                return None;
            }
        }
        let storage = match self.bits {
            Some(bits) => bits,
            None => self.element.1.next_multiple_of(8),
        };
        let product = |len: u128, size: &u128| len.checked_mul(*size);
        let len = if sizes.contains(&0) {
            0
        } else {
            sizes.iter().try_fold(1, product)?
        };
        let len = len.checked_next_multiple_of(align)?;
        let bytes = len.checked_mul(storage)?.div_ceil(8);
        (bytes <= LARGEST && len <= LARGEST).then_some(())
    }

    fn print(&self) -> String {
        fn list(items: impl Iterator<Item = String>) -> String {
            items.collect::<Vec<_>>().join(",")
        }
        let dims = list(self.dims.iter().map(|(extent, bound)| {
            if *bound {
                format!("<={extent}")
            } else {
                extent.to_string()
            }
        }));
        let mut sections = String::new();
        for (number, tile) in self.tiles.iter().enumerate() {
            let entries = tile
                .iter()
                .map(|entry| entry.map_or("*".to_owned(), |e| e.to_string()));
            sections += &format!("{}({})", if number == 0 { "T" } else { "" }, list(entries));
        }
        let mut single = |name: &str, value: Option<u128>, default: Option<u128>| {
            if let Some(value) = value.filter(|_| value != default) {
                sections += &format!("{name}({value})");
            }
        };
        single("L", self.align, Some(1));
        single("E", self.bits, None);
        single("S", self.space, Some(0));
        for (number, (dimension, indices)) in self.splits.iter().enumerate() {
            let indices = list(indices.iter().map(u128::to_string));
            sections += &format!(
                "{}({dimension}:{indices})",
                if number == 0 { "SC" } else { "" }
            );
        }
        if let Some(bytes) = self.metadata.filter(|bytes| *bytes > 0) {
            sections += &format!("M({bytes})");
        }
        if let Some((widths, value)) = &self.pad {
            let value = match &**value {
                "unknown" => String::new(),
                value => format!("={value}"),
            };
            sections += &format!("PAD({}{value})", list(widths.iter().map(u128::to_string)));
        }
        let order = list(self.order.iter().map(u128::to_string));
        match (self.dims.is_empty(), sections.is_empty()) {
            (true, true) => format!("{}[{dims}]", self.element.0),
            (_, true) => format!("{}[{dims}]{{{order}}}", self.element.0),
            _ => format!("{}[{dims}]{{{order}:{sections}}}", self.element.0),
        }
    }
}
