"""Pages that stay open: several tabs, a service that stops and starts, and many events."""

import json
import re
import time
from datetime import datetime, timezone

from playwright.sync_api import expect

import labels
from browser import BrowserTest, print_figure, short
from service import until


class TabTests(BrowserTest):
    def setUp(self):
        super().setUp()
        self.addCleanup(self.service.images.release)

    def streams(self, context):
        """Counts the streams of events that are open at the same time."""
        open_streams = set()
        context.on("request", lambda request: "/v1/events" in request.url and open_streams.add(request))
        for event in ("requestfinished", "requestfailed"):
            context.on(event, lambda request: open_streams.discard(request))
        return open_streams

    def live(self, page):
        expect(page.get_by_text(labels.LIVE).first).to_be_visible()

    def test_a_change_in_one_tab_is_seen_in_the_other(self):
        self.service.images.hold()
        job = self.service.submit("a tower in two tabs", backend="press")
        self.service.wait(job, "submitting")
        context = self.context()
        first, second = (self.open(context.new_page(), "/jobs") for _ in range(2))
        self.live(second)
        row = first.get_by_role("main").get_by_role("listitem").filter(has_text="a tower in two tabs").first
        row.get_by_role("button", name=labels.CANCEL).click()
        other = second.get_by_role("main").get_by_role("listitem").filter(has_text="a tower in two tabs").first
        expect(other.get_by_text("cancelled", exact=True).first).to_be_visible()

    def test_another_tab_takes_over(self):
        context = self.context()
        first, second = (self.open(context.new_page(), "/jobs") for _ in range(2))
        self.live(first)
        self.live(second)
        first.close()
        self.service.make("a tower after the first tab")
        expect(second.get_by_role("main").get_by_text("a tower after the first tab").first).to_be_visible()

    def test_seven_tabs_share_one_stream(self):
        """HTTP/1.1 allows six connections for all tabs: with a stream each, the seventh would hang."""
        context = self.context()
        streams = self.streams(context)
        pages = [self.open(context.new_page(), path) for path in ["/", "/jobs", "/library", "/spend", "/jobs", "/", "/library"]]
        for page in pages:
            self.live(page)
        self.assertLessEqual(len(streams), 1)
        status = pages[-1].evaluate("async () => (await fetch('/v1/status')).status")
        self.assertEqual(status, 200)
        self.service.make("a tower in seven tabs")
        for page in (pages[1], pages[4]):
            expect(page.get_by_role("main").get_by_text("a tower in seven tabs").first).to_be_visible()
        self.assertLessEqual(len(streams), 1)

    def test_nothing_is_missed_between_a_page_and_its_stream(self):
        context = self.context()
        waiting = []
        context.route(re.compile("/v1/events"), lambda route: waiting.append(route))
        page = self.open(context.new_page(), "/jobs")
        until(lambda: page.wait_for_timeout(20) or waiting, "the page asks for events")
        self.service.make("a tower in between")
        for route in waiting:
            route.continue_()
        context.unroute(re.compile("/v1/events"))
        expect(page.get_by_role("main").get_by_text("a tower in between").first).to_be_visible()

    def test_it_is_live_without_locks(self):
        context = self.context()
        context.add_init_script("delete Navigator.prototype.locks")
        page = self.open(context.new_page(), "/jobs")
        self.service.make("a tower without locks")
        expect(page.get_by_role("main").get_by_text("a tower without locks").first).to_be_visible(timeout=15_000)


