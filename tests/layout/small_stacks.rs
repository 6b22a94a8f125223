//! Layouts in threads of 64 KiB of stack, plans and copies in 128 KiB, as `docs/performance.md` says.
//!
//! A stack that is too small ends the process, so each piece of work has one of its own: this test
//! program again, told by an environment variable what to do. To measure a piece of work, run it with
//! stacks of other sizes:
//!
//! ```text
//! SMALL_STACK=transposes STACK_KIB=96 cargo test -p layout-tests --test integration work_in_small_stacks
//! ```

use std::env;
use std::process::Command;
use std::thread;

use tiled_layout::{
    Buffer, CopyPlan, Element, Layout, NoUninit, PackedBuffer, StaticMapping, Stores, layout,
};

/// The KiB of stack in which layouts are read and used.
const LAYOUTS: usize = 64;
/// The same for plans, copies, and what buffers do with them. Without optimisation they need up to
/// 120 KiB, because each function has separate room for the layouts that it passes on, and each
/// vector in a kernel has room too.
const COPIES: usize = 128;

/// Each piece of work, with the size of its stack.
const WORK: &[(&str, usize, fn())] = &[
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
        let plan = CopyPlan::region((&src, &[3, 5]), (&dst, &[1, 1]), &[20, 30]).unwrap();
        plan.run(&vec![1.0f32; 150_000], &mut vec![0.0; 2000])
            .unwrap();
    }),
    ("copies", COPIES, || {
        for (src, dst) in [
            ("bf16[70,130]{1,0}", "bf16[70,130]{1,0:T(8,128)(2,1)}"),
            ("bf16[70,130]{0,1}", "bf16[70,130]{1,0:T(16,16)}"),
            ("bf16[70,130]{1,0:T(3,2)(2,1)}", "bf16[70,130]{1,0}"), // element by element
        ] {
            copy::<u16>(src, dst);
        }
    }),
    // Copies of 1 MiB and more, of each kind.
    ("rows to tiles", COPIES, || {
        copy::<u32>("u32[520,513]{1,0}", "u32[520,513]{1,0:T(8,128)}");
        copy::<u16>("u16[1030,520]{1,0}", "u16[1030,520]{1,0:T(8,128)(2,1)}");
        copy::<u8>("u8[1030,1030]{1,0:T(8,128)(4,1)}", "u8[1030,1030]{1,0}");
    }),
    ("transposes", COPIES, || {
        copy::<u8>("u8[1030,1030]{0,1}", "u8[1030,1030]{1,0}");
        copy::<u16>("u16[1030,2050]{0,1}", "u16[1030,2050]{1,0:T(8,128)}");
        copy::<u32>("u32[515,513]{0,1}", "u32[515,513]{1,0}");
        copy::<u64>("u64[3,257,171]{0,1,2}", "u64[3,257,171]{2,1,0}");
    }),
    ("transpose of short rows", COPIES, || {
        copy::<u8>("u8[700,500,3]{2,1,0}", "u8[700,500,3]{0,1,2}");
        copy::<u16>("u16[5,300,400]{0,2,1}", "u16[5,300,400]{2,1,0}");
    }),
    ("weights", COPIES, || {
        copy::<u8>("u8[256,512,9]{2,1,0}", "u8[256,512,9]{1,0,2:T(4,1)}");
        copy::<u8>(
            "u8[3,3,512,256]{3,2,1,0:T(8,128)(4,1)}",
            "u8[3,3,512,256]{0,1,2,3}",
        );
    }),
    ("tiles to other tiles", COPIES, || {
        copy::<u32>("u32[512,512]{1,0:T(6,5)}", "u32[512,512]{1,0:T(7,4)}");
        copy::<u16>("u16[800,700]{1,0:T(5,7)}", "u16[800,700]{0,1:T(8,8)}");
        copy::<u8>(
            "u8[70,90,180]{2,1,0:T(3,5,7)}",
            "u8[70,90,180]{0,2,1:T(4,8)(3,1)}",
        );
    }),
    ("repeated blocks", COPIES, || {
        copy::<u16>(
            "u16[30,35,36,20]{3,2,1,0:T(5,3)}",
            "u16[30,35,36,20]{1,3,2,0:T(3,2)}",
        );
        copy::<u8>(
            "u8[3,4,300,400]{1,0,3,2:T(3,2)}",
            "u8[3,4,300,400]{0,3,1,2:T(2,3)}",
        );
    }),
    ("element by element", COPIES, || {
        copy::<u16>("u16[800,700]{1,0:T(3,2)(2,2)}", "u16[800,700]{1,0}");
        copy::<u16>(
            "u16[81,90,80]{2,1,0:T(7,7,7)(6,6,6)(5,5,5)(4,4,4)}",
            "u16[81,90,80]{0,2,1}",
        );
    }),
    ("regions", COPIES, || {
        for (src, dst) in [
            ("u32[520,1030]{1,0:T(8,128)}", "u32[515,601]{1,0:T(8,128)}"),
            ("u32[520,1030]{1,0:T(8,128)}", "u32[515,601]{0,1}"),
            ("u32[520,1030]{1,0:T(6,5)}", "u32[515,601]{0,1:T(7,4)}"),
        ] {
            let (src, dst) = (parse(src), parse(dst));
            let from = Buffer::from_fn_with(src, |index| number(&index)).unwrap();
            let mut to = Buffer::<u32, Layout>::zeroed_with(dst).unwrap();
            let region = from.region((3..518, 127..728)).unwrap();
            to.copy_from(&region).unwrap();
            assert!(region == to);
        }
    }),
    ("elements of some bits", COPIES, || {
        for (src, dst) in [
            ("u4[1030,2050]{1,0:E(4)}", "u4[1030,2050]{0,1:E(4)}"),
            (
                "u4[1030,2050]{1,0:E(4)}",
                "u4[1030,2050]{1,0:T(64,128)(8,1)E(4)}",
            ),
            ("u2[2050,2050]{0,1:E(2)}", "u2[2050,2050]{1,0:T(7,3)E(2)}"),
        ] {
            let mut from = PackedBuffer::<u8, Layout>::zeroed_with(parse(src)).unwrap();
            let bytes = from.as_bytes_mut();
            bytes
                .iter_mut()
                .zip((0..=250).cycle())
                .for_each(|(byte, n)| *byte = n);
            let mut to = PackedBuffer::<u8, Layout>::zeroed_with(parse(dst)).unwrap();
            to.copy_from(&from).unwrap();
            assert!(from == to);
        }
    }),
    ("packed to wide and back", COPIES, || {
        for (packed, wide) in [
            (
                "s4[1030,2050]{1,0:T(64,128)(8,1)E(4)}",
                "s8[1030,2050]{1,0}",
            ),
            ("s4[1030,2050]{1,0:E(4)}", "s8[1030,2050]{0,1:T(8,128)}"),
            ("s4[1030,2050]{1,0:T(6,5)E(4)}", "s8[1030,2050]{0,1:T(7,4)}"),
        ] {
            let mut from = PackedBuffer::<i8, Layout>::zeroed_with(parse(packed)).unwrap();
            let bytes = from.as_bytes_mut();
            bytes
                .iter_mut()
                .zip((0..=250).cycle())
                .for_each(|(byte, n)| *byte = n);
            let mut to = Buffer::<i8, Layout>::zeroed_with(parse(wide)).unwrap();
            to.copy_from(&from).unwrap();
            let mut back = PackedBuffer::<i8, Layout>::zeroed_with(*from.layout()).unwrap();
            back.try_copy_from(&to).unwrap();
            assert!(from == back);
        }
    }),
    ("copies past the caches", COPIES, || {
        for (src, dst) in [
            ("u32[4100,2050]{0,1}", "u32[4100,2050]{1,0}"),
            ("u32[4100,2050]{1,0:T(8,128)}", "u32[4100,2050]{1,0}"),
            ("u8[5000,6001]{0,1}", "u8[5000,6001]{1,0}"),
        ] {
            let plan = CopyPlan::new(&parse(src), &parse(dst)).unwrap();
            let from = vec![1; parse(src).padded_bytes()];
            plan.run_bytes(&from, &mut vec![0; parse(dst).padded_bytes()])
                .unwrap();
        }
    }),
    ("buffers", COPIES, || {
        let data: Vec<i32> = (0..1500).collect();
        let buffer = Buffer::from_row_major_with(parse("s32[30,50]{1,0:T(8,128)}"), &data).unwrap();
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
    ("static tiles", COPIES, || {
        static_copy::<u32, layout!(U32[520,513]), layout!(U32[520,513]<1,0:T(8,128)>)>();
    }),
    ("static transpose", COPIES, || {
        static_copy::<u32, layout!(U32[512,512]<0,1>), layout!(U32[512,512])>();
        static_copy::<u32, layout!(U32[520,513]<0,1>), layout!(U32[520,513])>();
        static_copy::<u8, layout!(U8[1030,1030]<0,1>), layout!(U8[1030,1030])>();
    }),
    ("static tiles to other tiles", COPIES, || {
        static_copy::<u32, layout!(U32[512,512]<1,0:T(6,5)>), layout!(U32[512,512]<1,0:T(7,4)>)>();
    }),
    ("static packed to wide", COPIES, || {
        type Packed = layout!(S4[1030,2050]<1,0:T(64,128)(8,1)E(4)>);
        let mut from = PackedBuffer::<i8, Packed>::zeroed();
        let bytes = from.as_bytes_mut();
        bytes
            .iter_mut()
            .zip((0..=250).cycle())
            .for_each(|(byte, n)| *byte = n);
        let mut to = Buffer::<i8, layout!(S8[1030,2050])>::zeroed();
        to.copy_from(&from).unwrap();
        let mut back = PackedBuffer::<i8, Packed>::zeroed();
        back.try_copy_from(&to).unwrap();
        assert!(from == back);
    }),
];

/// Copies numbers between static layouts, and compares them.
fn static_copy<T, S, D>()
where
    T: NoUninit + TryFrom<usize> + Default + PartialEq,
    S: StaticMapping + Stores<T>,
    D: StaticMapping + Stores<T>,
{
    let mut from = Buffer::<T, S>::from_elem(T::default());
    for (number, element) in from.iter_mut().enumerate() {
        *element = T::try_from(number % 251).unwrap_or_default();
    }
    let mut to = Buffer::<T, D>::from_elem(T::default());
    to.copy_from(&from).unwrap();
    assert!(from.iter().eq(to.iter()));
}

fn number(index: &[usize]) -> u32 {
    index.iter().fold(0, |number, &i| number * 1031 + i as u32)
}

fn parse(text: &str) -> Layout {
    Layout::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn plan(src: &str, dst: &str) {
    CopyPlan::new(&parse(src), &parse(dst)).unwrap();
    CopyPlan::new(&parse(dst), &parse(src)).unwrap();
}

/// Copies numbers between run-time layouts, and compares them.
fn copy<T: NoUninit + Element + TryFrom<usize> + Default + PartialEq>(src: &str, dst: &str) {
    let (src, dst) = (parse(src), parse(dst));
    let mut from = Buffer::<T, Layout>::from_elem_with(src, T::default()).unwrap();
    for (number, element) in from.iter_mut().enumerate() {
        *element = T::try_from(number % 251).unwrap_or_default();
    }
    let mut to = Buffer::from_elem_with(dst, T::default()).unwrap();
    to.view_mut().copy_from(&from.view()).unwrap();
    assert!(from.iter().eq(to.iter()));
}

#[test]
fn work_in_small_stacks() {
    const NAME: &str = "SMALL_STACK";
    if let Ok(name) = env::var(NAME) {
        let (_, kib, work) = WORK.iter().find(|(work, ..)| *work == name).unwrap();
        let kib = env::var("STACK_KIB").map_or(*kib, |kib| kib.parse().unwrap());
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
