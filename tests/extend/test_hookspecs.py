"""Hooks are a product: each is documented, typed, answered by the registry, and used by a plugin that ships."""

from __future__ import annotations

import ast
import builtins
import collections.abc
import importlib.util
import inspect
import typing
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from defiance_qt import api
from defiance_qt.extend import hookspecs
from defiance_qt.extend.found import available, bundled_folders
from defiance_qt.extend.hookspecs import ContributeContext, ShowContext
from defiance_qt.extend.loader import load
from defiance_qt.extend.manifest import read
from defiance_qt.extend.registry import Registry
from defiance_qt.extend.systems import DEFAULT
from defiance_qt.systems.defiance import api as built_in
from defiance_qt.systems.defiance import hookspecs as game_hooks
from defiance_qt.systems.defiance import plugin as builtin
from defiance_qt.systems.defiance.engine.hooks import Hooks, SetupContext
from defiance_qt.systems.defiance.engine.rules import pools
from tests.conftest import ROOT
from tests.systems.defiance.engine.positions import position

MODULES = (hookspecs, game_hooks)
SPECS = {
    name: spec
    for module in MODULES
    for name, spec in vars(module).items()
    if name.startswith(hookspecs.PREFIXES) and inspect.isfunction(spec)
}
HOOKS = sorted(SPECS)
ANSWERS = {name: answer for module in MODULES for name, answer in module.ANSWERS.items()}


@pytest.mark.parametrize("name", HOOKS)
def test_every_hook_says_when_what_and_how(name: str) -> None:
    text = inspect.getdoc(SPECS[name]) or ""
    parts = [line.partition(":")[0] for line in text.splitlines() if ":" in line and not line.startswith(" ")]
    assert [part for part in parts if part in {"Called", "Returns", "Example"}] == ["Called", "Returns", "Example"]
    assert example(name).startswith("return ")


def example(name: str) -> str:
    """The example in a hook's docstring, in one line."""
    return " ".join((inspect.getdoc(SPECS[name]) or "").partition("Example:")[2].split()).strip("`")


def signature(name: str) -> str:
    """A hook as its author writes it, with its types."""
    parameters = ", ".join(
        f"{one.name}: {one.annotation}" for one in inspect.signature(SPECS[name]).parameters.values()
    )
    return f"def {name}({parameters}) -> {inspect.signature(SPECS[name]).return_annotation}:"


IMPORTS = "from defiance_qt.api import *\nfrom defiance_qt.systems.defiance.api import *\n\n"

# What an author has besides the API in the examples.
OWN: dict[str, Any] = {
    "Pig": object,
    "SiegeView": object,
    "SiegePositions": object,
    "paint": bytes,
    "HARD": b"",
    "EASY": b"",
}


def samples() -> dict[str, tuple[Any, ...]]:
    """Arguments to call the examples with, by the parameter's name."""
    game = position("U . 1\n\numa carries=stun_pistol\ndummy 1").do("activate uma")
    rules, state = game.game.rules, game.state
    attack = built_in.commands.Attack("uma", "stun_pistol", "shot", "dummy.1")
    return {
        "command": (built_in.commands.Rest("uma"), built_in.commands.Interact("uma", "gate")),
        "roll": (pools.attack_roll(rules, state, rules.view(state), attack),),
        "event": (built_in.events.DoorOpened("gate"),),
        "symbols": (built_in.Symbols(special=3),),
        "side": ("team",),
        "figure": ("uma", "cadin", "dummy"),
        "attribute": ("speed", "wounds"),
        "cost": (1,),
        "amount": (1,),
        "source": ("dummy.1",),
        "attacker": ("uma",),
        "target": ("dummy.1",),
        "distance": (7,),
        "effect": ("level", "reinforcements"),
        "number": ("price",),
        "subject": ("grenade",),
        "weapon": ("stun_pistol",),
        "attack": ("shot",),
        "low": (1,),
        "high": (8,),
    }


def context_of(name: str) -> Any:
    kind = typing.get_type_hints(SPECS[name])["context"]
    if kind is ContributeContext:
        return ContributeContext(DEFAULT, {"hard": True})
    if kind is ShowContext:
        return ShowContext("en")
    game = position("U . 1\n\numa\ndummy 1")
    return SetupContext(game.state.setup) if kind is SetupContext else game.game.rules.context(game.state)


