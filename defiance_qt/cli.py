"""The command `defiance-qt`: opens the window without a subcommand, else runs a command of `lab.commands`.

Owns this choice and the error output: one sentence on stderr and an exit code. 0 means success, 1 a negative result, 2
a usage error or unreadable input. Starting the window imports no module that only the commands need.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import ModuleType

from defiance_qt.core.errors import DefianceError, SaveError
from defiance_qt.extend.found import settle_at_start

USAGE = 2
INTERRUPTED = 130

WINDOW = ("--smoke", "--safe")
"""The options of the window: show one frame and quit; use no plugins but bundled ones."""

COMMANDS = frozenset(
    {
        "aside", "auto", "campaign", "chronicle", "content", "correct", "docs", "export", "import", "log", "odds",
        "play", "plugin", "replay-report", "report", "result", "rules", "sheets", "simulate", "turning-points",
        "verify", "what-if",
    },
)  # fmt: skip


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    arguments = sys.argv[1:] if arguments is None else arguments
    try:
        settle_at_start()
        if is_window(arguments):
            return _window(arguments)
        return _command(arguments)
    except DefianceError as error:
        return _failed(error, arguments)
    except BrokenPipeError:
        # The reader closed the pipe. Redirect stdout so that Python does not report the error again on exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        return _failed(error, arguments)


def _command(arguments: Sequence[str]) -> int:
    from defiance_qt.lab.arguments import Lent
    from defiance_qt.lab.commands import run
    from defiance_qt.lab.terminal import plain_output

    with plain_output():
        code = run(arguments, Lent(_pdf, _pages, _api, _looks))
        sys.stdout.flush()
    return code


def is_window(arguments: Sequence[str]) -> bool:
    """Return whether the arguments open the window: no arguments, `--smoke`, `--safe`, or a file."""
    words = [argument for argument in arguments if argument not in WINDOW]
    if any(word.startswith("-") for word in words) or len(words) > 1:
        return False
    return not words or words[0] not in COMMANDS


def _window(arguments: Sequence[str]) -> int:
    files = [argument for argument in arguments if argument not in WINDOW]
    for name in files:
        if not Path(name).exists():
            # A mistyped command is treated as a file name too; an empty window would hide the typo.
            raise SaveError("save.missing", "{file} does not exist.", file=name)
    begun = time.perf_counter()
    if "--safe" in arguments:
        from defiance_qt.extend.found import set_safe

        set_safe()
    from defiance_qt.shell import collector, imports, jobs

    collector.defer()
    # What is made until the first frame stays: a search for garbage would find none.
    collector.pause()
    game = (Path(files[0]), jobs.tried(jobs.open_game, Path(files[0]))) if files else None
    imports.import_qt()
    from defiance_qt.shell.app import main as show

    return show(game, smoke="--smoke" in arguments, began=begun, painted=collector.resume)


def _pdf(page: str, pictures: Mapping[str, str]) -> bytes:
    """Return the PDF of a page. Only the shell has Qt, and only this needs it."""
    from defiance_qt.shell.paper import pdf

    return pdf(page, pictures)


def _pages(sheets: Sequence[str], pictures: Mapping[str, str]) -> bytes:
    """Return a PDF with each of these pages on its own. Only the shell has Qt."""
    from defiance_qt.shell.paper import pages

    return pages(sheets, pictures)


def _api() -> ModuleType:
    """Return what plugins import. Nothing below it may know it."""
    from defiance_qt import api

    return api


def _looks() -> ModuleType:
    """Return what knows the themes of the window."""
    from defiance_qt.shell import looks

    return looks


def _failed(error: Exception, arguments: Sequence[str]) -> int:
    """Print the error as one sentence on stderr, in the language of `--lang`, else in English. Return the exit code."""
    from defiance_qt.lab.choices import language_of
    from defiance_qt.lab.terminal import plain_output
    from defiance_qt.words.errors import format_error

    with plain_output():
        print(format_error(error, language_of(arguments)), file=sys.stderr)
    return USAGE
