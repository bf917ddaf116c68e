//! Checkpoints: what was written is read back to the bit, and anything else is refused with a reason.

use std::fs;
use std::path::{Path, PathBuf};

use bashni_net::{Checkpoint, CheckpointError, Manifest};
use bashni_rules::Rules;
use sha2::{Digest, Sha256};
use tch::{Device, Kind, Tensor};
use tempfile::TempDir;

use crate::{TINY, network, preset, weights};

const FILES: [&str; 3] = ["meta.json", "model.safetensors", "optimizer.safetensors"];

/// A checkpoint of 4x4 with an optimiser's file, in a folder of its own.
fn written(rules: &Rules) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("000003");
    write(&path, rules, 3);
    (folder, path)
}

fn write(path: &Path, rules: &Rules, generation: u64) -> Checkpoint {
    let moments = vec![("first.stem.bias".to_owned(), Tensor::from_slice(&[0.5_f32, -1.0, 1e-30, 3.0]))];
    let manifest = Manifest::new(rules, &TINY, generation, 40);
    Checkpoint::write(path, manifest, &network(rules, 9), &[(FILES[2], moments)]).unwrap()
}

/// Opens a checkpoint and reads all that is in it, as a program that goes on with it does.
fn read(path: &Path, rules: &Rules) -> Result<(), CheckpointError> {
    let checkpoint = Checkpoint::open(path)?;
    checkpoint.network(rules, Device::Cpu)?;
    checkpoint.tensors(FILES[2])?;
    Ok(())
}

/// The message with which a checkpoint is refused. It must name `file`, and have each of `parts`.
fn refused(path: &Path, rules: &Rules, file: &Path, parts: &[&str]) -> String {
    let message = read(path, rules).unwrap_err().to_string();
    assert!(message.starts_with(&*file.to_string_lossy()), "{message}");
    for part in parts {
        assert!(message.contains(part), "{message}");
    }
    message
}

/// Changes the manifest as if another program had written it.
fn rewrite(path: &Path, from: &str, to: &str) {
    let manifest = path.join(FILES[0]);
    let text = fs::read_to_string(&manifest).unwrap();
    assert!(text.contains(from), "{from} is not in {text}");
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    let unsealed = text.replace(json["seal"].as_str().unwrap(), &"0".repeat(64)).replace(from, to);
    let seal: String = Sha256::digest(&unsealed).iter().map(|byte| format!("{byte:02x}")).collect();
    fs::write(&manifest, unsealed.replace(&"0".repeat(64), &seal)).unwrap();
}

#[test]
fn a_network_is_read_back_to_the_bit() {
    let rules = preset("bashni-4x4");
    let (_folder, path) = written(&rules);
    let checkpoint = Checkpoint::open(&path).unwrap();
    assert_eq!(weights(&checkpoint.network(&rules, Device::Cpu).unwrap()), weights(&network(&rules, 9)));
    let manifest = checkpoint.manifest();
    assert_eq!((manifest.generation, manifest.steps, &manifest.net), (3, 40, &TINY));
    assert_eq!(checkpoint.rules().unwrap().fields(), rules.fields());
    let moments = checkpoint.tensors(FILES[2]).unwrap();
    assert_eq!(moments[0].0, "first.stem.bias");
    assert_eq!(Vec::<f32>::try_from(&moments[0].1).unwrap(), [0.5, -1.0, 1e-30, 3.0]);
    assert_eq!(moments[0].1.kind(), Kind::Float);
}

#[test]
fn the_same_network_is_written_as_the_same_bytes_and_has_the_same_hash() {
    let rules = preset("bashni-4x4");
    let ((_a, first), (_b, second)) = (written(&rules), written(&rules));
    for file in FILES {
        assert_eq!(fs::read(first.join(file)).unwrap(), fs::read(second.join(file)).unwrap(), "{file}");
    }
    let hash = |path: &Path| Checkpoint::open(path).unwrap().hash().to_owned();
    assert_eq!(hash(&first), hash(&second));
    assert_eq!(hash(&first).len(), 64);
}

#[test]
fn a_checkpoint_is_never_written_over() {
    let rules = preset("bashni-4x4");
    let (_folder, path) = written(&rules);
    let before = fs::read(path.join(FILES[1])).unwrap();
    let manifest = Manifest::new(&rules, &TINY, 3, 40);
    let error = Checkpoint::write(&path, manifest, &network(&rules, 1), &[]).unwrap_err();
    assert!(error.to_string().contains("exists already"), "{error}");
    assert_eq!(fs::read(path.join(FILES[1])).unwrap(), before);
}

