"""The doors tell sound answers from faults: every fault is made once, by a reader that commits it."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from defiance_qt.core.errors import SaveError
from defiance_qt.core.verify import Verdict
from defiance_qt.extend.opening import open_save
from defiance_qt.extend.sessions import Session
from tests.workshop.torture import doors
from tests.workshop.torture.cases import CHANGED, EARLIER, LOST, RAW, REFUSED, SAME, SENTENCE, TOUCHED, UNSAID, Fault
from tests.workshop.torture.doors import FORGED, NEVER, SHORTER, SOUND, Asked, judge
from tests.workshop.torture.games import Base

pytestmark = pytest.mark.slow

Open = Callable[..., Any]


def nothing(stage: str, seconds: float = 0.0) -> None:
    """Tell nobody."""


def judged(base: Base, tmp_path: Path, expects: str = SOUND, name: str | None = None) -> tuple[str, str]:
    """What the doors say of a copy of the game."""
    folder, out = tmp_path / "folder", tmp_path / "out"
    for path in (folder, out):
        path.mkdir(exist_ok=True)
    path = folder / base.path.name
    if not path.exists():
        shutil.copyfile(base.path, path)
    asked = Asked(path, base, expects, folder, out, path.name if name is None else name)
    return judge(asked, random.Random(1), nothing)


def fault(base: Base, tmp_path: Path, expects: str = SOUND) -> Fault:
    with pytest.raises(Fault) as found:
        judged(base, tmp_path, expects)
    return found.value


def reader(monkeypatch: pytest.MonkeyPatch, act: Callable[[Path], object]) -> None:
    """Let every door open files through a reader that does this before."""

    def opened(path: Path, **given: bool) -> Session:
        act(path)
        return open_save(path, **given)

    monkeypatch.setattr(doors, "open_save", opened)


def raising(error: BaseException) -> Callable[[Path], object]:
    def act(path: Path) -> None:
        raise error

    return act


def test_a_sound_game_is_the_same_in_every_form(save: Base, record: Base, tmp_path: Path) -> None:
    for base in (save, record):
        (tmp_path / base.form).mkdir()
        assert judged(base, tmp_path / base.form)[0] == SAME


def test_rubbish_is_refused(save: Base, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / save.path.name).write_bytes(b"rubbish")
    assert judged(save, tmp_path)[0] == REFUSED


def test_another_game_is_a_change(save: Base, bases: tuple[Base, ...], tmp_path: Path) -> None:
    other = next(one for one in bases if one.form == save.form and one.name != save.name)
    (tmp_path / "folder").mkdir()
    shutil.copyfile(other.path, tmp_path / "folder" / save.path.name)
    for expects in (SOUND, SHORTER, FORGED):
        assert fault(save, tmp_path, expects).outcome == CHANGED


def test_what_has_to_be_refused_may_not_open(save: Base, tmp_path: Path) -> None:
    assert fault(save, tmp_path, NEVER).outcome == CHANGED


def test_fewer_steps_are_a_loss_or_an_earlier_game(save: Base, tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name / "folder").mkdir(parents=True)
        _shortened(save, tmp_path / name / "folder" / save.path.name)
    found = fault(save, tmp_path / "one", SOUND)
    assert found.outcome == LOST
    assert f"{save.contents.steps - 2} of {save.contents.steps} entries" in found.detail
    assert judged(save, tmp_path / "two", SHORTER)[0] in (EARLIER, UNSAID)


def _shortened(base: Base, path: Path) -> None:
    import sqlite3
    from contextlib import closing

    shutil.copyfile(base.path, path)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        last = base.contents.steps + 1
        connection.execute("DELETE FROM stored_events WHERE originator_version > ?", (last - 2,))
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


@pytest.mark.parametrize(
    ("error", "outcome"),
    [
        (ValueError("no luck"), RAW),
        (RecursionError(), RAW),
        (KeyboardInterrupt(), RAW),
        (SaveError("x", "{file} is\nbroken.", file="game"), SENTENCE),
        (SaveError("x", "It is broken."), SENTENCE),
        (SaveError("x", ""), SENTENCE),
        (SaveError("x", "{file} " + "x" * 2000, file="game.defiance"), SENTENCE),
        (SaveError("x", "{file}: Traceback (most recent call last)", file="game.defiance"), SENTENCE),
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_an_answer_that_is_no_sentence(
    save: Base, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException, outcome: str
) -> None:
    reader(monkeypatch, raising(error))
    assert fault(save, tmp_path).outcome == outcome


def test_a_reader_that_leaves_a_file(save: Base, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reader(monkeypatch, lambda path: path.with_name("left").write_bytes(b"x"))
    assert fault(save, tmp_path).outcome == TOUCHED


def test_a_reader_that_writes_into_the_file(save: Base, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def write(path: Path) -> None:
        with path.open("ab") as file:
            file.write(b"x")
        raise SaveError("x", "{file} is damaged.", file=path.name)

    reader(monkeypatch, write)
    assert TOUCHED in fault(save, tmp_path).detail


def test_a_reader_that_skips_a_step(save: Base, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    @contextmanager
    def shown(path: Path, **given: bool) -> Iterator[Session]:
        with open_save(path, **given) as session:
            journal: Any = session.journal
            entries = list(journal.read())
            journal.read = lambda: iter(entries[:-1])
            yield session

    monkeypatch.setattr(doors, "open_save", shown)
    assert fault(save, tmp_path).outcome == CHANGED


def test_a_verify_that_always_says_ok(
    save: Base, bases: tuple[Base, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A forged game may open if `verify` says so; a `verify` that does not is a finding."""
    from defiance_qt.core.errors import Message

    other = next(one for one in bases if one.form == save.form and one.name != save.name)
    (tmp_path / "folder").mkdir()
    shutil.copyfile(other.path, tmp_path / "folder" / save.path.name)
    no = Verdict(False, 1, Message("verdict.differs", "differs at step {step}: {why}", step=1, why="x"))
    monkeypatch.setattr(Session, "verify", lambda session: no)
    assert judged(save, tmp_path, FORGED)[0] == "noticed"
    yes = Verdict(True, None, Message("verdict.ok", "ok"))
    monkeypatch.setattr(Session, "verify", lambda session: yes)
    assert fault(save, tmp_path, FORGED).outcome == CHANGED
