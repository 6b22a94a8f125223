//! Views of arrays, with lengths checked at compile time.

use std::sync::Mutex;

use tiled_layout::{View, ViewMut, layout};

/// A framebuffer of 8x4 tiles.
type Frame = layout!(U16[12,20]<1,0:T(4,8)>);

static FRAME: [u16; Frame::PADDED_LEN] = {
    let mut frame = [0; Frame::PADDED_LEN];
    frame[Frame::offset([11, 19])] = 7;
    frame
};
static VIEW: View<'static, u16, Frame> = Frame::view_array(&FRAME);
static CHECKED: View<'static, u16, Frame> = match Frame::view(&FRAME) {
    Ok(view) => view,
    Err(_) => panic!("the length is that of the layout"),
};

#[test]
fn views_in_statics() {
    assert_eq!(Frame::PADDED_LEN, 12 * 24);
    assert_eq!(VIEW[[11, 19]], 7);
    assert_eq!(CHECKED.iter().map(|&n| u32::from(n)).sum::<u32>(), 7);
}

/// An interrupt handler's way to a static buffer: there is no error to handle.
#[test]
fn no_error_to_handle() {
    static SCREEN: Mutex<[u16; Frame::PADDED_LEN]> = Mutex::new([0; Frame::PADDED_LEN]);
    let mut screen = SCREEN.lock().unwrap();
    let mut view: ViewMut<'_, u16, Frame> = Frame::view_array_mut(&mut screen);
    view[[11, 19]] = 7;
    assert_eq!(*screen, FRAME);
}
