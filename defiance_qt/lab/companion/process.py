"""The process in which phones are served, beside the window, and the window's end of the pipe to it.

The process follows the game by the entries that the window stores, so serving phones costs the window nothing but
handing those over. What a phone gives comes back through the pipe. The process ends with its pipe.
"""

from __future__ import annotations

import queue
import secrets
import threading
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

import msgspec

from defiance_qt.core.decoding import ready
from defiance_qt.core.errors import DefianceError
from defiance_qt.core.port import Command, Game
from defiance_qt.extend.opening import open_lent
from defiance_qt.extend.sessions import Session
from defiance_qt.journal.reading import Row
from defiance_qt.lab.companion.feed import Feed
from defiance_qt.lab.companion.hub import Hub, Phone, Ticket, examine
from defiance_qt.lab.companion.page import Look, live_page
from defiance_qt.lab.companion.server import Server
from defiance_qt.lab.companion.serving import serve
from defiance_qt.words.catalogue import Words
from defiance_qt.words.errors import format_error
from defiance_qt.words.languages import FALLBACK, LANGUAGES

PORT = 8437
"""The port that is tried first, so that a firewall can let it through."""

FAREWELL = 2.0
"""Seconds that phones have to hear that the table has closed."""

Packed = tuple[int, str, bytes]


class Begin(msgspec.Struct, frozen=True, tag="begin"):
    """The game so far, and how it is served."""

    rows: tuple[Packed, ...]
    name: str
    stay: bool
    host: str
    port: int
    token: str
    language: str
    look: Look


class Stored(msgspec.Struct, frozen=True, tag="stored"):
    """What the game was stored with since."""

    rows: tuple[Packed, ...]


class Answered(msgspec.Struct, frozen=True, tag="answered"):
    """What became of a gift: "" if it was done, else one of `texts.REFUSALS`, or a sentence."""

    ticket: int
    why: str


class Opened(msgspec.Struct, frozen=True, tag="opened"):
    """The server answers at this address."""

    address: str


class Failed(msgspec.Struct, frozen=True, tag="failed"):
    """Phones cannot be served, and why, in a sentence."""

    why: str


class Present(msgspec.Struct, frozen=True, tag="present"):
    """The phones that have been at the table."""

    phones: tuple[Phone, ...]


class Given(msgspec.Struct, frozen=True, tag="given"):
    """What a phone gives at a step: a command, packed, or the values of the chance that is asked for."""

    ticket: int
    step: int
    command: bytes
    values: tuple[int | None, ...]


ToProcess = Begin | Stored | Answered
FromProcess = Opened | Failed | Present | Given


def new_token() -> str:
    """Return a token that nobody guesses."""
    return secrets.token_urlsafe(12)


# ---- the window's end


class Companion:
    """Phones served for one game, which is stored. `rows` are its entries so far: of those after them it is told by
    `stored`. It may be made on a thread."""

    def __init__(
        self,
        rows: Sequence[Row],
        name: str,
        host: str,
        language: str,
        look: Look,
        *,
        stay: bool = False,
        port: int = PORT,
    ) -> None:
        context = get_context("spawn")
        self._pipe, there = context.Pipe()
        self._process = context.Process(target=serve, args=(there,), daemon=True)
        self._process.start()
        there.close()
        self._rows = len(rows)
        self.token = new_token()
        packed = tuple((row.number, row.tag, row.sealed) for row in rows)
        self._send(Begin(packed, name, stay, host, port, self.token, language, look))

    @property
    def pid(self) -> int | None:
        return self._process.pid

    @property
    def count(self) -> int:
        """How many entries have been handed over."""
        return self._rows

    def stored(self, rows: Sequence[Row]) -> None:
        """Hand over what the game was stored with since."""
        self._rows += len(rows)
        self._send(Stored(tuple((row.number, row.tag, row.sealed) for row in rows)))

    def answer(self, ticket: int, why: str) -> None:
        """Say what became of a gift: "" if it was done."""
        self._send(Answered(ticket, why))

    def news(self, seconds: float = 0) -> list[FromProcess]:
        """Return what has come since, after waiting that long for something. Raises `DefianceError` once the process
        has ended."""
        found: list[FromProcess] = []
        try:
            while self._pipe.poll(0 if found else seconds):
                found.append(msgspec.msgpack.decode(self._pipe.recv_bytes(), type=FromProcess))
        except (EOFError, OSError) as error:
            raise DefianceError(
                "companion.ended", "The process that serves phones has ended. The game is as it was."
            ) from error
        return found

    def close(self) -> None:
        """End the process, without waiting for it: it tells the phones that it ends."""
        self._pipe.close()

    def _send(self, message: ToProcess) -> None:
        # That the process has ended is found out by the next look for news.
        with suppress(OSError):
            self._pipe.send_bytes(msgspec.msgpack.encode(message))


