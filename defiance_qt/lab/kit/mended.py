"""A copy of a plugin with sound texts, so that faults of its texts do not hide those of its content and code."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from defiance_qt.extend.sources import Unreadable, table
from defiance_qt.extend.texts import WORDS


@contextmanager
def with_sound_texts(id: str, files: Mapping[str, bytes], languages: Sequence[str]) -> Iterator[Path]:
    """Write the files of a plugin to a folder of its own for the block, with texts that can be loaded."""
    with TemporaryDirectory(prefix="defiance-check-") as room:
        place = Path(room).resolve() / id
        for name, source in {**files, WORDS: sound(files.get(WORDS, b""), languages)}.items():
            file = place / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(source)
        yield place


def sound(source: bytes, languages: Sequence[str]) -> bytes:
    """Return a words file with the texts that can be read: each key in each of the languages, where it lacks one in
    another."""
    try:
        tables: dict[str, Any] = table(source)
    except Unreadable:
        tables = {}
    texts = {
        language: {key: text for key, text in own.items() if isinstance(text, str) and text}
        for language, own in tables.items()
        if isinstance(own, dict)
    }
    anywhere = {key: text for own in reversed(texts.values()) for key, text in own.items()}
    lines = []
    for language in languages:
        lines.append(f"[{language}]")
        lines += [f"{_quoted(key)} = {_quoted(text)}" for key, text in {**anywhere, **texts.get(language, {})}.items()]
    return "\n".join([*lines, ""]).encode()


def readable(source: bytes) -> bool:
    """Return whether a words file can be read as a table at all."""
    try:
        table(source)
    except Unreadable:
        return False
    return True


def _quoted(text: str) -> str:
    """Return a text as TOML has it, which is as JSON has it but for one control character."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
