// The board as SVG: towers of discs seen a little from above, drawn as the program's own diagrams are.

const SIDE = 60;
const LABELS = 26;
const MARGIN = 10;
const RADIUS = 22;
const FACE = 11;
/** From this height on the number of pieces stands beside a tower; from the second on words below the board help. */
const NUMBERED = 6;
const NOTED = 13;
const STUDS = [[-0.743, 0.669], [-0.391, 0.921], [0, 1], [0.391, 0.921], [0.743, 0.669]];
const INKS = {
  W: { side: "#efece4", face: "#ffffff", line: "#1c1c1c", mark: "#1c1c1c", bevel: "#b9b4a8" },
  B: { side: "#2b2b2b", face: "#3d3d3d", line: "#0c0c0c", mark: "#ffffff", bevel: "#a8a8a8" },
};

/** An element of SVG. Texts are set as texts, so nothing in them is markup. */
function svg(name, attributes = {}, ...inside) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...inside);
  return element;
}

const length = (x) => String(Math.round(x * 100) / 100);
const thickness = (height) => Math.min(9, 72 / height);
const towerSize = (height) => 2 * FACE + height * thickness(height);
const belowMiddle = (height) => Math.min(towerSize(height) / 2, SIDE / 2 - 5);

function disc({ color, king }, top, x, y, thick) {
  const ink = INKS[color];
  const pen = Math.min(thick * 0.2, 1.3);
  const at = `M${length(x - RADIUS)} ${length(y)}a${RADIUS} ${FACE} 0 0`;
  const group = svg("g", { class: `piece ${colors[color].toLowerCase()} ${king ? "king" : "man"}` });
  const rim = `${at} 1 ${2 * RADIUS} 0v${length(thick)}a${RADIUS} ${FACE} 0 0 1 ${-2 * RADIUS} 0z`;
  group.append(svg("path", { d: rim, fill: ink.side, stroke: ink.line, "stroke-width": length(pen) }));
  const ellipse = (share, attributes) =>
    svg("ellipse", { cx: length(x), cy: length(y), rx: RADIUS * share, ry: FACE * share, ...attributes });
  const arc = (sweep, down, stroke, width) =>
    svg("path", {
      d: `M${length(x - RADIUS)} ${length(y + down)}a${RADIUS} ${FACE} 0 0 ${sweep} ${2 * RADIUS} 0`,
      fill: "none", stroke, "stroke-width": length(width),
    });
  if (top) {
    group.append(ellipse(1, { fill: ink.face, stroke: ink.bevel, "stroke-width": length(pen * 0.8) }));
    group.append(arc(1, 0, ink.line, pen));
  } else {
    group.append(arc(0, pen * 0.8, ink.bevel, pen * 0.7));
  }
  if (king) {
    const half = thick * 0.31;
    const studs = STUDS.map(([sine, cosine]) => {
      const [sx, sy] = [x + RADIUS * sine, y + FACE * cosine + thick * 0.53];
      const wide = half * Math.max(cosine, 0.7);
      const [w, h] = [length(wide), length(half)];
      return `M${length(sx)} ${length(sy - half)}l${w} ${h} ${length(-wide)} ${h} ${length(-wide)} ${length(-half)}z`;
    });
    group.append(svg("path", { class: "studs", d: studs.join(""), fill: ink.mark }));
    if (top) {
      const crown = `M${length(x - 11.5)} ${length(y + 6.5)}l-3-11.5 7.5 5.5 7-9 7 9 7.5-5.5-3 11.5z`;
      group.append(svg("path", { class: "crown", d: crown, fill: ink.mark }));
    }
  } else if (top) {
    group.append(ellipse(0.66, { fill: "none", stroke: ink.bevel }));
  }
  return group;
}

