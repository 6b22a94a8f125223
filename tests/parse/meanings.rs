//! What errors suggest, beside what the wrong texts mean.

use layout_core::parse::Parsed;
use layout_oracle::help;
use layout_oracle::mistakes::{Reported, check_all, mistakes};
use layout_suggestions::{explanation, suggestion};
use tiled_layout::Layout;

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

fn canonical(text: &str) -> Option<String> {
    Layout::parse(text).ok().map(|layout| layout.to_string())
}

/// All errors of a text, with the help that depends on the whole text.
fn errors(text: &str) -> Vec<Reported> {
    let parsed = Parsed::of(text);
    let error = |number| Reported {
        range: parsed.mistake(text, number).range(),
        words: explanation(&parsed, text, number).lines().to_string(),
    };
    (0..parsed.mistakes()).map(error).collect()
}

#[test]
fn one_error_in_its_place_that_means_what_the_text_means() {
    let layouts = check_all("text", errors, canonical);
    assert!(layouts > 550, "{layouts}");
}

/// `Layout::parse` names the same token in the same words; its help, which is about that token,
/// suffices for a part of the texts.
#[test]
fn run_time_answers_a_part_itself() {
    let mut answered = 0;
    for row in mistakes("text") {
        let text = &row.text;
        let error = rejected(text);
        let parsed = Parsed::of(text);
        assert_eq!(parsed.mistake(text, 0).range(), error.range(), "`{text}`");
        assert_eq!(
            *explanation(&parsed, text, 0).message,
            *error.message(),
            "`{text}`"
        );
        let help = error.help().map(|help| help.to_string());
        let texts = help::followed(text, error.range(), &help.unwrap_or_default());
        let found = texts.iter().find_map(|text| canonical(text));
        answered += usize::from(found.is_some_and(|found| row.means(&found, canonical)));
    }
    assert_eq!(answered, 191);
}
