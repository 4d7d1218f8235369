"""What commands print: no control character of others, and nothing that the output cannot hold."""

from __future__ import annotations

import ast
import io
import re
import sys
from pathlib import Path

import pytest

import defiance_qt
from defiance_qt import cli
from defiance_qt.extend.sessions import Session
from defiance_qt.lab.terminal import plain_output, visible
from tests.sources import tree

SOURCES = Path(defiance_qt.__file__).parent
CONTROLS = [chr(code) for code in (*range(0x20), *range(0x7F, 0xA0)) if chr(code) not in "\n\t"]


@pytest.mark.parametrize("sign", CONTROLS)
def test_a_control_character_is_printed_as_what_it_is(sign: str, capsys: pytest.CaptureFixture[str]) -> None:
    with plain_output():
        print(f"a{sign}b")
        print(f"a{sign}b", file=sys.stderr)
    out, err = capsys.readouterr()
    assert out == err == f"a\\x{ord(sign):02x}b\n"


def test_what_turns_the_direction_of_writing_is_shown() -> None:
    assert visible("\u202egnp\u202c \u2066x\u2069") == "\\u202egnp\\u202c \\u2066x\\u2069"
    assert visible("שלום") == "שלום"


def test_other_text_is_printed_as_it_is() -> None:
    text = "one\ttwo\nтри ñ «—»"
    assert visible(text) == text


def test_a_sign_that_the_output_lacks_is_escaped(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="latin-1"))
    assert cli.main(["rules", "R-001", "--lang", "ru"]) == 0
    assert b"\\u0" in raw.getvalue()


def test_a_hostile_name_of_a_save_reaches_no_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.defiance"
    with Session.new(mission="extraction", seed=1, path=path) as session:
        session.note("\x1b]0;PWN\x07\x1b[31mred")
        session.submit(session.legal()[0])
        session.describe("\x1b]0;PWN\x07")
    for command in (["log"], ["verify"], ["chronicle"]):
        assert cli.main([*command, str(path)]) == 0
    out, err = capsys.readouterr()
    assert "\x1b" not in out + err
    assert "red" in out


def test_commands_print_within_the_boundary_only() -> None:
    """Whoever writes to the streams of the process itself would go around it."""
    found = {
        path.relative_to(SOURCES).as_posix()
        for path in SOURCES.rglob("*.py")
        if re.search("__std(out|err)__", path.read_text("utf-8"))
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Attribute) and ast.unparse(node) in ("sys.__stdout__", "sys.__stderr__")
    }
    # The bar of `simulate` is drawn with control characters, and holds no text.
    assert found == {"lab/progress.py"}
