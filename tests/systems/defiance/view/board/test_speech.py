from __future__ import annotations

from defiance_qt.systems.defiance.view.board.speech import Speech
from tests.systems.defiance.view.board.table import make_board, make_state

NONE: frozenset[str] = frozenset()


def say(key: str, /, **values) -> str:
    return " ".join([key.removeprefix("view.board."), *(str(value) for value in values.values())])


def space(name: str, reach=None, choices=NONE, targets=NONE, state=None) -> str:
    return Speech(say).space(make_board(), name, state or make_state(), reach or {}, choices, targets)


def test_an_empty_space_is_its_name() -> None:
    assert space("E5") == "space E5"


def test_who_stands_there_with_damage_and_states() -> None:
    assert space("B3") == "space B3, figure character.uma.name 2 10, state.focused.name"
    assert space("K3").startswith("space K3, figure view.miniature unit.nox_spec_ops.name 2 0 2, state.stunned.name")


def test_terrain_choices_costs_and_targets() -> None:
    assert space("C2") == "space C2, terrain.low_visibility"
    assert space("G4", {"G4": 2}, frozenset({"G4"})) == "space G4, terrain.blocked, choice, reach 2"
    assert space("H2", targets=frozenset({"nox_spec_ops.1"})).endswith(", target")


def test_doors_are_told_on_both_their_spaces() -> None:
    assert space("I3") == space("J3").replace("J3", "I3") == "space I3, door.closed"
    assert space("M4", targets=frozenset({"vault"})) == "space M4, security_door.closed, target"
    assert space("F5").startswith("space F5, door.open")


def test_containers_consoles_and_who_waits() -> None:
    assert space("G5") == "space G5, door.open, container.full"
    assert space("C6") == "space C6, container.empty"
    assert space("L1") == "space L1, console 1"
    assert space("P5") == "space P5, neutral character.goldstein.name"


def test_without_words_keys_are_spoken() -> None:
    assert Speech().title == "view.board.title"
    assert Speech().hint == "view.board.hint"
