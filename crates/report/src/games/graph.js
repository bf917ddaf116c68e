// The graph of evaluations: what White could expect, ply by ply.

const GRAPH = { width: 360, height: 84, left: 4, top: 6 };

/** Draws the graph of a game's evaluations with the current ply, or nothing if there are none. */
function drawGraph(plies, current, go) {
  const known = plies.map(([, , evaluation], i) => [i + 1, evaluation]).filter(([, value]) => typeof value === "number");
  if (!known.length) return [];
  const { width, height, left, top } = GRAPH;
  const across = (ply) => left + ((width - 2 * left) * ply) / Math.max(plies.length, 1);
  const up = (value) => top + ((height - 2 * top) * (1 - value)) / 2;
  const picture = svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", class: "evaluations" });
  picture.append(svg("title", {}, "Evaluations: White wins at the upper edge, Black at the lower"));
  picture.append(svg("rect", { class: "ground", x: left, y: top, width: width - 2 * left, height: height - 2 * top }));
  picture.append(svg("path", { class: "even", d: `M${left} ${length(up(0))}H${width - left}` }));
  const points = known.map(([ply, value]) => `${length(across(ply))} ${length(up(value))}`);
  const [first, last] = [known[0][0], known[known.length - 1][0]].map((ply) => length(across(ply)));
  picture.append(svg("path", { class: "area", d: `M${first} ${length(up(0))}L${points.join("L")}L${last} ${length(up(0))}z` }));
  picture.append(svg("path", { class: "line", d: `M${points.join("L")}` }));
  picture.append(svg("path", { class: "now", d: `M${length(across(current))} ${top}V${height - top}` }));
  const here = known.find(([ply]) => ply === current);
  if (here) picture.append(svg("circle", { class: "now", cx: length(across(current)), cy: length(up(here[1])), r: 3.5 }));
  picture.addEventListener("click", (event) => {
    const box = picture.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * width;
    go(Math.round(((x - left) / (width - 2 * left)) * plies.length));
  });
  return [picture];
}
