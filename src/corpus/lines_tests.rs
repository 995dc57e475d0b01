use super::*;
use std::io::BufReader;

fn read_all(bytes: &[u8], capacity: usize) -> Vec<(Read, usize)> {
    let mut input = BufReader::with_capacity(capacity, bytes);
    let mut line = Vec::new();
    let mut found = Vec::new();
    loop {
        match read_line(&mut input, &mut line).expect("memory can be read") {
            Read::End => return found,
            read => found.push((read, line.len())),
        }
    }
}

#[test]
fn both_line_ends_and_a_missing_last_one_are_understood() {
    for capacity in [1, 2, 3, 64] {
        let lengths: Vec<usize> = read_all(b"ab\r\n\ncde\nf", capacity).into_iter().map(|(_, length)| length).collect();
        assert_eq!(lengths, [2, 0, 3, 1], "capacity {capacity}");
    }
    assert_eq!(read_all(b"", 8), []);
}

#[test]
fn a_line_at_the_bound_is_read_and_one_beyond_it_is_passed_over() {
    let mut bytes = vec![b'x'; MAX_LINE];
    bytes.extend_from_slice(b"\r\n");
    bytes.extend(vec![b'y'; MAX_LINE + 1]);
    bytes.extend_from_slice(b"\nok\n");
    bytes.extend(vec![b'z'; 3 * MAX_LINE]);
    let found = read_all(&bytes, 8192);
    assert_eq!(found[0], (Read::Line, MAX_LINE));
    assert_eq!(found[1].0, Read::TooLong);
    assert_eq!(found[2], (Read::Line, 2));
    assert_eq!(found[3].0, Read::TooLong);
    assert!(found.iter().all(|(_, kept)| *kept <= MAX_LINE + 1), "no more than the bound is kept");
}
