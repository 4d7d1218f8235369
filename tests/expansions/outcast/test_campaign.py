"""The Saltgate run: chosen, played to its end by the bot, verified, and opened again with the expansion gone."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from defiance_qt import cli
from defiance_qt.api import Session, open_save
from defiance_qt.extend import loader
from defiance_qt.lab.bots import make_bot
from defiance_qt.systems.defiance.api import commands
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.words.languages import LANGUAGES
from tests.bounds import repeat
from tests.expansions.outcast.saltgate import ID, catalog
from tests.workshop.defiance.hastening import hasten

pytestmark = pytest.mark.slow

MISSIONS = ("market_day", "cast_off", "long_watch", "closing_price")
SYSTEM = "infinity-defiance"


def embarked(seed: int, team: tuple[str, ...] = (), path: Path | None = None) -> Session:
    session = Session.new(SYSTEM, mission="saltgate", seed=seed, plugins=(ID,), path=path, journal=path is not None)
    for id in team:
        session.submit(commands.Enlist(id))
    return session


def sailed(session: Session, seed: int) -> Session:
    """Play to the end: the bot plays, and each attempt at a mission is brought near its end by hand in Round 1."""
    bot, luck = make_bot("heuristic", seed, SYSTEM), random.Random(seed)
    hastened: set[tuple[int, int]] = set()
    for state in repeat(lambda: _going_on(session), lambda: str(session.state.agenda[-1:]), 9000):
        assert state.campaign
        at = (state.campaign.number, state.campaign.attempt)
        if state.round == 1 and at not in hastened:
            hastened.add(at)
            for command in hasten(session, luck):
                session.submit(command)
        else:
            session.submit(bot.choose(session.game, session.state, session.legal()))
    return session


def _going_on(session: Session) -> State | None:
    return session.state if session.state.result is None else None


# ---- the card


def test_the_campaign_is_offered_with_the_expansion_only() -> None:
    with Session.new(SYSTEM, mission="market_day", seed=1, plugins=(ID,), journal=False) as session:
        found = {one.id: one for one in session.host.offerings.scenarios}
    assert found["saltgate"].campaign
    assert set(MISSIONS) <= set(found)


def test_four_of_six_make_the_team_and_billie_comes_with_jazz_only() -> None:
    for team, billie in ((("vesna", "brannoch", "uma", "jazz"), True), (("vesna", "cadin", "uma", "qiang"), False)):
        with embarked(1, team) as session:
            assert session.state.campaign.missions == MISSIONS
            session.submit(commands.BeginMission())
            assert list(session.state.team) == [*team, *(["billie"] if billie else [])]


def test_the_outcasts_may_sign_on_with_the_defiance() -> None:
    with Session.new(SYSTEM, mission="defiance", seed=1, plugins=(ID,), journal=False) as session:
        offered = [one.character for one in session.legal() if isinstance(one, commands.Enlist)]
        assert offered == ["uma", "cadin", "qiang", "jazz", "vesna", "brannoch"]
    campaign = catalog().campaigns["defiance"]
    assert {"vesna", "brannoch"} <= {member.id for member in campaign.members}


# ---- from the first mission to the end


@pytest.mark.parametrize("seed", [2, 3])
def test_the_bot_plays_it_to_its_end(seed: int) -> None:
    with embarked(seed) as session:
        sailed(session, seed)
        assert session.state.result in ("victory", "defeat")
        played = [one.mission for one in session.state.campaign.played]
        assert tuple(dict.fromkeys(played)) == MISSIONS
        assert "quill" in session.state.campaign.crew
        assert any(one.specialties for one in session.state.team.values())


def log(path: Path, language: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert cli.main(["log", str(path), "--lang", language]) == 0
    return capsys.readouterr().out


def test_its_save_verifies_and_reads_the_same_without_the_expansion(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "run.defiance"
    with sailed(embarked(2, path=path), 2) as session:
        played = session.state
    with open_save(path) as session:
        assert session.verify().ok
        assert (session.host.missing, session.state) == ((), played)
    told = {language: log(path, language, capsys) for language in LANGUAGES}
    assert "Vesna joins the team" in told["en"]
    assert "Cobradores" in told["es"]
    assert "Сборщики пошлины" in told["ru"]
    monkeypatch.setattr(loader, "default_folders", lambda: (tmp_path / "none",))
    with open_save(path) as session:
        assert [one.message.values["name"] for one in session.host.missing] == [ID]
        assert session.state == played
        assert session.words("es")("character.quill.name") == "Teodor Quill"
    for language in LANGUAGES:
        assert log(path, language, capsys) == told[language]
