"""The campaign's Equipment and Software: each card can be had and used, and matters."""

from __future__ import annotations

import pytest

from defiance_qt.systems.defiance.engine.checks.shared import held
from defiance_qt.systems.defiance.engine.content import CardAction, Equipment, SetFlag, Switch, Trigger
from defiance_qt.systems.defiance.engine.dice import Symbols
from defiance_qt.systems.defiance.engine.rules.equip import may_carry
from tests.bounds import repeat
from tests.systems.defiance.content.test_specialties import ROBOT
from tests.systems.defiance.engine.positions import catalog, opening, position
from tests.systems.defiance.engine.rules.turns import foes_turn

TEAM = ("uma", "cadin", "qiang", "jazz")
STRIKES = """
    [[ai_cards]]
    id = "strikes"
    blue = ["attack least_distance", "attack least_distance"]
    red = ["attack least_distance", "attack least_distance"]
    """
FIELDS = ("attacks", "actions", "modifiers", "biotech", "device", "abilities", "speed")


def test_there_are_forty_cards_of_equipment_and_fourteen_programs() -> None:
    known = catalog()
    own = [card for card in known.equipment.values() if card.id not in ("stick", "club") and not card.cargo]
    assert len(own) >= 40
    assert len(known.software) >= 14


@pytest.mark.rule("R-026", "R-028")
def test_some_character_can_carry_every_card() -> None:
    rules, team = opening().game.rules, opening().state.team
    for card in rules.catalog.equipment.values():
        assert any(may_carry(rules, team[id], card) for id in TEAM), card.id


def test_every_card_of_equipment_does_something() -> None:
    for card in catalog().equipment.values():
        assert card.personal or any(getattr(card, field) for field in FIELDS), card.id


@pytest.mark.rule("R-304")
def test_what_can_be_bought_has_a_price_and_some_of_it_waits_for_the_jump() -> None:
    known = catalog().equipment.values()
    late = {card.id for card in known if card.market == "x"}
    assert late == {"monoblade", "demolition_charge", "stealth_suit", "neural_filter", "plasma_lance", "bio_carapace"}
    assert all(card.value for card in known if card.market)
    assert all(card.value is None for card in known if card.cargo)


@pytest.mark.rule("R-099")
def test_the_dice_of_every_attack_can_pay_its_switches() -> None:
    known = catalog()
    for card in known.equipment.values():
        for attack in card.attacks:
            faces = [face for die in attack.dice for face in known.dice.dice[die].faces]
            for switch in attack.switches:
                for symbol in set(Symbols.parse(switch.cost).text.split()):
                    assert any(symbol in face.text.split() or f"C{symbol}" in face.text.split() for face in faces)
    assert any(isinstance(part, Switch) for part in held(tuple(known.equipment.values())))


def test_no_card_opens_a_security_door() -> None:
    for card in catalog().equipment.values():
        assert isinstance(card, Equipment)
        for action in card.actions:
            assert isinstance(action, CardAction)
            assert not any(type(effect).__name__ == "OpenDoors" for effect in action.effects)


# ---- Equipment in use


@pytest.mark.rule("R-212", "R-075")
@pytest.mark.parametrize(("foe", "symbols"), [("anchor", 2), ("robot", 0)])
def test_a_breaching_hammer_breaks_structures(foe: str, symbols: int) -> None:
    game = position(f"U 1\n\numa carries=breaching_hammer\n{foe} 1", ROBOT).do("activate uma")
    game.do(f"attack uma breaching_hammer.swing {foe}.1", team="S S" if symbols else "-", enemy="-")
    assert game.foe(f"{foe}.1").damage == symbols


@pytest.mark.rule("R-065")
def test_smoke_hides_what_is_behind_it_until_the_round_ends() -> None:
    board = "U . . . . . 1\n\numa carries=stick,smoke_grenade\nrobot 1"
    game = position(board, ROBOT).do("activate uma")
    assert game.can("attack uma stick.point robot.1")
    game.do("use_card uma smoke_grenade.throw D1")
    assert not any(held.item == "smoke_grenade" for held in game.one("uma").carried)
    assert game.refused("attack uma stick.point robot.1") == "no_sight R-062"
    game.do("end_activation uma")
    game.pass_on()
    for _ in repeat(lambda: game.state.round == 1, game.question):
        game.pass_on()
    game.do("activate uma")
    assert game.can("attack uma stick.point robot.1")


