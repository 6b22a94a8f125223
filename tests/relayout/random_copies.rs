//! Moves between random pairs of layouts, and of random boxes, against the naive definition.

use crate::support::moves::{SIZES, Side, check, check_region};
use layout_oracle::naive::{PADDING, Spec};
use layout_oracle::random::{MOST, Random};
use tiled_layout::Layout;

#[test]
fn random_pairs() {
    let mut random = Random::new(6);
    for case in 0..300 {
        let src = random.aimed_spec(1 << 12);
        let dst = Side::from(random.aimed_spec_of(src.dims.clone(), 1 << 12));
        let src = Side::from(src);
        let (element, size) = SIZES[case % SIZES.len()];
        check(&src, &dst, element, size);
    }
}

#[test]
fn random_boxes() {
    let mut random = Random::new(28);
    for _ in 0..300 {
        let src = random.aimed_part(MOST);
        let dst = random.aimed_partner(&src, MOST).spec;
        let layout = |spec: &Spec| Layout::parse(&spec.text("s32")).unwrap();
        let (src, dst) = (layout(&src.spec), layout(&dst));
        check_region(&mut random, &src, &dst);
    }
}

#[test]
fn padding_of_random_layouts_is_filled() {
    let mut random = Random::new(24);
    for _ in 0..500 {
        let spec = random.aimed_spec(MOST);
        let text = spec.text("s64");
        let layout = Layout::parse(&text).unwrap();
        let rows: Vec<i64> = (0..layout.num_elements() as i64).collect();
        let from = Layout::parse(&text[..=text.find(']').unwrap()]).unwrap();
        let mut to = vec![-7; layout.padded_len()];
        let mut view = layout.view_mut(&mut to).unwrap();
        view.copy_from_filling(&from.view(&rows).unwrap(), PADDING)
            .unwrap();
        assert!(to == spec.buffer(), "{text}");
        to.fill(-7);
        layout.view_mut(&mut to).unwrap().fill_padding(PADDING);
        let all = to.iter().zip(spec.buffer());
        let alone = all.filter(|&(&found, expected)| (found == -7) == (expected == PADDING));
        assert_eq!(alone.count(), 0, "{text}");
    }
}

#[test]
#[cfg(feature = "rayon")]
fn parallel_is_serial() {
    let pairs = [
        ("f32[1000,1000]{1,0}", "f32[1000,1000]{1,0:T(8,128)}"),
        ("u16[1000,2000]{1,0:T(8,128)(2,1)}", "u16[1000,2000]{1,0}"),
        ("u8[1000,3000]{1,0}", "u8[1000,3000]{0,1}"),
        ("u64[7,300,200]{2,1,0}", "u64[7,300,200]{1,0,2:T(4,4)}"),
    ];
    for (src, dst) in pairs {
        let texts = (src.to_string(), dst.to_string());
        let (src, dst, plan) = crate::support::moves::plan(&texts);
        let bytes = src.padded_bytes();
        let from: Vec<u8> = (0..bytes).map(|i| (i * 7 + i / 255) as u8).collect();
        let mut serial = vec![0xa5; dst.padded_bytes()];
        let mut parallel = serial.clone();
        plan.run_bytes(&from, &mut serial).unwrap();
        plan.par_run_bytes(&from, &mut parallel).unwrap();
        assert!(parallel == serial, "{src} to {dst}");
    }
}
