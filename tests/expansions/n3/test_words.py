"""The texts of N3: every rule told and everything of the content named in three languages."""

from __future__ import annotations

import string
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import pytest

from defiance_qt.core.port import EventContext, FieldsForm, Rule, Switch
from defiance_qt.extend.systems import load_system, words_of
from defiance_qt.words.catalogue import Words
from defiance_qt.words.languages import LANGUAGES
from expansions.n3.engine import commands as c
from expansions.n3.engine import events as e
from expansions.n3.engine.abilities import ABILITIES
from expansions.n3.engine.skills import SKILLS
from expansions.n3.engine.state import STATES
from expansions.n3.engine.words import sheet, troop
from tests.conftest import ROOT
from tests.expansions.n3.tables import Table, bs, ready

FOLDER = ROOT / "expansions/n3"
SUPPLEMENT = [f"N-{number:03}" for number in range(1, 132)]
RULINGS = [f"N-{number}" for number in range(201, 222)]
CORE = [f"K-{number:03}" for number in range(1, 25)]
KINDS = {
    "forces": ("force", ".name"),
    "profiles": ("troop", ".name", ".text"),
    "weapons": ("weapon", ".name"),
    "ammunition": ("ammunition", ".name", ".text"),
    "programs": ("program", ".name", ".text"),
    "zones": ("zone", ".name", ".text"),
    "scenarios": ("scenario", ".name", ".story", ".setup", ".objectives"),
}
"""The files of the content, and what each of their entries is told by: the first part of its keys, and their ends."""


@cache
def texts() -> dict[str, dict[str, str]]:
    """The texts of each language by key."""
    return tomllib.loads((FOLDER / "locale/words.toml").read_text("utf-8"))


@cache
def words(language: str) -> Words:
    return words_of("n3", language)


def rules(language: str) -> Mapping[str, Rule]:
    return words(language).rules


@cache
def content() -> dict[str, dict[str, dict[str, Any]]]:
    """The entries of each file of the content, by id."""
    return {file.stem: tomllib.loads(file.read_text("utf-8")) for file in (FOLDER / "content").glob("*.toml")}


