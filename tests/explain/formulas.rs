//! Formulas as people read them, and CuTe's spelling, evaluated on every element of the golden
//! buffers and of random layouts.

use layout_oracle::data;
use layout_oracle::naive::{Spec, for_each_index};
use layout_oracle::random::{MOST, Random};
use tiled_layout::Layout;
use tiled_layout::notation::explain;

/// A layout, and by the naive definition the position of each element, row by row.
fn cases() -> Vec<(Layout, Vec<usize>)> {
    let mut texts: Vec<String> = data::rows("golden_buffers.tsv")
        .into_iter()
        .map(|row| row[0].clone())
        .collect();
    let mut random = Random::new(21);
    texts.extend((0..400).map(|_| random.aimed_spec(MOST).text("f32")));
    let case = |text: String| {
        let mut positions = vec![0; Spec::parse(&text).dims.iter().product()];
        for (position, element) in Spec::parse(&text).buffer().into_iter().enumerate() {
            if let Ok(element) = usize::try_from(element) {
                positions[element] = position;
            }
        }
        (Layout::parse(&text).unwrap(), positions)
    };
    texts.into_iter().map(case).collect()
}

/// The value of `(y/8)*(4*1024) + a%8`, with `variable` for its letters.
struct Evaluator<'a> {
    rest: &'a [u8],
    variable: &'a dyn Fn(u8) -> usize,
}

impl Evaluator<'_> {
    fn value(text: &str, variable: &dyn Fn(u8) -> usize) -> usize {
        let text: Vec<u8> = text.bytes().filter(|&byte| byte != b' ').collect();
        let mut this = Evaluator {
            rest: &text,
            variable,
        };
        let value = this.sum();
        assert!(this.rest.is_empty(), "{:?}", String::from_utf8_lossy(&text));
        value
    }

    fn take(&mut self, byte: u8) -> bool {
        let found = self.rest.first() == Some(&byte);
        self.rest = &self.rest[usize::from(found)..];
        found
    }

    fn sum(&mut self) -> usize {
        let mut sum = self.product();
        while self.take(b'+') {
            sum += self.product();
        }
        sum
    }

    fn product(&mut self) -> usize {
        let mut value = self.atom();
        loop {
            if self.take(b'*') {
                value *= self.atom();
            } else if self.take(b'/') {
                value /= self.atom();
            } else if self.take(b'%') {
                value %= self.atom();
            } else {
                return value;
            }
        }
    }

    fn atom(&mut self) -> usize {
        if self.take(b'(') {
            let value = self.sum();
            assert!(self.take(b')'));
            return value;
        }
        let digits = self
            .rest
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        if digits == 0 {
            let letter = self.rest[0];
            self.rest = &self.rest[1..];
            return (self.variable)(letter);
        }
        let (number, rest) = self.rest.split_at(digits);
        self.rest = rest;
        std::str::from_utf8(number).unwrap().parse().unwrap()
    }
}

#[test]
fn formulas_for_people() {
    let mut uneven = 0;
    for (layout, positions) in cases() {
        let formula = explain(&layout).position();
        uneven += usize::from(!formula.is_flat());
        let text = formula.to_string();
        let letters = &b"nwvutsrqpzyx"[12 - layout.rank()..];
        let mut positions = positions.iter();
        for_each_index(layout.dims(), |index| {
            let mut sums: Vec<(u8, usize)> = Vec::new();
            for line in text.lines() {
                let variable = |letter: u8| {
                    let sum = sums.iter().find(|sum| sum.0 == letter);
                    let dim = || letters.iter().position(|&dim| dim == letter);
                    sum.map_or_else(|| index[dim().unwrap()], |sum| sum.1)
                };
                let (name, sum) = line.split_once(" = ").unwrap_or(("position", line));
                let value = Evaluator::value(sum, &variable);
                sums.push((name.as_bytes()[0], value));
            }
            assert_eq!(
                sums.last().unwrap().1,
                *positions.next().unwrap(),
                "{layout} {index:?}\n{text}"
            );
            let element = explain(&layout).element(index).unwrap();
            let work = element.to_string().replace(',', ""); // between thousands
            assert!(work.ends_with(&element.position.to_string()), "{work}");
        });
    }
    assert!(uneven > 30, "{uneven}");
}

/// The numbers of each mode of a shape or of strides in CuTe's notation.
fn modes(text: &str, rank: usize) -> Vec<Vec<usize>> {
    let text = match rank {
        0 => return Vec::new(),
        1 => text,
        _ => &text[1..text.len() - 1],
    };
    let mut depth = 0;
    let modes = text.split(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        c == ',' && depth == 0
    });
    let numbers = |mode: &str| {
        let numbers = mode.trim_matches(['(', ')']).split(',');
        numbers.map(|number| number.parse().unwrap()).collect()
    };
    modes.map(numbers).collect()
}

#[test]
fn cute_spellings() {
    let mut spelled = 0;
    for (layout, positions) in cases() {
        let Some(cute) = explain(&layout).cute() else {
            continue;
        };
        spelled += 1;
        let (shape, stride) = cute.split_once(':').unwrap();
        let [shape, stride] = [shape, stride].map(|text| modes(text, layout.rank()));
        let mut positions = positions.iter();
        for_each_index(layout.dims(), |index| {
            let mut position = 0;
            for ((shape, stride), &number) in shape.iter().zip(&stride).zip(index) {
                let mut rest = number;
                for (extent, stride) in shape.iter().zip(stride) {
                    position += rest % extent * stride;
                    rest /= extent;
                }
                assert_eq!(rest, 0, "{layout} {cute}: {index:?} is past its shape");
            }
            assert_eq!(
                position,
                *positions.next().unwrap(),
                "{layout} {cute} {index:?}"
            );
        });
    }
    assert!(spelled > 200, "{spelled}");
}

#[test]
fn contiguous_runs_are_runs() {
    for (layout, _) in cases() {
        let mut index = vec![0; layout.rank()];
        let Some((dim, len)) = explain(&layout).contiguous() else {
            for dim in (0..layout.rank()).filter(|&dim| layout.dims()[dim] > 1) {
                index[dim] = 1;
                assert_ne!(layout.checked_offset(&index), Some(1), "{layout}");
                index[dim] = 0;
            }
            continue;
        };
        for number in 0..len {
            index[dim] = number;
            assert_eq!(layout.checked_offset(&index), Some(number), "{layout}");
        }
        index[dim] = len;
        assert_ne!(layout.checked_offset(&index), Some(len), "{layout}");
    }
}

/// What is said of a section only if the layout has it.
#[test]
fn sections_in_words() {
    for (text, words) in [
        ("f32[]", "no dimensions: a scalar"),
        ("f32[<=3]{0}", "at most 3"),
        ("f32[3,5]{1,0:S(5)}", "in memory space 5"),
        ("f32[3,5]{1,0:M(64)}", "after 64 bytes of metadata"),
        ("f32[3,5]{1,0:PAD(4,8)}", "widened to "),
    ] {
        let explanation = explain(&Layout::parse(text).unwrap()).to_string();
        assert!(explanation.contains(words), "{explanation}");
        let plain = explain(&Layout::parse("f32[3,5]{1,0}").unwrap()).to_string();
        assert!(!plain.contains(words), "{plain}");
    }
}
