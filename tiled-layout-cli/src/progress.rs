//! `Progress`: a bar on the terminal, during long work.

use std::io::Read;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressBarIter, ProgressDrawTarget, ProgressStyle};

/// The delay before a progress bar appears.
const PATIENCE: Duration = Duration::from_millis(500);

/// The bytes read or copied, shown on a terminal if it takes long.
pub(crate) struct Progress {
    bar: ProgressBar,
    start: Instant,
}

impl Progress {
    /// The progress to `len` bytes, if their number is known.
    pub(crate) fn new(name: &str, len: Option<u64>) -> Progress {
        let bar = ProgressBar::with_draw_target(len, ProgressDrawTarget::hidden());
        let template = match len {
            Some(_) => "{msg} {wide_bar} {bytes}/{total_bytes} {binary_bytes_per_sec} {eta}",
            None => "{msg} {spinner} {bytes} {binary_bytes_per_sec}",
        };
        bar.set_style(ProgressStyle::with_template(template).expect("the template is right"));
        bar.set_message(name.to_owned());
        let start = Instant::now();
        Progress { bar, start }
    }

    /// An input whose bytes are counted.
    pub(crate) fn wrap<R: Read>(&self, input: R) -> ProgressBarIter<R> {
        self.bar.wrap_read(input)
    }

    /// Counts bytes, and shows the bar after a while.
    pub(crate) fn add(&self, bytes: usize) {
        self.bar.inc(bytes as u64);
        if self.bar.is_hidden() && self.start.elapsed() > PATIENCE {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
