//! What errors suggest, beside what the wrong texts mean.

use layout_oracle::{data, help};
use layout_suggestions::{shown, suggestion};
use tiled_layout::{Layout, ParseError};

use super::rejections::rejected;

/// Panics if an error suggests a whole layout that is none.
pub(super) fn check_suggestion(text: &str) {
    let help = suggestion(text).unwrap_or_default();
    if let Some(layout) =
        help::replacement(&help).filter(|part| part.contains('[') && part.contains(']'))
    {
        assert!(Layout::parse(layout).is_ok(), "`{text}`: {help}");
    }
}

/// The layout that one gets who follows a help to the letter.
fn followed(text: &str, error: &ParseError) -> Option<Layout> {
    let help = suggestion(text)?;
    let texts = help::followed(text, error.range(), &help);
    texts.iter().find_map(|text| Layout::parse(text).ok())
}

/// Each row's error is at the token in error, and its help means what the text means; one that
/// cannot be taken as it is says so in words.
#[test]
fn suggestions_mean_what_the_text_means() {
    let (mut wrong, mut suggestions) = (Vec::new(), 0);
    let rows = data::rows("messages.tsv");
    for row in &rows {
        let [marked, meaning, words] = &row[..] else {
            panic!("{row:?}")
        };
        let (before, rest) = marked.split_once('«').unwrap();
        let (inside, after) = rest.split_once('»').unwrap();
        let text = [before, inside, after].concat();
        let error = rejected(&text);
        let start = error.range().start;
        let in_place = (before.len()..=before.len() + inside.len()).contains(&start);
        let first_array =
            suggestion(&text).is_some_and(|help| help.contains(", the first array of"));
        let followed = followed(&text, &error).filter(|_| meaning != "none" || !first_array);
        suggestions += usize::from(followed.is_some());
        let good = match (followed, Layout::parse(meaning)) {
            (Some(layout), Ok(meant)) => layout == meant,
            (Some(_), Err(_)) => false,
            (None, _) => !words.is_empty() && shown(&text, &error).contains(words),
        };
        if !in_place || !good {
            wrong.push(format!(
                "`{marked}` is {meaning}, {words}\n{}",
                shown(&text, &error)
            ));
        }
    }
    println!("{suggestions} suggestions of {} texts", rows.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(suggestions > 80, "{suggestions}");
}

/// The rows that `Layout::parse` answers itself are those of a list; for every row, both name the
/// same token in the same words.
#[test]
fn run_time_answers_these_itself() {
    let mut answered = Vec::new();
    for row in data::rows("messages.tsv") {
        let [marked, meaning, _] = &row[..] else {
            panic!("{row:?}")
        };
        let text = marked.replace(['«', '»'], "");
        let error = rejected(&text);
        let explanation = layout_suggestions::first_explanation(&text).unwrap();
        assert_eq!(explanation.message, error.message(), "`{text}`");
        let help = error
            .help()
            .map(|help| help.to_string())
            .unwrap_or_default();
        let texts = help::followed(&text, error.range(), &help);
        let found = texts.iter().find_map(|text| Layout::parse(text).ok());
        if found.is_some_and(|found| Ok(found) == Layout::parse(meaning)) {
            answered.push(marked.clone());
        }
    }
    let listed = data::rows("messages_of_run_time.tsv");
    let listed: Vec<String> = listed.iter().map(|row| row[0].clone()).collect();
    assert!(answered == listed, "{}", answered.join("\n"));
}
