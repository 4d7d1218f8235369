"""`modify_alert`: how much the Alert rises, and what it adds at the end of a Round and at a Console.

Spans `hooks`, `rules.alert` and `rules.interact`.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.changes import NumberChange
from defiance_qt.systems.defiance.engine.evolve import evolve
from defiance_qt.systems.defiance.engine.hooks import ModifyAlert
from defiance_qt.systems.defiance.engine.rules.alert import raise_alert
from defiance_qt.systems.defiance.engine.transaction import Transaction
from defiance_qt.systems.defiance.tell.reasons import explain
from tests.systems.defiance.engine.hooks.table import rules
from tests.systems.defiance.engine.positions import Play, position
from tests.texts import defiance_words

SOURCE = "equipment.medikit.name"


def by(wanted: str, amount: int, source: str = SOURCE) -> ModifyAlert:
    def modify(context: object, effect: str, was: int) -> NumberChange | None:
        return NumberChange(source, amount, ("x-1",)) if effect == wanted else None

    return modify


def table(alert: int, *functions: ModifyAlert, more: str = "dummy 1 -") -> Play:
    return position(f"U X 1\n\numa\n{more}\nalert {alert}", hooks=rules(modify_alert=functions))


@pytest.mark.rule("R-259", "R-260", "R-270")
@pytest.mark.parametrize(
    ("was", "rise", "change", "level"),
    [
        (1, 1, 1, 3),
        (1, 1, -1, 1),
        (1, 1, -3, 1),
        (3, -1, 2, 3),
        (4, 1, 9, 5),
        (4, -1, -1, 2),
        (2, -1, -9, 0),
        (2, 0, 1, 2),
    ],
)
def test_the_alert_rises_by_more_or_less(was: int, rise: int, change: int, level: int) -> None:
    game = table(was, by("level", change))
    run = Transaction(game.game.rules, game.state)
    raise_alert(run, rise, "ai_deck", ("R-260",))
    assert run.state.alert == level
    for event in run.events:
        if isinstance(event, e.AlertChanged):
            assert event.changes == (NumberChange(SOURCE, change, ("x-1",)),)
            assert event.rules == (("R-260", "x-1") if rise > 0 else ("R-260", "R-270", "x-1"))
            lines = explain(event, game.state, evolve(game.state, event), defiance_words("en"), game.game.rules)
            assert any(line.startswith("MediKit: ") for line in lines)


def tokens_of_a_round(game: Play) -> list[e.ReserveChanged]:
    """What the Alert adds to the Reserve in a Round without a Unit that acts."""
    game.do("activate uma", "end_activation uma")
    assert any(isinstance(one, e.PhaseBegan) and one.phase == "end" for one in game.events)
    return [one for one in game.events if isinstance(one, e.ReserveChanged) and one.because == "alert"]


@pytest.mark.rule("R-266", "R-247")
@pytest.mark.parametrize(
    ("alert", "change", "tokens", "cited"),
    [
        (1, 0, 0, ()),
        (1, 1, 1, ("R-247", "x-1")),
        (1, -1, 0, ()),
        (2, 0, 1, ("R-266", "R-247")),
        (2, 1, 2, ("R-266", "R-247", "x-1")),
        (2, -1, 0, ()),
        (2, -5, 0, ()),
    ],
)
def test_the_tokens_at_the_end_of_a_round(alert: int, change: int, tokens: int, cited: tuple[str, ...]) -> None:
    added = tokens_of_a_round(table(alert, by("reinforcements", change)))
    assert sum(one.amount for one in added) == tokens
    assert [one.rules for one in added] == ([cited] if tokens else [])
    assert all([found.amount for found in one.changes] == ([change] if change else []) for one in added)


@pytest.mark.rule("R-132", "R-222", "R-267")
@pytest.mark.parametrize(
    ("alert", "change", "aggro", "cited"),
    [
        (1, 1, 2, ("R-132", "R-222", "x-1")),
        (3, 1, 3, ("R-132", "R-267", "x-1")),
        (3, -1, 1, ("R-132", "R-267", "x-1")),
        (3, -2, 0, ()),
        (3, -5, 0, ()),
    ],
)
def test_the_aggro_at_a_console(alert: int, change: int, aggro: int, cited: tuple[str, ...]) -> None:
    game = table(alert, by("aggro", change), more='uma aggro=1\nconsole one X "S"')
    game.do("activate uma", "interact uma one", team="-")
    assert game.one("uma").aggro == 1 + aggro
    if aggro:
        event = next(one for one in game.events if isinstance(one, e.AggroChanged))
        assert [one.source for one in event.changes] == [SOURCE]
        assert event.rules == cited


def test_the_order_of_plugins_does_not_matter() -> None:
    functions = (by("aggro", 2, "b.name"), by("aggro", -1, "a.name"), by("level", 3, "c.name"))
    played: Callable[[tuple[ModifyAlert, ...]], list[e.Event]] = lambda order: (
        table(1, *order, more='console one X "S"').do("activate uma", "interact uma one", team="-").events
    )
    assert played(functions) == played(functions[::-1])
