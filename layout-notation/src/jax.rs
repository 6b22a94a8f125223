//! JAX's `Layout`, as Python prints it: `Layout(major_to_minor=(0, 1),
//! tiling=((8, 128), (2, 1)), sub_byte_element_size_in_bits=0)`.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use layout_xla::text::{Helped, Problem, Scanner, TextError};

use layout_core::spec::element_type::ElementType;
use layout_core::spec::{MAX_RANK, MAX_TILE_RANK, Spec, Tile};

use crate::sections::{SectionKind, check_sections};
use crate::xla_numbers;
use layout_core::spec::reversed;
use layout_runtime::Layout;

const NOTATION: &str = "a JAX `Layout`";

/// Reads `Layout(..)`, under its older name `DeviceLocalLayout` too, or a `Format(..)` around
/// it, whose sharding is skipped. `None` is the default order, major to minor, without tiles.
pub(crate) fn parse(text: &str, element: ElementType, dims: &[usize]) -> Result<Layout, TextError> {
    let mut scanner = Scanner::new(text);
    let array = xla_numbers::array(element, dims);
    let mut spec = scanner.check(array, scanner.whole())?;
    let in_format = scanner.eat_word("Format");
    if in_format {
        scanner.expect("(", "`(`")?;
        if scanner.eat_word("layout") {
            scanner.expect("=", "`=` and a `Layout`")?;
        }
    }
    let start = scanner.here();
    if !scanner.eat_word("None") {
        object(&mut scanner, &mut spec)?;
    }
    let object = start..scanner.position();
    if in_format {
        // The sharding is not part of the layout.
        let rest = scanner.rest().trim_end();
        if !rest.ends_with(')') || !(rest == ")" || rest.starts_with(',')) {
            return Err(scanner.expected("`)` or `,` and the sharding"));
        }
    } else {
        scanner.end()?;
    }
    scanner.check(Layout::from_spec(spec), object)
}

/// `Layout(..)`.
fn object(scanner: &mut Scanner<'_>, spec: &mut Spec) -> Result<(), TextError> {
    let start = scanner.here();
    let name = scanner.word();
    if scanner.eat(".AUTO") || name == "AUTO" {
        let problem = &Helped {
            what: "`AUTO` leaves the layout to the compiler",
            help: "take it from the compiled program: `compiled.input_formats`",
        };
        return Err(scanner.error(problem, start..scanner.position()));
    }
    if !matches!(name, "Layout" | "DeviceLocalLayout") {
        let problem = Problem::Expected("`Layout(..)`, `Format(..)` or `None`");
        return Err(scanner.error(problem, start..scanner.position()));
    }
    scanner.expect("(", "`(` and the arguments")?;
    let mut has_order = false;
    while !scanner.eat(")") {
        let at = scanner.here();
        let mut argument = scanner.word();
        if scanner.eat("=") {
            argument = argument.trim_start_matches('_');
        } else {
            scanner.back_to(at);
            argument = ["major_to_minor", "tiling"][usize::from(has_order)];
        }
        match argument {
            "major_to_minor" => {
                let list = scanner.list("the dimensions, `(0, 1)`", MAX_RANK)?;
                let order = xla_numbers::order(&list.numbers, spec.dims.len());
                spec.minor_to_major = reversed(&scanner.check(order, list.range)?);
                has_order = true;
            }
            "tiling" if scanner.eat_word("None") => {}
            "tiling" => tiling(scanner, spec)?,
            "sub_byte_element_size_in_bits" => {
                let bits = scanner.size("the bits of an element")?;
                spec.bits = (bits > 0).then_some(bits);
            }
            _ => {
                let problem = Problem::Expected("an argument of `Layout`");
                return Err(scanner.error(problem, at..scanner.position()));
            }
        }
        scanner.separator(")", "`,` or `)`")?;
    }
    if !has_order {
        let problem = Problem::Expected("`major_to_minor=`");
        return Err(scanner.error(problem, start..scanner.position()));
    }
    Ok(())
}

/// Returns a tuple of tiles.
fn tiling(scanner: &mut Scanner<'_>, spec: &mut Spec) -> Result<(), TextError> {
    let close = if scanner.eat("[") { "]" } else { ")" };
    if close == ")" {
        scanner.expect("(", "the tiles, `((8, 128), (2, 1))`")?;
    }
    while !scanner.eat(close) {
        let tile = scanner.list("a tile, `(8, 128)`", MAX_TILE_RANK)?;
        scanner.check(xla_numbers::push_tile(spec, &tile.numbers), tile.range)?;
        scanner.separator(close, "`,` or the end of the tiles")?;
    }
    Ok(())
}

/// Writes the `Layout` that Python prints.
pub(crate) fn print(layout: &Layout) -> Result<String, TextError> {
    check_sections(layout, NOTATION, &[SectionKind::Bits])?;
    let order = reversed(&layout.minor_to_major());
    let order = tuple(order.iter().map(usize::to_string));
    let entries = |tile: &Tile| {
        tuple(
            tile.iter()
                .map(|&entry| xla_numbers::number(entry).to_string()),
        )
    };
    let tiling = tuple(layout.tiles().iter().map(entries));
    let bits = layout.spec().bits.unwrap_or(0);
    Ok(format!(
        "Layout(major_to_minor={order}, tiling={tiling}, sub_byte_element_size_in_bits={bits})"
    ))
}

/// Returns a tuple as Python prints it: of one entry, `(1,)`.
pub(crate) fn tuple(entries: impl Iterator<Item = String>) -> String {
    match &entries.collect::<Vec<_>>()[..] {
        [only] => format!("({only},)"),
        entries => format!("({})", entries.join(", ")),
    }
}
