"""What pages cost: bytes, requests and nodes, which are limits, and times, which are figures."""

from playwright.sync_api import expect

import labels
import library
from browser import BrowserTest, print_figure, short

# Bytes on the wire of what is loaded before any picture.
FIRST_LOAD = 40 * 1024
REQUESTS = 5
STATUS = 8 * 1024
CARDS = 1_100


class BudgetTests(BrowserTest):
    @classmethod
    def prepare(cls):
        library.add_artworks(cls.service, 3_000)

    def load(self, path):
        """Opens a page with an empty cache, and returns the size of each answer by its type."""
        page = self.context().new_page()
        answers = []
        page.on("requestfinished", lambda request: answers.append(request))
        page.goto(self.service.origin + path, wait_until="load")
        page.evaluate("() => document.fonts.ready")
        page.wait_for_timeout(100)
        sizes = [(request.resource_type, request.url, request.sizes()["responseBodySize"]) for request in answers]
        return page, sizes

    @short
    def test_first_load(self):
        for path in ("/", "/library"):
            with self.subTest(path=path):
                page, sizes = self.load(path)
                shell = [entry for entry in sizes if entry[0] in ("document", "stylesheet", "script", "font", "manifest", "other")]
                total = sum(size for _, _, size in shell)
                print_figure(f"first load of {path}", f"{total:,} bytes in {len(shell)} requests: " + ", ".join(
                    f"{kind} {size:,}" for kind, _, size in shell))
                self.assertLessEqual(total, FIRST_LOAD)
                self.assertLessEqual(len(shell), REQUESTS)

    def test_files_are_kept_and_pages_are_checked(self):
        page, sizes = self.load("/library")
        assets = [url for kind, url, _ in sizes if kind in ("stylesheet", "script", "font")]
        self.assertTrue(assets)
        for url in assets:
            answer = page.request.get(url)
            self.assertIn("immutable", answer.headers["cache-control"], url)
        again = []
        page.on("requestfinished", lambda request: again.append(request))
        page.goto(self.service.origin + "/spend")
        loaded = [request.url for request in again if request.resource_type in ("stylesheet", "script", "font")
                  and request.sizes()["responseBodySize"] > 0]
        self.assert_none(loaded, "loaded again")

    @short
    def test_the_status_is_small(self):
        page = self.page("/")
        size = page.evaluate("async () => (await (await fetch('/v1/status')).arrayBuffer()).byteLength")
        print_figure("status", f"{size:,} bytes")
        self.assertLessEqual(size, STATUS)

    def test_thousands_are_scrolled_with_few_nodes(self):
        page = self.page("/library?q=number", viewport={"width": 1280, "height": 800})
        cards = page.locator("[data-grid] [data-id]")
        expect(cards.first).to_be_visible()
        most_cards = most_nodes = seen = 0
        for _ in range(60):
            here, nodes, last = page.evaluate("""() => {
              const cards = document.querySelectorAll("[data-grid] [data-id]")
              return [cards.length, document.querySelectorAll("*").length, cards[cards.length - 1]?.dataset.id]
            }""")
            most_cards, most_nodes = max(most_cards, here), max(most_nodes, nodes)
            more = page.get_by_role("link", name=labels.LOAD_MORE).or_(
                page.get_by_role("button", name=labels.LOAD_MORE)).first
            if not more.is_visible():
                break
            # Pages are also appended by themselves, so that the link may vanish before it is pressed.
            more.dispatch_event("click")
            page.wait_for_function(
                """last => [...document.querySelectorAll('[data-grid] [data-id]')].at(-1)?.dataset.id !== last
                  || document.querySelector('[data-do=more]').hidden""", arg=last)
            seen += 1
        print_figure("scrolling 3,000", f"{seen} pages, at most {most_cards:,} cards and {most_nodes:,} elements alive")
        self.assertGreater(seen, 25)
        self.assertLessEqual(most_cards, CARDS)
        self.assertLessEqual(most_nodes, 1_200)
        # Scrolled back, the first ones are there again.
        page.keyboard.press("Control+Home")
        page.evaluate("() => scrollTo(0, 0)")
        expect(page.get_by_role("main").get_by_role("link", name="number 0", exact=False).first).to_be_visible()

    def test_figures(self):
        for path in ("/", "/library", "/jobs", "/new", "/spend"):
            page, _ = self.load(path)
            page.keyboard.press("Tab")
            page.get_by_role("main").click()
            page.wait_for_timeout(200)
            figures = self.figures(page)
            print_figure(f"{path}", f"LCP {figures['lcp']:.0f} ms, INP {figures['inp']:.0f} ms, CLS {figures['cls']:.3f}")

    def test_nothing_shifts(self):
        page, _ = self.load("/library")
        page.wait_for_timeout(300)
        self.assertLess(self.figures(page)["cls"], 0.1)

    def test_open_pages_cost_the_service_little(self):
        context = self.context()
        before = self.service.resident_kilobytes()
        for _ in range(20):
            page = context.new_page()
            page.goto(self.service.origin + "/library")
        print_figure("20 open pages", f"{self.service.resident_kilobytes() - before:,} KB more in the service")
