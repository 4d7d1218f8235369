"""The bundled Unit of Anglers: its own Instruction and selector, and the Action that its State brings."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest

from defiance_qt.api import Illegal, Session, open_save
from defiance_qt.core.port import EventContext
from defiance_qt.extend import loader
from defiance_qt.extend.found import available, bundled_folders
from defiance_qt.extend.loader import Loaded, load
from defiance_qt.systems.defiance.engine.commands import Overrule, UseCard
from defiance_qt.systems.defiance.engine.invariants import broken
from defiance_qt.systems.defiance.engine.notation import format_command, parse_command
from defiance_qt.systems.defiance.engine.texts import text_keys
from defiance_qt.systems.defiance.system import hooks_of
from defiance_qt.words.languages import LANGUAGES
from tests.systems.defiance.engine.positions import Play, position

ID = "angler"
SHORE = """
    C . . . . 1 .
     . . . . . . .
    U J . . . . .

    cadin defense=any
    uma
    jazz
    angler 1 -
    initiative angler
    """
"""Cadin stands alone, Uma and Jazz together; all are in the Range of the harpoon or near it."""
CUT = "use_card cadin line.cut cadin"


@cache
def loaded() -> Loaded:
    found = load([ID], found=available(bundled_folders()))
    assert found.failures == ()
    return found


@cache
def cards() -> str:
    return loaded().content[f"{ID}/units.toml"].decode().partition("[[additions]]")[0]


def table(text: str = SHORE) -> Play:
    return position(text, cards(), hooks_of(loaded()))


def fished(text: str = SHORE, **dice: str | list[str]) -> Play:
    """The Enemy's turn, after one who does nothing."""
    game = table(text).do("activate uma", "end_activation uma")
    return game.pass_on(**dice)


def test_an_angler_hooks_the_loneliest_drags_and_attacks_it() -> None:
    """Uma and Jazz have each other near; Cadin has nobody within three spaces."""
    text = SHORE.replace("U J . . . . .", ". . . . . U J")
    game = fished(text, enemy=["4", "4"], team=["B", "B"])
    told = game.told("instruction_chosen")
    assert told[0].startswith("instruction_chosen angler.1 reel loneliest cadin")
    assert game.told("figure_moved") == ["figure_moved cadin A1 C1 [angler-1]"]
    assert "hooked" in game.one("cadin").states
    assert game.told("attack_declared")[0].startswith("attack_declared angler.1 cadin angler.gaff 3")


def test_every_candidate_is_told_with_its_score() -> None:
    text = SHORE.replace("U J . . . . .", ". . . . . U J")
    game = fished(text, enemy=["4", "4"], team=["B", "B"])
    chosen = next(one for one in game.events if type(one).__name__ == "InstructionChosen")
    scores = {one.figure: one.value for one in chosen.candidates}  # type: ignore[union-attr]
    assert scores == {"cadin": 0, "uma": 1, "jazz": 1}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_text_of_an_instruction_is_a_sentence_of_the_account(language: str) -> None:
    """Its full stop stands on the card already."""
    game = table(SHORE.replace("U J . . . . .", ". . . . . U J"))
    state = game.state
    before = game.do("activate uma", "end_activation uma").events
    told = []
    for index, event in enumerate([*before, *game.pass_on(enemy=["4", "4"], team=["B", "B"]).events]):
        after = game.game.evolve(state, event)
        told.append(EventContext(1, index, event, state, after))
        state = after
    first = next(at for at, one in enumerate(told) if game.game.opens_account(one.event))
    words = Session.new(mission="extraction", seed=1, plugins=(ID,), journal=False).words(language)
    account = game.game.account(told[first:], words)
    assert account is not None
    prose = " ".join(one.text for one in account.passages)
    assert words("ability.reel.text").removesuffix(".") in prose
    assert ".." not in prose


