"""Two versions of a plugin's files, compared line by line within limits."""

from __future__ import annotations

import os
import time

from defiance_qt.extend import compared
from defiance_qt.extend.compared import Line, compare, contents, plain, readable, readme


def test_each_file_that_differs_has_its_lines_and_a_few_around_them() -> None:
    old = contents({"a": b"".join(b"%d\n" % n for n in range(20)), "b": b"gone", "c": b"same"})
    new = contents({"a": b"".join(b"%d\n" % n for n in range(20) if n != 10), "c": b"same", "d": b"x\ny"})
    changed, gone, fresh = compare(old, new)
    assert (changed.name, changed.kind, changed.added, changed.removed) == ("a", "changed", 0, 1)
    assert changed.lines[0] == Line("…", "")
    assert [line.sign + line.text for line in changed.lines[1:]] == [" 7", " 8", " 9", "-10", " 11", " 12", " 13"]
    assert (gone.name, gone.kind, gone.removed) == ("b", "gone", 1)
    assert (fresh.name, fresh.kind, fresh.added) == ("d", "new", 2)


def test_what_is_no_text_or_too_large_is_named_and_not_compared() -> None:
    old = contents({"picture": b"\x89PNG\0", "large": b"a"})
    new = contents({"picture": b"\x89PNG\0\0", "large": b"a" * (compared.LARGEST + 1)})
    assert [(one.name, one.readable, one.lines) for one in compare(old, new)] == [
        ("large", False, ()),
        ("picture", False, ()),
    ]


def test_a_comparison_has_a_limit_of_lines_and_of_time() -> None:
    began = time.process_time()
    old = contents({"a": b"\n".join(b"%d" % (n % 50) for n in range(compared.MOST_LINES))})
    new = contents({"a": b"\n".join(b"%d" % (n % 49) for n in range(compared.MOST_LINES))})
    (one,) = compare(old, new)
    assert len(one.lines) == compared.MOST_SHOWN
    assert one.cut > 0
    assert time.process_time() - began < 10


def test_signs_that_hide_what_a_line_says_are_written_out() -> None:
    assert plain("a\u202eb\x1b\tc".encode()) == "a\\u202eb\\u001b\tc"
    assert plain(b"\xff") is None
    assert readable(b"\xffa\n" * (compared.MOST_LINES + 1)).endswith("…")


def test_a_long_line_is_cut() -> None:
    (one,) = compare({}, contents({"a": b"x" * 1000}))
    assert len(one.lines[0].text) == compared.WIDEST


def test_the_text_to_be_read_first_is_that_of_the_language() -> None:
    assert readme(["README.md", "readme.es.md", "content/readme.md"], "es") == "readme.es.md"
    assert readme(["README.md", "readme.es.md"], "ru") == "README.md"
    assert readme(["content/readme.md"], "en") == ""


def test_names_that_are_not_utf_8_are_told_apart() -> None:
    # Names as the file system gives them.
    one, other = os.fsdecode(b"a\xff"), os.fsdecode(b"a\xfe")
    old, new = contents({one: b"x", other: b"y"}), contents({one: b"x", other: b"z"})
    assert [one.name for one in compare(old, new)] == ["a\\udcfe"]
