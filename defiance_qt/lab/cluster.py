"""Plays games on other machines, the workers of a cluster of Dask: `--cluster ADDRESS`, with the extra `cluster`.

A worker that ends loses what it was playing, and another plays it again. So nothing is lost, and since a seed's game is
the same everywhere, neither is the result another.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError
from functools import cache
from pathlib import Path
from queue import Empty, Queue
from threading import Lock
from typing import Any, TypeVar

import defiance_qt
from defiance_qt.core.errors import DefianceError
from defiance_qt.extend.found import available, default_folders, digest, required

T = TypeVar("T")

PATIENCE = 10
"""Seconds for the scheduler to answer, and for the first worker to be there."""

ABSENCE = 60
"""Seconds after which a cluster whose workers have all ended is given up. One on which the program is not installed
ends with its first game."""

PACKAGE = Path(defiance_qt.__file__).resolve().parent
BUNDLED = "_bundled"

_turn = Lock()


def played_on(address: str, play: Callable[[int], T], seeds: Sequence[int], plugins: Sequence[str] = ()) -> Iterator[T]:
    """Yield what `play`, a function of a module, returns for each seed, in order. Raises what it raises, and
    `DefianceError` for a cluster that cannot be used."""
    try:
        from distributed import Client, KilledWorker
    except ImportError as error:
        raise DefianceError(
            "cluster.missing",
            "--cluster needs the package {package}, which is not installed.",
            package="defiance-qt[cluster]",
        ) from error
    # Dask tells its own story of what is told here in one sentence.
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        # Before there is a client, which would go on trying for a while after it has given up.
        asyncio.run(_answered(address))
    except (OSError, ValueError, MemoryError) as error:
        # MemoryError is what Dask makes of the answer of another kind of server.
        raise DefianceError(
            "cluster.silent", "No cluster answers at {address}; its scheduler prints its address.", address=address
        ) from error
    with Client(address, timeout=PATIENCE) as client:
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError as error:
            raise _empty(address) from error
        common = {"play": play, "plugins": tuple(plugins), "files": _files(tuple(plugins))}
        futures = client.map(_played, seeds, pure=False, **common)
        place = {future.key: seed for future, seed in zip(futures, seeds, strict=True)}
        found: dict[int, T] = {}
        # What is played is taken over at once, and lost with no worker.
        arriving: Queue[Any] = Queue()
        for future in futures:
            future.add_done_callback(arriving.put)
        for seed in seeds:
            while seed not in found:
                try:
                    future = arriving.get(timeout=ABSENCE)
                except Empty as error:
                    if client.scheduler_info()["workers"]:
                        continue
                    raise _empty(address) from error
                try:
                    found[place[future.key]] = future.result()
                except (KilledWorker, CancelledError) as error:
                    raise DefianceError(
                        "cluster.lost", "The cluster at {address} gave up: {why}", address=address, why=str(error)
                    ) from error
            yield found.pop(seed)


def _empty(address: str) -> DefianceError:
    return DefianceError(
        "cluster.empty", "The cluster at {address} has no worker with this program on it.", address=address
    )


async def _answered(address: str) -> None:
    """Return if a scheduler answers at the address. Raises `OSError`, `ValueError` or `MemoryError`."""
    from distributed.comm import connect

    channel = await asyncio.wait_for(connect(address), PATIENCE)
    await channel.close()


def _played(seed: int, play: Callable[[int], T], plugins: tuple[str, ...], files: str) -> T:
    """Play a game on a worker; one at a time in each process, as everywhere."""
    with _turn:
        if _files(plugins) != files:
            raise DefianceError(
                "cluster.differs", "A machine of the cluster has another version of the program or of a plugin."
            )
        return play(seed)


@cache
def _files(plugins: tuple[str, ...]) -> str:
    """Return a digest of what decides a game: the program's code and content, and these plugins and systems."""
    paths = (path for path in PACKAGE.rglob("*") if path.suffix in (".py", ".toml") and BUNDLED not in path.parts)
    found = available(default_folders())
    wanted = required(plugins, found)
    digests = {one.id: one.sha256 for one in found if one.id in wanted or one.system in wanted}
    return digest(
        {path.relative_to(PACKAGE).as_posix(): path.read_bytes() for path in paths}
        | {id: sha256.encode() for id, sha256 in digests.items()}
    )
