//! Advice on arguments that clap does not know: what the shell, or the user, has taken apart.

use layout_runtime::Layout;
use layout_xla::shards::Sharding;

/// Advice on the arguments of this process, if one is certain.
pub(crate) fn of_arguments() -> Option<String> {
    let arguments: Vec<String> = std::env::args_os()
        .skip(1)
        .filter_map(|argument| argument.into_string().ok())
        .collect();
    if let Some(layout) = unquoted(&arguments) {
        return Some(format!(
            "quote the layout, because the shell reads its braces: '{layout}'"
        ));
    }
    let is_sharding = |text: &&String| text.starts_with('{') && Sharding::parse(text).is_ok();
    let sharding = arguments.iter().find(is_sharding)?;
    let has_option = arguments.iter().any(|argument| argument == "--sharding");
    (arguments[0] == "shards" && !has_option)
        .then(|| format!("name the sharding: --sharding '{sharding}'"))
}

/// The layout whose braces a shell has removed: `f32[3,5]1 f32[3,5]0` and `f32[3,5] 1,0` are what
/// is left of `f32[3,5]{1,0}`.
fn unquoted(arguments: &[String]) -> Option<String> {
    let place = arguments.iter().position(|text| text.contains('['))?;
    let (first, following) = arguments[place..].split_first()?;
    let (array, end) = first.split_at(first.find(']')? + 1);
    let following = following
        .iter()
        .map(|text| text.strip_prefix(array).unwrap_or(text));
    let parts: Vec<&str> = [end]
        .into_iter()
        .filter(|end| !end.is_empty())
        .chain(following)
        .take_while(|part| part.starts_with(|c: char| c.is_ascii_digit() || c == ':'))
        .collect();
    let text = format!("{array}{{{}}}", parts.join(","));
    (!parts.is_empty() && Layout::parse(&text).is_ok()).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::unquoted;

    #[test]
    fn braces_that_a_shell_has_removed() {
        for (arguments, layout) in [
            ("explain f32[3,5]1 f32[3,5]0", "f32[3,5]{1,0}"),
            ("explain f32[8,128] 1,0", "f32[8,128]{1,0}"),
            ("explain f32[8,128] 1 0", "f32[8,128]{1,0}"),
            (
                "explain f32[8,128] 1,0:T(8,128)",
                "f32[8,128]{1,0:T(8,128)}",
            ),
            ("explain f32[8,128] f32[8,128]", ""),
            ("explain f32[8,128]{1,0} f32[8,128]{1,0}", ""),
            ("explain f32[8,128] 1,1", ""),
            ("explain 1 0", ""),
        ] {
            let arguments: Vec<String> = arguments.split(' ').map(str::to_owned).collect();
            let found = unquoted(&arguments).unwrap_or_default();
            assert_eq!(found, layout, "{arguments:?}");
        }
    }
}
