//! `layout reshard`: makes the shards of a checkpoint from those of another sharding.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::str::FromStr;

use layout_runtime::Layout;
use layout_xla::shards::{Piece, Sharded, Sharding, reshard};
use serde_json::{Map, json};

use crate::convert::{
    self, FileKind, LayoutText, Part, ReadOptions, Stored, WriteOptions, Written, check_new, says,
    shown, write_file,
};
use crate::failure::{Failure, Outcome};
use crate::given_layout::layout_of;
use crate::shards::sharding;

/// Writes the shards of an array for another sharding
///
/// FILES are those of the devices of --from, then those of --to, each in ascending order of
/// devices. In a name, `{}` stands for the number of each device.
///
/// Each output is written under a temporary name and renamed. An output that this command has
/// already written from the same inputs is kept, so that an interrupted run can be repeated.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ReshardArgs {
    /// The files of the source's devices, then those of the target's (.safetensors)
    #[arg(required = true, value_name = "FILES")]
    files: Vec<String>,

    /// The sharding of the input files, as XLA prints it
    #[arg(long, value_name = "SHARDING")]
    from: String,

    /// The sharding of the output files
    #[arg(long, value_name = "SHARDING")]
    to: String,

    /// The layout of the output shards: `{1,0:T(8,128)}`, `tpu`, or `rows` without tiles
    #[arg(long, value_name = "LAYOUT", default_value = "rows")]
    layout: String,

    /// The dimensions of the whole array, where shards are uneven [default: those of a shard
    /// times the number of shards, or what the files say]
    #[arg(long, value_name = "DIMS", value_delimiter = ',')]
    dims: Option<Vec<usize>>,

    /// The tensor [default: all]
    #[arg(long, value_name = "NAME")]
    tensor: Option<String>,

    /// Write only part K of N of the files. K counts from 0 or from 1: N/N is 0/N
    #[arg(long, value_name = "K/N")]
    part: Option<Share>,

    #[command(flatten)]
    write: WriteOptions,
}

const EXAMPLES: &str = "\
Examples:
  layout reshard 'old-{}.safetensors' 'new-{}.safetensors' \\
      --from '{devices=[8,1]<=[8]}' --to '{devices=[2,2]<=[4]}'
  layout reshard 'old-{}.safetensors' 'new-{}.safetensors' \\
      --from '{devices=[8,1]<=[8]}' --to '{devices=[2,2]<=[4]}' \\
      --part \"$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT\"";

/// A part of the work: the files whose number is `part` modulo `of`.
#[derive(Clone, Copy)]
struct Share {
    part: usize,
    of: usize,
}

impl FromStr for Share {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Share, &'static str> {
        let numbers = text.split_once('/').and_then(|(part, of)| {
            let (part, of) = (part.parse().ok()?, of.parse().ok()?);
            (of > 0 && part <= of).then_some(Share { part, of })
        });
        numbers.ok_or("write a part and the number of parts: `0/4`")
    }
}

/// The devices of a sharding, in ascending order.
fn devices(sharding: &Sharding) -> Result<Vec<usize>, Failure> {
    // Any array has these devices; one without dimensions serves if the sharding names none.
    let dims = vec![1; sharding.shard_counts().len()];
    let sharded = Sharded::with(&dims, sharding, |extents| rows(extents, None))?;
    let mut devices: Vec<usize> = sharded.devices().collect();
    devices.sort_unstable();
    Ok(devices)
}

/// The elements of these extents in row-major order.
fn rows(extents: &[usize], array: Option<&Layout>) -> Result<Layout, Failure> {
    let element = array.map_or(layout_runtime::ElementType::U8, Layout::element_type);
    Layout::row_major(element, extents).map_err(Failure::new)
}

