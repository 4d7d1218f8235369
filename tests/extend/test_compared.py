"""Two versions of a plugin's files, compared line by line within limits."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from defiance_qt.extend import compared, remembered
from defiance_qt.extend.compared import Line, compare, contents, plain, readable, readme
from defiance_qt.extend.installing import install, remove
from defiance_qt.extend.remembered import forget, remember
from tests.extend.plugins import plugin


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    return tmp_path


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


def test_a_plugin_of_content_is_remembered_when_it_is_installed_and_forgotten_with_it(home: Path) -> None:
    install(plugin(home / "made", "quiet"))
    assert "plugin.toml" in remembered.remembered("quiet")
    remove("quiet")
    assert remembered.remembered("quiet") == {}


def test_what_takes_too_much_room_is_remembered_by_its_digests(monkeypatch: pytest.MonkeyPatch) -> None:
    files = {"a": b"text" * 100}
    remember("one", files)
    assert remembered.remembered("one")["a"].text == "text" * 100
    monkeypatch.setattr(remembered, "_LARGEST", 200)
    remember("two", files)
    assert remembered.remembered("two")["a"].text is None
    forget("one")
    assert remembered.remembered("one") == {}


def test_a_damaged_memory_is_none() -> None:
    remember("one", {"a": b"text"})
    (remembered.folder() / "one.json").write_text("[", encoding="utf-8")
    assert remembered.remembered("one") == {}


def test_names_that_are_not_utf_8_are_remembered_and_told_apart() -> None:
    # Names as the file system gives them.
    one, other = os.fsdecode(b"a\xff"), os.fsdecode(b"a\xfe")
    remember("strange", {one: b"x", other: b"y"})
    old = remembered.remembered("strange")
    assert old == contents({one: b"x", other: b"y"})
    assert [one.name for one in compare(old, contents({one: b"x", other: b"z"}))] == ["a\\udcfe"]
