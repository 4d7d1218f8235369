"""Calls of hooks: guarded, checked, in the order of ids."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from defiance_qt.core.errors import PluginError
from defiance_qt.core.port import Setup
from defiance_qt.extend.found import available
from defiance_qt.extend.loader import load
from defiance_qt.extend.registry import Registry
from defiance_qt.systems.defiance import hookspecs
from defiance_qt.systems.defiance.engine.commands import Activate
from defiance_qt.systems.defiance.engine.counting import Counting
from defiance_qt.systems.defiance.engine.dice import Symbols
from defiance_qt.systems.defiance.engine.events import RoundBegan, StepDone
from defiance_qt.systems.defiance.engine.frames import Roll
from defiance_qt.systems.defiance.engine.hooks import (
    Hooks,
    PlayContext,
    RollModifier,
    SetupContext,
    SightRule,
    SymbolChange,
    Veto,
)
from tests.extend.plugins import plugin

SETUP = SetupContext(Setup("infinity-defiance", "extraction", 1))
RULES = SimpleNamespace(catalog=SimpleNamespace(dice=SimpleNamespace(dice={"red": None, "blue": None})))
PLAY = PlayContext(state=None, rules=RULES)  # type: ignore[arg-type]
ROLL = Roll("attack", "cadin", "nox.1", "rippers", None, None)
COMMAND = Activate("cadin")


def registry(**plugins: dict[str, Any]) -> Registry:
    made = Registry(hookspecs)
    for id, functions in plugins.items():
        made.add(id, SimpleNamespace(**functions), {"name": id})
    return made


def hooks(made: Registry) -> Hooks:
    calls: dict[str, Any] = {name: made.calls(name) for name in Hooks.__dataclass_fields__ if name != "abilities"}
    return Hooks(**calls)


def reactions(told: Hooks) -> list[Any]:
    return [caused for react in told.react_event for caused in react(PLAY, StepDone())]


def failing(*_: Any) -> Any:
    raise ValueError("no luck")


def test_first_answers_go_by_id_and_not_by_order_of_adding() -> None:
    rules = {"z": SightRule(graze_cuts=True), "a": SightRule(graze_cuts=False)}
    plugins = {id: {"choose_sight": lambda id=id: rules[id]} for id in ("z", "a")}
    assert hooks(registry(**plugins)).sight(SETUP) == rules["a"]
    assert hooks(registry(z=plugins["z"], a={"choose_sight": lambda: None})).sight(SETUP) == rules["z"]


def test_a_raising_hook_is_named_once_and_the_others_go_on() -> None:
    veto = Veto("tired", "tired-1", "Cadin is tired.")
    made = registry(a={"check_command": lambda context, command: failing()}, b={"check_command": lambda: veto})
    for _ in range(3):
        assert hooks(made).veto(PLAY, COMMAND) == veto
    (failure,) = made.failures
    assert str(failure) == "The plugin 'a' failed in check_command: ValueError: no luck."
    assert isinstance(failure.__cause__, ValueError)


def test_an_interruption_is_not_swallowed() -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        hooks(registry(a={"choose_sight": interrupted})).sight(SETUP)


def test_a_hook_knows_its_own_options_and_takes_only_what_it_wants() -> None:
    seen: list[Any] = []

    def faster(attribute: str, context: PlayContext) -> int:
        seen.append((attribute, context.options["name"]))
        return 2

    made = registry(
        a={"modify_attribute": faster},
        b={"modify_attribute": lambda figure: -3 if figure == "cadin" else 0},
    )
    assert hooks(made).attribute_change(PLAY, "cadin", "speed") == -1
    assert hooks(made).attribute_change(PLAY, "uma", "speed") == 2
    assert seen == [("speed", "a")] * 2


def test_modifiers_are_sorted_by_source_whoever_adds_them() -> None:
    fog = RollModifier("weather.fog", "team", fewer=1)
    aim = RollModifier("drill.aim", "team", dice=("red",), symbols="S !")
    plugins = {"a": {"modify_roll": lambda: [fog]}, "b": {"modify_roll": lambda: [aim]}}
    swapped = {"a": plugins["b"], "b": plugins["a"]}
    assert hooks(registry(**plugins)).roll_modifiers(PLAY, ROLL) == (aim, fog)
    assert hooks(registry(**swapped)).roll_modifiers(PLAY, ROLL) == (aim, fog)
    assert Hooks().roll_modifiers(PLAY, ROLL) == ()


def test_reactions_follow_the_order_of_ids() -> None:
    made = registry(b={"react_event": lambda: [RoundBegan(2)]}, a={"react_event": lambda event: [event]})
    assert reactions(hooks(made)) == [StepDone(), RoundBegan(2)]


@pytest.mark.parametrize(
    ("hook", "answer", "words"),
    [
        ("choose_sight", "far", "'far' is not what the hook returns"),
        ("choose_sight", SightRule(graze_cuts="no"), "Expected `bool`, got `str`"),  # type: ignore[arg-type]
        ("check_command", Veto(1, "r", "m"), "Expected `str`, got `int`"),  # type: ignore[arg-type]
        ("check_command", False, "False is not what the hook returns"),
        ("modify_roll", [RollModifier("s", "nobody")], "Invalid enum value 'nobody'"),  # type: ignore[arg-type]
        ("modify_roll", [RollModifier("s", "team", symbols="X")], "'X' in 'X' is not one of"),
        ("modify_roll", None, "TypeError"),
        ("modify_symbols", Symbols(1), "is not what the hook returns"),
        ("modify_symbols", SymbolChange("", Symbols(1)), "has no source"),
        ("modify_symbols", SymbolChange("s", Symbols(-1)), "is below 0"),
        ("modify_symbols", SymbolChange("s", Symbols(99)), "adds more than 20"),
        ("modify_symbols", SymbolChange("s", Symbols("1")), "Expected `int`, got `str`"),  # type: ignore[arg-type]
        ("modify_attribute", True, "True is not a whole number"),
        ("modify_attribute", 1.5, "1.5 is not a whole number"),
        ("modify_attribute", -99, "-99 is not between -20 and 20"),
        ("react_event", [COMMAND], "is not what the hook returns"),
        ("react_event", [RoundBegan("two")], "Expected `int`, got `str`"),  # type: ignore[arg-type]
    ],
)
def test_wrong_answers_are_named_and_count_as_none(hook: str, answer: object, words: str) -> None:
    made = registry(a={hook: lambda: answer})
    told = hooks(made)
    answers = {
        "choose_sight": told.sight(SETUP),
        "check_command": told.veto(PLAY, COMMAND),
        "modify_roll": told.roll_modifiers(PLAY, ROLL),
        "modify_symbols": Counting(told.modify_symbols, SETUP).changes("team", Symbols()),
        "modify_attribute": told.attribute_change(PLAY, "cadin", "speed"),
        "react_event": reactions(told),
    }
    assert list(answers.values()) == [SightRule(), None, (), (), 0, []]
    (failure,) = made.failures
    assert str(failure).startswith(f"The plugin 'a' failed in {hook}: ")
    assert words in str(failure)


@pytest.mark.parametrize(
    ("hook", "answer", "words"),
    [
        ("contribute_content", {"units.toml": "text"}, "'units.toml' holds str instead of bytes"),
        ("contribute_content", {"../units.toml": b""}, "'../units.toml' is not the name of a content file"),
        ("contribute_content", {"/units.toml": b""}, "'/units.toml' is not the name of a content file"),
        ("contribute_content", {"units.py": b""}, "'units.py' is not the name of a content file"),
        ("contribute_abilities", [3], "3 is not an ability"),
        ("contribute_abilities", [SimpleNamespace(id="")], "is not an ability"),
    ],
)
def test_wrong_contributions_are_named_and_dropped(tmp_path: Path, hook: str, answer: object, words: str) -> None:
    plugin(tmp_path, "a", f"from types import SimpleNamespace as namespace\ndef {hook}(): return {answer!r}")
    loaded = load(["a"], found=available([tmp_path]))
    assert words in str(loaded.failures[0])
    assert [str(failure).partition(":")[0] for failure in loaded.failures] == [f"The plugin 'a' failed in {hook}"]


def test_wrong_tables_are_named(tmp_path: Path) -> None:
    plugin(tmp_path, "a", "def show_table(): return {'x': 3}")
    loaded = load(["a"], found=available([tmp_path]))
    assert loaded.shown("show_table", "en").keys() == {"infinity-defiance"}
    assert "'x': 3 is not a system with a factory" in str(loaded.failures[0])


def test_a_registry_knows_the_common_hooks_and_those_it_is_given() -> None:
    """A hook of another system is a misspelling like any other."""
    common = set(Registry().hooks)
    assert common == {
        "contribute_bot", "contribute_content", "contribute_language", "contribute_positions", "contribute_system",
        "contribute_theme",
        "show_cards", "show_map", "show_menu", "show_panel", "show_pictures", "show_table",
        "show_tokens",
    }  # fmt: skip
    assert set(Registry(hookspecs).hooks) == common | set(hookspecs.ANSWERS)
    with pytest.raises(PluginError, match="choose_sight is not a hook"):
        Registry().add("a", SimpleNamespace(choose_sight=lambda: None), {})


def test_a_misspelt_hook_leaves_nothing_registered() -> None:
    made = Registry(hookspecs)
    plugin = SimpleNamespace(choose_sight=lambda: None, modify_rol=lambda: None)
    with pytest.raises(PluginError, match=r"modify_rol is not a hook \(did you mean modify_roll\?\)"):
        made.add("a", plugin, {})
    assert made.calls("choose_sight") == ()


def test_an_unknown_parameter_leaves_nothing_registered() -> None:
    made = Registry(hookspecs)
    with pytest.raises(PluginError, match="weather"):
        made.add("a", SimpleNamespace(choose_sight=lambda weather: None, check_command=lambda: None), {})
    assert made.calls("choose_sight") == ()
    assert made.calls("check_command") == ()
    made.add("a", SimpleNamespace(check_command=lambda: None), {})
    assert [call.plugin for call in made.calls("check_command")] == ["a"]


def test_imported_and_private_names_are_no_hooks(tmp_path: Path) -> None:
    code = "from difflib import get_close_matches as choose_something\ndef _check_it(): ...\ncheck_list = 3"
    plugin(tmp_path, "a", code)
    assert load(["a"], found=available([tmp_path])).failures == ()
