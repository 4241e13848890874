// The form for new art: a picture by file, drag, paste or camera, its preview, the price; and what is typed anywhere
// outlives a reload or an expired session.

const largestPreview = 1600; // pixels
const typedKey = "typed." + root.dataset.page;

function keepTyped() {
  const values = findAll("[data-keep]").map(({ name, value }) => [name, value]);
  if (values.length) keep("sessionStorage", typedKey, JSON.stringify(values));
}

function followTyped() {
  // A page that is not a refusal of the form answers it: what was typed has arrived.
  const sent = keep("sessionStorage", "sent");
  if (root.dataset.page === "login") keep("sessionStorage", "sent", null);
  else if (sent && sent !== typedKey && root.dataset.page !== "problem")
    for (const key of ["sent", sent]) keep("sessionStorage", key, null);
  // An address with a search, such as that of "again with …", says what to fill in.
  const values = location.search ? {} : Object.fromEntries(JSON.parse(keep("sessionStorage", typedKey) ?? "[]"));
  for (const element of findAll("[data-keep]")) {
    const value = values[element.name];
    const isPossible = !element.options || [...element.options].some((option) => option.value === value);
    if (value && !element.defaultValue && isPossible) element.value = value;
  }
  document.addEventListener("input", settled(300, keepTyped));
  addEventListener("pagehide", keepTyped);
  document.addEventListener("submit", ({ target }) => {
    if (!find("[data-keep]", target)) return;
    keepTyped();
    keep("sessionStorage", "sent", typedKey);
  });
}

function followNew() {
  const form = find("form.new");
  if (!form) return;
  const input = find('[type="file"]', form);
  const preview = followPreview(form, input);
  const changed = ({ target }) => {
    showPrice(form, input);
    if (target === input) preview.picture();
    else if (target.closest(".new-options")) preview.options();
  };
  form.addEventListener("input", changed);
  changed({ target: input });
  followDrops(input);
  // With `capture` a phone offers no stored pictures; so the camera has a button of its own.
  presses.camera = () => {
    input.setAttribute("capture", "environment");
    input.click();
    input.removeAttribute("capture");
  };
  const camera = find('[data-do="camera"]');
  if (camera) camera.hidden = !matchMedia("(pointer: coarse)").matches;
}

function followDrops(input) {
  const take = (event, files) => {
    if (!files?.length) return;
    event.preventDefault();
    const pictures = [...files].filter(({ type, name }) => type.startsWith("image/") || /\.(hei[cf]|avif|jxl|bmp|qoi)$/i.test(name));
    if (!pictures.length) return store.send({ type: "say", key: "not_a_picture" });
    const transfer = new DataTransfer();
    for (const file of input.multiple ? pictures : pictures.slice(0, 1)) transfer.items.add(file);
    input.files = transfer.files;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const mark = (isOver) => find("[data-drop]")?.toggleAttribute("data-over", isOver);
  document.addEventListener("dragover", (event) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    mark(true);
  });
  document.addEventListener("dragleave", ({ relatedTarget }) => relatedTarget || mark(false));
  document.addEventListener("drop", (event) => {
    mark(false);
    take(event, event.dataTransfer.files);
  });
  document.addEventListener("paste", (event) => take(event, event.clipboardData.files));
}

function followPreview(form, input) {
  const section = find("[data-preview-section]");
  const picture = find("[data-preview-picture]");
  const pane = artPane(find("[data-preview]"));
  let bytes = null;
  const render = async (format, signal) => {
    const body = await (bytes ??= small(input.files[0]));
    const type = body.type || "application/octet-stream";
    return request(withQuery("v1/render." + format, optionsOf(find(".new-options"))), { method: "POST", body, type, signal });
  };
  const load = () => pane.load(async (signal) => (await render("json", signal)).json());
  artwork = { pane, read: async (format) => (await render(format)).text() };
  picture.onerror = () => { picture.hidden = true; };
  return {
    options: settled(150, () => input.files.length && load()),
    picture() {
      const [file] = input.files;
      bytes = null;
      URL.revokeObjectURL(picture.src);
      section.hidden = picture.hidden = !file;
      if (!file) return;
      picture.src = URL.createObjectURL(file);
      load();
    },
  };
}

/** A large picture made smaller, so that each change of an option doesn't send megabytes. */
async function small(file) {
  if (file.size < 1_000_000) return file;
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, largestPreview / Math.max(picture.width, picture.height));
    const canvas = make("canvas", { width: picture.width * scale, height: picture.height * scale });
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    const type = file.type === "image/png" ? file.type : "image/jpeg";
    return await new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? file), type, 0.92));
  } catch {
    return file;
  }
}

function showPrice(form, input) {
  const output = find("output[data-price]", form);
  if (!output) return;
  const { prompt, backend, samples } = form.elements;
  const [option] = backend?.selectedOptions ?? [];
  const [price, currency = "USD"] = option?.dataset.price?.split(" ") ?? [];
  const n = Math.max(1, Number(samples?.value) || 1);
  let key = n > 1 ? "price_many" : "price_one";
  if (!prompt.value.trim() && input.files.length) key = "price_picture";
  else if (!price) key = option?.value ? "price_unknown" : "";
  else if (Number(price) === 0) key = "price_free";
  const maximumFractionDigits = Math.max(2, price?.split(".")[1]?.length ?? 0);
  const format = new Intl.NumberFormat(language, { style: "currency", currency, maximumFractionDigits });
  output.textContent = key && say(key, { price: format.format(price * n), n });
}
