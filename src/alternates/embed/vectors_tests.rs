use super::{Embedded, Unit, checked, cosine};
use crate::alternates::RetrievalFault;
use proptest::{collection::vec, prelude::*};

fn units(vectors: Vec<Vec<f32>>) -> Result<Vec<Unit>, RetrievalFault> {
    let texts = vectors.len();
    checked(&Embedded::new(vectors), texts)
}

#[test]
fn an_answer_is_checked() {
    let two = || Embedded::new(vec![vec![1.0, 0.0], vec![0.0, 3.0]]);
    assert_eq!(checked(&two(), 2).unwrap(), [Unit::from([1.0, 0.0]), Unit::from([0.0, 1.0])]);
    for texts in [0, 1, 3] {
        assert_eq!(checked(&two(), texts), Err(RetrievalFault::Count));
    }
    for wrong in [vec![vec![]], vec![vec![1.0], vec![1.0, 2.0]], vec![vec![1.0; Embedded::MAX_DIMENSIONS + 1]]] {
        assert_eq!(units(wrong), Err(RetrievalFault::Dimensions));
    }
    assert!(units(vec![vec![1.0; Embedded::MAX_DIMENSIONS]]).is_ok());
    for component in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        assert_eq!(units(vec![vec![1.0, component]]), Err(RetrievalFault::NotFinite));
    }
}

#[test]
fn a_vector_without_length_is_like_nothing() {
    let units = units(vec![vec![0.0, 0.0], vec![1.0, 0.0]]).unwrap();
    assert!(units[0].is_empty());
    assert_eq!(cosine(&units[0], &units[1]), None);
    assert_eq!(cosine(&units[0], &units[0]), None);
}

#[test]
fn extremes_do_not_overflow() {
    for size in [f32::MAX, f32::MIN_POSITIVE, 1e-45, 1.0] {
        let units = units(vec![vec![size; 300], vec![size; 300], vec![-size; 300]]).unwrap();
        assert!((cosine(&units[0], &units[1]).unwrap() - 1.0).abs() < 1e-4, "{size}");
        assert!((cosine(&units[0], &units[2]).unwrap() + 1.0).abs() < 1e-4, "{size}");
    }
}

#[test]
fn other_dimensions_are_not_compared() {
    let (short, long) = (units(vec![vec![1.0; 3]]).unwrap(), units(vec![vec![1.0; 4]]).unwrap());
    assert_eq!(cosine(&short[0], &long[0]), None);
}

proptest! {
    #[test]
    fn the_chunked_sum_is_the_plain_one((a, b) in (1..70_usize).prop_flat_map(|n| (vec(-10.0_f32..10.0, n), vec(-10.0_f32..10.0, n)))) {
        let plain = |x: &[f32], y: &[f32]| x.iter().zip(y).map(|(x, y)| f64::from(*x) * f64::from(*y)).sum::<f64>();
        let expected = plain(&a, &b) / (plain(&a, &a).sqrt() * plain(&b, &b).sqrt());
        let units = units(vec![a, b]).unwrap();
        if let Some(found) = cosine(&units[0], &units[1]) {
            prop_assert!((f64::from(found) - expected).abs() < 1e-5, "{found} {expected}");
        }
    }
}
