"""The program's output, as a terminal may be given it: everything that a command prints goes through here.

Names and sentences of plugins and saves may hold control characters, which a terminal obeys; and not every terminal or
file can hold every language.
"""

from __future__ import annotations

import contextlib
import io
import sys
from collections.abc import Iterator
from typing import Any, TextIO, cast

CONTROLS = {code: f"\\x{code:02x}" for code in (*range(0x20), *range(0x7F, 0xA0)) if chr(code) not in "\n\t"}
DIRECTIONS = {code: f"\\u{code:04x}" for code in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))}
"""What turns the direction of writing for the rest of a line, also of words that follow."""


def visible(text: str) -> str:
    """Return the text with escapes in place of control characters, except line ends and tabs, and of what turns the
    direction of writing."""
    return text.translate(CONTROLS | DIRECTIONS)


class Visible:
    """A text stream that shows control characters instead of sending them."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        self._stream.write(visible(text))
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


@contextlib.contextmanager
def plain_output() -> Iterator[None]:
    """Let what is printed have no control characters, and escapes for signs that the output's encoding lacks."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    out, err = cast(TextIO, Visible(sys.stdout)), cast(TextIO, Visible(sys.stderr))
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        yield
