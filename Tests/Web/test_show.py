import re

from playwright.sync_api import expect

import labels
from browser import BrowserTest, short


class ShowTests(BrowserTest):
    @classmethod
    def prepare(cls):
        for number in range(3):
            cls.service.make(f"a shown lighthouse {number}", tags=["sea"])

    def title(self, page):
        return page.get_by_role("main").get_by_text(re.compile(r"shown lighthouse \d")).first

    @short
    def test_arrows_step_and_space_pauses(self):
        page = self.page("/show?tag=sea&seconds=3600")
        expect(self.title(page)).to_have_text("a shown lighthouse 2")
        page.keyboard.press("ArrowRight")
        expect(self.title(page)).to_have_text("a shown lighthouse 1")
        page.keyboard.press("ArrowLeft")
        expect(self.title(page)).to_have_text("a shown lighthouse 2")
        pause = page.get_by_role("button", name=labels.PAUSE)
        page.keyboard.press(" ")
        expect(pause).to_have_attribute("aria-pressed", "true")
        page.keyboard.press(" ")
        expect(pause).to_have_attribute("aria-pressed", "false")

    def test_it_goes_on_by_itself(self):
        page = self.page("/show?tag=sea&seconds=3")
        for title in ("2", "1", "0", "2"):
            expect(self.title(page)).to_have_text(f"a shown lighthouse {title}")

    def test_nothing_fades_with_reduced_motion(self):
        page = self.page("/show?tag=sea&seconds=3600", reduced_motion="reduce")
        expect(self.title(page)).to_have_text("a shown lighthouse 2")
        page.evaluate("() => { window.moves = 0; addEventListener('transitionrun', () => moves++, true); "
                      "addEventListener('animationstart', () => moves++, true) }")
        page.keyboard.press("ArrowRight")
        expect(self.title(page)).to_have_text("a shown lighthouse 1")
        self.assertEqual(page.evaluate("() => moves"), 0)

    def test_the_latest_appears_by_itself(self):
        page = self.page("/latest")
        expect(self.title(page)).to_be_visible()
        self.service.make("a lighthouse that is shown later")
        expect(page.get_by_role("main").get_by_text("a lighthouse that is shown later").first).to_be_visible()

    def test_it_shows_art_without_script(self):
        page = self.page("/show?tag=sea", java_script_enabled=False)
        self.assertGreater(len(page.locator("[data-text]").inner_text().split("\n")), 5)

    def test_an_empty_show_says_so(self):
        page = self.page("/show?tag=nothing-has-this")
        self.assertTrue(page.get_by_role("main").inner_text().strip())