/// The file of each device, sources first.
fn files(names: &[String], from: &[usize], to: &[usize]) -> Result<[Vec<PathBuf>; 2], Failure> {
    let expand = |name: &String, devices: &[usize]| {
        let names = devices
            .iter()
            .map(|device| name.replace("{}", &device.to_string()).into());
        names.collect::<Vec<PathBuf>>()
    };
    if let [source, target] = names
        && (source.contains("{}") || from.len() == 1)
        && (target.contains("{}") || to.len() == 1)
    {
        return Ok([expand(source, from), expand(target, to)]);
    }
    if names.len() != from.len() + to.len() {
        return Err(Failure::new(format!(
            "{} files, but the shardings have {} and {} devices\n  = help: name one file per \
             device, or two names with `{{}}` for the device's number",
            names.len(),
            from.len(),
            to.len()
        )));
    }
    let (sources, targets) = names.split_at(from.len());
    let paths = |names: &[String]| names.iter().map(PathBuf::from).collect();
    Ok([paths(sources), paths(targets)])
}

/// Refuses a file of two devices; `kind` is `input` or `output`. Two paths are the same file if
/// their folders and names are.
fn check_distinct(kind: &str, paths: &[PathBuf], devices: &[usize]) -> Result<(), Failure> {
    let mut seen = BTreeMap::new();
    for (path, device) in paths.iter().zip(devices) {
        let folder = path.parent().filter(|folder| *folder != Path::new(""));
        let folder = folder.unwrap_or(Path::new("."));
        let folder = folder.canonicalize().unwrap_or(folder.to_owned());
        if let Some(first) = seen.insert((folder, path.file_name()), device) {
            return Err(Failure::new(format!(
                "{}: the {kind} of devices {first} and {device}",
                shown(path)
            )));
        }
    }
    Ok(())
}

/// A tensor in the files of all source devices.
struct Sources {
    name: String,
    /// One entry per device.
    shards: BTreeMap<usize, Stored>,
    /// In row-major order; only the dimensions and elements count.
    whole: LayoutText,
    /// One entry per target device.
    pieces: BTreeMap<usize, Vec<Piece>>,
}

impl Sources {
    fn new(
        name: &str,
        shards: BTreeMap<usize, Stored>,
        args: &ReshardArgs,
        from: &Sharding,
        to: &Sharding,
    ) -> Result<Sources, Failure> {
        let Some(first) = shards.values().next() else {
            return Err(Failure::new("no files"));
        };
        let element = &first.layout();
        let counts = from.shard_counts();
        let dims = match (&args.dims, first.whole()) {
            (Some(dims), _) => dims.clone(),
            (None, Some(whole)) => whole.dims().to_vec(),
            (None, None) if counts.is_empty() => element.dims().to_vec(),
            (None, None) => {
                let pairs = element.dims().iter().zip(counts);
                pairs
                    .map(|(dim, count)| dim.saturating_mul(*count))
                    .collect()
            }
        };
        let in_tensor =
            |words: &dyn std::fmt::Display| Failure::new(format!("{}: {words}", first.shown()));
        let sharded = |sharding: &Sharding| {
            Sharded::with(&dims, sharding, |extents| rows(extents, Some(element)))
                .map_err(|failure: Failure| in_tensor(&failure.message()))
        };
        let (source, target) = (sharded(from)?, sharded(to)?);
        for (&device, shard) in &shards {
            let held = source.shard_dims(device);
            let layout = shard.layout();
            let (own, extents) = (layout.dims(), source.shard().dims());
            let same = layout.element_type() == element.element_type();
            if !same || own != extents && held.is_none_or(|held| *own != *held) {
                return Err(Failure::new(format!(
                    "{}: `{layout}`, but a shard of {dims:?} is {}{extents:?}\n  = help: `--dims` says \
                     the dimensions of the whole array",
                    shard.shown(),
                    element.element_type()
                )));
            }
        }
        let mut pieces: BTreeMap<usize, Vec<Piece>> = BTreeMap::new();
        for piece in reshard(&source, &target).map_err(|error| in_tensor(&error))? {
            pieces.entry(piece.target).or_default().push(piece);
        }
        Ok(Sources {
            name: name.to_owned(),
            whole: LayoutText::new(&rows(&dims, Some(element))?),
            shards,
            pieces,
        })
    }

