"""Numbers, places and probabilities of the chronicle in words."""

from __future__ import annotations

from defiance_qt.core.port import Words

# Below the first a result is rare, below the second very rare.
RARE = 0.05
VERY_RARE = 0.01
_SMALLEST = 0.001


def decimal(value: float, words: Words, digits: int = 1) -> str:
    """Return a number with the decimal sign of the language."""
    return f"{value:.{digits}f}".replace("-", "−").replace(".", words("why.decimal_point"))


def signed(value: float, words: Words) -> str:
    return f"+{decimal(value, words)}" if value >= 0 else decimal(value, words)


def probability(p: float, words: Words) -> str:
    """Return "0.47", or "< 0.001"."""
    if p < _SMALLEST:
        return f"< {decimal(_SMALLEST, words, 3)}"
    return decimal(p, words, 2 if p >= VERY_RARE else 3)


def likelihood(p: float, words: Words) -> str:
    """Return what a probability means: plain chance, rare or very rare."""
    return words(f"chronicle.chance.{'plain' if p >= RARE else 'rare' if p >= VERY_RARE else 'very_rare'}")


def place(round_: int, step: int, words: Words) -> str:
    """Return the place of a step in the timeline: Round and step."""
    return words("chronicle.place", round=round_, step=step) if round_ else str(step)
