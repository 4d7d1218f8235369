from __future__ import annotations

from defiance_qt.systems.defiance.engine.state import Enemy
from tests.systems.defiance.view.board.table import make_state
from tests.workshop.window.measure import repaint_ms


def crowd():
    state = make_state()
    names = [f"{column}{row}" for row in (1, 2, 3, 4, 5, 6) for column in "BCDEKM"]
    enemies = {f"cadmus.{i}": Enemy(f"cadmus.{i}", "cadmus", i, name) for i, name in enumerate(names, 1)}
    return make_state(enemies=enemies, team=state.team)


def test_measuring_repaints_the_view_and_leaves_it_as_it_was(view) -> None:
    view.show_state(crowd())
    fitted = view.zoom
    assert 0 < repaint_ms(view, 3) < 1000
    assert view.zoom == fitted
