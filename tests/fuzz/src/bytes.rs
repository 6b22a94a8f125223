//! Targets whose inputs are files of bytes.

use tiled_layout::xla::audit::{Audit, AuditError};
use tiled_layout::xla::proto;
use tiled_layout::xla::shards::Sharding;
use tiled_layout::xla::tally::{Memory, Options, Tally};
use tiled_layout::{ElementType, Layout};

#[path = "../../../tiled-layout-cli/src/files/npy_header.rs"]
mod npy_header;

/// HLO text, whole or not.
pub fn hlo(data: &[u8]) {
    crate::dumps::check(data);
    audit(data);
}

/// An audit has the same figures in whatever pieces the file comes. A result in a donated argument
/// is a result, and a file's buffer assignment says the same of the file again.
fn audit(data: &[u8]) {
    let figures = |piece: usize| {
        tally(data, piece).map(|mut tally| {
            let memory = tally.memory().cloned();
            if let Some(memory) = &memory {
                check_memory(memory);
                assert!(memory.lines().len() >= 2);
            }
            let totals = [tally.all(), tally.entry(), tally.parameters()];
            let counts = (tally.left_out(), tally.other_names(), tally.skipped_count());
            let assignment = self::tally(data, data.len().max(1)).unwrap();
            if tally.take_assignment(&assignment) {
                let [before, after] = [memory.as_ref(), tally.memory()].map(|own| own.unwrap().hbm);
                assert_eq!(before.peak(), after.peak());
            }
            (totals, counts, memory, tally.reserved().bytes)
        })
    };
    let piece = 1 + data.last().map_or(0, |&byte| usize::from(byte));
    assert_eq!(figures(piece), figures(data.len().max(1)));
}

fn tally(data: &[u8], piece: usize) -> Result<Tally, AuditError> {
    let mut audit = Audit::new(Options::default());
    let read = data.chunks(piece).try_for_each(|piece| audit.read(piece));
    read.and_then(|()| audit.finish())
}

fn check_memory(memory: &Memory) {
    for space in [&memory.hbm, &memory.vmem, &memory.host] {
        assert!(space.donated <= space.results, "{memory:?}");
        assert_eq!(space.donated.is_some(), space.results.is_some());
        assert!(space.peak() >= space.temporaries.filter(|_| space.results.is_some()));
    }
    assert!(
        memory
            .at_peak
            .is_sorted_by_key(|array| u64::MAX - array.bytes)
    );
    assert!(memory.no_peak.is_none() || memory.hbm.temporaries.is_none());
}

/// Protocol buffers: shapes, layouts, instructions, shardings. What is read is written and read
/// again as the same.
pub fn protos(data: &[u8]) {
    audit(data);
    if let Ok(layout) = proto::from_shape_proto(data) {
        let written = proto::to_shape_proto(&layout);
        assert_eq!(proto::from_shape_proto(&written), Ok(layout));
        assert_eq!(Layout::parse(&layout.to_string()), Ok(layout));
    }
    let _ = proto::from_layout_proto(ElementType::F32, &[3, 5], data);
    for array in proto::arrays(data).flatten() {
        let _ = array.layout();
    }
    if let Ok(sharding) = Sharding::from_op_sharding(data) {
        let _ = sharding.num_devices();
    }
}

/// The headers of NumPy's files.
pub fn headers(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    if let Some(header) = npy_header::Header::parse(text) {
        assert!(text.contains(&header.descr));
        assert!(header.shape.len() <= text.len());
        assert!(text.contains(if header.fortran_order {
            "True"
        } else {
            "False"
        }));
    }
}
