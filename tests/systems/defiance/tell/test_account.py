"""The Activation of an Enemy Unit as an account, found in a session."""

from __future__ import annotations

import random

import pytest

from defiance_qt.core.accounts import account_at, account_on, in_account, last_account, line_of
from defiance_qt.core.errors import Illegal
from defiance_qt.core.port import Account, Passage
from defiance_qt.extend.sessions import Session
from defiance_qt.lab.story import account_lines, story
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.tell.account import Considered
from defiance_qt.systems.defiance.tell.names import Names
from defiance_qt.words.languages import LANGUAGES
from tests.texts import defiance_words

EN = defiance_words("en")


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


def of(passage: Passage, kind: str) -> list[str]:
    return [detail.text for detail in passage.details if detail.kind == kind]


def prose(account: Account) -> list[str]:
    """An account as it is told, without its results."""
    lines = []
    for one in account.passages:
        lines.append(" ".join(part for part in (one.heading, one.text) if part))
        lines += [detail.text for detail in one.details if detail.kind != "result"]
    return lines


def account_of(session: Session, step: int) -> Account | None:
    """The account that the last event of a step belongs to, on its own line."""
    return account_on(session, line_of(session, step), step, EN)


def test_the_turn_of_a_unit_is_found_in_a_game(game: Session) -> None:
    """From any step of an Enemy's turn, the whole turn."""
    whole = account_of(game, game.head)
    assert whole is not None
    assert prose(whole)[0].endswith("until it has performed two Instructions.")
    assert sum("Instruction 1:" in line for line in prose(whole)) == 2
    inside = [number for number in game.timeline.path if account_of(game, number) == whole]
    assert len(inside) > 1
    assert account_of(game, 0) is None
    assert whole.name == EN(f"unit.{whole.subject}.name")
    assert whole.chapter == "Round 1"


def test_each_instruction_is_a_passage_of_its_miniature(game: Session) -> None:
    turn = last_account(game, EN)
    assert turn is not None
    assert turn.over
    unit = game.state.units[turn.subject]
    told = [one for one in turn.passages if one.heading]
    performed = [
        one for one in game.event_contexts() if isinstance(one.event, e.InstructionChosen | e.InstructionSkipped)
    ]
    assert all(one.event.enemy.startswith(f"{unit.id}.") for one in performed)
    assert [one.actor for one in told] == [Names(one.before, EN).figure(one.event.enemy) for one in performed]
    for one, event in zip(told, performed, strict=True):
        assert one.step == event.step
        assert set(event.event.rules) <= set(one.rules)
        assert one.skipped == isinstance(event.event, e.InstructionSkipped)
        looked = [detail for detail in one.details if isinstance(detail.data, Considered)]
        chosen = [detail for detail in looked if detail.kind == "chosen"]
        if isinstance(event.event, e.InstructionChosen) and looked:
            (target,) = chosen
            assert target.text.startswith(EN(f"character.{event.event.target}.name").split()[0])
            assert target.data.candidate.figure == event.event.target
            assert target.data.why == ""
            assert all(detail.data.why for detail in looked if detail.kind == "passed")


def test_what_came_of_an_instruction_is_told_with_it(game: Session) -> None:
    """Of each Attack what was rolled, what was paid for and what was not, and the Damage, as in the log."""
    play_until(game, e.UnitActivationEnded, 6)
    came: list[str] = []
    wanted: list[str] = []
    acting = False
    for one in game.event_contexts():
        if isinstance(one.event, e.UnitActivated):
            turn = account_at(game, one.step, one.index, EN)
            assert turn is not None
            came += [line for passage in turn.passages for line in of(passage, "result")]
        acting = isinstance(one.event, e.UnitActivated) or (acting and not isinstance(one.event, e.UnitActivationEnded))
        if acting and isinstance(one.event, e.DiceRolled | e.SwitchUsed | e.SwitchSpared | e.DamageSuffered):
            wanted.append(game.game.narrate(one.event, one.after, EN))
    assert {"Damage", "rolls", "Switch"} <= {word for line in wanted for word in line.split()}
    assert [line for line in came if line in wanted] == wanted


def test_an_account_goes_no_further_than_the_head(game: Session) -> None:
    """Looked at from its middle, it has come so far."""
    whole = last_account(game, EN)
    assert whole is not None
    began = next(number for number in game.timeline.path if has(game, number, e.UnitActivated))
    index = next(n for n, one in enumerate(game.timeline.step(began).events) if isinstance(one, e.UnitActivated))
    game.jump(began + 1)
    some = account_at(game, began, index, EN)
    assert some is not None
    assert not some.over
    assert some.passages == whole.passages[: len(some.passages)]
    assert 0 < len(some.passages) < len(whole.passages)
    assert account_of(game, began) == whole
    game.jump(began - 1)
    assert last_account(game, EN) is None
    assert account_at(game, began, index, EN) == whole


def test_the_second_turn_is_not_taken_for_the_first(game: Session) -> None:
    """Also where one Unit follows another at once, each step belongs to its own Unit."""
    play_until(game, e.UnitActivationEnded, 3)
    path = game.timeline.path
    units = [event.unit for number in path for event in _activations(game, number)]
    assert len(units) >= 4
    for number in path:
        for index, event in enumerate(game.timeline.step(number).events):
            if isinstance(event, e.UnitActivated | e.UnitActivationEnded):
                account = account_on(game, path, number, EN, index)
                assert in_account(game, number, index)
                assert account is not None
                assert account.subject == event.unit
            if isinstance(event, e.InstructionChosen):
                account = account_on(game, path, number, EN, index)
                assert in_account(game, number, index) == (account is not None)
                assert account is None or account.subject == event.enemy.rpartition(".")[0]


def test_the_last_turn_of_each_unit_is_found(game: Session) -> None:
    play_until(game, e.UnitActivationEnded, 3)
    ended = [one.event.unit for one in game.event_contexts() if isinstance(one.event, e.UnitActivated)]
    for unit in set(ended):
        found = last_account(game, EN, unit)
        assert found is not None
        assert found.subject == unit
    last = last_account(game, EN)
    assert last is not None
    assert last.subject == ended[-1]
    assert last_account(game, EN, "nobody") is None


def _activations(session: Session, step: int) -> list[e.UnitActivated]:
    return [event for event in session.timeline.step(step).events if isinstance(event, e.UnitActivated)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_printed_turn_fits_a_terminal_and_has_its_words(game: Session, language: str) -> None:
    words = defiance_words(language)
    turn = last_account(game, words)
    assert turn is not None
    lines = list(account_lines(turn, words))
    assert max(len(line) for line in lines) <= 110
    assert any(line.lstrip().startswith("> ") for line in lines)
    assert any("[R-" in line for line in lines)
    assert not [line for line in lines if "cli." in line or "why." in line or "event." in line]


def test_a_story_of_a_step_that_is_not_there_is_refused(game: Session) -> None:
    with pytest.raises(Illegal):
        list(story(game, EN, to=9999))
