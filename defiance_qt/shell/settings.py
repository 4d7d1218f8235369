"""Window settings stored between starts: theme, language, speed, size. They are in a small JSON file in the platform's
folder."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

from defiance_qt.core.errors import SaveError
from defiance_qt.words.languages import LANGUAGES

APP = "defiance-qt"
FILE = "window.json"
# Values that the user can choose.
THEMES = ("system", "dark", "light")
SCALES = (1.0, 1.15, 1.3, 1.5)


class Settings(msgspec.Struct, frozen=True):
    """The settings. `language` "" means the system's language. `scale` enlarges text and spacing, for a screen across
    the table."""

    theme: Literal["dark", "light", "system"] = "system"
    language: str = ""
    speed: Literal["step", "slow", "normal", "fast", "instant"] = "normal"
    scale: float = 1.0
    size: tuple[int, int] = (1600, 1000)

    def __post_init__(self) -> None:
        if self.language not in ("", *LANGUAGES):
            raise ValueError(f"no language {self.language!r}")


def config_folder() -> Path:
    import platformdirs

    return Path(platformdirs.user_config_dir(APP, appauthor=False))


def data_folder() -> Path:
    """Return the platform's data folder. Its subfolder "saves" contains the user's saves."""
    import platformdirs

    return Path(platformdirs.user_data_dir(APP, appauthor=False))


def load(folder: Path) -> Settings:
    """Load the settings. Returns the defaults if the file is missing or cannot be read."""
    try:
        return msgspec.json.decode((folder / FILE).read_bytes(), type=Settings)
    except (OSError, msgspec.DecodeError):
        return Settings()


def store(folder: Path, settings: Settings) -> None:
    """Save the settings. Raises `SaveError` when the folder cannot be written."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / FILE).write_bytes(msgspec.json.encode(settings))
    except OSError as error:
        raise SaveError("save.unwritable", "{file} could not be written: {why}", file=FILE, why=error) from error
