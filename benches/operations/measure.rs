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
    /// largest ratios.
    pub(crate) fn row<const N: usize, const KINDS: usize>(
        &mut self,
        name: &str,
        times: [f64; N],
        aims: [f64; KINDS],
    ) {
        let ratios = times.map(|time| time / times[0]);
        let within: Vec<bool> = ratios[1..]
            .iter()
            .zip(aims)
            .map(|(r, aim)| *r <= aim)
            .collect();
        let [by_hand, kinds @ ..] = &times[..] else {
            return;
        };
        let mut line = format!("{name:46} {by_hand:9.3}");
        for ((time, ratio), within) in kinds.iter().zip(&ratios[1..]).zip(&within) {
            let mark = if *within { ' ' } else { '!' };
            line += &format!(" {time:9.3} {ratio:6.2}{mark}");
        }
        self.line(&line, &within);
    }

    /// Prints calls in ns, each with its target.
    pub(crate) fn calls<const N: usize>(&mut self, name: &str, times: [f64; N], aims: [f64; N]) {
        let mut line = format!("{name:46}");
        let within = times.iter().zip(aims).map(|(time, aim)| *time <= aim);
        let within: Vec<bool> = within.collect();
        for ((time, aim), within) in times.iter().zip(aims).zip(&within) {
            let mark = if *within { ' ' } else { '!' };
            line += &format!(" {time:9.1} {aim:6.0}{mark}");
        }
        self.line(&line, &within);
    }

    fn line(&mut self, line: &str, within: &[bool]) {
        if let Some(head) = self.head.take() {
            println!("{head}");
        }
        println!("{line}");
        self.score.add(Score {
            within: within.iter().filter(|&&within| within).count(),
            of: within.len(),
        });
    }

    pub(crate) fn end(self) -> Score {
        self.score
    }
}
