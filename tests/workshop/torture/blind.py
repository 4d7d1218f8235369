"""Blind damage: what disks, cables and tools do to the bytes of a file, without knowing the format."""

from __future__ import annotations

import gzip
import io
import os
import random
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import msgspec

from defiance_qt.extend.opening import open_save
from tests.workshop.torture.damaged import LIVE, RECORD, SAVE, SAVES, Damaged, kind
from tests.workshop.torture.doors import NEVER, SHORTER
from tests.workshop.torture.games import contents, log_of, states

PAGE = 4096
HEAD = 100
"""The bytes of SQLite's file header."""

Edit = Callable[[bytearray, random.Random], None]


def edit(path: Path, chance: random.Random, change: Edit) -> None:
    """Change the bytes of a file."""
    data = bytearray(path.read_bytes())
    change(data, chance)
    path.write_bytes(data)


def stretch(data: bytearray, chance: random.Random, most: int = 5000) -> slice:
    """Return a random stretch of the bytes, short ones as likely as long ones."""
    start = chance.randrange(len(data))
    return slice(start, min(len(data), start + 2 ** chance.randrange(most.bit_length()) + chance.randrange(8)))


def flip(data: bytearray, chance: random.Random) -> None:
    for _ in range(chance.choice((1, 1, 2, 8))):
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)


def zero(data: bytearray, chance: random.Random) -> None:
    where = stretch(data, chance)
    data[where] = bytes(len(data[where]))


def noise(data: bytearray, chance: random.Random) -> None:
    where = stretch(data, chance)
    data[where] = chance.randbytes(len(data[where]))


def shorten(data: bytearray, chance: random.Random) -> None:
    del data[chance.randrange(len(data)) :]


# ---- any file -------------------------------------------------------------------------------------------------------


@kind(weight=20)
def bits(file: Damaged) -> None:
    """Flip a few bits."""
    edit(file.path, file.chance, flip)


@kind(weight=10)
def zeros(file: Damaged) -> None:
    """Zero a range of bytes."""
    edit(file.path, file.chance, zero)


@kind(weight=10)
def rubbish(file: Damaged) -> None:
    """Overwrite a range with random bytes."""
    edit(file.path, file.chance, noise)


@kind(weight=12)
def cut(file: Damaged) -> None:
    """Cut the file off."""
    edit(file.path, file.chance, shorten)


@kind()
def appended(file: Damaged) -> None:
    """Append random bytes, zeros, or the file once more."""
    with file.path.open("ab") as target:
        size = file.chance.choice((1, 7, 4096, 70_000))
        target.write(
            file.chance.choice((file.chance.randbytes(size), bytes(size), b"\n" * size, file.path.read_bytes()))
        )


@kind()
def inserted(file: Damaged) -> None:
    """Insert random bytes in the middle."""

    def change(data: bytearray, chance: random.Random) -> None:
        place = chance.randrange(len(data))
        data[place:place] = chance.randbytes(chance.choice((1, 3, 512, 4096)))

    edit(file.path, file.chance, change)


@kind()
def taken_out(file: Damaged) -> None:
    """Leave out a range of bytes."""

    def change(data: bytearray, chance: random.Random) -> None:
        del data[stretch(data, chance)]

    edit(file.path, file.chance, change)


@kind()
def of_two_files(file: Damaged) -> None:
    """Continue the file with the end of another game's."""
    other = file.other(file.base.form).path.read_bytes()
    data = file.path.read_bytes()
    place = file.chance.randrange(len(data))
    if file.chance.random() < 0.5:
        place -= place % PAGE
    file.path.write_bytes(data[:place] + other[place:])


@kind(weight=2)
def recoded(file: Damaged) -> None:
    """Store the bytes in another encoding, as an editor or a mail program would."""
    data = file.path.read_bytes()
    text = data.decode("latin-1")
    changed = file.chance.choice(
        (
            text.encode("utf-8"),
            b"\xff\xfe" + text.encode("utf-16-le"),
            b"\xef\xbb\xbf" + data,
            data.replace(b"\n", b"\r\n"),
            data.replace(b"\n", b"\r"),
            bytes(byte & 0x7F for byte in data),
        )
    )
    file.path.write_bytes(changed)


# ---- pages of a save ------------------------------------------------------------------------------------------------


