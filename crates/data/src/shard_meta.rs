use bashni_rules::RuleFields;

/// Version of the columns. Raised with every change that an older program could not read, or would misread.
pub const SCHEMA_VERSION: u32 = 2;

pub(crate) const KEY_SCHEMA: &str = "bashni.schema";
pub(crate) const KEY_RULES_NAME: &str = "bashni.rules_name";
pub(crate) const KEY_RULES: &str = "bashni.rules";
pub(crate) const KEY_ENCODING: &str = "bashni.encoding";
pub(crate) const KEY_PROGRAM: &str = "bashni.program";
pub(crate) const KEY_PROVENANCE: &str = "bashni.provenance";
pub(crate) const KEY_CHECKSUM: &str = "bashni.checksum";

/// Where the games of a shard are from. Reading rows needs nothing of it; `bashni selfplay --replay` plays
/// games again by it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// The program that wrote it, with version and build; empty if it does not say.
    pub program: String,
    /// How the games were played, as TOML: settings of self-play, seed, network, precision.
    pub provenance: Option<String>,
}

/// What a shard says about its rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShardMeta {
    /// Version of the columns.
    pub schema: u32,
    /// What the rules are called.
    pub rules_name: String,
    /// The fields of the rules.
    pub rules: RuleFields,
    /// Version of the encoding that the policy indices belong to.
    pub encoding: u32,
    /// Where the games are from.
    pub origin: Origin,
}

/// All keys, in the order in which they are written.
#[cfg(test)]
pub(crate) const KEYS: [&str; 7] =
    [KEY_SCHEMA, KEY_RULES_NAME, KEY_RULES, KEY_ENCODING, KEY_PROGRAM, KEY_PROVENANCE, KEY_CHECKSUM];
