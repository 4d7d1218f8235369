"""The mission as it is set up, and its one trigger."""

from __future__ import annotations

from defiance_qt.testing import FixedDice, NewSession

MISSION = "my_plugin"


def test_it_begins_with_a_closed_gate(new_session: NewSession) -> None:
    game = new_session(MISSION)
    assert not game.state.doors["gate"].open
    assert set(game.state.units) == {"nox_spec_ops"}


def test_opening_the_gate_raises_the_alert(new_session: NewSession, fixed_dice: FixedDice) -> None:
    session = new_session(MISSION)
    while session.prompt.asks == "deployment":
        session.submit(session.legal()[0])
    # Beside the Console, as a person would correct it by hand; then the die shows its first face, "S B !".
    session.submit(*session.game.overrule({"team.uma.space": "E4"}, "for the test"))
    fixed_dice(session, [1])
    for line in ("activate uma", "interact uma lock", "assign S 0"):
        session.submit(session.game.parse(line))
    assert session.state.doors["gate"].open
    assert (session.state.alert, session.state.reserve) == (2, 2)
