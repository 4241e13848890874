import re

from playwright.sync_api import expect

import labels
from browser import BrowserTest, short


class SpendTests(BrowserTest):
    more = '[budget]\nper_month = "5.00 USD"'

    @classmethod
    def prepare(cls):
        for number in range(3):
            cls.service.make(f"a paid lighthouse {number}", backend="studio")

    @short
    def test_it_shows_what_was_spent(self):
        for script in (True, False):
            with self.subTest(script=script):
                page = self.page("/spend", java_script_enabled=script)
                main = page.get_by_role("main")
                expect(main.get_by_text(re.compile(r"0\.06")).first).to_be_visible()
                row = main.get_by_role("row").filter(has_text="studio").first
                expect(row).to_contain_text("3")
                expect(main.get_by_text(re.compile(r"5\.00 USD")).first).to_be_visible()

    def test_tables_have_headers(self):
        page = self.page("/spend")
        for table in page.get_by_role("main").get_by_role("table").all():
            self.assertGreaterEqual(table.get_by_role("columnheader").count(), 3)
            self.assertGreaterEqual(table.get_by_role("rowheader").count(), 1)

    def test_another_month(self):
        page = self.page("/spend")
        page.get_by_role("main").get_by_label(labels.MONTH).fill("2020-01")
        page.get_by_role("main").get_by_role("button", name=labels.SHOW).click()
        expect(page).to_have_url(re.compile("month=2020-01"))
        expect(page.get_by_role("main").get_by_role("row").filter(has_text="studio")).to_have_count(0)

    def test_a_wrong_month_is_refused_in_words(self):
        self.expect_console("status of 4")
        page = self.page("/spend?month=yesterday%3Cb%3E")
        self.assertTrue(page.get_by_role("main").inner_text().strip())
        expect(page.get_by_role("navigation", name=labels.NAVIGATION)).to_be_visible()
