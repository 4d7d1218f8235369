"""A progress bar for a batch of games, on stderr."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import Progress


@contextmanager
def progress(games: int) -> Iterator[Callable[..., object]]:
    """Yield a callback to call after each finished game, with or without it. Nothing is shown unless stderr is a
    terminal."""
    # Not the stream that shows control characters: a bar is drawn with them.
    console = Console(file=sys.__stderr__)
    # Drawn after each game, not by a thread of its own: with one, `simulate` could not fork.
    with Progress(console=console, transient=True, disable=not console.is_terminal, auto_refresh=False) as bar:
        task = bar.add_task("", total=games)
        yield lambda *played: bar.update(task, advance=1, refresh=True)
