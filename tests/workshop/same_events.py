"""Checks that compiled and pure code play the same games: `python -m tests.workshop.same_events [GAMES]`.

Plays random games of every scenario and variant in two processes, one of which refuses compiled modules, and compares
digests of the legal commands and events of each game. Exit code 1 at the first difference. A random player need not
come to the end of a campaign: a game has at most `LONGEST` commands.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256

from defiance_qt.lab.compiled import compiled_modules
from tests.workshop.pure import refuse_compiled

GAMES = 1000
LONGEST = 4000
PURE = "--pure"


def digests(games: int, system: str = "") -> Iterator[str]:
    """Play that many random games and yield a line for each: scenario, variant, seed, digest."""
    import msgspec
    from msgspec.structs import replace

    from defiance_qt.extend.sessions import Session, systems
    from defiance_qt.lab.bots import RandomBot

    rules = systems()[system or next(iter(systems()))]
    offerings = rules.offerings(rules.content())
    tables = [
        Session.new(rules.id, mission=scenario.id, edition=variant.id, seed=0, journal=False)
        for scenario in offerings.scenarios
        for variant in offerings.variants
    ]
    encode = msgspec.msgpack.Encoder().encode
    for seed in range(1, games + 1):
        table = tables[seed % len(tables)]
        session = Session.start(table.game, replace(table.setup, seed=seed))
        bot, found = RandomBot(seed), sha256()
        for _ in range(LONGEST):
            if session.result is not None:
                break
            legal = session.legal()
            change = session.submit(bot.choose(session.game, session.state, legal))
            found.update(encode((legal, change.events)))
        yield f"{table.setup.mission} {table.setup.edition} {seed} {found.hexdigest()}"


def compare(games: int) -> int:
    """Play in both processes and print the result. Return the exit code."""
    command = [sys.executable, "-m", "tests.workshop.same_events", "--digests", str(games)]
    with (
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as own,
        subprocess.Popen([*command, PURE], stdout=subprocess.PIPE, text=True) as pure,
    ):
        assert own.stdout is not None
        assert pure.stdout is not None
        same = 0
        for one, other in zip(own.stdout, pure.stdout, strict=False):
            if one != other:
                print(f"compiled: {one}pure:     {other}", end="")
                own.terminate()
                pure.terminate()
                return 1
            same += 1
    print(f"{same} of {games} games are the same, compiled ({len(compiled_modules())} modules) and pure")
    return 0 if same == games else 1


def main(arguments: list[str]) -> int:
    if "--digests" not in arguments:
        if not compiled_modules():
            print("nothing is compiled: make fast")
            return 1
        return compare(int(arguments[0]) if arguments else GAMES)
    if PURE in arguments:
        refuse_compiled()
    for line in digests(int(arguments[1])):
        print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
