"""The table's server for phones: one page, one stream of events, two things to give. Nothing without the token.

It trusts nobody: a request has to name the address it was sent to, to come from the page itself, and to be short. Who
asks too often is not answered. It knows no game.
"""

from __future__ import annotations

import hmac
import socket
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler
from socketserver import TCPServer, ThreadingMixIn
from typing import Any
from urllib.parse import parse_qs, urlsplit

import msgspec

from defiance_qt.lab.companion.feed import Feed
from defiance_qt.lab.companion.hub import Claim, Hub, Phone, Play, Refused

PING = 3.0
"""Seconds after which a phone hears that the table is still there."""
READING = 5.0
"""Seconds within which a request has to arrive."""
SENDING = 10.0
"""Seconds that a phone may take to receive what it is sent."""
LONGEST = 4096
"""The most bytes of what is posted."""
OFTEN = 30
"""How many connections an address may make in a second."""
AT_ONCE = 64
"""How many connections there may be at once, and of one address half of them."""

HEADERS = {
    "Cache-Control": "no-store",
    "Connection": "close",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


class Server(ThreadingMixIn, TCPServer):
    """The server of one table, bound to one address. `page` returns the page; `sentence` words a refusal, by its name
    and the languages of the browser; `clock` counts seconds."""

    daemon_threads = True
    block_on_close = False
    allow_reuse_address = True
    request_queue_size = 64

    def __init__(
        self,
        address: tuple[str, int],
        token: str,
        hub: Hub,
        page: Callable[[], str],
        sentence: Callable[[str, str], str],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.token, self.hub, self.page, self.sentence = token, hub, page, sentence
        self._clock = clock
        self._lock = threading.Lock()
        self._open: dict[socket.socket, tuple[str, float]] = {}
        self._recent: dict[str, tuple[float, int]] = {}
        super().__init__(address, Handler)
        host, port = self.server_address[:2]
        self.host = f"{host!s}:{port}"

    @property
    def feed(self) -> Feed:
        return self.hub.feed

    @property
    def address(self) -> str:
        """The address of the page."""
        return f"http://{self.host}/{self.token}/"

    def verify_request(self, request: Any, client_address: Any) -> bool:
        """Return whether a connection is answered at all."""
        host, now = client_address[0], self._clock()
        with self._lock:
            since, count = self._recent.get(host, (now, 0))
            if now - since >= 1:
                if len(self._recent) > AT_ONCE:
                    self._recent.clear()
                since, count = now, 0
            self._recent[host] = since, count + 1
            held = sum(one == host for one, _ in self._open.values())
            if count >= OFTEN or held >= AT_ONCE // 2 or len(self._open) >= AT_ONCE:
                return False
            self._open[request] = host, now + READING
        return True

    def arrived(self, request: Any) -> None:
        """Note that a request is complete, so that it may last."""
        with self._lock:
            if request in self._open:
                self._open[request] = self._open[request][0], float("inf")

    def service_actions(self) -> None:
        """Close the connections whose requests do not arrive."""
        now = self._clock()
        with self._lock:
            late = [one for one, (_, until) in self._open.items() if until < now]
        for one in late:
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    def shutdown_request(self, request: Any) -> None:
        with self._lock:
            self._open.pop(request, None)
        super().shutdown_request(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Do nothing: the connection is gone, or was never meant well."""


class Handler(BaseHTTPRequestHandler):
    """One request."""

    server: Server
    protocol_version = "HTTP/1.1"
    timeout = READING

    def version_string(self) -> str:
        return "table"

    def log_message(self, format: str, *args: Any) -> None:
        """Write nothing down: addresses hold the token."""

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Refuse with a number and no words: this is not for people."""
        self.close_connection = True
        self._send(code, b"")

    def do_GET(self) -> None:
        path, _, query = self.path.partition("?")
        rest = self._known(path)
        if rest is None:
            return
        if rest == "":
            text = self.server.page()
            self._send(HTTPStatus.OK, text.encode(), "text/html; charset=utf-8")
        elif rest == "events":
            self._events({name: values[-1] for name, values in parse_qs(query[:400]).items()})
        else:
            self.send_error(HTTPStatus.NOT_FOUND)

    def do_POST(self) -> None:
        rest = self._known(self.path)
        if rest is None:
            return
        if rest not in ("play", "claim") or not self._from_the_page():
            return self.send_error(HTTPStatus.FORBIDDEN)
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal() or len(length) > 6 or int(length) > LONGEST or "Transfer-Encoding" in self.headers:
            return self.send_error(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        body = self.rfile.read(int(length))
        self.server.arrived(self.connection)
        try:
            if rest == "claim":
                self.server.hub.claim(msgspec.json.decode(body, type=Claim))
                answer: str | dict[str, str] = ""
            else:
                answer = self.server.hub.play(msgspec.json.decode(body, type=Play))
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            answer = "unreadable"
        except Refused as refused:
            answer = refused.why
        self._send(HTTPStatus.OK, msgspec.json.encode({"refused": answer}), "application/json")

    def _known(self, path: str) -> str | None:
        """Return what is asked for behind the token. Without it, refuse and return None."""
        if self.headers.get_all("Host") != [self.server.host]:
            self.send_error(HTTPStatus.FORBIDDEN)
            return None
        token, slash, rest = urlsplit(path).path.removeprefix("/").partition("/")
        if slash and hmac.compare_digest(token.encode(), self.server.token.encode()):
            if self.command == "GET":
                self.server.arrived(self.connection)
            return rest
        if self.command == "GET" and rest == "":
            sentence = self.server.sentence("old", self.headers.get("Accept-Language", "")[:100])
            self._send(HTTPStatus.FORBIDDEN, sentence.encode(), "text/plain; charset=utf-8")
        else:
            self.send_error(HTTPStatus.FORBIDDEN)
        return None

    def _from_the_page(self) -> bool:
        """Whether the browser says that the page itself asks, and not another site's."""
        return self.headers.get("Origin") == f"http://{self.server.host}" and (
            self.headers.get("Content-Type") == "application/json"
        )

    def _send(self, code: int, body: bytes, kind: str = "", more: Mapping[str, str] = {}) -> None:
        self.close_connection = True
        self.connection.settimeout(SENDING)
        self.send_response(code)
        for name, value in {**HEADERS, **more}.items():
            self.send_header(name, value)
        if kind:
            self.send_header("Content-Type", kind)
        if code != HTTPStatus.OK or kind != "text/event-stream":
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    # -- the stream

    def _events(self, query: Mapping[str, str]) -> None:
        """Send what the phone lacks, and what comes, until it goes."""
        hub = self.server.hub
        try:
            phone, stream = hub.enter(query.get("phone", ""), self.client_address[0])
        except Refused as refused:
            # A page that cannot stay is told why, and does not come again by itself.
            self._send(HTTPStatus.OK, _event("refused", msgspec.json.encode(refused.why)), "text/event-stream")
            return
        try:
            after = self.headers.get("Last-Event-ID") or query.get("after", "")
            self._stream(phone, stream, int(after) if after.isdecimal() and len(after) < 12 else 0)
        finally:
            hub.leave(phone, stream)

    def _stream(self, phone: Phone, stream: int, number: int) -> None:
        self._send(HTTPStatus.OK, _event("you", msgspec.json.encode(phone.number)), "text/event-stream")
        while True:
            patches = self.server.feed.since(number, PING)
            if patches is None or phone.stream != stream:
                self.wfile.write(_event("ended" if patches is None else "replaced", b"0"))
                return
            for one in patches:
                self.wfile.write(_event("patch", one.data, one.number))
                number = one.number
            if not patches:
                self.wfile.write(_event("ping", b"0"))


def _event(name: str, data: bytes, number: int | None = None) -> bytes:
    id = b"" if number is None else b"id: %d\n" % number
    return id + b"event: %s\ndata: %s\n\n" % (name.encode(), data)
