"""What somebody else's page, or somebody on this machine, could try."""

import re
from urllib.parse import quote

from playwright.sync_api import expect

import labels
from browser import BrowserTest, short
from visitor import ForeignSite, cookie_header, request, send

FORM = "application/x-www-form-urlencoded"


class AttackTests(BrowserTest):
    @classmethod
    def prepare(cls):
        cls.artwork = cls.service.make("a lighthouse under attack")

    @property
    def port(self):
        return self.service.port

    def cookie(self):
        return {"Cookie": cookie_header(self.session())}

    def jobs(self):
        return self.service.api("GET", "/v1/jobs?limit=200")["jobs"]

    # Hosts

    @short
    def test_a_foreign_host_is_refused(self):
        """DNS rebinding: a name of somebody else's that points to this machine."""
        for host in ("evil.example", f"evil.example:{self.port}", "127.0.0.1.evil.example", f"localhost.evil.example:{self.port}",
                     "", "[::1", "127.0.0.1:99999999", f"127.0.0.1:{self.port}@evil.example", "textifyd", "a b"):
            for path in ("/", "/library", "/login", "/v1/status", "/assets/app.css"):
                with self.subTest(host=host, path=path):
                    status, _, body = request(self.port, "GET", path, self.cookie() | {"Host": host})
                    self.assertIn(status, (400, 403))
                    self.assertNotIn(b"lighthouse", body)

    @short
    def test_own_hosts_are_served(self):
        for host in (f"127.0.0.1:{self.port}", f"localhost:{self.port}", f"LOCALHOST:{self.port}"):
            status, _, _ = request(self.port, "GET", "/library", self.cookie() | {"Host": host})
            self.assertEqual(status, 200, host)

    # Requests of other pages

    def forged(self, **headers):
        return self.cookie() | {"Content-Type": FORM} | {name.replace("_", "-"): value for name, value in headers.items()}

    @short
    def test_requests_of_other_pages_are_refused(self):
        own = self.service.origin
        before = len(self.jobs())
        cases = {
            "another site": {"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"},
            "another port": {"Origin": "http://127.0.0.1:1", "Sec-Fetch-Site": "same-site"},
            "an old browser": {"Origin": "http://127.0.0.1:1"},
            "no origin": {},
            "an opaque origin": {"Origin": "null"},
            "a name like ours": {"Origin": own + ".evil.example"},
            "a lie": {"Origin": own, "Sec-Fetch-Site": "cross-site"},
        }
        for name, headers in cases.items():
            for path, body in (
                    ("/new", b"prompt=forged"), ("/library/change", f"id={self.artwork}&act=trash".encode()),
                    ("/logout", b""), ("/settings/check", b"lines=x"), (f"/jobs/{self.artwork}/act", b"act=redeliver")):
                with self.subTest(case=name, path=path):
                    status, _, _ = request(self.port, "POST", path, self.cookie() | {"Content-Type": FORM} | headers, body)
                    self.assertEqual(status, 403)
            with self.subTest(case=name, path="/v1/jobs"):
                status, _, _ = request(
                    self.port, "POST", "/v1/jobs", self.cookie() | {"Content-Type": "text/plain"} | headers,
                    b'{"prompt": "forged"}')
                self.assertEqual(status, 403)
        self.assertEqual(len(self.jobs()), before)
        self.assertEqual(self.service.artworks("is:trashed"), [])
        # The session is still there.
        status, _, _ = request(self.port, "GET", "/library", self.cookie())
        self.assertEqual(status, 200)

    @short
    def test_a_page_on_another_port_has_no_power(self):
        """All ports of a host are one site, so that the browser sends the cookie along."""
        before = len(self.jobs())
        site = ForeignSite(f"""<!doctype html><title>evil</title>
            <form id="form" method="post" action="{self.service.origin}/new"><input name="prompt" value="forged"></form>
            <form id="many" method="post" enctype="multipart/form-data" action="{self.service.origin}/new">
            <input name="prompt" value="forged"></form>
            <form id="plain" method="post" enctype="text/plain" action="{self.service.origin}/v1/jobs">
            <input name='{{"prompt": "forged", "x": "' value='"}}'></form>""")
        self.addCleanup(site.stop)
        self.foreign_origins.add(site.origin)
        self.expect_console("status of 40", "Failed to load", "blocked by CORS", "Cross-Origin", "ERR_",
                            "Blocked script execution")
        context = self.context()
        for form in ("form", "many", "plain"):
            with self.subTest(form=form):
                page = context.new_page()
                page.goto(site.origin)
                with page.expect_navigation() as navigation:
                    page.evaluate("id => document.getElementById(id).submit()", form)
                self.assertEqual(navigation.value.status, 403)
        page = context.new_page()
        page.goto(site.origin)
        found = page.evaluate("""async origin => {
          const found = []
          for (const [path, options] of [
            ["/v1/jobs", { method: "POST", body: '{"prompt": "forged"}' }],
            ["/v1/jobs", { method: "POST", body: '{"prompt": "forged"}', headers: { "Content-Type": "application/json" } }],
            ["/v1/status", {}], ["/library", {}], ["/v1/events", {}]]) {
            try {
              const answer = await fetch(origin + path, { credentials: "include", ...options })
              found.push(await answer.text())
            } catch { }
            await fetch(origin + path, { credentials: "include", mode: "no-cors", method: options.method, body: options.body })
              .catch(() => null)
          }
          return found
        }""", self.service.origin)
        self.assert_none(found, "another page can read the gallery")
        self.assertEqual(len(self.jobs()), before)

    @short
    def test_it_can_not_be_framed(self):
        site = ForeignSite(
            f"<!doctype html><title>evil</title><iframe src='{self.service.origin}/library' name='victim'></iframe>")
        self.addCleanup(site.stop)
        self.foreign_origins.add(site.origin)
        self.expect_console("frame-ancestors", "X-Frame-Options", "refused to connect", "ERR_BLOCKED")
        page = self.context().new_page()
        page.goto(site.origin)
        frame = page.frame("victim")
        self.assertFalse(frame is not None and frame.get_by_role("main").count(), "the gallery is in a frame")

    def test_pictures_are_not_for_other_pages(self):
        site = ForeignSite(f"""<!doctype html><title>evil</title>
            <img src="{self.service.origin}/v1/artworks/{self.artwork}/thumbnail">""")
        self.addCleanup(site.stop)
        self.foreign_origins.add(site.origin)
        self.expect_console("status of 40", "ERR_BLOCKED", "Cross-Origin")
        page = self.context().new_page()
        page.goto(site.origin)
        self.assertEqual(page.evaluate("() => document.images[0].naturalWidth"), 0)

    def test_an_opened_page_can_not_be_reached(self):
        """With its own opener policy, a page that opens the gallery has no hold of its window."""
        site = ForeignSite("<!doctype html><title>evil</title>")
        self.addCleanup(site.stop)
        self.foreign_origins.add(site.origin)
        page = self.context().new_page()
        page.goto(site.origin)
        with page.expect_popup() as popup:
            page.evaluate("address => { window.victim = open(address) }", self.service.origin + "/library")
        popup.value.wait_for_load_state()
        self.assertEqual(popup.value.evaluate("() => window.opener"), None)

    # Paths

    @short
    def test_paths_lead_nowhere(self):
        for path in (
                "/../textifyd.toml", "/%2e%2e/textifyd.toml", "/assets/../../textifyd.toml", "/assets/%2e%2e/%2e%2e/textifyd.toml",
                "/assets/..%2f..%2ftextifyd.toml", "/assets/..%5c..%5ctextifyd.toml", "//etc/passwd", "/assets//etc/passwd",
                "/artworks/..", "/artworks/%2e%2e%2f%2e%2e", "/artworks/%00", "/artworks/%0d%0aX-Evil:%201", "/jobs/%ff",
                "/artworks/" + "a" * 5_000, "/%", "/%zz", "/library/../../studio.key", "/v1/../studio.key", "/;/library",
                "/v1/artworks/../jobs", "/\\..\\textifyd.toml", "/assets/.", "/assets/", "/artworks/?id=../..",
                "/state/textifyd.db"):
            with self.subTest(path=path):
                status, headers, body = request(self.port, "GET", path, self.cookie())
                self.assertIn(status, (301, 302, 303, 307, 308, 400, 403, 404, 405, 414), body[:200])
                self.assertNotIn("X-Evil", headers)
                for secret in (b"sk-test-key", b"[backends.studio]", b"root:", b"SQLite"):
                    self.assertNotIn(secret, body)

    def test_redirects_stay_here(self):
        """What a form or an address says of where to go is never another site."""
        for place in ("https://evil.example/", "//evil.example/", "/\\evil.example/", "\\\\evil.example", "javascript:alert(1)",
                      "/%0d%0aSet-Cookie: x=1", "/\t/evil.example", " //evil.example", "///evil.example"):
            with self.subTest(place=place):
                headers = self.forged(Sec_Fetch_Site="same-origin")
                status, answer, _ = request(
                    self.port, "POST", "/preferences", headers, f"scheme=dark&back={quote(place)}".encode())
                # Browsers leave out tabs and line ends, and read \ as /.
                target = re.sub(r"[\t\r\n]", "", answer.get("Location", "/")).strip()
                self.assertTrue(target.startswith("/") and not target.startswith("//") and "\\" not in target, target)
                status, _, body = request(self.port, "GET", f"/login?next={quote(place)}")
                self.assertNotIn(b'href="https://evil', body)
                self.assertNotRegex(body, rb'href="/[\t\r\n/\\]+evil')
                self.assertNotIn(b'href="javascript', body)

    def test_the_service_survives_nonsense(self):
        host = f"Host: 127.0.0.1:{self.port}\r\n".encode()
        for text in (
                b"", b"\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n" + host + b"\r\n", b"\x16\x03\x01\x00\xa5",
                b"GET / HTTP/1.1\r\n" + host + b"Cookie: =\r\n\r\n", b"GET / HTTP/1.1\r\n" + host + b"Cookie: ==; ;=a; a\r\n\r\n",
                b"GET / HTTP/1.1\r\n" + host + b"Cookie: " + b"a=b; " * 1_500 + b"\r\n\r\n",
                b"GET / HTTP/1.1\r\n" + host + b"Accept-Language: ;q=,,ko;q=x\r\n\r\n",
                b"GET / HTTP/1.1\r\n" + host + b"Accept-Encoding: ;;q,gzip;\r\n\r\n",
                b"GET / HTTP/1.1\r\n" + host + host + b"\r\n", b"GET http://evil.example/ HTTP/1.1\r\n" + host + b"\r\n",
                b"OPTIONS * HTTP/1.1\r\n" + host + b"\r\n", b"TRACE / HTTP/1.1\r\n" + host + b"\r\n",
                b"POST /login HTTP/1.1\r\n" + host + b"Sec-Fetch-Site: same-origin\r\nContent-Length: 5\r\n"
                b"Content-Type: application/x-www-form-urlencoded\r\n\r\n%=&=%",
                b"POST /new HTTP/1.1\r\n" + host + b"Sec-Fetch-Site: same-origin\r\nContent-Length: 3\r\n"
                b"Content-Type: multipart/form-data\r\n\r\nabc",
                b"POST /login HTTP/1.1\r\n" + host + b"Sec-Fetch-Site: same-origin\r\nContent-Length: 4\r\n"
                b"Content-Type: application/x-www-form-urlencoded\r\n\r\n\xff\xfe\x00="):
            with self.subTest(text=text[:60]):
                send(self.port, text)
                status, _, _ = request(self.port, "GET", "/login")
                self.assertEqual(status, 200, "the service is gone")

    # Headers

    @short
    def test_headers(self):
        for path in [*labels.PAGES, f"/artworks/{self.artwork}", "/login", "/nowhere"]:
            with self.subTest(path=path):
                _, headers, _ = request(self.port, "GET", path, self.cookie())
                policy = {part.split()[0]: part.split()[1:] for part in headers["Content-Security-Policy"].split(";")}
                self.assertEqual(policy["default-src"], ["'none'"])
                self.assertEqual(policy["script-src"], ["'self'"])
                self.assertEqual(policy["style-src"], ["'self'"])
                self.assertEqual(policy["frame-ancestors"], ["'none'"])
                self.assertEqual(policy["base-uri"], ["'none'"])
                self.assertEqual(policy["form-action"], ["'self'"])
                self.assertEqual(policy["require-trusted-types-for"], ["'script'"])
                self.assertEqual(headers["X-Content-Type-Options"], "nosniff")
                self.assertEqual(headers["Referrer-Policy"], "same-origin")
                self.assertEqual(headers["Cross-Origin-Opener-Policy"], "same-origin")
                self.assertEqual(headers["Cross-Origin-Resource-Policy"], "same-origin")
                # Back and Forward keep pages.
                self.assertNotIn("no-store", headers.get("Cache-Control", ""))

    def test_the_api_has_no_more_rights_here_than_the_session(self):
        """The API is open to the gallery's own pages, not to whoever has the address."""
        for path in ("/v1/status", "/v1/jobs", "/v1/artworks", "/metrics", "/healthz", "/v1/settings"):
            status, _, _ = request(self.port, "GET", path)
            self.assertIn(status, (401, 403, 404), path)


