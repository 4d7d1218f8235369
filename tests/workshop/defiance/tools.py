"""The workshop's tools for Infinity Defiance."""

from __future__ import annotations

import random
from pathlib import Path

from defiance_qt.core.port import Command, Game
from defiance_qt.extend.sessions import Session
from defiance_qt.systems.defiance.game import DefianceGame
from tests.workshop.coverage.sources import RuleSources
from tests.workshop.tools import Tools

REPAINT = """
import sys
from msgspec.structs import replace
from PySide6.QtWidgets import QApplication
from defiance_qt.extend.systems import words_of
from defiance_qt.systems.defiance.engine.state import Enemy
from defiance_qt.extend.sessions import Session
from defiance_qt.systems.defiance.view.board import BoardView
from tests.workshop.window.measure import repaint_ms
app = QApplication(sys.argv[:1])
session = Session.new(mission="extraction", seed=1, journal=False)
while session.state.agenda[-1].__struct_config__.tag == "deployment":
    session.submit(session.legal()[0])
state, board = session.state, session.game.rules.board
taken = {one.space for one in (*state.team.values(), *state.enemies.values())}
free = [name for name in board.by_name if name not in taken]
unit = next(iter(state.units))
there = len(state.team) + len(state.enemies)
more = {f"{unit}.{n}": Enemy(f"{unit}.{n}", unit, n, free[5 * (n - 50)]) for n in range(50, 90 - there)}
view = BoardView()
view.resize(1600, 1000)
view.set_words(words_of("infinity-defiance", "en"))
view.set_board(board)
view.show_state(replace(state, enemies={**state.enemies, **more}))
view.show()
for _ in range(50):
    app.processEvents()
view.settle(at_once=True)
print(repaint_ms(view, 60), flush=True)
view.ground.stop()
"""

STOPS = """
import sys
from pathlib import Path
from tests.workshop.window.stops import main
main(Path(sys.argv[1]))
"""


class DefianceTools(Tools):
    """The tools for Infinity Defiance."""

    scenario = "extraction"
    repaint = REPAINT
    stops = STOPS

    def long_game(self, steps: int, path: Path | None = None) -> Session:
        from tests.workshop.defiance.long_games import long_game

        return long_game(steps, path=path)

    def prepare(self, game: Game) -> None:
        """Precompute the geometry of lines of sight."""
        assert isinstance(game, DefianceGame)
        for _ in game.rules.sight.prepare():
            pass

    def rule_sources(self) -> RuleSources:
        from tests.workshop.defiance.rules import sources

        return sources()

    def hasten(self, session: Session, chance: random.Random) -> tuple[Command, ...]:
        from tests.workshop.defiance.hastening import hasten

        return hasten(session, chance)
