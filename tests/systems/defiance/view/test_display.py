"""The program as a person starts it, on a real X display: begin, place the team, leave, open again."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from defiance_qt.core.errors import SaveError
from defiance_qt.extend.opening import open_save

pytestmark = [pytest.mark.display, pytest.mark.slow]
PATIENCE = 30.0


class Desktop:
    """The program in a process of its own, and the keyboard."""

    def __init__(self, display: dict[str, str], home: Path) -> None:
        self.home = home
        places = {"XDG_DATA_HOME": str(home / "data"), "XDG_CONFIG_HOME": str(home / "config")}
        self.environment = {**display, **places, "LANG": "C.UTF-8"}

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", "defiance_qt", *arguments],
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def xdotool(self, *arguments: str) -> str:
        done = subprocess.run(
            ["xdotool", *arguments], env=self.environment, capture_output=True, text=True, check=False, timeout=20
        )
        return done.stdout.strip()

    def window(self, process: subprocess.Popen[str]) -> str:
        """The window's id, once it is on the screen."""

        def found() -> str:
            assert process.poll() is None, process.communicate()[1]
            return self.xdotool("search", "--onlyvisible", "--name", "Defiance").split("\n")[0]

        wait(found)
        time.sleep(1.0)  # until the first screen is there and listens
        return found()

    def keys(self, window: str, *keys: str) -> None:
        # Without a window manager nobody gives the window the focus.
        self.xdotool("windowfocus", "--sync", window)
        for key in keys:
            self.xdotool("key", "--clearmodifiers", key)
            time.sleep(0.08)

    @property
    def saves(self) -> list[Path]:
        return sorted((self.home / "data" / "defiance-qt" / "saves").glob("*.defiance"))


def begun(desktop: Desktop, window: str) -> str:
    """Press Begin if no game has begun. While the rules are loaded, the window takes no keys."""
    if not desktop.saves:
        desktop.keys(window, "space")
        time.sleep(1.0)
    return str(desktop.saves[0]) if desktop.saves else ""


def wait(found: Callable[[], str]) -> str:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        answer = found()
        if answer:
            return answer
        time.sleep(0.1)
    raise AssertionError("it never happened")


def placed(path: Path) -> int:
    """How many stand on the board in that save, as it is on disk now."""
    try:
        session = open_save(path, read_only=True)
    except SaveError:
        return 0  # it is being written
    try:
        return sum(bool(one.space) for one in session.state.team.values())
    finally:
        session.close()


@pytest.fixture
def desktop(display: dict[str, str], tmp_path: Path) -> Desktop:
    if shutil.which("xdotool") is None:
        pytest.skip("no xdotool: .ci/system-libs test installs it")
    return Desktop(display, tmp_path)


def test_a_game_is_begun_left_and_opened_again(desktop: Desktop) -> None:
    process = desktop.start()
    try:
        window = desktop.window(process)
        desktop.keys(window, "ctrl+n")
        wait(lambda: begun(desktop, window))
        time.sleep(1.0)
        for count in range(1, 6):
            desktop.keys(window, "Next", "Return")
            wait(lambda count=count: "yes" if placed(desktop.saves[0]) >= count else "")  # type: ignore[misc]
        desktop.keys(window, "ctrl+q")
        out, err = process.communicate(timeout=PATIENCE)
        assert (process.returncode, err.strip()) == (0, ""), out
    finally:
        process.kill()
        process.communicate()
    (save,) = desktop.saves
    assert [path.name for path in save.parent.glob(f"{save.name}-*")] == []
    assert placed(save) == 5
    again = subprocess.run(
        [sys.executable, "-m", "defiance_qt", str(save), "--smoke"],
        env=desktop.environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (again.returncode, again.stderr.strip()) == (0, "")
    timings = json.loads(again.stdout)
    assert set(timings) == {"import_ms", "window_ms", "first_paint_ms", "total_ms"}
    assert all(value > 0 for value in timings.values())


def test_smoke_tells_a_file_that_is_no_save(desktop: Desktop, tmp_path: Path) -> None:
    wrong = tmp_path / "letter.defiance"
    wrong.write_text("Dear all")
    done = subprocess.run(
        [sys.executable, "-m", "defiance_qt", "--smoke", str(wrong)],
        env=desktop.environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 2
    assert "letter.defiance" in done.stderr
    assert "Traceback" not in done.stderr
