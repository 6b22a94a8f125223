//! `layout explain`: the meaning of a layout, in words.

use std::io::Write;
use std::process::ExitCode;

use layout_core::util::words;
use layout_notation::System;
use layout_notation::explain;
use layout_notation::explain::Language;
use layout_runtime::Layout;

use crate::draw::Picture;
use crate::failure::{Failure, Outcome};
use crate::foreign::{self, Source};
use crate::{default_layout, explanation_json, explanation_text, stdio, streams};

/// Explains a layout, step by step, and draws it
///
/// The options that ask one thing print the answer alone, for scripts.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ExplainArgs {
    /// The layout, as XLA prints it; without one, or for `-`, it is read from standard input
    layout: Option<String>,

    /// Explain the layout that a TPU chooses for this shape
    ///
    /// Ignores the order and tiles of the text. With `--json`, reads one shape per line and
    /// prints one object per line.
    #[arg(long)]
    tpu: bool,

    #[command(flatten)]
    source: Source,

    #[command(flatten)]
    question: Question,

    /// Print everything as JSON; with `--at` or `--position`, that element alone
    ///
    /// Without a layout, several lines of standard input give one object each.
    #[arg(long, conflicts_with_all = ["formula", "to", "cute"])]
    json: bool,

    #[command(flatten)]
    picture: Picture,
}

const EXAMPLES: &str = "\
Examples:
  layout explain 'bf16[300,500]{1,0:T(8,128)(2,1)}'
  layout explain 'f32[3,5]{1,0:T(2,2)}' --at 2,3          17
  layout explain 'f32[3,5]{1,0:T(2,2)}' --position 18     padding
  layout explain 'f32[3,5]{1,0:T(2,2)}' --formula c       a function in C
  layout explain 'f32[3,5]{1,0:T(2,2)}' --cute            ((2,2),(2,3)):((2,12),(1,4))
  layout explain --tpu 'f32[1000000,3]'                   f32[1000000,3]{0,1:T(4,128)}
  layout explain --from onednn aBcd16b --shape 'f32[2,20,3,5]'
  layout explain 'f32[2,20,3,5]{3,2,1,0:T(16,1,1)}' --to onednn     aBcd16b";

/// At most one question, answered instead of the explanation.
#[derive(clap::Args)]
#[group(multiple = false)]
struct Question {
    /// Print the position of the element at this index, in elements
    #[arg(long, value_name = "INDEX", value_parser = index)]
    at: Option<Index>,

    /// Print the index of the element at this position, or `padding`
    #[arg(long, value_name = "POSITION")]
    position: Option<usize>,

    /// Print the position as a function of a language
    #[arg(long, value_name = "LANGUAGE")]
    formula: Option<FormulaLanguage>,

    /// Print the layout in the notation of another system
    #[arg(long, value_name = "SYSTEM", value_parser = foreign::systems())]
    to: Option<System>,

    /// Print the layout in CuTe's notation
    #[arg(long)]
    cute: bool,
}

/// The index of an element.
#[derive(Clone)]
struct Index(Vec<usize>);

