//! Plots as SVG and PNG.

use bashni_report::{Axis, ForestPlot, ForestRow, LinePlot, Plot, Point, Series};
use proptest::prelude::*;

const HOSTILE: &str = "</svg><script>alert(1)</script> & \"'\u{0}\u{1b}\u{ffff}";

fn curve() -> Plot {
    let points =
        |top: f64| (0..5).map(move |i| Point::new(f64::from(i), top * f64::from(i)).interval(0.0, 50.0));
    LinePlot::new("generation", Axis::new("Elo").include(0.0))
        .title("Ratings")
        .series(Series::new("first", points(10.0)))
        .series(Series::new("second", points(5.0)).band())
        .reference(20.0, "minimax")
        .into()
}

fn texts(svg: &str) -> Vec<String> {
    let document = roxmltree::Document::parse(svg).expect("well-formed XML");
    let texts =
        document.descendants().filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "text")));
    texts.map(|node| node.text().unwrap_or_default().to_owned()).collect()
}

fn count(svg: &str, class: &str) -> usize {
    let document = roxmltree::Document::parse(svg).expect("well-formed XML");
    document.descendants().filter(|node| node.attribute("class") == Some(class)).count()
}

/// Every number of the picture: none may be `NaN` or `inf`, which no viewer draws.
fn assert_drawable(svg: &str) {
    let document = roxmltree::Document::parse(svg).expect("well-formed XML");
    for attribute in document.descendants().flat_map(|node| node.attributes()) {
        if matches!(
            attribute.name(),
            "d" | "x" | "y" | "x1" | "y1" | "x2" | "y2" | "cx" | "cy" | "width" | "height"
        ) {
            let value = attribute.value();
            assert!(!value.contains("NaN") && !value.contains("inf"), "{}={value}", attribute.name());
        }
    }
}

#[test]
fn a_curve_has_its_words_lines_bars_and_band() {
    let svg = curve().svg(640);
    let texts = texts(&svg);
    for text in ["Ratings", "first", "second", "Elo", "generation", "minimax", "0", "40"] {
        assert!(texts.iter().any(|found| found == text), "{text} of {texts:?}");
    }
    assert_eq!(count(&svg, "line"), 2);
    assert_eq!(count(&svg, "interval"), 5);
    assert_eq!(count(&svg, "band"), 1);
    assert_eq!(svg, curve().svg(640));
}

#[test]
fn a_gap_breaks_the_line_and_an_infinite_end_is_an_arrow() {
    let points = [
        Point::new(0.0, 1.0),
        Point::new(1.0, 2.0),
        Point::new(2.0, f64::NAN),
        Point::new(3.0, 1.0).interval(f64::NEG_INFINITY, 2.0),
        Point::new(4.0, 1.0).interval(f64::NAN, 2.0),
    ];
    let plot: Plot = LinePlot::new("x", "y").series(Series::new("s", points)).into();
    let svg = plot.svg(640);
    assert_eq!(count(&svg, "line"), 2);
    assert_eq!(count(&svg, "interval"), 1);
    assert_drawable(&svg);
}

#[test]
fn a_forest_says_each_estimate() {
    let plot: Plot = ForestPlot::new("Elo")
        .reference(0.0)
        .row(ForestRow::new("net", 12.0, (-28.0, 53.0), "200 games"))
        .row(ForestRow::new("old", f64::NEG_INFINITY, (f64::NEG_INFINITY, -300.0), "20 games"))
        .row(ForestRow::new("new", f64::NAN, (f64::NAN, f64::NAN), "0 games"))
        .into();
    for width in [380, 760] {
        let svg = plot.svg(width);
        assert_drawable(&svg);
        let texts = texts(&svg);
        for text in ["net", "+12 (−28 to +53)", "200 games", "−∞ (−∞ to −300)", "–"] {
            assert!(texts.iter().any(|found| found == text), "{text} of {texts:?}");
        }
        assert_eq!(count(&svg, "interval"), 2);
        assert_eq!(svg.matches("<circle").count(), 1);
    }
}

#[test]
fn plots_without_data_say_so() {
    let empty: [Plot; 4] = [
        LinePlot::default().into(),
        LinePlot::new("x", "y").series(Series::new("s", [])).into(),
        LinePlot::new(Axis::time("t"), "y").series(Series::new("s", [Point::new(f64::NAN, 1.0)])).into(),
        ForestPlot::default().into(),
    ];
    for plot in empty {
        let svg = plot.svg(400);
        assert!(texts(&svg).iter().any(|text| text == "no data"), "{svg}");
        assert_drawable(&svg);
        plot.png(400, 1.0).unwrap();
    }
}

#[test]
fn names_cannot_become_markup() {
    let plots: [Plot; 2] = [
        LinePlot::new(HOSTILE, HOSTILE)
            .title(HOSTILE)
            .series(Series::new(HOSTILE, [Point::new(0.0, 0.0)]))
            .series(Series::new(HOSTILE, []))
            .reference(0.0, HOSTILE)
            .into(),
        ForestPlot::new(HOSTILE).title(HOSTILE).row(ForestRow::new(HOSTILE, 0.0, (0.0, 0.0), HOSTILE)).into(),
    ];
    for plot in plots {
        let svg = plot.svg(760);
        let document = roxmltree::Document::parse(&svg).unwrap();
        assert!(
            document.descendants().all(|node| !node.has_tag_name(("http://www.w3.org/2000/svg", "script")))
        );
        assert!(texts(&svg).iter().any(|text| text.starts_with("</svg><scr")), "{svg}");
    }
}

#[test]
fn a_png_has_the_size_that_was_asked_for_and_letters() {
    let png = curve().png(640, 1.5).unwrap();
    let pixels = resvg::tiny_skia::Pixmap::decode_png(&png).unwrap();
    assert_eq!((pixels.width(), pixels.height()), (960, 549));
    // The title: dark letters on white at the upper left.
    let dark = (0..30)
        .flat_map(|y| (0..120).map(move |x| (x, y)))
        .filter(|&(x, y)| pixels.pixel(x, y).is_some_and(|pixel| pixel.red() < 80));
    assert!(dark.count() > 200);
    assert_eq!(png, curve().png(640, 1.5).unwrap());
}

#[test]
fn sizes_that_make_no_picture_are_refused() {
    for scale in [0.0, -1.0, f32::NAN, f32::INFINITY, 11.0] {
        let error = curve().png(640, scale).unwrap_err().to_string();
        assert!(error.contains("expected a number from 0.1 to 10"), "{error}");
    }
    assert_eq!(curve().svg(0), curve().svg(240));
    assert_eq!(curve().svg(u32::MAX), curve().svg(4096));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn whatever_the_data_the_picture_can_be_drawn(
        points in prop::collection::vec(any::<(f64, f64, f64, f64)>(), 0..6), width in 0..2000u32, scale in 0..3u8, band: bool
    ) {
        let x = [Axis::new("x"), Axis::time("x"), Axis::duration("x")][usize::from(scale)].clone();
        let series = Series::new("s", points.iter().map(|&(x, y, low, high)| Point::new(x, y).interval(low, high)));
        let lines: Plot = LinePlot::new(x, "y").series(if band { series.band() } else { series }).into();
        let mut forest = ForestPlot::new("y");
        for &(_, value, low, high) in &points {
            forest = forest.row(ForestRow::new("row", value, (low, high), ""));
        }
        for plot in [lines, forest.into()] {
            assert_drawable(&plot.svg(width));
        }
    }
}
