"""The bundle where there is neither Python nor Qt: in a Debian with no more than the packages that the .deb names.

Needs root (for debootstrap and chroot) and a mirror. The window is shown on a virtual display of this machine.
"""

from __future__ import annotations

import configparser
import json
import os
import platform
import re
import shlex
import shutil
import subprocess
import sys
import tarfile
import time
import tomllib
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TypeVar

import pytest

from tests.conftest import ROOT, small_display

WORK = ROOT / "build" / "bundle"
FOLDER = WORK / "dist" / "defiance-qt"
NEEDED = "libegl1,libgl1,libxcb1"
USER, HOME = 1000, "/home/user"
MIB = 2**20
SIZE = (1280, 800)
T = TypeVar("T")
NO_FONTS = "Fontconfig error: Cannot load default config file: No such file: (null)\n"
"""What a machine without a single font says. The program brings its own."""

OF_SYSTEM = {"__main__", "nis"}
"""What needs more than the bundle: `nis`, gone since Python 3.13, wants libnsl, which PyInstaller leaves out."""

PATIENCE = 120
"""Seconds for what needs a few."""

__all__ = ["small_display"]

pytestmark = pytest.mark.timeout(600)


class Machine:
    """A Debian in a folder. Commands run in it as its user, without anything of this machine's environment."""

    def __init__(self, root: Path, display: str) -> None:
        self.root, self.display = root, display
        self.home = root / HOME[1:]

    def command(self, *command: str, user: int = USER, **environment: str) -> list[str]:
        mounts = (
            'mount --rbind /dev "$0/dev"; mount -t proc proc "$0/proc"; mount --rbind /tmp/.X11-unix "$0/tmp/.X11-unix"'
        )
        here = {"HOME": HOME, "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8", **environment}
        given = [f"{name}={value}" for name, value in here.items()]
        return [
            "unshare", "--mount", "sh", "-ec",
            f'{mounts}; exec chroot --userspec={user}:{user} "$0" "$@"', str(self.root),
            "env", "-i", f"--chdir={HOME if user else '/'}", *given, *command,
        ]  # fmt: skip

    def run(self, *command: str, code: int = 0, user: int = USER, **environment: str) -> str:
        """Return what a command prints; it has to end with this code, and without a traceback."""
        done = subprocess.run(
            self.command(*command, user=user, **environment),
            capture_output=True,
            text=True,
            check=False,
            timeout=500,
        )
        said: str = done.stdout + done.stderr
        assert done.returncode == code, said
        assert "Traceback" not in said
        return said

    def program(self, *arguments: str, code: int = 0, **environment: str) -> str:
        return self.run(f"{HOME}/.local/bin/defiance-qt", *arguments, code=code, user=USER, **environment)


@pytest.fixture(scope="session")
def debian() -> Path:
    """The folder of a Debian as this one, which debootstrap has made once."""
    base = WORK / "debian"
    if not (base / "made").exists():
        shutil.rmtree(base, ignore_errors=True)
        subprocess.run(
            [
                "debootstrap",
                "--variant=minbase",
                f"--include={NEEDED}",
                platform.freedesktop_os_release()["VERSION_CODENAME"],
                base,
            ],
            check=True,
        )
        (base / "made").touch()
    return base


@pytest.fixture(scope="session")
def machine(debian: Path, small_display: dict[str, str]) -> Iterator[Machine]:
    """A new machine, on which a user has unpacked the archive and installed the program."""
    root = WORK / "machine"
    shutil.rmtree(root, ignore_errors=True)
    subprocess.run(["cp", "-a", "--reflink=auto", debian, root], check=True)
    machine = Machine(root, small_display["DISPLAY"])
    (root / "tmp" / ".X11-unix").mkdir()
    machine.home.mkdir()
    with tarfile.open(archive()) as packed:
        packed.extractall(machine.home, filter="data")
    subprocess.run(["chown", "-R", f"{USER}:{USER}", machine.home], check=True)
    machine.run(*installer())
    yield machine
    shutil.rmtree(root)


