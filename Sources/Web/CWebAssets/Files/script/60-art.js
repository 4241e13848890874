// Text art on a canvas, from the art.json format: rows of [character, ink, paper], null for the medium's own colours.
// Cells are whole device pixels and blocks are rectangles, so that there are no seams. The text lies over it, transparent.

const advance = 1233 / 2048; // ArtMono's, in em
const lineHeight = 2466 / 2048; // in em
const ascent = 1942 / 2466; // of a line
const largestArea = 16_000_000; // device pixels that every browser can keep
const widestCell = 20; // CSS pixels, unless zoomed

// The mosaics at U+1FB00 and U+1CD00 are in order, except those that older blocks have.
const older = [0, 1, 2, 3, 5, 10, 15, 20, 40, 63, 64, 80, 85, 90, 95, 128, 160, 165, 170, 175, 192, 240, 245, 250, 252, 255];
const sextants = [...Array(63).keys()].filter((bits) => ![0, 0x15, 0x2a].includes(bits));
const octants = [...Array(256).keys()].filter((bits) => !older.includes(bits));
const quadrants = [4, 8, 1, 13, 9, 7, 11, 2, 6, 14];
const singleOctants = { 0x1cea8: 1, 0x1ceab: 2, 0x1cea3: 64, 0x1cea0: 128, 0x1fbe6: 20, 0x1fbe7: 40 };
const middle = [2, 3, 5, 6, 7];
const brailleBits = [0, 3, 1, 4, 2, 5, 6, 7]; // by row and column
const shades = { 0x2591: 0.25, 0x2592: 0.5, 0x2593: 0.75 };

// Shapes are rectangles in fractions of the cell. Bit 0 of a mosaic is the upper left part, bit 1 the upper right one.
function mosaic(rows, bits) {
  const parts = [...Array(2 * rows).keys()].filter((part) => (bits >> part) & 1);
  return parts.map((part) => [(part % 2) / 2, (part >> 1) / rows, (part % 2) / 2 + 0.5, ((part >> 1) + 1) / rows]);
}

function braille(dots) {
  const bits = brailleBits.reduce((sum, dot, part) => sum | (((dots >> dot) & 1) << part), 0);
  return mosaic(4, bits).map(([x, y]) => [x + 1 / 8, y + 1 / 16, x + 3 / 8, y + 3 / 16]);
}

const eighths = (...edges) => [edges.map((edge) => edge / 8)];
const ranges = [
  [0x2580, 1, () => eighths(0, 0, 8, 4)],
  [0x2581, 8, (n) => eighths(0, 7 - n, 8, 8)],
  [0x2589, 7, (n) => eighths(0, 0, 7 - n, 8)],
  [0x2590, 1, () => eighths(4, 0, 8, 8)],
  [0x2594, 1, () => eighths(0, 0, 8, 1)],
  [0x2595, 1, () => eighths(7, 0, 8, 8)],
  [0x2596, 10, (n) => mosaic(2, quadrants[n])],
  [0x2800, 256, braille],
  [0x1cd00, 230, (n) => mosaic(4, octants[n])],
  [0x1fb00, 60, (n) => mosaic(3, sextants[n])],
  [0x1fb70, 6, (n) => eighths(n + 1, 0, n + 2, 8)],
  [0x1fb76, 6, (n) => eighths(0, n + 1, 8, n + 2)],
  [0x1fb82, 5, (n) => eighths(0, 0, 8, middle[n])],
  [0x1fb87, 5, (n) => eighths(8 - middle[n], 0, 8, 8)],
];
const shapes = new Map(Object.entries(singleOctants).map(([code, bits]) => [Number(code), mosaic(4, bits)]));
for (const [first, length, shape] of ranges) for (let n = 0; n < length; n++) shapes.set(first + n, shape(n));

function blend(ink, paper, coverage) {
  const light = (color, at) => (parseInt(color.slice(at, at + 2), 16) / 255) ** 2.2;
  const mixed = [1, 3, 5].map((at) => light(ink, at) * coverage + light(paper, at) * (1 - coverage));
  return `rgb(${mixed.map((value) => Math.round(value ** (1 / 2.2) * 255))})`;
}

function textOf(art) {
  return art.cells.map((row) => row.map(([text]) => text ?? "").join("").trimEnd()).join("\n") + "\n";
}

function cellSize({ columns, rows, cell_aspect: aspect }, width, height, zoom) {
  const ratio = devicePixelRatio || 1;
  const widest = Math.sqrt((largestArea / (columns * rows)) * aspect);
  const isShow = height < Infinity;
  const fitting = Math.min((width * ratio) / columns, ((height * ratio) / rows) * aspect, isShow ? Infinity : widestCell * ratio);
  const x = Math.max(1, Math.floor(Math.min(widest, Math.max(2, Math.floor(fitting)) * zoom)));
  return { x, y: Math.max(1, Math.round(x / aspect)), ratio };
}

