//! What people write instead of a layout: the share of the texts that get one error at the right
//! token and the right help.

use std::ops::Range;

use layout_core::parse::Parsed;
use layout_oracle::{data, help};
use layout_suggestions::suggestion;
use tiled_layout::Layout;

/// The layout that `help` offers to paste: the text that it says to write, whatever it adds to
/// that, or the text that one gets who follows it to the letter.
fn offered(text: &str, range: Range<usize>, help: &str) -> Option<Layout> {
    let start = help.strip_prefix("write `");
    let whole = start.and_then(|rest| rest.split('`').next());
    if help.contains("such as") {
        return None; // an example
    }
    let texts = help::followed(text, range, help);
    let mut texts = whole.into_iter().chain(texts.iter().map(String::as_str));
    texts.find_map(|text| Layout::parse(text).ok())
}

/// Returns true if `help` leads to `meant`: followed to the letter, or with a part of it in
/// backticks as the whole text, in place of the token at `range` or beside it, or at the end.
fn leads_to(meant: &Layout, text: &str, range: Range<usize>, help: &str) -> bool {
    let (before, after) = (&text[..range.start], &text[range.end..]);
    let found = &text[range.clone()];
    let parts = help.split('`').skip(1).step_by(2);
    let mut texts: Vec<String> = parts
        .flat_map(|part| {
            [
                part.to_string(),
                [before, part, after].concat(),
                [before, part, found, after].concat(),
                [before, found, part, after].concat(),
                [text, part].concat(),
            ]
        })
        .collect();
    texts.extend(help::followed(text, range, help));
    let removed = help.contains("remove") || help.contains("leave out");
    texts.extend(removed.then(|| [before, after].concat()));
    let mut layouts = texts.iter().filter_map(|text| Layout::parse(text).ok());
    layouts.any(|layout| layout == *meant)
}

/// One row of `wrong_texts.tsv` and what the code answers.
struct Answer {
    errors: usize,
    in_place: bool,
    helped: bool,
    misleading: bool,
    help: String,
}

impl Answer {
    fn new(marked: &str, meaning: &str, words: &str) -> Answer {
        let (before, rest) = marked.split_once('«').unwrap();
        let (inside, after) = rest.split_once('»').unwrap();
        let text = [before, inside, after].concat();
        let Err(error) = Layout::parse(&text) else {
            return Answer {
                errors: 0,
                in_place: false,
                helped: false,
                misleading: true,
                help: "no error".to_string(),
            };
        };
        let range = error.range();
        let help = suggestion(&text).unwrap_or_default();
        let offered = offered(&text, range.clone(), &help);
        let meant = Layout::parse(meaning).ok();
        Answer {
            errors: Parsed::of(&text).mistakes(),
            in_place: (before.len()..=before.len() + inside.len()).contains(&range.start),
            helped: match &meant {
                _ if !words.is_empty() && help.contains(words) => true,
                Some(meant) => {
                    let marked = before.len()..before.len() + inside.len();
                    leads_to(meant, &text, range, &help) || leads_to(meant, &text, marked, &help)
                }
                None => words.is_empty() && offered.is_none(),
            },
            misleading: offered.is_some() && offered != meant,
            help,
        }
    }
}

/// The texts were written, with their meanings, before the code was asked.
#[test]
fn wrong_texts() {
    let rows = data::rows("wrong_texts.tsv");
    let answers: Vec<(String, Answer)> = rows
        .iter()
        .map(|row| {
            let [marked, meaning, words] = &row[..] else {
                panic!("{row:?}")
            };
            assert!(
                meaning == "none" || Layout::parse(meaning).is_ok(),
                "{row:?}"
            );
            (row.join(" | "), Answer::new(marked, meaning, words))
        })
        .collect();
    let count = |is: fn(&Answer) -> bool| answers.iter().filter(|(_, answer)| is(answer)).count();
    let one = count(|answer| answer.errors == 1);
    let in_place = count(|answer| answer.in_place);
    let helped = count(|answer| answer.helped && !answer.misleading);
    let misleading = count(|answer| answer.misleading);
    for (row, answer) in &answers {
        let Answer {
            errors, in_place, ..
        } = answer;
        if *errors != 1 || !in_place || !answer.helped || answer.misleading {
            println!(
                "{row}: {errors} errors, in place {in_place}, helped {}, misleading {}: {}",
                answer.helped, answer.misleading, answer.help
            );
        }
    }
    let all = answers.len();
    let percent = |count: usize| count as f64 * 100.0 / all as f64;
    println!(
        "of {all} texts {:.1} % have one error, {:.1} % at the right token, {:.1} % are helped, \
         {misleading} misled",
        percent(one),
        percent(in_place),
        percent(helped)
    );
    assert!(one * 100 >= all * 99, "{one} of {all} have one error");
    assert!(in_place * 100 >= all * 97, "{in_place} of {all} in place");
    assert!(helped * 100 >= all * 93, "{helped} of {all} are helped");
    assert_eq!(misleading, 0, "misleading texts");
}
