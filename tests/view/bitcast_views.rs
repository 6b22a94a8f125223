//! Views as views of another layout of the same memory, against the definition of a bitcast.

use layout_oracle::random::{MOST, Random};
use tiled_layout::{Buffer, Layout};

/// A view of the other layout exists where both buffers are the same, and then has the same elements
/// in the same order.
#[test]
fn random_pairs() {
    let mut random = Random::new(2806);
    let (mut bitcasts, mut others) = (0, 0);
    for _ in 0..3000 {
        let a = random.aimed_spec(MOST);
        let b = random.variant(&a);
        if b.buffer_len() > 1 << 13 {
            continue;
        }
        let (from, to) = (a.text("s64"), b.text("s64"));
        let (from, to) = (Layout::parse(&from).unwrap(), Layout::parse(&to).unwrap());
        let mut buffer = a.buffer();
        let expected = buffer == b.buffer();
        let view = from.view(&buffer).unwrap();
        match view.try_bitcast(to) {
            Ok(view) => {
                assert!(expected, "{from} is no {to}");
                assert!(
                    view.iter().copied().eq(0..to.num_elements() as i64),
                    "{from}, {to}"
                );
                bitcasts += 1;
            }
            Err(error) => {
                assert!(!expected, "{error}");
                others += 1;
            }
        }
        // Views that write, and buffers.
        let view = from.view_mut(&mut buffer).unwrap();
        if let Ok(mut view) = view.try_bitcast(to) {
            view.iter_mut().for_each(|x| *x += 1);
            let written = b
                .buffer()
                .into_iter()
                .map(|x| if x < 0 { x } else { x + 1 });
            assert!(buffer.iter().copied().eq(written), "{from}, {to}");
            let owned = Buffer::from_vec_with_layout(from, buffer.clone()).unwrap();
            let owned = owned.try_bitcast(to).unwrap();
            assert!(
                owned.iter().copied().eq(1..=to.num_elements() as i64),
                "{from}, {to}"
            );
        }
    }
    assert!(bitcasts > 300 && others > 300, "{bitcasts} and {others}");
}
