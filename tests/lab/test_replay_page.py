"""Replay pages in a real browser: of every recording, of each system, with every key, on a phone and on paper."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from defiance_qt.extend.opening import open_save
from defiance_qt.extend.sessions import Session
from defiance_qt.lab.bots import RandomBot
from defiance_qt.lab.replay import write
from defiance_qt.words.languages import LANGUAGES
from tests.conftest import ROOT
from tests.lab.browser import Browser

RECORDINGS = sorted((ROOT / "saves").glob("*.defiance"))
LARGEST = 500_000
OTHERS = {"pig": "duel", "warfighter": "salt_road", "n3": "furnace_yard"}
STEPS = 50

SHOWN = """(async steps => {
  const found = [];
  for (const step of steps) {
    if (location.hash !== '#' + step) {
      const shown = new Promise(done => addEventListener('hashchange', done, {once: true}));
      location.hash = '#' + step;
      await shown;
    }
    const pieces = [...document.querySelectorAll('#pieces [data-id]')];
    const board = !document.getElementById('board').hidden;
    found.push([
      document.getElementById('place').textContent,
      board ? pieces.map(one =>
        [one.dataset.id, one.style.transform, one.querySelector('title')?.textContent || '']) : [],
      document.getElementById('state').textContent,
    ]);
  }
  return found;
})"""

RIGHT = "document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight', bubbles: true}))"

HERE = "document.getElementById('link').hash"
"""The step that is shown. The address follows a little later."""

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    found = Browser(tmp_path_factory.mktemp("browser"))
    yield found
    found.close()


@pytest.fixture(autouse=True)
def plain(browser: Browser) -> None:
    browser.size(1280, 800)


def written(session: Session, folder: Path, language: str = "en") -> Path:
    page = folder / "page.html"
    write(session, page, session.words(language))
    return page


def asked_for_nothing(browser: Browser, page: Path) -> bool:
    asked = [one.partition("#")[0] for one in browser.requests.values()]
    return not browser.errors and not browser.stopped and asked == [page.as_uri()]


def sentences(browser: Browser) -> list[str]:
    lines = "[...document.querySelectorAll('#log li.now > div')]"
    found: list[str] = browser.value(f"{lines}.map(one => one.textContent)")
    return found


@pytest.mark.parametrize("save", RECORDINGS, ids=lambda path: path.stem)
def test_a_page_shows_every_recording_as_it_was(browser: Browser, save: Path, tmp_path: Path) -> None:
    """To its end by keys; then at random steps each figure is where the State has it, with the same health."""
    with open_save(save, read_only=True) as session:
        page = written(session, tmp_path)
        assert page.stat().st_size <= LARGEST
        browser.open(page, "#0")
        line = session.timeline.line
        browser.value(f"for (let at = 1; at < {len(line)}; at += 1) {RIGHT}")
        assert browser.value(HERE) == f"#{line[-1]}"
        assert browser.value("document.getElementById('on').disabled") is True
        browser.wait(f"location.hash === {HERE}")
        chosen = random.Random(7).sample(range(len(session.timeline)), min(STEPS, len(session.timeline)))
        for step, (place, pieces, _) in zip(chosen, browser.value(f"{SHOWN}({chosen})"), strict=True):
            assert place.startswith(f"step {step} of ")
            assert positions(pieces) == expected(session, step), f"step {step}"
        assert asked_for_nothing(browser, page)


def positions(pieces: list[tuple[str, str, str]]) -> dict[str, tuple[int, int, str]]:
    """Each named figure of a page: its place, to 32 points, and what is said of it."""
    found = {}
    for id, transform, title in pieces:
        place = re.match(r"translate\((-?[\d.]+)px, (-?[\d.]+)px\)", transform)
        assert place is not None, transform
        if title and not id.startswith("thing:"):
            found[id] = (round(float(place[1]) / 32), round(float(place[2]) / 32), title.partition(" · ")[2])
    return found


def expected(session: Session, step: int) -> dict[str, tuple[int, int, str]]:
    """The same from the State: crowds stand up to 12 points off the middle of their space."""
    from defiance_qt.systems.defiance.view.board import geometry
    from defiance_qt.systems.defiance.view.board.display import CROWD

    state: Any = session.timeline.state_at(step)
    rules = session.game.rules_for(state)  # type: ignore[attr-defined]  # of this game
    figures = [one for one in (*state.team.values(), *state.enemies.values()) if one.space]
    found, crowds = {}, {one.space: [two.id for two in figures if two.space == one.space] for one in figures}
    for one in figures:
        most = rules.loadout(one).wounds if one.id in state.team else state.units[one.unit].profile.wounds
        x, y = geometry.centre(rules.board.hex(rules.board.space(one.space)))
        crowd = crowds[one.space]
        dx, dy = CROWD[min(len(crowd), 3) - 1][crowd.index(one.id) % 3]
        left = f"{one.space} · {max(0, most - one.damage)}/{most}"
        found[one.id] = (round((x + dx) / 32), round((y + dy) / 32), left)
    return found


@pytest.mark.parametrize(("system", "mission"), OTHERS.items())
def test_a_game_without_pictures_is_told_in_words(browser: Browser, system: str, mission: str, tmp_path: Path) -> None:
    session, bot = Session.new(system, mission=mission, seed=3, journal=False), RandomBot(3)
    for _ in range(60):
        if session.result is None:
            session.submit(bot.choose(session.game, session.state, session.legal()))
    page = written(session, tmp_path)
    browser.open(page)
    last = session.timeline.line[-1]
    browser.press("Home")
    browser.press("End")
    assert browser.value(HERE) == f"#{last}"
    browser.wait(f"location.hash === {HERE}")
    steps = list(range(0, last + 1, 7))
    words = session.words()
    for step, (_, pieces, told) in zip(steps, browser.value(f"{SHOWN}({steps})"), strict=True):
        assert pieces == []
        for one in session.game.summary(session.timeline.state_at(step)).figures:
            name = next(words(key) for key in one.names if key in words)
            assert f"{name} {one.left}/{one.of}" in told
    assert asked_for_nothing(browser, page)


@pytest.fixture(scope="module")
def branches(tmp_path_factory: pytest.TempPathFactory) -> Path:
    with open_save(ROOT / "saves/extraction-branches.defiance", read_only=True) as session:
        return written(session, tmp_path_factory.mktemp("branches"))


def test_keys_chapters_and_autoplay(browser: Browser, branches: Path) -> None:
    browser.open(branches, "#0")
    on, back, page_up, page_down = "ArrowRight", "ArrowLeft", "PageUp", "PageDown"
    hashes = []
    for key in (on, on, back, page_down, page_down, page_up, on, page_up, "End"):
        browser.press(key)
        hashes.append(browser.value(HERE))
    assert hashes == ["#1", "#2", "#1", "#5", "#68", "#5", "#6", "#5", "#403"]
    browser.press("Home")
    playing = "document.getElementById('play').classList.contains('playing')"
    browser.press(" ")
    assert browser.value(playing) is True
    browser.wait(f"{HERE} === '#1'")
    browser.press(" ")
    assert browser.value(playing) is False


def test_a_link_opens_its_step_on_its_branch(browser: Browser, branches: Path) -> None:
    browser.open(branches, "#470")
    tabs = "[...document.querySelectorAll('#tabs button')].map(one => [one.firstChild.data, one.ariaSelected])"
    assert browser.value(tabs) == [["The game", "false"], ["another way", "false"], ["with fresh dice", "true"]]
    browser.value("document.querySelectorAll('#tabs button')[0].click()")
    assert browser.value(HERE) == "#202"
    assert browser.value(tabs)[0][1] == "true"
    browser.open(branches, "#99999")
    assert browser.value(HERE) == "#0"


def test_every_language_and_the_reasons(browser: Browser, branches: Path) -> None:
    found = []
    for language in LANGUAGES:
        browser.size(1280, 800, language=language)
        browser.open(branches, "#229")
        browser.value("document.querySelector('#log li.now .why').click()")
        browser.wait("document.querySelector('#log li.now .reasons p')")
        why = browser.value("document.querySelector('#log li.now .reasons').textContent")
        found.append((browser.value("document.documentElement.lang"), sentences(browser)[0], why))
        assert "R-193" in why
        assert asked_for_nothing(browser, branches)
    assert [one for one, _, _ in found] == list(LANGUAGES)
    assert len({told for _, told, _ in found}) == len({why for _, _, why in found}) == 3
    browser.value(
        "(() => { const one = document.getElementById('language'); one.value = 'en';"
        " one.dispatchEvent(new Event('change')); })()"
    )
    assert sentences(browser)[0].startswith(found[0][1].split(" › ")[0][:40])


def test_what_people_wrote_is_text(browser: Browser, tmp_path: Path) -> None:
    evil = "</script><script>window.hurt = 1</script><img src=x onerror='hurt = 1'>"
    session = Session.new(mission="extraction", seed=1, journal=False)
    session.submit(session.legal()[0])
    session.describe(title=evil, comment=evil)
    session.note(evil)
    session.checkpoint(evil)
    page = written(session, tmp_path)
    browser.open(page)
    assert browser.value("window.hurt") is None
    assert browser.value("document.images.length") == 0
    assert browser.text("title") == evil
    assert browser.text("notes").count(evil) == 2
    assert asked_for_nothing(browser, page)


def test_the_policy_stops_what_would_load(browser: Browser, branches: Path) -> None:
    browser.open(branches)
    browser.value("fetch('https://example.invalid/').catch(() => 0)")
    browser.value("Object.assign(new Image(), {onerror: () => window.failed = 1, src: 'https://example.invalid/'}).src")
    browser.wait("window.failed")
    assert set(browser.stopped) == {"https://example.invalid/"}
    assert len(browser.requests) == 1
    assert any("Content Security Policy" in one for one in browser.errors)


@pytest.mark.parametrize("dark", [False, True])
def test_a_phone_shows_board_and_log_without_scrolling_sideways(browser: Browser, branches: Path, dark: bool) -> None:
    browser.size(390, 844, dark=dark)
    browser.open(branches, "#229")
    assert browser.value("document.documentElement.scrollWidth") == 390
    assert browser.value("document.querySelector('#log li.now').getBoundingClientRect().bottom") <= 844
    small = "[...document.querySelectorAll('#controls button, #zoom')].every(one => one.offsetHeight >= 44)"
    assert browser.value(small) is True
    box = "document.querySelector('#board > svg').getAttribute('viewBox').split(' ')[2]"
    near = float(browser.value(box))
    browser.value("document.getElementById('zoom').click()")
    assert near < 600 < float(browser.value(box))
    ground = "getComputedStyle(document.body).backgroundColor"
    assert browser.value(ground) == ("rgb(11, 17, 23)" if dark else "rgb(233, 238, 240)")


def test_a_screen_reader_hears_the_step(browser: Browser, branches: Path) -> None:
    browser.open(branches, "#228")
    browser.press("ArrowRight")
    heard = browser.value("document.querySelector('[aria-live=polite]').textContent")
    assert heard.startswith("step 229 of 403. Cadmus #2 shot Billie out of action")
    slider = browser.value("document.getElementById('slider').getAttribute('aria-valuetext')")
    assert slider == "Round 4, step 229 of 403"
    label = browser.value("document.querySelector('#board > svg').getAttribute('aria-label')")
    assert "Jazz (Stunned) · " in label
    controls = "[...document.querySelectorAll('button, select, input')]"
    assert browser.value(f"{controls}.filter(one => !one.ariaLabel && !one.textContent).length") == 0


def test_it_prints_a_page_for_each_round(browser: Browser, branches: Path, tmp_path: Path) -> None:
    browser.open(branches, "#229")
    browser.pdf(tmp_path / "page.pdf")
    pages = re.findall(rb"/Type\s*/Page\b", (tmp_path / "page.pdf").read_bytes())
    assert len(pages) == 9
    assert browser.value("document.getElementById('paper').children.length") == 0
