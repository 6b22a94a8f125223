//! Time measurements, and the tables that they are printed in.

use std::fmt;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// The approximate duration of all turns of one row.
const ROW: Duration = Duration::from_millis(120);
const MIN_TURNS: u32 = 5;
const MAX_TURNS: u32 = 400;

/// The seconds of each of `N` tasks, which take turns: the minimum, because other load on the
/// machine only adds time.
pub(crate) fn least_in_turn<R, const N: usize>(mut tasks: [&mut dyn FnMut() -> R; N]) -> [f64; N] {
    let mut least = [f64::INFINITY; N];
    let start = Instant::now();
    let mut turn = 0;
    while turn < MIN_TURNS || turn < MAX_TURNS && start.elapsed() < ROW {
        for (task, least) in tasks.iter_mut().zip(&mut least) {
            let start = Instant::now();
            black_box(task());
            *least = least.min(start.elapsed().as_secs_f64());
        }
        turn += 1;
    }
    least
}

/// The number of figures within their targets.
#[derive(Clone, Copy, Default)]
pub(crate) struct Score {
    within: usize,
    of: usize,
}

impl Score {
    pub(crate) fn add(&mut self, other: Score) {
        self.within += other.within;
        self.of += other.of;
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {} are within their targets", self.within, self.of)
    }
}

/// Returns true if a figure is within its target; `None` where it has none.
fn is_within(figure: f64, aim: f64) -> Option<bool> {
    aim.is_finite().then_some(figure <= aim)
}

fn mark(within: Option<bool>) -> char {
    if within == Some(false) { '!' } else { ' ' }
}

/// A table of times: the first column is by hand.
pub(crate) struct Table {
    words: Vec<String>,
    /// The heading, printed before the first row.
    head: Option<String>,
    score: Score,
}

impl Table {
    pub(crate) fn new<const N: usize>(title: &str, heads: [&str; N], words: &[String]) -> Table {
        let mut head = format!("\n{title:46} {:>9}", heads[0]);
        for kind in &heads[1..] {
            head += &format!(" {kind:>9}  ratio ");
        }
        Table {
            words: words.to_vec(),
            head: Some(head),
            score: Score::default(),
        }
    }

    /// A table of calls, which have no column by hand.
    pub(crate) fn of_calls<const N: usize>(
        title: &str,
        heads: [&str; N],
        words: &[String],
    ) -> Table {
        let mut head = format!("\n{title:46}");
        for kind in heads {
            head += &format!(" {kind:>9}   aim  ");
        }
        Table {
            words: words.to_vec(),
            head: Some(head),
            score: Score::default(),
        }
    }

    /// True if a row's name has all words.
    pub(crate) fn wants(&self, name: &str) -> bool {
        self.words.iter().all(|word| name.contains(word.as_str()))
    }

    /// Prints times in ns, each with its ratio to the first. `aims` are the targets, the
    /// largest ratios; one that is infinite is none, and its row is not counted.
    pub(crate) fn row<const N: usize, const KINDS: usize>(
        &mut self,
        name: &str,
        times: [f64; N],
        aims: [f64; KINDS],
    ) {
        let ratios = times.map(|time| time / times[0]);
        let within = ratios[1..].iter().zip(aims);
        let within: Vec<Option<bool>> = within.map(|(r, aim)| is_within(*r, aim)).collect();
        let [by_hand, kinds @ ..] = &times[..] else {
            return;
        };
        let mut line = format!("{name:46} {by_hand:9.3}");
        for ((time, ratio), within) in kinds.iter().zip(&ratios[1..]).zip(&within) {
            line += &format!(" {time:9.3} {ratio:6.2}{}", mark(*within));
        }
        self.line(&line, &within);
    }

    /// Prints calls in ns, each with its target; one that is infinite is none.
    pub(crate) fn calls<const N: usize>(&mut self, name: &str, times: [f64; N], aims: [f64; N]) {
        let mut line = format!("{name:46}");
        let within = times.iter().zip(aims);
        let within: Vec<Option<bool>> = within.map(|(time, aim)| is_within(*time, aim)).collect();
        for ((time, aim), within) in times.iter().zip(aims).zip(&within) {
            let aim = within.map_or_else(|| "-".to_string(), |_| format!("{aim:.0}"));
            line += &format!(" {time:9.1} {aim:>6}{}", mark(*within));
        }
        self.line(&line, &within);
    }

    fn line(&mut self, line: &str, within: &[Option<bool>]) {
        if let Some(head) = self.head.take() {
            println!("{head}");
        }
        println!("{line}");
        self.score.add(Score {
            within: within
                .iter()
                .filter(|&&within| within == Some(true))
                .count(),
            of: within.iter().flatten().count(),
        });
    }

    pub(crate) fn end(self) -> Score {
        self.score
    }
}
