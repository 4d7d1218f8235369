"""Random games under random rules until something breaks: `make soak`.

Every game draws its edition, single switches, plugins and who answers chance; random legal commands are mixed with
corrections by hand, refused commands, undo and redo. After each command the invariants must hold and somebody must be
able to go on; at the end of each game the stored steps are decided again. The first failure is written as a text
record, which replays it.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from defiance_qt.core.errors import Illegal
from defiance_qt.extend import loader
from defiance_qt.extend.sessions import Session
from defiance_qt.systems.defiance import builtin
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine.catalog import read_catalog
from defiance_qt.systems.defiance.engine.decide import CHANCE

MISSION = "extraction"
EDITIONS = ("en", "es", "en-print")
FAR = 4000


@dataclass(frozen=True)
class Broken(Exception):
    """What broke: the seed of the game, the step, the command, and the sentence."""

    seed: int
    step: int
    command: str
    why: str

    def __str__(self) -> str:
        return f"game {self.seed}, step {self.step}, after {self.command}: {self.why}"


@dataclass
class Tally:
    games: int = 0
    commands: int = 0
    refused: int = 0
    overruled: int = 0
    victories: int = 0
    defeats: int = 0


def soak(
    minutes: float,
    first: int = 1,
    out: Path | None = None,
    commands: int = 0,
    tell: Callable[[Tally], None] | None = None,
) -> Tally:
    """Play until the time is over, or that many commands were given. Raises `Broken`; then `out` holds the record."""
    tally = Tally()
    end = time.monotonic() + minutes * 60
    seed = first
    while time.monotonic() < end and not (commands and tally.commands >= commands):
        play(seed, tally, out)
        seed += 1
        if tell is not None:
            tell(tally)
    return tally


def play(seed: int, tally: Tally, out: Path | None = None) -> None:
    """One game, drawn from the seed. Raises `Broken`."""
    chance = random.Random(seed)
    session = _drawn(seed, chance)
    told = "the set-up"
    try:
        while session.result is None and len(session.timeline) < FAR:
            _check(session, seed, told)
            told = _turn(session, chance, tally)
        verdict = session.verify()
        if not verdict.ok:
            raise Broken(seed, verdict.step or 0, "verify", verdict.words)
    except Broken:
        _record(session, out)
        raise
    except Exception as error:
        _record(session, out)
        raise Broken(seed, session.head, told, f"{type(error).__name__}: {error}") from error
    tally.games += 1
    tally.victories += session.result == "victory"
    tally.defeats += session.result == "defeat"


def _drawn(seed: int, chance: random.Random) -> Session:
    catalog = read_catalog(builtin.contribute_content(), missions=())
    switches = {
        switch.name: chance.choice(switch.values) for switch in catalog.switches.values() if chance.random() < 0.3
    }
    found = [one.id for one in loader.available(loader.bundled_folders()) if not one.faults and _plays(one)]
    plugins = [id for id in found if chance.random() < 0.3]
    answers = {f"{side}.{kind}": "person" for side in ("team", "enemy") for kind in CHANCE if chance.random() < 0.15}
    options: dict[str, Any] = {"switches": switches, "answers": answers}
    return Session.new(mission=MISSION, seed=seed, edition=chance.choice(EDITIONS), options=options, plugins=plugins)


def _plays(one: loader.Found) -> bool:
    return one.manifest is not None and builtin.SYSTEM in one.manifest.systems


def _check(session: Session, seed: int, told: str) -> None:
    broken = session.game.invariants(session.state)
    if broken:
        raise Broken(seed, session.head, told, broken[0])


def _turn(session: Session, chance: random.Random, tally: Tally) -> str:
    """One thing that a person might do; mostly a legal command."""
    dice = chance.random()
    if dice < 0.01 and session.head:
        for _ in range(chance.randint(1, 5)):
            if session.timeline.parent(session.head) is not None:
                session.undo()
        return "undo"
    if dice < 0.03:
        return _attempt(session, _correction(session, chance), tally)
    if dice < 0.05:
        return _attempt(session, chance.choice(_wild(session, chance)), tally)
    legal = session.legal()
    if legal:
        command = chance.choice(legal)
        session.submit(command)
    else:
        form = session.prompt.forms[0] if session.prompt.forms else None
        if form is None or form.kind != "enter_dice":
            raise AssertionError(f"nobody can go on: {session.prompt.asks}")
        command = c.EnterDice(tuple(chance.randint(1, 6) for _ in form.fields["dice"]))
        session.submit(command)
    tally.commands += 1
    return repr(command)


def _attempt(session: Session, command: c.Command, tally: Tally) -> str:
    before = session.state
    try:
        session.submit(command)
        tally.commands += 1
        tally.overruled += isinstance(command, c.Overrule)
    except Illegal:
        tally.refused += 1
        if session.state is not before:
            raise AssertionError("a refused command has changed the state") from None
    return repr(command)


def _correction(session: Session, chance: random.Random) -> c.Overrule:
    state = session.state
    spaces = list(session.game.rules.board.by_name)  # type: ignore[attr-defined]
    values: dict[str, Callable[[], Any]] = {
        "damage": lambda: chance.randint(0, 12),
        "aggro": lambda: chance.randint(0, 5),
        "space": lambda: chance.choice([*spaces, ""]),
        "states": lambda: chance.sample(["stunned", "focused", "hidden", "unconscious"], chance.randint(0, 2)),
        "alert": lambda: chance.randint(0, 6),
        "reserve": lambda: chance.randint(0, 8),
        "open": lambda: chance.random() < 0.5,
    }
    paths = [f"team.{id}.{field}" for id in state.team for field in ("damage", "aggro", "space", "states")]
    paths += [f"enemies.{id}.{field}" for id in state.enemies for field in ("damage", "space", "states")]
    paths += [f"doors.{id}.open" for id in state.doors]
    path = chance.choice([*paths, "alert", "reserve"])
    return c.Overrule(path, values[path.rpartition(".")[2]](), "soak")


def _wild(session: Session, chance: random.Random) -> Sequence[c.Command]:
    """Commands that are mostly refused."""
    state = session.state
    one = chance.choice(list(state.team))
    target = chance.choice([*state.enemies, *state.team])
    space = chance.choice(list(session.game.rules.board.by_name))  # type: ignore[attr-defined]
    return (
        c.StepTo(one, space),
        c.Move(one),
        c.Attack(one, "pistol", "shot", target),
        c.Hack(one, "skullbuster", target),
        c.Activate(one),
        c.EndActivation(one),
        c.Rest(one),
        c.EnterDice((chance.randint(0, 7),)),
        c.EnterCard(chance.choice(["nox_spec_ops", "nothing"])),
        c.SetAnswer(chance.choice(["team", "enemy"]), chance.choice(CHANCE), chance.choice(["app", "person"])),
        c.UseSwitch(0, target),
        c.LetStand(),
        c.Keep("nothing"),
    )


def _record(session: Session, out: Path | None) -> None:
    if out is not None:
        session.export(out)


def main() -> int:
    """`python -m defiance_qt.lab.soak [MINUTES [SEED]]`: 0 when nothing was found, else 1 and a record."""
    minutes = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    out = Path("soak-failure.jsonl")
    try:
        tally = soak(minutes, first, out, tell=lambda done: print(f"\r{done}", end="", flush=True))
    except Broken as broken:
        print(f"\n{broken}\nThe game is recorded in {out}.")
        return 1
    print(f"\nNothing found: {tally}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
