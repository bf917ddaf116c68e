//! Shared by the crates whose programs and tests load libtorch (net, train, cli): where to find it at run time.

use std::path::Path;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=../net/build.rs"); // scripts/setup touches it when .libtorch points elsewhere
    let Some(lib) = env::var_os("DEP_TCH_LIBTORCH_LIB") else {
        return;
    };
    let lib = fs::canonicalize(&lib).unwrap_or_else(|error| {
        panic!("libtorch's folder {} cannot be read ({error}): run scripts/setup", Path::new(&lib).display())
    });

    // A build of libtorch says its version in a file; an installed PyTorch does not have it.
    let version = lib.parent().and_then(|folder| fs::read_to_string(folder.join("build-version")).ok());
    let version = version.map_or("of an installed PyTorch".to_owned(), |text| text.trim().to_owned());
    println!("cargo::rustc-env=BASHNI_LIBTORCH_VERSION={version}");

    // A run path, so that nobody has to set LD_LIBRARY_PATH.
    println!("cargo::rustc-link-arg=-Wl,-rpath,{}", lib.display());

    // The GPU back ends register themselves when loaded. Nothing calls them by name, so the linker would drop them.
    for backend in ["torch_cuda", "torch_hip"] {
        if lib.join(format!("lib{backend}.so")).exists() {
            println!("cargo::rustc-link-arg=-Wl,--push-state,--no-as-needed,-l{backend},--pop-state");
        }
    }
}
