use bashni_data::Row;
use bashni_rules::{Encoding, Rules};
use tch::{Device, Kind, Tensor};

use crate::TrainError;

/// A batch of N rows as tensors, all f32.
#[derive(Debug)]
pub struct Batch {
    /// Encoded states, `[N, height, width, planes]`.
    pub planes: Tensor,
    /// Target of the policy, `[N, actions]`; 0 for actions that are not legal.
    pub policy: Tensor,
    /// 0 for legal actions and a large negative number for others, `[N, actions]`: to be added to logits.
    pub mask: Tensor,
    /// Target of the value: win, draw, loss for the side that acts, `[N, 3]`.
    pub value: Tensor,
    /// Weight of each row in the loss of the policy, `[N]`: 1, but 0 for quick searches, which say too little of it.
    pub policy_weight: Tensor,
}

/// Added to the logits of actions that are not legal. Finite, so that 0 times it is 0.
const ILLEGAL: f32 = -1e9;

impl Batch {
    /// Rebuilds the states of rows and writes their targets. `search_share` is the share of the search's value in the
    /// value's target.
    ///
    /// # Errors
    /// If a row does not fit the rules, or libtorch fails.
    pub fn new(
        rows: &[Row],
        rules: &Rules,
        encoding: &Encoding,
        search_share: f64,
        device: Device,
    ) -> Result<Batch, TrainError> {
        let (size, actions) = (encoding.len(), encoding.actions());
        let mut planes = vec![0.0; rows.len() * size];
        let mut policy = vec![0.0; rows.len() * actions];
        let mut mask = vec![ILLEGAL; rows.len() * actions];
        let mut value = Vec::with_capacity(3 * rows.len());
        let policy_weight: Vec<f32> = rows.iter().map(|row| f32::from(u8::from(row.full))).collect();
        let share = search_share as f32;
        for (i, row) in rows.iter().enumerate() {
            let game = row.state.game(rules)?;
            encoding.write(&game, rules, &mut planes[i * size..(i + 1) * size]);
            for (&action, &target) in row.legal.iter().zip(&row.policy) {
                let action = usize::from(action);
                if action >= actions {
                    return Err(bashni_data::RowError::Action { action: action as u16 }.into());
                }
                policy[i * actions + action] = target;
                mask[i * actions + action] = 0.0;
            }
            let (result, search) = (row.result(), row.search);
            value.extend([
                (1.0 - share) * result.win + share * search.win,
                (1.0 - share) * result.draw + share * search.draw,
                (1.0 - share) * result.loss + share * search.loss,
            ]);
        }
        let n = rows.len() as i64;
        let tensor = |values: &[f32], width: i64| -> Result<Tensor, TrainError> {
            Ok(Tensor::f_from_slice(values)?.f_reshape([n, width])?.f_to_device(device)?)
        };
        Ok(Batch {
            planes: tensor(&planes, size as i64)?,
            policy: tensor(&policy, actions as i64)?,
            mask: tensor(&mask, actions as i64)?,
            value: tensor(&value, 3)?,
            policy_weight: tensor(&policy_weight, 1)?.f_squeeze_dim(1)?,
        })
    }

    /// Mean cross-entropies of a network's outputs with the targets: the policy's over legal actions, of rows with a full
    /// search (0 if there are none), and the value's, of all rows. Both are scalars.
    ///
    /// # Errors
    /// If libtorch fails, as it does where a shape is wrong.
    pub fn losses(&self, outputs: &bashni_net::Outputs) -> Result<(Tensor, Tensor), TrainError> {
        let cross_entropy = |logits: &Tensor, target: &Tensor| -> Result<Tensor, TrainError> {
            let log = logits.f_log_softmax(1, Kind::Float)?;
            Ok(log.f_mul(target)?.f_sum_dim_intlist(1, false, Kind::Float)?.f_neg()?)
        };
        let policy = cross_entropy(&outputs.policy.f_add(&self.mask)?, &self.policy)?;
        let weight = self.policy_weight.f_sum(Kind::Float)?.f_clamp_min(1.0)?;
        let policy = policy.f_mul(&self.policy_weight)?.f_sum(Kind::Float)?.f_div(&weight)?;
        Ok((policy, cross_entropy(&outputs.value, &self.value)?.f_mean(Kind::Float)?))
    }
}
