"""The middle of the window: what it shows, and what a click and a key do."""

from __future__ import annotations

from typing import Any

from defiance_qt.testing import FixedDice, NewSession, ShowTable


def test_a_click_on_the_dice_rolls_them(new_session: NewSession, fixed_dice: FixedDice, show_table: ShowTable) -> None:
    session = new_session()
    fixed_dice(session, [6])
    table = show_table(session)
    surface: Any = table.surface
    table.click(surface.dice[0])
    assert session.state.pot == 6
    assert "Pot 6" in table.surface.accessibleDescription()
    table.press("H")
    assert session.state.scores == (6, 0)


def test_it_speaks_the_language_of_the_window(show_table: ShowTable) -> None:
    assert show_table(language="es").choices == ("Tirar",)
