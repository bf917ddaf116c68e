//! What `--version` prints after the name of the program.

use std::sync::LazyLock;

/// The version of this program, and below it, one a line, the libraries and processor features it uses.
pub fn version() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let mut lines = vec![env!("CARGO_PKG_VERSION").to_owned()];
        lines.extend(components());
        lines.join("\n")
    });
    &TEXT
}

/// Lines about what this build runs on, as `libtorch 2.11.0`.
fn components() -> Vec<String> {
    vec![bashni_net::describe_build()]
}
