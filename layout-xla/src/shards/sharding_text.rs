//! Reads XLA's text of a sharding, and checks its parts.

use alloc::vec::Vec;

use super::device_order::{DeviceDigit, DeviceOrder};
use super::{Assignment, Parts, Sharding, Subgroup};
use crate::text::{Helped, Problem, Scanner, TextError};

/// The most devices of a sharding.
pub(super) const MAX_DEVICES: usize = 1 << 24;
/// The most dimensions of a tile assignment: the array's and the subgroups'.
pub(super) const MAX_TILE_DIMS: usize = layout_core::spec::MAX_RANK + 4;

pub(super) const TOO_MANY_DEVICES: Problem = Problem::Helped(
    &Helped::none("a sharding has at most {} devices"),
    [MAX_DEVICES, 0],
);
pub(super) const TOO_MANY_DIMS: Problem = Problem::Helped(
    &Helped::none("a sharding has at most {} dimensions"),
    [MAX_TILE_DIMS, 0],
);
pub(super) const OF_TUPLE: &Helped = &Helped {
    what: "the sharding of a tuple is several shardings",
    help: "give that of one array",
};
pub(super) const UNKNOWN_KIND: &Helped = &Helped {
    what: "no sharding begins like this",
    help: "write `{replicated}`, `{maximal device=0}`, `{manual}` or `{devices=[2,1]<=[2]}`",
};
pub(super) const UNKNOWN_SUBGROUP: &Helped = &Helped {
    what: "not a type of a subgroup",
    help: "write `replicated`, `manual` or `unreduced`",
};

impl Sharding {
    /// Reads XLA's text of the sharding of one array.
    ///
    /// | text | meaning |
    /// |---|---|
    /// | `{replicated}` | every device stores the array |
    /// | `{maximal device=3}` | one device stores it |
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
    pub fn parse(text: &str) -> Result<Sharding, TextError> {
        let mut scanner = Scanner::new(text);
        scanner.expect("{", "`{`")?;
        let parts = parts(&mut scanner)?;
        extras(&mut scanner)?;
        scanner.expect("}", "`}`")?;
        end(&mut scanner)?;
        Ok(Sharding { parts })
    }
}

fn parts(scanner: &mut Scanner<'_>) -> Result<Parts, TextError> {
    let start = scanner.here();
    if scanner.eat("{") {
        return Err(scanner.error(OF_TUPLE, start..start + 1));
    }
    match scanner.word() {
        "replicated" => Ok(Parts::Replicated),
        "manual" => Ok(Parts::Manual),
        "unreduced" => Ok(Parts::Unreduced),
        "unknown" => Ok(Parts::Unknown),
        "maximal" => {
            scanner.expect("device", "`device=`")?;
            scanner.expect("=", "`=`")?;
            Ok(Parts::Maximal(scanner.size("a number")?))
        }
        "devices" => {
            scanner.expect("=", "`=`")?;
            Ok(tiled(scanner)?.into())
        }
        _ => Err(scanner.error(UNKNOWN_KIND, scanner.since(start))),
    }
}

/// `[2,1,2]<=[4] last_tile_dim_replicate`
fn tiled(scanner: &mut Scanner<'_>) -> Result<Assignment, TextError> {
    let start = scanner.here();
    let dims = dims(scanner, "[", "]")?;
    let tiles = scanner.check(product(&dims), scanner.since(start))?;

    let start = scanner.here();
    let order = if scanner.eat("<=") {
        let reshape = self::dims(scanner, "[", "]")?;
        let devices = scanner.check(product(&reshape), scanner.since(start))?;
        scanner.check(check_count(tiles, devices), scanner.since(start))?;
        if scanner.eat("T") {
            let start = scanner.here();
            let permutation = self::dims(scanner, "(", ")")?;
            scanner.check(iota(&reshape, &permutation), scanner.since(start))?
        } else {
            DeviceOrder::of_digits([DeviceDigit {
                extent: devices,
                stride: 1,
            }])
        }
    } else {
        let list = numbers(scanner, MAX_DEVICES, TOO_MANY_DEVICES)?;
        scanner.check(list_order(list, tiles), scanner.since(start))?
    };

    let start = scanner.here();
    let types = match scanner.word() {
        "last_tile_dim_replicate" => alloc::vec![Subgroup::Replicated],
        "last_tile_dims" => {
            scanner.expect("=", "`=`")?;
            subgroups(scanner)?
        }
        _ => {
            scanner.back_to(start);
            Vec::new()
        }
    };
    scanner.check(Assignment::new(&dims, &types, order), scanner.since(start))
}

fn subgroups(scanner: &mut Scanner<'_>) -> Result<Vec<Subgroup>, TextError> {
    scanner.expect("{", "`{`")?;
    let mut types = Vec::new();
    loop {
        let start = scanner.here();
        let word = scanner.word();
        let group = Subgroup::ALL.into_iter().find(|group| group.name() == word);
        types.push(scanner.check(group.ok_or(UNKNOWN_SUBGROUP), scanner.since(start))?);
        if !scanner.eat(",") {
            scanner.expect("}", "`,` or `}`")?;
            return Ok(types);
        }
    }
}

