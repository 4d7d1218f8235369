"""Benchmark of phones at the table: what a step costs the window with eight of them, and when they show it."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from multiprocessing import get_context
from multiprocessing.connection import Connection
from statistics import median
from time import perf_counter
from urllib.parse import urlsplit

from defiance_qt.extend.opening import open_save
from defiance_qt.journal.store import StoredJournal
from defiance_qt.lab.bots import RandomBot
from defiance_qt.lab.companion.page import Look
from defiance_qt.lab.companion.process import Companion, Opened
from tests.bounds import repeat
from tests.workshop.bench.rows import FEW, Place, Row, Unmeasured, at_most, cpu_ms, ms, percentile

PHONES = 8
SUBMITTED = 200
GOAL_MS = 1.0
LATE_MS = 1000.0


def phones(place: Place) -> Iterator[Row]:
    """Measure what is added to a step by handing it over to the process that serves eight phones, and how long it takes
    from there until the last of them has received it."""
    with open_save(place.save(FEW)) as session:
        journal = session.journal
        assert isinstance(journal, StoredJournal)
        companion = Companion(journal.rows(), "bench", "127.0.0.1", "en", Look(), port=0)
        try:
            mine, theirs = get_context("spawn").Pipe()
            reader = get_context("spawn").Process(target=_receive, args=(_address(companion), theirs), daemon=True)
            reader.start()
            mine.recv()
            bot, cost, work, late = RandomBot(1), [], [], []
            for _ in range(SUBMITTED):
                if not session.legal():
                    session.jump(0)
                session.submit(bot.choose(session.game, session.state, session.legal()))

                def hand_over() -> None:
                    companion.stored(journal.rows(companion.count))

                begun = perf_counter()
                work.append(cpu_ms(lambda: cost.append(ms(hand_over))))
                mine.recv()
                late.append((perf_counter() - begun) * 1000)
            reader.kill()
        finally:
            companion.close()
    note = f"99 % under {percentile(cost, 0.99):.2f} ms; processor time {median(work):.2f} ms"
    yield at_most("a step, what eight phones add", median(cost), GOAL_MS, 1, "ms", note=note)
    note = f"99 % under {percentile(late, 0.99):.0f} ms"
    yield at_most("a step, until the last of eight phones has it", median(late), LATE_MS, 1, "ms", note=note)


def _address(companion: Companion) -> str:
    for _ in repeat(lambda: "on", lambda: "the address"):
        for news in companion.news(60):
            if isinstance(news, Opened):
                return news.address
    raise Unmeasured("bench.phones", "phones cannot be served here")


def _receive(address: str, told: Connection) -> None:
    """Be eight phones: tell each time all of them have a patch."""
    parts = urlsplit(address)
    files = []
    for number in range(PHONES):
        link = socket.create_connection((str(parts.hostname), int(parts.port or 0)))
        asked = f"GET {parts.path}events?phone={number:032x} HTTP/1.1\r\nHost: {parts.netloc}\r\n\r\n"
        link.sendall(asked.encode())
        files.append(link.makefile("rb"))
    while True:
        for one in files:
            while one.readline() != b"event: patch\n":
                pass
        told.send(None)
