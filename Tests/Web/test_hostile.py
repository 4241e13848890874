"""Prompts, names and files of people who mean harm."""

from urllib.parse import quote

from playwright.sync_api import expect

import labels
import pictures
from browser import BrowserTest, short

MARKUP = (
    "</title><script>window.owned = 1</script><img src=x onerror='window.owned = 2'><svg onload=window.owned=3>"
    "\"' onfocus=window.owned=4 autofocus x=' & &lt;b&gt; {{7*7}} ${7*7} </textarea></template></script><!--")
PROMPTS = {
    "markup": MARKUP,
    "bidirectional": "invoice \u202egnp.exe\u202c \u2066inside\u2069 \u061c end",
    "separators": "line\u2028separator\u2029and paragraph",
    "invisible": "a\u200bb\ufeffc\u00add" + "e\u0301" * 3,
    "combining": "Z" + "\u0351" * 300 + "algo",
    "emoji": "👩‍👩‍👧‍👦 🏳️‍🌈 " * 5,
    "long": "long " * 2_000,
    "one word": "w" * 10_000,
    "script end": "</script><script>window.owned=5</script>",
    "address": "javascript:window.owned=6//",
}


class HostilePromptTests(BrowserTest):
    more = "[limits]\nprompt_characters = 20000"

    @classmethod
    def prepare(cls):
        service = cls.service
        cls.jobs = {name: service.submit(prompt, tags=["hostile"]) for name, prompt in PROMPTS.items()}
        for job in cls.jobs.values():
            service.wait(job, "done", "failed")
        # A name may have any bytes.
        for number, name in enumerate([b"\x1b[31mred\x1b]0;title\x07.png", b"<img src=x onerror=owned=7>.png", b"\xff\xfe.png"]):
            made = service.root / f"picture-{number}"
            made.write_bytes(pictures.gradient(32, 32, number))
            made.rename(service.inbox / name.decode(errors="surrogateescape"))
        service.drop("empty<b>.txt", "")
        service.sync()
        # Also where they are not done yet.
        service.images.hold()
        cls.open_job = service.submit(MARKUP, backend="press")
        service.wait(cls.open_job, "submitting")
        artwork = cls.jobs["markup"]
        service.api("POST", "/v1/artworks/change", {"ids": [artwork], "add_tags": ["<script>owned=8</script>", "\"'><b>"]})

    def check(self, page, path):
        with self.subTest(path=path):
            answer = self.open(page, path) and page.evaluate("() => document.contentType")
            self.assertEqual(answer, "text/html")
            expect(page.get_by_role("main")).to_be_visible()
            self.assertIsNone(page.evaluate("() => window.owned ?? null"), "a prompt became script")
            self.assertEqual(page.locator("img[onerror], svg[onload], [onfocus], main script").count(), 0)
            self.assert_fits(page)
            self.assertNotIn("\x1b", page.content())

    @short
    def test_markup_stays_text(self):
        page = self.context().new_page()
        self.check(page, "/library")
        expect(page.get_by_role("link", name=MARKUP[:40]).first).to_be_visible()
        self.check(page, f"/artworks/{self.jobs['markup']}")
        expect(page.get_by_role("heading", level=1)).to_contain_text("<script>window.owned = 1</script>")
        self.check(page, f"/jobs/{self.open_job}")

    def test_every_prompt_on_every_page(self):
        paths = ["/", "/jobs", "/library", "/library?q=tag:hostile", "/show?tag=hostile", f"/jobs/{self.open_job}"]
        for job in self.jobs.values():
            paths += [f"/artworks/{job}", f"/jobs/{job}", f"/new?from={job}"]
        for options in ({"viewport": {"width": 1280, "height": 800}}, {"viewport": {"width": 320, "height": 640}}):
            page = self.context(**options).new_page()
            for path in paths:
                self.check(page, path)

    def test_hostile_searches(self):
        self.expect_console("status of 4", "Blocked script execution")
        page = self.context().new_page()
        for text in (MARKUP, "\"><script>owned=9</script>", "\x00", "%", "'; DROP TABLE artworks; --", "(" * 200, "w" * 4_000):
            self.check(page, "/library?q=" + quote(text))
        for query in ("q=%FF%FE", "q=%", "q", "q=a&q=b", "after=%00", "after=../../x", "q=a&after=<b>"):
            with self.subTest(query=query):
                answer = page.goto(f"{self.service.origin}/library?{query}")
                self.assertLess(answer.status, 500)

    def test_pages_are_exact_with_direction_marks(self):
        """Text of one direction must not turn what is around it."""
        page = self.page("/library?q=tag:hostile")
        for title in page.locator("[data-field=title]").all():
            self.assertEqual(title.get_attribute("dir"), "auto")

    def test_new_rows_are_text_too(self):
        """What comes by events and templates is no markup either."""
        page = self.page("/jobs")
        expect(page.get_by_role("banner").get_by_text(labels.LIVE).first).to_be_visible()
        job = self.service.submit(MARKUP + " late", backend="press")
        expect(page.locator(f"[data-job='{job}']")).to_contain_text("<script>window.owned = 1</script>")
        self.assertIsNone(page.evaluate("() => window.owned ?? null"))

    def test_pictures_of_others_run_nothing(self):
        """Even opened by themselves, pictures and outputs are content of somebody else."""
        artwork = self.jobs["markup"]
        for path in ("picture", "thumbnail", "text.svg", "text.html", "text.txt", "text.json", "text.matrix"):
            with self.subTest(path=path):
                page = self.page("/library")
                answer = page.context.request.get(
                    f"{self.service.origin}/v1/artworks/{artwork}/{path}", headers={"Sec-Fetch-Site": "same-origin"})
                self.assertEqual(answer.status, 200)
                policy = answer.headers["content-security-policy"]
                self.assertIn("sandbox", policy)
                self.assertIn("default-src 'none'", policy)
                self.assertNotIn("allow-scripts", policy)
                self.assertEqual(answer.headers["x-content-type-options"], "nosniff")
