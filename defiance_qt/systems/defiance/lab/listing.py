"""Lists the ids that content and code can name, each with the key of its name."""

from __future__ import annotations

from collections.abc import Mapping

from defiance_qt.core.port import Plugins
from defiance_qt.systems.defiance.engine.catalog import read_unchecked
from defiance_qt.systems.defiance.engine.content import KINDS
from defiance_qt.systems.defiance.engine.texts import NAMED

# Those whose names have a key that is not made from the kind of card.
_KEYS = {
    "tiles": "tile",
    "ai_cards": "ai_card",
    "missions": "mission",
    "switches": "switch",
    "campaigns": "campaign",
    **NAMED,
}
_HIDDEN = ("lessons", "guides")
"""Kinds that no other content names."""


def ids(content: Mapping[str, bytes], plugins: Plugins) -> dict[str, dict[str, str]]:
    """Return the ids of each kind of content in file order, with the keys of their names. Raises `ContentError`."""
    catalog = read_unchecked(content)
    found = {
        kind: {id: f"{_KEYS[kind]}.{id}.name" for id in getattr(catalog, kind)} for kind in KINDS if kind not in _HIDDEN
    }
    abilities = plugins.contributed("contribute_abilities")
    campaigns = catalog.campaigns.values()
    return {
        "abilities": {one.id: f"ability.{one.id}.name" for one in abilities},
        "areas": {one.id: f"area.{one.id}.name" for campaign in campaigns for one in campaign.areas},
        "dice": {id: f"die.{id}" for id in catalog.dice.dice},
        "rolls": dict.fromkeys(catalog.dice.rolls, ""),
        "upgrades": {one.id: f"upgrade.{one.id}.name" for campaign in campaigns for one in campaign.upgrades},
        **found,
    }
