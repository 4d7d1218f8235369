"""How a game went, as text, as plain JSON and as a play for BG Stats."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from defiance_qt import cli
from defiance_qt.extend.sessions import Session
from defiance_qt.lab import result as lab
from tests.conftest import ROOT

GAME = ROOT / "saves/extraction-en-victory.defiance"
Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def in_utc(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    os.environ.pop("TZ")
    time.tzset()


def printed(capsys: Capture, *arguments: str) -> str:
    assert cli.main(["result", *arguments]) == 0
    return capsys.readouterr().out


def test_a_result_is_told_in_words(capsys: Capture) -> None:
    lines = printed(capsys, str(GAME)).splitlines()
    assert lines[0] == "Infinity Defiance: Extraction"
    assert lines[1].startswith("Victory. Goldstein and every conscious Character")
    assert lines[2].startswith("Played from 2")
    assert "Rounds: 8" in lines
    assert "Qiang: 0 of 10" in lines
    assert printed(capsys, str(GAME), "--lang", "ru").splitlines()[0] == "Infinity Defiance: Эвакуация"


def test_a_result_is_plain_json(capsys: Capture) -> None:
    found = json.loads(printed(capsys, str(GAME), "--json"))
    assert (found["result"], found["system"], found["chapter"]) == ("victory", "infinity-defiance", 8)
    assert found["numbers"] == {"Rounds": "8", "Still standing": "2"}
    assert {"name": "Qiang", "left": 0, "of": 10} in found["figures"]
    assert found["steps"] == 403
    assert found["began"] < found["ended"]


def test_a_play_has_what_the_app_asks_for(capsys: Capture) -> None:
    play = json.loads(printed(capsys, str(GAME), "--bgstats", "--player", "Ana", "--player", "Ben"))
    assert (play["sourceName"], play["board"]) == ("defiance-qt", "Extraction")
    assert play["game"]["name"] == "Infinity Defiance"
    assert time.strptime(play["playDate"], "%Y-%m-%d %H:%M:%S")
    assert play["players"] == [
        {"name": name, "sourcePlayerId": name, "startPlayer": False, "winner": True} for name in ("Ana", "Ben")
    ]
    again = json.loads(printed(capsys, str(GAME), "--bgstats"))
    assert again["sourcePlayId"] == play["sourcePlayId"], "the app tells by it that it has the play already"
    assert len(again["players"]) == 1


def test_a_defeat_has_no_winner(capsys: Capture) -> None:
    play = json.loads(printed(capsys, str(ROOT / "saves/extraction-en-defeat.defiance"), "--bgstats"))
    assert [one["winner"] for one in play["players"]] == [False]


def test_a_game_that_is_not_over_is_no_play(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "game.defiance"
    Session.new("infinity-defiance", mission="extraction", seed=1, path=path).close()
    assert "Not over yet." in printed(capsys, str(path))
    assert json.loads(printed(capsys, str(path), "--json"))["result"] == ""
    assert cli.main(["result", str(path), "--bgstats"]) == 2
    assert capsys.readouterr().err == "game.defiance: the game is not over, so there is no play.\n"


def test_breaks_and_a_clock_that_was_set_back_do_not_count() -> None:
    with Session.new("pig", mission="duel", seed=1) as session:
        now = iter(range(10**6, 10**9, 3600))
        session._clock = lambda: float(next(now))
        for _ in range(4):
            session.submit(session.legal()[0])
        found = lab.result(session, session.words("en"))
    # The set-up has the time of today, long after the steps.
    assert found.minutes == 3 * lab.BREAK / 60
