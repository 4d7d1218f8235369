"""The page of a phone: that of a replay with a part for what is asked, and the script that keeps it live."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from defiance_qt.core.port import Words
from defiance_qt.lab.replay.page import Addition, assembled

FOLDER = Path(__file__).parent


class Look(msgspec.Struct, frozen=True):
    """What the window lends the page: its icons as SVG by their names, and the face and ink of dice by their ids."""

    icons: Mapping[str, str] = {}
    dice: Mapping[str, tuple[str, str]] = {}


def live_page(data: Mapping[str, Any], title: str, words: Words, look: Look) -> str:
    """Return the page. It holds no game: that comes with the first events."""
    own = {name: (FOLDER / f"live.{name}").read_text(encoding="utf-8") for name in ("css", "js", "html")}
    addition = Addition(own["css"], own["js"], own["html"], "connect-src 'self'; img-src 'none'; ")
    shown = {**data, "look": msgspec.to_builtins(look)}
    return assembled(title, words, shown, addition=addition)
