"""Hooks are a product: each is documented, typed, answered by the registry, and used by a plugin that ships."""

from __future__ import annotations

import inspect
import typing
from pathlib import Path
from types import ModuleType

import pytest

from defiance_qt.extend import hookspecs
from defiance_qt.extend.found import available, bundled_folders
from defiance_qt.extend.loader import load
from defiance_qt.extend.manifest import read
from defiance_qt.extend.registry import Registry
from defiance_qt.extend.systems import DEFAULT
from defiance_qt.systems.defiance import hookspecs as game_hooks
from defiance_qt.systems.defiance import plugin as builtin
from defiance_qt.systems.defiance.engine.hooks import Hooks
from tests.conftest import ROOT

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
    example = text.partition("Example:")[2].strip()
    assert example.startswith("`return ")
    compile(example.strip("`").removeprefix("return "), name, "eval", dont_inherit=True)


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


def test_every_hook_has_its_section_in_the_authors_page() -> None:
    page = (ROOT / "docs" / "plugins.md").read_text(encoding="utf-8")
    sections = [line.strip("# `") for line in page.splitlines() if line.startswith("### ")]
    assert sorted(sections) == [f"{name}({', '.join(ANSWERS[name].arguments)})" for name in HOOKS]


def test_the_manifest_of_the_authors_page_is_a_good_one(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "plugins.md").read_text(encoding="utf-8")
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
