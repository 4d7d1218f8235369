"""The Enemy's turn has one clock: aim, dice, result, and only then the log, the rails and the heading."""

from __future__ import annotations

import pytest

from defiance_qt.core.port import Command
from defiance_qt.shell.autoplay import READING, SPEEDS
from defiance_qt.shell.table import Table
from defiance_qt.shell.window import Window
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.view.board import motion
from defiance_qt.systems.defiance.view.board.clips import Aim, Dice, Hurt
from tests.bounds import repeat
from tests.systems.defiance.view.board.test_motion import Frames
from tests.systems.defiance.view.hands import begin, defiance_view
from tests.systems.defiance.view.positions import deployed, liking, table, until

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")


def next_act(session) -> Command | None:
    return next((one for one in session.legal() if session.game.automatic(one)), None)


def attacks(session) -> bool:
    """Whether the next act of the Enemy is an Attack."""
    act = next_act(session)
    if act is None:
        return False
    return any(isinstance(one, e.AttackDeclared) for one in session.game.step(session.state, act)[1])


@pytest.fixture
def shown(window: Window) -> Table:
    """A table whose Enemy is about to attack, step by step."""
    made = begin(window)
    made.timeline.sped.emit("step")
    view = defiance_view(made)
    for legal in repeat(lambda: () if attacks(made.session) else made.session.legal(), made.session.legal):
        made.presenter.submit(max(legal, key=liking))
        view.board.skip()
    return made


def test_what_surrounds_the_board_waits_for_the_dice_and_the_hit(shown: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(motion, "QElapsedTimer", Frames)
    view, before = defiance_view(shown), around(shown)
    act = next_act(shown.session)
    assert act is not None
    shown.presenter.submit(act)
    player = view.board._player
    assert player is not None
    kinds = [type(clip) for group in player._groups for clip in group]
    assert kinds.index(Aim) < kinds.index(Dice)
    assert Hurt not in kinds[: kinds.index(Dice)]
    seen: list[tuple[bool, bool, tuple[int, str]]] = []
    for _ in repeat(lambda: view.board._player is not None, lambda: player._index * 10_000 + len(seen)):
        player._tick()
        seen.append((view.body.moving, view.board._player is None, around(shown)))
    assert any(moving for moving, _, _ in seen)
    assert all(now == before for _, over, now in seen if not over)
    assert not shown.holding
    assert all(one != other for one, other in zip(around(shown), before, strict=True))


def test_the_rail_shows_the_health_as_soon_as_the_board_does(shown: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was right only after the animation: "3 of 4" beside a roll that left 1 of 4."""
    monkeypatch.setattr(motion, "QElapsedTimer", Frames)
    view = defiance_view(shown)
    for _ in repeat(lambda: next_act(shown.session) is not None, lambda: shown.session.head):
        before = health(shown)
        act = next_act(shown.session)
        assert act is not None
        shown.presenter.submit(act)
        player = view.board._player
        if player is not None and any(isinstance(one, Hurt) for group in player._groups for one in group):
            break
        view.board.skip()
    player = view.board._player
    assert player is not None
    hurt = next(at for at, group in enumerate(player._groups) if any(isinstance(one, Hurt) for one in group))
    for _ in repeat(lambda: player._index < hurt or not player._begun, lambda: player._index):
        assert health(shown) == before
        player._tick()
    assert view.board._player is player
    assert health(shown) != before


def health(shown: Table) -> list[str]:
    """The health in the rail, of the team and of the Enemy."""
    view = defiance_view(shown)
    cards = [card._health.text() for card in view.cards._cards.values()]
    return cards + [row._health.text() for unit in view.enemies._units.values() for row in unit._rows]


def around(shown: Table) -> tuple[int, str]:
    """What surrounds the board: the lines of the log, and the Instructions of those who act in the rail."""
    units = defiance_view(shown).enemies._units.values()
    return shown.log_model.rowCount(), " ".join(repr(one._view.instructions) for one in units if one._view is not None)


def test_the_end_can_be_shown_at_once_and_undo_leaves_nothing_held_back(shown: Table) -> None:
    rows = shown.log_model.rowCount()
    for end in (shown.view.skip, shown.presenter.undo):
        act = next_act(shown.session)
        assert act is not None
        shown.presenter.submit(act)
        assert shown.holding
        assert shown.log_model.rowCount() == rows
        end()
        assert not shown.holding
        assert not shown.view.busy
        assert not defiance_view(shown).body.moving
        rows = shown.log_model.rowCount()


@pytest.mark.parametrize("speed", ["slow", "normal", "fast"])
def test_what_was_told_can_be_read_before_the_next_act(speed: str) -> None:
    presenter, notes = table(until(deployed(), attacks), speed)
    act = next_act(presenter.session)
    assert act is not None
    presenter.table.submit(act)
    signs = presenter.table.autoplay.told
    assert signs == sum(map(len, presenter.table.log.told(presenter.session.head)))
    pause = SPEEDS[speed]
    assert pause is not None
    if presenter.table.moving:
        assert notes.delay == max(pause, signs * READING.get(speed, 0))
    presenter.table.hurry()
    assert notes.delay in (0, None)
