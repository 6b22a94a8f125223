//! Expressions of Rust: which text can stand in braces.

/// Whether a text is an expression of Rust whose operators mean the same in other
/// languages: no `^`, no `**`, no assignment.
pub(super) fn is_expression(text: &str) -> bool {
    let keyword = ["if", "match", "unsafe", "const", "loop", "async", "while"];
    let first = text.split(|c: char| !is_word(c)).next();
    if first.is_some_and(|word| keyword.contains(&word)) {
        return text.ends_with('}');
    }
    expression(text).is_some_and(|rest| rest.is_empty())
}

/// Whether a text is a number or a name.
pub(super) fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '_')
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The text after operands with operators between them.
fn expression(text: &str) -> Option<&str> {
    const OPERATORS: [&str; 16] = [
        "<<", ">>", "==", "!=", "<=", ">=", "&&", "||", "+", "-", "*", "/", "%", "&", "|", "<",
    ];
    let mut rest = operand(text)?.trim_start();
    loop {
        let operator = OPERATORS
            .iter()
            .chain(&[">"])
            .find_map(|op| rest.strip_prefix(op));
        let Some(after) = operator else {
            return Some(rest);
        };
        rest = operand(after.trim_start())?.trim_start();
    }
}

fn operand(text: &str) -> Option<&str> {
    let mut rest = text.trim_start_matches(['-', '!', '&', ' ']);
    if let Some(path) = rest.strip_prefix('<') {
        let end = path.find(">::")?; // `<S as Trait>::N`
        rest = &path[end + 3..];
    }
    rest = match rest.chars().next()? {
        '(' | '[' | '{' => group(rest)?,
        '"' | '\'' => &rest[rest[1..].find(['"', '\''])? + 2..],
        c if is_word(c) => rest.trim_start_matches(is_word),
        _ => return None,
    };
    loop {
        rest = match rest.as_bytes() {
            [b'#', next, ..] if is_word((*next).into()) => rest[1..].trim_start_matches(is_word),
            [b':', b':', b'<', ..] => group(&rest[2..])?,
            [b':', b':', next, ..] | [b'.', next, ..]
                if is_word((*next).into()) || *next == b':' =>
            {
                rest.trim_start_matches([':', '.'])
                    .trim_start_matches(is_word)
            }
            [b'(' | b'[', ..] => group(rest)?,
            [b'!', b'(' | b'[' | b'{', ..] => group(&rest[1..])?,
            [b'?', ..] => &rest[1..],
            [b' ', b'a', b's', b' ', ..] => {
                let name = rest[4..].trim_start_matches(|c| is_word(c) || c == ':');
                (name.len() < rest.len() - 4).then_some(name)?
            }
            _ => return Some(rest),
        };
    }
}

/// The text after the group at its start.
fn group(text: &str) -> Option<&str> {
    let mut depth = 0usize;
    let path = text.starts_with('<');
    for (at, c) in text.char_indices() {
        let less = text[at..].starts_with("<<") || text[..at].ends_with('<');
        match c {
            '<' if less && !path => {} // a shift
            '(' | '[' | '{' | '<' => depth += 1,
            '>' if text[..at].ends_with(['-', '=']) => {}
            ')' | ']' | '}' | '>' => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            return Some(&text[at + c.len_utf8()..]);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::is_expression;

    #[test]
    fn expressions() {
        for text in [
            "N",
            "N+1",
            "2*N",
            "!N",
            "-N",
            "(N+7)/8",
            "a::B::<3>::N+1",
            "f(N,2)",
            "N as usize",
            "size_of::<Option<u8>>()*2",
            "[1,2].len()",
            "vec![3].len()",
            "if N { 1 } else { 2 }",
            "1<<3",
            "(1<<7)+1",
            "N>3",
            "<S as T>::N*2",
            "self.n",
            "r#type+1",
            "N as _",
        ] {
            assert!(is_expression(text), "{text}");
        }
        for text in [
            "", "3+", "8<=", "2^10", "2**10", "*N", "N..", "N=3", "N:usize", "|x|x", "if N", "N M",
            "f(3", "N!", "N+*M", ")", "as usize", "?",
        ] {
            assert!(!is_expression(text), "{text}");
        }
    }
}
