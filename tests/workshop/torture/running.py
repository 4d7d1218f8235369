"""The command line of the torture: which parts, how many cases, for how long; runs one case again."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import msgspec

from defiance_qt.core.errors import DefianceError
from tests.workshop.torture import doors, workers
from tests.workshop.torture.absent import Absent, Closed
from tests.workshop.torture.beside import Beside
from tests.workshop.torture.cases import Case, Result, by_turns
from tests.workshop.torture.damage import Damage
from tests.workshop.torture.games import LENGTHS, collection
from tests.workshop.torture.hostile import Hostile
from tests.workshop.torture.kills import Kills
from tests.workshop.torture.largest import Largest
from tests.workshop.torture.parts import Part
from tests.workshop.torture.report import Report, decode, plain, report, summed, text, write_page
from tests.workshop.torture.settings import SettingsPart
from tests.workshop.torture.soaking import Soaking
from tests.workshop.torture.texts import Texts
from tests.workshop.torture.windows import Windows

HOME = Path("build") / "torture"
"""Where games and findings are kept."""


SHARES = {
    "kills": 4,
    "damage": 12,
    "play": 1,
    "closing": 1,
    "beside": 1,
    "windows": 8,
    "texts": 4,
    "largest": 2,
    "plugins": 6,
    "settings": 2,
    "soak": 10,
}
"""How the minutes are shared among the parts; what one leaves goes to those after it."""


class UnknownPart(DefianceError):
    """A part or a kind that does not exist. `value` is its name."""

    def __init__(self, value: str, known: Sequence[str]) -> None:
        super().__init__(
            "command.no_such_part", "There is no part {name!r}: {known}.", name=value, known=", ".join(known)
        )
        self.value = value


class Torture:
    """The parts over one collection of games, in a scratch folder that is removed at the end."""

    def __init__(self, home: Path, jobs: int) -> None:
        # Absolute: the platform's folders are pointed below it, and a relative one would not count.
        self.home, self.jobs = home.absolute(), jobs
        home = self.home
        self.closing = ExitStack()
        self.scratch = Path(
            self.closing.enter_context(tempfile.TemporaryDirectory(prefix="torture-", dir=fast_folder()))
        )
        # Another user must reach it: permissions do not bind root.
        self.scratch.chmod(0o755)
        isolate(self.scratch)
        doors.warm()
        bases = collection(home / "games", self.scratch / "games", LENGTHS)
        self.parts: dict[str, Part] = {
            "kills": Kills(bases, self.scratch),
            "damage": Damage(bases, self.scratch),
            "play": Absent(bases, self.scratch),
            "closing": Closed(bases, self.scratch),
            "beside": Beside(bases, self.scratch),
            "windows": Windows(bases, self.scratch),
            "texts": Texts(bases, self.scratch),
            "largest": Largest(bases, self.scratch),
            "plugins": Hostile(bases, self.scratch),
            "settings": SettingsPart(bases, self.scratch),
            "soak": Soaking(self.scratch, home),
        }

    def __enter__(self) -> Torture:
        return self

    def __exit__(self, *args: object) -> None:
        self.closing.close()

    def run(
        self, part: str, count: int, first: int, until: float, tell: Any = None, kinds: Sequence[str] = ()
    ) -> Report:
        """Run a part's cases until they or the time are over; of these kinds only, if any are named."""
        begun, results, played = time.monotonic(), [], 0
        one = self.parts[part]
        wanted = [kind for kind in one.kinds() if kind in kinds]
        found = by_turns(dict.fromkeys(wanted, 1), count, first) if wanted else one.cases(count, first)
        cases = _until(found, until)
        for result in workers.run(cases, self.parts[part], self.jobs):
            results.append(result)
            played += result.count
            if isinstance(one, Soaking):
                one.commands = played
            if tell is not None:
                tell(part, len(results), count, sum(result.found for result in results))
        figures = {"steps" if isinstance(one, Largest) else "commands": played} if played else {}
        made = report(part, results, time.monotonic() - begun, first, **figures)
        self._keep(made)
        return made

    def again(self, case: Case) -> Result:
        """Run one case once more in a worker."""
        part = self.part_of(case.kind)
        (result,) = workers.run([case], part, 1)
        return result

    def part_of(self, kind: str) -> Part:
        """Return the part of a kind. Raises `UnknownPart`."""
        for part in self.parts.values():
            if kind in part.kinds():
                return part
        raise UnknownPart(kind, [kind for part in self.parts.values() for kind in part.kinds()])

    def _keep(self, made: Report) -> None:
        """Leave the damaged file of the first case of every finding."""
        leave: Any = getattr(self.parts[made.part], "leave", None)
        for finding in made.findings if leave else ():
            case = Case.parse(finding.cases[0])
            folder = self.home / "findings" / str(case).replace(":", "-")
            shutil.rmtree(folder, ignore_errors=True)
            try:
                leave(case, folder)
            except Exception as error:  # noqa: BLE001  the finding itself is what matters
                print(f"{case} could not be kept: {error}", file=sys.stderr)


