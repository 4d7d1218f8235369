"""Phones in real browsers, served by the process beside the window: through a Round, asleep, refused, in every look."""

from __future__ import annotations

import os
import random
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from defiance_qt.core.errors import DefianceError
from defiance_qt.extend.sessions import Session
from defiance_qt.journal.store import StoredJournal
from defiance_qt.lab.bots import make_bot
from defiance_qt.lab.companion.page import Look
from defiance_qt.lab.companion.process import Companion, Failed, Given, Opened, Present, command_of
from tests.bounds import repeat
from tests.lab.browser import Browser
from tests.lab.companion.tables import Table
from tests.lab.games import active, asked, deployed
from tests.lab.test_replay_page import expected, positions

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

PHONE = (390, 844)


class Served:
    """A game whose phones are served by the process, and the window's part in it."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.refused: list[str] = []
        self.present: tuple[Any, ...] = ()
        rows = self._journal.rows()
        self.companion = Companion(rows, "game.defiance", "127.0.0.1", "en", Look(), port=0)
        self.address = ""
        for _ in repeat(lambda: "" if self.address else "on", lambda: "the address"):
            for news in self.companion.news(60):
                assert not isinstance(news, Failed), news
                self.address = news.address if isinstance(news, Opened) else self.address
        self._leave = session.subscribe(lambda change: self.companion.stored(self._journal.rows(self.companion.count)))

    @property
    def _journal(self) -> StoredJournal:
        assert isinstance(self.session.journal, StoredJournal)
        return self.session.journal

    def hear(self, seconds: float = 60) -> None:
        """Wait for what phones give, and submit it."""
        for news in self.companion.news(seconds):
            if isinstance(news, Present):
                self.present = news.phones
            elif isinstance(news, Given):
                assert news.step == self.session.head
                game, state = self.session.game, self.session.state
                command = command_of(news, game)
                self.session.submit(command or game.answer(state, self.session.rolled(news.values)))
                self.companion.answer(news.ticket, "")

    def hear_until(self, head: int) -> None:
        for _ in repeat(lambda: "" if self.session.head >= head else "on", lambda: f"step {head}"):
            self.hear()

    def close(self) -> None:
        self._leave()
        self.companion.close()


class Hand:
    """A person with a phone."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser = browser
        browser.size(*PHONE, dark=True)
        browser.visit(address)

    def play(self, *players: str) -> None:
        """Choose whom to play."""
        self.go("team")
        for one in players:
            self.click(f"#people .row:nth-child({one}) .choose")
            self.wait(f"document.querySelector('#people .row:nth-child({one}) .choose').ariaPressed === 'true'")
        self.go("mine")

    def go(self, place: str) -> None:
        self.click(f"#places [data-place={place}]")

    def click(self, what: str) -> None:
        """Click what can be clicked, once it can."""
        self.wait(f"document.querySelector({what!r})?.disabled === false")
        self.browser.value(f"document.querySelector({what!r}).click()")

    def wait(self, condition: str) -> None:
        self.browser.wait(condition)

    def at(self, step: int) -> None:
        """Wait until the phone shows this step."""
        self.wait(f"document.getElementById('link').hash === '#{step}'")

    def shown(self) -> tuple[dict[str, Any], str]:
        """The figures on the board, and what is asked."""
        pieces = self.browser.value(
            "[...document.querySelectorAll('#pieces [data-id]')].map(one =>"
            " [one.dataset.id, one.style.transform, one.querySelector('title')?.textContent || ''])"
        )
        return positions(pieces), self.browser.text("question")

    def answers(self) -> list[int]:
        """The answers that can be given."""
        found: list[int] = self.browser.value("[...document.querySelectorAll('.answer')].map(one => Number(one.value))")
        return found

    def answer(self, place: int) -> None:
        self.click(f".answer[value='{place}']")

    def enter(self, faces: list[int]) -> None:
        """Type dice one by one and send them; -1 leaves the rest to the app."""
        for face in faces:
            assert self.browser.value("document.querySelector('.send').disabled") is True
            self.click(".tools button:last-child" if face < 0 else f".face:nth-child({face + 1})")
        self.click(".send.ready")

    @property
    def enters(self) -> bool:
        return bool(self.browser.value("document.querySelectorAll('.face').length > 0"))


@pytest.fixture
def browsers(tmp_path: Path) -> Iterator[list[Browser]]:
    found = [Browser(tmp_path / "one"), Browser(tmp_path / "two")]
    yield found
    for one in found:
        one.close()


@pytest.fixture
def served() -> Iterator[Served]:
    """Everybody stands on the board, the first Round begins, and all dice are typed."""
    found = Served(deployed(seed=3, options={"answers": asked("dice")}))
    yield found
    found.close()


def same_as_the_table(hand: Hand, session: Session) -> None:
    hand.at(session.head)
    figures, question = hand.shown()
    assert figures == expected(session, session.head)
    if session.game.request(session.state) is None:
        assert question == session.game.question(session.state, session.words())
    assert hand.browser.errors == []


