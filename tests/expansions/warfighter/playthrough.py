"""Golden playthroughs: whole games as text, held against today's rules.

A file begins with its game: Mission, Objective, variant, Hostile set and seed, and `typed yes` if every roll and card
is entered by hand. Then come the commands: ">" is the team's, "~" an answer of chance, which is replayed as it stands.
A line with "=" describes the table at the beginning of a turn and at the end, with a digest of the whole State.

    python -m tests.expansions.warfighter.playthrough         every file described anew, if its commands hold
    python -m tests.expansions.warfighter.playthrough --play  every game played anew by the bot
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from functools import reduce
from pathlib import Path
from typing import Any

import msgspec

from defiance_qt.core import chance, port
from defiance_qt.core.errors import Illegal
from expansions.warfighter.bots.leader import LeaderBot
from expansions.warfighter.engine.notation import format_command, parse
from expansions.warfighter.engine.rules.chance import KINDS
from expansions.warfighter.engine.state import State
from expansions.warfighter.system import WarfighterSystem
from tests.expansions.warfighter.table import Unhooked, content

FOLDER = Path(__file__).parent / "golden"
TEAM, ANSWERED, TABLE = "> ", "~ ", "= "


def files() -> dict[str, Path]:
    """The files by name."""
    return {path.stem: path for path in sorted(FOLDER.glob("*.txt"))}


def header(text: str) -> dict[str, str]:
    """The lines before the first empty one, by their first word."""
    return dict(line.split(" ", 1) for line in text.partition("\n\n")[0].splitlines())


def begun(top: dict[str, str]) -> tuple[Any, State]:
    """The game of a header, at its first question."""
    options = {
        "objective": top["objective"],
        "hostiles": top["hostiles"],
        "answers": dict.fromkeys(KINDS, "person") if "typed" in top else {},
    }
    setup = port.Setup("warfighter", top["mission"], int(top["seed"]), top["edition"], options)
    made = WarfighterSystem().bind(content(), setup, Unhooked())
    return made, reduce(made.evolve, made.start(setup), made.blank())


def described(state: State) -> str:
    """The table in a line: what a reader compares, then a digest of the whole State."""
    team = [
        f"{one.number}:{one.card}@{one.space} {one.health}/{one.suppression}/{one.xp}/{len(one.hand)}"
        for one in state.team.values()
    ]
    hostiles = [f"{one.id}@{one.space}>{one.target} {one.kia}/{one.suppressed}" for one in state.hostiles.values()]
    digest = hashlib.sha256(msgspec.json.encode(state, order="sorted")).hexdigest()[:12]
    goal = f"{state.goal.id} {'active' if state.goal.active else 'inactive'} {state.goal.progress}"
    parts = (
        f"turn {state.turn} time {state.time} {state.result or ''} {state.because}".strip(),
        ", ".join(state.row),
        ", ".join(team),
        ", ".join(hostiles),
        goal,
        digest,
    )
    return TABLE + " | ".join(parts)


def played(top: dict[str, str], commands: Iterator[str] | None = None) -> Iterator[str]:
    """The lines of a game: by the commands of a file, or by the bot. Raises `Illegal` for a command that is no longer
    legal."""
    yield from (f"{word} {value}" for word, value in top.items())
    yield ""
    made, state = begun(top)
    bot = LeaderBot()
    while line := _chosen(made, state, bot) if commands is None else next(commands, ""):
        yield line
        turn = state.turn
        state, _ = made.step(state, parse(line[2:]))
        if state.turn > turn or state.result is not None:
            yield described(state)


def _chosen(made: Any, state: State, bot: LeaderBot) -> str:
    """What the bot or chance says next, "" at the end."""
    if state.result is not None:
        return ""
    asked = made.request(state)
    if asked is None:
        return TEAM + format_command(bot.choose(made, state, made.legal(state)))
    return ANSWERED + format_command(made.answer(state, chance.answer(made.seed(state), asked)))


def retold(text: str) -> Iterator[str]:
    """The lines that the file's commands lead to today."""
    return played(header(text), (line for line in text.splitlines() if line.startswith((TEAM, ANSWERED))))


def regenerate(path: Path, anew: bool) -> str:
    """Write the file as today's rules have it; say what was done."""
    text, done = path.read_text("utf-8"), "described anew"
    try:
        lines = list(played(header(text)) if anew else retold(text))
        if lines[-1].split(" | ")[0].split()[-1] not in ("objective", "timer", "nobody", "downed"):
            raise Illegal("unfinished", "W-146", "the commands do not reach the end")
    except Illegal as refused:
        lines, done = list(played(header(text))), f"played anew, for a command was refused: {refused}"
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return f"{path.name}: {'played anew' if anew else done}, {lines[-1]}"


if __name__ == "__main__":
    for one in files().values():
        print(regenerate(one, "--play" in sys.argv[1:]))
