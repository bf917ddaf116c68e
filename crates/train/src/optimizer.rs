use tch::Tensor;

use crate::TrainError;

/// AdamW (Loshchilov and Hutter 2019), with moments that can be saved: tch's own optimisers cannot.
///
/// Weight decay applies to tensors of two dimensions or more: weights, not biases.
#[derive(Debug)]
pub struct AdamW {
    names: Vec<String>,
    first: Vec<Tensor>,
    second: Vec<Tensor>,
    steps: u64,
    decay: f64,
}

const BETA1: f64 = 0.9;
const BETA2: f64 = 0.98;
const EPSILON: f64 = 1e-8;

impl AdamW {
    /// An optimiser that has made no step.
    ///
    /// # Errors
    /// If libtorch fails.
    pub fn new(parameters: &[(String, Tensor)], decay: f64) -> Result<AdamW, TrainError> {
        let zeros = || {
            parameters
                .iter()
                .map(|(_, tensor)| Ok(tensor.f_detach()?.f_zeros_like()?))
                .collect::<Result<_, TrainError>>()
        };
        let names = parameters.iter().map(|(name, _)| name.clone()).collect();
        Ok(AdamW { names, first: zeros()?, second: zeros()?, steps: 0, decay })
    }

    /// Its state as named tensors, to be saved.
    pub fn state(&self) -> Vec<(String, Tensor)> {
        let named = |prefix: &'static str, tensors: &[Tensor]| {
            let pairs = self.names.iter().zip(tensors);
            pairs.map(|(name, t)| (format!("{prefix}.{name}"), t.shallow_clone())).collect::<Vec<_>>()
        };
        named("first", &self.first).into_iter().chain(named("second", &self.second)).collect()
    }

    /// Restores what [`state`](AdamW::state) gave, after `steps` steps.
    ///
    /// # Errors
    /// If a tensor is missing or of another shape.
    pub fn restore(&mut self, state: Vec<(String, Tensor)>, steps: u64) -> Result<(), TrainError> {
        let mut state: std::collections::BTreeMap<String, Tensor> = state.into_iter().collect();
        for (prefix, moments) in [("first", &mut self.first), ("second", &mut self.second)] {
            for (name, moment) in self.names.iter().zip(moments.iter_mut()) {
                let name = format!("{prefix}.{name}");
                let error = |message: String| bashni_net::NetError::Parameter { name: name.clone(), message };
                let saved =
                    state.remove(&name).ok_or_else(|| error("is missing from the optimiser".to_owned()))?;
                if saved.size() != moment.size() {
                    let message = format!("expected {:?}, found {:?}", moment.size(), saved.size());
                    return Err(error(message).into());
                }
                moment.f_copy_(&saved)?;
            }
        }
        self.steps = steps;
        Ok(())
    }

    /// Steps made so far.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// One step along the gradients, one a parameter, which are scaled down to norm `clip` if larger. Returns the norm
    /// that they had.
    ///
    /// # Errors
    /// If libtorch fails.
    pub fn step(
        &mut self,
        parameters: &[(String, Tensor)],
        gradients: &[Tensor],
        rate: f64,
        clip: f64,
    ) -> Result<f64, TrainError> {
        self.steps += 1;
        let correction1 = 1.0 - BETA1.powf(self.steps as f64);
        let correction2 = 1.0 - BETA2.powf(self.steps as f64);
        tch::no_grad(|| {
            let mut square = 0.0;
            for gradient in gradients {
                square += gradient.f_square()?.f_sum(tch::Kind::Double)?.f_double_value(&[])?;
            }
            let norm = square.sqrt();
            let scale = if norm > clip { clip / norm } else { 1.0 };
            for (i, ((_, parameter), gradient)) in parameters.iter().zip(gradients).enumerate() {
                let gradient = gradient.f_mul_scalar(scale)?;
                let (first, second) = (&mut self.first[i], &mut self.second[i]);
                let _ = first.f_mul_scalar_(BETA1)?.f_add_(&gradient.f_mul_scalar(1.0 - BETA1)?)?;
                let _ =
                    second.f_mul_scalar_(BETA2)?.f_add_(&gradient.f_square()?.f_mul_scalar(1.0 - BETA2)?)?;
                let divisor = second.f_div_scalar(correction2)?.f_sqrt()?.f_add_scalar(EPSILON)?;
                let update = first.f_div_scalar(correction1)?.f_div(&divisor)?;
                let mut parameter = parameter.shallow_clone();
                if parameter.dim() >= 2 {
                    let _ = parameter.f_mul_scalar_(1.0 - rate * self.decay)?;
                }
                let _ = parameter.f_sub_(&update.f_mul_scalar(rate)?)?;
            }
            Ok(norm)
        })
    }
}
