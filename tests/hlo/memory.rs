//! The memory that an audit finds, against what compilers reserve and against small modules that
//! were worked out by hand.

use std::fs;

use layout_oracle::data;
use tiled_layout::Layout;
use tiled_layout::xla::audit::Audit;
use tiled_layout::xla::proto::to_shape_proto;
use tiled_layout::xla::tally::{Memory, NoPeak, Options, Role, SpaceBytes, Tally};

/// The bytes of a granule: the compiler's figures for a whole program differ by one or two.
const GRANULE: u64 = 8192;

fn audit(bytes: &[u8]) -> Tally {
    let mut audit = Audit::new(Options::default());
    audit.read(bytes).unwrap();
    audit.finish().unwrap()
}

/// Audits a file of the test data.
fn file(name: &str) -> Tally {
    let path = format!("{}/data/{name}", env!("CARGO_MANIFEST_DIR"));
    audit(&fs::read(path).unwrap())
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
        let found = [Some(arguments), results, donated];
        let found = [&found[..], &[temporaries, padding_at_peak]].concat();
        let vmem = memory.vmem.temporaries;
        let host = [Some(memory.host.arguments), memory.host.results];
        let found = [&found[..], &[vmem], &host, &[memory.host.temporaries]].concat();
        let expected: Vec<_> = row[1..10].iter().map(|figure| known(figure)).collect();
        assert_eq!(found, expected, "{}", row[0]);
        let at = memory.peak_at.map(|at| at.instruction.into_string());
        assert_eq!(at.as_deref().unwrap_or("-"), row[10], "{}", row[0]);
    }
}

/// The peaks of large programs. Where VMEM needs more, the compiler's peak is the peak of VMEM.
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
        let table = results - memory.hbm.results.unwrap();
        assert!(table <= 1024, "{}: {table}", row[0]);
        assert_eq!(memory.hbm.donated, Some(donated), "{}", row[0]);
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
        assert_eq!(memory.host.results, Some(host_results), "{}", row[0]);
        let table = results - memory.hbm.results.unwrap();
        assert!(table <= 1024, "{}: {table}", row[0]);
    }
}

/// A module as text and as a proto has the same buffers. A proto may have the buffer assignment
/// that is beside the text.
#[test]
#[cfg_attr(miri, ignore = "reads files")]
fn texts_and_protos_have_the_same_figures() {
    let assignment = "-buffer-assignment.txt";
    let pairs = [
        ("dump_kinds/mlp", ".hlo_module.pb", None),
        (
            "dump_kinds/cpu.cpu_after_optimizations",
            ".hlo.pb",
            Some(assignment),
        ),
        ("dump_kinds/cpu.before_optimizations", ".hlo.pb", None),
        (
            "dump_kinds/step.cpu_after_optimizations",
            ".hlo.pb",
            Some(assignment),
        ),
        ("sharded/sharded_both", ".hlo_module.pb", None),
        ("sharded/sharded_even", ".hlo_module.pb", None),
    ];
    for (name, proto, assignment) in pairs {
        let [mut text, proto] = [".txt", proto].map(|end| file(&format!("{name}{end}")));
        if let Some(end) = assignment {
            assert!(text.take_assignment(&file(&format!("{name}{end}"))));
        }
        let has_bound = text.memory().unwrap().is_at_most;
        let figures = |tally: &Tally| {
            let memory = tally.memory().unwrap().clone();
            let spaces = [memory.hbm, memory.vmem, memory.host];
            let at = memory.peak_at.map(|at| (at.instruction, at.computation));
            // An upper bound may be elsewhere than the peak of the compiler's heap.
            let at = at.filter(|_| !has_bound);
            let totals = [
                tally.all(),
                tally.entry(),
                tally.parameters(),
                tally.left_out(),
            ];
            let reserved = tally.reserved();
            let reserved = (reserved.bytes, reserved.allocations, reserved.compared);
            let exact = (memory.no_peak, memory.is_exact, reserved);
            (spaces, at, totals, tally.other_names(), exact)
        };
        assert_eq!(figures(&text), figures(&proto), "{name}");
    }
}