def needed() -> Iterator[str]:
    """Yield the keys that the content needs."""
    for kind, (family, *ends) in KINDS.items():
        yield from (f"{family}.{id}{end}" for id in content()[kind] for end in ends)
    for weapon in content()["weapons"].values():
        yield from (f"mode.{mode}.name" for mode in weapon.get("modes", ()))
    for scenario in content()["scenarios"].values():
        yield from (f"objective.{objective}" for objective in scenario.get("objectives", ()))
    for profile in content()["profiles"].values():
        if "fireteam" in profile:
            yield f"fireteam.{profile['fireteam']}.name"
    yield from (f"skill.{id}.name" for id in SKILLS)
    yield from (f"trait.{id}{end}" for id in ABILITIES for end in (".name", ".text"))
    yield from (f"state.{id}{end}" for id in STATES for end in ("", ".text"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_is_told(language: str) -> None:
    assert set(rules(language)) == {*SUPPLEMENT, *RULINGS, *CORE}
    assert all(rule.text.endswith((".", ")")) for rule in rules(language).values())


def test_no_rule_is_the_same_in_two_languages() -> None:
    for id in rules("en"):
        assert len({rules(language)[id].text for language in LANGUAGES}) == len(LANGUAGES), id


def test_a_rule_is_in_the_same_part_in_every_language() -> None:
    for language in LANGUAGES[1:]:
        areas = {(rule.area, rules(language)[id].area) for id, rule in rules("en").items()}
        assert len(areas) == len({area for area, _ in areas}) == len({area for _, area in areas})


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_of_the_content_is_named(language: str) -> None:
    assert {key for key in needed() if words(language).lacks(key)} == set()


def test_no_two_of_a_kind_have_the_same_name() -> None:
    for language in LANGUAGES:
        for kind, (family, *_) in KINDS.items():
            names = [texts()[language][f"{family}.{id}.name"] for id in content()[kind]]
            assert len(set(names)) == len(names), (language, kind)


def test_the_languages_have_the_same_texts_with_the_same_values() -> None:
    english = texts()["en"]
    for language in LANGUAGES:
        assert texts()[language].keys() == english.keys()
        assert [key for key, said in texts()[language].items() if _values(said) != _values(english[key])] == []


def _values(said: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(said) if name}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rule_names_the_option_that_decides_it_and_its_values(language: str) -> None:
    for switch in _switches():
        said = [rules(language)[id].text for id in switch.rules]
        title = words(language)(switch.title)
        assert any(_quoted(title, one) for one in said), switch.id
        values = [words(language)(key) for key in switch.values.values()]
        assert any(all(_quoted(value, one) for value in values) for one in said)


def _quoted(name: str, text: str) -> bool:
    return f"“{name}”" in text or f"«{name}»" in text


def _switches() -> tuple[Switch, ...]:
    rules = load_system("n3").rules
    return rules.offerings(rules.content()).switches


def test_the_sheet_of_a_troop_says_what_each_of_its_skills_does() -> None:
    troops = Table().state.troops
    kael = sheet(troops["kael"], words("en"))
    assert [line.partition(".")[0] for line in kael[2:]] == ["Immunity: Total", "Vulnerability: Viral", "Guard 4"]
    for language in LANGUAGES:
        for one in troops.values():
            own = one.profile
            carried = bool(own.weapons) + bool(own.programs)
            assert len(sheet(one, words(language))) == 1 + carried + len(own.skills), one.id


def test_the_second_of_a_profile_and_a_typed_troop_have_names() -> None:
    table = Table(force_1="meridian")
    table.give(c.AddTroop("Old_Ash", 1, table.troop("ruiz").profile))
    game, said = table.game, words("en")
    assert [troop(id, said) for id in ("fen", "fen_2", "Old_Ash")] == ["Fen", "Fen (2)", "Old Ash"]
    assert sheet(table.troop("fen_2"), said) == sheet(table.troop("fen"), said)
    assert {one.name for one in game.subjects(table.state, said)} >= {"Fen", "Fen (2)", "Old Ash"}
    table.give(c.Ready(), c.Initiative(1), c.DeployRest(0), c.DeployRest(1), c.Ready(), c.Activate("Old_Ash"))
    table.give(bs("Old_Ash", "carbine", ("fen", 3)), c.NoReactions(), c.Declare("Old_Ash", "move"))
    assert not [heading for heading, _ in game.prompt(table.state).groups if said.lacks(heading)]
    (form,) = [one for one in game.prompt(table.give(c.NoReactions()).state).forms if isinstance(one, FieldsForm)]
    cover = game.worded_form(table.state, form, said).fields[1]
    assert [name for _, name in cover.options] == ["Old Ash", "Fen"]


def test_an_order_as_a_whole_says_why() -> None:
    table = ready().give(c.Activate("ruiz"))
    contexts: list[EventContext] = []
    for command in (
        bs("ruiz", "carbine", ("tolle", 3)),
        c.NoReactions(),
        c.Declare("ruiz", "move"),
        c.NoReactions(),
        c.Measured("ruiz", "tolle", 500, ("tolle",)),
    ):
        before = table.state
        for event in table.give(command).told:
            contexts.append(EventContext(0, len(contexts), event, before, table.state))
    opened = EventContext(0, 0, e.OrderBegan(1, ("ruiz",), "regular"), table.state, table.state)
    account = table.game.account((opened, *contexts), words("en"))
    assert account is not None
    assert account.passages[0].heading == "Ruiz declares: BS Attack with Carbine → Tolle"
    weighed = [detail.text for one in account.passages for detail in one.details if detail.kind == "weighed"]
    assert weighed == ["BS: 13; distance 50 cm: −3; the target is in Partial Cover: −3; Burst of the weapon: +3"]
