"""Compares games with a plugin to games without it: how hard they are, and which saves it changes."""

from __future__ import annotations

from pathlib import Path

import msgspec

from defiance_qt.core.errors import DefianceError, Message
from defiance_qt.extend.opening import open_save
from defiance_qt.extend.sessions import Session
from defiance_qt.lab.checking import OK, verdict
from defiance_qt.lab.kit.trial import Trial
from defiance_qt.lab.simulate import Plan, Simulation, simulate
from defiance_qt.words.catalogue import Words
from defiance_qt.words.errors import format_error, format_message

SAVES = (".defiance", ".jsonl")


class Balance(msgspec.Struct, frozen=True):
    """The games of one scenario with the plugin and without it; without is None for a scenario of the plugin's."""

    mission: str
    with_it: Simulation
    without: Simulation | None


class ChangedSave(msgspec.Struct, frozen=True):
    """A save that uses the plugin: what `verify` says with today's files, and what has changed since it was written."""

    file: str
    verdict: str
    same: bool
    changes: tuple[str, ...] = ()


def balance(trial: Trial, games: int, own: bool) -> Balance:
    """Play so many games on the first scenario with the plugin, and without it unless the scenario is its `own`."""
    mission = trial.scenarios[0].id
    plans = [Plan(mission, plugins=trial.plugins, system=trial.system)]
    if not own and trial.manifest.kind != "system":
        plans.append(Plan(mission, system=trial.system))
    found = [simulate(plan, games) for plan in plans]
    return Balance(mission, found[0], found[1] if len(found) > 1 else None)


def changed_saves(id: str, folder: Path, words: Words) -> tuple[ChangedSave, ...]:
    """Open each save of a folder that uses the plugin and decide it again with today's files. A save that cannot be
    opened is listed with the reason."""
    return tuple(
        one
        for file in sorted(folder.rglob("*"))
        if file.suffix in SAVES and file.is_file() and (one := _changed(id, file, folder, words)) is not None
    )


def _changed(id: str, file: Path, folder: Path, words: Words) -> ChangedSave | None:
    name = file.relative_to(folder).as_posix()
    try:
        with open_save(file, read_only=True) as session:
            if not _uses(session, id):
                return None
            changes = tuple(format_message(one, words) for one in session.host.changes)
        found: Message = verdict(file)
    except DefianceError as error:
        return ChangedSave(name, format_error(error, words), False)
    return ChangedSave(name, format_message(found, words), found.key == OK, changes)


def _uses(session: Session, id: str) -> bool:
    return id in session.setup.plugins or id == session.setup.system
