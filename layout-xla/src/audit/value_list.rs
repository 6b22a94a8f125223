//! `ValueList`: the values of `*-buffer-assignment-values.txt`.

use std::collections::HashSet;

use super::arrays::skip;
use crate::hlo::{Attributed, Context, Instruction, Instructions, KeyMap, NameHash};
use crate::tally::{Event, Metadata, Origin, Shape, Tally};

/// The values of a module, with the instructions that they connect.
///
/// The list does not name computations. Those of reductions come before the entry computation,
/// and no value connects one with another one: a parameter is the entry computation's if it is
/// the last one with its number, and not connected with one that is not.
#[derive(Debug, Default)]
pub(super) struct ValueList {
    names: NameHash,
    /// The numbers of instructions in `groups`.
    numbers: KeyMap<u32>,
    /// An instruction of the same group for each instruction; itself for one of the group.
    groups: Vec<u32>,
    /// The instruction that defines the current value.
    current: u32,
    /// The tuple index of the current value.
    index: Vec<usize>,
    /// True if the value is one of several, chosen when the program runs.
    is_phi: bool,
    parameters: Vec<Parameter>,
}

/// A value that a parameter defines.
#[derive(Debug)]
struct Parameter {
    number: usize,
    index: Vec<usize>,
    instruction: u32,
    line: usize,
    text: Box<str>,
}

impl ValueList {
    /// Reads a line of a value, without the blanks around it.
    pub(super) fn read(&mut self, line: usize, text: &str, tally: &mut Tally) {
        if let Some(value) = text.strip_prefix('<') {
            let (_, value) = value.split_once(' ').unwrap_or_default();
            let end = value.find(['{', ' ']).unwrap_or(value.len());
            let (name, rest) = value.split_at(end);
            let index = rest.strip_prefix('{').and_then(|rest| rest.split_once('}'));
            let numbers = index.map_or("", |(index, _)| index).split(',');
            self.index = numbers.filter_map(|n| n.trim().parse().ok()).collect();
            self.is_phi = rest.contains("(phi)");
            self.current = self.instruction(name);
        } else if let Some(instruction) = text.strip_prefix("from instruction: ") {
            tally.event(Event::Listed);
            self.defined(line, instruction, tally);
        } else if !matches!(text, "" | "positions:" | "uses:" | "(none)") {
            let end = text.find([' ', ',']).unwrap_or(text.len());
            let other = self.instruction(&text[..end]);
            let [current, other] = [self.group(self.current), self.group(other)];
            self.groups[current as usize] = other;
        }
    }

    /// Counts the value that an instruction defines; a parameter at the end.
    fn defined(&mut self, line: usize, text: &str, tally: &mut Tally) {
        let index = core::mem::take(&mut self.index);
        let Some(instruction) = instruction(line, text) else {
            let reason = "no instruction";
            return tally.event(Event::Skipped { line, reason });
        };
        if self.is_phi {
            tally.event(Event::OtherName);
        } else if instruction.opcode() == "parameter" {
            let mut attributed = Attributed::default();
            attributed.read(&instruction);
            self.parameters.push(Parameter {
                number: attributed.number,
                index,
                instruction: self.current,
                line,
                text: text.into(),
            });
        } else {
            count(&instruction, &index, false, tally);
        }
    }

    /// Counts the parameters.
    pub(super) fn finish(&mut self, tally: &mut Tally) {
        let parameters = core::mem::take(&mut self.parameters);
        let mut seen = HashSet::new();
        let mut last = parameters.iter().rev();
        let earlier = last.position(|own| !seen.insert((own.number, &*own.index)));
        let earlier = earlier.map_or(0, |number| parameters.len() - number);
        let earlier = parameters[..earlier].iter();
        let others: HashSet<u32> = earlier.map(|own| self.group(own.instruction)).collect();
        for own in &parameters {
            let is_entrys = !others.contains(&self.group(own.instruction));
            if let Some(instruction) = instruction(own.line, &own.text) {
                count(&instruction, &own.index, is_entrys, tally);
            }
        }
    }

    /// Returns the number of an instruction.
    fn instruction(&mut self, name: &str) -> u32 {
        let next = self.groups.len() as u32;
        let key = self.names.key(name.as_bytes());
        let number = *self.numbers.entry(key).or_insert(next);
        if number == next {
            self.groups.push(next);
        }
        number
    }

    /// Returns one of the instructions that are connected with an instruction, the same for each
    /// of them.
    fn group(&mut self, mut instruction: u32) -> u32 {
        while self.groups[instruction as usize] != instruction {
            let next = self.groups[instruction as usize];
            self.groups[instruction as usize] = self.groups[next as usize]; // halves the path
            instruction = next;
        }
        instruction
    }
}

/// Returns the instruction in a line.
fn instruction(line: usize, text: &str) -> Option<Instruction<'_>> {
    let context = Context {
        line: line - 1,
        ..Context::default()
    };
    Instructions::with_context(text.as_bytes(), context)
        .next()?
        .ok()
}

/// Counts the array of a value. The value is one array of the result; a tuple itself has no array.
fn count(instruction: &Instruction<'_>, index: &[usize], is_parameter: bool, tally: &mut Tally) {
    let line = instruction.line();
    let origin = Origin {
        name: instruction.name(),
        line,
        in_entry: true,
        is_parameter,
        is_boundary: is_parameter || instruction.is_root(),
        metadata: Metadata::Text(instruction),
    };
    for array in instruction.arrays() {
        match array {
            Ok(array) if array.tuple_index() == index => {
                tally.event(Event::Array(&origin, Shape::Text(array.text())));
            }
            Ok(_) => {}
            Err(skipped) => skip(line, skipped.reason(), tally),
        }
    }
}
