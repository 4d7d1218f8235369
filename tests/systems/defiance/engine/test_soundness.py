"""What an author is told of a mission that can be read but not played as written."""

from __future__ import annotations

from defiance_qt.systems.defiance.content import files
from defiance_qt.systems.defiance.engine.catalog import read_catalog
from defiance_qt.systems.defiance.engine.soundness.faults import SOUND, soundness_faults
from defiance_qt.systems.defiance.engine.soundness.possible import FACTS, console_symbols, possible
from tests.systems.defiance.engine.catalog.changes import MISSION, changed

OPEN_LAB = 'symbols = "S B", effects = [{ do = "open", doors = ["lab_door"] }]'
OPEN_HATCH = 'symbols = "!", effects = [{ do = "open", doors = ["hatch"] }]'
NOTHING = 'symbols = "S B", effects = [{ do = "alert" }]'
ZONE = 'extraction = ["A00/A3", "A00/A4", "A00/A5", "A00/A6", "A07/A1", "A07/A2", "A07/A3", "A07/A4"]'
WORKSHOP = '  { id = "workshop_door", side = "A07/H3:e" },\n  { id = "service_door", side = "A07/D4:e" },\n'
VICTORY = 'standing = ["goldstein", "*"]\n  zone = "extraction"\n\n  [[missions.defeat]]'


def told(*changes: tuple[str, str]) -> list[str]:
    """Return the faults of mission 1 with these texts replaced, without their beginning."""
    content = files()
    for old, new in changes:
        content = changed(content, MISSION, old, new)
    start = f"{MISSION}: missions 'extraction': "
    found = [str(fault) for fault in soundness_faults(read_catalog(content))]
    assert all(fault.startswith(start) for fault in found)
    return [fault.removeprefix(start) for fault in found]


def test_the_built_in_missions_are_sound() -> None:
    assert soundness_faults(read_catalog(files())) == ()


def test_a_room_without_a_door_is_named_with_what_is_in_it() -> None:
    assert told((WORKSHOP, "")) == [
        (
            "tiles, doors: 18 spaces cannot be reached from the deployment: A07/E3, A07/F3, A07/G3, A07/H3, A07/E4, "
            "A07/F4, A07/G4, A07/H4, A07/I4, A07/E5, A07/F5, A07/G5 …"
        ),
        "containers: 'tool_locker' on A07/F5 cannot be reached",
    ]


def test_a_zone_that_cannot_be_reached() -> None:
    found = told((WORKSHOP, ""), (ZONE, f'{ZONE}\n  den = ["A07/E4", "A07/F4"]'))
    assert "zones.den: no space of the zone can be reached" in found


def test_a_door_in_a_closed_room_cannot_be_reached() -> None:
    door = '  { id = "closet", side = "A07/F4:e" },\n'
    assert "doors: 'closet' on A07/F4:e cannot be reached" in told((WORKSHOP, door))


def test_a_security_door_that_nothing_opens() -> None:
    assert told((OPEN_HATCH, NOTHING)) == ["doors: nothing opens the Security Door 'hatch'"]


def test_what_depends_on_a_locked_door_is_told_with_it() -> None:
    """The agent is behind the door of the laboratory, and with her the victory."""
    found = told((OPEN_LAB, NOTHING))
    assert [fault for fault in found if fault.startswith("doors")] == [
        "doors: nothing opens the Security Door 'lab_door'"
    ]
    assert "neutrals: 'goldstein' on A02/H2 cannot be reached" in found
    assert "triggers[2].on: 'door_opened lab_door' can never happen" in found
    assert "triggers[3].on: 'ally_joined goldstein' can never happen" in found
    assert "victory[0].standing: 'goldstein' cannot be reached and never joins" in found
    assert found[-1] == "victory: no victory can ever be reached"


