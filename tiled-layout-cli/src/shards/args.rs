//! The arguments of `layout shards`.

use std::path::PathBuf;

use layout_runtime::Layout;
use layout_xla::shards::{Sharded, Sharding, ShardingError};

use crate::draw::Picture;
use crate::failure::Failure;
use crate::given_layout::layout_of;

/// Shows which device holds which elements of an array
///
/// The sharding cuts the array into shards; the layout is that of one shard.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ShardsArgs {
    /// The array: element type and dimensions, with or without the layout of a shard; or a file
    /// whose tensors are cut (.safetensors)
    pub(super) array: String,

    #[command(flatten)]
    pub(super) sharding: ShardingArgs,

    /// Print only the devices that hold the element at this index, and its tile and byte
    /// there
    #[arg(long, value_name = "INDEX", value_delimiter = ',')]
    pub(super) at: Option<Vec<usize>>,

    /// The tensor of a file [default: all]
    #[cfg(feature = "convert")]
    #[arg(long, value_name = "NAME")]
    pub(super) tensor: Option<String>,

    /// Print JSON, with the elements of each device
    #[arg(long)]
    pub(super) json: bool,

    /// Write an SVG file instead, in which the element of `--at` is located; `-` is standard
    /// output
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    pub(super) svg: Option<PathBuf>,

    /// Overwrite an existing file
    #[arg(long, requires = "svg")]
    pub(super) force: bool,

    #[command(flatten)]
    pub(super) picture: Picture,
}

/// A sharding, and the layout of a shard.
#[derive(clap::Args)]
pub(super) struct ShardingArgs {
    /// The sharding, as XLA prints it
    #[arg(long, value_name = "SHARDING")]
    sharding: String,

    /// The layout of a shard: `{1,0:T(8,128)}`, `tpu`, or `rows` without tiles [default: that of
    /// the array's text, or `tpu`]
    #[arg(long, value_name = "LAYOUT")]
    shard: Option<String>,

    /// The number of devices, if the sharding does not give it, as `{replicated}`
    #[arg(long, value_name = "NUMBER", default_value = "1")]
    devices: usize,
}

const EXAMPLES: &str = "\
Examples:
  layout shards 'f32[1000,12]' --sharding '{devices=[4,1]<=[4]}'
  layout shards 'bf16[100,300]' --sharding '{devices=[2,1,2]<=[4] last_tile_dim_replicate}' \\
      --shard '{1,0:T(8,128)(2,1)}' --at 99,299
  layout shards weights.safetensors --sharding '{devices=[4,1]<=[4]}' --tensor embed
  layout shards 'bf16[4096,4096]' --sharding '{devices=[8,8]<=[64]}' --svg shards.svg";

impl From<ShardingError> for Failure {
    fn from(error: ShardingError) -> Failure {
        Failure::new(error)
    }
}

/// A sharding in XLA's text.
fn sharding(text: &str) -> Result<Sharding, Failure> {
    let text = text.trim();
    Sharding::parse(text).map_err(|error| {
        let braced = format!("{{{text}}}");
        match Sharding::parse(&braced) {
            Ok(_) => Failure::new(format!("{error}\n  = help: write it in braces: '{braced}'")),
            Err(_) if text.starts_with("P(") || text.starts_with("PartitionSpec") => {
                Failure::new(format!(
                    "{error}\n  = help: a `PartitionSpec` of JAX needs its mesh; XLA's text of a \
                     sharding is in a dump, such as '{{devices=[4,1]<=[4]}}'"
                ))
            }
            Err(_) => Failure::new(error),
        }
    })
}

impl ShardingArgs {
    pub(super) fn parse(&self) -> Result<Sharding, Failure> {
        sharding(&self.sharding)
    }

    /// An array with the dimensions and elements of `array`; `own` is the layout of a shard
    /// from the array's text.
    pub(super) fn of(
        &self,
        sharding: &Sharding,
        array: &Layout,
        own: Option<&str>,
    ) -> Result<Sharded, Failure> {
        let shard = self.shard.as_deref().or(own).unwrap_or("tpu").trim();
        let sharded = Sharded::with(array.dims(), sharding, |extents| {
            layout_of(array, extents, shard)
        })?;
        Ok(sharded.with_devices(self.devices))
    }
}
