use super::ends;
use std::collections::HashMap;

#[test]
fn up_to_sixteen_bytes_length_and_ends_are_the_text() {
    let mut seen = HashMap::new();
    let base = b"aaaaaaaaaaaaaaaa";
    for len in 0..=16 {
        for changed in 0..=len {
            for byte in [b'b', b'c', 0] {
                let mut text = base[..len].to_vec();
                if let Some(place) = text.get_mut(changed) {
                    *place = byte;
                }
                let other = seen.entry((len, ends(&text))).or_insert_with(|| text.clone());
                assert_eq!(*other, text);
            }
        }
    }
}
