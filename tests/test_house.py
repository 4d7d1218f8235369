"""The house: what stands at the top, and that the pinned Qt binding is a sound one."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tempfile
import textwrap
import tomllib
from pathlib import Path

import pytest

from defiance_qt.extend.found import user_folder
from tests import conftest
from tests.bounds import repeat
from tests.conftest import ROOT

TOP = {
    ".ci", ".gitignore", "LICENSE", "Makefile", "README.md", "defiance_qt", "docs", "expansions", "plugins",
    "pyproject.toml", "saves", "tests",
}  # fmt: skip
PACKAGE = {
    "__init__.py", "__main__.py", "api.py", "cli.py", "core", "extend", "journal", "lab", "py.typed", "shell",
    "systems", "testing.py", "words",
}  # fmt: skip
ENGINE = ROOT / "defiance_qt" / "systems" / "defiance" / "engine"
ENGINE_TESTS = ROOT / "tests" / "systems" / "defiance" / "engine"


def stored_files() -> list[str]:
    listing = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
    return listing.stdout.splitlines()


def test_only_what_belongs_stands_at_the_top() -> None:
    files = stored_files()
    assert {name.split("/")[0] for name in files} <= TOP
    assert {name.split("/")[1] for name in files if name.startswith("defiance_qt/")} <= PACKAGE


def test_every_module_says_what_it_owns() -> None:
    for name in stored_files():
        path = ROOT / name
        if name.startswith("defiance_qt/") and name.endswith(".py") and path.exists():
            assert path.read_text(encoding="utf-8").startswith(('"""', 'r"""')), f"{name} has no module docstring"


def faults_of_place(test: str, document: str) -> list[str]:
    """Return what is wrong with the place of a test file of the engine: it has a module's name or names its modules."""

    def is_module(path: str) -> bool:
        return (ENGINE / f"{path}.py").exists() or (ENGINE / path / "__init__.py").exists()

    folder, _, name = test.rpartition("/")
    if is_module(f"{folder}/{name.removeprefix('test_').removesuffix('.py')}".strip("/")):
        return []
    spanned = re.search(r"^Spans (`.+`)\.$", document, re.MULTILINE)
    if spanned is None:
        return [f"{test}: no module of this name, and its docstring has no line 'Spans `module` …'"]
    modules = re.findall(r"`([^`]+)`", spanned.group(1))
    return [f"{test}: no module {module}" for module in modules if not is_module(module.replace(".", "/"))]


def test_tests_of_the_engine_lie_where_their_module_is() -> None:
    """A subject that spans modules has a file of its own; its docstring names them."""
    faults = []
    for path in sorted(ENGINE_TESTS.rglob("test_*.py")):
        document = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
        faults += faults_of_place(path.relative_to(ENGINE_TESTS).as_posix(), document)
    assert faults == []


@pytest.mark.parametrize(
    ("test", "document", "words"),
    [
        ("rules/test_pools.py", "", ""),
        ("rules/campaign/test_ship.py", "", ""),
        ("rules/test_aggro.py", "Aggro.\n\nSpans `rules.harm`.", ""),
        ("rules/test_aggro.py", "Aggro.", "no module of this name"),
        ("rules/test_evil_ai.py", "Evil AI.", "no module of this name"),
        ("rules/test_aggro.py", "Aggro.\n\nSpans `rules.harm` and `rules.anger`.", "no module rules.anger"),
    ],
)
def test_a_test_out_of_place_is_named(test: str, document: str, words: str) -> None:
    faults = faults_of_place(test, document)
    assert [words in fault for fault in faults] == [True] * bool(words)


def test_no_package_index_is_named() -> None:
    for name in ("Makefile", "pyproject.toml", ".ci/run", ".ci/system-libs", ".ci/find-python"):
        text = (ROOT / name).read_text(encoding="utf-8")
        assert "index-url" not in text, name
        assert "://" not in text, name


def test_the_qt_binding_is_pinned_below_the_unsound_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert "PySide6-Essentials>=6.11.3,<6.12" in project["dependencies"]


