import base64
import re

from playwright.sync_api import expect

import labels
import pictures
from browser import BrowserTest, short

# Builds a file within the page, as it comes by drag or paste.
FILE = """([name, text]) => {
  const bytes = Uint8Array.from(atob(text), character => character.charCodeAt(0))
  const transfer = new DataTransfer()
  transfer.items.add(new File([bytes], name, { type: "image/png" }))
  return transfer
}"""


class NewTests(BrowserTest):
    def setUp(self):
        super().setUp()
        self.picture = pictures.gradient(64, 48)

    def transfer(self, page, name="dragged.png"):
        return page.evaluate_handle(FILE, [name, base64.b64encode(self.picture).decode()])

    def generate(self, page):
        page.get_by_role("button", name=labels.GENERATE).click()

    def prompts(self):
        return [job.get("prompt") for job in self.service.api("GET", "/v1/jobs?limit=50")["jobs"]]

    def names(self):
        return [job["name"] for job in self.service.api("GET", "/v1/jobs?limit=50")["jobs"]]

    # Prompts

    @short
    def test_a_prompt_is_sent_without_script(self):
        page = self.page("/new", java_script_enabled=False)
        page.get_by_label(labels.PROMPT).fill("a boat\nwith <two> lines & more")
        self.generate(page)
        # A form that was sent is not sent again by a reload.
        self.assertNotRegex(page.url, "/new$")
        expect(page.get_by_role("main").get_by_text("with <two> lines & more").first).to_be_visible()
        # A form's line ends are CR and LF.
        self.assertIn("a boat\nwith <two> lines & more", [text.replace("\r\n", "\n") for text in self.prompts() if text])

    @short
    def test_a_prompt_is_sent_with_script(self):
        page = self.page("/new")
        page.get_by_label(labels.PROMPT).fill("a boat with script")
        self.generate(page)
        expect(page.get_by_role("main").get_by_text("a boat with script").first).to_be_visible()
        self.assertEqual(self.prompts().count("a boat with script"), 1)

    def test_options_are_sent(self):
        page = self.page("/new", java_script_enabled=False)
        page.get_by_label(labels.PROMPT).fill("a boat with options")
        page.get_by_label(labels.SEED).fill("42")
        page.get_by_label(labels.COLUMNS).first.fill("48")
        self.generate(page)
        page.get_by_role("main").wait_for()
        job = next(job for job in self.service.api("GET", "/v1/jobs")["jobs"] if job.get("prompt") == "a boat with options")
        request = self.service.job(job["id"])["request"]
        self.assertEqual(request["seed"], 42)
        self.assertEqual(request["art"]["columns"], 48)

    def test_two_presses_are_one_job(self):
        page = self.page("/new")
        page.get_by_label(labels.PROMPT).fill("a boat, pressed twice")
        page.get_by_role("button", name=labels.GENERATE).dblclick(no_wait_after=True)
        expect(page.get_by_role("main").get_by_text("a boat, pressed twice").first).to_be_visible()
        self.assertEqual(self.prompts().count("a boat, pressed twice"), 1)

    def test_the_price_is_shown_before_anything_is_bought(self):
        page = self.page("/new")
        page.get_by_label(labels.BACKEND).select_option("studio")
        expect(page.get_by_role("main").get_by_role("status").filter(has_text=re.compile(r"0\.02"))).to_be_visible()
        self.assertEqual(self.service.images.calls, [])

    def test_a_mistake_is_said_beside_its_field(self):
        self.expect_console("status of 4")
        for script in (True, False):
            with self.subTest(script=script):
                page = self.page("/new", java_script_enabled=script)
                page.get_by_label(labels.PROMPT).fill("a boat that is too wide")
                columns = page.get_by_label(labels.COLUMNS).first
                # What the browser itself would refuse is for the service to refuse too.
                columns.evaluate("element => { element.form.noValidate = true }")
                columns.fill("5000")
                self.generate(page)
                columns = page.get_by_label(labels.COLUMNS).first
                expect(columns).to_have_attribute("aria-invalid", "true")
                expect(columns).to_have_accessible_description(re.compile(r"\d+"))
                # Nothing has to be typed again.
                expect(page.get_by_label(labels.PROMPT)).to_have_value("a boat that is too wide")
                self.axe(page, "with a mistake")

    def test_an_empty_form_is_no_job(self):
        self.expect_console("status of 4")
        before = len(self.names())
        page = self.page("/new", java_script_enabled=False)
        page.get_by_label(labels.PROMPT).evaluate("element => { element.form.noValidate = true }")
        self.generate(page)
        page.get_by_role("main").wait_for()
        self.assertEqual(len(self.names()), before)

    # Pictures

    def job_ids(self):
        return {job["id"] for job in self.service.api("GET", "/v1/jobs?limit=50")["jobs"]}

    def check_picture(self, before):
        """Asserts that exactly one picture was sent, and waits for its art."""
        new = [job for job in self.service.api("GET", "/v1/jobs?limit=50")["jobs"] if job["id"] not in before]
        self.assertEqual(len(new), 1)
        self.service.wait(new[0]["id"], "done")
        self.assertNotIn("prompt", new[0])

    def test_a_picture_is_sent_by_file_without_script(self):
        before = self.job_ids()
        page = self.page("/new", java_script_enabled=False)
        page.get_by_label(labels.PICTURE).first.set_input_files(
            {"name": "chosen.png", "mimeType": "image/png", "buffer": self.picture})
        self.generate(page)
        page.get_by_role("main").wait_for()
        self.check_picture(before)

    def test_a_picture_is_sent_by_file(self):
        before = self.job_ids()
        page = self.page("/new")
        page.get_by_label(labels.PICTURE).first.set_input_files(
            {"name": "picked.png", "mimeType": "image/png", "buffer": self.picture})
        self.generate(page)
        expect(page).not_to_have_url(re.compile("/new$"))
        self.check_picture(before)

    def test_a_picture_is_sent_by_drag(self):
        before = self.job_ids()
        page = self.page("/new")
        transfer = self.transfer(page, "dragged.png")
        target = page.get_by_role("main")
        for event in ("dragenter", "dragover", "drop"):
            target.dispatch_event(event, {"dataTransfer": transfer})
        self.assertEqual(page.get_by_label(labels.PICTURE).first.evaluate("e => e.files[0]?.name"), "dragged.png")
        self.generate(page)
        expect(page).not_to_have_url(re.compile("/new$"))
        self.check_picture(before)

    def test_a_picture_is_sent_by_paste(self):
        before = self.job_ids()
        page = self.page("/new")
        transfer = self.transfer(page, "pasted.png")
        page.evaluate(
            "data => document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }))", transfer)
        self.assertEqual(page.get_by_label(labels.PICTURE).first.evaluate("e => e.files.length"), 1)
        self.generate(page)
        expect(page).not_to_have_url(re.compile("/new$"))
        self.check_picture(before)

    def test_pasted_text_stays_text(self):
        page = self.page("/new")
        prompt = page.get_by_label(labels.PROMPT)
        prompt.fill("before ")
        prompt.press("End")
        page.keyboard.insert_text("pasted words")
        expect(prompt).to_have_value("before pasted words")

    def test_what_is_no_picture_is_refused_in_words(self):
        self.expect_console("status of 4")
        before = len(self.names())
        page = self.page("/new", java_script_enabled=False)
        page.get_by_label(labels.PICTURE).first.set_input_files(
            {"name": "page.png", "mimeType": "image/png", "buffer": b"<html><script>alert(1)</script>"})
        self.generate(page)
        expect(page.get_by_role("main").get_by_text(re.compile("picture|format|PNG", re.I)).first).to_be_visible()
        self.assertEqual(len(self.names()), before)

    # The preview

    @short
    def test_the_preview_follows_the_columns(self):
        page = self.page("/new")
        with page.expect_response(lambda answer: "/v1/render.json" in answer.url and answer.ok):
            page.get_by_label(labels.PICTURE).first.set_input_files(
                {"name": "seen.png", "mimeType": "image/png", "buffer": self.picture})
        preview = page.locator("[data-preview] canvas")
        expect(preview).to_be_visible()
        before = preview.evaluate("element => element.toDataURL()")
        with page.expect_response(
                lambda answer: "/v1/render.json" in answer.url and "columns=24" in answer.url and answer.ok):
            page.get_by_label(labels.COLUMNS).first.fill("24")
        page.wait_for_function(
            "before => document.querySelector('[data-preview] canvas').toDataURL() !== before", arg=before)
        # Nothing is stored by looking.
        self.assertNotIn("seen.png", self.names())

    def test_fast_changes_of_options_end_with_the_last(self):
        page = self.page("/new")
        page.get_by_label(labels.PICTURE).first.set_input_files(
            {"name": "fast.png", "mimeType": "image/png", "buffer": self.picture})
        expect(page.locator("[data-preview] canvas")).to_be_visible()
        asked = []
        page.on("request", lambda request: "/v1/render.json" in request.url and asked.append(request.url))
        columns = page.get_by_label(labels.COLUMNS).first
        for width in range(20, 60):
            columns.fill(str(width))
        with page.expect_response(lambda answer: "columns=61" in answer.url and answer.ok):
            columns.fill("61")
        self.assertLess(len(asked), 40, "each key press renders")

    # What was typed

    def test_typed_text_survives_a_reload(self):
        page = self.page("/new")
        page.get_by_label(labels.PROMPT).fill("typed and not yet sent")
        page.reload()
        expect(page.get_by_label(labels.PROMPT)).to_have_value("typed and not yet sent")

    def test_an_expired_session_keeps_typed_text(self):
        self.expect_console("status of 40")
        type(self).forget_session()
        context = self.context(logged_in=False)
        page = context.new_page()
        page.goto(self.service.login_url())
        expect(page.get_by_role("heading", name="Home", level=1)).to_be_visible()
        self.open(page, "/new")
        page.get_by_label(labels.PROMPT).fill("typed in an expired session")
        self.service.textify("web", "--log-out")
        type(self).forget_session()
        self.generate(page)
        expect(page.get_by_role("main").get_by_text(labels.SIGN_IN).first).to_be_visible()
        self.assertNotIn("typed in an expired session", self.prompts())
        page.goto(self.service.login_url())
        expect(page.get_by_role("heading", name="Home", level=1)).to_be_visible()
        self.open(page, "/new")
        expect(page.get_by_label(labels.PROMPT)).to_have_value("typed in an expired session")

    def test_sent_text_is_gone(self):
        page = self.page("/new")
        page.get_by_label(labels.PROMPT).fill("a boat that was sent")
        self.generate(page)
        expect(page).not_to_have_url(re.compile("/new$"))
        self.open(page, "/new")
        expect(page.get_by_label(labels.PROMPT)).to_have_value("")
