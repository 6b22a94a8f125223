//! minor_to_major in other words: its names, memory formats, and dimensions counted from 1.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::text::{has_word, list};

/// Names of the default order.
const ROW_MAJOR: &str = "c row row_major rowmajor c_contiguous c_order contiguous default right \
    layoutright layout_right cublaslt_order_row none";
/// Names of the ascending order.
const COLUMN_MAJOR: &str = "f col col_major colmajor column_major columnmajor f_contiguous \
    f_order fortran left layoutleft layout_left cublaslt_order_col";
/// The letters of dimensions in the logical order of an array: by position, of activations, of
/// weights and of sequences.
const ALPHABETS: [&str; 4] = ["abcdefghijkl", "ncdhw", "goidhw", "tnc"];

/// Returns the order that a list says, the most minor dimension first; negative numbers count
/// from the last dimension, and without a 0 all count from 1.
pub(super) fn permutation(list: &[&str], rank: usize) -> Option<Vec<usize>> {
    let dims = list.iter().map(|entry| match entry.strip_prefix('-') {
        Some(back) => rank.checked_sub(back.parse().ok()?),
        None => entry.parse().ok(),
    });
    let mut dims = dims.collect::<Option<Vec<usize>>>()?;
    if !dims.contains(&0) {
        let from_1 = dims.iter().map(|dim| dim.checked_sub(1));
        dims = from_1.collect::<Option<_>>()?;
    }
    let each = (0..rank).all(|dim| dims.contains(&dim));
    (each && dims.len() == rank).then_some(dims)
}

/// Returns the order that a word names, for an array of these dimensions.
pub(super) fn named(word: &str, dims: &[&str]) -> Option<Vec<usize>> {
    let name = word.to_ascii_lowercase().replace('-', "_");
    if has_word(ROW_MAJOR, &name) {
        return Some((0..dims.len()).rev().collect());
    }
    if has_word(COLUMN_MAJOR, &name) {
        return Some((0..dims.len()).collect());
    }
    let (order, _, is_unclear) = format(word, dims)?;
    (!is_unclear).then_some(order)
}

/// Returns the order of a memory format such as `nhwc` or `ba`, the letters of the dimensions
/// in their logical order, and true if they can be in the order of the name as well. If equal
/// height and width show that they are in that order already, there is none.
fn format(name: &str, dims: &[&str]) -> Option<(Vec<usize>, String, bool)> {
    let name = name.to_ascii_lowercase();
    let (letters, of_torch) = match (name.as_str(), dims.len()) {
        ("channels_last", 4) => ("nhwc", true),
        ("channels_last" | "channels_last_3d", 5) => ("ndhwc", true),
        (name, _) => (name, false),
    };
    (letters.len() == dims.len() && dims.len() > 1).then_some(())?;
    let once = |c| letters.matches(c).count() == 1;
    let alphabet = ALPHABETS.iter().find(|alphabet| {
        let by_position = alphabet.len() == 12;
        letters.chars().all(|c| alphabet.contains(c) && once(c))
            && (!by_position || letters.chars().all(|c| alphabet.find(c) < Some(dims.len())))
    })?;
    let logical: String = alphabet.chars().filter(|&c| letters.contains(c)).collect();
    let order = letters.chars().rev().map(|letter| logical.find(letter));
    let order = order.collect::<Option<Vec<usize>>>()?;
    let square = |names: &str| {
        let sides = [names.find('h'), names.find('w')].map(|side| side.and_then(|at| dims.get(at)));
        sides[0].is_some() && sides[0] == sides[1]
    };
    let (as_named, as_logical) = (square(letters), square(&logical));
    if as_named && !as_logical && !of_torch {
        return None;
    }
    let is_default = order.windows(2).all(|pair| pair[0] > pair[1]);
    let one_reading = as_logical && !as_named || alphabet.len() == 12 || of_torch;
    Some((order, logical, !is_default && !one_reading))
}

/// Returns the two orders that a memory format such as `nhwc` may mean, if `word` is one.
pub(super) fn unclear(before: &str, word: &str) -> Option<String> {
    let dims = dims(before)?;
    let (order, logical, _) = format(word, &dims).filter(|(.., is_unclear)| *is_unclear)?;
    let default: Vec<usize> = (0..dims.len()).rev().collect();
    let [order, default] = [&order, &default].map(|order| list(order));
    Some(format!(
        "if the dimensions are {logical}, write `{{{order}}}`; if they are in the order of the name, `{{{default}}}`"
    ))
}

/// Returns the dimensions at the start of a text.
pub(super) fn dims(text: &str) -> Option<Vec<&str>> {
    let (_, dims) = text.split_once('[')?;
    let (dims, _) = dims.split_once(']')?;
    Some(dims.split(',').map(str::trim).collect())
}

#[cfg(test)]
mod tests {
    use super::{Vec, named, permutation};

    #[test]
    fn orders_in_other_words() {
        for (word, dims, order) in [
            ("row_major", "3,5", Some(vec![1, 0])),
            ("col-major", "3,5", Some(vec![0, 1])),
            ("F", "3,5,7", Some(vec![0, 1, 2])),
            ("nhwc", "2,3,8,8", Some(vec![1, 3, 2, 0])),
            ("nhwc", "2,8,8,3", None), // the dimensions are in this order already
            ("nhwc", "4,4,4,4", None),
            ("nchw", "4,4,4,4", Some(vec![3, 2, 1, 0])),
            ("channels_last", "4,4,4,4", Some(vec![1, 3, 2, 0])),
            ("ba", "3,5", Some(vec![0, 1])),
            ("bc", "3,5", None),
            ("auto", "3,5,7,9", None),
        ] {
            let dims: Vec<&str> = dims.split(',').collect();
            assert_eq!(named(word, &dims), order, "{word}");
        }
    }

    #[test]
    fn lists_of_dimensions() {
        for (list, order) in [
            (["1", "0"], Some(vec![1, 0])),
            (["2", "1"], Some(vec![1, 0])),
            (["-1", "-2"], Some(vec![1, 0])),
            (["1", "1"], None),
            (["1", "-1"], None),
            (["5", "1"], None),
        ] {
            assert_eq!(permutation(&list, 2), order, "{list:?}");
        }
    }
}
