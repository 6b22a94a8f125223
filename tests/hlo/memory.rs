//! The memory that an audit finds, against what compilers reserve and against small modules that
//! were worked out by hand.

use std::fs;

use layout_oracle::data;
use tiled_layout::xla::audit::Audit;
use tiled_layout::xla::tally::{Memory, NoPeak, Options, SpaceBytes, Tally};

/// The bytes of a granule: the compiler's figures for a whole program differ by one or two.
const GRANULE: u64 = 8192;

fn audit(bytes: &[u8]) -> Tally {
    let mut audit = Audit::new(Options::default());
    audit.read(bytes).unwrap();
    audit.finish().unwrap()
}

fn memory(text: &str) -> Memory {
    audit(text.as_bytes()).memory().unwrap().clone()
}

/// The bytes of `-` are not known.
fn known(text: &str) -> Option<u64> {
    text.parse().ok()
}

#[test]
#[cfg_attr(miri, ignore = "reads files")]
fn small_modules() {
    let rows = data::rows("peak/cases.tsv");
    assert_eq!(rows.len(), 13);
    for row in rows {
        let memory = memory(&data::read(&format!("peak/cases/{}.txt", row[0])));
        let SpaceBytes {
            arguments,
            results,
            donated,
            temporaries,
            padding_at_peak,
            ..
        } = memory.hbm;
        let found = [Some(arguments), Some(results), Some(donated)];
        let found = [&found[..], &[temporaries, padding_at_peak]].concat();
        let vmem = memory.vmem.temporaries;
        let host = [Some(memory.host.arguments), Some(memory.host.results)];
        let found = [&found[..], &[vmem], &host, &[memory.host.temporaries]].concat();
        let expected: Vec<_> = row[1..10].iter().map(|figure| known(figure)).collect();
        assert_eq!(found, expected, "{}", row[0]);
        let at = memory.peak_at.map(|at| at.instruction.into_string());
        assert_eq!(at.as_deref().unwrap_or("-"), row[10], "{}", row[0]);
    }
}

/// The peaks of large programs. Where VMEM needs more, the compiler's peak is that of VMEM.
#[test]
#[cfg_attr(miri, ignore = "reads files")]
fn peaks_are_the_compilers() {
    let rows = data::rows("peak/memory.tsv");
    let (mut equal, mut of_vmem) = (0, 0);
    for row in &rows {
        let memory = memory(&data::read(&format!("peak/{}.txt", row[0])));
        let [arguments, results, temporaries, donated, peak] =
            [1, 2, 3, 4, 5].map(|column| known(&row[column]).unwrap());
        assert_eq!(memory.hbm.arguments, arguments, "{}", row[0]);
        let table = results - memory.hbm.results;
        assert!(table <= 1024, "{}: {table}", row[0]);
        assert_eq!(memory.hbm.donated, donated, "{}", row[0]);
        assert!(memory.hbm.temporaries.unwrap() <= temporaries, "{}", row[0]);
        let found = memory.hbm.peak().unwrap() + memory.host.peak().unwrap();
        let vmem = memory.vmem.temporaries.unwrap() + memory.hbm.arguments;
        equal += u64::from(found.abs_diff(peak) <= GRANULE);
        of_vmem += u64::from(found + GRANULE < peak && vmem.abs_diff(peak) <= GRANULE);
    }
    assert_eq!((equal, of_vmem), (11, 1), "of {}", rows.len());
}

/// Arguments to the byte, and results but for the table of a tuple, of programs of many kinds.
#[test]
#[cfg_attr(miri, ignore = "reads files")]
fn arguments_and_results_are_the_compilers() {
    let rows = data::rows("hlo_newer/memory.tsv");
    assert_eq!(rows.len(), 59);
    for row in rows {
        let memory = memory(&data::read(&format!("hlo_newer/{}.txt", row[0])));
        let [arguments, results, _, _, host_arguments, host_results] =
            [1, 2, 3, 4, 5, 6].map(|column| known(&row[column]).unwrap());
        assert_eq!(memory.hbm.arguments, arguments, "{}", row[0]);
        assert_eq!(memory.host.arguments, host_arguments, "{}", row[0]);
        assert_eq!(memory.host.results, host_results, "{}", row[0]);
        let table = results - memory.hbm.results;
        assert!(table <= 1024, "{}: {table}", row[0]);
    }
}

