"""What goes on without a user: a State that is corrected in the middle of an Order holds nobody up."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

import pytest

from expansions.n3.engine import commands as c
from expansions.n3.engine import events as e
from expansions.n3.engine.state import State
from tests.expansions.n3.tables import Table, act, bs, ready, shot

LONGEST = 30
"""An Order without reactions takes fewer commands."""

STATES = ("immobilised_2", "dead")
"""Those that leave a troop least."""


def controlled() -> Iterator[Table]:
    """Yield an Order of Nahl and Thurible at each of its steps, up to the saves that Ruiz chooses."""
    table = ready(side=1).put("ruiz", skills=("immunity:total",))
    for command in (
        c.Activate("nahl", ("thurible",)),
        bs("nahl", "carbine", ("ruiz", 3)),
        c.Declare("thurible", "idle"),
        shot("ruiz", "carbine", "nahl"),
        c.NoReactions(),
        c.Declare("nahl", "move"),
        c.Declare("thurible", "move"),
        c.NoReactions(),
        c.Measured("nahl", "ruiz", 300),
    ):
        yield table.give(command)
    yield table.dice(1, 2, 3)
    yield table.dice(20, 20)
    assert table.state.save is not None
    assert table.state.save.choices
    yield table.give(c.ChooseSave("arm"))
    table.dice(20, 20, 20)


def jump() -> Iterator[Table]:
    """Yield an Order of Orrin, who jumps, up to where he lands."""
    table = ready(side=1)
    for command in (c.Activate("orrin"), c.Declare("orrin", "combat_jump"), c.NoReactions()):
        yield table.give(command)
    yield table.dice(5)
    assert table.state.step == "place"


def finish(table: Table) -> None:
    """Play the Order to its end, or fail."""
    for _ in range(LONGEST):
        if table.state.order is None:
            return
        if table.state.asked:
            table.dice(*[10] * table.state.asked[0].dice)
            continue
        legal = table.game.legal(table.state)
        assert legal, table.state.step
        table.give(c.NoReactions() if c.NoReactions() in legal else legal[0])
    pytest.fail(f"the Order is not over: {table.state.step}")


@pytest.mark.rule("K-005")
@pytest.mark.parametrize(
    ("order", "troops"), [(controlled, ("nahl", "thurible", "ruiz")), (jump, ("orrin",))], ids=["controlled", "jump"]
)
def test_an_order_ends_whatever_state_is_corrected_at_any_step(
    order: Callable[[], Iterator[Table]], troops: tuple[str, ...]
) -> None:
    steps = set()
    for table in order():
        steps.add(table.state.step)
        at: State = table.state
        for troop, states in product(troops, STATES):
            finish(table.give(c.Overrule({f"troops.{troop}.states": states})))
            table.state = at
    assert len(steps) >= 3


@pytest.mark.rule("K-005", "K-006", "K-024")
def test_a_troop_that_cannot_declare_its_second_skill_declares_nothing() -> None:
    table = ready().give(c.Activate("ruiz"), c.Declare("ruiz", "move"), c.NoReactions())
    table.give(c.Overrule({"troops.ruiz.states": "unconscious"}))
    assert table.of(e.NothingDeclared) == [e.NothingDeclared("ruiz")]
    assert table.of(e.OrderEnded)


@pytest.mark.rule("K-005", "K-007")
def test_a_servant_that_falls_does_not_keep_its_controller_from_the_second_skill() -> None:
    table = ready(side=1).give(c.Activate("nahl", ("thurible",)), c.Declare("nahl", "move"))
    table.give(c.Overrule({"troops.thurible.states": "dead"}))
    assert table.of(e.NothingDeclared) == [e.NothingDeclared("thurible")]
    assert table.state.step == "reactions"
    assert table.give(c.NoReactions()).state.step == "second"
    table.give(c.Declare("nahl", "move"))
    assert table.state.step == "answers"


@pytest.mark.rule("K-006")
def test_after_an_entire_order_the_servant_still_has_its_second_skill() -> None:
    table = ready(side=1).put("orrin", controls="thurible").give(c.Activate("orrin", ("thurible",)))
    table.give(c.Declare("orrin", "combat_jump"), c.Declare("thurible", "move"), c.NoReactions())
    assert table.state.step == "second"
    assert table.refused(c.Declare("orrin", "move")).code == "declared"
    table.give(c.Declare("thurible", "idle"))
    assert table.state.step == "answers"


@pytest.mark.rule("N-050", "K-024")
def test_the_choice_of_a_troop_that_died_meanwhile_falls_to_the_next_save() -> None:
    table = act(ready(), bs("fen", "marksman_rifle", ("kael", 2)))
    table.give(c.Measured("fen", "kael", 700)).dice(3, 4)
    assert table.state.save is not None
    assert table.state.save.choices
    table.give(c.Overrule({"troops.kael.states": "dead"}))
    assert table.of(e.OrderEnded)


@pytest.mark.rule("K-012", "K-018")
def test_a_troop_in_immobilized_2_can_declare_nothing() -> None:
    table = ready().put("ruiz", states=("immobilised_2",)).put("fen", states=("immobilised_1",))
    assert table.refused(c.Activate("ruiz")).code == "held"
    table.give(c.Activate("fen"))
    table.give(c.Declare("fen", "reset"))
    table = ready(side=1).put("ruiz", states=("immobilised_2",)).give(c.Activate("vex"), c.Declare("vex", "move"))
    assert table.refused(c.React("ruiz", "reset")).code == "held"
