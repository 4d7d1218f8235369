"""The crew's cards: what Allies can do besides moving and shooting."""

from __future__ import annotations

import pytest

from tests.systems.defiance.engine.positions import position


@pytest.mark.rule("R-313", "R-314")
def test_cho_waves_another_on() -> None:
    game = position("U . . . .\n. . . . .\n\ncho A2 printed")
    game.do("activate cho", "use_card cho cho.wave_on uma", "step_to uma B1", "step_to uma C1")
    assert game.one("uma").space == "C1"
    assert not game.can("step_to uma D1")
    assert not game.one("uma").activated
    assert game.refused("use_card cho cho.wave_on uma") == "tapped R-314"
