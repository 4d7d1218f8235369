"""Golden playthroughs: whole games as text, a line a command and a line an event, held against today's rules.

A file begins with the game's header ("mission", "edition", "seed", and "plugins" if there are any). Then come the
commands, each followed by the events that it caused: ">" is what somebody said, "~" what the app answered for chance.
The answers are replayed as they stand, so that a change in how chance is drawn changes nothing here.

    python -m tests.systems.defiance.engine.golden.playthrough         every file told anew, if its commands hold
    python -m tests.systems.defiance.engine.golden.playthrough --play  every game played anew by the bot

A folder named after that stands for this one, tests/expansions/outcast/golden say. What changes is then read as a diff.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from defiance_qt.api import Illegal, Session
from defiance_qt.core import chance
from defiance_qt.core.port import Bot
from defiance_qt.lab.bots import make_bot
from defiance_qt.systems.defiance.engine.commands import Command
from defiance_qt.systems.defiance.engine.notation import format_command, format_event, parse_command
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.game import DefianceGame

FOLDER = Path(__file__).parent
MOST = 4000
SAID, ANSWERED = "> ", "~ "


def files(folder: Path = FOLDER) -> list[Path]:
    return sorted(folder.glob("*.txt"))


def header(text: str) -> dict[str, str]:
    """The lines before the first empty one, by their first word."""
    return dict(line.split(" ", 1) for line in text.partition("\n\n")[0].splitlines())


def begun(told: dict[str, str]) -> tuple[DefianceGame, State, list[str]]:
    """The game of a header and its set-up, told."""
    opened = Session.new(
        mission=told["mission"],
        edition=told["edition"],
        seed=int(told["seed"]),
        plugins=tuple(told.get("plugins", "").split()),
        journal=False,
    )
    game = opened.game
    assert isinstance(game, DefianceGame)
    state, lines = game.blank(), []
    for event in game.start(opened.setup):
        state = game.evolve(state, event)
        lines.append(f"  {format_event(event)}")
    return game, state, lines


def retold(text: str) -> Iterator[str]:
    """The lines that the file's commands lead to today. Raises `Illegal` at a command that is no longer legal."""
    top = header(text)
    game, state, lines = begun(top)
    yield from (*(f"{word} {value}" for word, value in top.items()), "", *lines)
    for line in text.splitlines():
        if line.startswith((SAID, ANSWERED)):
            yield line
            state, events = game.step(state, parse_command(line[2:]))
            yield from (f"  {format_event(event)}" for event in events)


def played(text: str) -> Iterator[str]:
    """The lines of the same game played anew by the bot, to its end."""
    top = header(text)
    game, state, lines = begun(top)
    yield from (*(f"{word} {value}" for word, value in top.items()), "", *lines)
    bot = make_bot("heuristic", state.setup.seed)
    for _ in range(MOST):
        if not state.agenda:
            return
        mark, command = _next(game, state, bot)
        yield f"{mark}{format_command(command)}"
        state, events = game.step(state, command)
        yield from (f"  {format_event(event)}" for event in events)
    raise AssertionError(f"no end after {MOST} commands: {state.agenda}")


def _next(game: DefianceGame, state: State, bot: Bot) -> tuple[str, Command]:
    asked = game.request(state)
    if asked is not None:
        return ANSWERED, game.answer(state, chance.answer(game.seed(state), asked, 0))
    return SAID, bot.choose(game, state, game.legal(state))


def regenerate(path: Path, anew: bool) -> str:
    """Write the file as today's rules tell it; say what was done."""
    text = path.read_text(encoding="utf-8")
    try:
        lines = list(played(text) if anew else retold(text))
        told = "played anew" if anew else "told anew"
    except Illegal as refused:
        lines = list(played(text))
        told = f"played anew, for a command was refused: {refused}"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return f"{path.name}: {told}, {len(lines)} lines"


if __name__ == "__main__":
    folders = [Path(one) for one in sys.argv[1:] if one != "--play"] or [FOLDER]
    for one in (path for folder in folders for path in files(folder)):
        print(regenerate(one, "--play" in sys.argv[1:]))