def fast_folder() -> str | None:
    """Return a folder in memory if there is one: waiting for a disk would take most of the time."""
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


def isolate(folder: Path) -> None:
    """Point the platform's folders below this one, so that nothing of the user's is read or written."""
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
        os.environ[name] = str(folder / name.lower())


def _until(cases: Iterable[Case], end: float) -> Iterator[Case]:
    for case in cases:
        if time.monotonic() > end:
            return
        yield case


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the torture. Return 0 if nothing was found, 1 if something was, 2 for a usage error."""
    options = _parsed(arguments)
    if options.sum:
        return _told(summed(decode(file.read_bytes()) for file in options.sum), options)
    try:
        with Torture(options.home, options.jobs) as torture:
            return _again(torture, options) if options.case else _run(torture, options)
    except DefianceError as error:
        print(error, file=sys.stderr)
        return 2


def _parsed(arguments: Sequence[str] | None) -> Any:
    parser = argparse.ArgumentParser(prog="torture", description="Damaged files, kills, hostile plugins and settings.")
    parser.add_argument("minutes", nargs="?", type=float, default=10.0, metavar="MINUTES")
    parser.add_argument("--seed", type=int, default=1, help="of the first case")
    parser.add_argument("--only", default="", help="parts, separated by commas")
    parser.add_argument("--kinds", default="", help="kinds of these parts, separated by commas")
    parser.add_argument("--damaged", type=int, default=10_000, metavar="N")
    parser.add_argument("--kills", type=int, default=500, metavar="N")
    parser.add_argument("--play", type=int, default=200, metavar="N", help="files harmed during play")
    parser.add_argument("--windows", type=int, default=3000, metavar="N", help="saves in a real window")
    parser.add_argument("--texts", type=int, default=400, metavar="N", help="hostile texts")
    parser.add_argument("--largest", type=int, default=4, metavar="N", help="games near the limits, a minute each")
    parser.add_argument("--hostile", type=int, default=2000, metavar="N", help="plugins and settings")
    parser.add_argument("--commands", type=int, default=20_000, metavar="N", help="of games with such plugins")
    parser.add_argument("--jobs", type=int, default=1, metavar="J", help="how many at a time")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--write", action="store_true", help="write the figures to docs/reliability.md")
    parser.add_argument("--case", nargs="+", metavar="KIND:SEED", help="run these cases again")
    parser.add_argument("--sum", nargs="+", type=Path, metavar="FILE", help="add up what --json printed; run nothing")
    parser.add_argument("--home", type=Path, default=HOME, help="where games and findings are kept")
    return parser.parse_args(arguments)


def _again(torture: Torture, options: Any) -> int:
    bad = 0
    for name in options.case:
        result = torture.again(Case.parse(name))
        bad += result.found
        print(f"{result.case}: {result.outcome}, {result.base}\n{result.detail}")
    return 1 if bad else 0


def _run(torture: Torture, options: Any) -> int:
    parts = [name for name in options.only.split(",") if name] or list(torture.parts)
    counts = {
        "damage": options.damaged,
        "kills": options.kills,
        "play": options.play,
        "closing": options.play,
        "beside": options.play,
        "windows": options.windows,
        "texts": options.texts,
        "largest": options.largest,
        # Two thirds of what is hostile are plugins.
        "plugins": options.hostile - options.hostile // 3,
        "settings": options.hostile // 3,
        "soak": options.commands,
    }
    for part in parts:
        if part not in torture.parts:
            raise UnknownPart(part, list(torture.parts))
    for kind in filter(None, options.kinds.split(",")):
        torture.part_of(kind)
    reports = []
    until = time.monotonic() + options.minutes * 60
    for number, part in enumerate(parts):
        now = time.monotonic()
        share = (until - now) * SHARES[part] / sum(SHARES[one] for one in parts[number:])
        tell = None if options.json else _progress
        reports.append(torture.run(part, counts[part], options.seed, now + share, tell, options.kinds.split(",")))
        if not options.json:
            print(f"\r{text(reports[-1])}\n", flush=True)
    return _told(reports, options, shown=True)


def _told(reports: Sequence[Report], options: Any, *, shown: bool = False) -> int:
    if options.write:
        write_page(reports)
    if options.json:
        print(msgspec.json.encode(plain(reports)).decode())
    elif not shown:
        print("\n\n".join(map(text, reports)))
    return 1 if any(one.bad for one in reports) else 0


def _progress(part: str, done: int, all: int, found: int) -> None:
    if not done % 50:
        print(f"\r{part}: {done} of {all}, {found} findings", end="", file=sys.stderr, flush=True)
