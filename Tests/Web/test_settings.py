import re

from playwright.sync_api import expect

import labels
from browser import BrowserTest, short
from service import until


class SettingsTests(BrowserTest):
    def preferences(self, page):
        page.get_by_text(labels.MORE).first.click()
        return page.get_by_role("banner")

    @short
    def test_it_shows_what_is_in_force_but_no_secret(self):
        page = self.page("/settings")
        main = page.get_by_role("main")
        expect(main.get_by_text("textifyd.toml").first).to_be_visible()
        expect(main.get_by_text(re.compile("per_picture|cost")).first).to_be_visible()
        self.assertNotIn("sk-test-key-of-studio", page.content())

    @short
    def test_the_dark_scheme_is_kept(self):
        for script in (True, False):
            with self.subTest(script=script):
                page = self.page("/library", color_scheme="light", java_script_enabled=script)
                light = self.ground(page)
                menu = self.preferences(page)
                menu.get_by_label(labels.SCHEME).select_option(label=labels.DARK)
                apply = menu.get_by_role("button", name=labels.APPLY)
                if apply.is_visible():
                    apply.click()
                until(lambda: self.ground(page) != light, "the page is dark")
                dark = self.ground(page)
                self.open(page, "/spend")
                self.assertEqual(self.ground(page), dark)

    def ground(self, page):
        return page.evaluate("""() => {
          const color = getComputedStyle(document.body).backgroundColor
          return color === "rgba(0, 0, 0, 0)" ? getComputedStyle(document.documentElement).backgroundColor : color
        }""")

    def test_the_language_is_kept(self):
        page = self.page("/library", java_script_enabled=False)
        menu = self.preferences(page)
        menu.get_by_label(labels.LANGUAGE).select_option("ko")
        menu.get_by_role("button", name=labels.APPLY).click()
        expect(page.locator("html")).to_have_attribute("lang", "ko")
        # The page on which it was changed.
        expect(page).to_have_url(re.compile("/library"))
        self.open(page, "/spend")
        expect(page.locator("html")).to_have_attribute("lang", "ko")

    def test_lines_are_checked_and_not_stored(self):
        self.expect_console("status of 422")
        before = (self.service.root / "textifyd.toml").read_text()
        page = self.page("/settings", java_script_enabled=False)
        page.get_by_label(labels.LINES).first.fill('[budget]\nper_day = "1.00 USD"')
        page.get_by_role("button", name=labels.CHECK).first.click()
        expect(page.get_by_role("status").first).to_be_visible()
        page.get_by_label(labels.LINES).first.fill("[budget]\nper_dya = 1")
        page.get_by_role("button", name=labels.CHECK).first.click()
        expect(page.get_by_role("alert").first).to_contain_text("per_dya")
        self.assertEqual((self.service.root / "textifyd.toml").read_text(), before)
