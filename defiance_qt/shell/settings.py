"""What the window remembers between starts: theme, language, speed, size. One small JSON file of the platform's."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

from defiance_qt.core.errors import SaveError
from defiance_qt.words.languages import LANGUAGES

APP = "defiance-qt"
FILE = "window.json"
# What a person can choose.
THEMES = ("system", "dark", "light")
SCALES = (1.0, 1.15, 1.3, 1.5)


class Settings(msgspec.Struct, frozen=True):
    """`language` "" is the system's; `scale` enlarges words and room, for a screen across the table."""

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
    """Where a person's saves live, in "saves" below it."""
    import platformdirs

    return Path(platformdirs.user_data_dir(APP, appauthor=False))


def load(folder: Path) -> Settings:
    """The settings; those of a new program when there are none, or when the file cannot be read."""
    try:
        return msgspec.json.decode((folder / FILE).read_bytes(), type=Settings)
    except (OSError, msgspec.DecodeError):
        return Settings()


def store(folder: Path, settings: Settings) -> None:
    """Raises `SaveError` when the folder cannot be written."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / FILE).write_bytes(msgspec.json.encode(settings))
    except OSError as error:
        raise SaveError("save.unwritable", "{file} could not be written: {why}", file=FILE, why=error) from error
