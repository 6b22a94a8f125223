//! `Mesh`: the axes of devices that Shardy's shardings name.

use alloc::string::String;
use alloc::vec::Vec;

use super::device_order::{DeviceDigit, DeviceOrder};
use super::sharding_text::{
    MAX_DEVICES, TOO_MANY_DEVICES, TOO_MANY_DIMS, UNKNOWN_SUBGROUP, braces, end, list_order,
    numbers, product,
};
use super::{Assignment, Parts, Sharding, Subgroup};
use crate::text::{Helped, Problem, Scanner, TextError};

/// A mesh of devices with named axes, as StableHLO has it: `sdy.mesh`.
///
/// # Examples
///
/// ```
/// use tiled_layout::xla::shards::Mesh;
///
/// let mesh = Mesh::parse(r#"sdy.mesh @mesh = <["x"=2, "y"=2]>"#)?;
/// let sharding = mesh.sharding(r#"#sdy.sharding<@mesh, [{"x"}, {}]>"#)?;
/// assert_eq!(sharding.to_string(), "{devices=[2,1,2]<=[4] last_tile_dim_replicate}");
/// # Ok::<(), tiled_layout::xla::TextError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Mesh {
    name: Option<String>,
    axes: Vec<MeshAxis>,
    /// The devices in row-major order of the axes, if they are not 0, 1, 2...
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

const REPEATED_AXIS: &str = "an axis, or a part of it, is used twice";
const SUB_AXIS: &Helped = &Helped::none("no such part of an axis of {}");

impl Mesh {
    /// Reads `sdy.mesh @name = <["x"=2, "y"=2], device_ids=[..]>`, or the text from `<` on.
    ///
    /// # Errors
    ///
    /// The first error in the text, and where. It is an error if two axes have the same
    /// name, or if there is not one device for each position of the mesh.
    pub fn parse(text: &str) -> Result<Mesh, TextError> {
        let mut scanner = Scanner::new(text);
        let mut name = None;
        if scanner.eat("sdy.mesh") {
            scanner.expect("@", "`@`")?;
            name = Some(String::from(scanner.word()));
            scanner.expect("=", "`=`")?;
        } else {
            scanner.eat("#sdy.");
            scanner.eat("mesh");
        }
        let mut mesh = Mesh::read(&mut scanner)?;
        mesh.name = name;
        if scanner.peek() == Some(b'{') {
            braces(&mut scanner)?; // attributes
        }
        end(&mut scanner)?;
        Ok(mesh)
    }

    /// `<["x"=2, "y"=2], device_ids=[..]>`
    fn read(scanner: &mut Scanner<'_>) -> Result<Mesh, TextError> {
        scanner.expect("<", "`<`")?;
        scanner.expect("[", "`[`")?;
        let start = scanner.here();
        let mut axes: Vec<MeshAxis> = Vec::new();
        while !scanner.eat("]") {
            if !axes.is_empty() {
                scanner.expect(",", "`,` or `]`")?;
            }
            let (name, range) = scanner.quoted("a name in quotes")?;
            if axes.iter().any(|axis| axis.name == name) {
                return Err(scanner.error(REPEATED_AXIS, range));
            }
            scanner.expect("=", "`=`")?;
            axes.push(MeshAxis {
                name: name.into(),
                size: scanner.size("a number")?,
            });
        }
        let sizes: Vec<usize> = axes.iter().map(|axis| axis.size).collect();
        let count = scanner.check(product(&sizes), scanner.since(start))?;
        let mut devices = None;
        if scanner.eat(",") {
            scanner.expect("device_ids", "`device_ids=`")?;
            scanner.expect("=", "`=`")?;
            scanner.expect("[", "`[`")?;
            let start = scanner.here();
            let ids = numbers(scanner, MAX_DEVICES, TOO_MANY_DEVICES)?;
            scanner.check(list_order(ids.clone(), count), scanner.since(start))?;
            scanner.expect("]", "`,` or `]`")?;
            devices = Some(ids);
        }
        scanner.expect(">", "`>`")?;
        Ok(Mesh {
            name: None,
            axes,
            devices,
        })
    }

    /// Returns the axes, outermost first: their names and their numbers of devices.
    pub fn axes(&self) -> impl Iterator<Item = (&str, usize)> {
        self.axes.iter().map(|axis| (&*axis.name, axis.size))
    }