/// Parts that do not affect where elements are: `metadata={..}`, `shard_as 3`, `shard_like
/// 3`.
fn extras(scanner: &mut Scanner<'_>) -> Result<(), TextError> {
    loop {
        let start = scanner.here();
        match scanner.word() {
            "shard_as" | "shard_like" => {
                scanner.size("a number")?;
            }
            "metadata" => {
                scanner.expect("=", "`=`")?;
                braces(scanner)?;
            }
            _ => {
                scanner.back_to(start);
                return Ok(());
            }
        }
    }
}

/// `[2,1,2]`, or a permutation, `(1,0)`.
fn dims(
    scanner: &mut Scanner<'_>,
    open: &str,
    close: &'static str,
) -> Result<Vec<usize>, TextError> {
    let (opening, closing) = match open {
        "[" => ("`[`", "`,` or `]`"),
        _ => ("`(`", "`,` or `)`"),
    };
    scanner.expect(open, opening)?;
    let numbers = numbers(scanner, MAX_TILE_DIMS, TOO_MANY_DIMS)?;
    scanner.expect(close, closing)?;
    Ok(numbers)
}

/// At least one number, with commas between.
pub(super) fn numbers(
    scanner: &mut Scanner<'_>,
    limit: usize,
    too_many: Problem,
) -> Result<Vec<usize>, TextError> {
    let start = scanner.here();
    let mut numbers = Vec::new();
    loop {
        numbers.push(scanner.size("a number")?);
        if numbers.len() > limit {
            return Err(scanner.error(too_many, scanner.since(start)));
        }
        if !scanner.eat(",") {
            return Ok(numbers);
        }
    }
}

/// Braces and what is between them; braces in quotes do not count.
pub(super) fn braces(scanner: &mut Scanner<'_>) -> Result<(), TextError> {
    let start = scanner.here();
    scanner.expect("{", "`{`")?;
    let (mut depth, mut in_quotes, mut escaped) = (1, false, false);
    for (at, c) in scanner.rest().char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if in_quotes => escaped = true,
            '"' => in_quotes = !in_quotes,
            '{' if !in_quotes => depth += 1,
            '}' if !in_quotes => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            scanner.skip(at + 1);
            return Ok(());
        }
    }
    Err(scanner.error(Problem::Expected("`}`"), scanner.since(start)))
}

/// Returns the end of the text.
pub(super) fn end(scanner: &mut Scanner<'_>) -> Result<(), TextError> {
    let start = scanner.here();
    if scanner.at_end() {
        Ok(())
    } else {
        Err(scanner.error("text follows the sharding", start..scanner.whole().end))
    }
}

/// Returns the number of tiles or devices.
pub(super) fn product(dims: &[usize]) -> Result<usize, Problem> {
    if dims.contains(&0) {
        return Err("a dimension of `devices` is 0".into());
    }
    let product = dims
        .iter()
        .fold(1usize, |product, &dim| product.saturating_mul(dim));
    if product <= MAX_DEVICES {
        Ok(product)
    } else {
        Err(TOO_MANY_DEVICES)
    }
}

/// Checks that there is one device for each tile.
pub(super) fn check_count(tiles: usize, devices: usize) -> Result<(), Problem> {
    const COUNT: &Helped = &Helped {
        what: "the dimensions of `devices` make {} tiles, but there are {} devices",
        help: "write as many devices as tiles: `<=[{}]`",
    };
    if tiles == devices {
        Ok(())
    } else {
        Err(Problem::Helped(COUNT, [tiles, devices]))
    }
}

/// Returns the order of devices `0..`, reshaped and transposed.
pub(super) fn iota(reshape: &[usize], permutation: &[usize]) -> Result<DeviceOrder, Problem> {
    const NO_PERMUTATION: &Helped =
        &Helped::none("the permutation does not have each number below {} once");
    let rank = reshape.len();
    if permutation.len() == rank && (0..rank).all(|dim| permutation.contains(&dim)) {
        return Ok(DeviceOrder::iota(reshape, permutation));
    }
    Err(Problem::Helped(NO_PERMUTATION, [rank, 0]))
}

/// Returns the order of listed devices, each with one of `tiles` tiles.
pub(super) fn list_order(list: Vec<usize>, tiles: usize) -> Result<DeviceOrder, Problem> {
    const REPEATED: &Helped = &Helped::none("device {} has two tiles");
    check_count(tiles, list.len())?;
    let mut sorted = list.clone();
    sorted.sort_unstable();
    match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(Problem::Helped(REPEATED, [pair[0], 0])),
        None => Ok(DeviceOrder::List(list)),
    }
}
