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


class SampleView(msgspec.Struct, frozen=True):
    """The Samples of a kind: those at hand, those in the stores among them, and the room there."""

    name: str
    count: int
    kept: int
    room: int
    note: str

    @property
    def over(self) -> int:
        return max(0, self.count - self.room)


class PurseView(msgspec.Struct, frozen=True):
    """The Intel Packs of a Character."""

    id: str
    initials: str
    drawing: str
    name: str
    amount: int


class WorkView(msgspec.Struct, frozen=True):
    """A member of the crew, or an Upgrade, and what it does."""

    name: str
    effect: str


class StoresView(msgspec.Struct, frozen=True):
    """The stores. `losses` are what will be lost, as far as it can be foreseen; `components` is "" where the campaign
    has no track for them."""

    losses: tuple[LossView, ...]
    samples: tuple[SampleView, ...]
    components: str
    purses: tuple[PurseView, ...]
    cards: tuple[str, ...]
    programs: tuple[str, ...]
    upgrades: tuple[WorkView, ...]
    crew: tuple[WorkView, ...]


def stores_view(state: State, rules: Rules, names: Names) -> StoresView:
    """Build the stores."""
    words, campaign, card = names.words, campaign_of(state), card_of(rules)
    frame = frame_of(state)
    ahead = frame is not None and "sickbay" in frame.todo
    samples = []
    for kind in ship.SAMPLES:
        kept, room = campaign.kept.get(kind, 0), store_room(rules, state, kind)
        note = words("view.stores.room", kept=kept, room=room) if room else words("view.stores.no_room")
        samples.append(SampleView(words(f"view.stores.{kind}"), ship.samples(state, kind), kept, room, note))
    purses = tuple(
        PurseView(one.id, names.initials(one.id), names.drawing(one.id), names.short(one.id), one.intel)
        for one in shop.team(state)
    )
    at_work = campaign.active or stationed(rules, state)
    return StoresView(
        tuple(sample_losses(state, rules, names)) if ahead else (),
        tuple(samples),
        words("view.stores.covered", n=covered(rules, state), all=len(card.track)) if card.track else "",
        purses,
        tuple(names.item(held.item) for held in campaign.store),
        tuple(names.software(id) for id in campaign.programs),
        tuple(_upgrade(owner, names) for owner, _ in boons(rules, state) if owner in campaign.upgrades),
        tuple(_worker(one, names) for one in at_work),
    )


def _upgrade(id: str, names: Names) -> WorkView:
    return WorkView(names.named(f"upgrade.{id}.name", id), names.text(f"upgrade.{id}.effect"))


def _worker(active: str, names: Names) -> WorkView:
    member, _, area = active.partition(" ")
    return WorkView(names.short(member), names.text(f"crew.{member}.{area}"))
