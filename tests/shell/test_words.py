"""Every text that the window asks for is there: the shell's in its own catalogue, a game's in the game's."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import defiance_qt.shell
from defiance_qt.extend.systems import DEFAULT, load_system
from defiance_qt.lab.chronicle.sheet import COLUMNS
from defiance_qt.lab.coverage import Row
from defiance_qt.shell.actions import CHOICES, SPECS
from defiance_qt.shell.autoplay import SPEEDS
from defiance_qt.shell.dialogs.correct import TONES
from defiance_qt.shell.panels.timeline import ZOOMS
from defiance_qt.shell.present.plugins import MARKS
from defiance_qt.shell.screens.plugin_parts import CHANGES
from defiance_qt.shell.screens.saves import ICONS, SHOWN
from defiance_qt.shell.screens.start_cards import PROMISES
from defiance_qt.shell.settings import COPIES, FIGURES, MOTIONS, SOUND
from defiance_qt.systems.defiance.tell.names import SYMBOLS
from defiance_qt.systems.defiance.view.actions import SPECS as OWN
from defiance_qt.systems.defiance.view.card_sheet import OF_WORDS
from defiance_qt.systems.defiance.view.panels.board_key import KINDS
from defiance_qt.systems.defiance.view.present.about import TERRAIN
from defiance_qt.systems.defiance.view.present.team import STANDARD
from defiance_qt.words.catalogue import Words
from defiance_qt.words.languages import LANGUAGES
from tests.sources import tree as syntax
from tests.systems.defiance.view.positions import new_game
from tests.texts import defiance_words

ROOT = Path(defiance_qt.shell.__file__).parent.parent
SHELL = ("shell", "lab")
VIEW = ("systems/defiance/view",)
# Keys of the shell's own texts, and of those that a game brings.
OURS = ("ui", "cli")
# A game may bring this one; the shell does without it.
OPTIONAL = {"ui.keys.board"}
GAMES = (
    "view",
    "edition",
    "chance",
    "die",
    "ending",
    "entry",
    "log",
    "odds",
    "question",
    "round",
    "subject",
    "symbol",
    "zoom",
)
KEY = re.compile(r"([a-z]+)(\.[a-z0-9_{}-]+)+")

Families = dict[str, tuple[str, ...]]

# What stands in the places of keys that are made up: every family that occurs must be listed. These are the shell's.
FAMILIES: Families = {
    "cli.chronicle.csv.{}": COLUMNS,
    "cli.chronicle.own.{}": ("note", "name"),
    "cli.coverage.{}": Row.__struct_fields__,
    "cli.plugin.balance.{}": ("with", "without"),
    "cli.plugin.origin.{}": ("bundled", "installed", "distribution"),
    "cli.plugin.runs.{}": ("none", "trusted", "untrusted"),
    "ui.ask_{}.note": ("checkpoint", "note", "fork"),
    "ui.ask_{}.title": ("checkpoint", "note", "fork"),
    "ui.chance.dice.{}": ("same", "fresh"),
    "ui.chance.{}": ("app", "us"),
    "ui.chronicle.side.{}": ("team", "enemy"),
    "ui.chronicle.side.{}.tip": ("team", "enemy"),
    "ui.changes.{}": ("kept", "other"),
    "ui.clash.{}": ("hook", "texts", "switch"),
    "ui.correct.count.{}": tuple(TONES),
    "ui.do.{}": tuple(spec.id for spec in SPECS if spec.id not in CHOICES and not spec.key),
    "ui.group.{}": ("folded", "open"),
    "ui.keys.{}": tuple({spec.group for spec in SPECS}),
    "ui.language.{}": LANGUAGES,
    "ui.new.{}": ("changes", "kept"),
    "ui.overrule.{}": ("up", "down", "over"),
    "ui.incoming.do.trust{}": ("", ".older"),
    "ui.incoming.file.{}": tuple(CHANGES),
    "ui.form.{}_how": ("number", "dice", "card", "cards"),
    "ui.incoming.{}": ("downgrade", "same", "update"),
    "ui.palette.{}": ("play", "action", "rule"),
    "ui.plugins.group.{}": ("installed", "bundled"),
    "ui.plugins.kind.{}": tuple(MARKS),
    "ui.plugins.is.{}": ("on", "idle", "trust", "fault", "game", "chosen"),
    "ui.plugins.trust.{}": ("free", "bundled", "trusted", "waits"),
    "ui.plugins.trust.{}.text": ("free", "bundled", "trusted", "waits"),
    "ui.plugins.{}": ("needs", "conflicts", "there", "not_there"),
    "ui.progress.{}": ("done", "current", "open"),
    "ui.saves.advice.{}": ("copy", "folder", "forget"),
    "ui.saves.do.{}": tuple(ICONS),
    "ui.saves.show.{}": SHOWN,
    "ui.settings.copies.{}": COPIES,
    "ui.settings.motion.{}": MOTIONS,
    "ui.settings.figures.{}": FIGURES,
    "ui.settings.sound.{}": SOUND,
    "ui.settings.theme.{}": ("system", "dark", "light"),
    "ui.settings.{}": ("language", "theme", "scale", "motion", "sound", "speed"),
    "ui.speed.{}": tuple(SPEEDS),
    "ui.timeline.zoom.{}": ZOOMS,
    "ui.start.dice.{}": ("app", "us", "both"),
    "ui.start.promise.{}": PROMISES,
    "ui.timeline.dice.{}": ("same", "fresh"),
    "ui.turning.count.{}": ("decision", "dice", "both"),
    "ui.turning.kind.{}": ("decision", "dice", "both"),
    "ui.turning.no_decision.{}": ("cost", "stands_out"),
    "ui.turning.row.{}": ("decision", "dice"),
    "ui.turning.{}": ("won", "lost", "open"),
}
SAMPLES = ("biological", "tech")
# The game's, whether its view or the shell asks for them.
OF_THE_GAME: Families = {
    "chance.{}": ("team", "enemy"),
    "die.{}.colour": ("red", "green", "orange", "blue", "yellow", "black"),
    "die.{}.letter": ("red", "green", "orange", "blue", "yellow", "black"),
    "ending.{}": ("victory", "defeat"),
    "log.{}": new_game().game.log_categories,
    "odds.{}": ("dealt", "suffered", "success", "kill", "fall"),
    "symbol.{}": SYMBOLS,
    "view.action.{}": (*STANDARD, "automedikit", "drag", "end"),
    "view.action.{}.off": STANDARD,
    "view.action.{}.tip": (*STANDARD, "automedikit", "drag", "end"),
    "view.alert.{}": tuple("012345"),
    "zoom.{}": ZOOMS,
    "view.ask.pick.{}": ("attack", "hack", "interact", "rest", "card", "drag", "automedikit"),
    "view.ask.{}": ("activation", "console", "equipping", "keep_consequence"),
    "view.about.door.{}": ("open", "closed", "security"),
    "view.about.terrain.{}": tuple(sorted(TERRAIN)),
    "view.board.terrain.{}": tuple(sorted(TERRAIN)),
    "view.board.{}.{}": ("door.open", "door.closed", "security_door.open", "security_door.closed"),
    "view.cost.{}": ("actions", "points", "aggro", "reserve", "alert"),
    "view.cards.{}": OF_WORDS,
    "view.card.turned.{}": ("tap", "flip"),
    "view.phase.{}": ("start", "activations", "end"),
    "view.pick.{}": (*STANDARD, "card", "drag", "automedikit", "end", "activate"),
    "view.slot.{}": ("light", "in_hand", "hand_over"),
    "view.tray.critical.{}.{}": ("success.add", "success.nullify", "block.add", "block.nullify"),
    "view.key.{}": KINDS,
    "view.entered.{}": ("lost", "records"),
    "view.entered.{}.add": ("equipment", "software", "specialties", "consequences", "face_down"),
    "view.entered.{}.of": ("equipment", "software", "specialties", "consequences", "face_down"),
    "view.entered.{}.store": ("equipment", "software"),
    "view.entered.{}.stored": ("equipment", "software"),
    "view.gear.kind.{}": ("antipersonnel", "controller", "demon"),
    "view.gear.{}": ("attack", "biotech", "console", "defense", "dice", "hacking", "range", "slots", "speed"),
    "view.guide.sample.{}": SAMPLES,
    "view.guide.sign.{}": ("done", "may", "open"),
    "view.guide.spoken.{}": ("done", "now", "later"),
    "view.lost.{}": SAMPLES,
    "view.market.group.{}": ("weapons", "armour", "devices", "light", "programs"),
    "view.road.{}": ("won", "lost"),
    "view.road.{}.plain": ("won", "lost"),
    "view.stores.{}": SAMPLES,
    "view.tree.state.{}": ("owned", "open", "later", "locked"),
    "view.written.{}": ("round", "alert", "intel", "consequences", "face_down", *SAMPLES, "components"),
    "view.tray.does.{}": ("attacks", "defends", "hacks", "resists", "rolls"),
    "view.tray.state.{}": ("focused", "hidden", "stunned", "suppressed"),
    "view.tray.{}": ("critical", "switches", "roll"),
}


def strings(rooms: tuple[str, ...]) -> Iterator[str]:
    """The strings in the sources of these rooms, with {} for what is filled in."""
    for path in sorted(path for room in rooms for path in (ROOT / room).rglob("*.py")):
        inside: set[ast.AST] = set()
        for node in ast.walk(syntax(path)):
            if isinstance(node, ast.JoinedStr):
                inside.update(node.values)
                yield "".join(str(one.value) if isinstance(one, ast.Constant) else "{}" for one in node.values)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in inside:
                yield node.value


@cache
def keys(rooms: tuple[str, ...], prefixes: tuple[str, ...]) -> set[str]:
    """Those strings that are text keys with one of these beginnings."""
    return {text for text in strings(rooms) if (match := KEY.fullmatch(text)) and match[1] in prefixes}


def plain(rooms: tuple[str, ...], prefixes: tuple[str, ...]) -> set[str]:
    return {key for key in keys(rooms, prefixes) if "{" not in key}


def made_up(rooms: tuple[str, ...], prefixes: tuple[str, ...]) -> set[str]:
    return {key for key in keys(rooms, prefixes) if "{" in key}


def members(family: str, values: tuple[str, ...]) -> list[str]:
    stem = family.replace("{}.{}", "{}")
    return [stem.replace("{}", value) for value in values]


def test_every_key_of_the_shell_is_in_its_own_catalogue() -> None:
    words = Words("en")
    used = plain(SHELL, OURS) - OPTIONAL
    assert len(used) > 120
    assert sorted(key for key in used if key not in words) == []


def test_the_shell_asks_for_few_texts_of_a_game() -> None:
    assert plain(SHELL, GAMES) == {"symbol.none"}
    assert made_up(SHELL, GAMES) == {"chance.{}", "log.{}", "odds.{}", "symbol.{}", "zoom.{}"}
    assert made_up(SHELL, OURS) == set(FAMILIES)


def test_the_shells_catalogue_has_nothing_of_a_game() -> None:
    words = Words("en")
    assert [key for key in plain(VIEW, GAMES) if key in words] == []


def test_every_key_of_the_view_is_in_the_catalogues_of_its_game() -> None:
    words = defiance_words("en")
    used = plain(VIEW, (*OURS, *GAMES)) | plain(SHELL, GAMES) | OPTIONAL
    assert len(used) > 100
    assert sorted(key for key in used if key not in words) == []


def test_every_family_of_keys_is_known_here() -> None:
    made = made_up(SHELL, (*OURS, *GAMES)) | made_up(VIEW, (*OURS, *GAMES))
    assert sorted(made ^ {*FAMILIES, *OF_THE_GAME}) == []


@pytest.mark.parametrize("family", sorted(FAMILIES))
def test_every_member_of_a_family_is_in_the_shells_catalogue(family: str) -> None:
    words = Words("en")
    assert FAMILIES[family]
    assert [key for key in members(family, FAMILIES[family]) if key not in words] == []


@pytest.mark.parametrize("family", sorted(OF_THE_GAME))
def test_every_member_of_a_family_is_in_the_catalogues_of_the_game(family: str) -> None:
    words = defiance_words("en")
    assert OF_THE_GAME[family]
    assert [key for key in members(family, OF_THE_GAME[family]) if key not in words] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_actions_of_shell_and_view_have_words(language: str) -> None:
    words = defiance_words(language)
    for spec in (*SPECS, *OWN):
        assert not spec.text(words).startswith(("ui.", "view.")), spec.id
        assert f"ui.keys.{spec.group}" in words


def test_what_a_new_game_offers_has_words() -> None:
    rules = load_system(DEFAULT).rules
    found = rules.offerings(rules.content())
    used = [one.title for group in (found.scenarios, found.variants, found.switches, found.chance) for one in group]
    used += [variant.short for variant in found.variants]
    used += [text for switch in found.switches for text in switch.values.values()]
    used += [text for scenario in found.scenarios for section in scenario.sections for text in section if text]
    assert len(used) > 40
    words = defiance_words("en")
    assert [key for key in used if key not in words] == []
