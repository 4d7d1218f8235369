"""Compiles the modules named in pyproject.toml with mypyc, if HATCH_BUILD_HOOK_ENABLE_CUSTOM is set: see `make fast`.

Without the variable hatch does not run this hook, and the wheel is pure. MYPYC_OPT is the C compiler's level of
optimization, 3 by default.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

GROUP = "defiance_qt._compiled"


class Compiled(BuildHookInterface):
    """Builds in the folder `build/mypyc`. An editable installation gets the results beside the sources."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        built = compiled(root, modules(root, self.config["compile"]))
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        for path in built:
            place = path.relative_to(root / "build" / "mypyc" / "lib")
            if version == "editable":
                shutil.copy2(path, root / place)
            else:
                build_data["force_include"][str(path)] = str(place)


def modules(root: Path, patterns: list[str]) -> list[str]:
    """Return the paths that match the patterns, without those of packages."""
    found = sorted({path for pattern in patterns for path in root.glob(pattern)})
    return [str(path.relative_to(root)) for path in found if path.name != "__init__.py"]


def compiled(root: Path, paths: list[str]) -> list[Path]:
    """Compile the modules into one library and a stub for each; return the files."""
    from mypyc.build import mypycify
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    folder = root / "build" / "mypyc"
    here = Path.cwd()
    os.chdir(root)
    try:
        options = ["--config-file", "pyproject.toml", "--disable-error-code", "unused-ignore"]
        extensions = mypycify(
            [*options, *paths],
            opt_level=os.environ.get("MYPYC_OPT", "3"),
            debug_level="0",
            group_name=GROUP,
            target_dir=str(folder / "c"),
        )
        command = build_ext(Distribution({"name": "defiance-qt", "ext_modules": extensions}))
        command.build_lib, command.build_temp = str(folder / "lib"), str(folder / "temp")
        command.parallel = os.cpu_count()
        command.ensure_finalized()
        command.run()
    finally:
        os.chdir(here)
    return [root / output for output in command.get_outputs()]
