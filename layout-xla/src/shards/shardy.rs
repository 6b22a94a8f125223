//! `Mesh`: the axes of devices that Shardy's shardings name.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::device_order::{DeviceDigit, DeviceOrder};
use super::error::{Fault, MAX_DEVICES, ShardingError};
use super::sharding_text::{Cursor, Result, list_order, product};
use super::{Assignment, Parts, Sharding, Subgroup};

/// A mesh of devices with named axes, as StableHLO has it: `sdy.mesh`.
///
/// ```
/// use tiled_layout::xla::shards::Mesh;
///
/// let mesh = Mesh::parse(r#"sdy.mesh @mesh = <["x"=2, "y"=2]>"#)?;
/// let sharding = mesh.sharding(r#"#sdy.sharding<@mesh, [{"x"}, {}]>"#)?;
/// assert_eq!(sharding.to_string(), "{devices=[2,1,2]<=[4] last_tile_dim_replicate}");
/// # Ok::<(), tiled_layout::xla::shards::ShardingError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Mesh {
    name: Option<String>,
    axes: Vec<MeshAxis>,
    /// The devices in row-major order of the axes, where they are not 0, 1, 2...
    devices: Option<Vec<usize>>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct MeshAxis {
    name: String,
    size: usize,
}

/// A part of an axis: a digit of extent `size` of the axis's index. The digits above it
/// have `before` values.
#[derive(Clone, Copy)]
struct AxisPart {
    axis: usize,
    before: usize,
    size: usize,
}

impl Mesh {
    /// Reads `sdy.mesh @name = <["x"=2, "y"=2], device_ids=[..]>`, or the text from `<` on.
    ///
    /// # Errors
    ///
    /// The first error in the text, and where. It is an error if two axes have the same
    /// name, or if there is not one device for each position of the mesh.
    pub fn parse(text: &str) -> Result<Mesh> {
        let mut cursor = Cursor::new(text);
        let mut name = None;
        if cursor.eat("sdy.mesh") {
            cursor.expect("@", "`@`")?;
            name = Some(String::from(cursor.word()));
            cursor.expect("=", "`=`")?;
        } else {
            cursor.eat("#sdy.");
            cursor.eat("mesh");
        }
        let mut mesh = Mesh::read(&mut cursor)?;
        mesh.name = name;
        if cursor.starts_with("{") {
            cursor.braces()?; // attributes
        }
        cursor.end()?;
        Ok(mesh)
    }

    /// `<["x"=2, "y"=2], device_ids=[..]>`
    fn read(cursor: &mut Cursor<'_>) -> Result<Mesh> {
        cursor.expect("<", "`<`")?;
        cursor.expect("[", "`[`")?;
        let start = cursor.here();
        let mut axes: Vec<MeshAxis> = Vec::new();
        while !cursor.eat("]") {
            if !axes.is_empty() {
                cursor.expect(",", "`,` or `]`")?;
            }
            let (name, range) = cursor.quoted()?;
            if axes.iter().any(|axis| axis.name == name) {
                return Err(ShardingError::new(Fault::RepeatedAxis, range));
            }
            cursor.expect("=", "`=`")?;
            axes.push(MeshAxis {
                name: name.into(),
                size: cursor.number()?,
            });
        }
        let sizes: Vec<usize> = axes.iter().map(|axis| axis.size).collect();
        let count = product(&sizes).map_err(|fault| cursor.error(fault, start))?;
        let mut devices = None;
        if cursor.eat(",") {
            cursor.expect("device_ids", "`device_ids=`")?;
            cursor.expect("=", "`=`")?;
            cursor.expect("[", "`[`")?;
            let start = cursor.here();
            let ids = cursor.numbers(MAX_DEVICES, Fault::TooManyDevices)?;
            list_order(ids.clone(), count).map_err(|fault| cursor.error(fault, start))?;
            cursor.expect("]", "`,` or `]`")?;
            devices = Some(ids);
        }
        cursor.expect(">", "`>`")?;
        Ok(Mesh {
            name: None,
            axes,
            devices,
        })
    }

    /// The axes, outermost first: their names and their numbers of devices.
    pub fn axes(&self) -> impl Iterator<Item = (&str, usize)> {
        self.axes.iter().map(|axis| (&*axis.name, axis.size))
    }

    /// Reads `#sdy.sharding<@mesh, [{"x"}, {}]>`, with `?`, priorities, parts of axes such
    /// as `"x":(2)4`, `replicated={..}` and `unreduced={..}`. Axes that are not named hold
    /// replicas. A mesh within the text replaces this one.
    ///
    /// # Errors
    ///
    /// The first error in the text, and where. A mesh of another name, an axis that the mesh does
    /// not have, or one that is used twice, are errors.
    pub fn sharding(&self, text: &str) -> Result<Sharding> {
        let mut cursor = Cursor::new(text);
        cursor.eat("#sdy.sharding");
        cursor.expect("<", "`<`")?;
        let start = cursor.here();
        let inline;
        let mut mesh = self;
        if cursor.eat("@") {
            let name = cursor.word();
            if self.name.as_deref().is_some_and(|own| own != name) {
                return Err(cursor.error(Fault::OtherMesh, start));
            }
        } else {
            cursor.expect("mesh", "`@` or `mesh`")?;
            inline = Mesh::read(&mut cursor)?;
            mesh = &inline;
        }
        cursor.expect(",", "`,`")?;
        let sharding = mesh.read_dims(&mut cursor)?;
        cursor.expect(">", "`>`")?;
        cursor.end()?;
        Ok(sharding)
    }