function tower(square, column, x, y, numberLeft) {
  const pieces = discs(column);
  const height = pieces.length;
  const thick = thickness(height);
  const lowest = y + belowMiddle(height) - FACE - thick;
  const group = svg("g", { class: "tower", "data-square": square });
  group.append(svg("title", {}, `${square}: ${inWords(column)}`));
  for (let depth = height - 1; depth >= 0; depth--)
    group.append(disc(pieces[depth], depth === 0, x, lowest - thick * (height - 1 - depth), thick));
  if (height >= NUMBERED) {
    const place = {
      x: length(numberLeft ? x - RADIUS - 2.5 : x + RADIUS + 2.5), y: length(y + SIDE / 2 - 6),
      "font-size": 13, "font-weight": "bold", "text-anchor": numberLeft ? "end" : "start",
    };
    const halo = { stroke: "#fbf8f1", "stroke-width": 3, "stroke-linejoin": "round", "aria-hidden": "true" };
    group.append(svg("text", { ...place, ...halo }, String(height)), svg("text", place, String(height)));
  }
  return group;
}

/** Draws a position; `marked` are the squares that the last move changed, `below` the side at the lower edge. */
function drawBoard(position, [files, ranks], marked, below) {
  const place = (square) => {
    const [file, rank] = coordinates(square);
    return below === "W" ? [file, ranks - 1 - rank] : [files - 1 - file, rank];
  };
  const name = (place, row) =>
    below === "W" ? String.fromCharCode(97 + place) + (ranks - row) : String.fromCharCode(96 + files - place) + (row + 1);
  // Room for the towers of the uppermost row, the same for all positions, so that the board stays where it is.
  const above = MARGIN + 34;
  const [width, height] = [files * SIDE, ranks * SIDE];
  const picture = svg("svg", {
    viewBox: `0 0 ${LABELS + width + MARGIN} ${above + height + LABELS}`,
    role: "img", "font-family": "system-ui, sans-serif", "data-position": oneLine(position),
  });
  picture.append(svg("title", {}, `${colors[position.turn]} to move`));
  const board = svg("g", { transform: `translate(${LABELS} ${above})` });
  board.append(svg("rect", { width, height, fill: "#fbf8f1" }));
  const labels = svg("g", { class: "labels", "font-size": 14, "text-anchor": "middle" });
  for (let row = 0; row < ranks; row++) {
    labels.append(svg("text", { x: -13, y: (row + 0.5) * SIDE + 5 }, name(0, row).slice(1)));
    for (let column = 0; column < files; column++) {
      const square = name(column, row);
      const [file, rank] = coordinates(square);
      if ((file + rank) % 2) continue;
      const i = marked.indexOf(square);
      const [x, y] = [column * SIDE, row * SIDE];
      board.append(svg("rect", { x, y, width: SIDE, height: SIDE, fill: i < 0 ? "#d8cab0" : i < 2 ? "#e3b36b" : "#dd9a86" }));
      if (i >= 0) {
        const rim = { x: x + 1, y: y + 1, width: SIDE - 2, height: SIDE - 2, fill: "none", stroke: "#2b2b2b", "stroke-width": 2 };
        if (i > 1) rim["stroke-dasharray"] = "4 4";
        board.append(svg("rect", { ...rim, class: "marked", "data-square": square }));
      }
    }
  }
  for (let column = 0; column < files; column++)
    labels.append(svg("text", { x: (column + 0.5) * SIDE, y: height + 18 }, name(column, 0)[0]));
  board.append(svg("rect", { width, height, fill: "none", stroke: "#2b2b2b", "stroke-width": 1.5 }), labels);
  // From the far rows to the near ones, so that a tower stands before what is behind it.
  const towers = [...position.columns].map(([square, column]) => [square, column, ...place(square)]);
  towers.sort((a, b) => a[3] - b[3]);
  for (const [square, column, x, y] of towers)
    board.append(tower(square, column, (x + 0.5) * SIDE, (y + 0.5) * SIDE, x + 1 === files));
  picture.append(board);
  return picture;
}

/** Words on the towers whose discs are too thin to be counted. */
function notes(position) {
  const tall = [...position.columns].filter(([, column]) => discs(column).length >= NOTED);
  return tall.map(([square, column]) => `${square}: ${inWords(column)}`).join("; ");
}
