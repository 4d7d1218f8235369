"""Small plugins written to a folder, for the tests of loading."""

from __future__ import annotations

from pathlib import Path

MANIFEST = """
id = "{id}"
version = "{version}"
api = ">=1,<2"
kind = "house-rule"
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
    content: dict[str, str] | None = None,
) -> Path:
    """Write a plugin with this code and these content files. The folder it stands in."""
    place = folder / id
    place.mkdir(parents=True)
    if code is not None:
        more = f'module = "hooks"\n{more}'
        (place / "hooks.py").write_text(code, encoding="utf-8")
    manifest = MANIFEST.format(id=id, version=version, system=system, more=more)
    (place / "plugin.toml").write_text(manifest, encoding="utf-8")
    for name, text in (content or {}).items():
        path = place / "content" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return place
