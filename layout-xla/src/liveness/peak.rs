//! `LivePeak`: the most bytes that are alive at the same time, and what they are.

use super::buffers::{Buffer, BufferKind, Buffers, Call};
use super::definition::Operation;
use super::memory::{Caller, Space};
use crate::hlo::KeyMap;

/// The maximum number of arrays that are kept of a peak.
pub(super) const MAX_ALIVE: usize = 32;

/// An array that is alive at a peak.
#[derive(Clone, Debug)]
pub(crate) struct Alive {
    pub(crate) instruction: Box<str>,
    pub(crate) row: u32,
    pub(crate) bytes: u64,
    pub(crate) padding: u64,
    /// The lines that define it and that use it last.
    pub(crate) lines: [u32; 2],
    /// The operation and the line of the model's source, by their numbers.
    pub(crate) labels: [u32; 2],
}

impl Alive {
    /// Returns what is printed of a buffer.
    pub(super) fn new(computation: &Buffers, buffer: &Buffer) -> Alive {
        let defined = computation.lines[buffer.defined as usize];
        Alive {
            instruction: computation.instruction(buffer.defined as usize).into(),
            row: buffer.row,
            bytes: buffer.bytes,
            padding: buffer.padding,
            lines: [defined.number, computation.line(buffer.last as usize)],
            labels: defined.labels,
        }
    }
}

/// The most bytes of temporaries that are alive at the same time in one memory, those of called
/// computations included.
#[derive(Clone, Debug, Default)]
pub(super) struct LivePeak {
    pub(super) bytes: u64,
    pub(super) padding: u64,
    /// The line of the instruction.
    pub(super) line: u32,
    pub(super) details: Option<Box<Details>>,
}

/// Where a peak is, and what is alive there.
#[derive(Clone, Debug, Default)]
pub(super) struct Details {
    pub(super) instruction: Box<str>,
    pub(super) computation: Box<str>,
    /// What runs the computation.
    pub(super) caller: Option<Caller>,
    /// The largest arrays, the largest first.
    pub(super) alive: Vec<Alive>,
}

impl LivePeak {
    /// Finds the peak of a computation in one memory, with the buffers of its result or without
    /// them.
    pub(super) fn new(
        computation: &Buffers,
        callees: &KeyMap<Peaks>,
        space: Space,
        with_result: bool,
        has_details: bool,
    ) -> LivePeak {
        let has_details = has_details && space == Space::Hbm;
        let is_counted = |&(number, buffer): &(usize, &Buffer)| {
            buffer.space == space.number()
                && matches!(buffer.kind, BufferKind::Temporary | BufferKind::Returned)
                && buffer.first <= buffer.last
                && (with_result || !computation.is_result(number))
        };
        let buffers = || computation.buffers.iter().enumerate().filter(is_counted);
        if buffers().next().is_none() && computation.calls.is_empty() {
            return LivePeak::default();
        }
        let mut changes = vec![0i128; computation.lines.len() + 2];
        for (_, buffer) in buffers() {
            changes[buffer.first as usize] += i128::from(buffer.bytes);
            changes[buffer.last as usize + 1] -= i128::from(buffer.bytes);
        }
        let mut calls = computation.calls.iter().peekable();
        let (mut now, mut most, mut most_time, mut most_callee) = (0i128, 0, 0, None);
        for (time, change) in changes.into_iter().enumerate() {
            now += change;
            let mut callee: Option<(&Call, &LivePeak)> = None;
            while let Some(call) = calls.next_if(|call| call.time as usize == time) {
                let peak = callees.get(&call.callee);
                let peak =
                    peak.and_then(|peaks| peaks.get(space, call.operation != Operation::While));
                let peak = peak.map(|peak| (call, peak));
                callee = callee
                    .into_iter()
                    .chain(peak)
                    .max_by_key(|(_, peak)| peak.bytes);
            }
            let own = u64::try_from(now).unwrap_or(u64::MAX);
            let bytes = own.saturating_add(callee.map_or(0, |(_, peak)| peak.bytes));
            if bytes > most {
                (most, most_time, most_callee) = (bytes, time, callee);
            }
        }
        let is_alive = |(_, buffer): &(usize, &Buffer)| {
            (buffer.first as usize..=buffer.last as usize).contains(&most_time)
        };
        let alive = || buffers().filter(is_alive).map(|(_, buffer)| buffer);
        let padding = alive().map(|buffer| buffer.padding);
        let callee = most_callee.filter(|(_, peak)| peak.bytes > 0);
        let mut peak = LivePeak {
            bytes: most,
            padding: padding.fold(
                callee.map_or(0, |(_, peak)| peak.padding),
                u64::saturating_add,
            ),
            line: callee.map_or(computation.line(most_time), |(_, peak)| peak.line),
            details: None,
        };
        if has_details {
            let mut details = match callee {
                Some((call, peak)) => peak.details_at(computation, call),
                None => Details::new(computation, most_time),
            };
            details
                .alive
                .extend(alive().map(|buffer| Alive::new(computation, buffer)));
            details.keep_largest();
            peak.details = Some(Box::new(details));
        }
        peak
    }

