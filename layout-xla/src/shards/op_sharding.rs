//! `OpSharding`, XLA's protocol buffer of a sharding.

use alloc::vec::Vec;

use super::device_order::DeviceOrder;
use super::sharding_text::{
    MAX_TILE_DIMS, OF_TUPLE, TOO_MANY_DIMS, UNKNOWN_KIND, UNKNOWN_SUBGROUP, check_count, iota,
    list_order, product,
};
use super::{Assignment, Parts, Sharding, Subgroup};
use crate::proto::{Field, Fields};
use crate::text::{Problem, TextError};

/// The numbers of `OpSharding.Type`.
const MAXIMAL: u64 = 1;
const TUPLE: u64 = 2;
const OTHER: u64 = 3;
const UNKNOWN: u64 = 5;

impl Subgroup {
    fn number(self) -> u64 {
        match self {
            Subgroup::Replicated => 0,
            Subgroup::Manual => 4,
            Subgroup::Unreduced => 6,
        }
    }

    fn of_number(number: u64) -> Option<Subgroup> {
        let mut all = Subgroup::ALL.into_iter();
        all.find(|group| group.number() == number)
    }
}

/// The fields that say where elements are.
#[derive(Default)]
struct Message {
    kind: u64,
    dims: Vec<usize>,
    devices: Vec<usize>,
    replicate_on_last: bool,
    last_types: Vec<usize>,
    iota_dims: Vec<usize>,
    iota_permutation: Vec<usize>,
}

fn push(list: &mut Vec<usize>, field: &Field<'_>) -> Result<(), Problem> {
    for number in field.numbers() {
        let number = number?.cast_signed();
        list.push(usize::try_from(number).map_err(|_| "a number is negative")?);
    }
    Ok(())
}

impl Message {
    fn read(bytes: &[u8]) -> Result<Message, Problem> {
        let mut message = Message::default();
        for field in Fields::new(bytes) {
            let field = field?;
            match field.number {
                1 => message.kind = field.varint()?,
                3 => push(&mut message.dims, &field)?,
                4 => push(&mut message.devices, &field)?,
                5 => return Err(OF_TUPLE.into()),
                6 => message.replicate_on_last = field.varint()? != 0,
                8 => push(&mut message.last_types, &field)?,
                9 => push(&mut message.iota_dims, &field)?,
                10 => push(&mut message.iota_permutation, &field)?,
                // The shape of a tile, metadata, groups of shardings that must be alike.
                2 | 7 | 11..=13 => {}
                // 14 is a sharding by the names of mesh axes, which replaces all other fields.
                _ => return Err(field.unread("OpSharding").into()),
            }
        }
        Ok(message)
    }

    fn parts(self) -> Result<Parts, Problem> {
        match self.kind {
            0 => Ok(Parts::Replicated),
            MAXIMAL => {
                check_count(1, self.devices.len())?;
                Ok(Parts::Maximal(self.devices[0]))
            }
            TUPLE => Err(OF_TUPLE.into()),
            OTHER => Ok(self.tiled()?.into()),
            4 => Ok(Parts::Manual),
            UNKNOWN => Ok(Parts::Unknown),
            6 => Ok(Parts::Unreduced),
            _ => Err(UNKNOWN_KIND.into()),
        }
    }

    fn tiled(self) -> Result<Assignment, Problem> {
        if self.dims.len().max(self.iota_dims.len()) > MAX_TILE_DIMS {
            return Err(TOO_MANY_DIMS);
        }
        let tiles = product(&self.dims)?;
        let order = if self.iota_dims.is_empty() {
            list_order(self.devices, tiles)?
        } else {
            let devices = product(&self.iota_dims)?;
            let order = iota(&self.iota_dims, &self.iota_permutation)?;
            check_count(tiles, devices)?;
            order
        };
        let mut types = Vec::new();
        for &number in &self.last_types {
            types.push(Subgroup::of_number(number as u64).ok_or(UNKNOWN_SUBGROUP)?);
        }
        if self.replicate_on_last {
            types.push(Subgroup::Replicated);
        }
        Assignment::new(&self.dims, &types, order)
    }
}

impl Sharding {
    /// Returns the sharding in the bytes of an `OpSharding` of one array.
    ///
    /// # Errors
    ///
    /// If the bytes are not such a message, for shardings that [`parse`](Sharding::parse) refuses, and
    /// for field 14, `named_sharding`, and unknown fields.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::xla::shards::Sharding;
    ///
    /// let bytes = [8, 3, 0x1a, 2, 2, 4, 0x4a, 1, 8, 0x52, 1, 0];
    /// let sharding = Sharding::from_op_sharding(&bytes)?;
    /// assert_eq!(sharding.to_string(), "{devices=[2,4]<=[8]}");
    /// assert_eq!(sharding.to_op_sharding(), bytes);
    /// # Ok::<(), tiled_layout::xla::TextError>(())
    /// ```
    pub fn from_op_sharding(bytes: &[u8]) -> Result<Sharding, TextError> {
        let parts = Message::read(bytes).and_then(Message::parts)?;
        Ok(Sharding { parts })
    }

    /// Returns the bytes of the `OpSharding` that XLA writes for it.
    #[must_use]
    pub fn to_op_sharding(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let kind = match &self.parts {
            Parts::Replicated => 0,
            Parts::Maximal(_) => MAXIMAL,
            Parts::Manual => Subgroup::Manual.number(),
            Parts::Unreduced => Subgroup::Unreduced.number(),
            Parts::Unknown => UNKNOWN,
            Parts::Tiled(assignment) => match assignment.simple() {
                Some(group) => group.number(),
                None => OTHER,
            },
        };
        if kind != 0 {
            bytes.extend([1 << 3, kind as u8]);
        }
        match &self.parts {
            Parts::Maximal(device) => push_list(&mut bytes, 4, [*device]),
            Parts::Tiled(assignment) if kind == OTHER => push_tiles(&mut bytes, assignment),
            _ => {}
        }
        bytes
    }
}

fn push_tiles(bytes: &mut Vec<u8>, assignment: &Assignment) {
    let sizes = assignment.groups.iter().map(|(_, size)| *size);
    push_list(bytes, 3, assignment.counts.iter().copied().chain(sizes));
    if let DeviceOrder::List(list) = &assignment.order {
        push_list(bytes, 4, list.iter().copied());
    }
    match assignment.groups[..] {
        [] => {}
        [(Subgroup::Replicated, _)] => bytes.extend([6 << 3, 1]),
        ref groups => {
            let numbers = groups.iter().map(|(group, _)| group.number() as usize);
            push_list(bytes, 8, numbers);
        }
    }
    if let Some((dims, permutation)) = assignment.order.reshape() {
        push_list(bytes, 9, dims);
        push_list(bytes, 10, permutation);
    }
}

/// A packed list of numbers.
fn push_list(bytes: &mut Vec<u8>, field: u8, numbers: impl IntoIterator<Item = usize>) {
    let mut packed = Vec::new();
    for number in numbers {
        push_varint(&mut packed, number);
    }
    bytes.push(field << 3 | 2);
    push_varint(bytes, packed.len());
    bytes.extend(packed);
}

fn push_varint(bytes: &mut Vec<u8>, mut number: usize) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}