@pytest.mark.slow
def test_the_qt_binding_keeps_its_references() -> None:
    """PySide6 6.12.0 on Python 3.11 drops references to None and True until the process aborts."""
    program = """
        from PySide6.QtCore import QObject, Signal
        from PySide6.QtWidgets import QApplication, QWidget

        class Source(QObject):
            happened = Signal(int)

        application = QApplication([])
        widget = QWidget()
        for turn in range(20_000):
            widget.setEnabled(turn % 2 == 0)
        heard = []
        source = Source()
        source.happened.connect(heard.append)
        for turn in range(2_000):
            source.happened.emit(turn)
        print(len(heard))
    """
    run = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True, timeout=60, check=False
    )
    assert (run.returncode, run.stdout.strip()) == (0, "2000"), run.stderr


class Claimed:
    """A collected test, as far as the rule map looks at it."""

    def __init__(self, nodeid: str, *marks: pytest.MarkDecorator) -> None:
        self.nodeid = nodeid
        self.marks = [decorated.mark for decorated in marks]

    def iter_markers(self, name: str) -> list[pytest.Mark]:
        return [mark for mark in self.marks if mark.name == name]


def test_rule_map_gathers_tests_by_rule() -> None:
    items = [
        Claimed("a", pytest.mark.rule("R-002", "R-001")),
        Claimed("b", pytest.mark.rule("R-002"), pytest.mark.rule("N-010")),
        Claimed("c"),
    ]
    known = frozenset({"R-001", "R-002"})
    expected = {"N-010": ["b"], "R-001": ["a"], "R-002": ["a", "b"]}
    assert conftest.rule_map(items, known) == expected  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("mark", "words"),
    [
        (pytest.mark.rule("R-87"), "'R-87' is no rule id"),
        (pytest.mark.rule(87), "87 is no rule id"),
        (pytest.mark.rule(), "wants rule ids"),
        (pytest.mark.rule("R-999"), "R-999 is in no rule index"),
    ],
)
def test_wrong_claims_are_named(mark: pytest.MarkDecorator, words: str) -> None:
    with pytest.raises(pytest.UsageError, match=words):
        conftest.rule_map([Claimed("t", mark)], frozenset({"R-001"}))  # type: ignore[list-item]


@pytest.mark.slow
def test_a_test_that_never_ends_fails_with_its_place(tmp_path: Path) -> None:
    """With the project's own settings, but a shorter time. The test after it still runs."""
    tests = tmp_path / "test_endless.py"
    tests.write_text(
        "def test_loops():\n    while True:\n        pass\n\n\ndef test_after():\n    pass\n", encoding="utf-8"
    )
    settings = (
        "-c",
        str(ROOT / "pyproject.toml"),
        f"--rootdir={tmp_path}",
        "-o",
        "timeout=0.5",
        "-p",
        "no:cacheprovider",
    )
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *settings, str(tests)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert "1 failed, 1 passed" in run.stdout, run.stdout + run.stderr
    assert ">       while True:" in run.stdout
    limits = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["pytest"]["ini_options"]
    assert 0 < limits["timeout"] < limits["faulthandler_timeout"] <= 180


def test_a_loop_without_end_fails_with_what_is_asked() -> None:
    with pytest.raises(AssertionError, match="no end after 3 times: which way"):
        list(repeat(lambda: "on", lambda: "which way?", most=3))
    ways = ["on", "on", "on", ""]
    assert list(repeat(lambda: ways.pop(0), lambda: "which way?", most=3)) == ["on"] * 3


def test_the_plugins_of_whoever_runs_the_tests_are_not_seen() -> None:
    assert user_folder().is_relative_to(tempfile.gettempdir())
    assert not user_folder().exists()


@pytest.mark.slow
def test_a_display_can_be_had(display: dict[str, str]) -> None:
    """What the tests of the real window stand on: Qt draws on the display that the fixture starts."""
    program = "from PySide6.QtGui import QGuiApplication as A; a = A([]); print(a.platformName())"
    run = subprocess.run(
        [sys.executable, "-c", program], env=display, capture_output=True, text=True, timeout=60, check=False
    )
    assert (run.returncode, run.stdout.strip()) == (0, "xcb"), run.stderr


