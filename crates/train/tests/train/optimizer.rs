//! AdamW against numbers worked out by hand.

use bashni_train::AdamW;
use tch::{Device, Kind, Tensor};

fn parameters() -> Vec<(String, Tensor)> {
    let weight = Tensor::from_slice(&[1.0_f32, -2.0]).reshape([1, 2]);
    vec![("weight".to_owned(), weight), ("bias".to_owned(), Tensor::from_slice(&[0.5_f32]))]
}

fn gradients(weight: [f32; 2], bias: f32) -> [Tensor; 2] {
    [Tensor::from_slice(&weight).reshape([1, 2]), Tensor::from_slice(&[bias])]
}

#[track_caller]
fn assert_values(tensor: &Tensor, expected: &[f64]) {
    let values = Vec::<f32>::try_from(tensor.flatten(0, -1)).unwrap();
    assert_eq!(values.len(), expected.len());
    for (value, expected) in values.iter().zip(expected) {
        assert!((f64::from(*value) - expected).abs() < 1e-6, "{values:?}, expected {expected:?}");
    }
}

#[test]
fn two_steps_are_as_worked_out_by_hand() {
    let parameters = parameters();
    let mut optimizer = AdamW::new(&parameters, 0.01).unwrap();
    // A norm of 0.5, clipped to 0.25: the gradient is halved to (0.15, -0.2). The first step of Adam goes the whole rate
    // along the sign of each; before it weights, but not biases, shrink by rate times decay.
    let norm = optimizer.step(&parameters, &gradients([0.3, -0.4], 0.0), 0.1, 0.25).unwrap();
    assert!((norm - 0.5).abs() < 1e-7, "{norm}");
    assert_values(&parameters[0].1, &[0.999 - 0.1, -1.998 + 0.1]);
    assert_values(&parameters[1].1, &[0.5]);
    // Moments: 0.1 g and 0.02 g².
    let state = optimizer.state();
    assert_values(&state[0].1, &[0.015, -0.02]);
    assert_values(&state[2].1, &[0.02 * 0.0225, 0.02 * 0.04]);
    // A norm of 0.2236, not clipped. First moments 0.0135 - 0.01 and -0.018 + 0.02, over 1 - 0.9²; second moments
    // 0.000441 + 0.0002 and 0.000784 + 0.0008, over 1 - 0.98².
    optimizer.step(&parameters, &gradients([-0.1, 0.2], 0.0), 0.1, 0.25).unwrap();
    let first = 0.0035 / 0.19 / (0.000_641_f64 / 0.0396).sqrt();
    let second = 0.002 / 0.19 / (0.001_584_f64 / 0.0396).sqrt();
    assert_values(&parameters[0].1, &[0.899 * 0.999 - 0.1 * first, -1.898 * 0.999 - 0.1 * second]);
    assert_values(&parameters[1].1, &[0.5]);
    assert_eq!(optimizer.steps(), 2);
}

#[test]
fn a_restored_optimiser_goes_on_as_the_one_that_was_saved() {
    let (ours, theirs) = (parameters(), parameters());
    let mut saved = AdamW::new(&ours, 0.01).unwrap();
    for parameters in [&ours, &theirs] {
        let mut optimizer = AdamW::new(parameters, 0.01).unwrap();
        optimizer.step(parameters, &gradients([0.3, -0.4], 0.1), 0.1, 1.0).unwrap();
        saved = optimizer;
    }
    let copied = saved.state().into_iter().map(|(name, tensor)| (name, tensor.copy())).collect();
    let mut restored = AdamW::new(&ours, 0.01).unwrap();
    restored.restore(copied, saved.steps()).unwrap();
    restored.step(&ours, &gradients([0.2, 0.2], 0.2), 0.1, 1.0).unwrap();
    saved.step(&theirs, &gradients([0.2, 0.2], 0.2), 0.1, 1.0).unwrap();
    for ((name, ours), (_, theirs)) in ours.iter().zip(&theirs) {
        assert!(ours.equal(theirs), "{name}");
    }
}

#[test]
fn a_state_that_does_not_fit_is_refused_by_name() {
    let parameters = parameters();
    let state = AdamW::new(&parameters, 0.01).unwrap().state();
    let refused = |state: Vec<(String, Tensor)>| {
        let mut optimizer = AdamW::new(&parameters, 0.01).unwrap();
        optimizer.restore(state, 1).unwrap_err().to_string()
    };
    let mut missing: Vec<_> = state.iter().map(|(name, t)| (name.clone(), t.shallow_clone())).collect();
    missing.retain(|(name, _)| name != "second.bias");
    assert!(refused(missing).contains("second.bias: is missing"));
    let mut reshaped = state;
    reshaped[0].1 = Tensor::zeros([3], (Kind::Float, Device::Cpu));
    assert!(refused(reshaped).contains("first.weight: expected [1, 2], found [3]"));
}
