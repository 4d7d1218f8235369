"""What disks, cables and tools do to the bytes of a file, without knowing what is in it: edits of its bytes."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

PAGE = 4096
HEAD = 100
"""The bytes of SQLite's file header."""
LOG_HEAD = 32
FRAME = 24 + PAGE
"""The bytes of a frame of the write-ahead log, behind the log's own head."""

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


def page(data: bytearray, chance: random.Random) -> slice:
    """Return a random page."""
    start = chance.randrange(max(1, len(data) // PAGE)) * PAGE
    return slice(start, start + PAGE)


# ---- any file -------------------------------------------------------------------------------------------------------


def flip(data: bytearray, chance: random.Random) -> None:
    """Flip a few bits."""
    for _ in range(chance.choice((1, 1, 2, 8))):
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)


def zero(data: bytearray, chance: random.Random) -> None:
    """Zero a range."""
    where = stretch(data, chance)
    data[where] = bytes(len(data[where]))


def noise(data: bytearray, chance: random.Random) -> None:
    """Overwrite a range with random bytes."""
    where = stretch(data, chance)
    data[where] = chance.randbytes(len(data[where]))


def overwrite(data: bytearray, chance: random.Random) -> None:
    """Zero a range, or overwrite it with random bytes."""
    chance.choice((zero, noise))(data, chance)


def shorten(data: bytearray, chance: random.Random) -> None:
    """Cut the end off."""
    del data[chance.randrange(len(data)) :]


def any_of_these(data: bytearray, chance: random.Random) -> None:
    """Flip bits, zero or overwrite a range, or cut the end off."""
    chance.choice((flip, zero, noise, shorten))(data, chance)


def lengthen(data: bytearray, chance: random.Random) -> None:
    """Append random bytes, zeros, line ends, or the whole once more."""
    size = chance.choice((1, 7, 24, 4096, 4120, 70_000))
    data += chance.choice((chance.randbytes(size), bytes(size), b"\n" * size, bytes(data)))


def insert(data: bytearray, chance: random.Random) -> None:
    """Insert random bytes in the middle."""
    place = chance.randrange(len(data))
    data[place:place] = chance.randbytes(chance.choice((1, 3, 512, 4096)))


def take_out(data: bytearray, chance: random.Random) -> None:
    """Leave out a range."""
    del data[stretch(data, chance)]


def recode(data: bytearray, chance: random.Random) -> None:
    """Store the bytes in another encoding, as an editor or a mail program would."""
    text = data.decode("latin-1")
    data[:] = chance.choice(
        (
            text.encode("utf-8"),
            b"\xff\xfe" + text.encode("utf-16-le"),
            b"\xef\xbb\xbf" + data,
            data.replace(b"\n", b"\r\n"),
            data.replace(b"\n", b"\r"),
            bytes(byte & 0x7F for byte in data),
        )
    )


# ---- pages and header of a save -------------------------------------------------------------------------------------


def zero_page(data: bytearray, chance: random.Random) -> None:
    """Zero a page."""
    where = page(data, chance)
    data[where] = bytes(len(data[where]))


def swap_pages(data: bytearray, chance: random.Random) -> None:
    """Swap two pages."""
    one, two = page(data, chance), page(data, chance)
    data[one], data[two] = data[two], data[one]


def copy_page(data: bytearray, chance: random.Random) -> None:
    """Write a page over another."""
    data[page(data, chance)] = data[page(data, chance)]


def cut_at_page(data: bytearray, chance: random.Random) -> None:
    """Cut the end off where a page ends."""
    del data[chance.randrange(1, max(2, len(data) // PAGE)) * PAGE :]


def spoil_head(data: bytearray, chance: random.Random) -> None:
    """Change a byte of SQLite's file header."""
    data[chance.randrange(HEAD)] = chance.choice((0, 1, 2, 255, chance.randrange(256)))


def spoil_schema(data: bytearray, chance: random.Random) -> None:
    """Change a byte of the first page behind the header: its directory, or the text of the schema."""
    data[chance.randrange(HEAD, min(PAGE, len(data)))] ^= 1 << chance.randrange(8)


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


def forge_head(data: bytearray, chance: random.Random) -> None:
    """Put an absurd value into a field of SQLite's file header: billions of pages, pages of another size."""
    place = chance.choice(sorted(HEAD_FIELDS))
    value = chance.choice(HEAD_FIELDS[place])
    data[place : place + len(value)] = value


# ---- frames of the write-ahead log ----------------------------------------------------------------------------------


def cut_at_frame(data: bytearray, chance: random.Random) -> None:
    """Cut the log off where a frame ends, or between the head of a frame and its page."""
    frames = max(1, (len(data) - LOG_HEAD) // FRAME)
    del data[LOG_HEAD + chance.randrange(frames) * FRAME + chance.choice((0, 0, 24)) :]


def copy_frame(data: bytearray, chance: random.Random) -> None:
    """Write a frame of the log over another, or after the last one."""
    frames = (len(data) - LOG_HEAD) // FRAME
    one = LOG_HEAD + chance.randrange(frames) * FRAME
    two = LOG_HEAD + chance.randrange(frames + 1) * FRAME
    data[two : two + FRAME] = data[one : one + FRAME]
