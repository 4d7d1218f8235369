"""What a stretch of a mission comes to, and the face-down AI cards of a comparison (engine/forecasts.py)."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from defiance_qt.core.chance import ByPurpose
from defiance_qt.systems.defiance.engine.forecasts import forecast, redealt
from defiance_qt.systems.defiance.engine.state import UNCONSCIOUS, State
from tests.lab.games import active
from tests.systems.defiance.engine.voyages import DEPLOY, LOSE, WIN, embark


def hurt(state: State, id: str, **fields: object) -> State:
    return replace(state, team={**state.team, id: replace(state.team[id], **fields)})


def test_damage_is_counted_less_what_was_healed() -> None:
    before = hurt(active().state, "uma", damage=3)
    after = hurt(hurt(before, "uma", damage=1), "jazz", damage=5)
    assert forecast(before, after).numbers == {"damage": 3, "enemies": 0, "alert": before.alert}


def test_whoever_is_unconscious_or_gone_has_been_lost_once() -> None:
    before = hurt(active().state, "uma", states=(UNCONSCIOUS,))
    after = hurt(before, "jazz", states=(UNCONSCIOUS,))
    after = replace(after, team={id: one for id, one in after.team.items() if id != "qiang"})
    assert set(forecast(before, after).lost) == {"jazz", "qiang"}


def test_enemies_that_came_meanwhile_do_not_count() -> None:
    before = active().state
    first, *_ = before.enemies
    enemies = {"drone.9": replace(before.enemies[first], id="drone.9"), **before.enemies}
    del enemies[first]
    assert forecast(before, replace(before, enemies=enemies)).numbers["enemies"] == 1


def test_a_mission_of_a_campaign_is_decided_before_the_campaign_is() -> None:
    play = embark().do("begin_mission", *DEPLOY)
    before = play.state
    assert forecast(before, before).won is None
    assert forecast(before, play.do(*WIN).state).won is True
    lost = embark().do("begin_mission", *DEPLOY)
    assert forecast(lost.state, lost.do(*LOSE).state).won is False
    alone = active().state
    assert forecast(alone, replace(alone, result="victory")).won is True
    assert forecast(alone, replace(alone, result="defeat")).won is False


def test_face_down_cards_are_dealt_again_and_none_is_added() -> None:
    state = active().state
    hidden = [id for id, unit in state.units.items() if unit.ai_card and not unit.revealed]
    assert hidden, "the Unit on the board has a card"

    def cards(state: State) -> Counter[str]:
        return Counter(state.decks["ai"]) + Counter(unit.ai_card for unit in state.units.values())

    dealt = [redealt(state, ByPurpose(seed)) for seed in range(12)]
    assert all(cards(one) == cards(state) for one in dealt)
    assert len({one.units[hidden[0]].ai_card for one in dealt}) > 3


def test_cards_that_are_known_stay() -> None:
    state = active().state
    shown = replace(state, units={id: replace(unit, revealed=True) for id, unit in state.units.items()})
    assert redealt(shown, ByPurpose(1)) is shown
    by_hand = replace(state, units={id: replace(unit, ai_card="?") for id, unit in state.units.items()})
    assert redealt(by_hand, ByPurpose(1)) is by_hand
