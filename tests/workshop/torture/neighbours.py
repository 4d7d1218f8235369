"""Damage by other files: parts of another game, logs of another game or time, journals, archives."""

from __future__ import annotations

import gzip
import io
import tarfile
import zipfile

import msgspec

from defiance_qt.extend.opening import open_save
from tests.workshop.torture.damaged import Act, Damaged
from tests.workshop.torture.edits import PAGE, page
from tests.workshop.torture.games import LIVE, RECORD, SAVE, contents, log_of, states


def of_two_files(file: Damaged) -> None:
    """Continue the file with the end of another game's."""
    other = file.other(file.base.form).path.read_bytes()
    data = file.path.read_bytes()
    place = file.chance.randrange(len(data))
    if file.chance.random() < 0.5:
        place -= place % PAGE
    file.path.write_bytes(data[:place] + other[place:])


def page_of_another(file: Damaged) -> None:
    """Replace a page with the same page of another game."""
    data = bytearray(file.path.read_bytes())
    where = page(data, file.chance)
    data[where] = file.other(file.base.form).path.read_bytes()[where]
    file.path.write_bytes(data)


def packed(file: Damaged) -> None:
    """Hand on the file in an archive under its own name."""
    data = file.path.read_bytes()
    archive = io.BytesIO()
    how = file.chance.choice(("gzip", "zip", "tar"))
    if how == "zip":
        with zipfile.ZipFile(archive, "w") as target:
            target.writestr(file.path.name, data)
    elif how == "tar":
        with tarfile.open(fileobj=archive, mode="w") as tar:
            tar.add(file.path, file.path.name)
    file.path.write_bytes(gzip.compress(data) if how == "gzip" else archive.getvalue())


def log_missing(file: Damaged) -> None:
    """Copy a living save without its write-ahead log."""
    file.log.unlink(missing_ok=True)


def log_of_another_time(file: Damaged) -> None:
    """Put an earlier log of the same game beside the file, or an earlier file beside the log."""
    earlier = {one: one.read_bytes() for one in (file.path, file.log)}
    with open_save(file.path) as session:
        for _ in range(file.chance.randrange(2, 12)):
            session.checkpoint(f"here {file.chance.randrange(99)}")
        later = {one: one.read_bytes() for one in (file.path, file.log)}
        known = contents(session), states(session)
    # What is judged is the later game: it may come back earlier, and never as a mixture.
    file.base = msgspec.structs.replace(file.base, contents=known[0], states=known[1])
    old = file.chance.choice((file.path, file.log))
    for one in (file.path, file.log):
        one.write_bytes((earlier if one == old else later)[one])


def log_of_itself_once(file: Damaged) -> None:
    """Put the log of the game as it was during play beside the closed save, or beside the file as it was then."""
    pair = {one.form: one for one in file.bases if one.name == file.base.name and one.form != RECORD}
    file.log.write_bytes(log_of(pair[LIVE].path).read_bytes())
    if file.base.form == LIVE and file.chance.random() < 0.5:
        file.path.write_bytes(pair[SAVE].path.read_bytes())


def log_foreign(file: Damaged) -> None:
    """Put the write-ahead log of another game beside the save."""
    file.log.write_bytes(log_of(file.other(LIVE).path).read_bytes())


def noise_beside(suffix: str, *sizes: int) -> Act:
    """Return what puts that many random bytes beside the save, under its name with the suffix."""

    def act(file: Damaged) -> None:
        file.beside(suffix).write_bytes(file.chance.randbytes(file.chance.choice(sizes)))

    return act


def old_journal(file: Damaged) -> None:
    """Put a rollback journal beside the save: random bytes, or a whole one that would bring back zeros."""
    journal = file.beside("-journal")
    if file.chance.random() < 0.5:
        journal.write_bytes(file.chance.randbytes(6000))
        return
    pages = len(file.path.read_bytes()) // PAGE
    nonce = file.chance.randrange(2**32)
    head = b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + b"".join(
        number.to_bytes(4, "big") for number in (1, nonce, pages, 512, PAGE)
    )
    zeros = bytes(PAGE)
    total = (nonce + sum(zeros[index] for index in range(PAGE - 200, 0, -200))) % 2**32
    record = file.chance.randint(2, max(2, pages)).to_bytes(4, "big") + zeros + total.to_bytes(4, "big")
    journal.write_bytes(head.ljust(512, b"\0") + record)
