"""What phones are shown: patches lead to the same as a snapshot, whichever way the game takes."""

from __future__ import annotations

import random
import re
from typing import Any

import msgspec
import pytest

from defiance_qt.core.errors import Illegal
from defiance_qt.extend.sessions import Session
from defiance_qt.lab.companion import feed as feeds
from defiance_qt.lab.companion.feed import Feed
from defiance_qt.lab.companion.page import FOLDER
from defiance_qt.lab.companion.texts import PAGE
from defiance_qt.words.languages import LANGUAGES
from tests.lab.companion.tables import View
from tests.lab.games import asked, deployed


def feed_of(session: Session) -> Feed:
    return Feed(session, LANGUAGES, drawn=False)


def whole(feed: Feed) -> dict[str, Any]:
    """What a phone that joins now holds."""
    view = View()
    patches = feed.since(0, 0)
    assert patches is not None
    assert len(patches) == 1
    view.take(msgspec.json.decode(patches[0].data))
    return view.held


def same(held: dict[str, Any], feed: Feed) -> None:
    """A phone that has followed holds what one does that joins, but for the order of sentences."""
    fresh = whole(feed)
    for one in (held, fresh):
        for log in one["logs"].values():
            log["told"].sort(key=repr)
    assert held == fresh


class Follower:
    """A phone that has been there all the time."""

    def __init__(self, feed: Feed) -> None:
        self.feed, self.view, self.number = feed, View(), 0
        self.catch_up()

    def catch_up(self) -> int:
        """Take what has come, and return how many patches that were."""
        patches = self.feed.since(self.number, 0)
        assert patches is not None
        for one in patches:
            self.view.take(msgspec.json.decode(one.data))
            self.number = one.number
        return len(patches)


@pytest.mark.parametrize(
    ("system", "mission"),
    [("infinity-defiance", "extraction"), ("pig", "duel"), ("warfighter", "salt_road"), ("n3", "furnace_yard")],
)
def test_patches_lead_to_what_a_snapshot_shows(system: str, mission: str) -> None:
    """Played at random, undone, redone, jumped and forked."""
    session = Session.new(system, mission=mission, seed=5, journal=False)
    feed, chance = feed_of(session), random.Random(5)
    followers = Follower(feed), Follower(feed)
    for turn in range(60):
        way = chance.random()
        try:
            if way < 0.75 and (legal := session.legal()):
                session.submit(chance.choice(legal))
            elif way < 0.85:
                session.undo()
            elif way < 0.9:
                session.redo()
            elif way < 0.95:
                session.jump(chance.randrange(len(session.timeline)))
            else:
                session.fork(chance.randrange(len(session.timeline)), "another way")
        except Illegal:
            continue
        feed.advance()
        followers[0].catch_up()
        if turn % 9 == 0:
            followers[1].catch_up()
    for one in followers:
        one.catch_up()
        assert one.view.held["head"] == session.timeline.stands
        same(one.view.held, feed)


def test_what_is_asked_says_whose_it_is() -> None:
    session = deployed(options={"answers": asked("dice")})
    view = whole(feed_of(session))
    texts = view["texts"]
    choices = [(one[1], texts[one[0]]) for one in view["asked"]["choices"]]
    assert [owner for owner, _ in choices] == ["uma", "cadin", "qiang", "jazz", "jazz"]  # Billie is hers
    assert choices[1][1][0] == "Cadin: Activate"
    assert view["asked"]["owner"] == ""
    session.submit(session.legal()[1])
    assert whole(feed_of(session))["asked"]["owner"] == "cadin"


def test_a_phone_that_has_slept_gets_what_it_lacks_alone() -> None:
    session = deployed()
    feed = feed_of(session)
    phone = Follower(feed)
    for _ in range(5):
        session.submit(session.legal()[0])
        feed.advance()
    assert phone.catch_up() == 5
    same(phone.view.held, feed)
    assert phone.catch_up() == 0


def test_a_phone_that_has_slept_too_long_gets_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feeds, "KEPT", 3)
    session = deployed()
    feed = feed_of(session)
    phone = Follower(feed)
    for _ in range(5):
        session.submit(session.legal()[0])
        feed.advance()
    assert phone.catch_up() == 1
    same(phone.view.held, feed)


def test_a_long_game_is_shown_from_some_steps_before_the_present_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feeds, "BACK", 4)
    monkeypatch.setattr(feeds, "MOST", 8)
    session = deployed()
    for _ in range(12):
        session.submit(session.legal()[0])
    feed = feed_of(session)
    phone = Follower(feed)
    assert sorted(map(int, phone.view.held["steps"])) == list(range(session.head - 4, session.head + 1))
    for _ in range(7):
        session.submit(session.legal()[0])
        feed.advance()
        phone.catch_up()
        assert len(phone.view.held["steps"]) <= 9
    same(phone.view.held, feed)
    session.jump(0)
    feed.advance()
    phone.catch_up()
    assert [*phone.view.held["steps"]] == ["0"]
    same(phone.view.held, feed)


def test_another_session_is_shown_from_its_beginning() -> None:
    feed = feed_of(deployed())
    phone = Follower(feed)
    other = deployed(seed=2)
    feed.renew(other)
    assert phone.catch_up() == 1
    assert phone.view.held["head"] == other.head
    same(phone.view.held, feed)


def test_what_people_wrote_comes_with_the_next_step() -> None:
    session = deployed()
    feed = feed_of(session)
    phone = Follower(feed)
    session.note("<b>not bold</b>")
    session.checkpoint("before the door")
    session.submit(session.legal()[0])
    feed.advance()
    phone.catch_up()
    assert phone.view.held["notes"] == {"5": ["<b>not bold</b>"]}
    assert phone.view.held["names"] == {"5": "before the door"}


def test_nobody_waits_at_a_closed_feed() -> None:
    feed = feed_of(deployed())
    feed.close()
    assert feed.since(0, 60) is None


def test_the_script_asks_for_the_texts_that_there_are() -> None:
    script = (FOLDER / "live.js").read_text(encoding="utf-8")
    asked_for = set(re.findall(r'phone\((?:mine \? )?"([\w.]+)"', script)) | {"mine", "board", "log", "team"}
    assert asked_for | {"live", "catching_up", "ended", "replaced", "lost", "choose", "give_back"} == {
        key for key in PAGE if not key.startswith("refused.")
    }