def archive() -> Path:
    return newest("*.tar.xz")


def newest(pattern: str) -> Path:
    return max((ROOT / "dist").glob(f"defiance-qt[-_]{pattern}"), key=lambda path: path.stat().st_mtime)


def installer(*arguments: str) -> tuple[str, ...]:
    return (f"{HOME}/{archive().name.removesuffix('.tar.xz')}/install.sh", *arguments)


@pytest.fixture(scope="session")
def save(machine: Machine) -> str:
    """A game of the bot, by the name of its file."""
    machine.program("auto", "extraction", "--seed", "7", "--out", "game.defiance")
    return "game.defiance"


# ---- what it is ----


def test_the_machine_has_no_python(machine: Machine) -> None:
    assert list(machine.root.glob("usr/bin/python*")) == []
    assert list(machine.root.glob("usr/lib/**/libQt*")) == []


def test_it_is_small() -> None:
    size = sum(path.lstat().st_size for path in FOLDER.rglob("*") if not path.is_dir())
    assert size <= 200 * MIB
    assert max(archive().stat().st_size, newest("*.deb").stat().st_size) <= 80_000_000


def test_the_first_frame(machine: Machine) -> None:
    timings = json.loads(machine.program("--smoke", DISPLAY=machine.display).splitlines()[0])
    assert timings["total_ms"] > 0
    assert json.loads(machine.program("--smoke", QT_QPA_PLATFORM="offscreen").splitlines()[0])


# ---- installed ----


def test_the_menu_starts_the_command(machine: Machine) -> None:
    entry = configparser.RawConfigParser()
    entry.optionxform = str  # type: ignore[method-assign,assignment]
    entry.read(machine.home / ".local/share/applications/defiance-qt.desktop", encoding="utf-8")
    command, file = shlex.split(entry["Desktop Entry"]["Exec"])
    assert (command, file) == (f"{HOME}/.local/bin/defiance-qt", "%f")
    assert "0.1" in machine.run(command, "--version")
    assert entry["Desktop Entry"]["MimeType"] == "application/x-defiance;"
    assert (
        machine.home / ".local/share/icons/hicolor/scalable/apps" / f"{entry['Desktop Entry']['Icon']}.svg"
    ).exists()


