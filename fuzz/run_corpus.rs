//! The corpus of a fuzz target, gone through without a fuzzer: for the ordinary tests.

use std::fs;
use std::path::Path;

/// Every file of a target's corpus; at least so many must be there.
pub fn run(target: &str, property: fn(&str), at_least: usize) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target);
    let mut files = 0;
    for entry in fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        println!("{}", path.display());
        property(&String::from_utf8_lossy(&fs::read(&path).unwrap()));
        files += 1;
    }
    assert!(files >= at_least, "{}: {files} files", folder.display());
}
