//! Holm's correction for many tests (1979).

/// The adjusted p-values, in the order of `p`.
#[must_use]
pub fn holm(p: &[f64]) -> Vec<f64> {
    let mut order: Vec<(usize, f64)> = p.iter().copied().enumerate().collect();
    order.sort_by(|a, b| a.1.total_cmp(&b.1));
    let (mut adjusted, mut largest) = (vec![0.0; p.len()], 0.0_f64);
    for (rank, (at, p)) in order.iter().enumerate() {
        largest = largest.max(((order.len() - rank) as f64 * p).min(1.0));
        if let Some(place) = adjusted.get_mut(*at) {
            *place = largest;
        }
    }
    adjusted
}
