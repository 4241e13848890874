import re

from playwright.sync_api import expect

import labels
from browser import BrowserTest, short


class HomeTests(BrowserTest):
    @classmethod
    def prepare(cls):
        cls.artwork = cls.service.make("a lighthouse at night")
        for prompt in ("a refused castle", "a refused palace"):
            cls.service.images.fail("refused")
            cls.service.wait(cls.service.submit(prompt, backend="studio"), "failed")

    @short
    def test_it_shows_the_newest_art_and_what_needs_a_person(self):
        page = self.page("/")
        main = page.get_by_role("main")
        expect(main.get_by_role("link", name=re.compile("lighthouse at night")).first).to_be_visible()
        expect(main.get_by_text("a refused castle").first).to_be_visible()

    def test_new_art_appears_by_itself(self):
        page = self.page("/")
        expect(page.get_by_text(labels.LIVE).first).to_be_visible()
        page.evaluate("() => { window.isSameDocument = true }")
        self.service.make("an owl that arrives late")
        expect(page.get_by_role("main").get_by_role("link", name=re.compile("owl that arrives late")).first).to_be_visible()
        self.assertTrue(page.evaluate("() => window.isSameDocument ?? false"), "the page was loaded again")

    def test_thumbnails_say_what_they_show(self):
        page = self.page("/")
        picture = page.get_by_role("main").get_by_role("img", name=re.compile("lighthouse at night")).first
        expect(picture).to_be_visible()
        self.assertGreater(picture.evaluate("element => element.naturalWidth ?? 1"), 0)

    def test_a_card_leads_to_its_artwork(self):
        page = self.page("/")
        page.get_by_role("main").get_by_role("link", name=re.compile("lighthouse at night")).first.click()
        expect(page).to_have_url(re.compile(f"/artworks/{self.artwork}"))

    def test_a_failure_is_marked_as_read(self):
        page = self.page("/")
        row = page.get_by_role("listitem").filter(has_text="a refused palace").first
        row.get_by_role("button", name=labels.ACKNOWLEDGE).click()
        expect(page.get_by_role("main").get_by_text("a refused palace")).to_have_count(0)
        prompts = [job.get("prompt") for job in self.service.api("GET", "/v1/failures")["jobs"]]
        self.assertNotIn("a refused palace", prompts)