def _pages(data: bytearray) -> int:
    return max(1, len(data) // PAGE)


@kind(*SAVES, weight=8)
def page_zeroed(file: Damaged) -> None:
    """Zero a page."""

    def change(data: bytearray, chance: random.Random) -> None:
        start = chance.randrange(_pages(data)) * PAGE
        data[start : start + PAGE] = bytes(len(data[start : start + PAGE]))

    edit(file.path, file.chance, change)


@kind(*SAVES, weight=8)
def pages_swapped(file: Damaged) -> None:
    """Swap two pages."""

    def change(data: bytearray, chance: random.Random) -> None:
        one, two = (chance.randrange(_pages(data)) * PAGE for _ in range(2))
        data[one : one + PAGE], data[two : two + PAGE] = data[two : two + PAGE], data[one : one + PAGE]

    edit(file.path, file.chance, change)


@kind(*SAVES, weight=6)
def page_twice(file: Damaged) -> None:
    """Write a page over another."""

    def change(data: bytearray, chance: random.Random) -> None:
        one, two = (chance.randrange(_pages(data)) * PAGE for _ in range(2))
        data[one : one + PAGE] = data[two : two + PAGE]

    edit(file.path, file.chance, change)


@kind(*SAVES, weight=6)
def page_of_another(file: Damaged) -> None:
    """Replace a page with the same page of another game."""
    other = file.other(file.base.form).path.read_bytes()

    def change(data: bytearray, chance: random.Random) -> None:
        start = chance.randrange(_pages(data)) * PAGE
        data[start : start + PAGE] = other[start : start + PAGE]

    edit(file.path, file.chance, change)


@kind(*SAVES, weight=6)
def head_rubbish(file: Damaged) -> None:
    """Change a byte of SQLite's file header."""

    def change(data: bytearray, chance: random.Random) -> None:
        data[chance.randrange(HEAD)] = chance.choice((0, 1, 2, 255, chance.randrange(256)))

    edit(file.path, file.chance, change)


@kind(*SAVES, weight=6)
def schema_rubbish(file: Damaged) -> None:
    """Change a byte of the first page behind the header: its directory, or the text of the schema."""

    def change(data: bytearray, chance: random.Random) -> None:
        data[chance.randrange(HEAD, min(PAGE, len(data)))] ^= 1 << chance.randrange(8)

    edit(file.path, file.chance, change)


@kind(*SAVES, weight=4)
def cut_at_page(file: Damaged) -> None:
    """Cut the file off where a page ends."""
    pages = file.path.stat().st_size // PAGE
    os.truncate(file.path, file.chance.randrange(1, max(2, pages)) * PAGE)


HEAD_FIELDS = {
    16: (b"\x00\x01", b"\x02\x00", b"\x80\x00", b"\x00\x00", b"\x0f\xff"),  # the size of a page
    18: (b"\x01\x01", b"\x02\x02", b"\x03\x03", b"\xff\xff"),  # written and read with a log
    20: (b"\xff", b"\x20"),  # reserved at the end of each page
    24: (b"\xff\xff\xff\xff", b"\x00\x00\x00\x00"),  # how often it was changed
    28: (b"\xff\xff\xff\xff", b"\x7f\xff\xff\xff", b"\x00\x00\x00\x00", b"\x00\x10\x00\x00"),  # pages
    32: (b"\xff\xff\xff\xff", b"\x00\x00\x00\x01", b"\x00\x00\x00\x02"),  # the first free page
    36: (b"\xff\xff\xff\xff", b"\x00\x00\x00\x09"),  # the number of free pages
    44: (b"\x00\x00\x00\x01", b"\x00\x00\x00\xff"),  # the format of the schema
    48: (b"\x7f\xff\xff\xff", b"\x80\x00\x00\x00"),  # the size of the cache
    52: (b"\x00\x00\x00\x02", b"\xff\xff\xff\xff"),  # the largest root, for vacuum
    56: (b"\x00\x00\x00\x02", b"\x00\x00\x00\x03", b"\xff\xff\xff\xff"),  # the encoding of text
    92: (b"\xff\xff\xff\xff\xff\xff\xff\xff",),  # the version that wrote it
}


@kind(*SAVES, weight=6)
def head_forged(file: Damaged) -> None:
    """Put an absurd value into a field of SQLite's file header: billions of pages, pages of another size."""

    def change(data: bytearray, chance: random.Random) -> None:
        place = chance.choice(sorted(HEAD_FIELDS))
        value = chance.choice(HEAD_FIELDS[place])
        data[place : place + len(value)] = value

    edit(file.path, file.chance, change)


@kind(expects=NEVER, weight=2)
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


# ---- the write-ahead log --------------------------------------------------------------------------------------------


@kind(LIVE, expects=SHORTER)
def log_missing(file: Damaged) -> None:
    """Copy a living save without its write-ahead log."""
    file.log.unlink(missing_ok=True)


@kind(LIVE, expects=SHORTER, weight=6)
def log_bits(file: Damaged) -> None:
    """Flip bits of the write-ahead log."""
    edit(file.log, file.chance, flip)


@kind(LIVE, expects=SHORTER, weight=6)
def log_cut(file: Damaged) -> None:
    """Cut the write-ahead log off."""
    edit(file.log, file.chance, shorten)


FRAME = 24 + PAGE
"""The bytes of a frame of the write-ahead log, behind the log's own head of 32 bytes."""


@kind(LIVE, expects=SHORTER)
def log_cut_at_frame(file: Damaged) -> None:
    """Cut the write-ahead log off where a frame ends, or between the head of a frame and its page."""
    frames = max(1, (file.log.stat().st_size - 32) // FRAME)
    os.truncate(file.log, 32 + file.chance.randrange(frames) * FRAME + file.chance.choice((0, 0, 24)))


@kind(LIVE, expects=SHORTER)
def log_frame_again(file: Damaged) -> None:
    """Write a frame of the log over another, or after the last one."""

    def change(data: bytearray, chance: random.Random) -> None:
        frames = (len(data) - 32) // FRAME
        one = 32 + chance.randrange(frames) * FRAME
        two = 32 + chance.randrange(frames + 1) * FRAME
        data[two : two + FRAME] = data[one : one + FRAME]

    edit(file.log, file.chance, change)


@kind(LIVE, expects=SHORTER)
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


@kind(LIVE, SAVE)
def log_of_itself_once(file: Damaged) -> None:
    """Put the log of the game as it was during play beside the closed save, or beside the file as it was then."""
    pair = {one.form: one for one in file.bases if one.name == file.base.name and one.form != RECORD}
    file.log.write_bytes(log_of(pair[LIVE].path).read_bytes())
    if file.base.form == LIVE and file.chance.random() < 0.5:
        file.path.write_bytes(pair[SAVE].path.read_bytes())


@kind(LIVE, expects=SHORTER)
def log_rubbish(file: Damaged) -> None:
    """Overwrite a range of the write-ahead log."""
    edit(file.log, file.chance, file.chance.choice((zero, noise)))


@kind(LIVE)
def log_appended(file: Damaged) -> None:
    """Append random bytes to the write-ahead log."""
    with file.log.open("ab") as target:
        target.write(file.chance.randbytes(file.chance.choice((5, 24, 4120, 20_000))))


@kind(*SAVES, weight=6)
def log_foreign(file: Damaged) -> None:
    """Put the write-ahead log of another game beside the save."""
    other = file.other(LIVE)
    file.log.write_bytes(other.path.with_name(other.path.name + "-wal").read_bytes())


@kind(SAVE)
def log_of_nothing(file: Damaged) -> None:
    """Put random bytes as a write-ahead log beside the save."""
    file.log.write_bytes(file.chance.randbytes(file.chance.choice((1, 32, 5000))))


@kind(*SAVES)
def shared_memory_rubbish(file: Damaged) -> None:
    """Put random bytes as the log's index beside the save."""
    file.path.with_name(file.path.name + "-shm").write_bytes(file.chance.randbytes(file.chance.choice((3, 32768))))


@kind(*SAVES)
def old_journal(file: Damaged) -> None:
    """Put a rollback journal beside the save: random bytes, or a whole one that would bring back zeros."""
    journal = file.path.with_name(file.path.name + "-journal")
    if file.chance.random() < 0.5:
        journal.write_bytes(file.chance.randbytes(6000))
        return
    pages = len(file.path.read_bytes()) // PAGE
    nonce = file.chance.randrange(2**32)
    head = b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + b"".join(
        number.to_bytes(4, "big") for number in (1, nonce, pages, 512, PAGE)
    )
    page = bytes(PAGE)
    total = (nonce + sum(page[index] for index in range(PAGE - 200, 0, -200))) % 2**32
    record = file.chance.randint(2, max(2, pages)).to_bytes(4, "big") + page + total.to_bytes(4, "big")
    journal.write_bytes(head.ljust(512, b"\0") + record)
