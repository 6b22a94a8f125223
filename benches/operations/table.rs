//! The tables of times.

use crate::timing::time;

/// The kinds of layouts.
pub(crate) const KINDS: &[&str] = &["static", "`?`", "`Layout`"];

/// Rows of times, each beside its target.
pub(crate) struct Table {
    words: Vec<String>,
    /// The heading of a section, printed before its first row.
    head: Option<String>,
    /// The figures within their targets, and all that have a target.
    within: usize,
    of: usize,
}

impl Table {
    /// A table of the rows whose names have all words.
    pub(crate) fn new(words: Vec<String>) -> Table {
        Table {
            words,
            head: None,
            within: 0,
            of: 0,
        }
    }

    pub(crate) fn wants(&self, name: &str) -> bool {
        self.words.iter().all(|word| name.contains(word.as_str()))
    }

    /// Begins a section, in ns per element: by hand, or what else the others are compared with, and
    /// kinds of layouts.
    pub(crate) fn section(&mut self, title: &str, by_hand: &str, kinds: &[&str]) {
        let title = format!("{title}: ns an element");
        let kinds: Vec<_> = kinds
            .iter()
            .map(|kind| format!(" {kind:>9}  ratio "))
            .collect();
        self.head = Some(format!("\n{title:50} {by_hand:>9}{}", kinds.concat()));
    }

    /// Begins a section of calls, in ns per call.
    pub(crate) fn section_of_calls(&mut self, title: &str) {
        let title = format!("{title}: ns a call");
        let kinds = ["static", "`?`", "`Layout`"].map(|kind| format!(" {kind:>9}    aim "));
        self.head = Some(format!("\n{title:50}{}", kinds.concat()));
    }

    /// Prints the ns per element of tasks, and their ratios to the first. `aims` are the largest
    /// ratios.
    pub(crate) fn row<R, const N: usize, const KINDS: usize>(
        &mut self,
        name: &str,
        elements: usize,
        aims: [f64; KINDS],
        tasks: [&mut dyn FnMut() -> R; N],
    ) {
        if !self.wants(name) {
            return;
        }
        let ns = time(1, tasks).map(|seconds| seconds * 1e9 / elements as f64);
        let mut line = format!("{name:50} {:9.3}", ns[0]);
        for (time, aim) in ns[1..].iter().zip(aims) {
            let ratio = time / ns[0];
            line += &format!(" {time:9.3} {ratio:6.2}{}", self.mark(ratio, aim));
        }
        self.print(&line);
    }

    /// Prints the ns per call of tasks of `calls` calls. `aims` are the largest; an infinite one is
    /// not a target.
    pub(crate) fn calls<const N: usize>(
        &mut self,
        name: &str,
        calls: usize,
        aims: [f64; N],
        tasks: [&mut dyn FnMut(); N],
    ) {
        if !self.wants(name) {
            return;
        }
        let mut line = format!("{name:50}");
        for (seconds, aim) in time(1, tasks).into_iter().zip(aims) {
            let ns = seconds * 1e9 / calls as f64;
            line += &format!(" {ns:9.1} {aim:6.0}{}", self.mark(ns, aim));
        }
        self.print(&line);
    }

    /// Counts a figure, and marks it if it is past its target.
    fn mark(&mut self, figure: f64, aim: f64) -> char {
        let within = figure <= aim;
        if aim.is_finite() {
            self.of += 1;
            self.within += usize::from(within);
        }
        if within { ' ' } else { '!' }
    }

    fn print(&mut self, line: &str) {
        if let Some(head) = self.head.take() {
            println!("{head}");
        }
        println!("{line}");
    }

    pub(crate) fn end(self) {
        println!("\n{} of {} are within their targets", self.within, self.of);
    }
}