def test_it_is_skipped_where_nobody_can_be_reeled() -> None:
    """Jazz is in Contact, and the others are gone."""
    text = """
        . . . . J 1 .
         . . . . . . .

        jazz defense=any
        angler 1 -
        initiative angler
        """
    game = table(text).do("activate jazz", "end_activation jazz").pass_on(enemy=["4", "4"], team=["B", "B"])
    assert game.told("instruction_skipped")[0].startswith("instruction_skipped angler.1 reel loneliest reason.not_now")


def test_a_hooked_figure_cuts_the_line_by_an_action() -> None:
    game = table(SHORE.replace("cadin defense=any", "cadin hooked")).do("activate cadin")
    assert CUT in game.options("use_card")
    game.do(CUT)
    assert "hooked" not in game.one("cadin").states
    assert game.actions() == 1
    assert [line.split()[:4] for line in game.told("card_used")] == [["card_used", "cadin", "line.cut", "cadin"]]


def test_with_a_friend_in_contact_it_is_free() -> None:
    text = SHORE.replace("cadin defense=any", "cadin").replace("jazz\n", "jazz hooked\n")
    game = table(text).do("activate jazz", "use_card jazz line.cut jazz")
    assert game.actions() == 2


def test_without_an_action_left_it_is_refused_and_so_is_one_without_a_hook() -> None:
    game = table(SHORE.replace("cadin defense=any", "cadin hooked")).do("activate cadin", "move cadin", "move cadin")
    assert CUT not in game.options("use_card")
    with pytest.raises(Illegal) as refused:
        game.do(CUT)
    assert refused.value.code == "no_actions"
    with pytest.raises(Illegal) as other:
        table().do("activate cadin", CUT)
    assert (other.value.code, other.value.rule) == ("no_card_action", "R-048")


def test_all_lines_go_slack_with_the_last_angler() -> None:
    text = SHORE.replace("cadin defense=any", "cadin hooked carries=club tabs=hand").replace(
        "C . . . . 1", ". . . . C 1"
    )
    text = text.replace("angler 1 -", "angler 1 -\nangler.1 damage=2")
    game = table(text).do("activate cadin", "attack cadin club.hit angler.1", team="S S S", enemy="-")
    assert game.state.units == {}
    assert "hooked" not in game.one("cadin").states


@pytest.mark.parametrize("language", LANGUAGES)
def test_its_cards_and_its_action_have_words_in_every_language(language: str) -> None:
    session = Session.new(mission="extraction", seed=1, plugins=(ID,), journal=False)
    words = session.words(language)
    own = [key for key in text_keys(session.game.rules.catalog) if ID in key or "hooked" in key]  # type: ignore[attr-defined]
    own += ["ability.reel.name", "ability.loneliest.name", "ability.line.action.cut", "rule.angler-1", "rule.angler-3"]
    assert [key for key in own if words(key) == key] == []


def test_the_log_and_the_label_name_the_action() -> None:
    session = Session.new(mission="extraction", seed=1, plugins=(ID,), journal=False)
    command = parse_command(CUT)
    assert isinstance(command, UseCard)
    assert format_command(command) == CUT
    label = session.game.label(command, session.state, session.words("en"))
    assert "Cut the line" in str(label)


def test_random_games_go_on_and_a_save_plays_back_without_the_plugin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.defiance"
    session = Session.new(mission="extraction", seed=6, plugins=(ID,), path=path)
    luck = random.Random(6)
    hooked = False
    for step in range(260):
        if session.state.result is not None:
            break
        session.submit(luck.choice(session.legal()))
        hooked |= any("hooked" in one.states for one in session.state.team.values())
        if step % 60 == 20:
            session.submit(Overrule("reserve", 9))
        assert broken(session.game.rules, session.state) == []  # type: ignore[attr-defined]
    assert hooked
    assert session.host.failures == ()
    state = session.state
    session.close()
    only = tuple(one for one in bundled_folders() if one.name != "plugins")
    monkeypatch.setattr(loader, "default_folders", lambda: only)
    opened = open_save(path)
    assert opened.state == state
    assert opened.words("ru")("unit.angler.name") == "Удильщик"
    for _ in range(30):
        if opened.state.result is None:
            opened.submit(luck.choice(opened.legal()))
    opened.close()
