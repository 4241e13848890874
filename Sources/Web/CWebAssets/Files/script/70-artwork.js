// An artwork's page: its art is rendered again as the options change, and copied in the formats that people paste.

/** What the buttons and keys act on: the `pane`, and `read(format)` for the art's text. */
let artwork = null;

function optionsOf(place) {
  const fields = findAll("[name]", place).filter((element) => element.value);
  return new URLSearchParams(fields.map((element) => [element.name, element.value]));
}

const withQuery = (path, query) => (String(query) ? `${path}?${query}` : path);

function belowBase(address) {
  const { pathname, search } = new URL(address, location.href);
  return pathname.slice(base.length) + search;
}

function followArtwork() {
  const element = find(".artwork [data-art]");
  const form = find("form[data-options]");
  if (!element || !form) return;
  const pane = artPane(element);
  const path = belowBase(element.dataset.art).split("?")[0];
  const options = () => optionsOf(form);
  const load = () => pane.load((signal) => requestJSON(withQuery(path, options()), { signal }));
  const read = async (format) => (await request(withQuery(path.replace(/json$/, format), options()))).text();
  artwork = { pane, read };
  load();
  const changed = settled(150, () => {
    load();
    // The address is the state: a reload or a bookmark shows the same art.
    history.replaceState(history.state, "", withQuery(location.pathname, options()));
    for (const link of findAll('.downloads [href*="/text."]')) link.href = withQuery(link.href.split("?")[0], options());
  });
  form.addEventListener("input", changed);
  form.addEventListener("reset", changed);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    changed();
  });
}

const copies = {
  async markdown(read) {
    const text = await read("txt");
    // The fence is longer than any run of the same mark in the art.
    const fence = "`".repeat(Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length)) + 1);
    return `${fence}\n${text}${fence}\n`;
  },
  async ansi(read) {
    const escaped = { "\\": "\\\\", "%": "%%", "'": "'\\''", "\x1b": "\\033", "\n": "\\n", "\r": "" };
    return `printf '${(await read("ansi")).replace(/[\\%'\x1b\n\r]/g, (mark) => escaped[mark])}'\n`;
  },
};

async function copyArt({ dataset: { copy } }) {
  if (!artwork) return;
  try {
    await copyText((copies[copy] ?? ((read) => read(copy)))(artwork.read));
    store.send({ type: "say", key: "copied" });
  } catch (error) {
    store.send({ type: "say", ...(error instanceof Refusal ? { text: error.message } : { key: "not_copied" }) });
  }
}

async function copyText(promise) {
  // Some browsers allow it only at the press of the button, so they get the promise.
  if (navigator.clipboard?.write) {
    const blob = promise.then((text) => new Blob([text], { type: "text/plain" }));
    try {
      return await navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
    } catch {}
  }
  // Pages on plain HTTP have no clipboard: the text is selected, and the selection copied.
  const focused = document.activeElement;
  const area = make("textarea", { value: await promise, className: "offscreen" });
  document.body.append(area);
  area.select();
  const isCopied = document.execCommand("copy");
  area.remove();
  focused.focus();
  if (!isCopied) throw new Error();
}
