//! Tiling done the long way: whole arrays of element numbers are padded, reshaped and transposed.

/// A position that holds no element.
pub const PADDING: i64 = -1;

/// A dense row-major array of element numbers.
struct Array {
    shape: Vec<usize>,
    cells: Vec<i64>,
}

/// The parts of a layout's text.
#[derive(Clone, Debug, Default)]
pub struct Spec {
    /// Logical dimensions.
    pub dims: Vec<usize>,
    /// The dimensions from the most minor to the most major.
    pub minor_to_major: Vec<usize>,
    /// `None` is `*`.
    pub tiles: Vec<Vec<Option<usize>>>,
    /// Widths of `PAD`; empty without it.
    pub pad: Vec<usize>,
    /// `L`; 0 without it.
    pub align: usize,
}

impl Spec {
    /// For each buffer position the row-major number of the element there, or [`PADDING`].
    pub fn buffer(&self) -> Vec<i64> {
        let count = self.dims.iter().product::<usize>();
        let mut array = Array {
            shape: self.dims.clone(),
            cells: (0..count as i64).collect(),
        };
        if !self.pad.is_empty() {
            array = array.padded(&self.pad);
        }
        let major_to_minor: Vec<usize> = self.minor_to_major.iter().rev().copied().collect();
        array = array.transposed(&major_to_minor);
        for tile in &self.tiles {
            array = array.tiled(tile);
        }
        let mut cells = array.cells;
        if self.align > 0 {
            cells.resize(cells.len().next_multiple_of(self.align), PADDING);
        }
        cells
    }

    /// The positions of the buffer, by the sizes alone; `usize::MAX` if there are more.
    pub fn buffer_len(&self) -> usize {
        let sizes = self.sizes_after(self.tiles.len());
        let product = |product: usize, &size: &usize| product.checked_mul(size);
        let len = if sizes.contains(&0) {
            Some(0)
        } else {
            sizes.iter().try_fold(1, product)
        };
        len.and_then(|len| len.checked_next_multiple_of(self.align.max(1)))
            .unwrap_or(usize::MAX)
    }

    /// The sizes after the first `count` tiles, major to minor.
    pub fn sizes_after(&self, count: usize) -> Vec<usize> {
        let widths = if self.pad.is_empty() {
            &self.dims
        } else {
            &self.pad
        };
        let order = self.minor_to_major.iter().rev();
        let mut sizes: Vec<usize> = order.map(|&d| widths[d]).collect();
        for tile in &self.tiles[..count] {
            let groups = merged(&mut sizes, tile);
            let counts = groups.iter().map(|(size, entry)| size.div_ceil(*entry));
            sizes.extend(counts);
            sizes.extend(tile.iter().flatten());
        }
        sizes
    }

    /// True if a tile after the first has `*`, and its entry after that does not divide the
    /// product of the sizes that it merges.
    pub fn merges_unevenly(&self) -> bool {
        (1..self.tiles.len()).any(|level| {
            let tile = &self.tiles[level];
            let groups = merged(&mut self.sizes_after(level), tile);
            let entries = (0..tile.len()).filter(|&i| tile[i].is_some());
            entries.zip(groups).any(|(i, (size, entry))| {
                i > 0 && tile[i - 1].is_none() && !size.is_multiple_of(entry)
            })
        })
    }

    /// Takes `element[dims]{order:T(..)..}` apart. Sections other than `T`, `L` and `PAD` are left
    /// out.
    ///
    /// # Panics
    ///
    /// If the text is not of this form.
    pub fn parse(text: &str) -> Spec {
        let (_, rest) = text.split_once('[').unwrap();
        let (dims, rest) = rest.split_once(']').unwrap();
        let body = rest.trim_start_matches('{').trim_end_matches('}');
        let (order, sections) = body.split_once(':').unwrap_or((body, ""));
        let mut spec = Spec {
            dims: numbers(dims),
            minor_to_major: numbers(order),
            ..Spec::default()
        };
        if let Some(mut tiles) = sections.strip_prefix('T') {
            while let Some((tile, rest)) = tiles.strip_prefix('(').and_then(|t| t.split_once(')')) {
                spec.tiles
                    .push(tile.split(',').map(|t| t.parse().ok()).collect());
                tiles = rest;
            }
        }
        if let Some((_, align)) = sections.split_once("L(") {
            spec.align = align.split_once(')').unwrap().0.parse().unwrap();
        }
        if let Some((_, pad)) = sections.split_once("PAD(") {
            spec.pad = numbers(pad.split(['=', ')']).next().unwrap());
        }
        spec
    }

    /// The text, as XLA prints it.
    pub fn text(&self, element: &str) -> String {
        fn list(items: impl Iterator<Item = String>) -> String {
            items.collect::<Vec<_>>().join(",")
        }
        let numbers = |v: &[usize]| list(v.iter().map(usize::to_string));
        let mut sections = String::new();
        for (i, tile) in self.tiles.iter().enumerate() {
            let entries = tile
                .iter()
                .map(|t| t.map_or("*".to_string(), |t| t.to_string()));
            sections += if i == 0 { "T(" } else { "(" };
            sections += &list(entries);
            sections += ")";
        }
        if self.align > 0 {
            sections += &format!("L({})", self.align);
        }
        if !self.pad.is_empty() {
            sections += &format!("PAD({})", numbers(&self.pad));
        }
        let colon = if sections.is_empty() { "" } else { ":" };
        let (dims, order) = (numbers(&self.dims), numbers(&self.minor_to_major));
        format!("{element}[{dims}]{{{order}{colon}{sections}}}")
    }
}

