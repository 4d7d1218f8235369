"""Tables with phones, for the tests: served in this process, and what a phone makes of what it is sent."""

from __future__ import annotations

import http.client
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from defiance_qt.extend.sessions import Session
from defiance_qt.lab.companion.feed import Feed
from defiance_qt.lab.companion.hub import Hub, Ticket, examine
from defiance_qt.lab.companion.page import Look, live_page
from defiance_qt.lab.companion.server import Server
from defiance_qt.words.languages import LANGUAGES

TOKEN = "a-token-for-tests"
PHONE = "0123456789abcdef" * 2
OTHER = "fedcba9876543210" * 2


class Table:
    """A session served to phones. What they give is submitted at once."""

    def __init__(self, session: Session, *, pictures: bool = False) -> None:
        self.session = session
        self.now = 0.0
        self._lock = threading.Lock()
        self._words = {language: session.words(language) for language in LANGUAGES}
        self.feed = Feed(session, LANGUAGES, drawn=pictures)
        self.hub = Hub(self.feed, self._give, lambda: None)
        self.server = Server(("127.0.0.1", 0), TOKEN, self.hub, self._page, self._sentence, lambda: self.now)
        self.port = int(self.server.server_address[1])
        self._thread = threading.Thread(target=partial(self.server.serve_forever, 0.02))
        self._thread.start()

    def _page(self) -> str:
        return live_page(self.feed.data, self.feed.title, self._words["en"], Look())

    def _sentence(self, why: str, languages: str) -> str:
        return self._words[languages[:2] if languages[:2] in self._words else "en"](f"phone.{why}")

    def _give(self, ticket: Ticket) -> None:
        with self._lock:
            found = examine(ticket, self.session, self._words)
            if found is not None:
                game, state = self.session.game, self.session.state
                rolled = found.command or game.answer(state, self.session.rolled(found.values))
                self.session.submit(rolled)
                self.feed.advance()
                ticket.answer("")

    def ask(
        self, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None
    ) -> tuple[int, bytes]:
        """Ask as a browser does that has the page open."""
        own = {} if body is None else {"Origin": f"http://{self.server.host}", "Content-Type": "application/json"}
        link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            link.request(method, path, body, {**own, **(headers or {})})
            answer = link.getresponse()
            return answer.status, answer.read()
        finally:
            link.close()

    def post(self, what: str, **body: Any) -> Any:
        """Give something as a phone does, and return why it was refused, "" if it was done."""
        status, answer = self.ask("POST", f"/{TOKEN}/{what}", json.dumps({"phone": PHONE, **body}).encode())
        assert status == 200, status
        return json.loads(answer)["refused"]

    @contextmanager
    def stream(self, phone: str = PHONE, after: int = 0, last: str = "") -> Iterator[Stream]:
        link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        link.request(
            "GET", f"/{TOKEN}/events?phone={phone}&after={after}", headers={"Last-Event-ID": last} if last else {}
        )
        try:
            yield Stream(link.getresponse())
        finally:
            link.close()

    def close(self) -> None:
        self.feed.close()
        self.server.shutdown()
        self.server.server_close()
        self._thread.join()


class Stream:
    """A stream of events, and the view of a phone that takes them."""

    def __init__(self, answer: http.client.HTTPResponse) -> None:
        self._answer = answer
        self.number = 0
        self.view = View()

    def close(self) -> None:
        """Go, without a word."""
        self._answer.close()

    def event(self) -> tuple[str, Any]:
        """Return the name and the data of the next event."""
        fields = {}
        while line := self._answer.readline().decode().strip():
            name, _, value = line.partition(": ")
            fields[name] = value
        if "id" in fields:
            self.number = int(fields["id"])
        return fields.get("event", ""), json.loads(fields["data"]) if "data" in fields else None

    def patch(self) -> dict[str, Any]:
        """Return the next patch, once the phone has taken it."""
        while True:
            name, data = self.event()
            assert name in ("you", "ping", "patch"), name
            if name == "patch":
                self.view.take(data)
                found: dict[str, Any] = data
                return found


class View:
    """What a phone holds, as its script puts it together."""

    def __init__(self) -> None:
        self.held: dict[str, Any] = {}

    def take(self, news: dict[str, Any]) -> None:
        held = self.held
        if news.get("whole"):
            held.clear()
            held.update(news["frame"], steps={}, marks=[], texts=[], logs={}, drawings="")
        held["texts"] += news.get("texts", [])
        held["steps"].update(news.get("steps", {}))
        held["marks"] += news.get("marks", [])
        for language, log in news.get("logs", {}).items():
            mine = held["logs"].setdefault(language, {"told": [], "people": [], "texts": [], "rules": {}})
            mine["told"] = [one for one in mine["told"] if one[0][1] not in news["again"]] + log["told"]
            mine["people"] += log["people"]
            mine["texts"] += log["texts"]
            mine["rules"].update(log["rules"])
        held.update(
            {name: news[name] for name in ("head", "lines", "names", "notes", "asked", "seats") if name in news}
        )
        if "drawings" in news:
            held["drawings"] += news["drawings"][0]
            held["rules"] = news["drawings"][1]
