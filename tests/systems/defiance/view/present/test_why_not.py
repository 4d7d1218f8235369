"""What a grey button and a click that means nothing say."""

from __future__ import annotations

import pytest

from defiance_qt.extend.sessions import Session
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.view.present.team import STANDARD
from defiance_qt.systems.defiance.view.presenter import BoardPresenter
from tests.systems.defiance.view.positions import activated, deployed, new_game, table, until
from tests.systems.defiance.view.seated import at
from tests.texts import defiance_words


def spent() -> Session:
    """Cadin has used up both Actions."""
    session = activated()
    for _ in range(2):
        session.submit(c.Move("cadin"))
    return session


def grey(presenter: BoardPresenter) -> dict[str, str]:
    active = next(card for card in presenter.view.cards if card.active)
    return {button.action: button.tip for button in active.buttons if not button.enabled}


def test_every_grey_button_says_the_first_check_that_fails_and_its_rule() -> None:
    presenter, _ = table(activated())
    tips = grey(presenter)
    assert "attack" in tips
    assert "R-069" in tips["attack"]
    assert "Range" in tips["attack"]
    assert all(tips.values())
    assert all("[R-" in tip for tip in tips.values())


def test_without_actions_every_button_says_so() -> None:
    presenter, notes = table(spent())
    tips = grey(presenter)
    assert set(tips) >= {"move", "equip"}
    assert all("no Actions left" in tips[action] and "R-046" in tips[action] for action in ("move", "equip"))
    presenter.press("move")
    assert notes.told[-1] == "Cadin has no Actions left."
    assert notes.rules[-1] == ("R-046",)


def test_the_end_of_the_activation_is_grey_where_nobody_may_stay() -> None:
    presenter, _ = table(activated())
    active = next(card for card in presenter.view.cards if card.active)
    assert active.buttons[-1].action == "end"
    assert active.buttons[-1].enabled


@pytest.mark.parametrize("language", ["es", "ru"])
def test_it_is_said_in_the_language_of_the_table(language: str) -> None:
    session = spent()
    english, _ = table(session)
    other, _ = table(session, words=defiance_words(language))
    assert all(tip and tip != grey(english)[action] for action, tip in grey(other).items())


def test_an_enemy_out_of_reach_says_why() -> None:
    presenter, notes = table(activated())
    far = max(
        presenter.state.enemies.values(),
        key=lambda one: presenter.why_not._distance(presenter.state.team["cadin"], one.id),
    )
    head = presenter.session.head
    presenter.click_figure(far.id)
    assert presenter.session.head == head
    assert notes.rules[-1]
    assert notes.told[-1].endswith(".")


def test_a_space_too_far_says_what_it_costs() -> None:
    presenter, notes = table(spent())
    reach = dict(presenter.view.board.reach)
    rules = presenter.session.game.rules  # type: ignore[attr-defined]
    at = {one.space for one in presenter.state.team.values()} | {one.space for one in presenter.state.enemies.values()}
    spaces = [name for name in rules.board.by_name if name not in reach and name not in at]
    told: list[str] = []
    for space in spaces:
        before = len(notes.told)
        presenter.click_space(space)
        told += notes.told[before:]
    assert any("costs" in text for text in told)
    assert any("No way leads" in text or "Blocked" in text for text in told)
    assert presenter.state.team["cadin"].space


def test_who_was_activated_cannot_be_again() -> None:
    def over(session: Session) -> bool:
        frame = session.state.agenda[-1]
        return type(frame).__name__ == "Round" and session.state.team["cadin"].activated

    session = activated()
    session.submit(c.EndActivation("cadin"))
    presenter, notes = table(until(session, over))
    presenter.click_card("cadin")
    assert notes.rules[-1] == ("R-042",)


def test_no_deployment_space() -> None:
    presenter, notes = table(new_game())
    presenter.click_space("R12")
    assert notes.rules[-1] == ("R-012",)


def test_in_the_enemys_turn_a_stray_click_says_nothing() -> None:
    session = until(deployed(), lambda one: any(isinstance(legal, c.Proceed) for legal in one.legal()))
    presenter, notes = table(session, "step")
    presenter.click_space("A1")
    presenter.click_card("cadin")
    assert notes.told == []


@pytest.mark.parametrize("action", STANDARD)
def test_a_button_that_can_be_pressed_has_nothing_to_say(action: str) -> None:
    presenter, _ = table(activated())
    refused = presenter.why_not.action(action)
    assert bool(refused.text) == (action not in presenter.offers.by_group)


MORTAR = """
    [[equipment]]
    id = "near"
    tabs = [["hand"]]
    attacks = [{ id = "shot", dice = ["red"], range = [1, 3] }]

    [[equipment]]
    id = "mortar"
    tabs = [["hand"]]
    attacks = [{ id = "shell", dice = ["red"], range = [5, 8], sight = false }]
"""


@pytest.mark.parametrize("carries", ["near,mortar", "mortar,near"])
@pytest.mark.parametrize(
    ("enemy", "told"),
    [
        ("B1", "Uma has no Line of Sight to dummy #1; it is cut by: a wall."),
        ("E1", "Dummy #1 is at Range 4; the Range must be 5–8."),
    ],
)
def test_of_several_weapons_the_reason_is_that_of_the_one_in_range(carries: str, enemy: str, told: str) -> None:
    text = f"U . . . . . . . .\n . . . . . . . . .\n\numa carries={carries}\ndummy {enemy}\nwall A1:e\nwall A1:se"
    presenter, _ = table(at(text, "activate uma", more=MORTAR))
    assert presenter.why_not.click("dummy.1", "attack").text == told


def test_a_weapon_that_is_not_worn_is_the_reason() -> None:
    text = "U . .\n . . .\n\numa carries=helmet,knife@backpack,pistol@backpack\ndummy B1"
    presenter, _ = table(at(text, "activate uma"))
    found = presenter.why_not.click("dummy.1", "attack")
    assert (found.text, found.rules) == ("Knife is in the Backpack; Uma must equip it first.", ("R-032",))


@pytest.mark.parametrize(("stands", "far"), [("A1", 1), ("B1", 0), ("C1", 0), ("D1", 1), ("E1", 2)])
def test_a_door_is_as_near_as_its_nearer_side(stands: str, far: int) -> None:
    text = f". . . . . .\n . . . . . .\n\numa {stands}\ndoor gate B1:e"
    presenter, _ = table(at(text, "activate uma"))
    assert presenter.why_not._distance(presenter.state.team["uma"], "gate") == far
