// The kiosk: one artwork after the other, as large as the screen. Space pauses, arrows step.

function followShow() {
  const element = find("[data-show]");
  if (!element) return;
  const seconds = Number(element.dataset.seconds) || 20;
  const pane = artPane(find(".art-pane", element) ?? element);
  const caption = field("title", element);
  let artworks = [];
  let index = -1;
  let isPaused = false;
  let timer = 0;
  const button = find('[data-do="pause"]');
  let asking = new AbortController();

  async function step(by) {
    clearTimeout(timer);
    asking.abort();
    asking = new AbortController();
    const { signal } = asking;
    try {
      if (!artworks[index + by]) artworks = (await requestJSON(belowBase(element.dataset.show), { signal })).artworks;
      index = (index + by + artworks.length) % artworks.length;
      if (artworks.length) await display(artworks[index], signal);
    } catch (error) {
      if (!signal.aborted) fill(caption, error.message);
    }
    if (!signal.aborted && !isPaused) timer = setTimeout(step, seconds * 1000, 1);
  }

  async function display({ id, prompt, name }, signal) {
    const art = await requestJSON(`v1/artworks/${id}/text.json`, { signal });
    element.dataset.fade = "";
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) await sleep(350, signal);
    if (signal.aborted) return;
    await pane.show(art);
    find(".empty", element)?.remove();
    find(".art", element).ariaLabel = prompt ?? name;
    fill(caption, prompt ?? name);
    element.toggleAttribute("data-inverted", art.inverted);
    delete element.dataset.fade;
  }

  const keys = {
    ArrowRight: () => step(1),
    ArrowLeft: () => step(-1),
    " "() {
      isPaused = !isPaused;
      if (button) button.ariaPressed = String(isPaused);
      isPaused ? clearTimeout(timer) : step(1);
    },
  };
  presses.pause = keys[" "];
  keyHandlers.unshift(({ key, target }) => {
    if (!(key in keys) || target.closest("button, a")) return false;
    keys[key]();
    return true;
  });
  views.push(({ finished }, previous) => {
    if (element.dataset.latest === undefined || finished.count <= (previous?.finished.count ?? 0)) return;
    [artworks, index] = [[], -1];
    step(1);
  });
  navigator.wakeLock?.request("screen").catch(() => {});
  step(1);
}
