"""`defiance-qt auto`: a bot at the table, and perhaps a person who throws the dice."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec

from defiance_qt.core.errors import SaveError
from defiance_qt.core.session import Session as AnySession
from defiance_qt.extend.sessions import RECORD
from defiance_qt.lab import typed
from defiance_qt.lab.bots import make_bot
from defiance_qt.lab.choices import Choices
from defiance_qt.lab.playing import Answer, ending, play
from defiance_qt.words.catalogue import Words
from defiance_qt.words.errors import said


class Report(msgspec.Struct, frozen=True):
    """How an `auto` game went; `file` is where it was saved, None when nowhere."""

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


def auto(chosen: Choices, bot: str, out: Path | None, words: Words) -> Report:
    """Play to the end; a person answers on stdin what `chosen.ask` names, asked in the language of `words` and with
    the game's own texts. The save stands alone afterwards.

    Raises what a new session raises, `UnknownBot`, and `NoInput` when stdin ends before the answers do.
    """
    player = make_bot(bot, chosen.seed)
    record = out is not None and out.suffix == RECORD
    if record and out is not None and out.exists():
        raise SaveError("{file} exists already.", file=out.name)
    with chosen.begin(None if record else out) as session:
        played = play(session, player, person=_on_stdin(session.words(words.language)) if chosen.ask else None)
        if record:
            assert out is not None
            session.export(out)
        for failure in session.failures:
            say(said(failure, words))
    return Report(
        **msgspec.structs.asdict(played),
        mission=chosen.mission,
        edition=chosen.edition,
        bot=bot,
        plugins=chosen.plugins,
        file=None if out is None else str(out),
    )


def told(report: Report, words: Words) -> str:
    """How it went, in a sentence."""
    values = {
        "because": ending(report.mission, report.because, words),
        "rounds": report.rounds,
        "steps": report.steps,
        "seed": report.seed,
    }
    if report.file:
        return words(f"cli.auto.{report.result}.saved", **values, file=report.file)
    return words(f"cli.auto.{report.result}", **values)


def _on_stdin(words: Words) -> Answer:
    def person(session: AnySession) -> None:
        request = session.game.request(session.state)
        assert request is not None
        typed.ask(session, request, words, say, hear)

    return person


def say(line: str) -> None:
    """To the person at the terminal: stdout may be read by a program."""
    print(line, file=sys.stderr, flush=True)


def hear(prompt: str) -> str | None:
    """A line of stdin, asked for on stderr; None at its end."""
    print(prompt, end="", file=sys.stderr, flush=True)
    line = next_line()
    if line is None:
        print(file=sys.stderr)
    return line


def next_line() -> str | None:
    """A line of stdin, None at its end."""
    line = sys.stdin.readline()
    return line.rstrip("\n") if line else None
