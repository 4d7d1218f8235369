"""The languages there are: the one list that everything else goes by."""

from __future__ import annotations

LANGUAGES = ("en", "es", "ru")
"""By ISO 639 code, in the order of menus."""

FALLBACK = "en"
"""The language of texts that another one lacks."""
