"""The available languages."""

from __future__ import annotations

LANGUAGES = ("en", "es", "ru")
"""ISO 639 codes, in menu order."""

FALLBACK = "en"
"""The language used for texts that another language lacks."""
