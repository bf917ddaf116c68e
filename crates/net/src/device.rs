use std::fmt;

use serde::{Deserialize, Serialize};
use tch::{Cuda, Device, Kind};
use thiserror::Error;

use crate::NetError;

/// Number format of the forward pass. Parameters are kept in f32 whatever it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Precision {
    /// 32-bit floats.
    F32,
    /// Brain floats of 16 bits: fast where the processor has AMX, and on GPUs.
    Bf16,
    /// Integers of 16 bits in the products of convolutions, f32 elsewhere: of the native engine, fast where the processor
    /// has AVX-512 VNNI.
    I16,
}

impl Precision {
    /// libtorch's name for it.
    ///
    /// # Errors
    /// libtorch does not compute in [`Precision::I16`].
    pub fn kind(self) -> Result<Kind, NetError> {
        match self {
            Precision::F32 => Ok(Kind::Float),
            Precision::Bf16 => Ok(Kind::BFloat16),
            Precision::I16 => Err(NetError::NotOfLibtorch(self)),
        }
    }
}

impl fmt::Display for Precision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Precision::F32 => "f32",
            Precision::Bf16 => "bf16",
            Precision::I16 => "i16",
        })
    }
}

/// A device that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("device = {text:?}: {message}")]
pub struct DeviceError {
    text: String,
    message: String,
}

/// The device that a config names: `cpu`, `cuda` or `cuda:N`.
///
/// # Errors
/// If the name is none of these, or this libtorch sees no such device.
pub fn parse_device(text: &str) -> Result<Device, DeviceError> {
    let error = |message: &str| DeviceError { text: text.to_owned(), message: message.to_owned() };
    let device = match text {
        "cpu" => Device::Cpu,
        "cuda" => Device::Cuda(0),
        _ => match text.strip_prefix("cuda:").and_then(|number| number.parse().ok()) {
            Some(number) => Device::Cuda(number),
            None => return Err(error("expected \"cpu\", \"cuda\" or \"cuda:N\"")),
        },
    };
    if available(device) {
        Ok(device)
    } else {
        Err(error(
            "this libtorch sees no such GPU; a build with CUDA is used through LIBTORCH or \
             LIBTORCH_USE_PYTORCH=1 (see README.md), or choose \"cpu\"",
        ))
    }
}

/// True if libtorch can compute on the device.
pub fn available(device: Device) -> bool {
    match device {
        Device::Cpu => true,
        Device::Cuda(number) => Cuda::is_available() && (number as i64) < Cuda::device_count(),
        _ => false,
    }
}

/// The precision that is usually the faster one on a device, without timing it: the same on every call. bf16 on GPUs and
/// where the processor has AMX (AVX-512 BF16 alone is slower than f32 on some processors, faster on others).
pub fn usual_precision(device: Device) -> Precision {
    let fast = device != Device::Cpu || processor_features().contains(&"amx-bf16");
    if fast { Precision::Bf16 } else { Precision::F32 }
}

/// libtorch's version and the processor features that matter to its speed, for `--version` and a run's record.
pub fn describe_build() -> String {
    let features: Vec<&str> = processor_features();
    let cuda = if Cuda::is_available() {
        format!(", {} CUDA device(s)", Cuda::device_count())
    } else {
        String::new()
    };
    format!(
        "libtorch {}{cuda}; processor: {}",
        option_env!("BASHNI_LIBTORCH_VERSION").unwrap_or("of an unknown version"),
        if features.is_empty() { "no vector features known".to_owned() } else { features.join(" ") }
    )
}

#[cfg(target_arch = "x86_64")]
fn processor_features() -> Vec<&'static str> {
    let mut features = Vec::new();
    for (name, present) in [
        ("avx2", is_x86_feature_detected!("avx2")),
        ("avx512", is_x86_feature_detected!("avx512f")),
        ("avx512vnni", is_x86_feature_detected!("avx512vnni")),
        ("avx512bf16", is_x86_feature_detected!("avx512bf16")),
        ("amx-bf16", has_amx_bf16()),
    ] {
        if present {
            features.push(name);
        }
    }
    features
}

/// AMX tiles for bf16: CPUID leaf 7, EDX bit 22. Its detection macro is not stable yet.
#[cfg(target_arch = "x86_64")]
fn has_amx_bf16() -> bool {
    use std::arch::x86_64::{__cpuid, __cpuid_count};
    // Leaf 0 says whether leaf 7 exists.
    __cpuid(0).eax >= 7 && __cpuid_count(7, 0).edx >> 22 & 1 == 1
}

#[cfg(not(target_arch = "x86_64"))]
fn processor_features() -> Vec<&'static str> {
    vec![std::env::consts::ARCH]
}
