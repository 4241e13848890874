// The service's events. One tab reads the stream for all, because HTTP/1.1 allows only six connections to a host. It uses
// `fetch`: an `EventSource` hears only events of known names, and sees neither comments nor the status of a refusal.

const channelName = "textifyd-events";
const hiddenFor = 60_000;
const silentFor = 45_000;

let channel = null;
let reading = null;
let isLeader = false;
// The newest event when the page was made: nothing is missed between the page and its stream.
let lastEvent = root.dataset.event ?? "";

function connect() {
  if (reading || store.state.signedOut || document.hidden) return;
  reading = new AbortController();
  const { signal } = reading;
  if (!navigator.locks || !window.BroadcastChannel) return void poll(signal);
  if (!channel) {
    channel = new BroadcastChannel(channelName);
    channel.onmessage = ({ data }) => {
      if (!data.hello) hear(data);
      else if (isLeader) share({ connection: store.state.live, id: lastEvent, isWelcome: true });
    };
  }
  channel.postMessage({ hello: true });
  navigator.locks.request(channelName, { signal }, () => lead(signal)).catch(() => {});
}

effects.disconnect = () => {
  reading?.abort();
  reading = null;
};

function share(message) {
  channel?.postMessage(message);
  hear(message);
}

function hear({ connection, events, id, isWelcome }) {
  if (isWelcome && id !== lastEvent) store.send({ type: "missed" });
  lastEvent = id || lastEvent;
  if (connection) store.send({ type: "connection", ...connection });
  if (events?.length) store.send({ type: "events", events, now: Date.now() });
}

async function lead(signal) {
  isLeader = true;
  let wait = 1000;
  const heard = (events, id) => {
    wait = 1000;
    share({ connection: { status: "live", heard: Date.now() }, events, id });
  };
  while (!signal.aborted && !store.state.signedOut) {
    share({ connection: { status: store.state.live.heard ? "lost" : "connecting" } });
    await readStream(signal, heard).catch(() => {});
    if (!signal.aborted) share({ connection: { status: "lost" } });
    await sleep(wait * (0.75 + Math.random() / 2), signal);
    wait = Math.min(wait * 2, 30_000);
  }
  isLeader = false;
}

async function readStream(signal, heard) {
  const stop = new AbortController();
  const end = () => stop.abort();
  signal.addEventListener("abort", end);
  // The service says something each 15 to 30 s; a connection that is silent for longer is dead.
  const silent = settled(silentFor, end);
  silent();
  try {
    const headers = { Accept: "text/event-stream", ...(lastEvent && { "Last-Event-ID": lastEvent }) };
    const answer = await fetch(base + "v1/events", { headers, signal: stop.signal, cache: "no-store" });
    if (answer.status === 401) store.send({ type: "signedOut" });
    if (!answer.ok) return;
    heard();
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    const parse = eventParser();
    for (let piece; !(piece = await reader.read()).done; ) {
      silent();
      const { events, id } = parse(piece.value);
      heard(events, id);
    }
  } finally {
    signal.removeEventListener("abort", end);
    end();
  }
}

function eventParser() {
  let rest = "";
  return (piece) => {
    const blocks = (rest + piece).split("\n\n");
    rest = blocks.pop();
    const events = [];
    let id = "";
    for (const block of blocks) {
      const lines = Object.fromEntries(block.split("\n").map((line) => /^(\w*): ?(.*)$/.exec(line)?.slice(1) ?? []));
      id = lines.id || id;
      if (lines.event === "reset" || lines.event === "dropped") events.push({ gap: true });
      else if (lines.data) events.push(JSON.parse(lines.data));
    }
    return { events, id };
  };
}

/** Without locks, as on plain HTTP, each tab reads again when the counts of jobs differ. */
async function poll(signal) {
  let counts;
  while (!signal.aborted) {
    try {
      const { jobs, ended } = await requestJSON("v1/status", { signal });
      store.send({ type: "connection", status: "polling", heard: Date.now() });
      const now = JSON.stringify([jobs, ended]);
      if (counts && counts !== now) store.send({ type: "missed" });
      counts = now;
    } catch {
      if (!signal.aborted) store.send({ type: "connection", status: "lost" });
    }
    await sleep(5000, signal);
  }
}

/** Connects while the page can be seen; one that was away for long has missed events. */
function followEvents() {
  let since = 0;
  let timer = 0;
  document.addEventListener("visibilitychange", () => {
    clearTimeout(timer);
    if (document.hidden) {
      since = Date.now();
      timer = setTimeout(effects.disconnect, hiddenFor);
      return;
    }
    if (since && Date.now() - since > hiddenFor) store.send({ type: "missed" });
    connect();
  });
  // A page with a lock or an open stream is not kept for the Back button.
  addEventListener("pagehide", () => {
    effects.disconnect();
    channel?.close();
    channel = null;
  });
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    store.send({ type: "missed" });
    connect();
  });
  connect();
}

// How old the page is, in words: a page must not look live when it isn't.
views.push(({ live: { status, heard }, now, signedOut }) => {
  const element = find("[data-live]");
  if (!element || (status === "off" && !signedOut)) return;
  const seconds = Math.max(0, Math.round((now - heard) / 1000));
  const age = seconds < 60 ? say("seconds_ago", { n: seconds }) : say("minutes_ago", { n: Math.floor(seconds / 60) });
  const isOld = status === "polling" || (status === "live" && seconds > 40);
  const text = signedOut ? say("signed_out_short") : isOld ? age : status === "lost" && heard ? `${say("lost")} · ${age}` : say(status);
  if (element.textContent !== text) element.textContent = text;
  element.dataset.status = signedOut ? "off" : status;
});
