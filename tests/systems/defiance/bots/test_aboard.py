"""What the heuristic bot does with Intel Packs between missions."""

from __future__ import annotations

from typing import Any

import pytest

from defiance_qt.systems.defiance.bots import aboard
from defiance_qt.systems.defiance.engine import content as k
from defiance_qt.systems.defiance.engine.frames import Campaign
from tests.systems.defiance.engine.play import Play
from tests.systems.defiance.engine.voyages import TEAM, at, step, voyage


def upgrade(id: str, **fields: Any) -> k.Upgrade:
    return k.Upgrade(id=id, value=8, **fields)


def shop(intel: int, upgrades: tuple[k.Upgrade, ...], copies: int = 2, **fields: Any) -> Play:
    """The step of Intel Packs, played by the bot to its end; without copies nothing is on sale."""
    team = {id: {"intel": intel} for id in TEAM}
    play = voyage("intel", team=team, card={"upgrades": upgrades, "recipes": (), "copies": copies}, **fields)
    while step(play) == "intel":
        frame = play.state.agenda[-1]
        assert isinstance(frame, Campaign)
        rules = play.game.rules_for(play.state)
        command = aboard.choose(rules, play.state, frame, play.game.legal(play.state))
        play.state = play.game.step(play.state, command)[0]
    return play


def test_where_nothing_better_is_on_sale_all_intel_packs_go_into_upgrades() -> None:
    play = shop(2, (upgrade("drill", focused=1),), copies=0)
    assert (at(play).upgrades, [play.one(id).intel for id in TEAM]) == (("drill",), [0, 0, 0, 0])


def test_while_better_cards_are_on_sale_some_intel_packs_are_kept_for_them() -> None:
    play = shop(2, (upgrade("drill", focused=1),))
    assert at(play).upgrades == ()
    assert all(0 < play.one(id).intel <= 2 for id in TEAM)


@pytest.mark.parametrize(("number", "built"), [(2, ("bow",)), (3, ("drill",))])
def test_what_comes_too_late_to_matter_is_not_built(number: int, built: tuple[str, ...]) -> None:
    """The jump follows the third mission: what covers the engines helps no more. The cheaper one waits its turn."""
    bow, drill = upgrade("bow", covers=2), k.Upgrade(id="drill", value=9, focused=1)
    assert at(shop(9, (bow, drill), number=number, copies=0)).upgrades == built
