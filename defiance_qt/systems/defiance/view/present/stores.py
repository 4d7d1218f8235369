"""View model of the ship's stores between two missions: Samples, components, Intel Packs, cards aboard, the crew at
work."""

from __future__ import annotations

import msgspec

from defiance_qt.systems.defiance.engine.rules.campaign import ship, shop
from defiance_qt.systems.defiance.engine.rules.campaign.boons import boons, campaign_of, card_of, covered, stationed
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.view.present.guide import LossView, frame_of, sample_losses, store_room
from defiance_qt.systems.defiance.view.present.names import Names
from defiance_qt.systems.defiance.view.present.pages import FaceView, LineView, PageCardView


class StoresView(msgspec.Struct, frozen=True):
    """The stores: `losses` are what will be lost, as far as it can be foreseen; then the cards of what is aboard, of
    Intel Packs and of who is at work."""

    losses: tuple[LossView, ...]
    cards: tuple[PageCardView, ...]


def stores_view(state: State, rules: Rules, names: Names) -> StoresView:
    """Build the stores."""
    words, campaign, card = names.words, campaign_of(state), card_of(rules)
    frame = frame_of(state)
    ahead = frame is not None and "sickbay" in frame.todo
    goods = []
    for kind in ship.SAMPLES:
        kept, room, count = campaign.kept.get(kind, 0), store_room(rules, state, kind), ship.samples(state, kind)
        note = words("view.stores.room", kept=kept, room=room) if room else words("view.stores.no_room")
        tone = "danger" if count > room else ""
        goods.append(LineView(words(f"view.stores.{kind}"), note, value=str(count), tone=tone, plain=True))
    if card.track:
        goods.append(LineView("", words("view.stores.covered", n=covered(rules, state), all=len(card.track))))
    aboard = [names.item(held.item) for held in campaign.store] + [names.software(id) for id in campaign.programs]
    goods.append(LineView("", words("view.stores.aboard", cards=", ".join(aboard) or words("view.stores.none"))))
    team = tuple(shop.team(state))
    purses = tuple(
        LineView(
            names.short(one.id),
            value=str(one.intel),
            face=FaceView(names.initials(one.id), names.drawing(one.id)),
            plain=True,
        )
        for one in team
    )
    built = (owner for owner, _ in boons(rules, state) if owner in campaign.upgrades)
    work = [_upgrade(owner, names) for owner in built]
    work += [_worker(one, names) for one in campaign.active or stationed(rules, state)]
    cards = (
        PageCardView(tuple(goods), words("view.stores.title"), words("view.stores.samples")),
        PageCardView(purses, words("view.stores.intel"), str(sum(one.intel for one in team))),
        PageCardView(tuple(work), words("view.stores.work")),
    )
    lost = tuple(sample_losses(state, rules, names)) if ahead else ()
    return StoresView(lost, tuple(one for one in cards if one.lines))


def _upgrade(id: str, names: Names) -> LineView:
    return LineView(names.named(f"upgrade.{id}.name", id), names.text(f"upgrade.{id}.effect"))


def _worker(active: str, names: Names) -> LineView:
    member, _, area = active.partition(" ")
    return LineView(names.short(member), names.text(f"crew.{member}.{area}"))
