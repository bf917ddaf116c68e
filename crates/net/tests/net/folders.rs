//! Folders that are there whole or not at all.

use std::fs;
use std::path::Path;

use bashni_net::{CheckpointError, publish_folder, remove_leftovers};

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

fn write_two_files(folder: &Path) -> Result<(), CheckpointError> {
    fs::write(folder.join("one"), "1").unwrap();
    fs::write(folder.join("two"), "2").unwrap();
    Ok(())
}

fn failure(path: &Path) -> CheckpointError {
    CheckpointError::Damaged { path: path.to_owned(), message: "as was to be shown".to_owned() }
}

#[test]
fn a_published_folder_holds_what_was_written_and_stands_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("made/on/the/way/000001");
    publish_folder(&path, write_two_files).unwrap();
    assert_eq!(names(&path), ["one", "two"]);
    assert_eq!(names(path.parent().unwrap()), ["000001"]);
}

#[test]
fn a_folder_that_could_not_be_filled_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("000001");
    let error = publish_folder(&path, |aside| {
        write_two_files(aside)?;
        Err(failure(aside))
    });
    assert!(error.unwrap_err().to_string().contains("as was to be shown"));
    assert_eq!(names(folder.path()), [""; 0]);
}

#[test]
fn a_folder_that_exists_is_not_touched() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("000001");
    publish_folder(&path, write_two_files).unwrap();
    let error = publish_folder(&path, |_| unreachable!("nothing is to be written")).unwrap_err();
    assert!(error.to_string().contains("000001: exists already"), "{error}");
    assert_eq!(names(&path), ["one", "two"]);
    assert_eq!(names(folder.path()), ["000001"]);
}

#[test]
fn a_folder_that_cannot_be_made_is_an_error_that_names_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let error = publish_folder(&file.join("000001"), write_two_files).unwrap_err();
    assert!(error.to_string().starts_with(&*file.to_string_lossy()), "{error}");
}

#[test]
fn what_a_killed_program_left_is_removed_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    publish_folder(&folder.path().join("000001"), write_two_files).unwrap();
    fs::create_dir(folder.path().join(".unfinished-000002-4711")).unwrap();
    fs::write(folder.path().join(".unfinished-000002-4711/model.safetensors"), "half").unwrap();
    fs::write(folder.path().join("notes.txt"), "mine").unwrap();
    remove_leftovers(folder.path()).unwrap();
    assert_eq!(names(folder.path()), ["000001", "notes.txt"]);
    remove_leftovers(&folder.path().join("not there")).unwrap();
}
