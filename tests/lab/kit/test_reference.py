"""`plugin api`: the names that a plugin imports, each with its values in one line."""

from __future__ import annotations

import pytest

from defiance_qt import api, cli
from defiance_qt.core.errors import PluginError
from defiance_qt.lab.kit.reference import entries
from defiance_qt.systems.defiance import api as built_in

Capture = pytest.CaptureFixture[str]


ENTRIES = {
    "AlertEffect": 'AlertEffect = Literal["level", "reinforcements", "aggro"]',
    "BotMaker": "BotMaker = Callable[[int], Bot]",
    "Illegal": "Illegal(code: str, rule: str, message: str, **values: object)",
    "TokenLook": "TokenLook(svg: str)",
    "TableHost": "TableHost()",
    "Values": "Values = Mapping[str, object]",
    "modify_roll": "modify_roll(context: PlayContext, roll: Roll) -> Sequence[RollModifier]",
}


def test_every_name_is_listed_with_a_sentence_below_the_module_that_has_it() -> None:
    first, *lines = entries(api)
    second = lines.index("defiance_qt.systems.defiance.api:")
    assert first == "defiance_qt.api:"
    assert "Session" in names_of(lines[:second])
    assert names_of(lines[second + 1 :]) == [*sorted(built_in.__all__), "hooks", "theme"]
    assert {*names_of(lines[:second]), *built_in.__all__} == {*api.__all__}


def names_of(lines: list[str]) -> list[str]:
    """Return the names at the head of the lines, each with a sentence."""
    assert [line for line in lines if not line.partition(": ")[2]] == []
    return [line.partition(":")[0] for line in lines]


@pytest.mark.parametrize("name", api.__all__)
def test_every_listed_name_has_an_entry_with_all_in_words(name: str) -> None:
    head, *told = entries(api, name)
    assert head
    assert told
    assert [line for line in told if line.startswith("    .") and line.rstrip().endswith(":")] == []


@pytest.mark.parametrize("name", ENTRIES)
def test_an_entry_begins_with_the_values_as_they_are_written(name: str) -> None:
    assert next(entries(api, name)) == ENTRIES[name]
    assert next(entries(api, "Symbols")).startswith("Symbols(success: int = 0, critical: int = 0")


def test_the_hooks_are_listed_and_each_has_an_entry() -> None:
    listed = list(entries(api, "hooks"))
    names = [line.partition("(")[0] for line in listed]
    assert {"react_event", "contribute_theme", "show_cards"} < set(names)
    assert [line for line in listed if line.rstrip().endswith(":")] == []
    for name in names:
        assert "    Returns: " in "\n".join(entries(api, name))


@pytest.mark.parametrize("module", ["commands", "effects", "events", "port"])
def test_a_module_lists_its_types_with_their_values(module: str) -> None:
    heads = [line for line in entries(api, module) if not line.startswith(" ")]
    assert len(heads) > 20
    assert all("msgspec." not in head.replace("msgspec.UnsetType", "") for head in heads)


def test_an_event_is_two_lines() -> None:
    head, told = entries(api, "events.AggroChanged")
    assert head.startswith(
        "AggroChanged(character: str, amount: int, aggro: int, for_damage: bool = False, rules: tuple["
    )
    assert told.strip().startswith("`for_damage`: the one Aggro of this Activation")


def test_the_types_of_an_ability_are_those_of_its_source() -> None:
    head = next(entries(api, "Ability"))
    assert "react: Callable[[PlayRules, State, Event, str], Sequence[Event | Effects]] | None = None" in head


def test_the_figures_of_a_state_and_the_questions_of_rules() -> None:
    assert "max_aggro: int | None" in next(entries(api, "Character"))
    questions = "\n".join(entries(api, "PlayRules"))
    assert "\n    .in_contact(state: State, a: str, b: str) -> bool: Return whether" in questions


def test_the_attributes_of_the_port_are_there_with_what_they_are() -> None:
    told = list(entries(api, "port.BasicGame"))
    assert "    .answer_types: tuple[type, ...] = (): The commands that answer chance." in told
    assert "    .state_type: Any: The state: a frozen msgspec struct." in told
    assert not any(line.strip().startswith("._") for line in told)


@pytest.mark.parametrize("name", ["Nothing", "events.Nothing", "State.team"])
def test_a_name_that_is_not_there(name: str) -> None:
    with pytest.raises(PluginError, match=r"There is no '\w+' in defiance_qt\.api"):
        list(entries(api, name))


def test_on_the_command_line(capsys: Capture) -> None:
    assert cli.main(["plugin", "api", "events.RoundBegan"]) == 0
    assert capsys.readouterr().out.startswith("RoundBegan(round: int")
    assert cli.main(["plugin", "api", "theme"]) == 0
    assert "team                 #43d1c9    #07726c    contrast 4.5 on panel" in capsys.readouterr().out
    assert cli.main(["plugin", "api", "Nothing"]) == 2
    assert "There is no 'Nothing' in defiance_qt.api: API_VERSION, Ability" in capsys.readouterr().err
