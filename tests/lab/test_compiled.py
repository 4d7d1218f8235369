"""Compiled modules: what may be compiled, and that it makes no difference to a game."""

from __future__ import annotations

import importlib
import subprocess
import sys
import tomllib
from pathlib import Path

import msgspec
import pytest

from defiance_qt.lab.compiled import compiled_modules
from tests.conftest import ROOT
from tests.workshop.same_events import compare, digests

pytestmark = pytest.mark.slow

PURE = """
import sys
from tests.workshop.pure import refuse_compiled
refuse_compiled()
import defiance_qt.api, defiance_qt.systems.defiance.game
print(*(module.__file__ for name, module in sys.modules.items() if name.startswith("defiance_qt")), sep="\\n")
"""


def named() -> list[Path]:
    """The modules that `make fast` compiles."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    patterns = settings["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["custom"]["compile"]
    for pattern in patterns:
        assert list(ROOT.glob(pattern)), pattern
    found = {path.relative_to(ROOT) for pattern in patterns for path in ROOT.glob(pattern)}
    return sorted(path for path in found if path.name != "__init__.py")


@pytest.mark.parametrize("path", named(), ids=str)
def test_a_compiled_module_defines_no_struct(path: Path) -> None:
    """mypyc replaces the annotations by which msgspec decodes."""
    module = importlib.import_module(".".join(path.with_suffix("").parts))
    defined = [one for one in vars(module).values() if getattr(one, "__module__", "") == module.__name__]
    assert defined
    assert not [one for one in defined if isinstance(one, type) and issubclass(one, msgspec.Struct)]


def test_a_process_can_refuse_what_is_compiled() -> None:
    run = subprocess.run([sys.executable, "-c", PURE], capture_output=True, text=True, check=True, cwd=ROOT)
    files = run.stdout.split()
    assert len(files) > 50
    assert {Path(file).suffix for file in files} == {".py"}


def test_a_game_has_one_digest() -> None:
    lines = list(digests(2))
    assert lines == list(digests(2))
    assert len({line.split()[-1] for line in lines}) == 2


@pytest.mark.skipif(not compiled_modules(), reason="nothing is compiled: make fast")
def test_compiled_and_pure_games_are_the_same() -> None:
    assert compare(12) == 0
