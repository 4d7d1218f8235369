from __future__ import annotations

from collections.abc import Iterator

import pytest

from defiance_qt.systems.defiance.view.board import BoardView
from defiance_qt.systems.defiance.view.drawings import Sign
from tests.systems.defiance.view.board.pointing import Heard
from tests.systems.defiance.view.board.table import make_board, make_state


def say(key: str, /, **values: object) -> str:
    """Words for tests: the key and its values."""
    return " ".join([key.removeprefix("view.board."), *map(str, values.values())])


@pytest.fixture
def view(qtbot) -> Iterator[BoardView]:
    """A board on the screen with figures on it, at rest."""
    made = BoardView()
    qtbot.addWidget(made)
    made.resize(1000, 600)
    made.set_words(say, lambda id: Sign(id[:2].upper()))
    made.set_board(make_board(), {"way_out": ["W/A3", "W/A4"]}, ["E/H5"])
    made.show_state(make_state())
    with qtbot.waitExposed(made):
        made.show()
    made.settle(at_once=True)
    yield made
    made.skip()
    made.ground.stop()


@pytest.fixture
def heard(view) -> Heard:
    return Heard(view)
