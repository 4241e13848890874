import time
from urllib.parse import urlsplit

from playwright.sync_api import expect

import labels
from browser import BrowserTest, short
from visitor import cookie_header, request


class LoginTests(BrowserTest):
    def log_in(self, page, address=None):
        page.goto(address or self.service.login_url())
        expect(page.get_by_role("heading", name="Home", level=1)).to_be_visible()

    @short
    def test_an_address_signs_in_once(self):
        address = self.service.login_url()
        page = self.context(logged_in=False).new_page()
        self.log_in(page, address)
        self.assertNotIn(urlsplit(address).fragment, page.url)

        self.expect_console("status of 40")
        other = self.context(logged_in=False).new_page()
        other.goto(address)
        expect(other.get_by_role("main").get_by_text(labels.LOGIN_REFUSED).first).to_be_visible()
        self.assertEqual(other.context.cookies(), [cookie for cookie in other.context.cookies() if not is_session(cookie)])

    @short
    def test_the_cookie_is_out_of_reach(self):
        page = self.context(logged_in=False).new_page()
        self.log_in(page)
        cookies = [cookie for cookie in page.context.cookies() if is_session(cookie)]
        self.assertEqual(len(cookies), 1, page.context.cookies())
        cookie = cookies[0]
        # All ports of a host share their cookies.
        self.assertIn(str(self.service.port), cookie["name"])
        self.assertTrue(cookie["httpOnly"])
        self.assertEqual(cookie["sameSite"], "Strict")
        self.assertEqual(cookie["path"], "/")
        self.assertNotIn(cookie["value"], page.evaluate("() => document.cookie"))

    @short
    def test_nothing_is_shown_before_signing_in(self):
        self.service.make("a very secret lighthouse")
        for path in [*labels.PAGES, "/show", "/latest", "/v1/status", "/v1/artworks", "/v1/events"]:
            status, headers, body = request(self.service.port, "GET", path)
            self.assertNotIn(b"secret lighthouse", body, path)
            self.assertIn(status, (200, 302, 303, 307, 401, 403), path)
            if path.startswith("/v1/"):
                self.assertIn(status, (401, 403), path)

    def test_without_a_session_the_page_says_how_to_sign_in(self):
        self.expect_console("status of 40")
        page = self.page("/library", logged_in=False)
        expect(page.get_by_role("main").get_by_text(labels.SIGN_IN).first).to_be_visible()
        self.axe(page)

    @short
    def test_signing_out_ends_the_session(self):
        page = self.context(logged_in=False).new_page()
        self.log_in(page)
        before = cookie_header(page.context.cookies())
        page.get_by_text(labels.MORE).first.click()
        page.get_by_role("button", name=labels.SIGN_OUT).click()
        expect(page.get_by_role("main").get_by_text(labels.SIGN_IN).first).to_be_visible()
        # The old cookie is worth nothing, also for somebody who has copied it.
        status, _, _ = request(self.service.port, "GET", "/v1/status", {"Cookie": before})
        self.assertIn(status, (401, 403))

    def test_an_address_expires(self):
        address = self.service.login_url()
        # The life of an address is a minute, and nothing can be observed before it is over.
        time.sleep(61)
        self.expect_console("status of 40")
        page = self.context(logged_in=False).new_page()
        page.goto(address)
        expect(page.get_by_role("main").get_by_text(labels.LOGIN_REFUSED).first).to_be_visible()
        self.assertFalse([cookie for cookie in page.context.cookies() if is_session(cookie)])

    def test_all_browsers_can_be_signed_out(self):
        page = self.context(logged_in=False).new_page()
        self.log_in(page)
        self.service.textify("web", "--log-out")
        type(self).forget_session()
        self.expect_console("status of 40")
        page.goto(self.service.origin + "/library")
        expect(page.get_by_role("main").get_by_text(labels.SIGN_IN).first).to_be_visible()

    @short
    def test_a_planted_cookie_is_not_adopted(self):
        """Session fixation: a cookie that somebody else knows must not become that of the session."""
        context = self.context(logged_in=False)
        name = next(cookie["name"] for cookie in self.session() if is_session(cookie))
        planted = "A" * 43
        context.add_cookies([{"name": name, "value": planted, "url": self.service.origin}])
        page = context.new_page()
        self.log_in(page)
        values = {cookie["value"] for cookie in context.cookies() if cookie["name"] == name}
        self.assertNotIn(planted, values)
        status, _, _ = request(self.service.port, "GET", "/v1/status", {"Cookie": f"{name}={planted}"})
        self.assertIn(status, (401, 403))

    def test_each_sign_in_has_its_own_value(self):
        values = set()
        for _ in range(3):
            page = self.context(logged_in=False).new_page()
            self.log_in(page)
            values |= {cookie["value"] for cookie in page.context.cookies() if is_session(cookie)}
        self.assertEqual(len(values), 3)
        self.assertTrue(all(len(value) >= 32 for value in values))

    @short
    def test_no_secret_is_logged(self):
        address = self.service.login_url()
        page = self.context(logged_in=False).new_page()
        self.log_in(page, address)
        secrets = [urlsplit(address).fragment] + [
            cookie["value"] for cookie in page.context.cookies() if is_session(cookie)]
        log = self.service.log()
        for secret in secrets:
            self.assertGreater(len(secret), 20)
            self.assertNotIn(secret, log)

    def test_a_session_survives_a_restart(self):
        page = self.context(logged_in=False).new_page()
        self.log_in(page)
        self.service.restart()
        page.goto(self.service.origin + "/library")
        expect(page.get_by_role("heading", name="Library", level=1)).to_be_visible()

    def test_the_oldest_of_many_sessions_ends(self):
        first = self.context(logged_in=False).new_page()
        self.log_in(first)
        cookie = cookie_header(first.context.cookies())
        for _ in range(25):
            page = self.context(logged_in=False).new_page()
            self.log_in(page)
            page.context.close()
        type(self).forget_session()
        status, _, _ = request(self.service.port, "GET", "/v1/status", {"Cookie": cookie})
        self.assertIn(status, (401, 403))


class TokenTests(BrowserTest):
    """Signing in with the long token, where `textify web` can't be run."""

    web = 'token_file = "web.token"'
    token = "f" * 64

    @classmethod
    def install(cls):
        cls.service.write_private("web.token", cls.token + "\n")

    def form(self, page):
        return page.get_by_role("main").get_by_label(labels.TOKEN)

    def setUp(self):
        super().setUp()
        # Wrong tokens of one test are wrong tokens of the next for a minute.
        self.addCleanup(self.service.restart)

    def test_the_token_signs_in(self):
        self.expect_console("status of 4")
        for script in (True, False):
            with self.subTest(script=script):
                page = self.page("/login", logged_in=False, java_script_enabled=script)
                self.form(page).fill(self.token)
                self.form(page).press("Enter")
                expect(page.get_by_role("heading", name="Home", level=1)).to_be_visible()
                self.assertNotIn(self.token, page.url)

    def test_guessing_is_stopped(self):
        self.expect_console("status of 4")
        page = self.page("/login", logged_in=False)
        for guess in range(7):
            self.form(page).fill(f"guess-{guess}-0123456789")
            self.form(page).press("Enter")
            expect(page.get_by_role("main").get_by_role("alert")).to_be_visible()
        # Not even the right one is tried now.
        self.form(page).fill(self.token)
        self.form(page).press("Enter")
        expect(page.get_by_role("heading", name="Home", level=1)).to_have_count(0)
        self.assertNotIn(self.token, self.service.log())


def is_session(cookie):
    return cookie["httpOnly"]
