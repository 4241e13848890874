// Keys. They act outside of fields, and letters can be switched off, because speech input types them too.

// Functions of a key's event; the first that uses it returns true.
const keyHandlers = [(event) => event.target.closest("[data-grid]") && gridKey(event), leave, letterKey];

const pages = { h: "", n: "new", j: "jobs", l: "library", s: "spend", t: "settings" };
let isGoing = 0; // until when a letter after `g` names a page

const fields = 'textarea, select, dialog, input:not([type="checkbox"], [type="radio"]), [contenteditable]';

function followKeys() {
  store.send({ type: "keys", on: keep("localStorage", "keys") !== "off" });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented || event.target.closest(fields)) return;
    if (keyHandlers.some((handler) => handler(event))) event.preventDefault();
  });
  const box = find("[data-keys]");
  if (!box) return;
  box.checked = store.state.keysOn;
  box.addEventListener("change", () => {
    keep("localStorage", "keys", box.checked ? null : "off");
    store.send({ type: "keys", on: box.checked });
  });
}

function leave({ key }) {
  if (key !== "Escape" || root.dataset.page !== "artwork") return false;
  const isFromHere = document.referrer.startsWith(location.origin + base);
  isFromHere ? history.back() : location.assign(base + "library");
  return true;
}

function letterKey({ key }) {
  if (!store.state.keysOn) return false;
  if (isGoing > Date.now()) {
    isGoing = 0;
    if (key in pages) location.assign(base + pages[key]);
    return key in pages;
  }
  if (key === "g") isGoing = Date.now() + 1500;
  else if (key === "/" && !press("[data-search]")) location.assign(base + "library");
  else if (key === "ArrowDown" && grid && document.activeElement === document.body) effects.focusCard();
  else if (key !== "g" && key !== "/") return letters[key]?.() ?? press(`[data-key="${CSS.escape(key)}"]`);
  return true;
}

const letters = {
  "?": showHelp,
  f: () => press('.artwork [value="favourite"], .artwork [value="unfavourite"]'),
  t: () => press('.artwork [name="tag"], .artwork [name="tags"]'),
  "+": () => zoomArt(1.25),
  "-": () => zoomArt(0.8),
  0: () => zoomArt(0),
};

function press(selector) {
  const element = findAll(selector).find((candidate) => candidate.getClientRects().length);
  element?.[element.matches("input, textarea") ? "focus" : "click"]();
  return !!element;
}

function zoomArt(by) {
  artwork?.pane.zoom(by);
  return !!artwork;
}

function showHelp() {
  find("[data-help]")?.showModal();
  return true;
}
