//! `bashni info`: what a run, a checkpoint or a shard holds.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use bashni_data::Shard;
use bashni_net::Checkpoint;
use bashni_rules::Rules;
use bashni_train::Run;
use serde_json::{Value, json};
use tch::Device;

use crate::output::Output;
use crate::rules_args::RulesArgs;

/// Say what a run, a checkpoint or a shard of games holds
///
/// Every file of a checkpoint, and all of a shard, is compared with its hash. With --rules or --set it must also belong
/// to these rules.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  bashni info runs/first\n  bashni info runs/first/checkpoints/000012\n  \
        bashni info runs/first/games/000012.parquet --json"
)]
pub struct Args {
    /// A run's folder, a checkpoint's folder, or a shard (a Parquet file)
    #[arg(value_name = "PATH", required = true)]
    path: Vec<PathBuf>,

    #[command(flatten)]
    rules: RulesArgs,
}

/// Runs `bashni info`.
pub fn run(args: &Args, output: &Output) -> Result<()> {
    let rules = if args.rules.is_given() { Some(args.rules.load()?) } else { None };
    let documents =
        args.path.iter().map(|path| describe(path, rules.as_ref())).collect::<Result<Vec<_>>>()?;
    if output.is_json() {
        return match &documents[..] {
            [one] => output.json(one),
            several => output.json(&several),
        };
    }
    for document in &documents {
        output.line(&as_text(document))?;
    }
    Ok(())
}

/// Describes what is at a path; it must belong to `rules`, if there are any.
fn describe(path: &Path, rules: Option<&Rules>) -> Result<Value> {
    if !path.exists() {
        bail!("{}: there is no such file or folder", path.display());
    }
    if path.is_file() {
        return shard(path, rules);
    }
    if Run::is_run(path) {
        return run_folder(path, rules);
    }
    if path.join("meta.json").is_file() {
        return checkpoint(&Checkpoint::open(path)?, rules);
    }
    bail!(
        "{}: neither a run (a folder with run.json), nor a checkpoint (a folder with meta.json), nor a shard (a \
         Parquet file)",
        path.display()
    )
}

fn shard(path: &Path, rules: Option<&Rules>) -> Result<Value> {
    let shard = match rules {
        Some(rules) => Shard::open_for(path, rules)?,
        None => Shard::open(path)?,
    };
    let rows = shard.rows()?;
    let games: std::collections::BTreeSet<u64> = rows.iter().map(|row| row.game.id).collect();
    let mut results = std::collections::BTreeMap::new();
    let mut seen = std::collections::BTreeSet::new();
    for row in &rows {
        if seen.insert(row.game.id) {
            *results.entry(row.game.outcome.pdn()).or_insert(0u64) += 1;
        }
    }
    Ok(json!({
        "kind": "shard",
        "path": path.display().to_string(),
        "rules": shard.meta().rules_name,
        "schema": shard.meta().schema,
        "encoding": shard.meta().encoding,
        "program": shard.meta().origin.program,
        "provenance": shard.meta().origin.provenance,
        "bytes": shard.bytes(),
        "rows": rows.len(),
        "games": games.len(),
        "first_game": games.first(),
        "last_game": games.last(),
        "results": results,
        "network_steps": rows.iter().map(|row| row.game.network_step).collect::<std::collections::BTreeSet<_>>(),
    }))
}

fn checkpoint(checkpoint: &Checkpoint, rules: Option<&Rules>) -> Result<Value> {
    let manifest = checkpoint.manifest();
    let own = checkpoint.rules()?;
    let network = checkpoint.network(rules.unwrap_or(&own), Device::Cpu)?;
    Ok(json!({
        "kind": "checkpoint",
        "path": checkpoint.path().display().to_string(),
        "rules": manifest.rules_name,
        "encoding": manifest.encoding,
        "program": manifest.program,
        "generation": manifest.generation,
        "steps": manifest.steps,
        "net": manifest.net,
        "weights": network.parameter_count(),
        "hash": checkpoint.hash(),
    }))
}

fn run_folder(path: &Path, rules: Option<&Rules>) -> Result<Value> {
    let record = Run::inspect(path)?;
    let mut document = json!({ "kind": "run", "path": path.display().to_string() });
    if let (Value::Object(document), Value::Object(record)) = (&mut document, serde_json::to_value(&record)?)
    {
        document.extend(record);
    }
    // A run that was stopped before its first checkpoint has none to show.
    if path.join("checkpoints/000000").is_dir() {
        let newest = Checkpoint::open(path)?;
        checkpoint(&newest, rules)?;
        document["checkpoint"] = newest.path().display().to_string().into();
    }
    Ok(document)
}

/// A document as lines of `key: value`, nested ones indented.
fn as_text(document: &Value) -> String {
    fn lines(value: &Value, indent: usize, out: &mut Vec<String>) {
        let Value::Object(table) = value else { return };
        let width = table.keys().map(String::len).max().unwrap_or(0);
        for (key, value) in table {
            match value {
                Value::Object(_) => {
                    out.push(format!("{:indent$}{key}:", ""));
                    lines(value, indent + 2, out);
                }
                Value::String(text) => out.push(format!("{:indent$}{key:width$}  {text}", "")),
                value => out.push(format!("{:indent$}{key:width$}  {value}", "")),
            }
        }
    }
    let mut out = Vec::new();
    lines(document, 0, &mut out);
    out.join("\n")
}
