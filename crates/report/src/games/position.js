// Positions: a map from squares to columns, and the side to move. A column is its owner and its pieces from the top
// down, as "1/00".

const colors = { W: "White", B: "Black" };

/** Reads the one-line form. */
function readPosition(text) {
  const [turn, ...sides] = text.split(":");
  const columns = new Map();
  for (const side of sides.filter((side) => /^[WB]/.test(side)))
    for (const entry of side.slice(1).split(",").filter(Boolean)) {
      const [square, pieces] = entry.split("=");
      columns.set(square, { owner: side[0], pieces });
    }
  return { turn, columns };
}

/** The position after a ply, from what the ply changes. */
function changed(position, changes) {
  const columns = new Map(position.columns);
  for (const change of changes.split(" ")) {
    const [place, pieces] = change.split("=");
    if (pieces) columns.set(place.slice(1), { owner: place[0], pieces });
    else columns.delete(place);
  }
  return { turn: position.turn === "W" ? "B" : "W", columns };
}

/** Squares that a ply changes: origin, target, then captures. */
function changedSquares(changes) {
  return changes.split(" ").map((change) => change.split("=")[0].replace(/^[WB]/, ""));
}

function coordinates(square) {
  return [square.charCodeAt(0) - 97, Number(square.slice(1)) - 1];
}

/** Writes the one-line form: White's columns first, squares by file, then rank. */
function oneLine({ turn, columns }) {
  const order = (a, b) => {
    const [[fileA, rankA], [fileB, rankB]] = [coordinates(a[0]), coordinates(b[0])];
    return fileA - fileB || rankA - rankB;
  };
  const side = (owner) =>
    owner +
    [...columns]
      .filter(([, column]) => column.owner === owner)
      .sort(order)
      .map(([square, column]) => `${square}=${column.pieces}`)
      .join(",");
  return `${turn}:${side("W")}:${side("B")}`;
}

/** The pieces of a column from the top down. */
function discs({ owner, pieces }) {
  const other = owner === "W" ? "B" : "W";
  const [own, prisoners = ""] = pieces.split("/");
  const run = (digits, color) => [...digits].map((digit) => ({ color, king: digit === "1" }));
  return [...run(own, owner), ...run(prisoners, other)];
}

/** A column in words: "White, 5 pieces: king over 4 black men". */
function inWords(column) {
  const groups = [];
  for (const { color, king } of discs(column)) {
    const last = groups[groups.length - 1];
    if (last && last.color === color && last.king === king) last.number++;
    else groups.push({ color, king, number: 1 });
  }
  const height = discs(column).length;
  let text = colors[column.owner] + (groups.length > 1 ? `, ${height} pieces: ` : ": ");
  groups.forEach(({ color, king, number }, i) => {
    const changes = i > 0 && groups[i - 1].color !== color;
    if (i > 0) text += changes ? " over " : ", ";
    if (number > 1) text += `${number} `;
    else if (color !== column.owner) text += "a ";
    if (changes) text += `${colors[color].toLowerCase()} `;
    text += king ? (number > 1 ? "kings" : "king") : number > 1 ? "men" : "man";
  });
  return text;
}