/// A module as text and as a proto has the same buffers.
#[test]
#[cfg_attr(miri, ignore = "reads files")]
fn texts_and_protos_have_the_same_figures() {
    let pairs = [
        ("dump_kinds/mlp.txt", "dump_kinds/mlp.hlo_module.pb"),
        (
            "dump_kinds/cpu.cpu_after_optimizations.txt",
            "dump_kinds/cpu.cpu_after_optimizations.hlo.pb",
        ),
        (
            "dump_kinds/cpu.before_optimizations.txt",
            "dump_kinds/cpu.before_optimizations.hlo.pb",
        ),
    ];
    for (text, proto) in pairs {
        let path = |file| format!("{}/data/{file}", env!("CARGO_MANIFEST_DIR"));
        let [text, proto] = [text, proto].map(|file| audit(&fs::read(path(file)).unwrap()));
        let figures = |tally: &Tally| {
            let memory = tally.memory().unwrap().clone();
            let spaces = [memory.hbm, memory.vmem, memory.host];
            let at = memory.peak_at.map(|at| (at.instruction, at.computation));
            let totals = [
                tally.all(),
                tally.entry(),
                tally.parameters(),
                tally.left_out(),
            ];
            (spaces, at, totals, tally.other_names(), memory.no_peak)
        };
        assert_eq!(figures(&text), figures(&proto));
    }
}

/// A computation that both an instruction without memory and a call use counts once.
#[test]
fn shared_computations_count_once_in_either_order() {
    let module = |first: &str, second: &str| {
        format!(
            "HloModule m, is_scheduled=true\n\n%c (x: f32[256]) -> f32[256] {{\n  \
             %x = f32[256]{{0}} parameter(0)\n  %s = f32[256]{{0}} sine(%x)\n  \
             ROOT %n = f32[256]{{0}} negate(%s)\n}}\n\nENTRY %e (p: f32[256]) -> f32[256] {{\n  \
             %p = f32[256]{{0}} parameter(0)\n  {first}\n  {second}\n  \
             ROOT %r = f32[256]{{0}} add(%m, %k)\n}}\n"
        )
    };
    let map = "%m = f32[256]{0} map(%p), dimensions={0}, to_apply=%c";
    let call = "%k = f32[256]{0} call(%p), to_apply=%c";
    for text in [module(map, call), module(call, map)] {
        let tally = audit(text.as_bytes());
        // p, m, k, r and s.
        assert_eq!((tally.all().arrays, tally.all().padded_bytes), (5, 5120));
        assert_eq!(tally.left_out().arrays, 0);
    }
}

#[test]
fn no_peak_where_the_order_is_not_known() {
    let callee = "%c (x: f32[8]) -> f32[8] {\n  %x = f32[8]{0} parameter(0)\n  \
                  ROOT %n = f32[8]{0} negate(%x)\n}\n\n";
    let entry = "ENTRY %e (p: f32[8]) -> f32[8] {\n  %p = f32[8]{0} parameter(0)\n  \
                 ROOT %k = f32[8]{0} call(%p), to_apply=%c\n}\n\n";
    let head = "HloModule m, is_scheduled=true\n\n";
    let reason = |text: &str| memory(text).no_peak;
    assert_eq!(reason(&[head, callee, entry].concat()), None);
    let late = Some(NoPeak::CalleeAfterCaller);
    assert_eq!(reason(&[head, entry, callee].concat()), late);
    let free = ["HloModule m\n\n", callee, entry].concat();
    assert_eq!(reason(&free), Some(NoPeak::NotScheduled));
    // Two modules have no peak in common, and the arguments of both.
    let modules = [head, callee, entry].concat().repeat(2);
    assert_eq!(reason(&modules), Some(NoPeak::SeveralModules));
    assert_eq!(memory(&modules).hbm.arguments, 64);
    assert_eq!(memory(&modules).hbm.temporaries, None);
}
