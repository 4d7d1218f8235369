"""What the market says of a made state: who can buy what, what comes off, what a weapon deals, who pays an Upgrade."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from defiance_qt.extend.sessions import Session
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine.state import Carried
from defiance_qt.systems.defiance.view.present.card_facts import GROUPS, Part
from defiance_qt.systems.defiance.view.present.market import (
    BuyerView,
    GoodsView,
    MarketView,
    TrialView,
    UpgradeView,
    _Builder,
    in_the_way,
    market_view,
)
from defiance_qt.systems.defiance.view.present.names import Names, rules_of
from defiance_qt.systems.defiance.view.present.pages import LineView
from defiance_qt.systems.defiance.view.present.why_not import WhyNot
from tests.systems.defiance.view.aboard import aboard, campaign, carrying, figure
from tests.systems.defiance.view.positions import english


def seen(session: Session) -> MarketView:
    rules = rules_of(session)
    names = Names(english(), rules.catalog)
    return market_view(session.state, rules, names, session.legal(), WhyNot(session, names, {}).command)


def buyer(view: MarketView, id: str = "uma") -> BuyerView:
    return next(one for one in view.buyers if one.id == id)


def goods(view: MarketView, card: str) -> GoodsView:
    return next(one for one in view.goods if one.card.id == card)


def trial(view: MarketView, card: str, id: str = "uma") -> TrialView:
    return buyer(view, id).trials[view.goods.index(goods(view, card))]


def upgrade(view: MarketView, id: str) -> UpgradeView:
    return next(one for one in view.upgrades if one.id == id)


@pytest.fixture
def goldstein() -> Session:
    """Goldstein works at the bridge."""
    session = aboard("intel", intel=4)
    crew = {**session.state.campaign.crew, "goldstein": "bridge"}
    return campaign(session, crew=crew, active=("goldstein bridge",))


def test_cards_are_listed_by_group_and_price() -> None:
    view = seen(aboard("intel"))
    places = [(GROUPS.index(one.card.group), one.price) for one in view.goods]
    assert places == sorted(places)
    assert {one.card.group for one in view.goods} == set(GROUPS)
    assert "rippers" not in [one.card.id for one in view.goods]


def test_a_weapon_tells_its_dice_its_range_and_its_switches() -> None:
    card = goods(seen(aboard("intel")), "combi_rifle").card
    assert card.line == (
        Part(dice=("red", "red")),
        Part("Range 1–8"),
        Part("target: 1 Damage", symbols=("special", "special")),
    )
    assert card.place == "2 × Hand"
    assert card.spoken.startswith("Dice: Red + Red. Range: 1–8")


def test_a_card_that_is_compared_with_is_found_by_its_id() -> None:
    view = seen(aboard("intel"))
    assert len(view.worn) > 3
    assert [view.card(one.id) for one in view.worn] == list(view.worn)
    assert view.card("nothing") is None


def test_a_card_of_the_light_kind_tells_its_text() -> None:
    card = goods(seen(aboard("intel")), "grenade").card
    assert (card.group, card.place) == ("light", "Light")
    assert card.line[0].text.startswith("One throw: 2 Damage")


@pytest.mark.rule("R-304")
def test_a_card_that_fits_is_bought_and_worn() -> None:
    found = trial(seen(aboard("intel")), "light_armour")
    assert (found.state, found.sign, found.off) == ("fits", "✓", ())
    assert found.offers[0].command == c.Buy("uma", "light_armour")
    assert found.offers[0].left == "leaves Uma 3 IP"


@pytest.mark.rule("R-026", "R-304")
def test_what_comes_off_is_named_and_compared_with() -> None:
    found = trial(seen(aboard("intel")), "combi_rifle")
    assert (found.state, found.sign) == ("swaps", "⇄")
    assert found.off == ("Pistol", "Stun pistol")
    assert found.tip == "To wear it, this comes off: Pistol, Stun pistol"
    # Of the two the one that deals more.
    assert (found.beside, found.where) == ("pistol", "worn")


def test_a_card_that_fits_only_in_the_backpack_says_what_would_come_off() -> None:
    found = trial(seen(aboard("intel")), "knife")
    assert (found.state, found.off) == ("swaps", ("Pistol",))
    assert "Backpack" in found.note


def test_as_few_cards_as_possible_come_off() -> None:
    session = aboard("intel")
    rules, jazz = rules_of(session), session.state.team["jazz"]
    # The heavy device goes on the head, where the hacking device is, or in the free hand.
    assert in_the_way(rules, jazz, rules.catalog.equipment["heavy_device"]) == ()
    full = replace(jazz, carried=(*jazz.carried, Carried("knife", "0")))
    off = in_the_way(rules, full, rules.catalog.equipment["combi_rifle"])
    assert sorted(one.item for one in off) == ["boarding_carbine", "knife"]


def test_intel_packs_that_are_short_are_counted() -> None:
    view = seen(aboard("intel", intel=7))
    found = trial(view, "spitfire")
    assert (found.state, found.sign, found.tip) == ("short", "−2", "Uma: 2 Intel Packs short")
    assert found.offers[0].command is None
    assert found.offers[0].why == "Uma has 7 Intel Packs; 9 are needed.  [R-304]"


def test_a_card_without_copies_left_is_sold_out() -> None:
    view = seen(campaign(aboard("intel"), gone=("combi_rifle", "combi_rifle")))
    assert goods(view, "combi_rifle").sold_out
    assert goods(view, "combi_rifle").left == "sold out"
    found = trial(view, "combi_rifle")
    assert (found.state, found.sign) == ("out", "–")
    assert found.offers[0].why.endswith("[R-304]")


def test_whoever_has_a_card_is_named_with_the_copies_left() -> None:
    found = goods(seen(aboard("intel")), "pistol")
    assert (found.held, found.left) == (("US",), "1 copy left")


def test_a_program_in_the_stores_is_not_sold_again() -> None:
    view = seen(campaign(aboard("intel"), programs=("veil",)))
    assert goods(view, "veil").left == "in the ship's stores"
    assert trial(view, "veil").state == "out"
    assert trial(view, "spike").offers[0].command == c.Buy("uma", "spike")


def test_the_market_beyond_the_jump_sells_other_cards_and_no_programs() -> None:
    view = seen(campaign(aboard("intel", number=8), market="x"))
    assert "monoblade" in [one.card.id for one in view.goods]
    assert "pistol" not in [one.card.id for one in view.goods]
    assert "programs" not in {one.card.group for one in view.goods}


@pytest.mark.rule("R-286")
def test_a_discount_is_a_second_price(goldstein: Session) -> None:
    view = seen(goldstein)
    full, less = trial(view, "combi_rifle").offers
    assert (full.using, full.price, full.command) == ("", 5, None)
    assert (less.using, less.price, less.text) == ("goldstein", 3, "Goldstein: 3 IP (−2)")
    assert less.command == c.Buy("uma", "combi_rifle", "goldstein")
    # Of a dear card the price with the discount is what is short.
    assert trial(view, "spitfire").sign == "−3"


def test_a_discount_that_is_spent_is_not_offered(goldstein: Session) -> None:
    view = seen(campaign(goldstein, used=("discount goldstein",)))
    assert len(trial(view, "combi_rifle").offers) == 1


def test_the_damage_of_a_weapon_is_exact() -> None:
    view = seen(aboard("intel"))
    # The most frequent Defense among the faces of Units.
    assert (view.defense, view.spoken_defense) == (("green", "black"), "Green + Black")
    rifle, pistol = goods(view, "combi_rifle").card.chance, view.card("pistol")
    assert rifle is not None
    assert rifle.shares == (450 / 1296, 348 / 1296, 273 / 1296, 225 / 1296)
    assert rifle.expected == pytest.approx((348 + 2 * 273 + 3 * 165 + 4 * 54 + 5 * 6) / 1296)
    assert pistol is not None
    assert pistol.chance is not None
    assert pistol.chance.expected < rifle.expected


@pytest.mark.rule("R-305")
def test_own_cards_bring_half_their_price() -> None:
    own = {one.name: one for one in buyer(seen(aboard("intel"))).own}
    pistol = own["Stun pistol"]
    assert [(deed.command, deed.spoken) for deed in pistol.deeds][-1] == (
        c.Sell("uma", "stun_pistol"),
        "Sell Stun pistol for 1 Intel Pack",
    )
    assert pistol.aside == "Hand"
    assert not [deed for deed in own["AutoMediKit"].deeds if isinstance(deed.command, c.Sell)]
    assert own["AutoMediKit"].note == "AutoMediKit stays with Uma.  [R-307]"


def test_sold_cards_leave_the_game_in_one_edition_only() -> None:
    assert seen(aboard("intel")).gone
    assert not seen(aboard("intel", edition="es")).gone


def places(card: LineView) -> list[c.Place]:
    """What of a card's deeds wears it or takes it off."""
    return [deed.command for deed in card.deeds if isinstance(deed.command, c.Place)]


