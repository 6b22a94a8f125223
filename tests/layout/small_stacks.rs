//! Layouts in threads of 64 KiB of stack, plans and copies in 128 KiB, as `docs/cost.md` says.
//!
//! A stack that is too small ends the process, so each piece of work has one of its own: this test
//! program again, told by an environment variable what to do.

use std::env;
use std::process::Command;
use std::thread;

use tiled_layout::{Buffer, Layout, RelayoutPlan, layout};

/// The KiB of stack in which layouts are read and used.
const LAYOUTS: usize = 64;
/// The same for plans, copies, and what buffers do with them. Without optimisation they take up to
/// 88 KiB, because each function has room of its own for the layouts that it passes on.
const COPIES: usize = 128;

/// Each piece of work, with the size of its stack.
const WORK: [(&str, usize, fn()); 10] = [
    ("read", LAYOUTS, || {
        let text = "bf16[5,3,3000,500]{3,2,0,1:T(*,8,128)(2,1)L(1024)E(16)S(3)SC(0:1)M(64)}";
        assert_eq!(parse(text).to_string(), text);
    }),
    ("read with mistakes", LAYOUTS, || {
        let error = Layout::parse("f32[3,5,7]{1,1,9:T(0,2)(2,*)S(200)}").unwrap_err();
        assert!(error.to_string().contains("dimension 1 twice"));
    }),
    ("count", LAYOUTS, || {
        let layout = parse("s32[30,50]{1,0:T(8,128)}");
        let places = (0..layout.padded_len()).filter_map(|position| layout.index(position));
        assert_eq!(places.count(), 1500);
        assert!(layout.is_bitcast_of(&parse("s32[30,50]{1,0:T(8,128)S(1)}")));
    }),
    ("plan", COPIES, || {
        plan("f32[300,500]{1,0}", "f32[300,500]{0,1:T(8,128)}");
    }),
    ("plan of many pieces", COPIES, || {
        plan(
            "s8[70,90,110]{2,1,0:T(3,5,7)}",
            "s8[70,90,110]{0,2,1:T(4,8)(3,1)}",
        );
    }),
    ("plan of a region", COPIES, || {
        let (src, dst) = (parse("f32[300,500]"), parse("f32[40,50]{1,0:T(2,2)}"));
        let plan = RelayoutPlan::region((&src, &[3, 5]), (&dst, &[1, 1]), &[20, 30]).unwrap();
        plan.run(&vec![1.0f32; 150_000], &mut vec![0.0; 2000])
            .unwrap();
    }),
    ("copies", COPIES, || {
        for (src, dst) in [
            ("bf16[70,130]{1,0}", "bf16[70,130]{1,0:T(8,128)(2,1)}"),
            ("bf16[70,130]{0,1}", "bf16[70,130]{1,0:T(16,16)}"),
            ("bf16[70,130]{1,0:T(3,2)(2,1)}", "bf16[70,130]{1,0}"), // element by element
        ] {
            copy(src, dst);
        }
    }),
    ("large copy", COPIES, || {
        copy("u16[1030,2050]{0,1}", "u16[1030,2050]{1,0:T(8,128)}")
    }),
    ("buffers", COPIES, || {
        let data: Vec<i32> = (0..1500).collect();
        let buffer =
            Buffer::from_row_major_with_layout(parse("s32[30,50]{1,0:T(8,128)}"), &data).unwrap();
        assert_eq!(buffer.to_row_major(), data);
        assert!(buffer.iter().copied().eq(0..1500));
        assert_eq!(buffer.view().tiles().count(), 4);
        assert_eq!(buffer.view().runs().count(), 30);
        let region = buffer.view();
        let region = region.region(&[1..3, 4..40]).unwrap();
        assert_eq!(region.iter().count(), 72);
        assert!(format!("{buffer:?}").contains("..."));
    }),
    ("static layouts", LAYOUTS, || {
        type Rows = layout!(F32[30,50]);
        type Tiled = layout!(F32[30,50]<1,0:T(8,128)>);
        let rows = Buffer::<f32, Rows>::from_fn(|[i, j]| (i * 50 + j) as f32);
        let tiled = rows.to_layout::<Tiled>().unwrap();
        assert_eq!(rows, tiled);
    }),
];

fn parse(text: &str) -> Layout {
    Layout::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn plan(src: &str, dst: &str) {
    RelayoutPlan::new(&parse(src), &parse(dst)).unwrap();
    RelayoutPlan::new(&parse(dst), &parse(src)).unwrap();
}

fn copy(src: &str, dst: &str) {
    let (src, dst) = (parse(src), parse(dst));
    let mut from = Buffer::<u16, Layout>::zeroed_with_layout(src).unwrap();
    let numbers = (0..=u16::MAX).cycle();
    from.iter_mut()
        .zip(numbers)
        .for_each(|(element, n)| *element = n);
    let mut to = Buffer::zeroed_with_layout(dst).unwrap();
    to.view_mut().copy_from(&from.view()).unwrap();
    assert!(from.iter().eq(to.iter()));
}

#[test]
fn work_in_small_stacks() {
    const NAME: &str = "SMALL_STACK";
    if let Ok(name) = env::var(NAME) {
        let (_, kib, work) = WORK.iter().find(|(work, ..)| *work == name).unwrap();
        let thread = thread::Builder::new().stack_size(kib << 10);
        thread.spawn(*work).unwrap().join().unwrap();
        return;
    }
    for (name, ..) in WORK {
        let test = format!(
            "{}::work_in_small_stacks",
            module_path!().split_once("::").unwrap().1
        );
        let child = Command::new(env::current_exe().unwrap())
            .args(["--exact", &test])
            .env(NAME, name)
            .output()
            .unwrap();
        let words = String::from_utf8_lossy(&child.stdout);
        assert!(
            child.status.success() && words.contains("1 passed"),
            "{name}: {}\n{words}\n{}",
            child.status,
            String::from_utf8_lossy(&child.stderr)
        );
    }
}
