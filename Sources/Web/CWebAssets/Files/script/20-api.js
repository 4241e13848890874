class Refusal extends Error {
  constructor(status, detail, code) {
    super(detail);
    Object.assign(this, { status, code });
  }
}

/** Sends a request to a path below the base. A body with a `type` is sent as it is, others as JSON. */
async function request(path, { method = "GET", body, type, signal } = {}) {
  const headers = body && { "Content-Type": type ?? "application/json" };
  let answer;
  try {
    answer = await fetch(base + path, { method, headers, signal, body: type ? body : body && JSON.stringify(body) });
  } catch (error) {
    throw signal?.aborted ? error : new Refusal(0, say("unreachable"));
  }
  if (answer.ok) return answer;
  if (answer.status === 401) store.send({ type: "signedOut" });
  const { errors, detail, title, code } = await answer.json().catch(() => ({}));
  const fields = errors?.map((error) => error.detail).join(" ");
  throw new Refusal(answer.status, fields || detail || title || say("refused", { status: answer.status }), code);
}

const requestJSON = async (path, options) => (await request(path, options)).json();

function attempt(work) {
  return async (command, send) => {
    try {
      await work(command, send);
    } catch (error) {
      send({ type: "say", text: error.message });
    }
  };
}

effects.change = attempt(async ({ ids, change, key }, send) => {
  const answer = await requestJSON("v1/artworks/change", { method: "POST", body: { ids, ...change } });
  send({ type: "changed", ids: answer.ids, change, key, count: answer.changed, undo: answer.undo });
});

effects.undo = attempt(async ({ token, change, ids }, send) => {
  const { left } = await requestJSON("v1/artworks/undo", { method: "POST", body: { token } });
  send({ type: "undone", change, ids, left });
});

// The session has ended: the page stays as it is, with what was typed, and offers to log in.
views.push((state, previous) => {
  if (!state.signedOut || previous?.signedOut) return;
  keepTyped();
  const here = location.pathname.slice(base.length - 1) + location.search;
  const link = make("a", { href: `${base}login?next=${encodeURIComponent(here)}` }, say("log_in"));
  find("main").before(make("p", { className: "banner", role: "alert" }, say("signed_out") + " ", link));
});

views.push(({ toast }, previous) => {
  const element = find("[data-toast]");
  if (!element || toast === previous?.toast) return;
  const undo = find('[data-do="undo"]', element);
  // Focus must not be lost with the button that had it.
  if (!toast?.undo && undo === document.activeElement) find("main").focus({ preventScroll: true });
  if (undo) undo.hidden = !toast?.undo;
  field("text", element).textContent = toast ? toast.text ?? say(toast.key, toast.values) : "";
  element.hidden = !toast;
});

/** Offers tags for the last word of a field with the list `suggestions`. */
function followSuggestions() {
  const list = find("#suggestions");
  const suggest = settled(200, async (input) => {
    const isSearch = input.type === "search";
    const [, before, prefix] = (isSearch ? /^(.*\btag:"?)([^\s"]*)$/ : /^(.*,\s*|)([^,]*)$/).exec(input.value) ?? [];
    if (!prefix) return list.replaceChildren();
    const { tags } = await requestJSON(`v1/tags?limit=10&prefix=${encodeURIComponent(prefix)}`);
    const quoted = (tag) => (isSearch && !before.endsWith('"') && /\s/.test(tag) ? `"${tag}"` : tag);
    list.replaceChildren(...tags.map(({ tag }) => make("option", { value: before + quoted(tag) })));
  });
  document.addEventListener("input", ({ target }) => list && target.getAttribute("list") === list.id && suggest(target));
}
