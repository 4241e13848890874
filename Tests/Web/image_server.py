"""A server on loopback that makes pictures as paid and free services do, and is slow or fails when a test wants it."""

import base64
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pictures


class ImageServer:
    """Speaks the API of OpenAI's images below /v1, and that of AUTOMATIC1111's web UI, which reports progress, below
    /sdapi/v1."""

    def __init__(self):
        # Lists the requests for pictures as (path, body).
        self.calls = []
        self.progress = 0.0
        self._faults = []
        self._released = threading.Event()
        self._released.set()
        self._lock = threading.Lock()
        self._http = _Server(("127.0.0.1", 0), _handler(self))
        self.address = f"http://127.0.0.1:{self._http.server_address[1]}"
        threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def hold(self):
        """Answers no request for a picture until `release`."""
        self.progress = 0.0
        self._released.clear()

    def release(self):
        self._released.set()

    def fail(self, *faults):
        """Fails the next requests: `lost` ends the connection without an answer, `refused` is a refusal that costs
        nothing."""
        with self._lock:
            self._faults += faults

    def stop(self):
        self.release()
        self._http.shutdown()
        self._http.server_close()

    def take(self, path, body):
        """Waits while held, and returns the fault of this request, or none."""
        with self._lock:
            self.calls.append((path, body))
            fault = self._faults.pop(0) if self._faults else None
        self._released.wait(120)
        return fault


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_):
        """Says nothing of connections that break: services are killed in the middle of a request."""


def _handler(server):
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self):
            if self.path.startswith("/v1/models"):
                self.answer({"object": "list", "data": [{"id": "m", "object": "model"}]})
            elif self.path.startswith("/sdapi/v1/progress"):
                step = round(server.progress * 20)
                self.answer({
                    "progress": server.progress, "eta_relative": 20 - step,
                    "state": {"sampling_step": step, "sampling_steps": 20}})
            elif self.path.startswith("/sdapi/v1/"):
                self.answer({})
            else:
                self.answer({"error": {"message": "not here"}}, 404)

        def do_POST(self):
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            if self.path.endswith("/interrupt"):
                server.release()
                return self.answer({})
            request = json.loads(body)
            fault = server.take(self.path, request)
            if fault == "lost":
                self.close_connection = True
                return self.connection.close()
            if fault == "refused":
                return self.answer({"error": {
                    "message": "Your request was rejected by the safety system.", "type": "invalid_request_error",
                    "code": "moderation_blocked"}}, 400)
            if self.path.startswith("/sdapi/v1/"):
                size = int(request.get("width", 64)), int(request.get("height", 64))
                self.answer({"images": [self.picture(size)], "parameters": {}, "info": "{}"})
            else:
                size = tuple(int(side) for side in request.get("size", "64x64").split("x"))
                self.answer({"created": 1, "data": [{"b64_json": self.picture(size)}]})

        def picture(self, size):
            # Each call makes another picture.
            count = len(server.calls)
            return base64.b64encode(pictures.plain(*size, (count * 53 % 256, count * 97 % 256, 160))).decode()

        def answer(self, value, status=200):
            body = json.dumps(value).encode()
            try:
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
            except OSError:
                # The service was stopped, or cancelled the request.
                self.close_connection = True

        def log_message(self, *_):
            pass

    return Handler
