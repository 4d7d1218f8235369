"""Every text that the window asks for is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import defiance_qt.shell
from defiance_qt.shell.actions import CHOICES, SPECS
from defiance_qt.shell.pace import SPEEDS
from defiance_qt.shell.present.story import KINDS
from defiance_qt.systems.defiance.view.present.offers import CHANCES
from defiance_qt.systems.defiance.view.present.team import STANDARD
from tests.systems.defiance.view.positions import english

ROOT = Path(defiance_qt.shell.__file__).parent.parent
ROOMS = (ROOT / "shell", ROOT / "systems" / "defiance" / "view")
PLAIN = re.compile(r"""["'](ui\.[a-z_.0-9]*[a-z_0-9])["']""")
MADE = re.compile(r"""f["'](ui\.[^"']*\{[^"']*)["']""")

# What stands in the places of keys that are made up: every family that occurs must be listed.
FAMILIES: dict[str, tuple[str, ...]] = {
    "ui.action.{}": (*STANDARD, "automedikit", "drag", "end"),
    "ui.action.{}.tip": (*STANDARD, "automedikit", "drag", "end"),
    "ui.action.{}.off": STANDARD,
    "ui.alert.{}": tuple("012345"),
    "ui.ask.{}": ("activation", "console", "equipping", "keep_consequence"),
    "ui.ask.pick.{}": ("attack", "hack", "interact", "rest", "card", "drag"),
    "ui.ask_{}.title": ("checkpoint", "note", "fork"),
    "ui.ask_{}.note": ("checkpoint", "note", "fork"),
    "ui.board.container.{}": ("empty", "full"),
    "ui.board.terrain.{}": ("blocked", "low_visibility", "difficult", "mission"),
    "ui.board.{}.{}": ("door.open", "door.closed", "security_door.open", "security_door.closed"),
    "ui.die.{}": ("red", "green", "orange", "blue", "yellow", "black"),
    "ui.do.{}": tuple(spec.id for spec in SPECS if spec.id not in CHOICES),
    "ui.edition.{}": ("en", "es", "en-print"),
    "ui.edition.{}.short": ("en", "es", "en-print"),
    "ui.chance.{}": ("team", "enemy", "app", "us"),
    "ui.card.turned.{}": ("tap", "flip"),
    "ui.chance.dice.{}": ("same", "fresh"),
    "ui.die.{}.letter": ("red", "green", "orange", "blue", "yellow", "black"),
    "ui.form.deck.{}": ("loot", "consequence", "initiative", "ai", "pick"),
    "ui.form.{}": ("enter_dice", "enter_card"),
    "ui.form.side.{}": ("team", "enemy"),
    "ui.keys.{}": tuple({spec.group for spec in SPECS}),
    "ui.language.{}": ("en", "es", "ru"),
    "ui.log.kind.{}": KINDS,
    "ui.new.chance.{}": CHANCES,
    "ui.over.{}": ("victory", "defeat", "team_down"),
    "ui.overrule.{}": ("up", "down", "over"),
    "ui.overrule.group.{}": ("table", "team", "allies", "enemies", "units", "board", "decks"),
    "ui.phase.{}": ("start", "activations", "end"),
    "ui.pick.{}": ("attack", "hack", "interact", "rest", "card", "drag", "activate"),
    "ui.settings.{}": ("language", "theme", "scale", "speed"),
    "ui.settings.theme.{}": ("system", "dark", "light"),
    "ui.slot.{}": ("light", "in_hand", "hand_over"),
    "ui.speed.{}": tuple(SPEEDS),
    "ui.symbol.{}": ("success", "critical", "block", "critical_block", "special"),
    "ui.timeline.dice.{}": ("same", "fresh"),
    "ui.why.column.{}": ("range", "aggro", "damage", "sight"),
}


def sources() -> list[str]:
    return [path.read_text(encoding="utf-8") for room in ROOMS for path in sorted(room.rglob("*.py"))]


def test_every_plain_key_has_a_text() -> None:
    used = {key for source in sources() for key in PLAIN.findall(source)}
    assert len(used) > 150
    assert sorted(key for key in used if key not in english()) == []


def test_every_family_of_keys_is_known_here() -> None:
    made = {re.sub(r"\{[^}]*\}", "{}", key) for source in sources() for key in MADE.findall(source)}
    made = {re.sub(r"\{[^{}]*$", "{}", key) for key in made}
    assert sorted(made - set(FAMILIES)) == []


@pytest.mark.parametrize("family", sorted(FAMILIES))
def test_every_member_of_a_family_has_a_text(family: str) -> None:
    stem = family.replace("{}.{}", "{}")
    assert [member for member in FAMILIES[family] if stem.replace("{}", member) not in english()] == []