def look_for_libraries(tmp_path: Path, what: str, **commands: str) -> subprocess.CompletedProcess[str]:
    """Run .ci/system-libs with these commands of the system replaced by shell scripts."""
    for name, script in commands.items():
        command = tmp_path / name.replace("_", "-")
        command.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        command.chmod(0o755)
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        [str(ROOT / ".ci" / "system-libs"), what],
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


needs_debian = pytest.mark.skipif(not Path("/etc/debian_version").exists(), reason="the script installs on Debian only")


@pytest.mark.slow
def test_nothing_is_missing_where_the_tests_run(tmp_path: Path) -> None:
    run = look_for_libraries(tmp_path, "test", apt_get="exit 9")
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")


@needs_debian
@pytest.mark.slow
def test_a_missing_library_is_named_with_the_line_that_installs_it(tmp_path: Path) -> None:
    run = look_for_libraries(tmp_path, "run", ldconfig="echo 'libEGL.so.1 (libc6) => x'", id="echo 1000")
    assert run.returncode == 1
    (line,) = run.stderr.splitlines()
    assert "sudo apt-get install -y --no-install-recommends libgl1 libfontconfig1 " in line
    assert "libxcb-cursor0" in line
    assert "libegl1" not in line
    assert "xvfb" not in line


@needs_debian
@pytest.mark.slow
def test_root_gets_missing_libraries_installed(tmp_path: Path) -> None:
    listing = subprocess.run(["/sbin/ldconfig", "-p"], capture_output=True, text=True, check=True).stdout
    (tmp_path / "with").write_text(listing, encoding="utf-8")
    (tmp_path / "without").write_text(listing.replace("libxcb-cursor.so.0", "gone"), encoding="utf-8")
    run = look_for_libraries(
        tmp_path,
        "run",
        id="echo 0",
        ldconfig=f"cat {tmp_path}/installed 2>/dev/null || cat {tmp_path}/without",
        apt_get=f'echo "$@" >> {tmp_path}/log; [ "$1" = update ] || cp {tmp_path}/with {tmp_path}/installed',
    )
    assert run.returncode == 0, run.stderr
    log = (tmp_path / "log").read_text(encoding="utf-8").splitlines()
    assert log == ["update -qq", "install -y --no-install-recommends libxcb-cursor0"]


@needs_debian
@pytest.mark.slow
def test_what_is_still_missing_after_the_installation_is_told(tmp_path: Path) -> None:
    run = look_for_libraries(tmp_path, "run", ldconfig="true", id="echo 0", apt_get="true")
    assert run.returncode == 1
    assert "Still missing after the installation: libegl1 libgl1 " in run.stderr


def test_the_newcomers_table_leads_to_what_is_there() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    rows = page.partition("## Where things are")[2].partition("\n\nAll paths")[0].splitlines()[4:]
    assert len(rows) == 10
    for row in rows:
        for path in re.findall(r"`([^`]+)`", row):
            assert (ROOT / "defiance_qt" / path).exists(), row


def systems_imported(source: str) -> list[str]:
    """Return what a module of a generic room imports of the systems: anywhere in it, also for types alone."""
    named = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            named += [one.name for one in node.names]
        elif isinstance(node, ast.ImportFrom):
            named += [f"{node.module}.{one.name}" for one in node.names]
    return [name for name in named if name.startswith("defiance_qt.systems")]


def test_no_generic_room_imports_a_system_late_or_early() -> None:
    """The import contracts do not look at imports for types."""
    late = "if TYPE_CHECKING:\n    from defiance_qt.systems.defiance import api"
    assert systems_imported(late) == ["defiance_qt.systems.defiance.api"]
    package = ROOT / "defiance_qt"
    for path in package.rglob("*.py"):
        # What `plugin new` writes is code of plugins.
        if not path.is_relative_to(package / "systems") and "templates" not in path.parts:
            source = path.read_text(encoding="utf-8")
            assert "defiance_qt.systems" not in source or systems_imported(source) == [], path
