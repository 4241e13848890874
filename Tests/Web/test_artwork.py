import json
import re

from playwright.sync_api import expect

import labels
import pictures
from browser import BrowserTest, short

# Reads pixels of the canvas: for each place in cells, such as column 3.5, the colour there.
PIXELS = """([columns, rows, places]) => {
  const canvas = document.querySelector("[data-canvas]")
  const [width, height] = [canvas.width / columns, canvas.height / rows]
  const context = canvas.getContext("2d")
  return { width, height, colors: places.map(([column, row]) => {
    const pixel = context.getImageData(Math.floor(column * width), Math.floor(row * height), 1, 1).data
    return [...pixel.slice(0, 3)].map(part => part.toString(16).padStart(2, "0")).join("")
  }) }
}"""

# Whether ink (1) or paper (0) is seen at the middle of the upper left, upper right, lower left and lower right quarter.
QUARTERS = {
    " ": "0000", "█": "1111", "▀": "1100", "▄": "0011", "▌": "1010", "▐": "0101", "▘": "1000", "▝": "0100", "▖": "0010", "▗": "0001", "▚": "1001", "▞": "0110", "▛": "1110", "▜": "1101", "▙": "1011", "▟": "0111"}


class ArtworkTests(BrowserTest):
    @classmethod
    def prepare(cls):
        cls.artwork = cls.service.make("a lighthouse at night", name="tower", tags=["sea"])
        # Without colours and with a fixed charset, every output has the same characters.
        cls.plain = cls.service.make("a plain lighthouse", name="plain", art={"charset": "ascii", "color": "none"})
        cls.service.drop("quarters.png", pictures.quarters(64, 64, [
            (255, 0, 0), (0, 128, 0), (0, 0, 255), (250, 240, 10)]))
        cls.service.drop("quarters.png.toml", '[art]\ncharset = "quad"\ncolumns = 20\n')
        cls.service.sync()
        cls.quarters = next(one["id"] for one in cls.service.artworks() if one["name"] == "quarters")

    def outbox(self, name):
        return (self.service.outbox / name).read_text()

    def rows(self, name):
        """The art of a text in the outbox, without the credit below it."""
        count = json.loads(self.outbox(f"{name}.art.json"))["rows"]
        return self.outbox(f"{name}.txt").split("\n")[:count]

    def open_artwork(self, artwork, **options):
        page = self.page(f"/artworks/{artwork}", **options)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        return page

    def text(self, page):
        return page.locator("[data-text]").text_content()

    def check_text(self, page, name):
        rows = self.rows(name)
        self.assertEqual([row.rstrip() for row in self.text(page).split("\n")[:len(rows)]], [row.rstrip() for row in rows])

    # Art

    @short
    def test_the_text_is_that_of_the_outbox(self):
        for script in (True, False):
            with self.subTest(script=script):
                page = self.open_artwork(self.plain, java_script_enabled=script)
                self.check_text(page, "plain")

    def test_the_text_of_art_in_colours_is_that_of_the_outbox(self):
        page = self.open_artwork(self.artwork, java_script_enabled=False)
        self.check_text(page, "tower")

    @short
    def test_the_canvas_has_the_exact_colours_of_each_cell(self):
        for artwork, name in ((self.quarters, "quarters"), (self.artwork, "tower")):
            with self.subTest(art=name):
                art = json.loads(self.outbox(f"{name}.art.json"))
                page = self.open_artwork(artwork)
                expect(page.locator("[data-canvas]")).to_be_visible()
                expected, places = [], []
                for row, cells in enumerate(art["cells"]):
                    for column, (character, ink, paper) in enumerate(cells):
                        for index, seen in enumerate(QUARTERS.get(character, "")):
                            color = ink if seen == "1" else paper
                            if color:
                                places.append([column + (0.75 if index % 2 else 0.25), row + (0.75 if index > 1 else 0.25)])
                                expected.append(color.lstrip("#"))
                self.assertGreater(len(places), 100, "too few cells with a colour that is known")
                found = page.evaluate(PIXELS, [art["columns"], art["rows"], places])
                # A cell is a whole number of pixels, so that no seams are seen.
                self.assertEqual([found["width"] % 1, found["height"] % 1], [0, 0])
                wrong = [entry for entry in zip(places, expected, found["colors"]) if entry[1] != entry[2]]
                self.assert_none(wrong[:5], f"{len(wrong)} of {len(places)} places have another colour")

    def test_the_canvas_has_no_seams_at_any_zoom(self):
        for scale in (1, 1.25, 1.5, 2):
            with self.subTest(scale=scale):
                page = self.open_artwork(self.quarters, device_scale_factor=scale)
                canvas = page.locator("[data-canvas]")
                expect(canvas).to_be_visible()
                drawn, shown = canvas.evaluate(
                    "e => [[e.width, e.height], [e.getBoundingClientRect().width * devicePixelRatio,"
                    " e.getBoundingClientRect().height * devicePixelRatio]]")
                for have, want in zip(drawn, shown):
                    self.assertAlmostEqual(have / want, round(have / want) or 1, delta=0.02)

    def test_the_text_lies_over_the_canvas(self):
        page = self.open_artwork(self.artwork)
        canvas = page.locator("[data-canvas]")
        expect(canvas).to_be_visible()
        # The text itself, not the block around it.
        over = page.locator("[data-text]").evaluate("""element => {
          const range = document.createRange()
          range.selectNodeContents(element)
          return range.getBoundingClientRect().toJSON()
        }""")
        under = canvas.bounding_box()
        for side in ("x", "y"):
            self.assertAlmostEqual(over[side], under[side], delta=6, msg=side)
        # Blanks at the end of rows may be left out.
        self.assertLess(over["width"], under["width"] + 6)
        self.assertGreater(over["width"], under["width"] / 2)

    def test_the_art_is_one_picture_to_a_screen_reader(self):
        page = self.open_artwork(self.artwork)
        art = page.get_by_role("main").get_by_role("img", name=re.compile("a lighthouse at night"))
        expect(art.first).to_be_visible()
        expect(page.locator("[data-text]")).to_have_attribute("aria-hidden", "true")

    def test_wide_characters_keep_their_columns(self):
        artwork = self.service.make("바다와 등대", name="wide", art={
            "characters": "가나다라마", "mode": "set", "color": "none", "columns": 40})
        page = self.open_artwork(artwork)
        self.check_text(page, "wide")

    @short
    def test_options_change_the_art(self):
        page = self.open_artwork(self.artwork)
        expect(page.locator("[data-canvas]")).to_be_visible()
        before = page.locator("[data-canvas]").evaluate("e => e.toDataURL().length")
        with page.expect_response(lambda answer: "/text.json" in answer.url and "columns=57" in answer.url and answer.ok):
            page.get_by_label(labels.COLUMNS).first.fill("57")
        page.wait_for_function(
            "() => Math.max(...document.querySelector('[data-text]').textContent.split('\\n').map(row => [...row].length)) === 57")
        self.assertNotEqual(page.locator("[data-canvas]").evaluate("e => e.toDataURL().length"), before)
        # The address says what is seen, so that it can be sent to somebody.
        expect(page).to_have_url(re.compile("columns=57"))

    def test_options_change_the_art_without_script(self):
        page = self.open_artwork(self.plain, java_script_enabled=False)
        page.get_by_label(labels.COLUMNS).first.fill("57")
        page.get_by_role("main").get_by_role("button", name=labels.SHOW).first.click()
        expect(page).to_have_url(re.compile("columns=57"))
        self.assertEqual(max(map(len, self.text(page).split("\n"))), 57)
        expect(page.get_by_label(labels.COLUMNS).first).to_have_value("57")

    def test_wrong_options_are_refused_in_words(self):
        self.expect_console("status of 4")
        page = self.open_artwork(f"{self.artwork}?columns=100000")
        expect(page.get_by_role("main").get_by_role("alert").first).to_be_visible()

    def test_as_text(self):
        page = self.open_artwork(self.artwork)
        expect(page.locator("[data-canvas]")).to_be_visible()
        button = page.get_by_role("button", name=labels.AS_TEXT)
        button.click()
        expect(button).to_have_attribute("aria-pressed", "true")
        expect(page.locator("[data-canvas]")).to_be_hidden()
        expect(page.locator("[data-text]")).to_be_visible()
        button.click()
        expect(page.locator("[data-canvas]")).to_be_visible()

    # Copies and files

    def test_copy_as_text(self):
        page = self.open_artwork(self.plain, permissions=["clipboard-read", "clipboard-write"])
        page.get_by_role("button", name=labels.COPY_TEXT).first.click()
        expect(page.get_by_role("status").filter(has_text=labels.COPIED).first).to_be_visible()
        copied = page.evaluate("() => navigator.clipboard.readText()")
        rows = self.rows("plain")
        self.assertEqual([row.rstrip() for row in copied.split("\n")[:len(rows)]], [row.rstrip() for row in rows])

    def test_every_copy_says_that_it_was_made(self):
        page = self.open_artwork(self.artwork, permissions=["clipboard-read", "clipboard-write"])
        buttons = page.get_by_role("main").get_by_role("button", name=re.compile("^Copy", re.I))
        self.assertGreaterEqual(buttons.count(), 3)
        copies = set()
        for button in buttons.all():
            page.evaluate("() => navigator.clipboard.writeText('')")
            button.click()
            page.wait_for_function("async () => (await navigator.clipboard.readText()) !== ''")
            copies.add(page.evaluate("() => navigator.clipboard.readText()"))
        self.assertEqual(len(copies), buttons.count(), "two copies are the same")

    def test_text_can_be_selected(self):
        page = self.open_artwork(self.plain)
        selected = page.evaluate("""() => {
          getSelection().selectAllChildren(document.querySelector("[data-text]"))
          return getSelection().toString()
        }""")
        self.assertIn(self.outbox("plain.txt").split("\n")[8].strip(), selected)
        self.assertNotEqual(page.locator("[data-text]").evaluate("e => getComputedStyle(e).userSelect"), "none")

    @short
    def test_downloads(self):
        page = self.open_artwork(self.plain)
        links = page.get_by_role("main").locator("a[download]")
        self.assertGreaterEqual(links.count(), 6)
        with page.expect_download() as download:
            page.get_by_role("main").locator("a[download$='.txt']").first.click()
        self.assertEqual(download.value.suggested_filename, "plain.txt")
        self.assertEqual(download.value.path().read_text(), self.outbox("plain.txt"))

    def test_every_download_is_there(self):
        page = self.open_artwork(self.artwork)
        for link in page.get_by_role("main").locator("a[download]").all():
            with self.subTest(name=link.get_attribute("download")):
                answer = page.request.get(
                    self.service.origin + link.get_attribute("href"), headers={"Sec-Fetch-Site": "same-origin"})
                self.assertEqual(answer.status, 200)
                self.assertIn("sandbox", answer.headers["content-security-policy"])
                self.assertEqual(answer.headers["x-content-type-options"], "nosniff")

    # Changes

    @short
    def test_tags(self):
        for script in (True, False):
            with self.subTest(script=script):
                tag = f"new tag {script}"
                page = self.open_artwork(self.artwork, java_script_enabled=script)
                page.get_by_role("main").get_by_label(labels.TAG).first.fill(tag)
                page.get_by_role("main").get_by_role("button", name=labels.ADD_TAG).first.click()
                link = page.get_by_role("main").get_by_role("link", name=tag, exact=True)
                expect(link).to_be_visible()
                self.assertIn(self.artwork, [one["id"] for one in self.service.artworks(f'tag:"{tag}"')])
                page.get_by_role("button", name=re.compile(f"Remove.*{tag}", re.I)).click()
                expect(link).to_have_count(0)
                self.assertEqual(self.service.artworks(f'tag:"{tag}"'), [])

    def test_a_tag_leads_to_its_artworks(self):
        page = self.open_artwork(self.artwork)
        page.get_by_role("main").get_by_role("link", name="sea", exact=True).click()
        expect(page).to_have_url(re.compile("/library"))
        expect(page.get_by_role("main").get_by_role("link", name=re.compile("lighthouse at night")).first).to_be_visible()

    def test_favourite_and_back(self):
        for script in (True, False):
            with self.subTest(script=script):
                page = self.open_artwork(self.artwork, java_script_enabled=script)
                page.get_by_role("main").get_by_role("button", name=labels.FAVOURITE).first.click()
                undo = page.get_by_role("main").get_by_role("button", name=labels.UNFAVOURITE).first
                expect(undo).to_be_visible()
                self.assertTrue(self.service.artworks("is:favourite"))
                undo.click()
                expect(page.get_by_role("main").get_by_role("button", name=labels.FAVOURITE).first).to_be_visible()
                self.assertEqual(self.service.artworks("is:favourite"), [])

    def test_trash_and_undo(self):
        artwork = self.service.make("a lighthouse to throw away")
        page = self.open_artwork(artwork)
        page.get_by_role("main").get_by_role("button", name=labels.TRASH).first.click()
        undo = page.get_by_role("button", name=labels.UNDO).first
        expect(undo).to_be_visible()
        self.assertEqual([one["id"] for one in self.service.artworks("is:trashed")], [artwork])
        undo.click()
        expect(page.get_by_role("main").get_by_role("button", name=labels.TRASH).first).to_be_visible()
        self.assertEqual(self.service.artworks("is:trashed"), [])

    def test_again_with_other_words(self):
        page = self.open_artwork(self.artwork)
        page.get_by_role("main").get_by_role("link", name=labels.AGAIN).first.click()
        expect(page.get_by_label(labels.PROMPT)).to_have_value("a lighthouse at night")
