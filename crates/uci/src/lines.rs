//! Lines of any bytes.

use std::io::{self, BufRead, Read};

/// The longest line that is looked at, in bytes: a game has some hundred moves.
const LONGEST: u64 = 1 << 16;

/// The next line without its end; what is no text in it is replaced. `None` at the
/// end of the input. Of a line that is too long only its beginning is kept in
/// memory, and the answer is an error that says so.
pub(crate) fn next(input: &mut impl BufRead) -> io::Result<Option<Result<String, String>>> {
    let mut line = Vec::new();
    // With its end, a line may be a byte longer.
    let most = LONGEST + 1;
    let read = input.by_ref().take(most).read_until(b'\n', &mut line)?;
    if read == 0 {
        return Ok(None);
    }
    if read as u64 == most && !line.ends_with(b"\n") {
        input.skip_until(b'\n')?;
        return Ok(Some(Err(format!("a line of more than {LONGEST} bytes"))));
    }
    Ok(Some(Ok(String::from_utf8_lossy(&line).trim().to_owned())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(mut input: &[u8]) -> Vec<Result<String, String>> {
        std::iter::from_fn(|| next(&mut input).unwrap()).collect()
    }

    #[test]
    fn ends_of_lines_are_taken_off() {
        let read = lines(b"uci\r\n\n go \xff\nquit");
        let expected = ["uci", "", "go \u{fffd}", "quit"];
        assert_eq!(read, expected.map(|line| Ok(line.to_owned())));
    }

    #[test]
    fn a_line_that_is_too_long_is_passed_over() {
        let longest = LONGEST as usize;
        let mut input = vec![b'x'; 3 * longest];
        input.extend(b"\nquit\n");
        let read = lines(&input);
        assert!(read[0].is_err());
        assert_eq!(read[1..], [Ok("quit".to_owned())]);
        let mut fits = vec![b'x'; longest];
        fits.push(b'\n');
        assert_eq!(lines(&fits)[0].as_ref().unwrap().len(), longest);
        fits.insert(0, b'x');
        assert!(lines(&fits)[0].is_err());
    }
}
