"""How much of a game is kept when an earlier step is corrected: random corrections of the recorded games.

`python -m tests.workshop.defiance.corrections [COUNT] [SEED]` corrects COUNT dice, targets, spaces and decisions each,
carries every correction out on a copy of the save, verifies it, and prints a table for docs/performance.md.
"""

from __future__ import annotations

import random
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from defiance_qt.core.correction import correct, parts, preview
from defiance_qt.core.errors import Illegal
from defiance_qt.extend.opening import open_save
from defiance_qt.extend.sessions import Session
from defiance_qt.systems.defiance.engine import commands as c
from tests.workshop.defiance.recordings import SAVES

KINDS = ("dice", "targets", "spaces", "decisions")


class Case(NamedTuple):
    """A correction: the share of the later steps that stay or are bridged, of those that still apply, and what was
    counted. Nobody has decided or entered anything in those that `dropped`."""

    step: int
    kept: float
    bridged: int
    lost: int
    dropped: int
    seconds: float
    ok: bool


def corrections(kind: str, session: Session, step: int, chance: random.Random) -> Iterator[tuple[int, Any]]:
    """Yield a random correction of this kind, as the part of the step and what replaces it; none if it has none."""
    held = parts(session, step)
    if kind == "dice":
        rolls = [place for place, one in enumerate(held) if isinstance(one.command, c.EnterDice)]
        for place in rolls and [chance.choice(rolls)]:
            faces = list(held[place].command.faces)
            die = chance.randrange(len(faces))
            faces[die] = chance.choice([face for face in range(1, 7) if face != faces[die]])
            yield place, c.EnterDice(tuple(faces))
        return
    given = held[0].command
    others = [one for one in session.game.legal(held[0].before) if type(one) is type(given) and one != given]
    if kind == "targets":
        others = [one for one in others if _differing(given, one) == {"target"}]
    elif kind == "spaces":
        others = [one for one in others if _differing(given, one) == {"space"}]
    if others:
        yield 0, chance.choice(others)


def _differing(one: Any, other: Any) -> set[str]:
    return {name for name in one.__struct_fields__ if getattr(one, name) != getattr(other, name)}


def measured(kind: str, count: int, seed: int, saves: Sequence[Path], folder: Path) -> list[Case]:
    """Correct random steps of random saves. A correction that the rules refuse is not counted."""
    chance = random.Random(f"{kind} {seed}")
    cases: list[Case] = []
    while len(cases) < count:
        copy = Path(shutil.copy(chance.choice(saves), folder / "corrected.defiance"))
        with open_save(copy) as session:
            words = session.words("en")
            for step in chance.sample(list(session.timeline.line)[1:-1], 40):
                case = None
                for place, command in corrections(kind, session, step, chance):
                    case = _case(session, step, place, command, words)
                if case is not None:
                    cases.append(case)
                    break
    return cases


def _case(session: Session, step: int, part: int, command: Any, words: Any) -> Case | None:
    began = time.process_time()
    try:
        found = preview(session, step, command, words, part=part, reason="as it stood")
    except Illegal:
        return None
    took = time.process_time() - began
    correct(session, found)
    sound = session.state == found.state and session.verify().ok
    counts = found.counts
    kept = counts["stays"] + counts["bridged"]
    wanted = found.later - counts["drops"]
    return Case(step, kept / (wanted or 1), counts["bridged"], counts["lost"], counts["drops"], took, sound)


def row(kind: str, cases: Sequence[Case]) -> str:
    """Return a row of the table."""
    shares = sorted(one.kept for one in cases)
    whole = sum(not one.lost for one in cases)
    alike = sum(not one.lost and not one.dropped for one in cases)
    cells = (
        kind,
        f"{whole} of {len(cases)}",
        f"{alike}",
        f"{median(shares):.1%}",
        f"{shares[len(shares) // 10]:.0%}",
        f"{shares[0]:.0%}",
        f"{sum(one.bridged for one in cases) / len(cases):.1f}",
        f"{max(one.seconds for one in cases):.1f} s",
        f"{sum(one.ok for one in cases)}",
    )
    return f"| {' | '.join(cells)} |"


def main(count: int, seed: int) -> None:
    saves = sorted(SAVES.glob("*.defiance"))
    with tempfile.TemporaryDirectory() as folder:
        for kind in KINDS:
            print(row(kind, measured(kind, count, seed, saves, Path(folder))), flush=True)


if __name__ == "__main__":
    arguments = [int(one) for one in sys.argv[1:]]
    main(*(*arguments, *(25, 1)[len(arguments) :]))
