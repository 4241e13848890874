// Job rows that follow the service. New ones are made of the template `job`.

const jobElements = new Map();
const shownRows = new WeakMap();

function readRows() {
  const lists = {};
  for (const list of findAll("[data-list]")) lists[list.dataset.list] = [];
  const rows = findAll("[data-job][data-state]").map((element) => {
    const text = (name) => field(name, element)?.textContent ?? "";
    const group = element.closest("[data-list]")?.dataset.list;
    const bar = field("progress", element);
    const { job: id, state } = element.dataset;
    lists[group]?.push(id);
    jobElements.set(id, element);
    return {
      id, state, group, name: text("name"), place: text("place"), detail: text("detail"),
      changed: field("changed", element)?.dateTime,
      progress: bar && !bar.hidden ? { fraction: bar.position < 0 ? undefined : bar.value } : undefined,
    };
  });
  return { rows, lists };
}

function patchRow(element, row, isBusy) {
  element.dataset.job = row.id;
  element.dataset.state = row.state;
  const name = field("name", element);
  fill(name, row.name);
  if (name) name.href = `${base}jobs/${row.id}`;
  fill(field("state", element), say("state_" + row.state));
  fill(field("detail", element), row.detail);
  fill(field("place", element), row.place);
  const time = field("changed", element);
  if (time && row.changed) {
    time.dateTime = row.changed;
    fill(time, shortTime(row.changed));
  }
  const bar = field("progress", element);
  if (bar) {
    bar.hidden = !row.progress || !["submitting", "submitted", "generated"].includes(row.state);
    const { fraction, seconds_left: n } = row.progress ?? {};
    fraction === undefined ? bar.removeAttribute("value") : (bar.value = fraction);
    bar.title = n === undefined ? "" : say("seconds_left", { n });
  }
  const form = find("form.actions", element);
  if (!form) return;
  form.action = `${base}jobs/${row.id}/act`;
  for (const button of findAll('[name="act"]', form)) {
    const isRead = button.value === "acknowledge" && row.group === "ended";
    button.hidden = isRead || !button.dataset.states.split(" ").includes(row.state);
    button.disabled = isBusy;
  }
}

views.push(({ jobs: { rows, lists, busy }, jobs }, previous) => {
  if (jobs === previous?.jobs) return;
  const template = find("template#job")?.content.firstElementChild;
  for (const list of findAll("[data-list]")) {
    const wanted = lists[list.dataset.list];
    if (wanted === previous?.jobs.lists[list.dataset.list]) continue;
    const focused = document.activeElement;
    let place = list.firstElementChild;
    for (const id of wanted) {
      const element = jobElements.get(id) ?? template?.cloneNode(true);
      if (!element) continue;
      jobElements.set(id, element);
      if (element === place) place = place.nextElementSibling;
      else list.insertBefore(element, place);
    }
    if (focused !== document.activeElement) focused.focus({ preventScroll: true });
    for (const element of findAll("[data-job]", list)) {
      const { job } = element.dataset;
      if (!job || wanted.includes(job)) continue;
      element.remove();
      jobElements.delete(job);
    }
    const note = find(`[data-empty="${list.dataset.list}"]`);
    const section = list.closest("section");
    if (note) note.hidden = wanted.length > 0;
    else if (section) section.hidden = !wanted.length;
  }
  for (const [id, element] of jobElements) {
    const row = rows.get(id);
    const isBusy = !!busy[id];
    const shown = shownRows.get(element);
    if (!row || (shown?.row === row && shown.isBusy === isBusy)) continue;
    patchRow(element, row, isBusy);
    shownRows.set(element, { row, isBusy });
  }
});

let restUntil = 0;

effects.readSoon = async (_, send) => {
  await sleep(Math.max(20, restUntil - Date.now()));
  send({ type: "readJobs" });
};

/** Reads, then rests for three times as long as that took, so that a busy service is not asked more than it can answer. */
async function rested(read) {
  const begun = Date.now();
  restUntil = begun + 2000;
  try {
    return await read();
  } finally {
    restUntil = Date.now() + Math.min(2000, 3 * (Date.now() - begun));
  }
}

effects.readJob = async ({ id }, send) => {
  try {
    send({ type: "jobsRead", jobs: [await rested(() => requestJSON("v1/jobs/" + id))] });
  } catch (error) {
    send({ type: error.status === 404 ? "jobGone" : "jobsUnread", id });
  }
};

effects.readList = async ({ asked, all }, send) => {
  const query = new URLSearchParams({ limit: "200" });
  for (const [name, value] of root.dataset.page === "jobs" ? new URLSearchParams(location.search) : [])
    if (value && ["state", "folder", "backend", "tag", "since"].includes(name)) query.append(name, value);
  try {
    const { jobs } = await rested(() => requestJSON("v1/jobs?" + query));
    const failed = jobs.filter((job) => job.state === "failed");
    if (failed.length) {
      // Only unread failures need a person.
      const unread = new Set((await requestJSON("v1/failures?limit=200")).jobs.map((job) => job.id));
      for (const job of failed) job.group = unread.has(job.id) ? "attention" : "ended";
    }
    send({ type: "jobsRead", jobs, asked, all });
  } catch {
    await sleep(5000);
    send({ type: "jobsUnread", asked, all });
  }
};

// A retry that may be paid twice is asked for in words, on a page of its own.
const askForRetry = (id) => location.assign(`${base}jobs/${id}/retry`);

effects.act = async ({ id, act }, send) => {
  let problem;
  try {
    await request(`v1/jobs/${id}/${act}`, { method: "POST", body: act === "retry" ? {} : undefined });
  } catch (error) {
    problem = error;
  }
  if (problem?.code === "may_pay_twice") askForRetry(id);
  else send({ type: "acted", id, act, error: problem?.message });
};

function followActions() {
  document.addEventListener("submit", (event) => {
    const act = event.submitter?.name === "act" && event.submitter.value;
    const id = event.target.closest("[data-job]")?.dataset.job;
    if (!act || !id || !event.target.matches(".actions")) return;
    event.preventDefault();
    if (act === "retry" && store.state.jobs.rows.get(id)?.state === "unknown") askForRetry(id);
    else store.send({ type: "act", id, act });
  });
}
