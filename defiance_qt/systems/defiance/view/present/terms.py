"""The glossary: every term behind a chip, a symbol or a mark of the table, with the rules that explain it, in the order
in which it is listed. Names and texts are in the catalogue: `term.<id>` and `term.<id>.text`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from defiance_qt.core.port import Words
from defiance_qt.words.terms import Term, look_up

TERMS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "success": ("R-001", "R-093"),
        "critical": ("R-081", "R-090"),
        "block": ("R-001", "R-093"),
        "critical_block": ("R-082", "R-088"),
        "special": ("R-001", "R-099"),
        "die": ("R-002",),
        "space": ("R-035", "R-052"),
        "blocked_space": ("R-059", "R-063"),
        "low_visibility": ("R-063", "R-067"),
        "difficult": ("R-058",),
        "mission_space": ("R-007",),
        "zone": ("R-024",),
        "respawn_space": ("R-250",),
        "wall": ("R-036", "R-059", "R-063"),
        "purple_side": ("R-036", "R-059", "R-063"),
        "red_side": ("R-037", "R-063"),
        "difficult_side": ("R-037", "R-058", "R-066"),
        "door": ("R-126", "R-129"),
        "security_door": ("R-127", "R-129"),
        "open_door": ("R-128",),
        "container": ("R-124", "R-125"),
        "console": ("R-133", "R-134"),
        "neutral": ("R-131", "R-322"),
        "character": ("R-003", "R-042"),
        "ally": ("R-144", "R-145"),
        "miniature": ("R-179",),
        "unit": ("R-167", "R-172"),
        "damage": ("R-006", "R-094"),
        "wounds": ("R-224", "R-234"),
        "state": ("R-275", "R-277"),
        "face": ("R-016", "R-273"),
        "activated": ("R-042",),
        "unconscious": ("R-224", "R-227"),
        "acting": ("R-041",),
        "selected": ("R-012",),
        "target": ("R-073",),
        "beyond": ("R-047", "R-051"),
        "reach": ("R-051", "R-056"),
        "choice": ("R-012",),
        "path": ("R-052",),
        "range": ("R-069", "R-071"),
        "line_of_sight": ("R-062", "R-063", "R-065"),
        "sight_cut": ("R-063", "R-064"),
        "cursor": ("R-035",),
        "aggro": ("R-221", "R-222", "R-223"),
        "alert": ("R-259", "R-260"),
        "reserve": ("R-243", "R-245", "R-248"),
        "initiative": ("R-017", "R-172"),
        "activation": ("R-041", "R-046"),
        "action": ("R-046", "R-047"),
        "free_action": ("R-049",),
        "movement_points": ("R-051", "R-053", "R-054"),
        "face_to_face": ("R-079", "R-086", "R-093"),
        "simple_roll": ("R-080", "R-084"),
        "switch": ("R-099", "R-100", "R-102"),
        "btp": ("R-004", "R-113"),
        "hackable": ("R-113", "R-200"),
        "hack_attack": ("R-200", "R-201"),
        "contact": ("R-036", "R-037"),
        "respawn": ("R-248", "R-249"),
        "replacements": ("R-254", "R-255"),
        "keyword": ("R-202", "R-212"),
        "surprise_attack": ("R-203", "R-204", "R-206"),
        "ai_card": ("R-018", "R-179"),
        "evil_ai": ("R-192",),
        "round": ("R-039", "R-041"),
        "phase": ("R-039", "R-043"),
        "speed": ("R-051",),
        "defense": ("R-074", "R-075"),
        "consequence": ("R-160", "R-239"),
        "automedikit": ("R-158", "R-160"),
        "off_board": ("R-154", "R-155"),
        "slot": ("R-025", "R-026"),
    }
)


def term(words: Words, id: str) -> Term:
    """Return a term of the glossary."""
    return look_up(words, id, TERMS[id])
