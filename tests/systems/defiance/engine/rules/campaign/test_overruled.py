"""What is aboard, corrected by hand between missions and during one.

Spans `rules.campaign.course`, `rules.campaign.ship` and `rules.campaign.written`.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from defiance_qt.core.errors import Illegal
from defiance_qt.systems.defiance.engine.notation import parse_command
from defiance_qt.systems.defiance.tell import narrate, refused
from defiance_qt.words.languages import LANGUAGES
from tests.systems.defiance.engine.play import Play
from tests.systems.defiance.engine.positions import position
from tests.systems.defiance.engine.voyages import DEPLOY, TEAM, at, voyage
from tests.texts import defiance_words


@pytest.mark.parametrize("begun", [False, True])
def test_what_is_aboard_is_corrected_at_any_time(begun: bool) -> None:
    play = voyage("briefing")
    if begun:
        play.do("begin_mission", *DEPLOY)
    play.do("overrule campaign.components 3", "overrule campaign.tech 2", "overrule team.uma.intel 9")
    play.do('overrule campaign.crew.cadin "bridge"', "overrule campaign.kept.biological 1")
    play.do('overrule campaign.upgrades ["fabricator"]', 'overrule campaign.programs ["blackout"]')
    play.do('overrule campaign.store [{"item":"grenade","place":""}]')
    now = at(play)
    assert (now.components, now.tech, now.kept, play.one("uma").intel) == (3, 2, {"biological": 1}, 9)
    assert (now.crew["cadin"], now.upgrades, now.programs) == ("bridge", ("fabricator",), ("blackout",))
    assert [held.item for held in now.store] == ["grenade"]
    assert play.refused("overrule alert -1") == "impossible"


@pytest.mark.rule("R-287", "R-289", "R-291", "R-303")
@pytest.mark.parametrize(
    ("line", "code", "invariant"),
    [
        ("campaign.components -1", "impossible", "supplies_below_zero"),
        ("campaign.components 5", "impossible", "off_the_track"),
        ("campaign.kept.tech -1", "impossible", "supplies_below_zero"),
        ("team.uma.intel -1", "impossible", "supplies_below_zero"),
        ("team.jazz.intel -1", "impossible", "supplies_below_zero"),
        ("campaign.biological -1", "impossible", "supplies_below_zero"),
        ("campaign.tech -1", "impossible", "supplies_below_zero"),
        ('campaign.upgrades ["ghost"]', "impossible", "unknown_aboard"),
        ('campaign.programs ["ghost"]', "impossible", "unknown_aboard"),
        ('campaign.store [{"item":"ghost","place":""}]', "impossible", "unknown_aboard"),
        ('campaign.crew.uma "hangar"', "impossible", "unknown_aboard"),
        ("campaign.crew.uma,campaign.crew.jazz [\"cabins\",\"cabins\"]", "impossible", "area_overfull"),
        ('campaign.crew.ghost "bridge"', "unknown_path", None),
        ("campaign.number 3", "unknown_path", None),
        ("campaign.kept.gold 3", "unknown_path", None),
        ('campaign.tech "many"', "wrong_value", None),
        ("campaign.crew.uma 3", "wrong_value", None),
    ],
)  # fmt: skip
def test_what_cannot_be(line: str, code: str, invariant: str | None) -> None:
    play = voyage("crew")
    with pytest.raises(Illegal) as found:
        play.game.decide(play.state, parse_command(f"overrule {line}"))
    assert (found.value.code, found.value.values.get("invariant")) == (code, invariant)
    said = {refused(found.value, play.state, defiance_words(language)) for language in LANGUAGES}
    assert len(said) == len(LANGUAGES)


@pytest.mark.rule("R-293")
@pytest.mark.parametrize(
    ("line", "invariant"),
    [
        ("team.billie.damage 2", "marked_off_board"),
        ('team.billie.states ["stunned"]', "marked_off_board"),
        ("team.uma.damage 9", "conscious_and_down"),
        ("team.uma.damage 99", "damage_or_aggro"),
    ],
)
def test_nobody_goes_into_a_mission_as_nobody_can_be_in_one(line: str, invariant: str) -> None:
    """The Sickbay settles what was corrected before it. After it nothing would: the next mission began broken."""
    wounds = {"uma": {"wounds": 9}}
    for step in ("sickbay", "intel", "equipment", "briefing"):
        play = voyage(step, team=wounds)
        if step == "sickbay":
            play.state = replace(play.state, agenda=(replace(play.state.agenda[0], begun=True),))
        with pytest.raises(Illegal) as found:
            play.game.decide(play.state, parse_command(f"overrule {line}"))
        assert (found.value.code, found.value.values["invariant"]) == ("impossible", invariant)
    early = voyage("crew", team=wounds).do(f"overrule {line}", "finish_step")
    assert (early.one("uma").damage, early.one("billie").damage, early.one("billie").states) == (0, 0, ())


def test_a_mission_played_alone_has_nothing_aboard() -> None:
    assert position("U . .").refused("overrule campaign.tech 1") == "unknown_path"


def told(play: Play, line: str, language: str) -> str:
    events = play.game.decide(play.state, parse_command(f"overrule {line}"))
    return narrate(events[0], play.state, defiance_words(language))


@pytest.mark.parametrize(
    ("line", "english", "spanish", "russian"),
    [
        ("campaign.tech 2", "Tech Samples: 0 → 2", "Muestras Tecnológicas: 0 → 2", "Технические образцы: 0 → 2"),
        ("campaign.kept.tech 2", "Tech Samples: Stored: 0 → 2", "Muestras Tecnológicas: Almacenado: 0 → 2",
         "Технические образцы: На складе: 0 → 2"),
        ('campaign.crew.uma "cabins"', "Uma: Area of the ship: nothing → Cabins",
         "Uma: Zona de la nave: nada → Camarotes",
         "Ума: Отсек корабля: ничего → Каюты"),
        ('campaign.upgrades ["fabricator"]', "Defiance Upgrades: nothing → Fabricator",
         "Actualizaciones Defiance: nada → Fabricador", "Модернизации Defiance: ничего → Фабрикатор"),
    ],
)  # fmt: skip
def test_a_correction_is_told(line: str, english: str, spanish: str, russian: str) -> None:
    play = voyage("crew")
    for language, text in (("en", english), ("es", spanish), ("ru", russian)):
        assert told(play, line, language).endswith(text)


def test_all_that_is_aboard_can_be_corrected_in_the_window() -> None:
    play = voyage("crew", upgrades=("fabricator",), kept={"tech": 1})
    for language in LANGUAGES:
        subjects = {one.id: one for one in play.game.subjects(play.state, defiance_words(language))}
        paths = {field.path: field for id in ("campaign", "crew") for field in subjects[id].fields}
        assert {"campaign.tech", "campaign.kept.tech", "campaign.components", "campaign.crew.billie"} <= paths.keys()
        assert paths["campaign.kept.tech"].value == 1
        assert paths["campaign.components"].high == 4
        for path, field in paths.items():
            assert field.name, path
            assert "." not in field.name, path
            for command in play.game.overrule({path: field.value}, ""):
                play.game.decide(play.state, command)


@pytest.mark.rule("R-289", "R-303")
def test_supplies_of_any_amount_are_possible() -> None:
    play = voyage("crew", biological=3, tech=2, components=1, kept={"tech": 1}, team={id: {"intel": 4} for id in TEAM})
    assert list(play.game.invariants(play.state)) == []
