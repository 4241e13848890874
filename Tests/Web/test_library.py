import re

from playwright.sync_api import expect

import library
import labels
from browser import BrowserTest, short
from service import until


class LibraryTests(BrowserTest):
    """A small library, which tests may change."""

    @classmethod
    def prepare(cls):
        for number in range(6):
            cls.service.make(f"a numbered fox {number}", tags=["sea" if number % 2 else "woods"])

    def cards(self, page):
        return page.get_by_role("main").get_by_role("link", name=re.compile("fox"))

    def search(self, page, text):
        box = search_box(page)
        box.fill(text)
        box.press("Enter")

    # Searching

    @short
    def test_search(self):
        for script in (True, False):
            with self.subTest(script=script):
                page = self.page("/library", java_script_enabled=script)
                expect(self.cards(page).first).to_be_visible()
                self.search(page, "tag:sea fox")
                expect(page).to_have_url(re.compile("q=tag(%3A|:)sea"))
                expect(self.cards(page)).to_have_count(3)
                expect(search_box(page)).to_have_value("tag:sea fox")

    def test_a_search_that_finds_nothing_says_so(self):
        page = self.page("/library?q=zebra")
        expect(self.cards(page)).to_have_count(0)
        expect(page.get_by_role("main").get_by_text(re.compile("no(thing| art| results?)|0 ", re.I)).first).to_be_visible()

    def test_a_mistake_in_a_search_is_marked(self):
        self.expect_console("status of 4")
        page = self.page("/library?q=fox+tga:sea")
        expect(page.get_by_role("main").get_by_text(re.compile("tag:")).first).to_be_visible()
        expect(search_box(page)).to_have_value("fox tga:sea")
        expect(search_box(page)).to_have_accessible_description(re.compile("tag:"))

    def test_tags_are_suggested(self):
        page = self.page("/library")
        box = search_box(page)
        box.focus()
        page.keyboard.type("tag:se")
        until(lambda: any(
            "sea" in option for option in box.evaluate(
                "element => [...(element.list?.options ?? [])].map(option => option.value)")), "the tag is suggested", 5)

    # Changing

    def test_a_favourite(self):
        page = self.page("/library?q=fox")
        chosen = self.choose(page, 1)[0]
        page.get_by_role("main").get_by_role("button", name=labels.FAVOURITE).first.click()
        until(lambda: self.service.artworks("is:favourite"), "there is a favourite", 5)
        page.goto(self.service.origin + "/library?q=is:favourite+fox")
        expect(self.cards(page)).to_have_count(1)
        self.assertIn(chosen, self.cards(page).first.inner_text() + (self.cards(page).first.get_attribute("aria-label") or ""))

    def choose(self, page, count):
        """Ticks some artworks, and returns their prompts."""
        boxes = page.get_by_role("main").get_by_role("checkbox", name=re.compile("numbered fox"))
        names = []
        for index in range(count):
            names.append(re.search(r"a numbered fox \d", boxes.nth(index).get_attribute("aria-label")).group())
            boxes.nth(index).check()
        return names

    def check_trash_and_undo(self, script):
        page = self.page("/library?q=fox", java_script_enabled=script)
        before = self.cards(page).count()
        chosen = self.choose(page, 2)
        page.get_by_role("main").get_by_role("button", name=labels.TRASH).first.click()
        for name in chosen:
            expect(self.cards(page).filter(has_text=name)).to_have_count(0)
        self.assertEqual(len(self.service.artworks("is:trashed")), 2)
        page.get_by_role("button", name=labels.UNDO).first.click()
        for name in chosen:
            expect(page.get_by_role("main").get_by_text(name).first).to_be_visible()
        self.assertEqual(self.service.artworks("is:trashed"), [])
        page.goto(self.service.origin + "/library?q=fox")
        expect(self.cards(page)).to_have_count(before)

    @short
    def test_bulk_trash_with_undo(self):
        self.check_trash_and_undo(True)

    def test_bulk_trash_with_undo_without_script(self):
        self.check_trash_and_undo(False)

    def test_bulk_tags(self):
        for script in (True, False):
            with self.subTest(script=script):
                page = self.page("/library?q=fox", java_script_enabled=script)
                self.choose(page, 3)
                page.get_by_role("main").get_by_label(labels.TAG).first.fill(f"bulk{script}")
                page.get_by_role("main").get_by_role("button", name=labels.ADD_TAG).first.click()
                until(lambda: len(self.service.artworks(f"tag:bulk{script}")) == 3, "three artworks have the tag", 5)

    def test_a_change_without_a_choice_changes_nothing(self):
        self.expect_console("status of 4")
        page = self.page("/library?q=fox", java_script_enabled=False)
        before = self.cards(page).count()
        button = page.get_by_role("main").get_by_role("button", name=labels.TRASH).first
        if button.is_enabled():
            button.click()
        page.goto(self.service.origin + "/library?q=fox")
        expect(self.cards(page)).to_have_count(before)


