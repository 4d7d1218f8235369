"""`DefianceGame.play` decides a command and the app's chance in one transaction: the same as one by one.

Spans `decide` and `transaction`.
"""

from __future__ import annotations

import random

import pytest

from defiance_qt.core import chance
from defiance_qt.core.port import played
from defiance_qt.extend.sessions import Session
from defiance_qt.systems.defiance.engine.commands import Command, EnterDice, Equip, Overrule


@pytest.mark.parametrize("seed", [1, 2])
def test_chance_within_a_decision_is_chance_after_it(seed: int) -> None:
    """No Equip: it asks for no chance, and a random player hardly finds its end, as nothing that fits may be left
    out."""
    chosen = random.Random(seed).choice
    with Session.new(mission="extraction", seed=seed, journal=False) as session:
        game = session.game

        def choice() -> Command:
            commands: list[Command] = [one for one in session.legal() if not isinstance(one, Equip)]
            return chosen(commands)

        answered = 0
        while session.result is None and session.head < 250:
            state, command = session.state, choice()
            if answered % 7 == 1:
                # A correction by hand does not make the dice after it corrections.
                session.submit(Overrule("alert", 1 + answered % 3, "test"))
                state, command = session.state, choice()

            def values(request: chance.Request) -> tuple[int, ...]:
                return chance.answer(seed, request)

            together = game.play(state, command, values)
            assert together == played(game, state, command, values)
            answered += sum(isinstance(given, EnterDice) for given in together[1])
            assert session.submit(command).after == together[0]
        assert answered > 40