    /// `[{"x"}, {}], replicated={..}, unreduced={..}`
    fn read_dims(&self, cursor: &mut Cursor<'_>) -> Result<Sharding> {
        let start = cursor.here();
        let mut dims: Vec<Vec<AxisPart>> = Vec::new();
        cursor.expect("[", "`[`")?;
        while !cursor.eat("]") {
            if !dims.is_empty() {
                cursor.expect(",", "`,` or `]`")?;
            }
            dims.push(self.read_axes(cursor)?);
            cursor.word(); // a priority: `p0`
        }
        let (mut replicated, mut unreduced) = (Vec::new(), Vec::new());
        while cursor.eat(",") {
            let start = cursor.here();
            let parts = match cursor.word() {
                "replicated" => &mut replicated,
                "unreduced" => &mut unreduced,
                _ => return Err(cursor.error(Fault::UnknownSubgroup, start)),
            };
            cursor.expect("=", "`=`")?;
            *parts = self.read_axes(cursor)?;
        }
        let used = dims.iter().flatten().chain(&replicated).chain(&unreduced);
        let used: Vec<AxisPart> = used.copied().collect();
        let all = start..cursor.here();
        let rest = self.unused(&used, all.clone())?;
        if dims.len() > layout_core::spec::MAX_RANK {
            return Err(ShardingError::new(Fault::TooManyDims, all));
        }
        if let (true, Some([device])) = (self.axes.is_empty(), self.devices.as_deref()) {
            let parts = Parts::Maximal(*device);
            return Ok(Sharding { parts });
        }

        let size = |parts: &[AxisPart]| parts.iter().map(|part| part.size).product::<usize>();
        let mut sizes: Vec<usize> = dims.iter().map(|parts| size(parts)).collect();
        let replicas: Vec<AxisPart> = replicated.into_iter().chain(rest).collect();
        let mut types = Vec::new();
        if !unreduced.is_empty() {
            types.push(Subgroup::Unreduced);
            sizes.push(size(&unreduced));
        }
        types.push(Subgroup::Replicated);
        sizes.push(size(&replicas));
        let parts = dims.iter().flatten().chain(&unreduced).chain(&replicas);
        let order = DeviceOrder::of_digits(parts.map(|part| self.digit(part)));
        let order = match &self.devices {
            None => order,
            Some(ids) => {
                let devices = (0..ids.len()).map(|tile| ids[order.device(tile)]);
                DeviceOrder::List(devices.collect())
            }
        };
        let assignment = Assignment::new(&sizes, &types, order);
        let parts = assignment.into();
        Ok(Sharding { parts })
    }

    /// `{"x", "y":(1)2, ?}`
    fn read_axes(&self, cursor: &mut Cursor<'_>) -> Result<Vec<AxisPart>> {
        cursor.expect("{", "`{`")?;
        let (mut parts, mut first) = (Vec::new(), true);
        while !cursor.eat("}") {
            if !first {
                cursor.expect(",", "`,` or `}`")?;
            }
            first = false;
            if cursor.eat("?") {
                continue;
            }
            let (name, range) = cursor.quoted()?;
            let axis = self.axes.iter().position(|axis| axis.name == name);
            let Some(axis) = axis else {
                return Err(ShardingError::new(Fault::UnknownAxis, range));
            };
            let extent = self.axes[axis].size;
            let (mut before, mut size) = (1, extent);
            if cursor.eat(":") {
                cursor.expect("(", "`(`")?;
                before = cursor.number()?;
                cursor.expect(")", "`)`")?;
                size = cursor.number()?;
                let fits = before.checked_mul(size).filter(|&part| part > 0);
                if !fits.is_some_and(|part| extent.is_multiple_of(part)) {
                    return Err(ShardingError::new(Fault::SubAxis { extent }, range));
                }
            }
            parts.push(AxisPart { axis, before, size });
        }
        Ok(parts)
    }

    /// The parts of axes that are not used, in the order of the mesh.
    fn unused(&self, used: &[AxisPart], range: Range<usize>) -> Result<Vec<AxisPart>> {
        let mut rest = Vec::new();
        for (number, axis) in self.axes.iter().enumerate() {
            let mut parts: Vec<&AxisPart> =
                used.iter().filter(|part| part.axis == number).collect();
            parts.sort_by_key(|part| part.before);
            let end = AxisPart {
                axis: number,
                before: axis.size,
                size: 1,
            };
            let mut before = 1;
            for part in parts.into_iter().chain([&end]) {
                if part.before < before || !part.before.is_multiple_of(before) {
                    return Err(ShardingError::new(Fault::RepeatedAxis, range));
                }
                rest.push(AxisPart {
                    axis: number,
                    before,
                    size: part.before / before,
                });
                before = part.before * part.size;
            }
        }
        Ok(rest)
    }

    fn digit(&self, part: &AxisPart) -> DeviceDigit {
        let minor: usize = self.axes[part.axis + 1..]
            .iter()
            .map(|axis| axis.size)
            .product();
        DeviceDigit {
            extent: part.size,
            stride: minor * (self.axes[part.axis].size / (part.before * part.size)),
        }
    }
}