class LargeLibraryTests(BrowserTest):
    """Many artworks, which tests only look at."""

    count = 1_500

    @classmethod
    def prepare(cls):
        library.add_artworks(cls.service, cls.count)

    def cards(self, page):
        return page.get_by_role("main").get_by_role("link", name=re.compile(r"number \d+"))

    def number(self, card):
        return int(re.search(r"number (\d+)", card.get_attribute("aria-label") or card.inner_text()
                             or card.get_by_role("img").first.get_attribute("alt")).group(1))

    def test_pages_without_script_neither_skip_nor_repeat(self):
        page = self.page("/library?q=number+tag:t3", java_script_enabled=False)
        seen = []
        while True:
            expect(self.cards(page).first).to_be_visible()
            seen += [self.number(card) for card in self.cards(page).all()]
            more = page.get_by_role("link", name=labels.LOAD_MORE)
            if more.count() == 0:
                break
            more.click()
        self.assertEqual(seen, [number for number in range(self.count) if number % 20 == 3])

    def test_load_more_appends(self):
        page = self.page("/library?q=number")
        expect(self.cards(page).first).to_be_visible()
        before = self.cards(page).count()
        more = page.get_by_role("link", name=labels.LOAD_MORE).or_(page.get_by_role("button", name=labels.LOAD_MORE)).first
        more.scroll_into_view_if_needed()
        page.wait_for_function(
            "count => document.querySelectorAll('[data-grid] [data-id]').length > count", arg=before)
        numbers = [self.number(card) for card in self.cards(page).all()]
        self.assertEqual(numbers, sorted(set(numbers)), "an artwork is skipped, or shown twice")

    def test_loading_stops_so_that_the_end_of_the_page_is_reached(self):
        """Without a press only three further pages come by themselves."""
        page = self.page("/library?q=number")
        expect(self.cards(page).first).to_be_visible()
        first = self.cards(page).count()
        last = -1
        count = first
        while count != last:
            last = count
            page.keyboard.press("End")
            page.mouse.wheel(0, 100_000)
            try:
                page.wait_for_function(
                    "count => document.querySelectorAll('[data-grid] [data-id]').length > count", arg=last, timeout=2_000)
            except Exception:
                pass
            count = page.locator("[data-grid] [data-id]").count()
            self.assertLessEqual(count, first * 4, "loads for ever")

    def test_back_and_forward_restore_the_place(self):
        page = self.page("/library?q=number")
        expect(self.cards(page).first).to_be_visible()
        target = self.cards(page).nth(40)
        target.scroll_into_view_if_needed()
        number = self.number(target)
        before = page.evaluate("() => scrollY")
        self.assertGreater(before, 0)
        target.click()
        expect(page).to_have_url(re.compile("/artworks/"))
        page.go_back()
        again = page.get_by_role("main").get_by_role("link", name=re.compile(rf"number {number}\b")).first
        expect(again).to_be_in_viewport()
        page.go_forward()
        expect(page).to_have_url(re.compile("/artworks/"))
        page.go_back()
        expect(page.get_by_role("main").get_by_role("link", name=re.compile(rf"number {number}\b")).first).to_be_in_viewport()

    def test_back_restores_searches(self):
        page = self.page("/library")
        for text in ("number tag:t1", "number tag:t2"):
            box = search_box(page)
            box.fill(text)
            box.press("Enter")
            expect(page).to_have_url(re.compile("t" + text[-1]))
            expect(self.cards(page).first).to_be_visible()
        page.go_back()
        expect(search_box(page)).to_have_value("number tag:t1")
        self.assertEqual(self.number(self.cards(page).first) % 20, 1)

    def test_months_lead_to_their_art(self):
        page = self.page("/library")
        months = page.get_by_role("navigation", name=labels.MONTHS).get_by_role("link")
        expect(months.first).to_be_visible()
        month = re.search(r"\d{4}-\d{2}", months.first.inner_text()).group()
        months.first.click()
        expect(page).to_have_url(re.compile("made%3A" + month))
        expect(self.cards(page).first).to_be_visible()

    # The grid's keys

    def focused(self, page):
        return page.evaluate("() => document.activeElement?.closest('[data-id]')?.dataset.id ?? null")

    def test_arrows_walk_through_the_grid(self):
        page = self.page("/library?q=number", viewport={"width": 1280, "height": 800})
        cards = page.locator("[data-grid] [data-id]")
        expect(cards.first).to_be_visible()
        ids = [card.get_attribute("data-id") for card in cards.all()]
        tops = [card.bounding_box()["y"] for card in cards.all()[:30]]
        columns = sum(top == tops[0] for top in tops)
        self.cards(page).first.focus()
        for number, (key, place) in enumerate((
                ("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("ArrowDown", 1 + columns), ("ArrowUp", 1),
                ("Home", 0), ("ArrowLeft", 0), ("ArrowUp", 0))):
            page.keyboard.press(key)
            until(lambda: self.focused(page) == ids[place], f"card {place} has the focus after key {number}, {key}", 3)
        # The grid is one stop of Tab.
        self.assertEqual(
            page.locator("[data-grid] [data-id] a").evaluate_all("all => all.filter(a => a.tabIndex === 0).length"), 1)

    def test_the_grid_goes_on_over_its_pages(self):
        page = self.page("/library?q=number", viewport={"width": 1280, "height": 800})
        cards = page.locator("[data-grid] [data-id]")
        expect(cards.first).to_be_visible()
        before = cards.count()
        self.cards(page).first.focus()
        page.keyboard.press("End")
        page.keyboard.press("ArrowDown")
        page.wait_for_function(
            "count => document.querySelectorAll('[data-grid] [data-id]').length > count", arg=before)
        self.assertIsNotNone(self.focused(page), "the focus is lost when cards are appended")

    def test_enter_opens_and_escape_comes_back_to_the_card(self):
        page = self.page("/library?q=number")
        self.cards(page).nth(3).focus()
        here = self.focused(page)
        page.keyboard.press("Enter")
        expect(page).to_have_url(re.compile(f"/artworks/{here}"))
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        page.keyboard.press("Escape")
        expect(page).to_have_url(re.compile("/library"))
        page.wait_for_function("id => document.activeElement?.closest('[data-id]')?.dataset.id === id", arg=here)

    def test_keys_of_the_grid(self):
        page = self.page("/library?q=number")
        self.cards(page).nth(2).focus()
        here = self.focused(page)
        page.keyboard.press("x")
        expect(page.locator(f"[data-id='{here}']").get_by_role("checkbox")).to_be_checked()
        page.keyboard.press("x")
        expect(page.locator(f"[data-id='{here}']").get_by_role("checkbox")).not_to_be_checked()
        page.keyboard.press("/")
        box = search_box(page)
        expect(box).to_be_focused()
        # Keys act only outside of fields.
        value = box.input_value()
        page.keyboard.press("End")
        page.keyboard.type("xf?")
        expect(box).to_have_value(value + "xf?")
        expect(page.get_by_role("dialog")).to_have_count(0)

    def test_a_favourite_by_key(self):
        page = self.page("/library?q=number")
        self.cards(page).nth(1).focus()
        here = self.focused(page)
        was = next(one for one in self.service.artworks("number") if one["id"] == here)["favourite"]
        page.keyboard.press("f")
        page.wait_for_function(
            "([id, was]) => document.querySelector(`[data-id='${id}']`).hasAttribute('data-favourite') !== was",
            arg=[here, was])
        is_now = next(one for one in self.service.artworks("number") if one["id"] == here)["favourite"]
        self.assertNotEqual(was, is_now)
        self.assertEqual(self.focused(page), here)

    def test_keys_can_be_switched_off(self):
        page = self.page("/library?q=number")
        self.cards(page).first.focus()
        page.keyboard.press("?")
        dialog = page.get_by_role("dialog")
        dialog.get_by_role("checkbox").uncheck()
        page.keyboard.press("Escape")
        expect(dialog).to_be_hidden()
        self.cards(page).first.focus()
        page.keyboard.press("x")
        expect(page.get_by_role("main").get_by_role("checkbox").first).not_to_be_checked()
        page.reload()
        self.cards(page).first.focus()
        page.keyboard.press("x")
        expect(page.get_by_role("main").get_by_role("checkbox").first).not_to_be_checked()


def search_box(page):
    # A search box with suggestions has another role than one without.
    return page.get_by_role("search").get_by_label(labels.SEARCH)
