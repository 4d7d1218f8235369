"""`docs` and `content list`: what an installed user reads and looks up; and that the wheel holds it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import tomli

from defiance_qt import cli
from defiance_qt.core.errors import DefianceError
from defiance_qt.lab.kit.documents import documents, shown
from tests.conftest import ROOT

Capture = pytest.CaptureFixture[str]
LINK = re.compile(r"\[[^\]]+\]\(([^)#\s]+)(?:#[^)]*)?\)")
INSTALLED = ("docs", "plugins", "expansions")


def test_all_documents_are_listed_with_their_titles() -> None:
    listed = dict(line.split(maxsplit=1) for line in shown())
    assert listed["plugins"] == "Writing a plugin"
    assert set(listed) == {path.stem for path in (ROOT / "docs").glob("*.md")} == set(documents())


@pytest.mark.parametrize("name", ["content", "content.md", "Content"])
def test_a_document_is_shown_whole_and_for_a_terminal(name: str) -> None:
    text = "\n".join(shown(name))
    assert text.startswith("# Writing content")
    assert "## Words" in text
    assert "](" not in text


def test_a_comment_in_code_is_no_heading() -> None:
    assert "# Where it appears: a mission that is there already." in "\n".join(shown("a unit with an ability"))


@pytest.mark.parametrize(
    ("word", "begins"), [("modify_roll", "### `modify_roll(context, roll)`"), ("the manifest", "## The manifest")]
)
def test_a_heading_shows_its_section(word: str, begins: str) -> None:
    assert next(shown(word)) == begins


def test_words_find_the_sections_that_have_all_of_them() -> None:
    lines = list(shown("kept copies"))
    assert "plugins: Where plugins are" in lines
    assert all(len(line) < 170 for line in lines)
    with pytest.raises(DefianceError, match="No document has 'xyzzy': architecture"):
        list(shown("xyzzy"))


def test_on_the_command_line(capsys: Capture) -> None:
    assert cli.main(["docs", "fixed", "dice"]) == 0
    assert "plugins: Tests" in capsys.readouterr().out
    assert cli.main(["docs", "zzz", "--lang", "es"]) == 2
    assert capsys.readouterr().err.startswith("Ningún documento tiene «zzz»: ")


def test_ids_are_listed_with_their_names(capsys: Capture) -> None:
    assert cli.main(["content", "list", "states", "--lang", "es"]) == 0
    assert "burning      Ardiendo" in capsys.readouterr().out
    assert cli.main(["content", "list", "units", "--plugin", "angler"]) == 0
    assert "angler" in capsys.readouterr().out
    assert cli.main(["content", "list"]) == 0
    kinds = {line.split()[0] for line in capsys.readouterr().out.splitlines()}
    assert {"abilities", "dice", "equipment", "loot", "missions", "states", "tiles", "units"} < kinds
    assert cli.main(["content", "list", "weather"]) == 2
    assert "There is no kind of content 'weather': abilities, ai_cards, areas" in capsys.readouterr().err


def test_all_kinds_but_rolls_and_some_abilities_have_names(capsys: Capture) -> None:
    assert cli.main(["content", "list", "--json"]) == 0
    import json

    found = json.loads(capsys.readouterr().out)
    nameless = {kind for kind, ids in found.items() for name in ids.values() if not name}
    assert nameless == {"abilities", "rolls"}


# ---- what is installed ----


def test_the_wheel_holds_documents_and_plugins_beside_each_other() -> None:
    wheel = tomli.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert set(INSTALLED) < set(wheel["only-include"])
    assert wheel["sources"] == {name: f"defiance_qt/_bundled/{name}" for name in INSTALLED}


PAGES = [page for folder in INSTALLED for page in sorted((ROOT / folder).rglob("*.md")) if "images" not in page.parts]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_no_link_of_an_installed_page_is_dead(page: Path) -> None:
    for target in LINK.findall(page.read_text(encoding="utf-8")):
        if not target.startswith("http"):
            there = (page.parent / target).resolve()
            assert there.exists(), target
            assert there.relative_to(ROOT).parts[0] in INSTALLED, target
            assert "images" not in there.parts, target


def test_the_page_of_the_package_leads_to_no_file() -> None:
    project = tomli.loads((ROOT / "pyproject.toml").read_text())["project"]
    text = (ROOT / project["readme"]).read_text(encoding="utf-8")
    assert LINK.findall(text) == []
    assert "defiance-qt docs" in text