/// A field of a message, with bytes or with a number below 128.
fn field(number: u8, bytes: &[u8]) -> Vec<u8> {
    let len = u8::try_from(bytes.len()).ok().filter(|&len| len < 128);
    let len: Vec<u8> = match len {
        Some(len) => vec![len],
        None => vec![bytes.len() as u8 | 0x80, (bytes.len() >> 7) as u8],
    };
    [&key(number, 2)[..], &len, bytes].concat()
}

fn numbered(number: u8, value: u8) -> Vec<u8> {
    [&key(number, 0)[..], &[value]].concat()
}

fn key(number: u8, wire: u8) -> Vec<u8> {
    match number {
        ..16 => vec![number << 3 | wire],
        _ => vec![number << 3 | wire | 0x80, number >> 4],
    }
}

/// An asynchronous instruction's computation has no buffers but those of the instruction, in a
/// text and in a proto.
#[test]
fn asynchronous_computations_own_nothing() {
    let text = "HloModule m, is_scheduled=true

%c (x: f32[256]) -> f32[128] {
  %x = f32[256]{0} parameter(0)
  %s = f32[256]{0} negate(%x)
  ROOT %r = f32[128]{0} slice(%s), slice={[0:128]}
}

ENTRY %e (p: f32[256]) -> f32[128] {
  %p = f32[256]{0} parameter(0)
  %a = ((f32[256]{0}), f32[128]{0}, u32[]) async-start(%p), calls=%c
  ROOT %d = f32[128]{0} async-done(%a), calls=%c
}
";
    let shape = |text: &str| to_shape_proto(&Layout::parse(text).unwrap()).to_vec();
    let [long, half, context] = ["f32[256]{0}", "f32[128]{0}", "u32[]"].map(shape);
    let tuple = |entries: &[&Vec<u8>]| {
        let entries = entries.iter().flat_map(|entry| field(4, entry));
        [numbered(2, 13), entries.collect()].concat()
    };
    let started = tuple(&[&tuple(&[&long]), &half, &context]);
    let instruction =
        |id: u8, name: &str, opcode: &str, shape: &[u8], operand: Option<u8>, called| {
            let operand = operand.map(|operand| field(36, &[operand]));
            let called: Option<u8> = called;
            let called = called.map(|called| field(38, &[called]));
            let parts = [
                field(1, name.as_bytes()),
                field(2, opcode.as_bytes()),
                field(3, shape),
                numbered(35, id),
                operand.unwrap_or_default(),
                called.unwrap_or_default(),
            ];
            field(2, &parts.concat())
        };
    let callee = [
        field(1, b"c"),
        instruction(1, "x", "parameter", &long, None, None),
        instruction(2, "s", "negate", &long, Some(1), None),
        instruction(3, "r", "slice", &half, Some(2), None),
        numbered(5, 1),
        numbered(6, 3),
    ];
    let entry = [
        field(1, b"e"),
        instruction(4, "p", "parameter", &long, None, None),
        instruction(5, "a", "async-start", &started, Some(4), Some(1)),
        instruction(6, "d", "async-done", &half, Some(5), Some(1)),
        numbered(5, 2),
        numbered(6, 6),
    ];
    let sequence = |computation: u8, ids: &[u8]| {
        let sequence = [numbered(1, computation), field(2, &field(1, ids))];
        field(1, &sequence.concat())
    };
    let schedule = [sequence(1, &[1, 2, 3]), sequence(2, &[4, 5, 6])];
    let module = [
        field(1, b"m"),
        field(2, b"e"),
        field(3, &callee.concat()),
        field(3, &entry.concat()),
        field(7, &schedule.concat()),
    ];
    for tally in [audit(text.as_bytes()), audit(&module.concat())] {
        // p, the result, and the context of the instruction.
        let all = tally.all();
        assert_eq!((all.arrays, all.padded_bytes), (3, 1024 + 512 + 4));
        assert_eq!(tally.left_out().arrays, 0);
        let hbm = tally.memory().unwrap().hbm;
        assert_eq!((hbm.arguments, hbm.results), (1024, Some(512)));
        assert_eq!(hbm.temporaries, Some(4));
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

/// The figures of a buffer assignment are what the compiler says of the compiled program:
/// `memory_analysis()` of JAX 0.10.2 on a CPU. The text and the proto have the same.
#[test]
#[cfg_attr(miri, ignore = "reads files")]
fn assignments_are_exact() {
    let step = |end: &str| file(&format!("dump_kinds/step.cpu_after_optimizations{end}"));
    let assignment = step("-buffer-assignment.txt");
    let mut text = step(".txt");
    assert!(!text.memory().unwrap().is_exact);
    assert!(text.take_assignment(&assignment));
    for tally in [&assignment, &text, &step(".hlo.pb")] {
        let memory = tally.memory().unwrap();
        assert!(memory.is_exact);
        assert_eq!(memory.no_peak, None);
        assert_eq!(memory.hbm.arguments, 54_520);
        assert_eq!(memory.hbm.results, Some(33_908));
        assert_eq!(memory.hbm.donated, Some(30_800));
        assert_eq!(memory.hbm.temporaries, Some(62_304));
        assert_eq!(memory.hbm.peak(), Some(54_520 + 33_908 - 30_800 + 62_304));
        assert_eq!(memory.vmem.peak(), Some(0));
        assert_eq!(tally.parameters().arrays, 3);
        assert_eq!(tally.parameters().padded_bytes, 54_520);
    }
    // The compiler's heap says where the peak is; arguments and results are alive there.
    let memory = step(".hlo.pb").memory().unwrap().clone();
    let alive = |role| memory.at_peak.iter().filter(move |own| own.role == role);
    let temporaries: u64 = alive(Role::Temporary).map(|own| own.bytes).sum();
    assert_eq!(
        Some(temporaries),
        step(".hlo.pb")
            .reserved()
            .peak
            .as_ref()
            .map(|peak| peak.bytes)
    );
    assert!(temporaries <= 62_304);
    assert_eq!(alive(Role::Argument).count(), 3);
    // The parameters of reductions, branches and loops are not arguments.
    let values = step("-buffer-assignment-values.txt");
    let memory = values.memory().unwrap();
    assert_eq!((memory.hbm.arguments, memory.is_exact), (54_520, false));
    assert_eq!((memory.hbm.results, memory.hbm.peak()), (None, None));
    // An assignment of another module changes nothing.
    let other = file("dump_kinds/cpu.cpu_after_optimizations-buffer-assignment.txt");
    let before = text.memory().cloned();
    assert!(!text.take_assignment(&other));
    assert_eq!(text.memory(), before.as_ref());
}

/// A donated argument and the result in its memory are one buffer. Memories are not added up.
#[test]
fn allocations_of_several_memories() {
    let text = "BufferAssignment:
allocation 0: size 4096, parameter 0, shape |f32[1024]| at ShapeIndex {}, maybe-live-out:
 value: <1 x.1 @0> (size=4096,offset=0): f32[1024]{0}
 value: <2 half @0> (size=2048,offset=0): f32[512]{0}
 value: <4 wrapped_add @0> (size=4096,offset=0): f32[1024]{0}
allocation 1: size 512, color 5, parameter 1, shape |(f32[128], f32[8,2])| at ShapeIndex {0}:
 value: <3 p{0} @0> (size=512,offset=0): f32[128]{0:S(5)}
allocation 2: size 16, output shape is |(f32[1024], f32[2,4])|, maybe-live-out:
 value: <9 tuple{} @0> (size=16,offset=0): (f32[1024]{0}, f32[2,4]{1,0})
allocation 3: size 32, color 5, maybe-live-out:
 value: <8 out @0> (size=32,offset=0): f32[2,4]{1,0:S(5)}
allocation 4: size 4, constant:
 value: <7 c @0> (size=4,offset=0): f32[]
allocation 5: size 4, thread-local:
 value: <0 lhs @0> (size=4,offset=0): f32[]
allocation 6: size 8192, color 1, preallocated-temp:
 value: <5 a @0> (size=4096,offset=4096): f32[1024]{0:S(1)}
allocation 7: size 128, preallocated-temp:
 value: <6 b @0> (size=64,offset=0): f32[16]{0}
 value: <10 while{0} (phi) @0> (size=64,offset=0): f32[16]{0}
allocation 8: size 65536, color 2, preallocated-temp:
";
    let tally = audit(text.as_bytes());
    let memory = tally.memory().unwrap();
    let figures = |bytes: &SpaceBytes| {
        let SpaceBytes {
            arguments,
            results,
            donated,
            temporaries,
            ..
        } = *bytes;
        (
            arguments,
            results.unwrap(),
            donated.unwrap(),
            temporaries.unwrap(),
        )
    };
    assert_eq!(figures(&memory.hbm), (4096, 4096 + 16, 4096, 128));
    assert_eq!(figures(&memory.vmem), (0, 0, 0, 8192));
    assert_eq!(figures(&memory.host), (512, 32, 0, 0));
    assert_eq!(memory.hbm.peak(), Some(4096 + 16 + 128));
    // x.1, half, p{0}, out, c, a and b.
    assert_eq!((tally.all().arrays, tally.other_names()), (7, 2));
    assert_eq!(tally.left_out().arrays, 1);
    assert_eq!(tally.parameters().arrays, 2);
    let reserved = tally.reserved();
    assert_eq!(reserved.bytes, 4096 + 16 + 4 + 4 + 128);
    assert_eq!(
        reserved.size_text(),
        "4.15 KiB, 8.00 KiB in S(1), 64.0 KiB in S(2), 544 B in S(5)"
    );
    let lines = memory.lines();
    assert_eq!(
        lines,
        [
            "arguments 4.00 KiB, results 4.02 KiB (4.00 KiB in donated arguments)",
            "temporaries 128 B at their peak",
            "HBM 4.14 KiB; VMEM 8.00 KiB; host 544 B",
        ]
    );
}

/// The last parameter with a number is the entry computation's, unless it is connected with one
/// that is not.
#[test]
fn parameters_in_a_list_of_values() {
    let value = |header: &str, uses: &str, shape: &str, number: usize| {
        format!(
            "<{header} @0>\n positions:\n  {0}\n uses:\n  {uses}\n from instruction: %{0} = \
             {shape} parameter({number})\n",
            header.split([' ', '{']).nth(1).unwrap()
        )
    };
    let list = [
        "\nTotal bytes used: 9999 (9.8KiB)\n\nUsed values:\n",
        // A reduction with more parameters than the entry computation.
        &value("0 a", "s, operand 0", "f32[]", 0),
        &value("1 b", "s, operand 1", "f32[]", 1),
        &value("2 c", "s, operand 2", "f32[]", 2),
        // The entry computation; the second one is a tuple.
        &value("4 y{0}", "t, operand 1", "(f32[100], s8[3])", 1),
        &value("5 y{1}", "(none)", "(f32[100], s8[3])", 1),
        &value("6 x", "t, operand 0\n  u, operand 0 {1}", "f32[8]", 0),
        // The parameter of a loop's body.
        &value("7 arg{0} (phi)", "v, operand 0", "(f32[50])", 0),
    ];
    let tally = audit(list.concat().as_bytes());
    assert_eq!(tally.parameters().arrays, 3);
    assert_eq!(tally.memory().unwrap().hbm.arguments, 400 + 3 + 32);
    assert_eq!((tally.all().arrays, tally.other_names()), (6, 1));
}
