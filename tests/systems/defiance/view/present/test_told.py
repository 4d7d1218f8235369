"""What an Enemy has just done, beside it on the board: the way it went and why, until the next Instruction."""

from __future__ import annotations

from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import events as e
from tests.systems.defiance.view.positions import deployed, table, until


def acted(kind: type):
    """The Enemy has just performed an Instruction with such an event, and the table waits for the next."""

    def found(session) -> bool:
        events = session.timeline.step(session.head).events
        waits = any(isinstance(one, c.Proceed) for one in session.legal())
        chosen = any(isinstance(one, e.InstructionChosen) for one in events)
        return waits and chosen and any(isinstance(one, kind) for one in events)

    return found


def test_the_way_it_went_begins_where_it_stood() -> None:
    session = until(deployed(), acted(e.Moved))
    presenter, _ = table(session)
    moved = [one for one in session.timeline.step(session.head).events if isinstance(one, e.Moved)][-1]
    trail, card = presenter.told()
    assert trail == (moved.start, *moved.path)
    assert session.state.enemies[moved.figure].space == trail[-1]
    assert card is not None
    assert card.anchor == moved.figure
    assert card.where == f"{moved.cost} of {session.state.units[moved.figure.partition('.')[0]].profile.speed} points"


def test_the_card_says_why_and_who_was_passed_over() -> None:
    session = until(deployed(), acted(e.Moved))
    presenter, _ = table(session)
    chosen = [one for one in session.timeline.step(session.head).events if isinstance(one, e.InstructionChosen)][-1]
    card = presenter.told()[1]
    assert card is not None
    assert presenter.names.figure(chosen.target) in " ".join(card.lines)
    assert card.lines[-1].startswith("Why (W)")


def test_nothing_is_told_while_a_person_acts() -> None:
    session = until(deployed(), lambda game: any(isinstance(one, c.EndActivation) for one in game.legal()))
    presenter, _ = table(session)
    assert presenter.told() == ((), None)