class RestartTests(BrowserTest):
    def setUp(self):
        super().setUp()
        self.expect_console("ERR_CONNECTION_REFUSED", "ERR_INCOMPLETE_CHUNKED", "ERR_EMPTY", "ERR_CONNECTION_RESET",
                            "Failed to load resource", "ERR_NETWORK", "ERR_FAILED", "status of 503")

    @short
    def test_an_open_page_says_that_the_service_is_gone_and_comes_back(self):
        page = self.page("/jobs")
        age = page.get_by_role("banner")
        expect(age.get_by_text(labels.LIVE).first).to_be_visible()
        self.service.kill()
        expect(age.get_by_text(labels.CONNECTION_LOST).first).to_be_visible()
        self.service.start()
        expect(age.get_by_text(labels.LIVE).first).to_be_visible(timeout=20_000)
        self.service.make("a tower after the restart")
        expect(page.get_by_role("main").get_by_text("a tower after the restart").first).to_be_visible()

    def test_what_was_missed_is_caught_up(self):
        page = self.page("/jobs")
        expect(page.get_by_role("banner").get_by_text(labels.LIVE).first).to_be_visible()
        self.service.stop()
        self.service.start()
        # Before the page is connected again.
        self.service.make("a tower that was missed")
        expect(page.get_by_role("main").get_by_text("a tower that was missed").first).to_be_visible(timeout=20_000)

    def test_typed_text_survives_a_restart(self):
        page = self.page("/new")
        page.get_by_label(labels.PROMPT).fill("typed before the restart")
        self.service.restart()
        page.get_by_role("button", name=labels.GENERATE).click()
        expect(page.get_by_role("main").get_by_text("typed before the restart").first).to_be_visible()

    def test_a_press_while_the_service_is_gone_is_not_lost_in_silence(self):
        self.service.images.hold()
        self.addCleanup(self.service.images.release)
        job = self.service.submit("a tower to cancel", backend="press")
        self.service.wait(job, "submitting")
        page = self.page("/jobs")
        row = page.get_by_role("main").get_by_role("listitem").filter(has_text="a tower to cancel").first
        expect(row).to_be_visible()
        self.service.kill()
        row.get_by_role("button", name=labels.CANCEL).click()
        # Said by the page or by the browser, but never taken for done.
        expect(row.get_by_text("cancelled", exact=True)).to_have_count(0)
        self.service.start()

    def test_an_expired_session_says_so_on_an_open_page(self):
        self.expect_console("status of 40")
        page = self.page("/jobs")
        expect(page.get_by_role("banner").get_by_text(labels.LIVE).first).to_be_visible()
        self.service.textify("web", "--log-out")
        type(self).forget_session()
        self.service.restart()
        expect(page.get_by_text(labels.SIGN_IN).first).to_be_visible(timeout=20_000)


class ManyEventsTests(BrowserTest):
    jobs = 50
    events = 5_000

    @classmethod
    def prepare(cls):
        cls.service.images.hold()
        cls.ids = [cls.service.submit(f"a busy tower {number}", backend="press") for number in range(cls.jobs)]

    def stream(self):
        """Progress of all jobs again and again."""
        at = datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.000Z")
        lines = ["retry: 600000\n"]
        for number in range(self.events):
            event = {
                "at": at, "code": "job_progress", "level": "debug", "detail": "progress", "job": self.ids[number % self.jobs],
                "state": "submitting", "progress": {"fraction": round(number / self.events, 4)}}
            # Only what is running has progress.
            if number < self.jobs:
                event["code"] = "job_submitting"
            lines.append(f"id: 1-{number + 1}\nevent: {event['code']}\ndata: {json.dumps(event)}\n")
        return "\n".join(lines) + "\n"

    def test_five_thousand_events_in_a_second(self):
        context = self.context()
        answers = []

        def answer(route):
            # Once: a stream that ends is opened again.
            if answers:
                return route.abort()
            answers.append(time.monotonic())
            route.fulfill(status=200, content_type="text/event-stream", body=self.stream())

        self.expect_console("ERR_FAILED", "Failed to load resource")
        context.route(re.compile("/v1/events"), answer)
        page = context.new_page()
        page.add_init_script("""
          window.longest = 0
          new PerformanceObserver(list => list.getEntries().forEach(task => {
            longest = Math.max(longest, task.duration)
          })).observe({ type: "longtask", buffered: true })""")
        self.open(page, "/jobs")
        row = page.get_by_role("main").get_by_role("listitem").filter(has_text="a busy tower 49").first
        last = round((self.events - self.jobs + 49) / self.events, 4)
        expect(row.get_by_role("progressbar")).to_have_js_property("value", last)
        print_figure("5,000 events", f"shown after {time.monotonic() - answers[0]:.2f} s, "
                     f"longest task {page.evaluate('() => longest'):.0f} ms")
        # As many rows as jobs, however many events.
        rows = page.get_by_role("main").get_by_role("listitem").filter(has_text="a busy tower")
        self.assertEqual(rows.count(), self.jobs)
        # The page still answers.
        page.get_by_role("navigation", name=labels.NAVIGATION).get_by_role("link", name="Library").click()
        expect(page.get_by_role("heading", name="Library", level=1)).to_be_visible()

    def test_a_reset_reads_again(self):
        for code in ("reset", "dropped"):
            with self.subTest(code=code):
                context = self.context()
                read = []
                context.route(re.compile("/v1/events"), lambda route: route.fulfill(
                    status=200, content_type="text/event-stream",
                    body=f"retry: 600000\n\nid: 2-1\nevent: {code}\ndata: {{\"missed\": 7}}\n\n"))
                context.on("request", lambda request: "/v1/jobs" in request.url and read.append(request.url))
                page = self.open(context.new_page(), "/jobs")
                expect(page.get_by_role("heading", name="Jobs", level=1)).to_be_visible()
                # Events of the browser are handled while the page waits.
                until(lambda: page.wait_for_timeout(20) or read, "the jobs are read again")
