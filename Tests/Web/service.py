"""A `textifyd` with a gallery in a temporary folder."""

import atexit
import http.client
import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

from image_server import ImageServer

PROGRAMS = Path(os.environ.get("TEXTIFY_PROGRAMS", ".build/debug")).resolve()

CONFIGURATION = """\
[service]
state = "state"
zone = "UTC"
language = "en"

[control]
socket = "control.sock"

[web]
listen = "127.0.0.1:{port}"
{web}

[backends.studio]
type = "openai"
base_url = "{images}/v1"
model = "m"
api_key = {{ file = "studio.key" }}
size = "64x64"
cost = {{ per_picture = "0.02 USD" }}

[backends.press]
type = "a1111"
base_url = "{images}"
exclusive = true
size = "64x64"

[[watch]]
name = "inbox"
path = "inbox"
outbox = "outbox"
settle = {{ picture = "0s", prompt = "0s" }}
outputs = ["txt", "art.json"]
art.columns = 32
request.size = "64x64"

{more}
"""


class Failed(Exception):
    pass


def until(condition, what, seconds=20):
    """Waits until `condition()` is true, and returns its value."""
    deadline = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > deadline:
            raise Failed(f"after {seconds} s still not: {what}")
        time.sleep(0.02)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Service:
    """An installation that lasts until `remove`, whatever is stopped and started meanwhile."""

    def __init__(self, web="", more=""):
        """`web` are further lines of `[web]`, `more` further tables of the configuration."""
        # Short, because the path of a socket is short.
        self.root = Path(tempfile.mkdtemp(prefix="tw-", dir="/tmp"))
        self.inbox, self.outbox = self.root / "inbox", self.root / "outbox"
        self.inbox.mkdir()
        self.outbox.mkdir()
        self.images = ImageServer()
        self.port = free_port()
        self.origin = f"http://127.0.0.1:{self.port}"
        # Where a proxy serves the gallery.
        self.base = "/"
        self.log_path = self.root / "log"
        self._process = None
        # Also when the tests are interrupted.
        atexit.register(self.remove)
        self._making = self.root / "making"
        self._making.mkdir()
        self.write_private("studio.key", "sk-test-key-of-studio")
        self.configure(web, more)

    def configure(self, web="", more=""):
        text = CONFIGURATION.format(port=self.port, web=web, more=more, images=self.images.address)
        (self.root / "textifyd.toml").write_text(text)

    def write_private(self, name, text):
        """Writes a secret so that nobody else can read it."""
        path = self.root / name
        path.touch(mode=0o600)
        path.write_text(text)
        return path

    # Processes

    def start(self):
        """Starts the service, and returns when it is ready."""
        ready = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        address = str(self.root / "notify")
        Path(address).unlink(missing_ok=True)
        ready.bind(address)
        ready.settimeout(0.1)
        with self.log_path.open("ab") as log:
            self._process = subprocess.Popen(
                [PROGRAMS / "textifyd", "--config", self.root / "textifyd.toml"], cwd=self.root,
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=self._environment() | {"NOTIFY_SOCKET": address})

        def told():
            if self._process.poll() is not None:
                raise Failed(f"textifyd ended with {self._process.returncode}:\n{self.log()}")
            try:
                return b"READY=1" in ready.recv(4096).split(b"\n")
            except TimeoutError:
                return False

        try:
            until(told, "textifyd is ready", 30)
        finally:
            ready.close()
        return self

    def is_running(self):
        return self._process is not None and self._process.poll() is None

    def stop(self):
        self._end(signal.SIGTERM)

    def kill(self):
        self._end(signal.SIGKILL)

    def restart(self):
        self.stop()
        self.start()

    def _end(self, number):
        if self._process and self._process.poll() is None:
            self._process.send_signal(number)
            self._process.wait(30)
        self._process = None

    def remove(self):
        atexit.unregister(self.remove)
        self.images.release()
        self.kill()
        self.images.stop()
        shutil.rmtree(self.root, ignore_errors=True)

    def log(self):
        return self.log_path.read_text(errors="replace") if self.log_path.exists() else ""

    def resident_kilobytes(self):
        for line in Path(f"/proc/{self._process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1])

    def _environment(self):
        return {"PATH": os.environ["PATH"], "HOME": str(self.root), "LANG": "C.UTF-8", "TZ": "UTC",
                "TEXTIFY_SOCKET": str(self.root / "control.sock")}

    # Commands

    def textify(self, *arguments, input=None, timeout=120):
        """Runs a command of `textify`, and returns what it printed."""
        run = subprocess.run(
            [PROGRAMS / "textify", *map(str, arguments)], input=input, timeout=timeout, cwd=self.root,
            env=self._environment(), capture_output=True, text=True)
        if run.returncode != 0:
            raise Failed(f"textify {arguments[0]} ended with {run.returncode}: {run.stderr.strip()}")
        return run.stdout

    def login_url(self, *options):
        """Returns a new address that logs a browser in once."""
        return next(
            word for word in self.textify("web", "--no-browser", *options).split() if word.startswith("http"))

    def api(self, method, path, body=None):
        """Calls the control API through the socket, which is not what the tests are about."""
        connection = _SocketConnection(str(self.root / "control.sock"))
        try:
            connection.request(
                method, path, body=None if body is None else json.dumps(body),
                headers={"Content-Type": "application/json"} if body is not None else {})
            answer = connection.getresponse()
            data = answer.read()
            if answer.status >= 400:
                raise Failed(f"{method} {path}: {answer.status} {data.decode(errors='replace')[:400]}")
            return json.loads(data) if data else None
        finally:
            connection.close()

    # Work

    def drop(self, name, content):
        """Drops a file as a careful script does: written elsewhere, then renamed."""
        made = self._making / name
        made.write_bytes(content if isinstance(content, bytes) else content.encode())
        made.rename(self.inbox / name)

    def sync(self):
        self.textify("sync", "--quiet", "--timeout", "60s")

    def submit(self, prompt, **options):
        """Submits a prompt, and returns the ID of its job."""
        return self.api("POST", "/v1/jobs", {"prompt": prompt, "folder": "inbox"} | options)["id"]

    def job(self, job):
        return self.api("GET", f"/v1/jobs/{job}")

    def wait(self, job, *states):
        """Waits until the job is in one of the states, and returns it."""
        return until(
            lambda: (found := self.job(job))["state"] in states and found, f"job {job} is {' or '.join(states)}", 40)

    def make(self, prompt, **options):
        """Makes an artwork of a prompt, and returns its ID."""
        job = self.submit(prompt, **options)
        self.wait(job, "done")
        return job

    def artworks(self, query="", limit=100):
        from urllib.parse import urlencode
        return self.api("GET", "/v1/artworks?" + urlencode({"q": query, "limit": limit}))["artworks"]


class _SocketConnection(http.client.HTTPConnection):
    def __init__(self, path):
        super().__init__("textifyd", timeout=60)
        self._path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(60)
        self.sock.connect(self._path)
