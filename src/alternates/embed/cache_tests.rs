use super::{Cache, MAX_COMPONENTS, MAX_VECTORS, Space, Unit};
use std::sync::Arc;

fn space(model: &str, dimensions: usize) -> Space {
    Space { model: Some(model.into()), dimensions }
}

fn fill(cache: &mut Cache, texts: usize, dimensions: usize) {
    let vector: Unit = vec![0.5; dimensions].into();
    for n in 0..texts {
        cache.keep(Arc::from(format!("text {n}")), vector.clone());
    }
}

#[test]
fn the_number_of_vectors_is_bounded_and_the_oldest_go_first() {
    let mut cache = Cache::default();
    cache.enter(&space("m", 2));
    fill(&mut cache, MAX_VECTORS + 10, 2);
    assert_eq!((cache.len(), cache.order.len()), (MAX_VECTORS, MAX_VECTORS));
    assert!(cache.get("text 9").is_none() && cache.get("text 10").is_some());
}

#[test]
fn the_memory_of_long_vectors_is_bounded() {
    let mut cache = Cache::default();
    cache.enter(&space("m", 4096));
    fill(&mut cache, 1200, 4096);
    assert_eq!(cache.len(), MAX_COMPONENTS / 4096);
}

#[test]
fn the_same_text_is_kept_once() {
    let mut cache = Cache::default();
    cache.enter(&space("m", 2));
    for _ in 0..5 {
        fill(&mut cache, 3, 2);
    }
    assert_eq!((cache.len(), cache.order.len()), (3, 3));
}

#[test]
fn another_space_drops_everything() {
    let mut cache = Cache::default();
    cache.enter(&space("m", 2));
    fill(&mut cache, 3, 2);
    cache.enter(&space("m", 2));
    assert_eq!(cache.len(), 3);
    for other in [space("n", 2), space("n", 3)] {
        cache.enter(&other);
        assert_eq!((cache.len(), cache.order.len(), cache.space()), (0, 0, Some(&other)));
        fill(&mut cache, 3, 2);
    }
}
