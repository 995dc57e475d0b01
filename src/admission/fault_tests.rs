use super::*;

#[test]
fn a_long_pointer_is_shortened_to_a_place_above() {
    let long = format!("/a/{}/b", "x".repeat(SchemaFault::MAX_POINTER));
    assert_eq!(SchemaFault::new(&long, "").pointer(), "/a");
    let deep = "/é".repeat(100);
    let kept = SchemaFault::new(&deep, "");
    assert!(kept.pointer().len() <= SchemaFault::MAX_POINTER);
    assert!(deep.strip_prefix(kept.pointer()).is_some_and(|rest| rest.starts_with('/')));
}

#[test]
fn a_pointer_that_fits_is_kept() {
    let fits = format!("/{}", "x".repeat(SchemaFault::MAX_POINTER - 1));
    assert_eq!(SchemaFault::new(&fits, "").pointer(), fits);
}

#[test]
fn a_pointer_through_unprintable_names_stops_before_them() {
    assert_eq!(SchemaFault::new("/a/b\nc/d", "").pointer(), "/a");
    assert_eq!(SchemaFault::new("/\u{1b}[31m", "").pointer(), "");
}

#[test]
fn quoted_names_cannot_end_their_quotation() {
    assert_eq!(quoted("a`b\nc"), "`a'b c`");
    assert!(quoted(&"é".repeat(1000)).len() <= 66);
    assert_eq!(quoted_name(&"x".repeat(128)).len(), 130);
}

#[test]
fn debug_prints_nothing_of_the_arguments() {
    assert!(!format!("{:?}", SchemaFault::new("/canary", "canary")).contains("canary"));
}
