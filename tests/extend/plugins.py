"""Small plugins and game systems written to a folder, for the tests of loading."""

from __future__ import annotations

from pathlib import Path

MANIFEST = """
id = "{id}"
version = "{version}"
api = "{api}"
kind = "{kind}"
systems = ["{system}"]
name = {{ en = "N", es = "N", ru = "N" }}
description = {{ en = "D", es = "D", ru = "D" }}
{more}
"""


def plugin(
    folder: Path,
    id: str,
    code: str | None = None,
    *,
    more: str = "",
    version: str = "1.0",
    system: str = "infinity-defiance",
    kind: str = "house-rule",
    api: str = ">=1,<2",
    content: dict[str, str] | None = None,
) -> Path:
    """Write a plugin with this code and these content files. The folder it stands in."""
    place = folder / id
    place.mkdir(parents=True)
    if code is not None:
        more = f'module = "hooks"\n{more}'
        (place / "hooks.py").write_text(code, encoding="utf-8")
    manifest = MANIFEST.format(id=id, version=version, system=system, kind=kind, api=api, more=more)
    (place / "plugin.toml").write_text(manifest, encoding="utf-8")
    for name, text in (content or {}).items():
        path = place / "content" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return place


SIEGES = "three-sieges"
SYSTEM = """
from defiance_qt.api import port
from tests.core.toy import PigGame


class Sieges:
    id = "three-sieges"

    def content(self):
        return {"walls.toml": b"height = 3"}

    def bind(self, content, setup, plugins):
        return PigGame(setup.options.get("bonus", 0))

    def offerings(self, content):
        bonus = port.Option("bonus", "int", 0, "option.bonus", low=0, high=3)
        return port.Offerings((port.Scenario("duel", "scenario.duel"),), options=(bonus,))

    def hookspecs(self):
        return None

    def bots(self):
        return {}

    def tools(self):
        return None

    def lessons(self, content):
        return ()

    def lesson(self, content, id):
        return None

    def dice_odds(self, own, rival, options):
        raise port.Illegal("no_dice", "", "Nobody fights with dice here.")


def contribute_system():
    return Sieges()
"""


def system(folder: Path, code: str | None = SYSTEM, id: str = "sieges", *, api: str = ">=1,<2") -> Path:
    """Write a plugin that brings the game system "three-sieges", the toy game of the core's tests."""
    return plugin(folder, id, code, system=SIEGES, kind="system", api=api)
