"""Types that are decoded to are made ready by one thread at a time."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

import defiance_qt
from defiance_qt.core.decoding import read_content, ready
from defiance_qt.core.errors import ContentError
from tests.sources import tree

SOURCES = Path(defiance_qt.__file__).parent

SIX_THREADS = """
import sys, threading
import msgspec
from defiance_qt.core.decoding import ready

sys.setswitchinterval(1e-6)
for turn in range(60):
    source = f"class Of{turn}(msgspec.Struct): value: 'int | None' = None\\n"
    last = f"Of{turn}"
    for depth in range(6):
        fields = "; ".join(f"f{n}: '{last} | None' = None" for n in range(6))
        last = f"Of{turn}_{depth}"
        source += f"class {last}(msgspec.Struct): {fields}\\n"
    exec(source)
    kind = globals()[last]
    value = {"value": 3}
    for _ in range(6):
        value = {"f1": value, "f2": value}
    start = threading.Barrier(6)

    def read():
        start.wait()
        assert msgspec.convert(value, KIND).f1.f2.f1.f1.f2.f1.value == 3

    threads = [threading.Thread(target=read) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
print("alive")
"""


def played(kind: str) -> tuple[int, str]:
    source = SIX_THREADS.replace("KIND", kind)
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, timeout=60, check=False)
    return done.returncode, done.stdout.strip()


def test_threads_that_meet_a_type_at_the_same_time_all_read_it() -> None:
    assert played("ready(kind)") == (0, "alive")


def test_a_type_that_cannot_be_decoded_to_is_refused_each_time() -> None:
    for _ in range(2):
        with pytest.raises(TypeError):
            ready(dict[str, "set[list[int]] | list[int]"])


def typed_calls(module: ast.AST) -> Iterator[tuple[ast.Call, ast.expr]]:
    """The calls of msgspec that take a type, with the type."""
    for node in ast.walk(module):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        if node.func.attr not in ("decode", "Decoder", "convert") or not ast.unparse(node.func).startswith("msgspec."):
            continue
        named = [one.value for one in node.keywords if one.arg == "type"]
        placed = node.args if node.func.attr == "Decoder" else node.args[1:]
        for kind in (*placed[:1], *named):
            yield node, kind


PLAIN = {"list", "int", "dict[str, str]", "dict[str, Any]", "dict[str, dict[str, str]]"}


def test_whatever_is_decoded_to_is_made_ready() -> None:
    # The laboratory has one thread.
    files = [path for path in SOURCES.rglob("*.py") if "lab" not in path.relative_to(SOURCES).parts]
    found = 0
    for path in files:
        for call, kind in typed_calls(tree(path)):
            if path.name == "decoding.py" or ast.unparse(kind) in PLAIN:
                continue
            found += 1
            assert ast.unparse(kind).startswith("ready("), f"{path.name}:{call.lineno}"
    assert found >= 15


class Mode(msgspec.Struct, forbid_unknown_fields=True):
    dice: int


class Card(msgspec.Struct, forbid_unknown_fields=True):
    modes: dict[str, list[Mode]]
    cost: int = 0


class Decks(msgspec.Struct, forbid_unknown_fields=True):
    weapons: dict[str, Card] = {}


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("[weapons", "Expected"),
        ("[armour]", "Object contains unknown field `armour`"),
        ("weapons = 3", "Expected `object`, got `int` - at `weapons`"),
        ("[weapons.gun]\ncost = 1", "missing required field `modes` - at `weapons.gun`"),
        (
            "[weapons.bow.modes]\n[weapons.gun.modes]\naimed = [{dice = 1}]\nburst = [{dice = 2}, {dice = 'two'}]",
            "Expected `int`, got `str` - at `weapons.gun.modes.burst[1].dice`",
        ),
    ],
)
def test_a_fault_of_content_names_the_file_and_the_key(source: str, why: str) -> None:
    with pytest.raises(ContentError) as error:
        read_content("arms.toml", source.encode(), Decks)
    assert str(error.value).startswith("arms.toml: ")
    assert why in str(error.value)