def test_a_door_that_is_opened_by_what_is_behind_it() -> None:
    """The effect exists, but only an element in the locked room has it."""
    behind = (
        'on = "ally_joined goldstein"\n  effects = [',
        'on = "ally_joined goldstein"\n  effects = [{ do = "open", doors = ["lab_door"] }, ',
    )
    assert "doors: the effects that open the Security Door 'lab_door' can never happen" in told(
        (OPEN_LAB, NOTHING), behind
    )


def test_an_input_that_no_symbol_finishes() -> None:
    found = told(('symbols = "B B"', 'symbols = "CS CB CS"'))
    assert found == [
        (
            "consoles[0].inputs[2].symbols: no roll at the Console 'console_1' shows CS, CB, so the input is never "
            "completed"
        ),
    ]


def test_a_console_takes_the_symbols_of_every_die_that_may_be_rolled_there() -> None:
    catalog = read_catalog(files())
    assert console_symbols(catalog) == {"S", "B", "!"}
    deck = '[[equipment]]\nid = "deck"\ntabs = [["hand"]]\ndevice = { hacking = ["red"], range = [0, 4], slots = 1 }\n'
    assert "CS" in console_symbols(read_catalog({**files(), "deck.toml": deck.encode()}))


def test_an_input_that_is_never_completed_opens_nothing() -> None:
    found = told((OPEN_HATCH, OPEN_HATCH.replace('"!"', '"CB"')))
    assert "doors: the effects that open the Security Door 'hatch' can never happen" in found


def test_a_mission_that_no_round_ends() -> None:
    assert told(("after_round = 12", 'unconscious = ["goldstein"]')) == [
        "defeat: no Round ends the mission, so it may never end"
    ]


def test_a_round_that_needs_something_else_ends_no_mission() -> None:
    assert told(("after_round = 12", 'after_round = 12\n  unconscious = ["goldstein"]')) == [
        "defeat: no Round ends the mission, so it may never end"
    ]


def test_a_zone_too_small_for_those_who_have_to_stand_in_it() -> None:
    assert told((ZONE, 'extraction = ["A00/A3", "A00/A4", "A00/A5", "A00/A6"]')) == [
        "victory[0].zone: 5 figures have to stand in the zone 'extraction', and 4 of its spaces can be reached",
        "victory: no victory can ever be reached",
    ]


def test_a_flag_that_is_never_set_in_time() -> None:
    """The trigger that sets it waits for the locked door."""
    needs = (VICTORY, f'flags = ["agent_free"]\n  {VICTORY}')
    assert told(needs) == []
    assert "victory[0].flags: the flag 'agent_free' is never set" in told(needs, (OPEN_LAB, NOTHING))


def test_a_unit_that_never_enters_play() -> None:
    needs = (VICTORY, f'eliminated = ["gwailos"]\n  {VICTORY}')
    assert told(needs) == []
    assert "victory[0].eliminated: 'gwailos' never enters play" in told(needs, (OPEN_LAB, NOTHING))


def test_what_is_not_known_here_counts_as_possible() -> None:
    """A new fact of the mission language causes no false alarm."""
    catalog = read_catalog(files())
    found = possible(catalog, catalog.missions["extraction"], catalog.board("extraction"))
    assert found.happens("entered t20")
    assert found.happens("round_began 3")
    assert found.happens("round_ended")
    assert not found.happens("unit_deployed nobody")
    assert set(FACTS) >= {"door_opened", "flag", "ally_joined"}


def test_every_check_finds_something_here() -> None:
    """A check without a test of its own would not be missed."""
    broken = files()
    for old, new in (
        (WORKSHOP, ""),
        (OPEN_LAB, NOTHING),
        ("after_round = 12", 'unconscious = ["goldstein"]'),
        ('symbols = "B B"', 'symbols = "CS"'),
        (ZONE, f'{ZONE}\n  den = ["A07/E4", "A07/F4"]'),
    ):
        broken = changed(broken, MISSION, old, new)
    catalog = read_catalog(broken)
    found = possible(catalog, catalog.missions["extraction"], catalog.board("extraction"))
    assert [check.__name__ for check in SOUND if not list(check(found))] == []