def test_a_card_in_hand_can_be_worn_once_there_is_room() -> None:
    held = carrying(aboard("intel"), "uma", Carried("pistol", "0"), Carried("combi_rifle", ""))
    pistol, rifle = buyer(seen(held)).own
    assert (rifle.ink, places(rifle), rifle.aside) == ("gold", [], "in hand, not worn")
    assert places(pistol) == [c.Place("uma", "pistol", "")]
    free = carrying(held, "uma", Carried("pistol", ""), Carried("combi_rifle", ""))
    assert places(buyer(seen(free)).own[1]) == [c.Place("uma", "combi_rifle", "0")]


@pytest.mark.rule("R-306")
def test_an_upgrade_is_a_bar_with_the_initials_of_those_who_pay() -> None:
    view = seen(campaign(aboard("intel"), pooled="fabricator", pool={"uma": 3, "cadin": 2}))
    found = upgrade(view, "fabricator")
    assert found.cells == ("US", "US", "US", "CF", "CF", *[""] * 7)
    assert (found.state, found.status) == ("paying", "5 of 12 put in, 7 missing")
    uma, _, qiang, _ = found.lays
    assert (uma.one, uma.back) == (c.Pool("uma", "fabricator", 1), c.Pool("uma", "fabricator", -3))
    assert (qiang.all, qiang.back) == (c.Pool("qiang", "fabricator", 7), None)
    other = upgrade(view, "signals_mast")
    assert (other.state, other.status) == (
        "barred",
        "Intel Packs are being collected for: Fabricator.  [R-306]",
    )


