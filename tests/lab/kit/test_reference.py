"""`plugin api`: the names that a plugin imports, each with its values in one line."""

from __future__ import annotations

import pytest

from defiance_qt import api, cli
from defiance_qt.core.errors import PluginError
from defiance_qt.lab.kit.reference import entries

Capture = pytest.CaptureFixture[str]


def test_every_name_of_the_api_is_listed() -> None:
    assert {line.partition(":")[0] for line in entries(api)} == set(api.__all__)


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


@pytest.mark.parametrize("name", ["Nothing", "events.Nothing", "State.team"])
def test_a_name_that_is_not_there(name: str) -> None:
    with pytest.raises(PluginError, match=r"There is no '\w+' in defiance_qt\.api"):
        list(entries(api, name))


def test_on_the_command_line(capsys: Capture) -> None:
    assert cli.main(["plugin", "api", "events.RoundBegan"]) == 0
    assert capsys.readouterr().out.startswith("RoundBegan(round: int")
    assert cli.main(["plugin", "api", "Nothing"]) == 2
    assert "There is no 'Nothing' in defiance_qt.api: API_VERSION, Ability" in capsys.readouterr().err
