"""The turn of an Enemy Unit, found in a session."""

from __future__ import annotations

import random

from defiance_qt.content.words import Words
from defiance_qt.engine import events as e
from defiance_qt.extend.sessions import Session
from defiance_qt.lab.reasons import enemy_turn

EN = Words("en")


def test_the_turn_of_a_unit_is_found_in_a_game() -> None:
    """From any step of an Enemy's turn, the whole turn."""
    with Session.new(mission="extraction", seed=3, journal=False) as session:
        chance = random.Random(3)
        while not any(isinstance(one.event, e.UnitActivationEnded) for one in session.tell((session.head,))):
            session.submit(chance.choice(session.legal()))
        whole = enemy_turn(session, session.head, EN)
        assert whole[0].endswith("until it has performed two Instructions.")
        assert sum("Instruction 1:" in line for line in whole) == 2
        inside = [number for number in session.timeline.path if enemy_turn(session, number, EN) == whole]
        assert len(inside) > 1
        assert enemy_turn(session, 0, EN) == ()
