//! A picture as PNG.

use resvg::{tiny_skia, usvg};
use thiserror::Error;

use super::font;

/// Why a picture could not be made.
#[derive(Debug, Error)]
pub enum PngError {
    /// The picture would be too small or too large.
    #[error("a plot cannot be enlarged {0} times; expected a number from 0.1 to 10")]
    Scale(f32),
    /// There was no memory for it.
    #[error("no memory for a picture of {width} x {height} pixels; take a smaller width or scale")]
    Size {
        /// Pixels across.
        width: u32,
        /// Pixels down.
        height: u32,
    },
    /// The drawing was refused by the library that paints it.
    #[error("the drawing cannot be painted: {0}")]
    Drawing(#[from] usvg::Error),
    /// The picture was refused by the library that writes PNG.
    #[error("the picture cannot be written as PNG: {0}")]
    Encoding(String),
}

pub(super) fn render(svg: &str, scale: f32) -> Result<Vec<u8>, PngError> {
    if !(0.1..=10.0).contains(&scale) {
        return Err(PngError::Scale(scale));
    }
    let options =
        usvg::Options { fontdb: font::database(), font_family: "Inter".to_owned(), ..Default::default() };
    let tree = usvg::Tree::from_str(svg, &options)?;
    let pixels = |length: f32| (length * scale).round() as u32;
    let (width, height) = (pixels(tree.size().width()), pixels(tree.size().height()));
    let mut pixmap = tiny_skia::Pixmap::new(width, height).ok_or(PngError::Size { width, height })?;
    let transform = tiny_skia::Transform::from_scale(scale, scale);
    resvg::render(&tree, transform, &mut pixmap.as_mut());
    pixmap.encode_png().map_err(|error| PngError::Encoding(error.to_string()))
}
