"""The texts of a phone's page, and the sentences that refuse what a phone asks for."""

from __future__ import annotations

from defiance_qt.lab.replay.content import Texts

REFUSALS = ("busy", "full", "looking", "moved", "not_yours", "rate", "silent", "spectator", "unreadable")
"""Why a phone is refused, by what follows "phone.refused." in their keys."""

_PLAIN = (
    "back", "board", "catching_up", "choose", "ended", "give_back", "live", "log", "lost", "mine", "no_players",
    "now", "of_table", "others", "over", "players", "replaced", "roll_for_me", "send", "spectator", "table_forms",
    "team", "watching", "which_face", "yours",
)  # fmt: skip
PAGE: dict[str, dict[str, str]] = {
    **{key: {} for key in (*_PLAIN, *(f"refused.{why}" for why in REFUSALS))},
    "missing": {"n": "{n}"},
    "taken": {"n": "{n}"},
    "turn_of": {"name": "{name}"},
    "waits": {"name": "{name}"},
}
"""The texts of the page, by what follows "phone." in their keys. The script fills in what is in braces."""


def page_texts(texts: Texts) -> dict[str, int]:
    """Return the numbers of the page's texts by their keys."""
    return {key: texts.worded(f"phone.{key}", **values) for key, values in PAGE.items()}
