"""A service that enforces nothing, limits the rate and lags.

Usage: lazy.py LAG CALLS: seconds that a response takes at most, and how many calls are
served before callers have to wait for a second. It prints its port. Every call is answered with the same object, whatever was sent; the
path /calls/ tells how many calls there were by path, and how many came too fast.
"""

import http.server
import json
import random
import sys
import threading
import time

LAG, CALLS = float(sys.argv[1]), int(sys.argv[2])

lock = threading.Lock()
calls, too_fast, served, closed = {}, 0, 0, 0


def admit(path):
    """Counts a call, and returns whether it is served."""
    global too_fast, served, closed
    with lock:
        calls[path] = calls.get(path, 0) + 1
        if served == CALLS:
            served, closed = 0, time.monotonic() + 1
        if time.monotonic() < closed:
            too_fast += 1
            return False
        served += 1
        return True


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def respond(self, status, value):
        body = json.dumps(value).encode()
        self.send_response(status)
        if status == 429:
            self.send_header("Retry-After", "1")
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        with lock:
            self.respond(200, {"calls": calls, "too_fast": too_fast})

    def do_POST(self):
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if not admit(self.path):
            self.respond(429, {})
            return
        time.sleep(random.random() * LAG)
        self.respond(200, {"count": 1, "id": "1", "further": "kept"})

    def log_message(self, *args):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_port, flush=True)
server.serve_forever()
