"""`defiance-qt auto`: a bot plays a game; the user can supply dice and cards."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec

from defiance_qt.core.errors import SaveError
from defiance_qt.core.port.board import result_text
from defiance_qt.core.session import Session as AnySession
from defiance_qt.extend.opening import RECORD
from defiance_qt.lab import chance_input
from defiance_qt.lab.bots import Makers, bot_name, bots, make_bot, plugin_bots
from defiance_qt.lab.choices import Choices
from defiance_qt.lab.playing import Answer, play
from defiance_qt.words.catalogue import Words
from defiance_qt.words.errors import format_error, format_message


class Report(msgspec.Struct, frozen=True):
    """The result of an `auto` game. `file` is the path of the save, None if it was not saved.

    `reason` and `progress` describe in words what ended the game and how far it got.
    """

    result: str
    because: str
    seed: int
    steps: int
    rounds: int
    fallen: tuple[str, ...]
    mission: str
    edition: str
    bot: str
    plugins: tuple[str, ...]
    file: str | None
    reason: str = ""
    progress: str = ""


def auto(chosen: Choices, bot: str, out: Path | None, words: Words) -> Report:
    """Play a game to its end and return its report. The save is closed afterwards.

    The user answers the kinds of chance in `chosen.ask` on stdin, with prompts in the language of `words`. Raises
    whatever a new session raises, and `DefianceError` for an unknown bot, or if stdin ends early.
    """
    more: Makers = {}
    if bot and bot not in bots(chosen.system):
        more = plugin_bots(chosen.system, chosen.all_plugins, chosen.options().get("plugins", {}))
    player = make_bot(bot, chosen.seed, chosen.system, more)
    record = out is not None and out.suffix == RECORD
    if record and out is not None and out.exists():
        raise SaveError("save.exists", "{file} already exists.", file=out.name)
    with chosen.begin(None if record else out) as session:
        own = session.words(words.language)
        for warning in session.host.warnings:
            print_err(format_message(warning, words))
        played = play(session, player, person=_on_stdin(own) if chosen.ask else None)
        ending, summary = session.game.ending(session.state, own), session.game.summary(session.state)
        if record:
            assert out is not None
            session.export(out)
        for failure in session.host.failures:
            print_err(format_error(failure, words))
    return Report(
        **msgspec.structs.asdict(played),
        mission=chosen.mission,
        edition=session.setup.edition,
        bot=bot or bot_name("", chosen.system),
        plugins=chosen.all_plugins,
        file=None if out is None else str(out),
        reason=ending.reason if ending is not None else played.because,
        progress=own(summary.progress, **summary.values) if summary.progress else "",
    )


def report_line(report: Report, words: Words) -> str:
    """Format the report as one sentence."""
    values = {
        "result": result_text(report.result, words),
        "why": " · ".join(part for part in (report.reason or report.because, report.progress) if part),
        "steps": report.steps,
        "seed": report.seed,
    }
    if report.file:
        return words("cli.auto.saved", **values, file=report.file)
    return words("cli.auto.done", **values)


def _on_stdin(words: Words) -> Answer:
    def person(session: AnySession) -> None:
        chance_input.ask(session, words, print_err, prompt)

    return person


def print_err(line: str) -> None:
    """Print a line for the user on stderr; stdout may be read by a program."""
    print(line, file=sys.stderr, flush=True)


def prompt(text: str) -> str | None:
    """Prompt on stderr and return a line from stdin, or None at end of input."""
    print(text, end="", file=sys.stderr, flush=True)
    line = next_line()
    if line is None:
        print(file=sys.stderr)
    return line


def next_line() -> str | None:
    """Return a line from stdin, or None at end of input."""
    line = sys.stdin.readline()
    return line.rstrip("\n") if line else None
