//! Bytes and percentages, printed and read.

/// Bytes with three digits and a unit: `5.95 GiB`.
pub(super) fn bytes(bytes: u64) -> String {
    const UNITS: [&str; 6] = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    if bytes < 1024 {
        return format!("{bytes} B");
    }
    let mut value = bytes as f64 / 1024.0;
    let mut unit = 0;
    while value >= 999.5 && unit + 1 < UNITS.len() {
        value /= 1024.0;
        unit += 1;
    }
    let decimals = match value {
        ..9.995 => 2,
        ..99.95 => 1,
        _ => 0,
    };
    format!("{value:.decimals$} {}", UNITS[unit])
}

/// A difference in bytes, with its sign.
pub(super) fn difference(bytes: i128) -> String {
    let sign = match bytes {
        0 => "",
        ..0 => "-",
        _ => "+",
    };
    let magnitude = u64::try_from(bytes.unsigned_abs()).unwrap_or(u64::MAX);
    format!("{sign}{}", self::bytes(magnitude))
}

/// Reads `10%` or `10`.
pub(super) fn parse_percent(text: &str) -> Result<f64, String> {
    match text.strip_suffix('%').unwrap_or(text).trim().parse() {
        Ok(percent) if (0.0..).contains(&percent) => Ok(percent),
        _ => Err("write a percentage, such as `20%`".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::{bytes, difference, parse_percent};

    #[test]
    fn three_digits_at_most() {
        let cases = [
            (0, "0 B"),
            (1023, "1023 B"),
            (1024, "1.00 KiB"),
            (10_230, "9.99 KiB"),
            (10_240, "10.0 KiB"),
            (102_350, "100 KiB"),
            (1_023_999, "0.98 MiB"),
            (6 << 30, "6.00 GiB"),
            (u64::MAX, "16.0 EiB"),
        ];
        for (number, text) in cases {
            assert_eq!(bytes(number), text);
        }
        assert_eq!(difference(-2048), "-2.00 KiB");
    }

    #[test]
    fn percentages() {
        assert_eq!(parse_percent("12.5%"), Ok(12.5));
        assert_eq!(parse_percent("20"), Ok(20.0));
        for text in ["", "%", "-1%", "much", "NaN"] {
            assert!(parse_percent(text).is_err(), "{text}");
        }
    }
}