    /// Returns the details of a called computation's peak. If they were not kept, all of its
    /// buffers are one array of the instruction that runs it.
    fn details_at(&self, caller: &Buffers, call: &Call) -> Details {
        let time = call.time as usize;
        let Some(details) = &self.details else {
            let mut details = Details::new(caller, time);
            details.alive.push(Alive {
                instruction: details.instruction.clone(),
                row: u32::MAX,
                bytes: self.bytes,
                padding: self.padding,
                lines: [caller.line(time); 2],
                labels: [u32::MAX; 2],
            });
            return details;
        };
        let mut details = (**details).clone();
        details.caller.get_or_insert(Caller {
            opcode: match call.operation {
                Operation::While => "while",
                Operation::Conditional => "conditional",
                _ => "call",
            },
            line: caller.line(time) as usize,
        });
        details
    }
}

impl Details {
    /// Returns the details of a peak at an instruction.
    fn new(computation: &Buffers, time: usize) -> Details {
        Details {
            instruction: computation.instruction(time).into(),
            computation: computation.name.as_str().into(),
            caller: None,
            alive: Vec::new(),
        }
    }

    /// Keeps the largest arrays, the largest first.
    fn keep_largest(&mut self) {
        self.alive
            .sort_by_key(|alive| (u64::MAX - alive.bytes, alive.lines));
        self.alive.truncate(MAX_ALIVE);
        self.alive.shrink_to_fit();
    }
}

/// The peaks of a computation in the memories where there is any, for those who run it.
#[derive(Debug, Default)]
pub(super) struct Peaks {
    /// True if only the peaks with the buffers of the result are known.
    has_one: bool,
    /// Each with whether the buffers of the result count.
    peaks: Box<[(Space, bool, LivePeak)]>,
}

impl Peaks {
    /// Finds the peaks of a computation, with the buffers of its result and without them.
    pub(super) fn new(computation: &Buffers, callees: &KeyMap<Peaks>) -> Peaks {
        let has_one = computation.may_be_fused();
        let both = |own| [(own, true), (own, false)];
        let wanted = Space::ALL.into_iter().flat_map(both);
        let wanted = wanted.filter(|&(_, with_result)| with_result || !has_one);
        let peaks = wanted.map(|(space, with_result)| {
            let peak = LivePeak::new(computation, callees, space, with_result, !has_one);
            (space, with_result, peak)
        });
        Peaks {
            has_one,
            peaks: peaks.filter(|(_, _, peak)| peak.bytes > 0).collect(),
        }
    }

    /// Returns the peak in a memory, if there is one.
    fn get(&self, space: Space, with_result: bool) -> Option<&LivePeak> {
        let is_it = |own: &&(Space, bool, LivePeak)| {
            own.0 == space && (own.1 == with_result || self.has_one)
        };
        self.peaks.iter().find(is_it).map(|(_, _, peak)| peak)
    }
}