def test_two_phones_play_a_round_and_show_every_state(served: Served, browsers: list[Browser], tmp_path: Path) -> None:
    """Uma, Cadin and Qiang on one phone, Jazz with Billie on the other. One is killed in the middle, and comes back."""
    session, chance = served.session, random.Random(3)
    hands = [Hand(one, served.address) for one in browsers]
    hands[0].play("1", "2", "3")
    hands[1].play("4")
    owners = {"uma": 0, "cadin": 0, "qiang": 0, "jazz": 1}
    bot, killed, typed = make_bot("", 3, session.setup.system), False, 0
    for _ in repeat(lambda: "" if session.state.round > 1 else "on", lambda: session.prompt.asks, most=400):
        for hand in hands:
            same_as_the_table(hand, session)
        game, state, head = session.game, session.state, session.head
        request = game.request(state)
        if request is not None:
            hand = hands[owners.get(game.owner(state, None), chance.randrange(2))]
            assert [one.enters for one in hands] == [
                one is hand or game.owner(state, None) not in owners for one in hands
            ]
            hand.enter([chance.randrange(6) for _ in request.sizes[1:]] + [chance.choice((-1, 0, 5))])
            typed += 1
        elif all(map(game.automatic, session.legal())):
            session.submit(session.legal()[0])  # the window goes on by itself
            continue
        else:
            command = bot.choose(game, state, session.legal())
            place, owner = session.legal().index(command), game.owner(state, command)
            assert place in hands[owners[owner]].answers()
            assert place not in hands[1 - owners[owner]].answers()
            hands[owners[owner]].answer(place)
        served.hear_until(head + 1)
        if typed == 2 and not killed:
            killed = True
            browsers[1].close()
            session.submit(session.legal()[0])
            browsers[1] = Browser(tmp_path / "three")
            hands[1] = Hand(browsers[1], served.address)
            hands[1].play("4")
    assert killed
    assert typed > 3
    assert session.verify().ok


SLEEP = "Date.now = (now => () => now() + 600000)(Date.now.bind(Date))"
WAKE = "document.dispatchEvent(new Event('visibilitychange'))"


def test_a_phone_that_wakes_is_up_to_date_without_a_tap(browsers: list[Browser]) -> None:
    """Its connection broke off unnoticed; it asks for what it lacks alone."""
    table = Table(active(), pictures=True)
    try:
        hand = Hand(browsers[0], table.server.address)
        with table.server._lock:
            links = list(table.server._open)
        hand.browser.send("Page.setWebLifecycleState", state="frozen")
        for link in links:
            link.shutdown(2)
        for _ in range(3):
            table.session.submit(table.session.legal()[0])
            table.feed.advance()
        hand.browser.send("Page.setWebLifecycleState", state="active")
        hand.browser.value(f"{SLEEP}; {WAKE}")
        same_as_the_table(hand, table.session)
        hand.wait("document.getElementById('with').className === 'live'")
        assert [one.number for one in table.hub.present() if one.stream] == [1]
    finally:
        table.close()


def test_a_phone_says_what_became_of_the_table(served: Served, browsers: list[Browser]) -> None:
    hand = Hand(browsers[0], served.address)
    assert hand.browser.text("with") == "with the table"
    assert served.companion.pid is not None
    os.kill(served.companion.pid, signal.SIGKILL)
    hand.wait("document.getElementById('with').className !== 'live'")
    assert hand.browser.text("with") == "catching up"
    with pytest.raises(DefianceError, match="has ended"):  # after what it said before
        served.hear_until(1_000_000)


def test_a_refusal_is_one_sentence_on_the_phone(browsers: list[Browser]) -> None:
    table = Table(active(), pictures=True)
    try:
        hand = Hand(browsers[0], table.server.address)
        hand.play("2")
        advance, table.feed.advance = table.feed.advance, lambda: None  # type: ignore[method-assign]
        table.session.submit(table.session.legal()[0])
        hand.answer(0)
        hand.wait("!document.getElementById('refused').hidden")
        assert hand.browser.text("refused") == "The table has moved on. Look again at what is asked."
        table.feed.advance = advance  # type: ignore[method-assign]
        advance()
        same_as_the_table(hand, table.session)
    finally:
        table.close()


@pytest.mark.parametrize("language", ["en", "es", "ru"])
@pytest.mark.parametrize("dark", [False, True])
def test_every_part_fits_a_phone_in_every_look(browsers: list[Browser], language: str, dark: bool) -> None:
    table = Table(active(), pictures=True)
    try:
        browsers[0].size(*PHONE, dark=dark, language=language)
        browsers[0].visit(table.server.address)
        hand = Hand.__new__(Hand)
        hand.browser = browsers[0]
        hand.play("2")
        for place in ("mine", "board", "log", "team"):
            hand.go(place)
            assert browsers[0].value("document.documentElement.scrollWidth") == PHONE[0], place
            small = "[...document.querySelectorAll('#answers button, #places button, .choose')]"
            assert browsers[0].value(f"{small}.filter(one => one.offsetHeight && one.offsetHeight < 44).length") == 0
        assert browsers[0].value("document.documentElement.lang") == language
        assert browsers[0].errors == []
    finally:
        table.close()


def test_the_process_follows_a_change_of_plugins(served: Served, browsers: list[Browser]) -> None:
    """The game is opened anew there, and goes on."""
    session = served.session
    hand = Hand(browsers[0], served.address)
    session.update(session.game, session.host.header)
    session.submit(session.legal()[0])
    same_as_the_table(hand, session)
