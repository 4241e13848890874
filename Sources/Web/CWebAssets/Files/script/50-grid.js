// The grid. Only the cards around what is seen stand in the page; two gaps keep the height of the others. One card is a
// tab stop, which keys move.

const longestWindow = 120; // cards of seven elements each
const cardElements = new Map();
const gaps = {};
let grid = null; // the list
let pageSize = 50;
let windowEdges = [0, 0]; // the first card in the page and the one after the last
let columns = 1;
let rowHeight = 1;
let rowGap = 0;
let isEndSeen = false;

function readCards() {
  grid = find("[data-grid]");
  const cards = (grid ? findAll("[data-id]", grid) : []).map((element) => {
    const { id, favourite } = element.dataset;
    cardElements.set(id, element);
    return { id, title: field("title", element).textContent, favourite: favourite !== undefined };
  });
  pageSize = Math.max(12, cards.length);
  windowEdges = [0, cards.length];
  return { cards, next: grid?.dataset.next ?? null };
}

const cardOf = ({ id, prompt, name, favourite }) => ({ id, title: prompt ?? name, favourite });

function makeCard({ id, title }) {
  const element = find("template#card").content.firstElementChild.cloneNode(true);
  element.dataset.id = id;
  find(".card-link", element).href = `${base}artworks/${id}`;
  Object.assign(find("img", element), { alt: title, src: `${base}v1/artworks/${id}/thumbnail` });
  field("title", element).textContent = title;
  const box = find('[name="id"]', element);
  if (box) Object.assign(box, { value: id, ariaLabel: say("choose", { name: title }) });
  cardElements.set(id, element);
  return element;
}

function measureGrid() {
  const style = getComputedStyle(grid);
  const card = find("[data-id]", grid);
  columns = style.gridTemplateColumns.split(" ").length;
  rowGap = parseFloat(style.rowGap) || 0;
  if (card) rowHeight = card.offsetHeight + rowGap;
}

function wantedEdges(count) {
  if (count <= pageSize) return [0, count];
  const { top } = grid.getBoundingClientRect();
  const row = (y) => Math.floor(Math.max(0, y - top) / rowHeight);
  const seen = row(innerHeight) - row(0) + 1;
  // A large display shows more cards than that.
  const around = Math.max(columns * 2, (longestWindow - seen * columns) / 2) / columns;
  const first = Math.max(0, Math.min(Math.floor(row(0) - around), Math.floor((count - 1) / columns))) * columns;
  return [first, Math.min(count, Math.ceil(row(innerHeight) + around) * columns)];
}

function showGap(name, cards) {
  const element = (gaps[name] ??= make("li", { className: "gap", ariaHidden: "true" }));
  const rows = Math.ceil(cards / columns);
  if (!rows) return element.remove();
  element.style.setProperty("height", `${rows * rowHeight - rowGap}px`);
  if (!element.isConnected) name === "top" ? grid.prepend(element) : grid.append(element);
}

function showGrid({ grid: { cards, focus, chosen } }) {
  windowEdges = wantedEdges(cards.length);
  const [first, last] = windowEdges;
  const wanted = cards.slice(first, last);
  const ids = new Set(wanted.map((card) => card.id));
  for (const [id, element] of cardElements) {
    if (ids.has(id)) continue;
    // Keys go on working when the card that had the focus leaves the page.
    if (element.contains(document.activeElement)) grid.focus({ preventScroll: true });
    element.remove();
    cardElements.delete(id);
  }
  showGap("top", first);
  let place = gaps.top.isConnected ? gaps.top.nextElementSibling : grid.firstElementChild;
  wanted.forEach((card, index) => {
    const element = cardElements.get(card.id) ?? makeCard(card);
    if (element === place) place = place.nextElementSibling;
    else grid.insertBefore(element, place);
    const isChosen = chosen.has(card.id);
    element.toggleAttribute("data-favourite", card.favourite);
    element.toggleAttribute("data-chosen", isChosen);
    const box = find('[name="id"]', element);
    if (box) box.checked = isChosen;
    const tabIndex = first + index === focus ? 0 : -1;
    for (const stop of [find(".card-link", element), box]) if (stop && stop.tabIndex !== tabIndex) stop.tabIndex = tabIndex;
  });
  showGap("bottom", cards.length - last);
}

views.push((state, previous) => {
  if (!grid || state.grid === previous?.grid) return;
  showGrid(state);
  const { next, loading, chosen } = state.grid;
  const link = find('[data-do="more"]');
  if (link) {
    link.hidden = !next;
    if (next) link.href = next;
    link.toggleAttribute("aria-busy", loading);
  }
  const bulk = find("#bulk");
  if (!bulk) return;
  bulk.dataset.chosen = chosen.size;
  fill(find("[data-chosen]", bulk), chosen.size ? say("chosen", { n: chosen.size }) : "");
});

const focusedCard = () => store.state.grid.cards[store.state.grid.focus];