/// Reads `2,3`, `[2, 3]` or `(2,3)`.
fn index(text: &str) -> Result<Index, String> {
    let inside = text.trim().trim_matches(['[', ']', '(', ')']).trim();
    if inside.is_empty() {
        return Ok(Index(Vec::new())); // of a scalar
    }
    let numbers = inside.split(',').map(|number| number.trim().parse());
    let numbers: Result<Vec<usize>, _> = numbers.collect();
    numbers
        .map(Index)
        .map_err(|_| "write one number per dimension, such as `2,3`".into())
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum FormulaLanguage {
    C,
    Rust,
    Python,
    Latex,
}

impl From<FormulaLanguage> for Language {
    fn from(language: FormulaLanguage) -> Language {
        match language {
            FormulaLanguage::C => Language::C,
            FormulaLanguage::Rust => Language::Rust,
            FormulaLanguage::Python => Language::Python,
            FormulaLanguage::Latex => Language::Latex,
        }
    }
}

pub(crate) fn run(args: &ExplainArgs) -> Outcome {
    let question = &args.question;
    if args.tpu && args.json {
        default_layout::print_json(args.layout.as_deref())?;
        return Ok(ExitCode::SUCCESS);
    }
    if args.source.is_named() && args.json && args.layout.as_deref().unwrap_or("-") == "-" {
        args.source.print_json_lines()?;
        return Ok(ExitCode::SUCCESS);
    }
    let text = stdio::text(args.layout.as_deref())?;
    let mut out = streams::stdout();
    if let Some(words) = foreign::vector_layouts(&text)? {
        if args.json {
            let words: Vec<&str> = words.lines().collect();
            writeln!(out, "{:#}", serde_json::json!({ "vector_layouts": words }))?;
        } else {
            writeln!(out, "{words}")?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    if args.json
        && question.at.is_none()
        && question.position.is_none()
        && text.trim().contains('\n')
    {
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let layout = args.source.layout(line.trim())?;
            writeln!(out, "{}", explanation_json::of(&layout))?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let mut layout = args.source.layout(&text)?;
    if args.tpu {
        layout = default_layout::of(&layout)?;
    }
    if let Some(Index(index)) = &question.at {
        let position = position(&layout, index)?;
        if args.json {
            writeln!(out, "{:#}", explanation_json::element(&layout, position))?
        } else {
            writeln!(out, "{position}")?
        }
    } else if let Some(position) = question.position {
        let element = element(&layout, position)?;
        if args.json {
            writeln!(out, "{:#}", explanation_json::element(&layout, position))?
        } else {
            writeln!(out, "{element}")?
        }
    } else if let Some(language) = question.formula {
        let formula = explain(&layout).position();
        writeln!(out, "{}", formula.function(language.into()))?;
    } else if let Some(system) = question.to {
        writeln!(out, "{}", system.print(&layout)?)?;
    } else if question.cute {
        let spelling = explain(&layout).cute();
        let spelling = spelling.ok_or_else(|| no_spelling(&layout))?;
        writeln!(out, "{spelling}")?;
    } else if args.json {
        writeln!(out, "{:#}", explanation_json::of(&layout))?;
    } else {
        if args.tpu {
            default_layout::print_candidates(&mut out, &layout)?;
        }
        let explanation = explain(&layout).to_string();
        // The parts of the text are its title, and that of the picture.
        let (_, explanation) = explanation.split_once('\n').unwrap_or(("", &explanation));
        let picture = args.picture.of(&layout).to_string();
        let (_, picture) = picture.split_once('\n').unwrap_or(("", &picture));
        let (sentence, picture) = picture.split_once("\n\n").unwrap_or((picture, ""));
        writeln!(out, "{sentence}\n")?;
        writeln!(out, "{}\n", args.picture.of(&layout).parts(true))?;
        let width = args.picture.columns();
        writeln!(out, "{}", explanation_text::wrapped(explanation, width))?;
        writeln!(out, "{picture}")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The position of an element.
fn position(layout: &Layout, index: &[usize]) -> Result<usize, Failure> {
    layout.checked_offset(index).ok_or_else(|| {
        let (dims, rank) = (layout.dims(), layout.rank());
        if index.len() == rank { Failure::new(format!("no element at {index:?}: the dimensions are {dims:?}")) } else { Failure::new(format!(
                "the index has {} of {rank} numbers\n  = help: write one number per dimension: `--at {}`",
                index.len(),
                vec!["0"; rank].join(",")
            )) }
    })
}

/// The index of the element at a position, with commas, or `padding`.
fn element(layout: &Layout, position: usize) -> Result<String, Failure> {
    if position >= layout.padded_len() {
        let len = layout.padded_len();
        return Err(Failure::new(format!(
            "no position {position}: the buffer has {len} positions"
        )));
    }
    Ok(match layout.index(position) {
        None => "padding".into(),
        Some(index) => words::joined(&index, ",").to_string(),
    })
}

fn no_spelling(layout: &Layout) -> Failure {
    Failure::new(format!(
        "`{layout}` has no CuTe spelling: its position is not a sum of digits of each dimension"
    ))
}
