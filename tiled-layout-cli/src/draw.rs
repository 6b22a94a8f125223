//! `layout draw`: pictures of a layout.

use std::fmt::Display;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use layout_draw as draw;

use crate::failure::{Failure, Outcome};
use crate::output;
use crate::stdio;
use crate::terminal;

/// Draws a layout
///
/// Draws the array with its tiles, then memory. Large arrays are drawn tile by tile, with the
/// middle omitted.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct DrawArgs {
    /// The layout, as XLA prints it; without one, or for `-`, it is read from standard input
    layout: Option<String>,

    /// Write an SVG file instead, for pages with a light or a dark background; `-` is standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Overwrite an existing file
    #[arg(long, requires = "svg")]
    force: bool,

    /// Draw what each part of the text means, and how it leads to memory, as an SVG file
    #[arg(long, requires = "svg")]
    anatomy: bool,

    #[command(flatten)]
    picture: Picture,
}

const EXAMPLES: &str = "\
Examples:
  layout draw 'f32[3,5]{1,0:T(2,2)}'
  layout draw 'f32[4,8]{1,0:T(2,4)(2,1)}' --ascii --width 60
  layout draw 'bf16[300,500]{1,0:T(8,128)(2,1)}' --svg tpu.svg
  layout draw 'bf16[300,500]{1,0:T(8,128)(2,1)}' --svg tpu.svg --anatomy";

/// Options for drawing with characters.
#[derive(clap::Args)]
pub(crate) struct Picture {
    /// The maximum number of columns of a line [default: the terminal's width, or 80]
    #[arg(long, value_name = "COLUMNS")]
    width: Option<usize>,

    /// Draw with ASCII characters only
    #[arg(long)]
    ascii: bool,
}

impl Picture {
    /// The number of columns of a line: the terminal's, or 80, if it is not requested.
    pub(crate) fn columns(&self) -> usize {
        self.width.or_else(terminal::columns).unwrap_or(80)
    }

    /// The picture of a layout with colours; the output strips them if it is no terminal or
    /// `NO_COLOR` is set.
    pub(crate) fn of(&self, layout: &layout_runtime::Layout) -> draw::Text {
        draw::Text::new(layout)
            .width(self.columns())
            .ascii(self.ascii)
            .color(true)
    }
}

/// Writes a picture to a file, or to standard output for `-`.
///
/// # Errors
///
/// If the file cannot be written, or exists and `force` is false.
pub(crate) fn write_svg(file: &Path, force: bool, svg: &impl Display) -> Result<(), Failure> {
    output::write(file, force, format!("{svg}\n").as_bytes())
}

pub(crate) fn run(args: &DrawArgs) -> Outcome {
    let layout = stdio::layout(args.layout.as_deref())?;
    let svg = draw::Svg::new(&layout).anatomy(args.anatomy);
    match &args.svg {
        Some(file) => write_svg(file, args.force, &svg)?,
        None => writeln!(anstream::stdout(), "{}", args.picture.of(&layout))?,
    }
    Ok(ExitCode::SUCCESS)
}
