"""A game whose system is not there: everything about it can be read, nothing can be done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from defiance_qt.core.errors import Illegal
from defiance_qt.core.port import Game
from defiance_qt.core.port.text import spoken
from defiance_qt.core.session import Session
from defiance_qt.core.unknown import Carried, UnknownGame
from defiance_qt.extend.facets import check_members
from defiance_qt.words.catalogue import Words
from tests.core.toy import Shouted, pig_setup

SETUP = pig_setup(3)


class Stored:
    """A journal that gives back these steps."""

    name = "memory"
    setup = SETUP

    def __init__(self, *steps: Any) -> None:
        self._steps = steps

    def bind(self, game: Any) -> None:
        pass

    def append(self, entry: Any) -> bytes:
        return b""

    def read(self) -> Any:
        return iter([(step, bytes([number])) for number, step in enumerate(self._steps)])

    def unpack(self, packed: bytes) -> Any:
        return self._steps[packed[0]]

    def accept(self) -> None:
        pass

    def close(self) -> None:
        pass


GAME = UnknownGame(SETUP)
EVENT = {"event": "moved", "who": "north", "to": 3, "rules": ["X-1"]}
WORDS = Shouted()


def test_it_fills_the_port() -> None:
    check_members("pig", GAME, Game)
    assert (GAME.system, GAME.seed(0)) == ("pig", 3)


def test_states_stand_for_all_events_so_far() -> None:
    """The same on every machine and in every way of reading; otherwise what a save carries would not be found."""
    first = GAME.evolve(GAME.blank(), EVENT)
    again = GAME.evolve(GAME.blank(), dict(reversed(EVENT.items())))
    second = GAME.evolve(first, EVENT)
    assert first == again == 55908961672551535
    assert len({GAME.blank(), first, second, GAME.evolve(GAME.blank(), {**EVENT, "to": 4})}) == 4


def test_what_a_save_carries_of_an_event_is_told() -> None:
    game = UnknownGame(SETUP)
    state = game.evolve(game.blank(), EVENT)
    game.carried = {state: Carried({"en": "North\nmoves", "es": "El norte se mueve"}, 3, "victory")}
    assert game.narrate(EVENT, state, WORDS) == "North moves"
    assert game.summary(state).chapter == 3
    assert game.result(state) == "victory"
    assert game.narrate(EVENT, game.evolve(state, EVENT), Words("en")) == spoken(EVENT)
    assert game.result(game.blank()) is None


def test_what_an_undo_takes_back_is_told_by_what_the_save_carries() -> None:
    game = UnknownGame(SETUP)
    first = game.evolve(game.blank(), EVENT)
    game.carried = {first: Carried({"en": ""}), game.evolve(first, EVENT): Carried({"en": "North moves"})}
    command = {"command": "move", "who": "north"}
    assert game.deed(command, game.blank(), (EVENT, EVENT), WORDS) == "North moves"
    assert game.deed(command, first, (), Words("en")) == "Move: who north"


@pytest.mark.parametrize(
    "attempt",
    [
        lambda: GAME.start(SETUP),
        lambda: GAME.decide(0, {}),
        lambda: GAME.step(0, {}),
        lambda: GAME.answer(0, (1,)),
        lambda: GAME.set_answer("team.dice", "app"),
        lambda: GAME.overrule({}, ""),
        lambda: GAME.parse("move"),
    ],
)
def test_nothing_can_be_done(attempt: Callable[[], object]) -> None:
    with pytest.raises(Illegal, match="The game system 'pig' is not installed") as refused:
        attempt()
    assert refused.value.code == "unknown_system"
    for language, text in (
        ("en", "The game system 'pig' is not installed."),
        ("es", "El sistema de juego «pig» no está."),
        ("ru", "Игровой системы «pig» нет."),
    ):
        assert GAME.refusal(refused.value, 0, Words(language)) == text
        assert GAME.why_not(0, {}, Words(language)).words == (text,)


def test_nothing_is_asked_offered_or_counted() -> None:
    prompt = GAME.prompt(0)
    assert (prompt.seat, prompt.commands, prompt.forms) == ("", (), ())
    listed: list[object] = [GAME.legal(0), GAME.invariants(0), GAME.switches(), GAME.subjects(0, WORDS)]
    assert listed == [()] * 4
    absent: list[object] = [GAME.result(0), GAME.request(0), GAME.entry(0, WORDS), GAME.ending(0, WORDS)]
    assert [*absent, GAME.odds(0, {}), GAME.account((), WORDS)] == [None] * 6
    assert (GAME.question(0, WORDS), GAME.category(EVENT), GAME.side(EVENT), GAME.opens_account(EVENT)) == ("",) * 4
    assert not GAME.closes_account(EVENT)
    assert not GAME.automatic({})
    assert GAME.marks(0, 1, lambda: (), WORDS) == ()
    assert (GAME.answers(0), GAME.outcome(0).result) == ({}, "")
    assert GAME.summary(0).title == "pig"


def test_what_happened_is_told_by_names_and_fields() -> None:
    words = Words("en")
    assert spoken(EVENT) == "Moved: who north, to 3"
    assert spoken({"command": "hold", "note": "", "list": [], "way": [1, 2]}) == "Hold: way 1 2"
    assert spoken(7) == "7"
    assert GAME.narrate(EVENT, 1, words) == GAME.label(EVENT, 1, words) == spoken(EVENT)
    assert GAME.format({"command": "move", "who": "north"}) == 'move {"who":"north"}'
    assert GAME.why(EVENT, 0, WORDS).rules == ("X-1",)
    assert GAME.why("odd", 0, WORDS).rules == ()


def test_a_session_of_it_can_be_walked() -> None:
    from defiance_qt.core.timeline import Step

    command = {"command": "move", "who": "north"}
    first: Step[Any, Any] = Step(0, -1, (), (EVENT,), 0.0)
    second: Step[Any, Any] = Step(1, 0, (command,), (EVENT, EVENT), 1.0)
    states = [GAME.evolve(0, EVENT)]
    states += [GAME.evolve(states[-1], EVENT)]
    states += [GAME.evolve(states[-1], EVENT)]
    with Session.resume(GAME, Stored(first, second)) as session:
        assert session.state == states[2]
        assert session.undo().after == states[0]
        assert session.redo().after == states[2]
        assert session.label(1) == "Move: who north"
        with pytest.raises(Illegal, match="not installed"):
            session.submit(command)
        assert [one.after for one in session.event_contexts()] == states
