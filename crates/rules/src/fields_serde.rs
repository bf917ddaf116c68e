//! Reading the fields of the rules, with errors that say which values there are.

use std::fmt;
use std::marker::PhantomData;

use serde::Deserializer;
use serde::de::{Error, Unexpected, Visitor};

/// Reads one of a few words.
pub(crate) fn choice<'de, D: Deserializer<'de>, T: Copy>(
    deserializer: D,
    values: &'static [(&'static str, T)],
) -> Result<T, D::Error> {
    deserializer.deserialize_str(Choice(values))
}

struct Choice<T: 'static>(&'static [(&'static str, T)]);

impl<T: Copy> Visitor<'_> for Choice<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (text, _)) in self.0.iter().enumerate() {
            let before = match i {
                0 => "",
                _ if i + 1 == self.0.len() => " or ",
                _ => ", ",
            };
            write!(f, "{before}{text:?}")?;
        }
        Ok(())
    }

    fn visit_str<E: Error>(self, found: &str) -> Result<T, E> {
        let value = self.0.iter().find(|(text, _)| *text == found).map(|(_, value)| *value);
        value.ok_or_else(|| E::invalid_value(Unexpected::Str(found), &self))
    }
}

/// Reads a whole number that `T` holds.
pub(crate) fn whole_number<'de, D: Deserializer<'de>, T: TryFrom<u64> + Limit>(
    deserializer: D,
) -> Result<T, D::Error> {
    deserializer.deserialize_u64(WholeNumber(PhantomData))
}

/// The largest value of a type of whole numbers.
pub(crate) trait Limit {
    const MOST: u64;
}

impl Limit for u8 {
    const MOST: u64 = u8::MAX as u64;
}

impl Limit for u32 {
    const MOST: u64 = u32::MAX as u64;
}

struct WholeNumber<T>(PhantomData<T>);

impl<T: TryFrom<u64> + Limit> Visitor<'_> for WholeNumber<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a whole number from 0 to {}", T::MOST)
    }

    fn visit_u64<E: Error>(self, found: u64) -> Result<T, E> {
        T::try_from(found).map_err(|_| E::invalid_value(Unexpected::Unsigned(found), &self))
    }

    fn visit_i64<E: Error>(self, found: i64) -> Result<T, E> {
        match u64::try_from(found) {
            Ok(found) => self.visit_u64(found),
            Err(_) => Err(E::invalid_value(Unexpected::Signed(found), &self)),
        }
    }
}