/** Draws into a draft, over several frames if the art is large. */
async function drawArt(canvas, art, size, signal) {
  await document.fonts.load("16px ArtMono").catch(() => {});
  const draft = make("canvas", { width: art.columns * size.x, height: art.rows * size.y });
  const context = draft.getContext("2d", { alpha: false });
  context.textAlign = "center";
  let started = performance.now();
  for (let row = 0; row < art.rows && !signal.aborted; row++) {
    drawRow(context, art, row, size);
    if (performance.now() - started < 12) continue;
    await sleep(0);
    started = performance.now();
  }
  if (signal.aborted) return;
  Object.assign(canvas, { width: draft.width, height: draft.height });
  canvas.getContext("2d", { alpha: false }).drawImage(draft, 0, 0);
}

function drawRow(context, { cells, inverted }, row, { x: width, y: height }) {
  const [plainInk, plainPaper] = inverted ? ["#000000", "#ffffff"] : ["#ffffff", "#000000"];
  const top = row * height;
  cells[row].forEach(([text, ink, paper], column, line) => {
    const left = column * width;
    context.fillStyle = paper ?? plainPaper;
    context.fillRect(left, top, width, height);
    if (text === null && column) return drawCell(line[column - 1], left - width, 2 * width);
    if (text && text.trim() && line[column + 1]?.[0] !== null) drawCell([text, ink, paper], left, width);
  });

  function drawCell([text, ink, paper], left, room) {
    const code = text.codePointAt(0);
    context.fillStyle = code in shades ? blend(ink ?? plainInk, paper ?? plainPaper, shades[code]) : ink ?? plainInk;
    if (code in shades) return context.fillRect(left, top, width, height);
    const shape = shapes.get(code);
    if (!shape) return drawGlyph(text, left, room);
    for (const [x0, y0, x1, y1] of shape) {
      const [x, y] = [Math.round(x0 * width), Math.round(y0 * height)];
      context.fillRect(left + x, top + y, Math.max(1, Math.round(x1 * width) - x), Math.max(1, Math.round(y1 * height) - y));
    }
  }

  function drawGlyph(text, left, room) {
    const em = width / advance;
    context.font = `${em}px ArtMono, monospace`;
    context.setTransform(1, 0, 0, height / (em * lineHeight), left, top);
    context.fillText(text, room / 2, em * lineHeight * ascent, room * 1.05);
    context.resetTransform();
  }
}

function artPane(pane) {
  const view = find(".art", pane) ?? pane.appendChild(make("div", { className: "art", role: "img" }));
  const canvas = find("canvas", view) ?? view.appendChild(make("canvas", { className: "art-canvas" }));
  const text = find(".art-text", view) ?? view.appendChild(make("pre", { className: "art-text", ariaHidden: "true" }));
  let art = null;
  let zoom = 1;
  let drawn = "";
  let drawing = new AbortController();
  let loading = new AbortController();

  async function draw() {
    if (!art) return;
    const [width, height] = root.dataset.page === "show" ? [innerWidth, innerHeight] : [pane.clientWidth, Infinity];
    const size = cellSize(art, width, height, zoom);
    const mark = Object.values(size).join();
    if (mark === drawn) return;
    drawn = mark;
    drawing.abort();
    drawing = new AbortController();
    const { signal } = drawing;
    await drawArt(canvas, art, size, signal);
    if (signal.aborted) return;
    const set = (element, name, pixels) => element.style.setProperty(name, `${pixels / size.ratio}px`);
    set(canvas, "width", canvas.width);
    set(canvas, "height", canvas.height);
    set(text, "font-size", size.x / advance);
    set(text, "line-height", size.y);
    canvas.hidden = false;
    view.dataset.drawn = art.inverted ? "light" : "dark";
  }

  new ResizeObserver(settled(60, draw)).observe(pane);
  const shown = {
    show(next) {
      art = next;
      drawn = "";
      text.textContent = textOf(art);
      return draw();
    },
    /** Shows what the newest `load` brings, or what went wrong. */
    async load(load) {
      loading.abort();
      loading = new AbortController();
      const { signal } = loading;
      pane.ariaBusy = "true";
      let problem = "";
      try {
        const next = await load(signal);
        if (!signal.aborted) await shown.show(next);
      } catch (error) {
        problem = error.message;
      }
      if (signal.aborted) return;
      pane.ariaBusy = null;
      if (problem && !find(".problem", pane)) pane.prepend(make("p", { className: "problem", role: "alert" }));
      fill(find(".problem", pane), problem);
    },
    zoom(by) {
      zoom = by ? Math.max(0.5, Math.min(8, zoom * by)) : 1;
      return draw();
    },
    switchToText() {
      const isText = view.toggleAttribute("data-as-text");
      text.ariaHidden = isText ? null : "true";
      view.role = isText ? null : "img";
      return isText;
    },
  };
  return shown;
}
