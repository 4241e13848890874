// A store and views of it. An action goes to the pure function `reduce`, which returns the next state and commands; a
// command is plain data, carried out by the effect of its name. Views patch the page, once per animation frame at most.

// Effects (command, send) by the command's `do`, and views (state, previous). Each chapter adds its own.
const effects = {};
const views = [];

function createStore(state, reducer, perform, show) {
  let shown = null;
  let frame = 0;
  const render = () => {
    const previous = shown;
    frame = 0;
    shown = state;
    show(state, previous);
  };
  const send = (action) => {
    const [next, commands] = reducer(state, action);
    state = next;
    // A hidden page gets no frames; it is shown when it is visible again.
    if (shown !== state) frame ||= requestAnimationFrame(render);
    for (const command of commands) perform(command, send);
  };
  return { send, get state() { return state; } };
}

const root = document.documentElement;
const base = root.dataset.base ?? "/";
const language = root.lang || "en";
let words = {};

function say(key, values = {}) {
  return (words[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

const find = (selector, within = document) => within.querySelector(selector);
const findAll = (selector, within = document) => [...within.querySelectorAll(selector)];
const field = (name, within) => find(`[data-field="${name}"]`, within);

function make(tag, properties, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

function fill(element, text) {
  if (!element) return;
  if (element.textContent !== text) element.textContent = text;
  element.hidden = !text;
}

function settled(milliseconds, action) {
  let timer = 0;
  return (...values) => {
    clearTimeout(timer);
    timer = setTimeout(action, milliseconds, ...values);
  };
}

const afterFrame = (action) => requestAnimationFrame(() => requestAnimationFrame(action));

function sleep(milliseconds, signal) {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", resolve, { once: true });
  });
}

const clock = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
const timeFormat = new Intl.DateTimeFormat(language, clock);
const dayFormat = new Intl.DateTimeFormat(language, { month: "short", day: "numeric", ...clock });

function shortTime(text) {
  const time = new Date(text);
  const isToday = time.toDateString() === new Date().toDateString();
  return isNaN(time) ? "" : (isToday ? timeFormat : dayFormat).format(time);
}

/** Reads (without a value), writes or removes (null) what the browser keeps, unless that is forbidden. */
function keep(storage, key, value) {
  try {
    const area = window[storage];
    if (value === undefined) return area.getItem("textifyd." + key);
    value === null ? area.removeItem("textifyd." + key) : area.setItem("textifyd." + key, value);
  } catch {}
  return null;
}