class BaseTests(BrowserTest):
    """A proxy serves the gallery below a path."""

    web = 'base = "/textify"'

    def test_addresses_stay_below_the_base(self):
        page = self.context(logged_in=False).new_page()
        page.goto(self.service.login_url())
        expect(page.get_by_role("heading", name="Home", level=1)).to_be_visible()
        for heading in labels.PAGES.values():
            page.get_by_role("navigation", name=labels.NAVIGATION).get_by_role("link", name=heading).click()
            expect(page.get_by_role("heading", name=heading, level=1)).to_be_visible()
            self.assertIn("/textify/", page.url)
            for address in page.locator("[href], [src], [action]").evaluate_all(
                    "all => all.map(e => e.getAttribute('href') ?? e.getAttribute('src') ?? e.getAttribute('action'))"):
                if address.startswith("/"):
                    self.assertTrue(address.startswith("/textify/"), address)

    def test_the_cookie_goes_nowhere_else(self):
        context = self.context(logged_in=False)
        page = context.new_page()
        page.goto(self.service.login_url())
        expect(page.get_by_role("heading", name="Home", level=1)).to_be_visible()
        cookie = next(cookie for cookie in context.cookies() if cookie["httpOnly"])
        self.assertIn(cookie["path"], ("/textify/", "/textify", "/"))
