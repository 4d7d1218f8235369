"""No card is there for nothing: each can come into play, in time, and does something that is read.

Spans `soundness.idle`.
"""

from __future__ import annotations

import msgspec
import pytest

from defiance_qt.systems.defiance.content import files
from defiance_qt.systems.defiance.engine.abilities import Ability
from defiance_qt.systems.defiance.engine.catalog import read_catalog
from defiance_qt.systems.defiance.engine.soundness.brought import CARDS, brought
from defiance_qt.systems.defiance.engine.soundness.idle import READ, idle_faults
from defiance_qt.systems.defiance.plugin import contribute_abilities
from tests.systems.defiance.engine.catalog.changes import changed, with_file

UNREACHED = "nothing brings this card into play, so it can never matter"
EMPTY = "nothing here has an effect, so it can never matter"
SHIP = "campaign.toml"


def told(content: dict[str, bytes], *more: Ability) -> list[str]:
    return [str(fault) for fault in idle_faults(read_catalog(content), (*contribute_abilities(), *more))]


def extra(text: str, *more: Ability) -> list[str]:
    """The faults with a file of cards beside the built-in ones."""
    return told(with_file(files(), text), *more)


def ship(*changes: tuple[str, str]) -> list[str]:
    """The faults of the campaign with these texts replaced, without their beginning."""
    content = files()
    for old, new in changes:
        content = changed(content, SHIP, old, new)
    return [fault.removeprefix(f"{SHIP}: campaigns 'defiance': ") for fault in told(content)]


def test_every_card_of_the_game_can_matter() -> None:
    assert told(files()) == []


def test_every_kind_of_card_is_looked_at() -> None:
    """A kind that is not would have no card that comes into play."""
    catalog = read_catalog(files())
    found = brought(catalog, contribute_abilities())
    assert {kind: set(getattr(catalog, kind)) for kind in CARDS} == found


@pytest.mark.parametrize(
    ("card", "fault"),
    [
        ('[[equipment]]\nid = "x"\nattacks = [{ id = "a", dice = ["red"], range = [1, 2] }]\n', "equipment 'x': value"),
        ('[[equipment]]\nid = "x"\nvalue = 3\nspeed = 1\nowner = "cho"\n', "equipment 'x': value"),
        ('[[software]]\nid = "x"\nkind = "antipersonnel"\ntargets = "enemy"\ndice = ["red"]\n', "software 'x': value"),
        (
            """[[characters]]\nid = "y"\nspeed = 1\nwounds = 1\nspecialties = ["z"]

            [[specialties]]\nid = "x"\ngroup = "z"\nmodifiers = [{ rolls = ["attack"], reroll = 1 }]\n""",
            "specialties 'x': group",
        ),
        ('[[units]]\nid = "x"\nfaces = [{ colour = "blue", number = 1, speed = 4, wounds = 2 }]\n', "units 'x': id"),
        ('[[ai_cards]]\nid = "x"\ndeck = "mine"\nblue = ["retreat"]\nred = ["retreat"]\n', "ai_cards 'x': id"),
        ('[[states]]\nid = "x"\nactions = -1\nuntil = ["activation"]\n', "states 'x': id"),
        ('[[characters]]\nid = "x"\nally = true\nspeed = 4\nwounds = 5\n', "characters 'x': id"),
    ],
)
def test_a_card_that_nothing_brings_into_play(card: str, fault: str) -> None:
    assert f"extra.toml: {fault}: {UNREACHED}" in extra(card)


@pytest.mark.parametrize(
    ("kind", "card"),
    [
        ("equipment", "value = 3\ntabs = [['hand']]"),
        ("equipment", "value = 3\nmodifiers = [{ rolls = [], reroll = 1 }]"),
        ("equipment", "value = 3\nhackable = false\ncargo = false"),
        ("software", "value = 3\nkind = 'demon'\neffects = [{ do = 'impose', state = 'focused' }]"),
        ("software", "value = 3\nkind = 'controller'\ndice = ['red']"),
        ("specialties", "group = 'hacking'"),
        ("consequences", "copies = 2"),
        ("loot", "effects = []"),
    ],
)
def test_a_card_without_an_effect(kind: str, card: str) -> None:
    card = card.replace("'", '"')
    assert extra(f'[[{kind}]]\nid = "x"\n{card}\n') == [f"extra.toml: {kind} 'x': id: {EMPTY}"]


def test_a_state_needs_something_that_gives_it_and_an_effect() -> None:
    """An ability gives it by its function: the author says so."""
    loot = '[[loot]]\nid = "y"\neffects = [{ do = "impose", state = "x", on = "user" }]\n'
    assert extra(f'{loot}\n[[states]]\nid = "x"\nharm = 1\n') == [f"extra.toml: states 'x': id: {EMPTY}"]
    state = '[[states]]\nid = "x"\nactions = -1\n'
    assert extra(f"{loot}\n{state}") == []
    gas = Ability("gas", react=lambda rules, state, event, bearer: (), gives=("x",))
    mask = '[[equipment]]\nid = "y"\nvalue = 3\nabilities = ["gas"]\n'
    assert extra(f"{mask}\n{state}", gas) == []


def test_levels_of_specialties_that_no_mission_opens() -> None:
    low = ship(("levels = [1, 1, 2, 2, 3, 3, 4]", "levels = [1, 1, 2]"))
    late = [id for id, card in read_catalog(files()).specialties.items() if card.level > 2]
    assert low == [f"specialties.toml: specialties {id!r}: group: {UNREACHED}" for id in late]


