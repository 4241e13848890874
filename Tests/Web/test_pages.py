"""What holds for every page: accessibility, sizes, the keyboard, both languages and schemes, and no script."""

from playwright.sync_api import expect

import labels
import pictures
from browser import BrowserTest, short
from keyboard import tab_to, walk


class PagesTests(BrowserTest):
    @classmethod
    def prepare(cls):
        service = cls.service
        service.drop("photo.png", pictures.gradient())
        service.sync()
        cls.artwork = service.make("a lighthouse at night", tags=["sea"])
        service.make("a fox in a forest of words that go on and on " * 6, tags=["sea", "woods"])
        service.make("등대와 여우", tags=["바다"])
        service.images.fail("refused")
        cls.failed = service.submit("a picture that is refused", backend="studio")
        service.wait(cls.failed, "failed")
        service.images.fail("lost")
        cls.unknown = service.submit("a picture whose answer is lost", backend="studio")
        service.wait(cls.unknown, "unknown")
        service.images.hold()
        cls.open_job = service.submit("a picture that takes its time", backend="press")
        service.wait(cls.open_job, "submitting")

    def paths(self):
        return [
            *labels.PAGES, f"/artworks/{self.artwork}", f"/jobs/{self.open_job}", f"/jobs/{self.failed}",
            f"/jobs/{self.unknown}/retry", "/library?q=tag:sea", "/library?q=nothing-has-this-word", "/library?q=tga:sea",
            "/show?tag=sea", "/nowhere"]

    def visit(self, page, check, paths=None, **what):
        """Opens the pages one after the other in the same tab, and calls `check` with the path of each."""
        self.expect_console("status of 40")
        for path in paths or self.paths():
            with self.subTest(path=path, **what):
                self.open(page, path)
                expect(page.get_by_role("main")).to_be_attached()
                check(path)

    # Accessibility

    def check_accessibility(self, paths=None, **options):
        page = self.context(**options).new_page()
        self.visit(page, lambda _: self.axe(page), paths, **options)

    @short
    def test_the_main_pages_are_accessible(self):
        self.check_accessibility([*labels.PAGES, f"/artworks/{self.artwork}"], color_scheme="light")

    def test_all_are_accessible_in_the_light_scheme(self):
        self.check_accessibility(color_scheme="light")

    def test_all_are_accessible_in_the_dark_scheme(self):
        self.check_accessibility(color_scheme="dark")

    def test_all_are_accessible_in_korean(self):
        self.check_accessibility(locale="ko-KR", color_scheme="light")
        self.check_accessibility(locale="ko-KR", color_scheme="dark")

    def test_all_are_accessible_on_a_phone(self):
        self.check_accessibility(viewport={"width": 360, "height": 740}, has_touch=True, color_scheme="light")

    def test_all_are_accessible_with_forced_colors(self):
        self.check_accessibility(forced_colors="active")

    def test_what_opens_is_accessible(self):
        page = self.page("/library")
        page.get_by_text(labels.MORE).first.click()
        self.axe(page, "with its menu")
        page.keyboard.press("Escape")
        page.get_by_role("main").focus()
        page.keyboard.press("?")
        expect(page.get_by_role("dialog")).to_be_visible()
        self.axe(page, "with its list of keys")

    # Sizes

    def check_size(self, what, paths=None, change=None, **options):
        page = self.context(**options).new_page()

        def check(_):
            if change:
                change(page)
            self.assert_fits(page)

        self.visit(page, check, paths, size=what)

    @short
    def test_the_main_pages_fit_into_320_pixels(self):
        self.check_size("320 px", [*labels.PAGES, f"/artworks/{self.artwork}"], viewport={"width": 320, "height": 640})

    def test_all_fit_into_320_pixels(self):
        self.check_size("320 px", viewport={"width": 320, "height": 640})
        self.check_size("320 px, Korean", viewport={"width": 320, "height": 640}, locale="ko-KR")
        self.check_size("320 px, no script", viewport={"width": 320, "height": 640}, java_script_enabled=False)

    def test_all_fit_at_200_percent(self):
        self.check_size("zoomed to 200 %", viewport={"width": 640, "height": 400}, device_scale_factor=2)

    def test_all_fit_with_text_of_200_percent(self):
        self.check_size(
            "text of 200 %", viewport={"width": 1280, "height": 800},
            change=lambda page: page.evaluate("() => { document.documentElement.style.fontSize = '200%' }"))

    # Keyboard

    def check_keyboard(self, paths=None):
        page = self.context(viewport={"width": 1280, "height": 800}).new_page()

        def check(_):
            stops, missed = walk(page)
            self.assert_none(missed, "Tab does not reach")
            self.assert_none([stop["html"] for stop in stops if not stop["isMarked"]], "no focus is visible")
            self.assert_none([stop["html"] for stop in stops if stop["isCovered"]], "the focus is covered")
            self.assert_none(
                [f"{stop['width']:.0f} × {stop['height']:.0f} {stop['html']}" for stop in stops if is_small(stop)],
                "targets are smaller than 24 px")

        self.visit(page, check, paths, by="keyboard")

    @short
    def test_tab_reaches_everything_on_the_library(self):
        self.check_keyboard(["/library"])

    def test_tab_reaches_everything(self):
        self.check_keyboard()

    def test_the_skip_link_leads_to_the_content(self):
        page = self.page("/library")
        page.keyboard.press("Tab")
        expect(page.get_by_role("link", name=labels.SKIP)).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.get_by_role("main")).to_be_focused()

    def test_a_prompt_is_sent_by_keyboard_alone(self):
        page = self.page("/new")
        self.assertTrue(tab_to(page, page.get_by_label(labels.PROMPT)))
        page.keyboard.type("a boat, typed")
        self.assertTrue(tab_to(page, page.get_by_role("button", name=labels.GENERATE)))
        page.keyboard.press("Enter")
        expect(page.get_by_role("main").get_by_text("a boat, typed").first).to_be_visible()

    # Words

    def test_all_are_in_the_language_of_the_browser(self):
        page = self.context(locale="ko-KR").new_page()

        def check(_):
            self.assertEqual(page.locator("html").get_attribute("lang"), "ko")
            self.assertRegex(page.get_by_role("heading", level=1).inner_text(), "[가-힣]")
            self.assertNotRegex(page.get_by_role("navigation").first.inner_text(), "Home|Library|Settings")

        self.visit(page, check, list(labels.PAGES), language="ko")

    def test_headings_are_in_order(self):
        page = self.context().new_page()

        def check(path):
            levels = page.evaluate(
                "() => [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].filter(e => e.checkVisibility())"
                ".map(e => Number(e.localName[1]))")
            self.assertEqual(levels.count(1), 1, levels)
            for before, after in zip(levels, levels[1:]):
                self.assertLessEqual(after, before + 1, levels)

        self.visit(page, check)

    def test_each_has_its_own_title(self):
        page = self.context().new_page()
        titles = []
        self.visit(page, lambda _: titles.append(page.title()), list(labels.PAGES))
        self.assertEqual(len(set(titles)), len(labels.PAGES), titles)

    # Without script

    @short
    def test_all_main_pages_work_without_script(self):
        page = self.context(java_script_enabled=False).new_page()

        def check(path):
            expect(page.get_by_role("heading", name=labels.PAGES[path], exact=True, level=1)).to_be_visible()
            links = page.get_by_role("navigation", name=labels.NAVIGATION).get_by_role("link")
            self.assertGreaterEqual(links.count(), 5)
            # What needs script is not offered.
            self.assertEqual(page.locator("[data-script]:visible").count(), 0)

        self.visit(page, check, list(labels.PAGES), script=False)

    def test_pages_without_script_lead_on(self):
        page = self.page("/", java_script_enabled=False)
        for path, heading in labels.PAGES.items():
            link = page.get_by_role("navigation", name=labels.NAVIGATION).get_by_role("link", name=heading, exact=True)
            link.click()
            expect(page.get_by_role("heading", name=heading, exact=True, level=1)).to_be_visible()
            expect(link).to_have_attribute("aria-current", "page")

    def test_nothing_moves_with_reduced_motion(self):
        page = self.context(reduced_motion="reduce").new_page()

        def check(_):
            moving = page.evaluate(
                "() => document.getAnimations().filter(a => a.playState === 'running'"
                " && a.effect.getComputedTiming().duration > 10).length")
            self.assertEqual(moving, 0)

        self.visit(page, check, motion="reduced")

    def test_pages_can_be_printed(self):
        page = self.context().new_page()

        def check(_):
            page.emulate_media(media="print")
            expect(page.get_by_role("navigation", name=labels.NAVIGATION)).to_be_hidden()
            expect(page.get_by_role("main")).to_be_visible()

        self.visit(page, check, ["/library", f"/artworks/{self.artwork}"], media="print")

    def test_an_unknown_page_says_so(self):
        self.expect_console("status of 404")
        for path in ["/nowhere", "/artworks/zzzzzzzz", "/jobs/zzzzzzzz"]:
            with self.subTest(path=path):
                page = self.context().new_page()
                answer = page.goto(self.service.origin + path)
                self.assertEqual(answer.status, 404)
                expect(page.get_by_role("navigation", name=labels.NAVIGATION)).to_be_visible()
                self.assertTrue(page.get_by_role("main").inner_text().strip())

    def test_back_needs_no_loading(self):
        """Chromium keeps a page that is left, unless the page or its headers forbid that."""
        page = self.page("/library")
        page.evaluate("() => { window.isSameDocument = true }")
        page.goto(self.service.origin + "/spend")
        page.go_back()
        reasons = page.evaluate(
            "() => performance.getEntriesByType('navigation')[0].notRestoredReasons?.reasons?.map(one => one.reason) ?? []")
        # The browser of the tests keeps no pages at all while it is driven, which is no reason of the page's own.
        self.assert_none([reason for reason in reasons if reason.startswith(("response-", "unload"))], "not kept")


def is_small(stop):
    """Whether a control is smaller than WCAG allows (2.5.8). Links within sentences may be."""
    is_control = stop["html"].startswith(("<button", "<input", "<select", "<summary", "<textarea"))
    return is_control and min(stop["width"], stop["height"]) < 24 and 'type="checkbox"' not in stop["html"]