    /// Reads `#sdy.sharding<@mesh, [{"x"}, {}]>`, with `?`, priorities, parts of axes such
    /// as `"x":(2)4`, `replicated={..}` and `unreduced={..}`. Axes that are not named have
    /// replicas. A mesh within the text replaces this one.
    ///
    /// # Errors
    ///
    /// The first error in the text, and where. A mesh of another name, an axis that the mesh does
    /// not have, or one that is used twice, are errors.
    pub fn sharding(&self, text: &str) -> Result<Sharding, TextError> {
        let mut scanner = Scanner::new(text);
        scanner.eat("#sdy.sharding");
        scanner.expect("<", "`<`")?;
        let start = scanner.here();
        let inline;
        let mut mesh = self;
        if scanner.eat("@") {
            let name = scanner.word();
            if self.name.as_deref().is_some_and(|own| own != name) {
                let problem = "the sharding is on a mesh of another name";
                return Err(scanner.error(problem, scanner.since(start)));
            }
        } else {
            scanner.expect("mesh", "`@` or `mesh`")?;
            inline = Mesh::read(&mut scanner)?;
            mesh = &inline;
        }
        scanner.expect(",", "`,`")?;
        let sharding = mesh.read_dims(&mut scanner)?;
        scanner.expect(">", "`>`")?;
        end(&mut scanner)?;
        Ok(sharding)
    }

    /// `[{"x"}, {}], replicated={..}, unreduced={..}`
    fn read_dims(&self, scanner: &mut Scanner<'_>) -> Result<Sharding, TextError> {
        let start = scanner.here();
        let mut dims: Vec<Vec<AxisPart>> = Vec::new();
        scanner.expect("[", "`[`")?;
        while !scanner.eat("]") {
            if !dims.is_empty() {
                scanner.expect(",", "`,` or `]`")?;
            }
            dims.push(self.read_axes(scanner)?);
            scanner.word(); // a priority: `p0`
        }
        let (mut replicated, mut unreduced) = (Vec::new(), Vec::new());
        while scanner.eat(",") {
            let start = scanner.here();
            let parts = match scanner.word() {
                "replicated" => &mut replicated,
                "unreduced" => &mut unreduced,
                _ => return Err(scanner.error(UNKNOWN_SUBGROUP, scanner.since(start))),
            };
            scanner.expect("=", "`=`")?;
            *parts = self.read_axes(scanner)?;
        }
        let used = dims.iter().flatten().chain(&replicated).chain(&unreduced);
        let used: Vec<AxisPart> = used.copied().collect();
        let all = start..scanner.here();
        let rest = scanner.check(self.unused(&used).ok_or(REPEATED_AXIS), all.clone())?;
        if dims.len() > layout_core::spec::MAX_RANK {
            return Err(scanner.error(TOO_MANY_DIMS, all));
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
        let parts = Assignment::new(&sizes, &types, order)?.into();
        Ok(Sharding { parts })
    }

    /// `{"x", "y":(1)2, ?}`
    fn read_axes(&self, scanner: &mut Scanner<'_>) -> Result<Vec<AxisPart>, TextError> {
        scanner.expect("{", "`{`")?;
        let (mut parts, mut first) = (Vec::new(), true);
        while !scanner.eat("}") {
            if !first {
                scanner.expect(",", "`,` or `}`")?;
            }
            first = false;
            if scanner.eat("?") {
                continue;
            }
            let (name, range) = scanner.quoted("a name in quotes")?;
            let axis = self.axes.iter().position(|axis| axis.name == name);
            let Some(axis) = axis else {
                return Err(scanner.error("the mesh has no such axis", range));
            };
            let extent = self.axes[axis].size;
            let (mut before, mut size) = (1, extent);
            if scanner.eat(":") {
                scanner.expect("(", "`(`")?;
                before = scanner.size("a number")?;
                scanner.expect(")", "`)`")?;
                size = scanner.size("a number")?;
                let fits = before.checked_mul(size).filter(|&part| part > 0);
                if !fits.is_some_and(|part| extent.is_multiple_of(part)) {
                    return Err(scanner.error(Problem::Helped(SUB_AXIS, [extent, 0]), range));
                }
            }
            parts.push(AxisPart { axis, before, size });
        }
        Ok(parts)
    }

    /// Returns the parts of axes that are not used, in the order of the mesh; `None` if one is used
    /// twice.
    fn unused(&self, used: &[AxisPart]) -> Option<Vec<AxisPart>> {
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
                    return None;
                }
                rest.push(AxisPart {
                    axis: number,
                    before,
                    size: part.before / before,
                });
                before = part.before * part.size;
            }
        }
        Some(rest)
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
