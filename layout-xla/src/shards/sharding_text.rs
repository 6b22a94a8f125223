//! Reads XLA's text of a sharding.

use alloc::vec::Vec;
use core::ops::Range;

use super::device_order::DeviceOrder;
use super::error::{Fault, MAX_DEVICES, MAX_TILE_DIMS, ShardingError};
use super::{Assignment, Parts, Sharding, Subgroup};

pub(super) type Result<T> = core::result::Result<T, ShardingError>;

impl Sharding {
    /// Reads XLA's text of the sharding of one array.
    ///
    /// | text | meaning |
    /// |---|---|
    /// | `{replicated}` | every device holds the array |
    /// | `{maximal device=3}` | one device holds it |
    /// | `{devices=[2,4]<=[8]}` | 2 x 4 shards, on devices 0 to 7 |
    /// | `{devices=[4,2]<=[2,4]T(1,0)}` | devices 0 to 7 as 2 x 4, transposed |
    /// | `{devices=[2,2]0,2,1,3}` | the devices as a list |
    /// | `.. last_tile_dim_replicate}` | the last number is the replicas of each shard |
    /// | `.. last_tile_dims={manual, replicated}}` | the last numbers are subgroups |
    /// | `{manual}`, `{unreduced}`, `{unknown}` | as XLA says |
    ///
    /// `metadata={..}`, `shard_as` and `shard_like` are read and dropped: they do not
    /// affect where elements are.
    ///
    /// # Errors
    ///
    /// The first error in the text, and where. It is an error if the numbers of tiles and
    /// of devices differ, if a device has two tiles, and if the sharding is a tuple's.
    pub fn parse(text: &str) -> Result<Sharding> {
        let mut cursor = Cursor::new(text);
        cursor.expect("{", "`{`")?;
        let parts = parts(&mut cursor)?;
        extras(&mut cursor)?;
        cursor.expect("}", "`}`")?;
        cursor.end()?;
        Ok(Sharding { parts })
    }
}

fn parts(cursor: &mut Cursor<'_>) -> Result<Parts> {
    let start = cursor.here();
    if cursor.eat("{") {
        return Err(ShardingError::new(Fault::Tuple, start..start + 1));
    }
    let word = cursor.word();
    match word {
        "replicated" => Ok(Parts::Replicated),
        "manual" => Ok(Parts::Manual),
        "unreduced" => Ok(Parts::Unreduced),
        "unknown" => Ok(Parts::Unknown),
        "maximal" => {
            cursor.expect("device", "`device=`")?;
            cursor.expect("=", "`=`")?;
            Ok(Parts::Maximal(cursor.number()?))
        }
        "devices" => {
            cursor.expect("=", "`=`")?;
            Ok(tiled(cursor)?.into())
        }
        _ => Err(cursor.error(Fault::UnknownKind, start)),
    }
}

/// `[2,1,2]<=[4] last_tile_dim_replicate`
fn tiled(cursor: &mut Cursor<'_>) -> Result<Assignment> {
    let start = cursor.here();
    let dims = cursor.bracketed()?;
    let tiles = product(&dims).map_err(|fault| cursor.error(fault, start))?;

    let start = cursor.here();
    let order = if cursor.eat("<=") {
        let reshape = cursor.bracketed()?;
        let devices = product(&reshape).map_err(|fault| cursor.error(fault, start))?;
        if tiles != devices {
            return Err(cursor.error(Fault::Count { tiles, devices }, start));
        }
        let permutation = match cursor.eat("T") {
            true => cursor.permutation(reshape.len())?,
            false => (0..reshape.len()).collect(),
        };
        DeviceOrder::iota(&reshape, &permutation)
    } else {
        let list = cursor.numbers(MAX_DEVICES, Fault::TooManyDevices)?;
        list_order(list, tiles).map_err(|fault| cursor.error(fault, start))?
    };

    let start = cursor.here();
    let types = match cursor.word() {
        "last_tile_dim_replicate" => alloc::vec![Subgroup::Replicated],
        "last_tile_dims" => {
            cursor.expect("=", "`=`")?;
            subgroups(cursor)?
        }
        _ => {
            cursor.back_to(start);
            Vec::new()
        }
    };
    if types.len() > dims.len() {
        let (given, dims) = (types.len(), dims.len());
        return Err(cursor.error(Fault::Subgroups { given, dims }, start));
    }
    Ok(Assignment::new(&dims, &types, order))
}

/// The order of listed devices, each with one of `tiles` tiles.
pub(super) fn list_order(
    list: Vec<usize>,
    tiles: usize,
) -> core::result::Result<DeviceOrder, Fault> {
    let devices = list.len();
    if tiles != devices {
        return Err(Fault::Count { tiles, devices });
    }
    let mut sorted = list.clone();
    sorted.sort_unstable();
    match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(Fault::Repeated { device: pair[0] }),
        None => Ok(DeviceOrder::List(list)),
    }
}

fn subgroups(cursor: &mut Cursor<'_>) -> Result<Vec<Subgroup>> {
    cursor.expect("{", "`{`")?;
    let mut types = Vec::new();
    loop {
        let start = cursor.here();
        let all = [Subgroup::Manual, Subgroup::Unreduced, Subgroup::Replicated];
        let word = cursor.word();
        match all.into_iter().find(|group| group.name() == word) {
            Some(group) => types.push(group),
            None => return Err(cursor.error(Fault::UnknownSubgroup, start)),
        }
        if !cursor.eat(",") {
            cursor.expect("}", "`,` or `}`")?;
            return Ok(types);
        }
    }
}

