"""The base of all tests: a service for each class, a context of the browser for each page that is opened, and a watch for
what no page may ever do."""

import json
import os
import re
import unittest
from urllib.parse import urlsplit

import axe_playwright_python
from playwright.sync_api import expect, sync_playwright

from service import Failed, Service
from visitor import request

AXE = os.path.join(os.path.dirname(axe_playwright_python.__file__), "axe.min.js")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
CHROMIUM = os.environ.get("TEXTIFY_CHROMIUM", "/usr/bin/chromium-headless-shell")

expect.set_options(timeout=10_000)

# Keeps what a page reports of itself: violations of its policy, and how soon it was drawn and answered.
WATCH = """
addEventListener("securitypolicyviolation", event => {
  textifyViolation(`${event.effectiveDirective} blocked ${event.blockedURI} in ${event.sourceFile}:${event.lineNumber}`)
})
window.textifyFigures = { lcp: 0, inp: 0, cls: 0 }
const keep = (type, options, take) => new PerformanceObserver(list => list.getEntries().forEach(take))
  .observe({ type, buffered: true, ...options })
keep("largest-contentful-paint", {}, entry => { textifyFigures.lcp = entry.startTime })
keep("layout-shift", {}, entry => { if (!entry.hadRecentInput) textifyFigures.cls += entry.value })
keep("event", { durationThreshold: 16 }, entry => {
  if (entry.interactionId) textifyFigures.inp = Math.max(textifyFigures.inp, entry.duration)
})
"""


def short(test):
    """Marks a test as part of the short run."""
    test.is_short = True
    return test


class Chromium:
    """The browser, started when the first test needs it."""

    _playwright = _browser = None

    @classmethod
    def browser(cls):
        if cls._browser is None:
            cls._playwright = sync_playwright().start()
            # Root can't have Chromium's sandbox.
            arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
            cls._browser = cls._playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        return cls._browser

    @classmethod
    def stop(cls):
        if cls._browser:
            cls._browser.close()
            cls._playwright.stop()


class BrowserTest(unittest.TestCase):
    # Further lines of `[web]`, and further tables of the configuration.
    web = ""
    more = ""

    @classmethod
    def setUpClass(cls):
        cls.service = Service(cls.web, cls.more)
        cls.addClassCleanup(cls.service.remove)
        cls.install()
        cls.service.start()
        cls._session = None
        cls.prepare()

    @classmethod
    def install(cls):
        """Adds what has to be there when the service starts."""

    @classmethod
    def prepare(cls):
        """Adds what all tests of the class look at."""

    def setUp(self):
        self._findings = []
        self._scriptless = []
        self._expected = []
        self.foreign_origins = set()
        # An earlier test may have left it dead.
        if not self.service.is_running():
            self.service.start()

    def tearDown(self):
        unexpected = [line for line in self._findings if not any(re.search(word, line) for word in self._expected)]
        self.assert_none(unexpected, "the page did what no page may do")

    def assert_none(self, found, message):
        """Asserts that nothing was found; otherwise the message and what was found are the reason."""
        if found:
            self.fail("\n".join([f"{message}: {len(found)}", *map(str, found[:10])]))

    # Contexts and pages

    def context(self, logged_in=True, **options):
        """Opens a context that is closed after the test. `options` are those of Playwright's `new_context`."""
        context = Chromium.browser().new_context(**options)
        if not options.get("java_script_enabled", True):
            self._scriptless.append(context)
        self.addCleanup(context.close)
        context.set_default_timeout(10_000)
        context.expose_binding("textifyViolation", lambda _, text: self._findings.append(f"policy: {text}"))
        context.add_init_script(WATCH)
        context.on("console", self._hear)
        context.on("weberror", lambda error: self._findings.append(f"script: {error.error}"))
        context.on("request", self._check_host)
        context.on("dialog", self._refuse_dialog)
        if logged_in:
            context.add_cookies(self.session())
        return context

    def page(self, path="/", logged_in=True, **options):
        """Opens a page of the gallery in a context of its own."""
        page = self.context(logged_in, **options).new_page()
        return self.open(page, path)

    def open(self, page, path):
        page.goto(self.service.origin + path)
        return page

    @classmethod
    def session(cls):
        """The cookies of a browser that is logged in: the code is sent as the page's form does it."""
        if cls._session is None:
            code = urlsplit(cls.service.login_url()).fragment
            status, headers, _ = request(
                cls.service.port, "POST", cls.service.base + "login",
                {"Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin"}, f"code={code}".encode())
            if status != 303:
                raise Failed(f"signing in: {status}")
            name, value = headers["Set-Cookie"].split(";")[0].split("=", 1)
            cls._session = [{
                "name": name, "value": value, "domain": "127.0.0.1", "path": cls.service.base, "httpOnly": True,
                "sameSite": "Strict"}]
        return cls._session

    @classmethod
    def forget_session(cls):
        """Logs in anew for the next context."""
        cls._session = None

    # What no page may do

    def expect_console(self, *patterns):
        """Allows findings that match, in a test that provokes them."""
        self._expected += patterns

    def _hear(self, message):
        if message.type == "error":
            place = message.location.get("url", "")
            self._findings.append(f"console: {message.text} ({place})")

    def _refuse_dialog(self, dialog):
        self._findings.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def _check_host(self, request):
        address = urlsplit(request.url)
        if address.scheme in ("blob", "data", "about"):
            return
        origin = f"{address.scheme}://{address.netloc}"
        if origin != self.service.origin and origin not in self.foreign_origins:
            self._findings.append(f"request to another host: {request.url}")

    # What every page must do

    def axe(self, page, what=""):
        """Asserts that axe finds no violation of WCAG 2.2 AA."""
        # Without script its promise would never settle; the same page is checked with script.
        if page.context in self._scriptless:
            return
        # By the debugger's protocol: the pages' policy allows no script of others.
        debugger = page.context.new_cdp_session(page)
        with open(AXE, encoding="utf-8") as source:
            debugger.send("Runtime.evaluate", {"expression": source.read()})
        options = json.dumps({"runOnly": RULES, "resultTypes": ["violations"]})
        answer = debugger.send("Runtime.evaluate", {
            "expression": f"axe.run(document, {options})", "awaitPromise": True, "returnByValue": True})
        debugger.detach()
        self.assertNotIn("exceptionDetails", answer, "axe did not run")
        found = [
            f"{violation['id']}: {violation['help']}: " + "; ".join(
                node["html"][:160] + " " + ", ".join(check["message"] for check in node["any"][:1])
                for node in violation["nodes"][:3])
            for violation in answer["result"]["value"]["violations"]]
        self.assert_none(found, f"{page.url} {what} is not accessible")

    def assert_fits(self, page, what=""):
        """Asserts that the page doesn't scroll sideways."""
        wide = page.evaluate("""() => {
          const root = document.scrollingElement
          return root.scrollWidth > root.clientWidth ? [root.scrollWidth, root.clientWidth] : null
        }""")
        self.assertIsNone(wide, f"{page.url} {what} is wider than its window")

    def figures(self, page):
        """Returns how soon the page was drawn and answered, in milliseconds, and how much it shifted."""
        return page.evaluate("() => window.textifyFigures")


def print_figure(name, text):
    print(f"    {name}: {text}", flush=True)
