"""The beginning of a translation. What is missing here is shown in English.

The keys are those of the catalogues (`defiance_qt/words/locale/en`, and `locale` of each game system).
"""

from __future__ import annotations

from collections.abc import Mapping

from defiance_qt.api import ContributeContext, Language

CODE = "la"
"""The ISO 639 code."""

TEXTS = {
    "ui.ok": "Bene",
    "ui.cancel": "Desine",
    "ui.new.begin": "Incipe",
    "ui.start.changes[0]": "{n} mutatio",
    "ui.start.changes[1]": "{n} mutationes",
}
"""By key; "key[0]" is for one, "key[1]" for other numbers. What stands in braces stays."""


def contribute_language(context: ContributeContext) -> Mapping[str, Language]:
    return {CODE: Language("Latina", TEXTS)}