    /// The shard of a target device.
    fn written(&self, device: usize, to: &Sharding, layout: &str) -> Result<Written<'_>, Failure> {
        let whole = self.whole.layout();
        let target = Sharded::with(whole.dims(), to, |extents| {
            layout_of(&whole, extents, layout.trim())
        })?;
        let pieces = self.pieces.get(&device).into_iter().flatten();
        let parts = pieces.filter_map(|piece| {
            Some(Part {
                source: self.shards.get(&piece.source)?,
                origin: piece
                    .source_region
                    .iter()
                    .map(|range| range.start)
                    .collect(),
                region: piece.target_region.clone(),
            })
        });
        Ok(Written {
            name: &self.name,
            layout: *target.shard(),
            whole: Some(whole),
            parts: parts.collect(),
        })
    }
}

/// The tensors of all input files.
fn open(
    paths: &[PathBuf],
    devices: &[usize],
    args: &ReshardArgs,
    from: &Sharding,
    to: &Sharding,
) -> Result<Vec<Sources>, Failure> {
    let options = ReadOptions {
        tensor: args.tensor.as_deref(),
        ..ReadOptions::default()
    };
    let mut names = Vec::new();
    let mut tensors: BTreeMap<String, BTreeMap<usize, Stored>> = BTreeMap::new();
    for (path, &device) in paths.iter().zip(devices) {
        for shard in convert::open(path, options)? {
            let shards = tensors.entry(shard.name.clone()).or_default();
            if shards.is_empty() {
                names.push(shard.name.clone());
            }
            shards.insert(device, shard);
        }
    }
    let mut sources = Vec::new();
    for name in names {
        let shards = tensors.remove(&name).unwrap_or_default();
        if shards.len() != devices.len() {
            let (has, all) = (shards.len(), devices.len());
            return Err(Failure::new(format!("`{name}` is in {has} of {all} files")));
        }
        sources.push(Sources::new(&name, shards, args, from, to)?);
    }
    Ok(sources)
}

/// The origin that an output records: the shardings, the layout, and the input files.
fn made_from(args: &ReshardArgs, paths: &[PathBuf]) -> Result<String, Failure> {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64; // FNV-1a
    let mut add = |text: &str| {
        for byte in text.bytes().chain([0]) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    add(&format!("{:?} {:?}", args.dims, args.tensor));
    for path in paths {
        let metadata = std::fs::metadata(path)
            .map_err(|error| Failure::Message(format!("{}: {error}", shown(path))))?;
        add(&path.display().to_string());
        add(&format!(
            "{} {:?}",
            metadata.len(),
            metadata.modified().ok()
        ));
    }
    Ok(format!(
        "{} {} {} {hash:016x}",
        args.from, args.to, args.layout
    ))
}

pub(crate) fn run(args: &ReshardArgs) -> Outcome {
    let (from, to) = (sharding(&args.from)?, sharding(&args.to)?);
    let (sources, targets) = (devices(&from)?, devices(&to)?);
    let [inputs, outputs] = files(&args.files, &sources, &targets)?;
    check_distinct("input", &inputs, &sources)?;
    check_distinct("output", &outputs, &targets)?;
    let made_from = made_from(args, &inputs)?;

    // The files of this part that are not written yet.
    let share = args.part.unwrap_or(Share { part: 0, of: 1 });
    let mut left: Vec<(usize, &Path)> = Vec::new();
    for (number, (device, path)) in targets.iter().zip(&outputs).enumerate() {
        if FileKind::of(path) != FileKind::Safetensors {
            return Err(Failure::new(format!(
                "{}: shards are written as safetensors\n  = help: name the files `.safetensors`",
                shown(path)
            )));
        }
        let is_own = number % share.of == share.part % share.of;
        if is_own && !says(path, "made_from", &made_from) {
            check_new(path, args.write.force)?;
            left.push((*device, path));
        }
    }
    if left.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    let tensors = open(&inputs, &sources, args, &from, &to)?;
    for (device, path) in left {
        let mut metadata = Map::new();
        metadata.insert("made_from".into(), json!(made_from));
        metadata.insert("sharding".into(), json!(to.to_string()));
        metadata.insert("device".into(), json!(device.to_string()));
        let written = |tensor| Sources::written(tensor, device, &to, &args.layout);
        write_file(path, &tensors, written, metadata, &args.write)?;
    }
    Ok(ExitCode::SUCCESS)
}
