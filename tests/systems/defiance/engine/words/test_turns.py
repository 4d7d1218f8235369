"""The turn of an Enemy Unit, found in a session."""

from __future__ import annotations

import random

import pytest

from defiance_qt.extend.sessions import Session
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.words.turns import enemy_turn, last_turn, printed, turn_at, unit_turn
from defiance_qt.words.catalogue import LANGUAGES, Words

EN = Words("en")


def has(session: Session, step: int, kind: type) -> bool:
    return any(isinstance(event, kind) for event in session.timeline.step(step).events)


def play_until(session: Session, kind: type, times: int = 1, seed: int = 3) -> None:
    """Play anything until a step holds such an event."""
    chance = random.Random(seed)
    while times:
        session.submit(chance.choice(session.legal()))
        times -= has(session, session.head, kind)


@pytest.fixture
def game() -> Session:
    """A game in which one Unit has had its turn."""
    session = Session.new(mission="extraction", seed=3, journal=False)
    play_until(session, e.UnitActivationEnded)
    return session


def test_the_turn_of_a_unit_is_found_in_a_game(game: Session) -> None:
    """From any step of an Enemy's turn, the whole turn."""
    whole = enemy_turn(game, game.head, EN)
    assert whole[0].endswith("until it has performed two Instructions.")
    assert sum("Instruction 1:" in line for line in whole) == 2
    inside = [number for number in game.timeline.path if enemy_turn(game, number, EN) == whole]
    assert len(inside) > 1
    assert enemy_turn(game, 0, EN) == ()


def test_each_instruction_is_a_passage_of_its_miniature(game: Session) -> None:
    turn = last_turn(game, EN)
    assert turn is not None
    assert turn.over
    unit = game.state.units[turn.unit]
    told = [one for one in turn.passages if one.heading]
    performed = [one for one in game.tell() if isinstance(one.event, e.InstructionChosen | e.InstructionSkipped)]
    assert [one.miniature for one in told] == [one.event.enemy for one in performed]
    assert all(one.miniature.startswith(f"{unit.id}.") for one in told)
    for one, event in zip(told, performed, strict=True):
        assert set(event.event.rules) <= set(one.rules)
        assert one.skipped == isinstance(event.event, e.InstructionSkipped)
        chosen = [seen for seen in one.looked if seen.target]
        if isinstance(event.event, e.InstructionChosen) and one.looked:
            assert len(chosen) == 1
            assert chosen[0].line.startswith(EN(f"character.{event.event.target}.name").split()[0])
            assert chosen[0].candidate.figure == event.event.target
            assert chosen[0].why == ""
            assert all(seen.why for seen in one.looked if not seen.target)


def test_what_came_of_an_instruction_is_told_with_it(game: Session) -> None:
    """Of each Attack what was rolled, what was paid for and what was not, and the Damage, as in the log."""
    play_until(game, e.UnitActivationEnded, 6)
    came: list[str] = []
    wanted: list[str] = []
    acting = False
    for one in game.tell():
        if isinstance(one.event, e.UnitActivated):
            turn = turn_at(game, one.step, one.place, EN)
            assert turn is not None
            came += [line for passage in turn.passages for line in passage.came]
        acting = isinstance(one.event, e.UnitActivated) or (acting and not isinstance(one.event, e.UnitActivationEnded))
        if acting and isinstance(one.event, e.DiceRolled | e.SwitchUsed | e.SwitchSpared | e.DamageSuffered):
            wanted.append(game.game.narrate(one.event, one.after, EN))
    assert {"Damage", "rolls", "Switch"} <= {word for line in wanted for word in line.split()}
    assert [line for line in came if line in wanted] == wanted


def test_a_turn_goes_no_further_than_the_head(game: Session) -> None:
    """Looked at from its middle, it has come so far."""
    whole = last_turn(game, EN)
    assert whole is not None
    began = next(number for number in game.timeline.path if has(game, number, e.UnitActivated))
    place = next(n for n, one in enumerate(game.timeline.step(began).events) if isinstance(one, e.UnitActivated))
    game.jump(began + 1)
    some = turn_at(game, began, place, EN)
    assert some is not None
    assert not some.over
    assert some.passages == whole.passages[: len(some.passages)]
    assert 0 < len(some.passages) < len(whole.passages)
    assert enemy_turn(game, began, EN) == whole.lines
    game.jump(began - 1)
    assert last_turn(game, EN) is None
    assert turn_at(game, began, place, EN) == whole


def test_the_second_turn_is_not_taken_for_the_first(game: Session) -> None:
    """Also where one Unit follows another at once, each step belongs to its own Unit."""
    play_until(game, e.UnitActivationEnded, 3)
    path = game.timeline.path
    units = [event.unit for number in path for event in _activations(game, number)]
    assert len(units) >= 4
    for number in path:
        for place, event in enumerate(game.timeline.step(number).events):
            if isinstance(event, e.UnitActivated | e.UnitActivationEnded):
                turn = unit_turn(game, path, number, EN, place)
                assert turn is not None
                assert turn.unit == event.unit
            if isinstance(event, e.InstructionChosen):
                turn = unit_turn(game, path, number, EN, place)
                assert turn is None or turn.unit == event.enemy.rpartition(".")[0]


def _activations(session: Session, step: int) -> list[e.UnitActivated]:
    return [event for event in session.timeline.step(step).events if isinstance(event, e.UnitActivated)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_printed_turn_fits_a_terminal_and_has_its_words(game: Session, language: str) -> None:
    words = Words(language)
    turn = last_turn(game, words)
    assert turn is not None
    lines = list(printed(turn, words))
    assert max(len(line) for line in lines) <= 110
    assert any(line.lstrip().startswith("> ") for line in lines)
    assert any("[R-" in line for line in lines)
    assert not [line for line in lines if "cli." in line or "why." in line or "event." in line]
