use super::*;

fn of(probabilities: &[f64]) -> Distribution {
    Distribution::normalized(probabilities, probabilities.iter().sum())
}

#[test]
fn the_first_of_equals_is_the_top() {
    assert_eq!(of(&[0.2, 0.4, 0.4]).top(), (1, 0.4));
    assert_eq!(of(&[1.0]).top(), (0, 1.0));
}

#[test]
fn labels_within_a_hundredth_of_the_top_are_tied_with_it() {
    assert!(of(&[0.5, 0.0, 0.5]).is_tied());
    assert!(of(&[0.46, 0.45, 0.09]).is_tied(), "0.46 and 0.45 differ by a little more than 0.01 in binary");
    assert!(!of(&[0.47, 0.45, 0.08]).is_tied());
    assert!(!of(&[1.0]).is_tied(), "one label has nothing to be tied with");
}

#[test]
fn a_margin_is_what_the_top_has_over_the_next() {
    assert!((of(&[0.1, 0.7, 0.2]).margin() - 0.5).abs() < 1e-12);
    assert!((of(&[1.0]).margin() - 1.0).abs() < 1e-12);
}

#[test]
fn a_uniform_distribution_says_nothing() {
    assert!(of(&[0.33, 0.33, 0.33]).says_nothing());
    assert!(of(&[0.11, 0.12, 0.11, 0.11, 0.11, 0.11, 0.11, 0.11, 0.11]).says_nothing());
    assert!(!of(&[0.34, 0.34, 0.32]).says_nothing(), "0.02 is no longer flat");
    assert!(!of(&[0.5, 0.5, 0.0]).says_nothing(), "that one of two is right says something");
}

#[test]
fn an_even_noul_says_nothing() {
    for (yes, nothing) in [(0.45, true), (0.5, true), (0.55, true), (0.44, false), (0.56, false), (0.0, false), (1.0, false)] {
        assert_eq!(Noul::validated(yes).says_nothing(), nothing, "{yes}");
    }
}

#[test]
fn a_place_beyond_the_end_has_no_probability() {
    assert_eq!(of(&[1.0]).probability(1).to_bits(), 0.0f64.to_bits());
}
