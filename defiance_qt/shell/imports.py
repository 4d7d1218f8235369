"""Imports: Qt with Python's own `import`, and modules ahead of use, one in each step, so that the window answers in
between.

Modules that use Qt are imported on the window's thread alone: PySide sets up its types when they are first used, and
crashes if two threads do that at once.
"""

from __future__ import annotations

import builtins
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

PACKAGES = (
    "defiance_qt.shell.present",
    "defiance_qt.shell.surface",
    "defiance_qt.shell.models",
    "defiance_qt.shell.panels",
)
TABLE = "defiance_qt.shell.table"
NEW_GAME = "defiance_qt.shell.screens.new_game"


LATE = frozenset(
    f"shibokensupport/signature/{name}.py" for name in ("layout", "lib/enum_sig", "lib/pyi_generator", "parser")
)
"""The modules that show signatures, as for a call with wrong arguments. PySide compiles their sources in each start."""

LOAD = """
def __getattr__(name):
    module = globals()
    if "SOURCE" in module:
        exec(compile(module.pop("SOURCE"), __file__, "exec"), module)
    if name not in module:
        raise AttributeError(name)
    return module[name]
"""
"""What a late module is until a name of it is needed."""


def import_qt() -> None:
    """Import Qt, with the late modules on first use, and leave Python's own functions as they were. PySide replaces
    `import` to read the source of each module that is imported later, in case it chooses a `__feature__` of PySide:
    none does."""
    own, compiled = builtins.__import__, builtins.compile

    def late(source: Any, filename: Any, *more: Any, **values: Any) -> Any:
        if filename in LATE:
            source = f"SOURCE = {source!r}\n{LOAD}"
        return compiled(source, filename, *more, **values)

    setattr(builtins, "compile", late)  # noqa: B010  mypy knows it by its overloads
    try:
        import_module("PySide6.QtCore")
    finally:
        builtins.__import__, builtins.compile = own, compiled


def table_modules(view: str = "") -> Iterator[None]:
    """Import what a new game needs: its screen, the table, then a system's view, a package (none if "")."""
    for package in (*PACKAGES, NEW_GAME, TABLE, *((view,) if view else ())):
        yield from _imported(package)


def _imported(name: str) -> Iterator[None]:
    """Import the modules of a package, or one module; nothing if there is none of the name."""
    try:
        spec = find_spec(name)
    except ModuleNotFoundError:
        return
    if spec is None:
        return
    import_module(name)
    yield
    for folder in spec.submodule_search_locations or ():
        for path in sorted(Path(folder).iterdir()):
            if (path / "__init__.py").is_file() or (path.suffix == ".py" and not path.stem.endswith(SKIPPED)):
                yield from _imported(f"{name}.{path.stem}")


SKIPPED = ("__init__", "__main__", "shots", "stops")
"""How the names of modules end that are no part of a table: those that are run as programs, and what is theirs."""
