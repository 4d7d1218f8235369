"""What a grey button and a click that means nothing say."""

from __future__ import annotations

import pytest

from defiance_qt.extend.sessions import Session
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.view.bridge import Bridge
from defiance_qt.systems.defiance.view.present.team import STANDARD
from defiance_qt.words.catalogue import Words
from tests.systems.defiance.view.positions import Notes, activated, deployed, new_game, table, until


def spent() -> Session:
    """Cadin has used up both Actions."""
    session = activated()
    for _ in range(2):
        session.submit(c.Move("cadin"))
    return session


def grey(bridge: Bridge) -> dict[str, str]:
    active = next(card for card in bridge.picture.cards if card.active)
    return {button.action: button.tip for button in active.buttons if not button.enabled}


def test_every_grey_button_says_the_first_check_that_fails_and_its_rule() -> None:
    bridge, _ = table(activated())
    tips = grey(bridge)
    assert "attack" in tips
    assert "R-069" in tips["attack"]
    assert "Range" in tips["attack"]
    assert all(tips.values())
    assert all("[R-" in tip for tip in tips.values())


def test_without_actions_every_button_says_so() -> None:
    bridge, notes = table(spent())
    tips = grey(bridge)
    assert set(tips) >= {"move", "equip"}
    assert all("no Actions left" in tips[action] and "R-046" in tips[action] for action in ("move", "equip"))
    bridge.press("move")
    assert notes.told[-1] == "Cadin has no Actions left."
    assert notes.rules[-1] == ("R-046",)


def test_the_end_of_the_activation_is_grey_where_nobody_may_stay() -> None:
    bridge, _ = table(activated())
    active = next(card for card in bridge.picture.cards if card.active)
    assert active.buttons[-1].action == "end"
    assert active.buttons[-1].enabled


@pytest.mark.parametrize("language", ["es", "ru"])
def test_it_is_said_in_the_language_of_the_table(language: str) -> None:
    session = spent()
    english, _ = table(session)
    other = Bridge(session, Words(language), Notes())
    other.refresh()
    assert all(tip and tip != grey(english)[action] for action, tip in grey(other).items())


def test_an_enemy_out_of_reach_says_why() -> None:
    bridge, notes = table(activated())
    far = max(
        bridge.state.enemies.values(), key=lambda one: bridge.why_not._distance(bridge.state.team["cadin"], one.id)
    )
    head = bridge.session.head
    bridge.click_figure(far.id)
    assert bridge.session.head == head
    assert notes.rules[-1]
    assert notes.told[-1].endswith(".")


def test_a_space_too_far_says_what_it_costs() -> None:
    bridge, notes = table(spent())
    reach = dict(bridge.picture.board.reach)
    rules = bridge.session.game.rules  # type: ignore[attr-defined]
    at = {one.space for one in bridge.state.team.values()} | {one.space for one in bridge.state.enemies.values()}
    spaces = [name for name in rules.board.by_name if name not in reach and name not in at]
    told: list[str] = []
    for space in spaces:
        before = len(notes.told)
        bridge.click_space(space)
        told += notes.told[before:]
    assert any("costs" in text for text in told)
    assert any("No way leads" in text or "Blocked" in text for text in told)
    assert bridge.state.team["cadin"].space


def test_who_was_activated_cannot_be_again() -> None:
    def over(session: Session) -> bool:
        frame = session.state.agenda[-1]
        return type(frame).__name__ == "Round" and session.state.team["cadin"].activated

    session = activated()
    session.submit(c.EndActivation("cadin"))
    bridge, notes = table(until(session, over))
    bridge.click_card("cadin")
    assert notes.rules[-1] == ("R-042",)


def test_no_deployment_space() -> None:
    bridge, notes = table(new_game())
    bridge.click_space("R12")
    assert notes.rules[-1] == ("R-012",)


def test_in_the_enemys_turn_a_stray_click_says_nothing() -> None:
    session = until(deployed(), lambda one: any(isinstance(legal, c.Proceed) for legal in one.legal()))
    bridge, notes = table(session, "step")
    bridge.click_space("A1")
    bridge.click_card("cadin")
    assert notes.told == []


@pytest.mark.parametrize("action", STANDARD)
def test_a_button_that_can_be_pressed_has_nothing_to_say(action: str) -> None:
    bridge, _ = table(activated())
    refused = bridge.why_not.action(action)
    assert bool(refused.text) == (action not in bridge.offers.by_group)
