//! `bashni rules`: which rules are built in, and what a set of rules says.

use anyhow::Result;
use bashni_rules::{PRESETS, RuleFields, Rules};
use clap::Subcommand;
use serde::Serialize;

use crate::output::Output;
use crate::rules_args::RulesArgs;

/// List the built-in rules, or show one set of rules
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  bashni rules list\n  bashni rules show lasca --set rejump=never")]
pub struct Args {
    #[command(subcommand)]
    what: Option<What>,
}

#[derive(Subcommand)]
enum What {
    /// Name and describe the built-in rules (the default)
    #[command(after_help = "Example:\n  bashni rules list --json")]
    List,
    /// Show the fields of a set of rules and its start position
    Show(ShowArgs),
}

#[derive(clap::Args)]
#[command(after_help = "Examples:\n  bashni rules show bashni-6x6\n  \
        bashni rules show --set rejump=never --json\n  \
        bashni rules show configs/rules/lasca.toml\n\n\
        What is printed, without --json, below the board is a rules file: save it, change it, give it to --rules.")]
struct ShowArgs {
    /// Built-in rules or a TOML file; the same as --rules
    #[arg(value_name = "NAME", conflicts_with = "rules")]
    name: Option<String>,

    #[command(flatten)]
    rules: RulesArgs,
}

#[derive(Serialize)]
struct List {
    rules: Vec<Entry>,
}

#[derive(Serialize)]
struct Entry {
    name: &'static str,
    description: &'static str,
}

#[derive(Serialize)]
struct Shown<'a> {
    name: &'a str,
    description: Option<&'a str>,
    fields: &'a RuleFields,
    start: String,
    squares: usize,
    actions: usize,
}

/// Runs `bashni rules`.
pub fn run(args: &Args, output: &Output) -> Result<()> {
    match &args.what {
        None | Some(What::List) => list(output),
        Some(What::Show(args)) => show(args, output),
    }
}

fn list(output: &Output) -> Result<()> {
    if output.is_json() {
        let rules = PRESETS.iter().map(|&(name, description)| Entry { name, description }).collect();
        return output.json(&List { rules });
    }
    let width = PRESETS.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let lines: Vec<String> =
        PRESETS.iter().map(|(name, description)| format!("{name:width$}  {description}")).collect();
    output.line(&lines.join("\n"))
}

fn show(args: &ShowArgs, output: &Output) -> Result<()> {
    let rules = match &args.name {
        Some(name) => args.rules.load_named(name)?,
        None => args.rules.load()?,
    };
    let board = rules.board();
    if output.is_json() {
        return output.json(&Shown {
            name: rules.name(),
            description: description(&rules),
            fields: rules.fields(),
            start: rules.start().fen(&rules),
            squares: board.squares(),
            actions: board.actions().len(),
        });
    }
    let title = match description(&rules) {
        Some(description) => format!("{}: {description}", rules.name()),
        None => rules.name().to_owned(),
    };
    output.line(&format!("{title}\n\n{}\n\n{}", rules.start().diagram(&rules), rules.to_toml().trim_end()))
}

fn description(rules: &Rules) -> Option<&'static str> {
    PRESETS.iter().find(|(name, _)| *name == rules.name()).map(|(_, description)| *description)
}
