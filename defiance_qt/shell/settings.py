"""Window settings stored between starts: theme, language, speed, size. They are in a small JSON file in the platform's
folder."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec

from defiance_qt.core.decoding import ready
from defiance_qt.core.errors import SaveError
from defiance_qt.journal import disk

T = TypeVar("T")

APP = "defiance-qt"
FILE = "window.json"
# Values that the user can choose.
THEMES = ("system", "dark", "light", "contrast")
SCALES = (1.0, 1.15, 1.3, 1.5, 1.75, 2.0, 2.5)
MOTIONS = ("full", "reduced")
COPIES = ("opened", "never")
FIGURES = ("drawn", "letters")
SOUND = ("auto", "quiet", "normal", "loud", "silent")
MIN_SIZE, MAX_SIZE = 100, 16_384
"""The limits of the window's width and height in pixels."""


LARGEST = disk.MIB
"""The limit in bytes of a settings file."""


_LANGUAGE = re.compile(r"[a-z]{2,3}(_[A-Z]{2})?")
_THEME = re.compile(r"[a-z][a-z0-9_]{0,60}")


class Settings(msgspec.Struct, frozen=True):
    """The settings. `theme` is one of `THEMES`, or the id of a plugin's. `language` "" means the system's; it may be of
    a plugin too. `scale` enlarges text and spacing, for a screen across the table. `motion` "reduced" shows the end of
    each animation at once. `size` is what the window has when it is not `maximized`. With `copies` "opened" a save is
    copied when it is opened. `figures` "letters" shows initials in place of drawings. `sound` is how loud it is; "auto"
    is silence where the screen is read aloud. `game` is the system of new games, "" the first there is. `plugins` are
    the ids of those that new games have, `plugin_options` the values of their options."""

    theme: str = "system"
    language: str = ""
    speed: Literal["step", "slow", "normal", "fast", "instant"] = "normal"
    scale: float = 1.0
    motion: Literal["full", "reduced"] = "full"
    size: tuple[int, int] = (1600, 1000)
    maximized: bool = False
    copies: Literal["opened", "never"] = "opened"
    figures: Literal["drawn", "letters"] = "drawn"
    sound: Literal["auto", "quiet", "normal", "loud", "silent"] = "auto"
    game: str = ""
    plugins: tuple[str, ...] = ()
    plugin_options: dict[str, dict[str, bool | int | str]] = {}

    def __post_init__(self) -> None:
        if self.language and not _LANGUAGE.fullmatch(self.language):
            raise ValueError(f"no language {self.language!r}")
        if not _THEME.fullmatch(self.theme):
            raise ValueError(f"no theme {self.theme!r}")
        if not SCALES[0] <= self.scale <= SCALES[-1]:
            raise ValueError(f"no scale {self.scale!r}")
        if not all(MIN_SIZE <= side <= MAX_SIZE for side in self.size):
            raise ValueError(f"no size {self.size!r}")


def config_folder() -> Path:
    import platformdirs

    return Path(platformdirs.user_config_dir(APP, appauthor=False))


def data_folder() -> Path:
    """Return the platform's data folder. Its subfolder "saves" contains the user's saves."""
    import platformdirs

    return Path(platformdirs.user_data_dir(APP, appauthor=False))


def load(folder: Path) -> tuple[Settings, SaveError | None]:
    """Load the settings. Returns the defaults if there are none.

    A file that cannot be read is set aside, and the error is returned with the defaults.
    """
    found, error = read_set_aside(folder / FILE, Settings)
    return found or Settings(), error


def read_set_aside(path: Path, kind: type[T], limit: int = LARGEST) -> tuple[T | None, SaveError | None]:
    """Return the content of a JSON file of the program, None if there is none.

    A file that cannot be read is renamed, so that it is not lost, and the error is returned.
    """
    try:
        return msgspec.json.decode(disk.read_file(path, limit), type=ready(kind)), None
    except SaveError as error:
        if error.message.key == "save.missing":
            return None, None
        why: Exception = error
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        why = error
    aside = path.with_name(f"{path.name}.damaged")
    try:
        path.replace(aside)
    except OSError:
        # It stays where it is, and is reported again at the next start.
        aside = path
    return None, SaveError(
        "settings.damaged", "{file} could not be read and was set aside: {why}", file=disk.shown(aside), why=why
    )


def store(folder: Path, settings: Settings) -> None:
    """Save the settings. Those of a newer version that are in the file stay there. Raises `SaveError` when the folder
    cannot be written."""
    make_folder(folder)
    before: dict[str, Any] = {}
    with suppress(SaveError, msgspec.MsgspecError, ValueError, RecursionError):
        before = msgspec.json.decode(disk.read_file(folder / FILE, LARGEST), type=dict[str, Any])
    disk.replace_file(folder / FILE, (msgspec.json.encode({**before, **msgspec.to_builtins(settings)}),))


def make_folder(folder: Path) -> None:
    """Create a folder of the program with its parents. Raises `SaveError`."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise disk.unwritable(folder, error) from error