@pytest.mark.rule("R-048")
def test_an_emp_grenade_harms_the_hackable_only() -> None:
    game = position("U . 1 D\n\numa carries=emp_grenade\nrobot 1\ndummy D -", ROBOT).do("activate uma")
    assert game.refused("use_card uma emp_grenade.throw dummy.1") == "wrong_target R-048"
    game.do("use_card uma emp_grenade.throw robot.1")
    assert game.foe("robot.1").damage == 3


@pytest.mark.rule("R-126", "R-127")
def test_a_demolition_charge_breaches_a_door_or_a_structure() -> None:
    game = position("U . 1\n\numa carries=demolition_charge\ndoor gate A1:e\nanchor 1", ROBOT).do("activate uma")
    game.do("use_card uma demolition_charge.breach gate")
    assert game.state.doors["gate"].open
    other = position("U 1\n\numa carries=demolition_charge\nanchor 1", ROBOT).do("activate uma")
    other.do("use_card uma demolition_charge.demolish anchor.1")
    assert other.foe("anchor.1").damage == 4


@pytest.mark.rule("R-212", "R-315")
def test_a_stealth_suit_hides_once() -> None:
    game = position("U C\n\numa carries=stealth_suit").do("activate uma", "use_card uma stealth_suit.hide uma")
    assert game.one("uma").states == ("hidden",)
    assert game.refused("use_card uma stealth_suit.hide uma") == "flipped R-315"


@pytest.mark.rule("R-029", "R-051")
@pytest.mark.parametrize(("carries", "speed"), [("jump_harness", 5), ("jump_harness@backpack", 4), ("drive_core", 3)])
def test_equipment_changes_the_speed(carries: str, speed: int) -> None:
    game = position(f"U C\n\numa carries={carries}")
    assert game.game.rules.loadout(game.one("uma")).speed == speed


@pytest.mark.rule("R-100", "R-277")
def test_a_reactive_shield_hardens_for_the_next_blow() -> None:
    """The State that it gives stays for another Defense Roll than the one that has paid for it."""
    game = foes_turn("U . 1\n\numa carries=reactive_shield\ndummy 1 - ai=strikes\ninitiative dummy", STRIKES)
    game.do("proceed", "use_switch 0", enemy="-", team="!")
    assert game.one("uma").states == ("shielded",)
    game.do("proceed", enemy="-", team="-")
    assert game.dice("team")[-3:] == ["green", "blue", "blue"]
    assert game.one("uma").states == ()


# ---- Software


def _with(program: str) -> str:
    return f"""
        [[equipment]]
        id = "deck"
        tabs = [["hand"]]
        device = {{ hacking = ["any", "any"], range = [0, 6], slots = 4 }}
        software = ["{program}"]
        """


@pytest.mark.rule("R-109", "R-112", "R-113")
@pytest.mark.parametrize(
    ("program", "target", "seen"),
    [
        ("blackout", "robot.1", "suppressed"),
        ("deadhand", "robot.1", "pinned"),
        ("veil", "cadin", "hidden"),
        ("spike", "robot.1", "damage"),
        ("brainworm", "robot.1", "damage"),
    ],
)
def test_a_program_does_what_it_says(program: str, target: str, seen: str) -> None:
    game = position("J C . 1\n\njazz carries=deck\nrobot 1", ROBOT + _with(program)).do("activate jazz")
    rolls = {"team": "S", **({"enemy": "-"} if seen == "damage" else {})}
    game.do(f"hack jazz {program} {target}", **rolls)
    figure = game.state.team.get(target) or game.foe(target)
    assert figure.damage == 1 if seen == "damage" else seen in figure.states


