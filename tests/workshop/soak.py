"""Plays random games until an error occurs: `make soak`.

    python -m tests.workshop.soak [MINUTES [SEED]] [--system ID] [--commands N] [--campaigns]

The games are those of `defiance_qt.lab.soak`. The first failure is written as a text record, which replays it; the
exit code is then 1.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path

from defiance_qt.extend.systems import DEFAULT
from defiance_qt.lab.soak import Broken, Soak, Tally


def soak(
    minutes: float,
    first: int = 1,
    out: Path | None = None,
    commands: int = 0,
    tell: Callable[[Tally], None] | None = None,
    system: str = DEFAULT,
    kind: type[Soak] = Soak,
) -> Tally:
    """Play until the time is over, or until that many commands were submitted. Raises `Broken`; then `out` holds the
    record."""
    soaking = kind(system, out)
    end = time.monotonic() + minutes * 60
    seed = first
    while time.monotonic() < end and not (commands and soaking.tally.commands >= commands):
        soaking.play(seed)
        seed += 1
        if tell is not None:
            tell(soaking.tally)
    return soaking.tally


def main() -> int:
    """Run the command line. Return 0 if no error was found, else 1."""
    from tests.workshop.campaign_soak import CampaignSoak

    parser = argparse.ArgumentParser(prog="soak", description="Random games until something breaks.")
    parser.add_argument("minutes", nargs="?", type=float, default=1.0)
    parser.add_argument("seed", nargs="?", type=int, default=1)
    parser.add_argument("--system", default=DEFAULT)
    parser.add_argument("--commands", type=int, default=0, help="end after so many")
    parser.add_argument("--campaigns", action="store_true", help="whole campaigns only, their missions often cut short")
    options = parser.parse_args()
    out = Path("soak-failure.jsonl")
    try:
        tally = soak(
            options.minutes,
            options.seed,
            out,
            options.commands,
            tell=lambda done: print(f"\r{done}", end="", flush=True),
            system=options.system,
            kind=CampaignSoak if options.campaigns else Soak,
        )
    except Broken as broken:
        print(f"\n{broken}\nThe game is recorded in {out}.")
        return 1
    print(f"\nNothing found: {tally}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
