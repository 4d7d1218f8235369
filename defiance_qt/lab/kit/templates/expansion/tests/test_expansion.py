"""The mission with its own Unit, whose ability provokes, and the weapon that the Console gives."""

from __future__ import annotations

import pytest

from defiance_qt.testing import FixedDice, NewSession, Position

MISSION = "my_plugin"
TABLE = """
    C 1 . . . U

    my_plugin 1 ai=take_aim
    initiative my_plugin
    """


@pytest.mark.claims("my_plugin-1")
def test_who_is_in_contact_gains_aggro(position: Position) -> None:
    game = position(TABLE).do("activate uma", "end_activation uma").pass_on()
    assert game.told("aggro_changed") == ["aggro_changed cadin 1 1 [my_plugin-1]"]


def test_the_console_gives_the_weapon(new_session: NewSession, fixed_dice: FixedDice) -> None:
    session = new_session(MISSION)
    assert set(session.state.units) == {"my_plugin"}
    while session.prompt.asks == "deployment":
        session.submit(session.legal()[0])
    # Beside the Console, as a person would correct it by hand; then the die shows its first face, "S B !".
    session.submit(*session.game.overrule({"team.uma.space": "E4"}, "for the test"))
    fixed_dice(session, [1])
    for line in ("activate uma", "interact uma lock", "assign S 0"):
        session.submit(session.game.parse(line))
    assert "my_plugin" in [card.item for card in session.state.team["uma"].carried]
