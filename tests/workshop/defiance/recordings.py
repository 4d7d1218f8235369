"""The recorded games of the repository.

`python -m tests.workshop.defiance.recordings` plays them all again and saves them in `saves/`. Every
recording is a test (tests/test_saves.py).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from defiance_qt.extend.found import available, bundled_folders
from defiance_qt.extend.systems import load_system
from defiance_qt.lab.chance_input import answerers
from defiance_qt.systems.defiance.game import SYSTEM
from tests.workshop.record import Recording, branch_off, record_all

SAVES = Path(__file__).resolve().parents[3] / "saves"
MISSION = "extraction"


def recordings() -> Iterator[Recording]:
    """Yield every game to record."""
    system = load_system(SYSTEM).rules
    chance = system.offerings(system.content()).chance
    for edition in ("en", "es"):
        for result in ("victory", "defeat"):
            yield Recording(f"{MISSION}-{edition}-{result}", MISSION, result, edition=edition)
    yield Recording(f"{MISSION}-en-print", MISSION, edition="en-print")
    yield Recording(f"{MISSION}-opening-es", MISSION, options={"switches": {"opening": "es"}})
    yield Recording(f"{MISSION}-typed", MISSION, options={"answers": answerers("all", chance)})
    yield Recording(f"{MISSION}-branches", MISSION, after=branch_off)
    yield Recording(f"{MISSION}-random", MISSION, bot="random", first=2)  # the first is too long a game
    for one in available(bundled_folders()):
        if one.manifest is not None and one.serves(system.id):
            yield Recording(f"plugin-{one.id}", MISSION, plugins=(one.id, *_required(one.manifest.requires)))


def _required(requires: tuple[str, ...]) -> Iterator[str]:
    return (requirement.split()[0] for requirement in requires)


if __name__ == "__main__":
    record_all(recordings(), SAVES)
    sys.exit(0)