@pytest.mark.parametrize("name", HOOKS)
def test_the_example_of_every_hook_runs_and_does_something(name: str, tmp_path: Path) -> None:
    """With what the API offers, and nothing else but the author's own names."""
    path = tmp_path / "example.py"
    parameters = ", ".join(ANSWERS[name].arguments)
    path.write_text(f"{IMPORTS}def {name}({parameters}):\n    {example(name)}\n")
    spec = importlib.util.spec_from_file_location(f"example_{name}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    vars(module).update(OWN)
    spec.loader.exec_module(module)
    values = samples()
    answers = []
    for given in product(*(values[one] for one in ANSWERS[name].arguments[1:])):
        arguments = (context_of(name), *given)
        answers.append(ANSWERS[name].check(getattr(module, name)(*arguments), *arguments))
    assert any(answer != ANSWERS[name].nothing for answer in answers)


@pytest.mark.parametrize("name", HOOKS)
def test_every_hook_is_typed_with_one_context(name: str) -> None:
    hook = SPECS[name]
    parameters = list(inspect.signature(hook).parameters)
    assert parameters[0] == "context"
    assert tuple(parameters) == ANSWERS[name].arguments
    types = typing.get_type_hints(hook)
    assert set(types) == {*parameters, "return"}
    assert types["context"].__struct_config__.frozen
    assert "options" in types["context"].__struct_fields__


@pytest.mark.parametrize("name", HOOKS)
def test_an_author_can_import_every_type_in_the_signature_of_a_hook(name: str) -> None:
    """From the API, or Python's own: what the documentation shows can be typed as it stands."""
    known = {*api.__all__, *built_in.__all__, *vars(builtins), *collections.abc.__all__}
    words = {node.id for node in ast.walk(ast.parse(f"{signature(name)} ...")) if isinstance(node, ast.Name)}
    assert words - known == set()
    assert all(hasattr(built_in, word) for word in words & set(built_in.__all__))


def test_every_hook_has_its_section_in_the_authors_page() -> None:
    page = (ROOT / "docs" / "plugins.md").read_text(encoding="utf-8")
    hooks = page[page.index("\n## The hooks\n") :]
    sections = [line.strip("# `") for line in hooks.splitlines() if line.startswith("### ")]
    assert sorted(sections) == [f"{name}({', '.join(ANSWERS[name].arguments)})" for name in HOOKS]


@pytest.mark.parametrize("name", HOOKS)
def test_the_section_has_the_exact_signature_and_the_example(name: str) -> None:
    page = (ROOT / "docs" / "plugins.md").read_text(encoding="utf-8")
    section = page.partition(f"### `{name}(")[2].partition("\n### ")[0]
    assert f"```py\n{signature(name)}\n    {example(name)}\n```" in section


def test_the_manifest_of_the_authors_page_is_a_good_one(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "plugins.md").read_text(encoding="utf-8").partition("## The manifest")[2]
    folder = tmp_path / "sharp_eyes"
    (folder / "content").mkdir(parents=True)
    (folder / "content" / "dice.toml").write_text("")
    (folder / "sharp_eyes.py").write_text(page.partition("```python\n")[2].partition("```")[0])
    (folder / "plugin.toml").write_text(page.partition("```toml\n")[2].partition("```")[0], encoding="utf-8")
    manifest, faults = read(folder)
    assert faults == ()
    assert manifest is not None
    assert set(manifest.__struct_fields__) == {
        field for field in manifest.__struct_fields__ if getattr(manifest, field) not in ("", (), {})
    }


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_a_module_answers_exactly_its_hooks(module: ModuleType) -> None:
    assert set(module.ANSWERS) == {name for name, spec in SPECS.items() if spec.__module__ == module.__name__}


def test_the_modules_share_no_hook() -> None:
    assert len(ANSWERS) == sum(len(module.ANSWERS) for module in MODULES)
    assert Registry(game_hooks).hooks == ANSWERS


def test_what_the_engine_asks_is_a_hook() -> None:
    asked = set(Hooks.__dataclass_fields__) - {"abilities"}
    assert asked == set(game_hooks.IN_PLAY)
    assert asked == {name for name in HOOKS if not name.startswith(("contribute_", "show_"))}


def test_every_hook_is_used_by_a_plugin_that_ships() -> None:
    found = [one for one in available(bundled_folders()) if one.serves(DEFAULT)]
    used = {name for name in HOOKS if hasattr(builtin, name)}
    for one in found:
        assert one.manifest is not None
        chosen = () if one.system else (one.id,)
        loaded = load(chosen, found=found, system=one.manifest.systems[0])
        assert loaded.failures == ()
        used |= {
            name for name in loaded.registry.hooks if any(call.plugin == one.id for call in loaded.registry.calls(name))
        }
    assert set(HOOKS) == used
