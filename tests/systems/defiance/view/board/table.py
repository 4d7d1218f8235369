"""A board and a State made by hand, for the board's tests: two rooms, every terrain, all kinds of figures."""

from __future__ import annotations

from typing import Any

from defiance_qt.core.port import Setup
from defiance_qt.systems.defiance.engine.board.tiles import Board, Door, Placement, Tile
from defiance_qt.systems.defiance.engine.content import ConsoleInput, Profile
from defiance_qt.systems.defiance.engine.dice import NO_SYMBOLS
from defiance_qt.systems.defiance.engine.state import Character, ConsoleState, Container, Enemy, Neutral, State, Unit
from defiance_qt.systems.defiance.engine.state import Door as DoorState

WEST = Tile(
    "W",
    (
        "..~......",
        "..~...#..",
        "!........",
        "!..%..#..",
        "!..%.....",
        ".........",
    ),
    {
        "wall": (
            *(f"I{row}:e" for row in (1, 2, 4, 5, 6)),
            "D3:sw",
            "D3:se",
            "E3:sw",
            "E3:se",
            "F3:sw",
            "F3:se",
        ),
        "red": ("B1:e",),
        "violet": ("E5:e",),
        "difficult": ("B5:e",),
    },
)
EAST = Tile("E", ("........", "..##....", "........", ".....~~.", "........", "........"))
DOORS = (Door("gate", "I3:e"), Door("vault", "M4:e", True), Door("arch", "F5:e"))


def make_board() -> Board:
    """17 columns, 6 rows."""
    return Board((WEST, EAST), (Placement("W"), Placement("E", column=9)), DOORS, hull=True)


def profile(wounds: int, number: int = 2) -> Profile:
    return Profile("blue", number, 4, wounds, ("blue",))


def unit(id: str, wounds: int, face: int = 0) -> Unit:
    return Unit(id, face, (profile(wounds), profile(wounds + 1), profile(wounds + 2)))


def make_state(**changes: Any) -> State:
    """Three Characters and an Ally against two Units; one figure is down, one activated, one hurt."""
    team = {
        "uma": Character("uma", 4, 10, ("green",), space="B3", damage=2, states=("focused",), activated=True),
        "cadin": Character("cadin", 6, 11, ("green",), space="D2", damage=4),
        "qiang": Character("qiang", 4, 12, ("green",), space="F2", damage=12, states=("unconscious",)),
        "billie": Character("billie", 5, 4, ("blue",), ally=True, space="C4", damage=1),
        "jazz": Character("jazz", 4, 8, ("blue",)),
    }
    enemies = {
        "nox_spec_ops.1": Enemy("nox_spec_ops.1", "nox_spec_ops", 1, "H2", 1),
        "nox_spec_ops.2": Enemy("nox_spec_ops.2", "nox_spec_ops", 2, "K3", 0, ("stunned", "suppressed")),
        "cadmus.1": Enemy("cadmus.1", "cadmus", 1, "N5", 2),
    }
    state = State(
        Setup("infinity-defiance", "extraction", 7),
        team=team,
        enemies=enemies,
        units={"nox_spec_ops": unit("nox_spec_ops", 2), "cadmus": unit("cadmus", 4, 1)},
        doors={door.id: DoorState(door.side, door.security, door.id == "arch") for door in DOORS},
        containers={"crate": Container("G5", 1), "rack": Container("P2", 2), "box": Container("C6", 1, True)},
        consoles={"console_1": ConsoleState("L1", (ConsoleInput("S", ()), ConsoleInput("!", ())), (NO_SYMBOLS,) * 2)},
        neutrals={"goldstein": Neutral("P5", Character("goldstein", 4, 6, ("black",), ally=True))},
        round=3,
    )
    from msgspec.structs import replace

    return replace(state, **changes)
