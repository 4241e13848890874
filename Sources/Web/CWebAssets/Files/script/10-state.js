// The state of a page and what each action does to it, without touching the page or the network.

const initial = {
  now: 0,
  keysOn: true,
  signedOut: false,
  // status: off, connecting, live, lost or polling. heard: when the service was heard of last, in milliseconds.
  live: { status: "off", heard: 0 },
  // lists: the IDs that each list shows. dirty: jobs to be read again; all: every job. busy: the act under way by ID.
  jobs: { rows: new Map(), lists: {}, dirty: new Set(), all: false, reading: false, scheduled: false, busy: {} },
  // next: address of the next page. automatic: pages appended without a press. removed: cards with their places.
  grid: { cards: [], next: null, loading: false, automatic: 0, focus: 0, chosen: new Set(), removed: [], stale: false },
  finished: { count: 0, said: 0 },
  toast: null,
};

const automaticPages = 3;
const longestList = 100;

const groups = { held: "attention", unknown: "attention", failed: "attention", done: "ended", cancelled: "ended" };
const groupOf = (row) => row.group ?? groups[row.state] ?? "open";

function reduce(state, action) {
  const result = reducers[action.type]?.(state, action) ?? state;
  return Array.isArray(result) ? result : [result, []];
}

const withJobs = (state, jobs) => ({ ...state, jobs: { ...state.jobs, ...jobs } });
const withGrid = (state, grid) => ({ ...state, grid: { ...state.grid, ...grid } });

const reducers = {
  start: (state, { rows, lists, cards, next, now }) =>
    withGrid(withJobs({ ...state, now }, { rows: new Map(rows.map((row) => [row.id, row])), lists }), { cards, next }),

  tick(state, { now }) {
    const { count, said } = state.finished;
    const next = { ...state, now, toast: state.toast?.until < now ? null : state.toast };
    if (!count || now - said < 5000) return next;
    return announce({ ...next, finished: { count: 0, said: now } }, { key: "jobs_finished", values: { n: count } });
  },
  keys: (state, { on }) => ({ ...state, keysOn: on }),
  say: (state, message) => announce(state, message),

  connection: (state, { status, heard = 0 }) => ({
    ...state, live: { status, heard: Math.max(heard, state.live.heard) },
  }),
  signedOut: (state) => [{ ...state, signedOut: true }, [{ do: "disconnect" }]],
  missed: (state) => reread(withJobs(state, { all: true })),

  events(state, { events, now }) {
    const rows = new Map(state.jobs.rows);
    const dirty = new Set(state.jobs.dirty);
    let { all } = state.jobs;
    let done = 0;
    for (const { gap, job, code, state: entered, at, progress } of events) {
      all ||= !!gap;
      if (!job) continue;
      const row = rows.get(job);
      const isStep = code === "job_progress";
      if (code === "job_done") done++;
      if (!row) {
        if (!isStep) dirty.add(job);
        continue;
      }
      const next = { ...row, progress };
      if (entered && !isStep) {
        Object.assign(next, { state: entered, changed: at, detail: "" });
        if (entered !== row.state || entered === "failed") next.group = undefined;
        // Only a reading explains these states in the reader's language.
        if (entered === "waiting" || groups[entered] === "attention") dirty.add(job);
      }
      rows.set(job, next);
    }
    const { count, said } = state.finished;
    const next = withGrid(withJobs(state, { dirty, all, ...arranged(state, rows) }), { stale: state.grid.stale || done > 0 });
    return reread({ ...next, live: { ...state.live, heard: now }, finished: { count: count + done, said } });
  },

  readJobs(state) {
    const { dirty, all, rows, reading, lists } = state.jobs;
    let next = withGrid(withJobs(state, { scheduled: false }), { stale: false });
    const commands = state.grid.stale ? [{ do: "readGrid" }] : [];
    if (reading || !(all || dirty.size)) return [next, commands];
    next = withJobs(next, { all: false, dirty: new Set() });
    if (!Object.keys(lists).length) return [next, commands];
    const [id] = dirty;
    const isOne = !all && dirty.size === 1 && rows.has(id);
    commands.push(isOne ? { do: "readJob", id } : { do: "readList", asked: [...dirty], all });
    return [withJobs(next, { reading: true }), commands];
  },
  jobsRead(state, { jobs, asked = [], all }) {
    const rows = new Map(state.jobs.rows);
    const found = new Set(jobs.map((job) => job.id));
    // What a complete reading doesn't have is gone, unless it is older.
    if (all) for (const id of rows.keys()) if (id > (jobs.at(-1)?.id ?? "") && !found.has(id)) rows.delete(id);
    for (const job of jobs) {
      const row = rows.get(job.id);
      rows.set(job.id, { ...summary(job), group: row?.state === job.state ? row.group ?? job.group : job.group });
    }
    const left = asked.filter((id) => rows.has(id) && !found.has(id));
    const dirty = new Set([...state.jobs.dirty, ...left]);
    return reread(withJobs(state, { dirty, reading: false, ...arranged(state, rows) }));
  },
  jobsUnread: (state, { asked = [], all = false }) =>
    reread(withJobs(state, { reading: false, all: state.jobs.all || all, dirty: new Set([...state.jobs.dirty, ...asked]) })),
  jobGone(state, { id }) {
    const rows = new Map(state.jobs.rows);
    rows.delete(id);
    return withJobs(state, { reading: false, ...arranged(state, rows) });
  },
  act: (state, { id, act }) => [withJobs(state, { busy: { ...state.jobs.busy, [id]: act } }), [{ do: "act", id, act }]],
  acted(state, { id, act, error }) {
    const rows = new Map(state.jobs.rows);
    const row = rows.get(id);
    if (row && !error && act === "acknowledge") rows.set(id, { ...row, group: "ended" });
    const dirty = new Set(state.jobs.dirty).add(id);
    const next = withJobs(state, { dirty, busy: { ...state.jobs.busy, [id]: undefined }, ...arranged(state, rows) });
    return reread(announce(next, error ? { text: error } : { key: "done_" + act }));
  },

  move(state, { by, columns, page }) {
    const { cards, focus } = state.grid;
    const last = cards.length - 1;
    const steps = {
      left: -1, right: 1, up: -columns, down: columns, pageUp: -columns * page, pageDown: columns * page,
      home: -focus, end: last - focus,
    };
    let to = focus + steps[by];
    // Down into a short last row goes to its last card; out of the grid goes nowhere.
    const row = (index) => Math.floor(index / columns);
    if ((by === "up" && to < 0) || (by === "down" && row(focus) === row(last))) to = focus;
    return [withGrid(state, { focus: Math.max(0, Math.min(last, to)) }), [{ do: "focusCard" }]];
  },
  focus: (state, { to }) => withGrid(state, { focus: to }),
  choose(state, { id, on = !state.grid.chosen.has(id) }) {
    const chosen = new Set(state.grid.chosen);
    on ? chosen.add(id) : chosen.delete(id);
    return withGrid(state, { chosen });
  },
  chooseNone: (state) => withGrid(state, { chosen: new Set() }),
  more(state, { pressed }) {
    const { next, loading, automatic } = state.grid;
    if (!next || loading || (!pressed && automatic >= automaticPages)) return state;
    return [withGrid(state, { loading: true, automatic: pressed ? 0 : automatic + 1 }), [{ do: "readMore", next, pressed }]];
  },
  appended(state, { cards, next, pressed }) {
    // Pages follow a cursor, so that a card could only repeat one of the page before.
    const known = new Set(state.grid.cards.slice(-2 * cards.length).map((card) => card.id));
    const fresh = cards.filter((card) => !known.has(card.id));
    const goesOn = pressed && fresh.length;
    const grid = { cards: [...state.grid.cards, ...fresh], next, loading: false };
    if (goesOn) grid.focus = state.grid.cards.length;
    return [withGrid(state, grid), goesOn ? [{ do: "focusCard" }] : []];
  },
  notAppended: (state, { error }) =>
    announce(withGrid(state, { loading: false, automatic: automaticPages }), { text: error }),
  newest(state, { cards }) {
    const ids = new Set(cards.map((card) => card.id));
    const older = state.grid.cards.filter((card) => !ids.has(card.id));
    return withGrid(state, { cards: [...cards, ...older].slice(0, state.grid.cards.length || cards.length) });
  },
  change: (state, { ids, change, key }) =>
    ids.length ? [state, [{ do: "change", ids, change, key }]] : announce(state, { key: "choose_first" }),
  changed(state, { ids, change, key, count, undo }) {
    const touched = new Set(ids);
    let cards = favoured(state.grid.cards, touched, change.favourite);
    let removed = [];
    if (change.trashed !== undefined) {
      removed = cards.map((card, index) => ({ card, index })).filter(({ card }) => touched.has(card.id));
      cards = cards.filter((card) => !touched.has(card.id));
    }
    const focus = Math.max(0, Math.min(state.grid.focus, cards.length - 1));
    const next = withGrid(state, { cards, removed, focus, chosen: new Set() });
    const message = { key, values: { n: count }, undo: undo && { token: undo, change, ids } };
    return [announce(next, message), removed.length ? [{ do: "focusCard" }] : []];
  },
  undo: (state) => [{ ...state, toast: null }, state.toast?.undo ? [{ do: "undo", ...state.toast.undo }] : []],
  undone(state, { change, ids, left }) {
    const cards = favoured(state.grid.cards, new Set(ids), change.favourite === undefined ? undefined : !change.favourite);
    for (const { card, index } of state.grid.removed) cards.splice(index, 0, card);
    return announce(withGrid(state, { cards, removed: [] }), { key: left ? "undone_partly" : "undone", values: { n: left } });
  },
};

