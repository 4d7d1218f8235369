"""Whole games of every Mission and Objective, as they were when they were last looked at.

Spans the rules from the muster to the end, and the text form of commands.
"""

from __future__ import annotations

from itertools import zip_longest

import pytest

from expansions.warfighter.engine.notation import format_command, parse
from tests.expansions.warfighter.playthrough import ANSWERED, TEAM, begun, files, header, retold
from tests.expansions.warfighter.table import game

FILES = {name: path.read_text("utf-8") for name, path in files().items()}
PLAYED = [
    (mission, objective) for mission, card in game().rules.catalog.missions.items() for objective in card.objectives
]


def commands(text: str) -> list[str]:
    return [line[2:] for line in text.splitlines() if line.startswith((TEAM, ANSWERED))]


@pytest.mark.parametrize("name", FILES)
def test_the_game_goes_as_it_went(name: str) -> None:
    """Where it is meant to go otherwise: run playthrough.py as a module, and read the diff."""
    for number, (written, now) in enumerate(zip_longest(FILES[name].splitlines(), retold(FILES[name])), 1):
        assert now == written, f"{name}, line {number}: `python -m tests.expansions.warfighter.playthrough` renews it"
    assert {"victory", "defeat"} & set(FILES[name].splitlines()[-1].split())


def test_every_mission_and_objective_has_one_and_every_form_is_won_in_one() -> None:
    ends = {}
    for text in FILES.values():
        top = header(text)
        ends[top["mission"], top["objective"]] = "victory" in text.splitlines()[-1]
    assert sorted(ends) == sorted(PLAYED)
    forms = {game().rules.catalog.objectives[objective].form for (_, objective), won in ends.items() if won}
    assert forms == {"destroy", "guards", "work", "hold", "fetch"}


def test_both_variants_and_both_sets_of_hostiles_are_played() -> None:
    told = [header(text) for text in FILES.values()]
    assert {(one["edition"], one["hostiles"]) for one in told} == {
        (edition, hostiles) for edition in ("table", "harsh") for hostiles in ("front", "elite")
    }


def test_commands_read_back_as_they_were_written() -> None:
    for text in FILES.values():
        assert [format_command(parse(line)) for line in commands(text)] == commands(text)


@pytest.mark.rule("W-105")
def test_a_game_is_played_with_dice_and_cards_of_the_table_a_ten_too() -> None:
    """The same dice and cards, typed or drawn by the app, lead to the same game; what was typed says so."""
    (text,) = (text for text in FILES.values() if "typed" in header(text))
    top, rolled, typed = header(text), [], 0
    made, state = begun(top)
    app, other = begun({word: value for word, value in top.items() if word != "typed"})
    for line in commands(text):
        asked = made.request(state)
        assert asked is None or not asked.by_app
        state, events = made.step(state, parse(line))
        other, _ = app.step(other, parse(line))
        told = [event for event in events if type(event).__name__ in ("DiceRolled", "Drawn")]
        typed += sum(event.typed for event in told)
        rolled += [zip(event.sizes, event.faces, strict=True) for event in told if type(event).__name__ == "DiceRolled"]
    assert typed > 50
    assert (10, 10) in {pair for pairs in rolled for pair in pairs}
    assert (state.result, state.team, state.hostiles) == (other.result, other.team, other.hostiles)
