const presses = {
  help: showHelp,
  undo: () => store.send({ type: "undo" }),
  more: () => store.send({ type: "more", pressed: true }),
  "as-text": (element) => { element.ariaPressed = String(!!artwork?.pane.switchToText()); },
  "zoom-in": () => zoomArt(1.25),
  "zoom-out": () => zoomArt(0.8),
  "zoom-fit": () => zoomArt(0),
};

const store = createStore(
  initial, reduce,
  (command, send) => effects[command.do](command, send),
  (state, previous) => views.forEach((view) => view(state, previous)),
);

function start() {
  words = JSON.parse(find("#words")?.textContent || "{}");
  root.dataset.scripted = "";
  for (const element of findAll('[data-script]')) element.hidden = false;
  for (const element of findAll("[data-noscript]")) element.hidden = true;
  for (const time of findAll('time[data-field="changed"]')) time.textContent = shortTime(time.dateTime) || time.textContent;
  store.send({ type: "start", ...readRows(), ...readCards(), now: Date.now() });
  document.addEventListener("click", (event) => {
    const pressed = event.target.closest("[data-do], [data-copy]");
    if (!pressed || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const action = pressed.dataset.copy ? copyArt : presses[pressed.dataset.do];
    if (!action) return;
    event.preventDefault();
    action(pressed);
  });
  for (const follow of [followSuggestions, followTyped, followActions, followGrid, followArtwork, followNew, followKeys, followShow]) follow();
  setInterval(() => document.hidden || store.send({ type: "tick", now: Date.now() }), 1000);
  if (find("[data-live], [data-list], [data-show]")) followEvents();
}

if (root.dataset.page) start();

export { reduce, initial };
