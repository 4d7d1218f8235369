"""Cards that several tests use: the entries of `pack/*.toml`, by their ids. What matters to one test stands in it."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path


@cache
def entries() -> dict[str, str]:
    """Return the text of each entry by its id, which is unique over all kinds."""
    texts: dict[str, str] = {}
    for path in sorted(Path(__file__).with_suffix("").glob("*.toml")):
        for text in re.split(r"^(?=\[\[\w+\]\]$)", path.read_text(encoding="utf-8"), flags=re.MULTILINE):
            named = re.search(r'^id = "(\w+)"$', text, re.MULTILINE)
            if named is not None:
                assert named.group(1) not in texts, f"{named.group(1)} is in the pack twice"
                texts[named.group(1)] = text.rstrip() + "\n"
    return texts


def pack(*ids: str) -> str:
    """Return the entries with these ids as the text of a content file."""
    return "\n" + "\n".join(entries()[id] for id in ids)
