//! Tells the crate which program it is part of: the version, and the commit where there is a repository.

use std::path::Path;
use std::process::Command;

fn main() {
    let mut program = format!("bashni {}", env!("CARGO_PKG_VERSION"));
    if let Some(folder) = git(&["rev-parse", "--absolute-git-dir"]) {
        // Of another repository that this one lies in, as vendored sources do, nothing is to be said.
        let top = git(&["rev-parse", "--show-toplevel"]);
        if top.is_some_and(|top| Path::new(&top).join("crates/arena/build.rs").exists()) {
            if let Some(commit) = git(&["rev-parse", "--short", "HEAD"]) {
                let changed =
                    git(&["status", "--porcelain", "--untracked-files=no"]).is_some_and(|s| !s.is_empty());
                program += &format!(" ({commit}{})", if changed { "+" } else { "" });
            }
            for file in ["HEAD", "logs/HEAD"].map(|name| Path::new(&folder).join(name)) {
                if file.exists() {
                    println!("cargo:rerun-if-changed={}", file.display());
                }
            }
        }
    }
    // What decides how players play.
    for sources in ["build.rs", "src", "../search/src", "../rules/src"] {
        println!("cargo:rerun-if-changed={sources}");
    }
    println!("cargo:rustc-env=BASHNI_PROGRAM={program}");
}

/// The first line that git says, if there is git and it succeeds.
fn git(arguments: &[&str]) -> Option<String> {
    let output =
        Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.lines().next().unwrap_or_default().to_owned())
}