@pytest.mark.parametrize(
    ("kind", "card", "ability"),
    [
        ("equipment", "value = 3\nspeed = 1", "ambushers"),
        ("equipment", "value = 3\nspeed = 1", "not_today"),
        ("specialties", 'group = "hacking"\nmodifiers = [{ rolls = ["attack"], reroll = 1 }]', "stubborn"),
        ("equipment", "value = 3\nspeed = 1", "net_doors"),
    ],
)
def test_an_ability_that_is_not_read_on_its_card(kind: str, card: str, ability: str) -> None:
    """Those of Units do nothing for the team; those that turn a card turn the Specialty of their own name."""
    fault = f"nothing reads the ability {ability!r} on such a card"
    found = extra(f'[[{kind}]]\nid = "x"\nabilities = ["{ability}"]\n{card}\n')
    assert found == [f"extra.toml: {kind} 'x': abilities: {fault}"]


def test_an_effect_by_an_ability_that_has_none() -> None:
    use = '{ do = "ability", id = "visor" }'
    unread = "extra.toml: loot 'x': effects: nothing reads the ability 'visor' on such a card"
    for effects in (use, f'{{ do = "test", dice = ["red"], effects = [{use}] }}'):
        found = extra(f'[[loot]]\nid = "x"\neffects = [{effects}]\n')
        assert found == [f"extra.toml: loot 'x': id: {EMPTY}", unread]
    assert extra(f'[[loot]]\nid = "x"\neffects = [{{ do = "intel" }}, {use}]\n') == [unread]


def test_every_field_of_an_ability_is_read_somewhere() -> None:
    """The others describe what an ability does elsewhere."""
    fields = {field.name for field in msgspec.structs.fields(Ability)}
    assert fields - {name for names in READ.values() for name in names} == {"id", "cites", "keeps", "gives"}


# ---- the ship ----


def test_an_upgrade_that_does_nothing() -> None:
    assert ship(("foresees = true\n", "")) == [f"upgrades[7]: {EMPTY}"]
    assert ship(("  focused = 2\n", '  roll = "medicine"\n')) == [f"upgrades[8]: {EMPTY}"]


@pytest.mark.parametrize(
    ("upgrade", "at", "after", "latest"),
    [
        ("reinforced_bow", 9, 6, 8),
        ("training_simulator", 8, 2, 11),
        ("surgical_suite", 6, 2, 10),
        ("drone_cradle", 2, 7, 10),
        ("sample_container", 1, 2, 9),
    ],
)
def test_an_upgrade_that_can_only_be_built_too_late(upgrade: str, at: int, after: int, latest: int) -> None:
    """The ship jumps after mission 9, and the last steps come after mission 11. In these the Sickbay is over when an
    Upgrade is built; Samples are stored in one step and used in the next."""
    written = files()[SHIP].decode()
    card = written[written.index(f'id = "{upgrade}"') :].partition("\n\n")[0]

    def later(mission: int) -> list[str]:
        return ship((card, card.replace(f"after = {after}", f"after = {mission}")))

    assert not any(fault.startswith("upgrades") for fault in later(latest))
    why = f"after mission {latest + 1} it comes too late ever to matter"
    assert f"upgrades[{at}].after: {why}" in later(latest + 1)


def test_a_recipe_known_too_late() -> None:
    lance = '  item = "plasma_lance"\n  biological = 2\n  tech = 2\n  after = '
    assert ship((f"{lance}8", f"{lance}11")) == []
    assert ship((f"{lance}8", f"{lance}12")) == ["recipes[8].after: after mission 12 it comes too late ever to matter"]
    built = 'id = "code_foundry"\n  value = 10\n  after = '
    late = "recipes[9].after: after mission 11 it comes too late ever to matter"
    assert late not in ship((f"{built}5", f"{built}10"))
    assert "recipes[10].after: after mission 12 it comes too late ever to matter" in ship((f"{built}5", f"{built}11"))


def test_a_member_of_the_crew_who_never_comes_or_does_nothing() -> None:
    assert ship(('id = "okonjo"\n  areas', 'id = "mule"\n  areas')) == [f"members[7].id: {UNREACHED}"]
    assert ship(("{ discount = 2 }", '{ dice = ["blue"] }')) == [f"members[5].areas.bridge: {EMPTY}"]
    assert ship(("cheaper = { software = 1 }", "cheaper = { software = 0 }")) == [f"members[3].areas.workshop: {EMPTY}"]


@pytest.mark.rule("R-286", "R-287", "R-292")
@pytest.mark.parametrize(
    ("does", "fields"),
    [
        ("spaces = { cabins = 1 }", ["spaces"]),
        ("covers = 2", ["covers"]),
        ("discount = 2, covers = 1, spaces = { bridge = 1 }", ["spaces", "covers"]),
        ("discount = 2, covers = 0, spaces = { bridge = 0 }", []),
    ],
)
def test_what_only_an_upgrade_does_in_time(does: str, fields: list[str]) -> None:
    """A member's effects begin after the tokens are placed, and end before the jump."""
    why = "a member of the crew helps from the end of the crew step to the end of the next mission"
    found = ship(("{ discount = 2 }", f"{{ {does} }}"))
    assert found == [f"members[5].areas.bridge.{field}: {why}, so this can never matter" for field in fields]


def test_engineers_without_a_remote_have_nothing_to_do() -> None:
    """Billie is the only Remote aboard."""
    found = ship(('crew = ["billie"]', "crew = []"))
    assert {f"upgrades[2]: {EMPTY}", f"members[2].areas.workshop: {EMPTY}"} <= set(found)