effects.focusCard = () => afterFrame(() => {
  const card = focusedCard();
  if (!card) return;
  if (!cardElements.has(card.id)) {
    const row = Math.floor(store.state.grid.focus / columns);
    scrollBy(0, grid.getBoundingClientRect().top + row * rowHeight - innerHeight / 2);
    showGrid(store.state);
  }
  find(".card-link", cardElements.get(card.id)).focus();
});

effects.readMore = async ({ next, pressed }, send) => {
  try {
    const address = new URL(next, location.href);
    const query = new URLSearchParams({ limit: Math.min(200, pageSize) });
    for (const [name, value] of address.searchParams) if (["q", "after", "limit", "stacks"].includes(name) && value) query.set(name, value);
    const answer = await requestJSON("v1/artworks?" + query);
    address.searchParams.set("after", answer.next);
    send({ type: "appended", cards: answer.artworks.map(cardOf), next: answer.next ? address.pathname + address.search : null, pressed });
    afterFrame(() => isEndSeen && send({ type: "more" }));
  } catch (error) {
    send({ type: "notAppended", error: error.message });
  }
};

effects.readGrid = async (_, send) => {
  if (root.dataset.page !== "home" || !grid) return;
  try {
    const { artworks } = await rested(() => requestJSON(`v1/artworks?limit=${pageSize}`));
    send({ type: "newest", cards: artworks.map(cardOf) });
  } catch {} // The next event tries again.
};

const moves = {
  ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down", PageUp: "pageUp", PageDown: "pageDown",
  Home: "home", End: "end",
};

function gridKey({ key }) {
  const card = focusedCard();
  const { chosen } = store.state.grid;
  const tag = find('#bulk [name="tag"]');
  if (!card) return false;
  if (key in moves) {
    measureGrid();
    store.send({ type: "move", by: moves[key], columns, page: Math.max(1, Math.floor(innerHeight / rowHeight) - 1) });
  } else if (key === "Escape" && chosen.size) store.send({ type: "chooseNone" });
  else if (!store.state.keysOn) return false;
  else if (key === "x") store.send({ type: "choose", id: card.id });
  else if (key === "f") change([card.id], card.favourite ? "unfavourite" : "favourite");
  else if (key === "t" && tag) {
    if (!chosen.size) store.send({ type: "choose", id: card.id, on: true });
    afterFrame(() => tag.focus());
  } else return false;
  return true;
}

function change(ids, act, tags) {
  const [key, what] = {
    favourite: ["favourited", { favourite: true }], unfavourite: ["unfavourited", { favourite: false }],
    trash: ["trashed", { trashed: true }], restore: ["restored", { trashed: false }],
    tag: ["tagged", { add_tags: tags }], untag: ["untagged", { remove_tags: tags }],
  }[act] ?? [];
  if (key) store.send({ type: "change", ids, change: what, key });
  return !!key;
}

function followGrid() {
  if (!grid) return;
  grid.tabIndex = -1;
  grid.addEventListener("focusin", ({ target }) => {
    const id = target.closest("[data-id]")?.dataset.id;
    const to = store.state.grid.cards.findIndex((card) => card.id === id);
    if (to >= 0) store.send({ type: "focus", to });
  });
  // Whoever comes back finds the card that was opened.
  grid.addEventListener("click", ({ target }) => {
    const id = target.closest(".card-link")?.closest("[data-id]").dataset.id;
    if (id) history.replaceState({ ...history.state, card: id }, "");
  });
  const opened = store.state.grid.cards.findIndex((card) => card.id === history.state?.card);
  if (opened >= 0) {
    store.send({ type: "focus", to: opened });
    effects.focusCard();
  }
  grid.addEventListener("change", ({ target }) => store.send({ type: "choose", id: target.value, on: target.checked }));
  const form = find("#bulk");
  form?.addEventListener("submit", (event) => {
    const act = event.submitter?.value ?? "";
    const input = find('[name="tag"]', form);
    const tags = (input?.value ?? "").split(",").map((tag) => tag.trim()).filter(Boolean);
    if (act.endsWith("tag") && !tags.length) input.focus();
    else if (!change([...store.state.grid.chosen], act, tags)) return;
    event.preventDefault();
  });
  form?.addEventListener("keydown", ({ key }) => key === "Escape" && effects.focusCard());
  const follow = () => {
    const { cards } = store.state.grid;
    if (wantedEdges(cards.length).join() !== windowEdges.join()) showGrid(store.state);
  };
  let frame = 0;
  addEventListener("scroll", () => {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      follow();
    });
  }, { passive: true });
  new ResizeObserver(() => {
    measureGrid();
    follow();
  }).observe(grid);
  const pager = find('[data-do="more"]')?.parentElement;
  if (!pager) return;
  new IntersectionObserver(([entry]) => {
    isEndSeen = entry.isIntersecting;
    if (isEndSeen) store.send({ type: "more" });
  }, { rootMargin: "600px" }).observe(pager);
}
