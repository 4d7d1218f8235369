from __future__ import annotations

from msgspec.structs import replace

from defiance_qt.systems.defiance.engine.frames import Activation, EnemyActivation, Roll, Round
from defiance_qt.systems.defiance.view.board import looks
from defiance_qt.systems.defiance.view.board.looks import Look, Thing
from defiance_qt.systems.defiance.view.drawings import Sign
from tests.systems.defiance.view.board.table import make_state


def test_who_stands_on_the_board_is_shown_and_nobody_else() -> None:
    found = {figure.id: figure for figure in looks.figures(make_state())}
    assert list(found) == [
        "uma", "cadin", "qiang", "billie", "nox_spec_ops.1", "nox_spec_ops.2", "cadmus.1",
    ]  # fmt: skip
    assert found["uma"].space == "B3"


def test_looks_say_all_that_a_token_shows() -> None:
    found = {figure.id: figure.look for figure in looks.figures(make_state(), lambda id: Sign(id[:2].upper()))}
    assert found["uma"] == Look("team", Sign("UM"), 0, 2, 10, ("focused",), False, True)
    assert found["qiang"] == Look("team", Sign("QI"), 0, 12, 12, (), True, False)
    assert found["billie"].side == "ally"
    assert found["nox_spec_ops.2"] == Look("enemy", Sign("NO"), 2, 0, 2, ("stunned", "suppressed"))
    assert (found["cadmus.1"].wounds, found["cadmus.1"].rank) == (5, 1)


def test_a_unit_that_has_acted_is_activated_in_all_its_miniatures() -> None:
    state = make_state()
    units = {**state.units, "nox_spec_ops": replace(state.units["nox_spec_ops"], activated=True)}
    found = {figure.id: figure.look for figure in looks.figures(replace(state, units=units))}
    assert found["nox_spec_ops.1"].activated
    assert found["nox_spec_ops.2"].activated
    assert not found["cadmus.1"].activated


def test_things_by_kind() -> None:
    found = {thing.id: thing for thing in looks.things(make_state())}
    assert found["gate"] == Thing("gate", "door", "I3:e")
    assert found["vault"].kind == "security_door"
    assert found["arch"].used
    assert found["crate"] == Thing("crate", "container", "G5")
    assert found["rack"].label == "2"
    assert found["box"].used
    assert found["console_1"] == Thing("console_1", "console", "L1", False, "1")
    assert found["goldstein"] == Thing("goldstein", "neutral", "P5", False, "G")


def test_a_console_is_done_when_every_input_is() -> None:
    state = make_state()
    done = replace(state.consoles["console_1"], completed=(0, 1))
    found = looks.things(replace(state, consoles={"console_1": done}))
    assert next(thing for thing in found if thing.id == "console_1").used


def test_initials_come_from_the_words_of_an_id() -> None:
    assert looks.initials_of("nox_spec_ops") == "NS"
    assert looks.initials_of("uma") == "U"
    assert looks.initials_of("cadmus.2") == "C"


def test_the_innermost_activation_acts() -> None:
    state = make_state()
    assert looks.acting(state) == ""
    outer, inner = Activation("cadin"), EnemyActivation("cadmus.1", ())
    roll = Roll("attack", "cadin", "cadmus.1", "rippers", None, None)
    assert looks.acting(replace(state, agenda=(Round("activations"), outer, roll))) == "cadin"
    assert looks.acting(replace(state, agenda=(outer, inner))) == "cadmus.1"
