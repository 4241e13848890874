"""Requests that no browser would send, and pages of somebody else on another port of this machine."""

import http.client
import socket
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def request(port, method, path, headers=None, body=None):
    """Sends a request exactly as it is given, and returns its status, headers and body."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    try:
        connection.putrequest(method, path, skip_host="Host" in (headers or {}), skip_accept_encoding=True)
        for name, value in (headers or {}).items():
            connection.putheader(name, value)
        if body is not None:
            connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body)
        answer = connection.getresponse()
        return answer.status, answer.headers, answer.read()
    finally:
        connection.close()


def send(port, text):
    """Sends bytes that need not be HTTP, and returns what comes back until the connection ends or is silent."""
    with socket.create_connection(("127.0.0.1", port), timeout=5) as connection:
        connection.sendall(text)
        connection.settimeout(2)
        answer = b""
        try:
            while piece := connection.recv(65536):
                answer += piece
        except (TimeoutError, ConnectionError):
            pass
        return answer


def cookie_header(cookies):
    return "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in cookies)


class ForeignSite:
    """Serves one page from another port. Browsers send it the cookies of the gallery, which has the same host."""

    def __init__(self, html):
        page = html.encode()

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                found = self.path == "/"
                self.send_response(200 if found else 404)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.end_headers()
                if found:
                    self.wfile.write(page)

            def log_message(self, *_):
                pass

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self._http.server_address[1]}"
        threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def stop(self):
        self._http.shutdown()
        self._http.server_close()