@pytest.mark.rule("R-306")
def test_an_upgrade_says_when_it_opens_and_that_it_is_built() -> None:
    view = seen(campaign(aboard("intel"), upgrades=("signals_mast",)))
    assert upgrade(view, "code_foundry").status == "Opens after mission 5"
    assert upgrade(view, "signals_mast").state == "built"
    assert len(view.upgrades) == 10


def test_nobody_lays_more_than_there_is() -> None:
    view = seen(figure(aboard("intel"), "uma", intel=0))
    uma = upgrade(view, "fabricator").lays[0]
    assert (uma.one, uma.all, uma.most) == (None, None, 0)
    assert uma.why == "Uma has 0 Intel Packs, and 12 are still needed.  [R-306]"


def test_specialties_are_beside_the_market_where_they_have_no_step_of_their_own() -> None:
    assert seen(aboard("intel")).tree is None
    tree = seen(aboard("intel", edition="es")).tree
    assert tree is not None
    assert tree.pupils[0].open > 0


def test_the_same_state_gives_the_same_value() -> None:
    session = aboard("intel")
    assert seen(session) == seen(session)


def test_a_card_with_several_ways_to_wear_it_is_compared_with_what_it_could_replace() -> None:
    session = carrying(aboard("intel"), "uma", Carried("helmet", "0"), Carried("light_armour", "0"))
    rules = rules_of(session)
    names = Names(english(), rules.catalog)
    made = _Builder(session.state, rules, names, session.legal(), WhyNot(session, names, {}).command)
    uma, cards = session.state.team["uma"], rules.catalog.equipment
    of = {tabs: replace(cards["helmet"], tabs=tabs) for tabs in ((("hand",), ("torso",)), (("hand",),), ())}
    found = [made._like(uma, item) for item in of.values()]
    assert [one and one.item for one in found] == ["light_armour", None, None]


def test_cards_of_a_price_that_are_sold_out_each_say_so() -> None:
    store = tuple(Carried(card, "") for card in ("grenade", "smoke_grenade") for _ in range(4))
    view = seen(campaign(aboard("intel", intel=40), store=store))
    told = {card: trial(view, card).offers[0].why for card in ("grenade", "smoke_grenade")}
    assert told == {
        "grenade": "No copy of Grenade is left.  [R-304]",
        "smoke_grenade": "No copy of Smoke grenade is left.  [R-304]",
    }


def test_what_comes_off_for_two_locations_comes_off_of_each() -> None:
    worn = (Carried("helmet", "0"), Carried("pistol", "0"), Carried("knife", "0"))
    session = carrying(aboard("intel"), "uma", *worn)
    rules, uma = rules_of(session), session.state.team["uma"]
    both = replace(rules.catalog.equipment["helmet"], tabs=(("head", "hand"),))
    assert [one.item for one in in_the_way(rules, uma, both)] == ["helmet", "pistol"]