/// Parts that do not affect where elements are: `metadata={..}`, `shard_as 3`, `shard_like
/// 3`.
fn extras(cursor: &mut Cursor<'_>) -> Result<()> {
    loop {
        let start = cursor.here();
        match cursor.word() {
            "shard_as" | "shard_like" => {
                cursor.number()?;
            }
            "metadata" => {
                cursor.expect("=", "`=`")?;
                cursor.braces()?;
            }
            _ => {
                cursor.back_to(start);
                return Ok(());
            }
        }
    }
}

/// The number of tiles or devices.
pub(super) fn product(dims: &[usize]) -> core::result::Result<usize, Fault> {
    let mut product = 1usize;
    for &dim in dims {
        if dim == 0 {
            return Err(Fault::ZeroExtent);
        }
        product = product.saturating_mul(dim);
    }
    match product <= MAX_DEVICES {
        true => Ok(product),
        false => Err(Fault::TooManyDevices),
    }
}

/// Whether `permutation` has each number below `rank` once.
pub(super) fn is_permutation(permutation: &[usize], rank: usize) -> bool {
    permutation.len() == rank && (0..rank).all(|dim| permutation.contains(&dim))
}

/// An offset in a text; blanks before tokens are skipped.
pub(super) struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str) -> Cursor<'a> {
        Cursor { text, at: 0 }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Where the next token begins, in bytes.
    pub(super) fn here(&mut self) -> usize {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches([' ', '\t', '\n', '\r']).len();
        self.at
    }

    pub(super) fn back_to(&mut self, offset: usize) {
        self.at = offset;
    }

    /// An error from `start` up to here, or at the next character.
    pub(super) fn error(&self, fault: Fault, start: usize) -> ShardingError {
        let next = self.text[start..].chars().next().map_or(0, char::len_utf8);
        ShardingError::new(fault, start..self.at.max(start + next))
    }

    pub(super) fn starts_with(&mut self, token: &str) -> bool {
        self.here();
        self.rest().starts_with(token)
    }

    pub(super) fn eat(&mut self, token: &str) -> bool {
        self.here();
        let found = self.rest().starts_with(token);
        self.at += if found { token.len() } else { 0 };
        found
    }

    pub(super) fn expect(&mut self, token: &str, what: &'static str) -> Result<()> {
        let start = self.here();
        match self.eat(token) {
            true => Ok(()),
            false => Err(self.error(Fault::Expected(what), start)),
        }
    }

    /// The end of the text.
    pub(super) fn end(&mut self) -> Result<()> {
        let start = self.here();
        match self.rest().is_empty() {
            true => Ok(()),
            false => Err(ShardingError::new(Fault::Trailing, start..self.text.len())),
        }
    }

    /// Letters, digits and underscores; empty where there are none.
    pub(super) fn word(&mut self) -> &'a str {
        self.here();
        let rest = self.rest();
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let word = &rest[..end.unwrap_or(rest.len())];
        self.at += word.len();
        word
    }

    /// The text between quotes; there are no escapes.
    pub(super) fn quoted(&mut self) -> Result<(&'a str, Range<usize>)> {
        let start = self.here();
        self.expect("\"", "a name in quotes")?;
        let rest = self.rest();
        match rest.find('"') {
            Some(end) => {
                self.at += end + 1;
                Ok((&rest[..end], start..self.at))
            }
            None => Err(self.error(Fault::Expected("a name in quotes"), start)),
        }
    }

    pub(super) fn number(&mut self) -> Result<usize> {
        let start = self.here();
        let rest = self.rest();
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        if digits == 0 {
            return Err(self.error(Fault::Expected("a number"), start));
        }
        self.at += digits;
        // `OpSharding` has signed numbers.
        let number = rest[..digits].parse().ok();
        let number = number.filter(|&number: &usize| isize::try_from(number).is_ok());
        number.ok_or_else(|| self.error(Fault::TooLarge, start))
    }

    /// At least one number, with commas.
    pub(super) fn numbers(&mut self, limit: usize, fault: Fault) -> Result<Vec<usize>> {
        let start = self.here();
        let mut numbers = Vec::new();
        loop {
            numbers.push(self.number()?);
            if numbers.len() > limit {
                return Err(self.error(fault, start));
            }
            if !self.eat(",") {
                return Ok(numbers);
            }
        }
    }

    /// `[2,1,2]`
    fn bracketed(&mut self) -> Result<Vec<usize>> {
        self.expect("[", "`[`")?;
        let numbers = self.numbers(MAX_TILE_DIMS, Fault::TooManyDims)?;
        self.expect("]", "`,` or `]`")?;
        Ok(numbers)
    }

    /// `(1,0)`
    fn permutation(&mut self, rank: usize) -> Result<Vec<usize>> {
        let start = self.here();
        self.expect("(", "`(`")?;
        let permutation = self.numbers(MAX_TILE_DIMS, Fault::TooManyDims)?;
        self.expect(")", "`,` or `)`")?;
        match is_permutation(&permutation, rank) {
            true => Ok(permutation),
            false => Err(self.error(Fault::NoPermutation { rank }, start)),
        }
    }

    /// Braces and what is between them; braces in quotes do not count.
    pub(super) fn braces(&mut self) -> Result<()> {
        let start = self.here();
        self.expect("{", "`{`")?;
        let (mut depth, mut in_quotes, mut escaped) = (1, false, false);
        for (at, c) in self.rest().char_indices() {
            match c {
                _ if escaped => escaped = false,
                '\\' if in_quotes => escaped = true,
                '"' => in_quotes = !in_quotes,
                '{' if !in_quotes => depth += 1,
                '}' if !in_quotes => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                self.at += at + 1;
                return Ok(());
            }
        }
        Err(self.error(Fault::Expected("`}`"), start))
    }
}