#[test]
fn a_file_that_is_cut_short_anywhere_is_named() {
    let rules = preset("bashni-4x4");
    for file in FILES {
        let (_folder, path) = written(&rules);
        let file = path.join(file);
        let whole = fs::read(&file).unwrap();
        for length in [0, 1, 7, 8, 9, whole.len() / 2, whole.len() - 2] {
            fs::write(&file, &whole[..length]).unwrap();
            refused(&path, &rules, &file, &["damaged: ", "use another checkpoint, or restore this one"]);
        }
        fs::write(&file, [&whole[..], b"x"].concat()).unwrap();
        refused(&path, &rules, &file, &["damaged: "]);
    }
}

#[test]
fn a_flipped_bit_anywhere_is_seen() {
    let rules = preset("bashni-4x4");
    let (_folder, path) = written(&rules);
    for file in FILES {
        let file = path.join(file);
        let whole = fs::read(&file).unwrap();
        for bit in (0..8 * whole.len()).step_by(8 * whole.len() / 150 + 1) {
            let mut flipped = whole.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            fs::write(&file, &flipped).unwrap();
            assert!(read(&path, &rules).is_err(), "{}: bit {bit}", file.display());
        }
        fs::write(&file, &whole).unwrap();
    }
    read(&path, &rules).unwrap();
}

#[test]
fn a_missing_file_is_named() {
    let rules = preset("bashni-4x4");
    for file in &FILES[1..] {
        let (_folder, path) = written(&rules);
        let file = path.join(file);
        fs::remove_file(&file).unwrap();
        refused(&path, &rules, &file, &[]);
    }
}

#[test]
fn folders_that_are_no_checkpoints_are_told_from_those_that_are() {
    let rules = preset("bashni-4x4");
    let (folder, path) = written(&rules);
    let there = |name: &str| folder.path().join(name);
    refused(&there("none"), &rules, &there("none"), &["there is no such checkpoint or run"]);
    fs::create_dir(there("foreign")).unwrap();
    fs::write(there("foreign/notes.txt"), "").unwrap();
    refused(
        &there("foreign"),
        &rules,
        &there("foreign"),
        &["neither a checkpoint", "meta.json", "nor a run"],
    );
    let file = path.join(FILES[1]);
    refused(&file, &rules, &file, &["neither a checkpoint"]);
    fs::create_dir_all(there("empty/checkpoints")).unwrap();
    refused(&there("empty"), &rules, &there("empty"), &["this run has no checkpoint yet"]);
    for text in ["", "null", "[1, 2]", "{}", "{\"format\": 1}", "not JSON"] {
        fs::create_dir_all(there("json")).unwrap();
        fs::write(there("json/meta.json"), text).unwrap();
        refused(&there("json"), &rules, &there("json/meta.json"), &["damaged: "]);
    }
}

#[test]
fn a_network_of_other_rules_is_refused_with_the_fields_that_differ() {
    let rules = preset("bashni-4x4");
    let (_folder, path) = written(&rules);
    let other = rules.with(&["rejump=never"]).unwrap();
    refused(&path, &other, &path, &["trained for the rules bashni-4x4", "rejump = \"free\"", "--rules"]);
    refused(&path, &preset("lasca"), &path, &["files = 4", "not lasca"]);
}

#[test]
fn what_another_version_of_the_program_wrote_is_refused_with_both_versions() {
    let rules = preset("bashni-4x4");
    let (_folder, path) = written(&rules);
    rewrite(&path, "\"encoding\": 1", "\"encoding\": 9");
    refused(
        &path,
        &rules,
        &path,
        &["encoding version 9", "expects 1", "use the version of bashni that wrote it"],
    );
    rewrite(&path, "\"format\": 1", "\"format\": 2");
    refused(
        &path,
        &rules,
        &path,
        &["checkpoint format 2", "expects 1", "use the version of bashni that wrote it"],
    );
}

#[test]
fn a_run_stands_for_its_newest_checkpoint() {
    let rules = preset("bashni-4x4");
    let run = tempfile::tempdir().unwrap();
    let checkpoints = run.path().join("checkpoints");
    // By number: as text, 000010 of another width would come before 9.
    for (name, generation) in [("000002", 2), ("9", 9), ("000010", 10)] {
        write(&checkpoints.join(name), &rules, generation);
    }
    fs::create_dir(checkpoints.join(".unfinished-000011-1")).unwrap();
    fs::create_dir(checkpoints.join("best")).unwrap();
    let newest = Checkpoint::open(run.path()).unwrap();
    assert_eq!(newest.path(), checkpoints.join("000010"));
    assert_eq!(newest.manifest().generation, 10);
}
