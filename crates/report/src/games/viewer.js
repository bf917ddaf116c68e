// What the reader does: choose a game, step through it. The address says which game and ply is seen: #game=3&ply=12.

/** An element of HTML. Texts are set as texts, so nothing in them is markup. */
function element(name, attributes = {}, ...inside) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...inside);
  return made;
}

const viewers = [];
let active = null;

class Viewer {
  constructor(root) {
    this.root = root;
    this.first = Number(root.dataset.first);
    this.games = JSON.parse(root.querySelector("script").textContent);
    this.below = "W";
    this.root.querySelector(".viewer").hidden = false;
    this.slider = root.querySelector("input[type=range]");
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    for (const button of root.querySelectorAll("button")) button.addEventListener("click", () => this.act(button.dataset.go));
    for (const row of root.querySelectorAll("tr[data-game]"))
      row.addEventListener("click", (event) => {
        event.preventDefault();
        this.choose(Number(row.dataset.game), 0);
        this.remember("pushState");
      });
    root.querySelector(".filter")?.addEventListener("input", (event) => this.filter(event.target.value));
    root.addEventListener("pointerdown", () => (active = this));
    this.choose(this.first, 0);
  }

  has(number) {
    return number >= this.first && number < this.first + this.games.length;
  }

  find(selector) {
    return this.root.querySelector(selector);
  }

  filter(text) {
    const words = text.toLowerCase().split(/\s+/);
    for (const row of this.root.querySelectorAll("tr[data-game]")) {
      const { white, black, result, tags } = this.games[row.dataset.game - this.first];
      const all = [white, black, result, ...tags.flat()].join(" ").toLowerCase();
      row.hidden = !words.every((word) => all.includes(word));
    }
  }

  choose(number, ply) {
    this.number = number;
    this.game = this.games[number - this.first];
    this.positions = [readPosition(this.game.start)];
    for (const [, changes] of this.game.plies) this.positions.push(changed(this.positions[this.positions.length - 1], changes));
    this.slider.max = this.game.plies.length;
    const { white, black, result, tags } = this.game;
    const player = (color, name) => element("span", { class: `player ${color}` }, name || "?");
    this.find(".players").replaceChildren(player("white", white), " – ", player("black", black), " ", element("b", {}, result));
    this.find(".tags").replaceChildren(...tags.flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]));
    for (const row of this.root.querySelectorAll("tr[data-game]")) {
      const here = Number(row.dataset.game) === number;
      current(row, here);
      if (here) intoView(row);
    }
    this.listMoves();
    this.show(ply);
  }

  listMoves() {
    const begins = this.positions[0].turn;
    const moves = this.game.plies.map(([text, , , , comment], i) => {
      const number = Math.floor((i + (begins === "B" ? 1 : 0)) / 2) + 1;
      const mover = this.positions[i].turn;
      const before = mover === "W" ? `${number}.` : i === 0 ? `${number}…` : "";
      const move = element("button", { type: "button", "data-ply": i + 1 }, text);
      if (comment) move.classList.add("commented");
      move.addEventListener("click", () => this.go(i + 1));
      return element("li", { class: mover === "W" || i === 0 ? "numbered" : "" }, element("span", { class: "number" }, before), move);
    });
    this.find(".moves").replaceChildren(...moves);
  }

  show(ply) {
    const last = this.game.plies.length;
    this.ply = Math.min(Math.max(Math.trunc(ply) || 0, 0), last);
    const position = this.positions[this.ply];
    const [text = "", changes = "", evaluation, seconds, comment = ""] = this.game.plies[this.ply - 1] || [];
    this.find(".board").replaceChildren(drawBoard(position, this.game.board, changes ? changedSquares(changes) : [], this.below));
    const turn = `${colors[position.turn]} to move`;
    const parts = this.ply ? [`Ply ${this.ply} of ${last}: ${colors[this.positions[this.ply - 1].turn]} played ${text}`] : ["Start"];
    if (typeof evaluation === "number") parts.push(`White expects ${((1 + evaluation) / 2).toFixed(2)}`);
    if (typeof seconds === "number") parts.push(`${seconds.toFixed(seconds < 10 ? 2 : 1)} s`);
    parts.push(this.ply === last && this.game.result !== "*" ? `result ${this.game.result}` : turn);
    this.find(".status").textContent = parts.join(" · ");
    this.find(".comment").textContent = [comment, notes(position)].filter(Boolean).join(" · ");
    this.find(".fen code").textContent = oneLine(position);
    this.find(".graph").replaceChildren(...drawGraph(this.game.plies, this.ply, (ply) => this.go(ply)));
    this.slider.value = this.ply;
    for (const button of this.root.querySelectorAll("[data-go=first], [data-go=back]")) button.disabled = this.ply === 0;
    for (const button of this.root.querySelectorAll("[data-go=forward], [data-go=last]")) button.disabled = this.ply === last;
    for (const move of this.root.querySelectorAll(".moves [data-ply]")) {
      const here = Number(move.dataset.ply) === this.ply;
      current(move, here);
      if (here) intoView(move);
    }
    if (this.ply === 0) this.find(".moves").scrollTop = 0;
  }

  go(ply) {
    this.show(ply);
    this.remember("replaceState");
  }

  act(what) {
    if (what === "turn") {
      this.below = this.below === "W" ? "B" : "W";
      return this.show(this.ply);
    }
    const last = this.game.plies.length;
    this.go({ first: 0, back: this.ply - 1, forward: this.ply + 1, last }[what]);
  }

  remember(how) {
    active = this;
    history[how](null, "", `#game=${this.number}&ply=${this.ply}`);
  }
}

function current(item, here) {
  if (here) item.setAttribute("aria-current", "true");
  else item.removeAttribute("aria-current");
}

/** Scrolls the list around an element, and nothing else, until it is seen. */
function intoView(inside) {
  const list = inside.closest(".list, .moves");
  const [outer, inner] = [list.getBoundingClientRect(), inside.getBoundingClientRect()];
  const head = list.querySelector("thead")?.getBoundingClientRect().height || 0;
  if (inner.top < outer.top + head) list.scrollTop += inner.top - outer.top - head;
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
}

/** Shows what the address says, if it is about a game. */
function follow() {
  const said = new URLSearchParams(location.hash.slice(1));
  const number = Number(said.get("game"));
  const viewer = viewers.find((viewer) => viewer.has(number) && Number.isInteger(number));
  if (!viewer) return;
  active = viewer;
  viewer.choose(number, Number(said.get("ply")));
  viewer.find(".viewer").scrollIntoView({ block: "nearest" });
}

const KEYS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last", f: "turn" };

document.addEventListener("keydown", (event) => {
  const inField = event.target instanceof Element && event.target.matches("input, select, textarea");
  if (inField || event.ctrlKey || event.metaKey || event.altKey || !(event.key in KEYS)) return;
  const viewer = active || viewers[0];
  // Home and End are the page's own, until a game is being looked at.
  if (!viewer || (!active && !event.key.startsWith("Arrow"))) return;
  event.preventDefault();
  viewer.act(KEYS[event.key]);
});

for (const root of document.querySelectorAll(".games")) viewers.push(new Viewer(root));
window.addEventListener("hashchange", follow);
follow();
