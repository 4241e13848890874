import re

from playwright.sync_api import expect

import labels
from browser import BrowserTest, short


class JobsTests(BrowserTest):
    more = '[budget]\nper_day = "0.05 USD"'

    def setUp(self):
        super().setUp()
        self.addCleanup(self.service.images.release)

    def row(self, page, text):
        return page.get_by_role("main").get_by_role("listitem").filter(has_text=text).first

    def state(self, page, text, word):
        expect(self.row(page, text).get_by_text(word, exact=True).first).to_be_visible()

    # Progress

    @short
    def test_progress_is_live(self):
        self.service.images.hold()
        job = self.service.submit("a slow tower", backend="press")
        self.service.wait(job, "submitting")
        page = self.page("/jobs")
        page.evaluate("() => { window.isSameDocument = true }")
        bar = self.row(page, "a slow tower").get_by_role("progressbar")
        for fraction in (0.4, 0.8):
            self.service.images.progress = fraction
            expect(bar).to_have_js_property("value", fraction)
        self.service.images.release()
        self.state(page, "a slow tower", "done")
        expect(bar).to_be_hidden()
        self.assertTrue(page.evaluate("() => window.isSameDocument ?? false"), "the page was loaded again")

    def test_new_jobs_appear_by_themselves(self):
        page = self.page("/jobs")
        expect(page.get_by_text(labels.LIVE).first).to_be_visible()
        self.service.images.hold()
        job = self.service.submit("a job that arrives late", backend="press")
        expect(self.row(page, "a job that arrives late")).to_be_visible()
        self.service.images.release()
        self.service.wait(job, "done")

    def test_what_needs_a_person_stays_when_other_jobs_arrive(self):
        self.service.drop("refused.txt", "")
        self.service.sync()
        self.service.images.fail("refused")
        self.service.wait(self.service.submit("a failed tower", backend="studio"), "failed")
        page = self.page("/jobs")
        expect(page.get_by_role("banner").get_by_text(labels.LIVE).first).to_be_visible()
        attention = page.get_by_role("main").get_by_role("list", name=labels.NEEDS_YOU)
        expect(attention.get_by_role("listitem")).to_have_count(2)
        self.service.make("a tower that needs nobody")
        expect(self.row(page, "a tower that needs nobody")).to_be_visible()
        expect(attention.get_by_role("listitem")).to_have_count(2)

    def test_a_job_has_a_page_with_its_history(self):
        job = self.service.make("a job with a history")
        page = self.page("/jobs")
        self.row(page, "a job with a history").get_by_role("link").first.click()
        expect(page).to_have_url(re.compile(f"/jobs/{job}"))
        main = page.get_by_role("main")
        for state in ("queued", "picture is there", "done"):
            expect(main.get_by_text(state, exact=True).first).to_be_visible()
        expect(main.get_by_role("link", name=re.compile("art", re.I)).first).to_be_visible()

    def test_jobs_can_be_filtered(self):
        for script in (True, False):
            with self.subTest(script=script):
                self.service.make(f"a finished tower {script}")
                page = self.page("/jobs?state=failed", java_script_enabled=script)
                expect(page.get_by_role("heading", name="Jobs", level=1)).to_be_visible()
                expect(page.get_by_text(f"a finished tower {script}")).to_have_count(0)

    # Acts

    def check_cancel(self, script, prompt):
        self.service.images.hold()
        job = self.service.submit(prompt, backend="press")
        self.service.wait(job, "submitting")
        page = self.page("/jobs", java_script_enabled=script)
        self.row(page, prompt).get_by_role("button", name=labels.CANCEL).click()
        self.service.wait(job, "cancelled")
        if not script:
            page.reload()
        self.state(page, prompt, "cancelled")
        expect(self.row(page, prompt).get_by_role("button", name=labels.CANCEL)).to_be_hidden()

    @short
    def test_cancel(self):
        self.check_cancel(True, "a cancelled tower")

    def test_cancel_without_script(self):
        self.check_cancel(False, "another cancelled tower")

    def test_only_acts_that_make_sense_are_offered(self):
        self.service.make("a finished tower")
        page = self.page("/jobs")
        row = self.row(page, "a finished tower")
        expect(row).to_be_visible()
        for act in (labels.CANCEL, labels.APPROVE, labels.RETRY):
            expect(row.get_by_role("button", name=act)).to_have_count(0)


class PaidJobsTests(BrowserTest):
    """Money: each class has its own service, so that nobody else has used the budget up."""

    more = '[budget]\nper_day = "0.03 USD"'

    def row(self, page, text):
        return page.get_by_role("main").get_by_role("listitem").filter(has_text=text).first

    @short
    def test_a_held_job_is_approved(self):
        # One fits into the budget.
        self.service.make("a tower within the budget", backend="studio")
        held = self.service.submit("a tower beyond the budget", backend="studio")
        self.service.wait(held, "held")
        page = self.page("/jobs")
        row = self.row(page, "a tower beyond the budget")
        expect(row.get_by_text(re.compile("budget", re.I)).nth(0)).to_be_visible()
        row.get_by_role("button", name=labels.APPROVE).click()
        self.service.wait(held, "done")
        expect(row.get_by_text("done", exact=True).first).to_be_visible()


class UnknownJob:
    """A job whose answer was lost. Each class below has one test and a service of its own, because a backend that loses
    answers again and again is left alone for minutes."""

    def setUp(self):
        super().setUp()
        self.service.images.fail("lost")
        self.prompt = f"a lost tower of {self.id()}"
        self.unknown = self.service.submit(self.prompt, backend="studio")
        self.service.wait(self.unknown, "unknown")
        self.calls = len(self.service.images.calls)

    def retry(self, page):
        row = page.get_by_role("main").get_by_role("listitem").filter(has_text=self.prompt).first
        row.get_by_role("link", name=labels.RETRY).or_(row.get_by_role("button", name=labels.RETRY)).first.click()
        expect(page.get_by_role("main").get_by_text(labels.PAY_TWICE).first).to_be_visible()

    def check(self, script):
        page = self.page("/jobs", java_script_enabled=script)
        self.retry(page)
        # Nothing is bought by asking.
        self.assertEqual(len(self.service.images.calls), self.calls)
        if script:
            self.axe(page)
        page.get_by_role("main").get_by_role("button", name=labels.CONFIRM_RETRY).first.click()
        self.service.wait(self.unknown, "done")
        self.assertEqual(len(self.service.images.calls), self.calls + 1)


class RetryTests(UnknownJob, BrowserTest):
    def test_retry_asks_whether_to_pay_twice(self):
        self.check(True)


class RetryWithoutScriptTests(UnknownJob, BrowserTest):
    def test_retry_asks_without_script(self):
        self.check(False)


class SecondThoughtsTests(UnknownJob, BrowserTest):
    def test_one_can_think_better_of_it(self):
        page = self.page("/jobs")
        self.retry(page)
        page.go_back()
        expect(page.get_by_role("heading", name="Jobs", level=1)).to_be_visible()
        self.assertEqual(self.service.job(self.unknown)["state"], "unknown")
        self.assertEqual(len(self.service.images.calls), self.calls)
