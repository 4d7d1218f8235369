"""Saves of the game: read without its plugin, exported and imported, bad input refused in a sentence."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from defiance_qt.cli import main
from defiance_qt.core.errors import DefianceError, Illegal
from defiance_qt.extend import systems
from defiance_qt.extend.opening import open_save
from defiance_qt.extend.sessions import Session
from defiance_qt.lab.story import story
from expansions.warfighter.engine.rules.chance import KINDS
from tests.expansions.warfighter.playthrough import ANSWERED, TEAM, files


def opening() -> list[str]:
    """The first turn of the typed golden game, into its Hostile turn."""
    lines = files()["first_light-typed"].read_text("utf-8").splitlines()
    commands = [line[2:] for line in lines if line.startswith((TEAM, ANSWERED))]
    return commands[: commands.index("proceed") + 2]


def test_a_save_is_read_without_its_plugin_and_exported_and_imported_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, first, second = (tmp_path / name for name in ("a.defiance", "a.jsonl", "b.jsonl"))
    options = {"objective": "cache", "answers": dict.fromkeys(KINDS, "person")}
    with Session.new("warfighter", mission="first_light", seed=2, path=path, options=options) as session:
        for line in opening():
            session.submit(session.game.parse(line))
        told, steps = list(story(session, session.words("ru"))), len(list(session.timeline.steps()))
        session.export(first)
    assert len(told) > 30
    with open_save(first) as imported:
        imported.export(second)
    assert second.read_text("utf-8") == first.read_text("utf-8")
    monkeypatch.setattr(systems, "default_folders", lambda: ())
    for file in (path, first):
        with open_save(file, read_only=True) as without:
            assert without.readable_only
            assert list(story(without, without.words("ru"))) == told
            assert len(list(without.timeline.steps())) == steps
            assert [error.message.key for error in without.host.missing] == ["system.needed"]


def test_an_objective_of_another_mission_is_refused() -> None:
    with pytest.raises(DefianceError, match="mast"):
        Session.new("warfighter", mission="salt_road", seed=1, options={"objective": "mast"}, journal=False)


@pytest.mark.rule("W-030", "W-105")
def test_a_die_of_eleven_and_a_card_of_another_deck_are_refused_and_nothing_is_stored() -> None:
    options = {"objective": "cache", "answers": {"team.dice": "person", "team.card": "person", "table.card": "app"}}
    with Session.new("warfighter", mission="first_light", seed=2, options=options, journal=False) as session:
        session.submit(session.game.parse("team first_light"))
        session.submit(session.game.parse("go"))
        head, words = session.head, session.words("en")
        for line, rule, named in (
            ("enter_cards picket", "W-105", "Picket"),
            ("enter_cards surge surge surge surge surge surge surge surge", "W-105", "7"),
            ("enter_dice 11", "W-030", "dice"),
        ):
            with pytest.raises(Illegal) as refused:
                session.submit(session.game.parse(line))
            said = session.game.refusal(refused.value, session.state, words)
            assert (refused.value.rule, session.head) == (rule, head)
            assert named in said
            assert "{" not in said


TYPED = (
    "nation orlane", "buy vey", "arm 1 smg", "go", "Mortar, Sniper, Drone",
    "Surge, Surge, Aimed Shot, Dive, Dive, Blast, Pull Together", "place 1", "Orchard", "Picket", "Vey", "Sentry",
    "Vey", "move 1 right", "fire 1 smg.1 picket.1", "11 3 6", "10 0 1", "log",
)  # fmt: skip
"""A first turn as a person types it: cards by their names, a ten as "10" and as "0", and an eleven."""


@pytest.mark.rule("W-105")
def test_every_roll_and_card_is_typed_by_name_and_a_ten_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "typed.defiance")
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join((*TYPED, "quit", ""))))
    options = ("--option", "objective=cache", "--ask", "all", "--out", path)
    assert main(["play", "first_light", "--system", "warfighter", *options]) == 0
    told = capsys.readouterr().out
    assert "Objective: which one?" not in told
    assert "Vey at Picket: Die for the shot (d10), Die for the shot (d10), Die for the cover (d6)" in told
    assert "11" in told
    assert "10, 10 against 6, cover 1 of 3" in told
    assert main(["verify", path]) == 0