/// Removes the sizes that a tile names; returns the product of those that each entry splits,
/// and the entry.
fn merged(sizes: &mut Vec<usize>, tile: &[Option<usize>]) -> Vec<(usize, usize)> {
    while sizes.len() < tile.len() {
        sizes.insert(0, 1);
    }
    let (mut groups, mut carried) = (Vec::new(), 1);
    for (size, entry) in sizes.split_off(sizes.len() - tile.len()).iter().zip(tile) {
        carried = size.saturating_mul(carried);
        if let Some(entry) = entry {
            groups.push((carried, *entry));
            carried = 1;
        }
    }
    groups
}

impl Array {
    fn tiled(mut self, tile: &[Option<usize>]) -> Array {
        while self.shape.len() < tile.len() {
            self.shape.insert(0, 1);
        }
        let untouched = self.shape.len() - tile.len();

        // `*`: the dimension joins the next more minor one. Row-major, so a reshape.
        let mut merged = self.shape[..untouched].to_vec();
        let mut sizes = Vec::new();
        let mut carried = 1;
        for (&d, &t) in self.shape[untouched..].iter().zip(tile) {
            match t {
                None => carried *= d,
                Some(t) => {
                    merged.push(carried * d);
                    sizes.push(t);
                    carried = 1;
                }
            }
        }
        self.shape = merged;

        let mut full = self.shape.clone();
        let mut split = self.shape[..untouched].to_vec();
        for (i, &t) in sizes.iter().enumerate() {
            full[untouched + i] = full[untouched + i].next_multiple_of(t);
            split.extend([full[untouched + i] / t, t]);
        }
        let mut array = self.padded(&full);
        array.shape = split;

        let mut order: Vec<usize> = (0..untouched).collect();
        order.extend((0..sizes.len()).map(|i| untouched + 2 * i));
        order.extend((0..sizes.len()).map(|i| untouched + 2 * i + 1));
        array.transposed(&order)
    }

    fn padded(&self, shape: &[usize]) -> Array {
        let mut cells = Vec::with_capacity(shape.iter().product());
        for_each_index(shape, |index| {
            let inside = index.iter().zip(&self.shape).all(|(&i, &d)| i < d);
            cells.push(if inside { self.get(index) } else { PADDING });
        });
        Array {
            shape: shape.to_vec(),
            cells,
        }
    }

    /// Dimension `order[k]` becomes dimension `k`.
    fn transposed(&self, order: &[usize]) -> Array {
        let shape: Vec<usize> = order.iter().map(|&d| self.shape[d]).collect();
        let mut cells = Vec::with_capacity(self.cells.len());
        let mut source = vec![0; order.len()];
        for_each_index(&shape, |index| {
            for (&d, &i) in order.iter().zip(index) {
                source[d] = i;
            }
            cells.push(self.get(&source));
        });
        Array { shape, cells }
    }

    fn get(&self, index: &[usize]) -> i64 {
        let mut at = 0;
        for (&i, &d) in index.iter().zip(&self.shape) {
            at = at * d + i;
        }
        self.cells[at]
    }
}

/// The numbers of a list with commas.
fn numbers(list: &str) -> Vec<usize> {
    list.split(',')
        .filter(|n| !n.is_empty())
        .map(|n| n.parse().unwrap())
        .collect()
}

/// Every index of `shape`, in row-major order.
pub fn for_each_index(shape: &[usize], mut visit: impl FnMut(&[usize])) {
    if shape.contains(&0) {
        return;
    }
    let mut index = vec![0; shape.len()];
    loop {
        visit(&index);
        let mut axis = shape.len();
        loop {
            if axis == 0 {
                return;
            }
            axis -= 1;
            index[axis] += 1;
            if index[axis] < shape[axis] {
                break;
            }
            index[axis] = 0;
        }
    }
}

/// The entries of a tile, major to minor; `None` for `*`.
pub type Tile = Vec<Option<usize>>;

/// Every tile of `len` entries out of `*` and 1 to `largest`; the most minor entry is never `*`.
fn tiles_of(len: usize, largest: usize) -> Vec<Tile> {
    let mut all = Vec::new();
    for_each_index(&vec![largest + 1; len], |entries| {
        let tile: Tile = entries.iter().map(|&e| (e > 0).then_some(e)).collect();
        if tile.last() != Some(&None) {
            all.push(tile);
        }
    });
    all
}

/// Every tile of one to `len` entries out of `*` and 1 to `largest`.
pub fn tiles_up_to(len: usize, largest: usize) -> Vec<Tile> {
    let of = |len| tiles_of(len, largest);
    (1..=len).flat_map(of).collect()
}

/// Every order of the numbers below `n`.
pub fn permutations(n: usize) -> Vec<Vec<usize>> {
    let mut all = Vec::new();
    for_each_index(&vec![n; n], |order| {
        if (0..n).all(|dim| order.contains(&dim)) {
            all.push(order.to_vec());
        }
    });
    all
}