@pytest.mark.rule("R-109", "R-112", "R-153")
def test_programs_that_calm_and_repair() -> None:
    game = position("J B\n\njazz carries=deck aggro=3\nbillie damage=3", _with("whitenoise")).do("activate jazz")
    game.do("hack jazz whitenoise jazz", team="S")
    assert game.one("jazz").aggro == 1
    game = position("J C B\n\njazz carries=deck\nbillie damage=3", _with("patchwork")).do("activate jazz")
    assert game.refused("hack jazz patchwork cadin") == "wrong_target R-112"
    game.do("hack jazz patchwork billie", team="S")
    assert game.one("billie").damage == 1


@pytest.mark.rule("R-109", "R-127", "R-128")
def test_lockdown_opens_and_closes_doors_but_no_security_door() -> None:
    board = "J . . .\n\njazz carries=deck\ndoor gate B1:e\nsecurity safe C1:e"
    game = position(board, _with("lockdown")).do("activate jazz", "hack jazz lockdown gate", team="S")
    assert game.state.doors["gate"].open
    game.do("hack jazz lockdown gate", team="S")
    assert not game.state.doors["gate"].open
    other = position(board, _with("lockdown")).do("activate jazz")
    assert other.refused("hack jazz lockdown safe") == "wrong_target R-112"


@pytest.mark.rule("R-126", "R-128")
@pytest.mark.parametrize(
    ("closes", "door", "told", "ends_open"),
    [
        ("false", "door", ["door_opened gate by=jazz [R-112 R-126]"], True),
        ("false", "open", [], True),
        ("true", "door", ["door_opened gate by=jazz [R-112 R-126]"], True),
        ("true", "open", ["door_closed gate [R-112 R-128]"], False),
    ],
)
def test_an_open_door_is_closed_only_by_what_says_so(closes: str, door: str, told: list[str], ends_open: bool) -> None:
    pry = '[[software]]\nid = "pry"\nkind = "controller"\ntargets = "door"\n'
    more = pry + f'effects = [{{ do = "door", closes = {closes} }}]\n' + _with("pry")
    heard = Trigger("door_opened gate", (SetFlag("heard"),))
    game = position(f"J . . .\n\njazz carries=deck\n{door} gate B1:e", more, triggers=(heard,))
    game.do("activate jazz", "hack jazz pry gate", team="S")
    assert game.told("door_opened", "door_closed") == told
    assert game.state.flags == (("heard",) if door == "door" else ())
    assert game.state.doors["gate"].open == ends_open


@pytest.mark.rule("R-111")
@pytest.mark.parametrize(("program", "kind"), [("firewall", "biotech"), ("overclock", "hacking"), ("trace", "console")])
def test_a_demon_always_runs(program: str, kind: str) -> None:
    game = position("J C\n\njazz carries=deck", _with(program))
    sources = game.game.rules.loadout(game.one("jazz")).modifiers[kind]
    assert f"software.{program}.name" in {source.key for source in sources}


# ---- Loot and Consequences


def test_the_decks_have_thirty_six_and_twenty_four_cards() -> None:
    known = catalog()
    assert sum(card.copies for card in known.loot.values()) == 36
    assert sum(card.copies for card in known.consequences.values()) == 24


@pytest.mark.rule("R-242")
def test_every_card_of_the_decks_does_something() -> None:
    known = catalog()
    assert all(card.effects for card in known.loot.values())
    for card in known.consequences.values():
        assert card.effects or card.modifiers or card.speed or card.wounds or card.max_aggro, card.id


@pytest.mark.rule("R-124")
@pytest.mark.parametrize(
    ("card", "events"),
    [
        ("tech_scrap", ["gained tech"]),
        ("tissue_jar", ["gained biological"]),
        ("old_orders", ["alert_changed"]),
        ("patrol_route", ["reserve_changed -1"]),
        ("trapped_crate", ["damage_suffered uma 2", "state_gained uma marked"]),
    ],
)
def test_loot_happens_when_it_is_found(card: str, events: list[str]) -> None:
    board = f"U X\n\ncontainer crate X 1\nalert 2\nreserve 3\ndeck loot {card}"
    game = position(board).do("activate uma", "interact uma crate")
    told = game.told()
    assert all(any(line.startswith(event) for line in told) for event in events), told
