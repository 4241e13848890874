"""The page that plays moving art, opened from a file as a reader would."""

from playwright.sync_api import expect

from browser import BrowserTest, short
from pictures import png


class PlayerTests(BrowserTest):
    @classmethod
    def prepare(cls):
        (cls.service.root / "still.png").write_bytes(png(64, 64, lambda x, y: (120 + 2 * x, 120 + 2 * y, 200)))
        still = ["convert", "still.png", "--color", "none", "--columns", "24"]
        cls.art = [line.rstrip() for line in cls.service.textify(*still, "--format", "txt").split("\n")]
        cls.service.textify(*still, "--effect", "wipe", "--effect-seconds", "1", "--fps", "10", "-o", "art.play.html")

    def play(self, **options):
        self.foreign_origins.add("file://")
        page = self.context(logged_in=False, **options).new_page()
        page.goto((self.service.root / "art.play.html").as_uri())
        return page

    def rows(self, page):
        return [line.rstrip() for line in page.locator("pre").inner_text().split("\n")]

    def marks(self, page):
        """The places that show a character."""
        return {
            (row, column): mark for row, line in enumerate(self.rows(page)) for column, mark in enumerate(line)
            if mark != " "}

    @short
    def test_frames_are_shown_one_by_one(self):
        page = self.play(reduced_motion="reduce")
        expect(page.get_by_role("button")).to_have_text("Play")
        self.assertEqual(self.marks(page), {})
        earlier = {}
        for _ in range(10):
            page.keyboard.press("ArrowRight")
            shown = self.marks(page)
            self.assertLess(earlier.items(), shown.items())
            earlier = shown
        self.assertEqual("\n".join(self.rows(page)).rstrip(), "\n".join(self.art).rstrip())
        page.keyboard.press("ArrowLeft")
        self.assertLess(self.marks(page).items(), earlier.items())
        page.keyboard.press("Home")
        self.assertEqual(self.marks(page), {})

    @short
    def test_it_plays_and_pauses(self):
        page = self.play()
        expect(page.get_by_role("button")).to_have_text("Pause")
        page.wait_for_function("() => document.querySelector('pre').innerText.trim().length > 50")
        page.keyboard.press(" ")
        expect(page.get_by_role("button")).to_have_text("Play")

    def test_it_shows_the_first_frame_without_script(self):
        page = self.play(java_script_enabled=False)
        expect(page.get_by_role("img")).to_be_visible()
