"""The replay page: what it holds, in every language and on every branch, and that nothing in it can be misused."""

from __future__ import annotations

import gzip
import json
import re
from base64 import b64decode, b64encode
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from defiance_qt.cli import main
from defiance_qt.core.lines import lines
from defiance_qt.extend import systems
from defiance_qt.extend.opening import open_save
from defiance_qt.extend.sessions import Session
from defiance_qt.lab.replay.content import UI, content
from defiance_qt.lab.replay.drawings import Symbols, _path
from defiance_qt.lab.replay.page import FOLDER, harmless_json, packed, page
from defiance_qt.words.languages import LANGUAGES
from tests.conftest import ROOT

EVIL = "</script><script>alert(1)</script><!--\u2028\u2029&\x1b]]>"
RECORDINGS = sorted((ROOT / "saves").glob("*.defiance"))


def played(steps: int = 6) -> Session:
    """A game in memory, each step the first legal command."""
    session = Session.new(mission="extraction", seed=1, journal=False)
    for _ in range(steps):
        session.submit(session.legal()[0])
    return session


@pytest.fixture(scope="module")
def branched() -> Session:
    """A game with a branch, and with names and notes that are not to be trusted."""
    session = played()
    session.note(EVIL, 2)
    session.checkpoint(EVIL, 3)
    session.describe(title=EVIL, comment=EVIL)
    session.fork(3, "another way" + EVIL)
    for _ in range(2):
        session.submit(session.legal()[-1])
    session.jump(6)
    return session


def in_words(session: Session, language: str = "en") -> str:
    """The page of a game without its board."""
    return page(content(session, LANGUAGES), session.words(language), Symbols())


@pytest.fixture(scope="module")
def whole(branched: Session) -> str:
    return in_words(branched, "es")