def command_of(given: Given, game: Game) -> Command | None:
    """Return the command of a gift, None if it gives values of chance."""
    return msgspec.msgpack.decode(given.command, type=ready(game.command_type)) if given.command else None


# ---- the process


Inbox = queue.SimpleQueue[Any]
"""What happens, in its order: messages of the window as bytes, the tickets of phones, None at the end."""


def run(pipe: Connection, inbox: Inbox) -> None:
    """Serve the game that the first message brings, until the end."""
    first = inbox.get()
    if first is None:
        return
    begin = msgspec.msgpack.decode(first, type=Begin)
    try:
        _Table(begin, pipe, inbox).run()
    except (DefianceError, OSError) as error:
        pipe.send_bytes(msgspec.msgpack.encode(Failed(format_error(error, Words(begin.language)))))


class _Table:
    """The game in the process: followed, shown, and asked whether what a phone gives can be given."""

    def __init__(self, begin: Begin, pipe: Connection, inbox: Inbox) -> None:
        self._begin, self._pipe, self._inbox = begin, pipe, inbox
        self._rows = [Row(*row) for row in begin.rows]
        self._pending: dict[int, Ticket] = {}
        self._tickets = 0
        self._lock = threading.Lock()
        self._session = self._opened()
        self._words = self._read_words()
        self._feed = Feed(self._session, LANGUAGES)
        self._hub = Hub(self._feed, inbox.put, self._tell_present)
        self._server = self._bound()

    def run(self) -> None:
        """Serve until the pipe ends."""
        threading.Thread(target=partial(self._server.serve_forever, 0.25), daemon=True).start()
        self._send(Opened(self._server.address))
        while (message := self._inbox.get()) is not None:
            if isinstance(message, Ticket):
                self._examine(message)
                continue
            told = msgspec.msgpack.decode(message, type=Stored | Answered)
            if isinstance(told, Stored):
                self._follow(told)
            else:
                self._answer(told)
        self._feed.close()
        self._hub.wait_for_the_last(FAREWELL)

    def _opened(self) -> Session:
        return open_lent(self._rows, self._begin.name, stay=self._begin.stay)

    def _read_words(self) -> dict[str, Words]:
        return {language: self._session.words(language) for language in LANGUAGES}

    def _bound(self) -> Server:
        begin = self._begin

        def page() -> str:
            words = self._words.get(begin.language, self._words[FALLBACK])
            return live_page(self._feed.data, self._feed.title, words, begin.look)

        def make(port: int) -> Server:
            return Server((begin.host, port), begin.token, self._hub, page, self._sentence)

        try:
            return make(begin.port)
        except OSError:
            return make(0)

    def _sentence(self, why: str, languages: str) -> str:
        """Return a sentence in the first of a browser's languages that there is."""
        wanted = [one.strip()[:2] for one in languages.split(",")]
        language = next((one for one in wanted if one in self._words), FALLBACK)
        return self._words[language](f"phone.{why}")

    def _follow(self, stored: Stored) -> None:
        """Go on with what the window has stored. With other plugins or content the game is opened anew."""
        rows = [Row(*row) for row in stored.rows]
        self._rows += rows
        if any(row.tag == "updated" for row in rows):
            self._session = self._opened()
            self._words = self._read_words()
            self._feed.renew(self._session)
            return
        self._session.take(rows)
        self._feed.advance()

    def _examine(self, ticket: Ticket) -> None:
        found = examine(ticket, self._session, self._words)
        if found is not None:
            self._tickets += 1
            self._pending[self._tickets] = ticket
            command = b"" if found.command is None else msgspec.msgpack.encode(found.command)
            self._send(Given(self._tickets, found.step, command, found.values))

    def _answer(self, answered: Answered) -> None:
        ticket = self._pending.pop(answered.ticket, None)
        if ticket is not None:
            ticket.answer(answered.why)

    def _tell_present(self) -> None:
        self._send(Present(tuple(self._hub.present())))

    def _send(self, message: FromProcess) -> None:
        with self._lock, suppress(OSError):
            self._pipe.send_bytes(msgspec.msgpack.encode(message))
