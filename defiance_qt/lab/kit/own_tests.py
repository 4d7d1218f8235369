"""Runs a plugin's own tests in a process of its own, which leaves nothing behind."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

from defiance_qt.core.errors import Message, one_line
from defiance_qt.lab.kit.findings import Finding

FOLDER = "tests"
SECONDS = 300
PLUGIN = "defiance_qt.testing"
NO_TESTS = 5  # the exit code of pytest when it finds none


def test_faults(folder: Path) -> Iterator[Finding]:
    """Run the tests below `tests` and yield one fault for each that fails."""
    if not (folder / FOLDER).is_dir():
        return
    if importlib.util.find_spec("pytest") is None:
        yield Finding(FOLDER, "", Message("check.no_pytest", "pytest is not installed, so the tests cannot be run"))
        return
    with tempfile.TemporaryDirectory(prefix="defiance-check-") as room:
        report = Path(room) / "report.xml"
        try:
            done = _run(folder.resolve(), Path(room), report)
        except subprocess.TimeoutExpired:
            yield Finding(
                FOLDER, "", Message("check.tests_slow", "the tests took longer than {limit} s", limit=SECONDS)
            )
            return
        yield from _failed(report, done)


def _run(folder: Path, room: Path, report: Path) -> subprocess.CompletedProcess[str]:
    command = (
        sys.executable, "-m", "pytest", str(folder / FOLDER), "-q", "-p", "no:cacheprovider", "-p", PLUGIN,
        "--rootdir", str(folder), "-c", os.devnull, f"--junitxml={report}", "--import-mode=importlib",
    )  # fmt: skip
    homes = {name: str(room) for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME")}
    if sys.platform != "linux":
        homes |= {"HOME": str(room), "LOCALAPPDATA": str(room), "APPDATA": str(room)}
    environment = {
        **os.environ,
        **homes,
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTEST_ADDOPTS": "",
        "QT_QPA_PLATFORM": os.environ.get("QT_QPA_PLATFORM", "offscreen"),
    }
    return subprocess.run(
        command,
        cwd=room,
        env=environment,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
        errors="replace",
    )


def _failed(report: Path, done: subprocess.CompletedProcess[str]) -> Iterator[Finding]:
    if done.returncode == NO_TESTS:
        yield Finding(FOLDER, "", Message("check.no_tests", "there is no test in it"))
        return
    try:
        cases = list(ET.parse(report).iter("testcase"))
    except (OSError, ET.ParseError):
        cases = []
    found = [fault for case in cases for part in case if (fault := _fault(case, part)) is not None]
    yield from found
    if not found and done.returncode:
        said = one_line(" ".join((done.stderr or done.stdout).split())[-300:])
        yield Finding(FOLDER, "", Message("check.tests_ended", "the tests did not run to their end: {why}", why=said))


def _fault(case: ET.Element, part: ET.Element) -> Finding | None:
    """Return the fault of a test that has failed, or of a file that could not be read."""
    if part.tag not in ("failure", "error"):
        return None
    why = (part.get("message") or "").partition("\n")[0]
    place, name = case.get("classname", ""), case.get("name", "")
    if not place:
        # Of a file that cannot be imported; the last line says why.
        reasons = [line[2:].strip() for line in (part.text or "").splitlines() if line.startswith("E ")]
        place, name, why = name, "", reasons[-1] if reasons else why
    return Finding(
        _file(place.replace(".", "/")), name, Message("check.test", "the test fails: {why}", why=one_line(why))
    )


def _file(place: str) -> str:
    """Return the file of a test from its dotted name."""
    return f"{place}.py" if place.startswith(FOLDER) else f"{FOLDER}/{place.rpartition('/')[2]}.py"