const favoured = (cards, ids, favourite) =>
  cards.map((card) => (favourite !== undefined && ids.has(card.id) ? { ...card, favourite } : card));

const announce = (state, message) => ({
  ...state, toast: { ...message, until: state.now + (message.undo ? 30_000 : 8_000) },
});

function reread(state) {
  const { dirty, all, scheduled, reading } = state.jobs;
  if (scheduled || reading || !(dirty.size || all || state.grid.stale)) return state;
  return [withJobs(state, { scheduled: true }), [{ do: "readSoon" }]];
}

const summary = ({ id, state, name, prompt, detail = "", changed, folder, backend, progress }) => ({
  id, state, name: prompt ?? name, detail, changed, progress, place: [folder, backend].filter(Boolean).join(" · "),
});

/** New rows with their lists. A row keeps its place; one that enters a list comes to the top. */
function arranged({ jobs }, rows) {
  const moved = [];
  for (const [id, row] of rows) {
    const before = jobs.rows.get(id);
    if (before !== row && (!before || groupOf(before) !== groupOf(row))) moved.push(id);
  }
  moved.sort().reverse();
  const entered = new Set(moved);
  const lists = {};
  for (const [name, ids] of Object.entries(jobs.lists)) {
    const isOwn = !["open", "attention", "ended"].includes(name);
    const isHere = (id) => rows.has(id) && (isOwn ? ids.includes(id) : groupOf(rows.get(id)) === name);
    const staying = ids.filter((id) => isHere(id) && (isOwn || !entered.has(id)));
    const next = isOwn ? staying : [...moved.filter(isHere), ...staying].slice(0, longestList);
    lists[name] = next.join() === ids.join() ? ids : next;
  }
  return { rows, lists };
}