def test_the_type_of_a_save_is_known(machine: Machine, save: str) -> None:
    """By Qt's reading of the same files that desktops read."""
    program = (
        "import sys; from PySide6.QtCore import QMimeDatabase; "
        "print(QMimeDatabase().mimeTypeForFile(sys.argv[1]).name())"
    )
    told = subprocess.run(
        [sys.executable, "-c", program, machine.home / save],
        env={**os.environ, "XDG_DATA_HOME": str(machine.home / ".local/share")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.strip() == "application/x-defiance"


def test_installing_again_and_uninstalling(machine: Machine) -> None:
    home = f"{HOME}/o'ther $HOME 100%"
    machine.run("mkdir", "-p", f"{home}/.local/bin", f"{home}/.local/share/defiance-qt")
    command, other = f"{home}/.local/bin/defiance-qt", "belongs to another installation"
    machine.run("ln", "-s", "/bin/true", command)
    assert other in machine.run(*installer(), HOME=home, code=1)
    assert not (machine.root / home[1:] / ".local/lib").exists()
    machine.run("rm", command)
    assert "is not installed" in machine.run(*installer("--uninstall"), HOME=home, code=1)
    assert "Usage" in machine.run(*installer("--help"), HOME=home, code=1)
    for _ in range(2):
        machine.run(*installer(), HOME=home)
        assert "0.1" in machine.run(command, "--version", HOME=home)
    entry = machine.root / home[1:] / ".local/share/applications/defiance-qt.desktop"
    assert rf"""Exec="{HOME}/o'ther \\$HOME 100%%/.local/bin/defiance-qt" %f""" in entry.read_text().splitlines()
    own = f"{home}/.local/lib/defiance-qt/install.sh"
    assert "the installed program" in machine.run(own, HOME=home, code=1)
    machine.run(own, "--uninstall", HOME=home)
    left = sorted(path.name for path in (machine.root / home[1:]).rglob("*") if not path.is_dir())
    assert left == []
    assert (machine.root / home[1:] / ".local/share/defiance-qt").is_dir()


def test_the_package_of_debian(machine: Machine, save: str) -> None:
    shutil.copy(newest("*.deb"), machine.root / "package.deb")
    machine.run("dpkg", "--install", "/package.deb", user=0)
    assert machine.run("dpkg", "--verify", "defiance-qt", user=0) == ""
    assert f"{save}: ok" in machine.run("defiance-qt", "verify", save)
    assert machine.run("sh", "-c", "test -w /usr/lib/defiance-qt || echo theirs") == "theirs\n"
    machine.run("dpkg", "--purge", "defiance-qt", user=0)
    assert list(machine.root.glob("usr/**/defiance-qt*")) == []


# ---- what it does ----


def test_what_ships_is_there(machine: Machine) -> None:
    ids = {
        tomllib.loads(manifest.read_text(encoding="utf-8"))["id"]
        for folder in ("plugins", "expansions")
        for manifest in (ROOT / folder).glob("*/plugin.toml")
    }
    assert len(ids) > 10
    assert ids == {one["id"] for one in json.loads(machine.program("plugin", "list", "--json"))["plugins"]}
    assert "R-087" in machine.program("rules", "R-087", "--lang", "es")
    assert "defiance_qt.api" in machine.program("plugin", "api")
    assert "plugins" in machine.program("docs")


def test_expansions_are_played(machine: Machine) -> None:
    machine.program("auto", "market_day", "--plugin", "outcast", "--seed", "3", "--out", "outcast.defiance")
    assert "outcast.defiance: ok" in machine.program("verify", "outcast.defiance")
    for system, mission in (("pig", "duel"), ("warfighter", "first_light")):
        machine.program("auto", mission, "--system", system, "--seed", "3")


def test_a_save_is_read(machine: Machine, save: str) -> None:
    assert f"{save}: ok" in machine.program("verify", save)
    for lang in ("C.UTF-8", "C"):
        assert re.search("[а-яё]{5}", machine.program("log", save, "--lang", "ru", LANG=lang))
    machine.program("chronicle", save, "--out", "chronicle.pdf", QT_QPA_PLATFORM="offscreen")
    assert (machine.home / "chronicle.pdf").read_bytes().startswith(b"%PDF")
    machine.program("export", save, "replay.html", QT_QPA_PLATFORM="offscreen")
    assert "</svg>" in (machine.home / "replay.html").read_text(encoding="utf-8")


def test_games_are_played_in_processes(machine: Machine, save: str) -> None:
    simulate = ("simulate", "extraction", "--bot", "random", "--games", "4", "--json")
    assert machine.program(*simulate, "--jobs", "2") == machine.program(*simulate)
    told = machine.program("what-if", save, "--step", "100", "--games", "4", "--json")
    assert json.loads(told.splitlines()[0])["verdict"]


def test_an_author_at_work(machine: Machine) -> None:
    machine.program("plugin", "new", "my_rule")
    assert "no fault" in machine.program("plugin", "check", "my_rule")
    own = machine.home / "my_rule" / "tests" / "test_rule.py"
    own.write_text(own.read_text() + "\n\ndef test_two():\n    assert 1 + 1 == 3\n")
    assert "test_two" in machine.program("plugin", "check", "my_rule", code=1)
    assert list((machine.home / "my_rule").rglob("__pycache__")) == []
    machine.program("plugin", "install", "my_rule")
    machine.program("plugin", "trust", "my_rule")
    machine.program("auto", "extraction", "--seed", "3", "--plugin", "my_rule", "--out", "own.defiance")
    assert "own.defiance: ok" in machine.program("verify", "own.defiance")


def test_a_plugin_can_import_all_of_the_standard_library(machine: Machine) -> None:
    names = sorted(name for name in sys.stdlib_module_names - OF_SYSTEM if find_spec(name) is not None)
    assert len(names) > 200
    test = f"""
import importlib, os, pytest
os.environ["BROWSER"] = "true"  # antigravity opens one

@pytest.mark.parametrize("name", {names!r})
def test_import(name):
    importlib.import_module(name)

@pytest.mark.parametrize("name", ["concurrent.futures.process", "xml.etree.ElementTree", "unittest.mock"])
def test_within(name):
    importlib.import_module(name)

def test_what_it_starts_has_libraries_of_the_system():
    assert not [name for name in os.environ if name.startswith(("LD_", "QT_PLUGIN", "QML"))]

def test_the_desktop_finds_the_icon():
    from defiance_qt.shell.app import application
    assert application(["test"]).desktopFileName() == "defiance-qt"
"""
    (machine.home / "test_standard.py").write_text(test)
    told = machine.program(
        "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_standard.py", QT_QPA_PLATFORM="offscreen"
    )
    assert f"{len(names) + 5} passed" in told


# ---- the window ----


def place_of_quick_start() -> None:
    """Print where the start screen has its first button, in a window of the size that a small display leaves."""
    from PySide6.QtCore import QPoint
    from PySide6.QtWidgets import QApplication, QPushButton

    from defiance_qt.shell.app import application, make_window

    application(["test"])
    window = make_window()
    window.resize(*SIZE)
    window.show()
    for _ in range(50):
        QApplication.processEvents()
    button = window.findChild(QPushButton, "quick start")
    assert button is not None
    place = button.mapTo(window, QPoint(button.width() // 2, button.height() // 2))
    print(place.x(), place.y())


def wait_for(found: Callable[[], T], process: subprocess.Popen[str]) -> T:
    """Return what is found once it is true, while the process runs."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        assert process.poll() is None, process.communicate()[0]
        if answer := found():
            return answer
        time.sleep(0.2)
    raise AssertionError("it never happened")


def test_a_click_begins_a_game(machine: Machine, small_display: dict[str, str], tmp_path: Path) -> None:
    def xdotool(*arguments: str) -> str:
        done = subprocess.run(
            ["xdotool", *arguments], env=small_display, capture_output=True, text=True, check=False, timeout=20
        )
        return done.stdout.strip()

    def saves() -> list[Path]:
        return list((machine.home / ".local/share/defiance-qt/saves").glob("*.defiance"))

    command = machine.command(f"{HOME}/.local/bin/defiance-qt", DISPLAY=machine.display)
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        window = wait_for(lambda: xdotool("search", "--onlyvisible", "--class", "^defiance-qt$"), process)
        xdotool("windowmove", window, "0", "0")
        xdotool("windowsize", "--sync", window, *map(str, SIZE))
        program = "from test_bundle import place_of_quick_start as place; place()"
        homes = {name: str(tmp_path) for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME")}
        place = subprocess.run(
            [sys.executable, "-c", program],
            env={
                **os.environ,
                **homes,
                "QT_QPA_PLATFORM": "offscreen",
                "PYTHONPATH": f"{ROOT}:{Path(__file__).parent}",
            },
            capture_output=True,
            text=True,
            check=True,
        )
        xdotool("mousemove", *place.stdout.split(), "click", "1")
        (made,) = wait_for(saves, process)
        end = time.monotonic() + PATIENCE
        while process.poll() is None and time.monotonic() < end:
            # While the table is made the window takes no keys.
            xdotool("windowfocus", "--sync", window)
            xdotool("key", "ctrl+q")
            time.sleep(0.5)
        assert process.returncode == 0
    finally:
        process.kill()
        told = process.communicate()[0]
    assert told in ("", NO_FONTS)
    assert "ok" in machine.program("verify", f"{HOME}/{made.relative_to(machine.home)}")