class Page(HTMLParser):
    """The scripts of a page by their ids, and all its tags with their attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.scripts: list[tuple[dict[str, str | None], str]] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attributes)))
        if tag in ("script", "style"):
            self.scripts.append((dict(attributes), ""))

    def handle_data(self, text: str) -> None:
        if self.cdata_elem is not None:
            attributes, before = self.scripts[-1]
            self.scripts[-1] = attributes, before + text

    def held(self, id: str) -> str:
        return next(text for attributes, text in self.scripts if attributes.get("id") == id)


def data(text: str) -> dict[str, Any]:
    """What the page shows: its frame, steps and log."""
    found: dict[str, Any] = json.loads(Page(text).held("data"))
    return {**found, **unpacked(text, "game")}


def unpacked(text: str, id: str = "reasons") -> dict[str, Any]:
    found: dict[str, Any] = json.loads(gzip.decompress(b64decode(Page(text).held(id))))
    return found


def told(found: dict[str, Any], language: str) -> list[tuple[int, str]]:
    """The sentences of the log with their steps."""
    people = found["people"][language]
    return [
        (at, "".join(people[word][0] if isinstance(word, int) else word for word in words))
        for at, _, _, _, *words in found["log"][language]
    ]


def test_what_people_write_stays_text(whole: str) -> None:
    found = Page(whole)
    assert [tag for tag, _ in found.tags].count("script") == 4
    assert "<!--" not in whole.split("<body>")[1]
    held = data(whole)
    clean = EVIL.replace("\x1b", "\ufffd").replace("\u2028", "\ufffd").replace("\u2029", "\ufffd")
    assert held["names"] == {"3": clean}
    assert held["notes"] == {"2": [clean]}
    assert (held["name"], held["comment"]) == (clean, clean)
    assert held["lines"][1]["name"] == "another way" + clean


def test_json_cannot_leave_its_element() -> None:
    text = harmless_json({"a": EVIL, "б": ["<", ">"]})
    assert not re.search("[<>&\u2028\u2029]", text)
    assert json.loads(text) == {"a": EVIL, "б": ["<", ">"]}


def test_the_policy_forbids_every_request_and_allows_this_script_alone(whole: str) -> None:
    found = Page(whole)
    policy = next(one["content"] for tag, one in found.tags if one.get("http-equiv") == "Content-Security-Policy")
    assert policy is not None
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    style = next(text for attributes, text in found.scripts if not attributes)
    assert rules["default-src"] == "'none'"
    assert rules["style-src"] == f"'sha256-{b64encode(sha256(style.encode()).digest()).decode()}'"
    script = (FOLDER / "page.js").read_text(encoding="utf-8")
    assert rules["script-src"] == f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'"
    assert script in whole
    assert len(script) < 20_000
    assert [one for tag, one in found.tags if {"src", "style", "onload", "onclick"} & one.keys()] == []
    assert re.search(r"https?://(?!www\.w3\.org/2000/svg)", whole) is None


def test_every_step_of_every_branch_is_there(branched: Session, whole: str) -> None:
    held = data(whole)
    timeline = branched.timeline
    assert [one and one[0] for one in held["steps"]] == [-1, 0, 1, 2, 3, 4, 5, 3, 7]
    assert [(one["tip"], one["leaves"]) for one in held["lines"]] == [(6, None), (8, 3)]
    assert held["head"] == timeline.head == 6


def test_lines_belong_to_the_steps_that_they_tell_of(branched: Session, whole: str) -> None:
    held, reasons = data(whole), unpacked(whole)
    for language in LANGUAGES:
        words = branched.words(language)
        for (at, first, last, *_), parts in zip(held["log"][language], reasons[language]["lines"], strict=True):
            assert first <= at <= last
            steps = [
                one for one in range(first, last + 1) if branched.timeline.depth(one) <= branched.timeline.depth(last)
            ]
            events = branched.event_contexts(steps)
            exact = [branched.game.narrate(one.event, one.after, words) for one in events]
            assert {reasons[language]["texts"][sentence] for sentence, _, _ in parts} <= set(exact)
            assert (first <= 6) == (last <= 6), "a sentence goes on beyond its branch"


def test_each_language_has_the_whole_log(branched: Session, whole: str) -> None:
    held = data(whole)
    logs = [told(held, language) for language in LANGUAGES]
    assert [[at for at, _ in log] for log in logs] == [[at for at, _ in logs[0]]] * 3
    assert len({tuple(text for _, text in log) for log in logs}) == 3
    assert {len(one) for one in held["texts"] if isinstance(one, list)} == {3}
    assert held["ui"].keys() == UI.keys()
    assert Page(whole).tags[0] == ("html", {"lang": "es"})


def test_reasons_are_those_of_the_log(branched: Session, whole: str) -> None:
    held = data(whole)
    reasons = unpacked(whole)
    for language in LANGUAGES:
        parts = reasons[language]["lines"]
        assert len(parts) == len(held["log"][language])
        cited = {rule for line in parts for _, rules, _ in line for rule in rules}
        assert cited
        assert cited == reasons[language]["rules"].keys()
    assert packed(reasons) == packed(reasons)


def test_a_state_is_told_in_words(whole: str) -> None:
    held = data(whole)
    texts = held["texts"]
    first = held["steps"][0][1]
    assert texts[first["figures"][0][0]] == ["Uma", "Uma", "Ума"]
    assert first["figures"][0][1:] == [9, 9]
    assert texts[first["chapter"]][0] == "Setup"
    changes = [set(one[1]) for one in held["steps"] if one]
    assert "goals" in changes[0]
    assert all("goals" not in one for one in changes[1:])


def test_a_change_of_mind_is_no_branch() -> None:
    session = played(3)
    session.undo()
    session.submit(session.legal()[1])
    assert [(line.tip, line.leaves) for line in lines(session)] == [(4, None)]


def test_a_branch_of_a_branch_leaves_at_its_own_step() -> None:
    session = played(3)
    for step, name in ((1, "first"), (4, "second")):
        session.fork(step, name)
        session.submit(session.legal()[-1])
    assert [(line.name, line.tip, line.leaves) for line in lines(session)] == [("second", 5, None), ("", 3, 1)]


def test_a_game_whose_system_is_missing_says_so_and_keeps_its_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save = tmp_path / "pig.defiance"
    with Session.new("pig", mission="duel", seed=1, path=save) as session:
        session.submit(session.legal()[0])
        whole = data(in_words(session))
    monkeypatch.setattr(systems, "default_folders", lambda: ())
    with open_save(save, read_only=True) as session:
        assert session.readable_only
        held = data(in_words(session))
    english, spanish, russian = held["texts"][held["lacks"][0]]
    assert "pig" in english
    assert len({english, spanish, russian}) == 3
    for language in LANGUAGES:
        sentences = [text for _, text in told(held, language)]
        assert sentences
        assert set(sentences) <= {text for _, text in told(whole, language)}


def test_the_command_writes_a_page_and_overwrites_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save, out = tmp_path / "pig.defiance", tmp_path / "pig.html"
    with Session.new("pig", mission="duel", seed=1, path=save) as session:
        session.submit(session.legal()[0])
    assert main(["export", str(save), str(out), "--lang", "ru"]) == 0
    assert out.read_text(encoding="utf-8").startswith('<!doctype html>\n<html lang="ru">')
    assert main(["export", str(save), str(out)]) == 2
    assert capsys.readouterr().err == "pig.html already exists.\n"
    assert main(["export", str(save), str(tmp_path / "none" / "pig.html")]) == 2
    assert capsys.readouterr().err.startswith("pig.html could not be written: ")
    save.write_bytes(save.read_bytes()[:2000])
    assert main(["export", str(save), str(tmp_path / "other.html")]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert sorted(one.name for one in tmp_path.iterdir()) == ["pig.defiance", "pig.html"]


def svg(inside: str, box: str = "-9 -9 18 18") -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{inside}</svg>'


def test_a_drawing_is_held_once_for_both_themes() -> None:
    found = Symbols()
    for id, x in (("a", 1), ("b", 5)):
        shape = f'<path d="M{x},2 L{x + 3},2 L{x + 3},6.04 Z "/>'
        found.add(id, *(svg(f'<g fill="{color}" fill-opacity="1">{shape}</g>') for color in ("#111111", "#eeeeee")))
    assert found.markup == (
        '<defs><path id="q0" d="M0 0l3 0 0 4z"/></defs>'
        '<symbol id="a" viewBox="-9 -9 18 18" overflow="visible">'
        '<g fill="var(--c0)"><use href="#q0" x="1" y="2"/></g></symbol>'
        '<symbol id="b" viewBox="-9 -9 18 18" overflow="visible">'
        '<g fill="var(--c0)"><use href="#q0" x="5" y="2"/></g></symbol>'
    )
    assert ":root{--c0:#eeeeee;}@media (prefers-color-scheme: dark){:root{--c0:#111111;}}" in found.rules


def test_only_shapes_of_a_drawing_get_into_the_page() -> None:
    found = Symbols()
    evil = (
        '<script>alert(1)</script><image href="http://x"/><a href="javascript:1"><path d="M0,0 L1,1"/></a>'
        '<foreignObject/><style>*{}</style><g onload="x" style="fill:url(http://x)" fill="url(http://x)">'
        '<circle r="4" fill="&quot;&gt;&lt;b"/></g>'
    )
    found.add("a", svg(evil), svg(evil))
    assert found.markup == (
        '<defs></defs><symbol id="a" viewBox="-9 -9 18 18" overflow="visible"><circle r="4"/></symbol>'
    )
    arc = svg('<path d=""/><path d="M1,1 A2 2 0 0 1 4 4"/>')
    found.add("b", arc, arc)
    assert found.markup.endswith('overflow="visible"><path d="M1,1 A2 2 0 0 1 4 4"/></symbol>')
    with pytest.raises(ValueError, match="'a' is not SVG"):
        found.add("a", "<svg", "<svg/>")


@pytest.mark.parametrize(
    ("path", "short"),
    [
        ("M1,1 L2,2 L3,1 Z ", ("1", "1", "M0 0l1 1 1-1z")),
        ("M0,0 L4,0 Z M8,0 L9,0", ("0", "0", "M0 0l4 0zm8 0l1 0")),
        ("M1e-15,2 C1,2 3,4 5,6 C6,7 8,9 9,9", ("0", "2", "M0 0c1 0 3 2 5 4 1 1 3 3 4 3")),
    ],
)
def test_a_path_goes_on_in_relative_steps(path: str, short: tuple[str, str, str]) -> None:
    assert _path(path) == short
