"""Timings of board drawing for the benchmark, from real repaints of the view's window."""

from __future__ import annotations

from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from defiance_qt.shell.surface.canvas import Canvas


def repaint_ms(view: Canvas, frames: int = 30) -> float:
    """Return the median milliseconds of a full repaint of a visible, idle view."""
    viewport = view.viewport()
    for _ in range(3):
        viewport.repaint()
    times = []
    for _ in range(frames):
        start = perf_counter()
        viewport.repaint()
        times.append(perf_counter() - start)
    return median(times) * 1000
