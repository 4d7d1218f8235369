"""Makes the sounds of the table: `make sounds` writes a small WAV file for each to `defiance_qt/shell/sound/wav`.

They are computed from sines, squares and noise of a fixed seed, so that every run makes the same files.
"""

from __future__ import annotations

import math
import struct
import wave
from collections.abc import Callable, Sequence
from io import BytesIO
from pathlib import Path

import defiance_qt

FOLDER = Path(defiance_qt.__file__).parent / "shell/sound/wav"
RATE = 22_050
LEAST = 0.01  # seconds in which a sound ends, so that it ends without a click
Samples = list[float]
Shape = Callable[[float], float]
"""A value, such as a pitch in hertz, for each part 0 … 1 of a sound."""


def noise(seconds: float, seed: int) -> Samples:
    """White noise: the numbers of a linear congruential generator."""
    found, state = [], seed
    for _ in range(round(seconds * RATE)):
        state = (state * 1_103_515_245 + 12_345) & 0x7FFF_FFFF
        found.append(state / 0x4000_0000 - 1)
    return found


def tone(seconds: float, pitch: Shape, square: bool = False) -> Samples:
    """A tone whose pitch may slide."""
    found, phase, count = [], 0.0, round(seconds * RATE)
    for place in range(count):
        phase += pitch(place / count) / RATE
        value = math.sin(2 * math.pi * phase)
        found.append(math.copysign(0.5, value) if square else value)
    return found


def low(samples: Samples, cut: Shape) -> Samples:
    """Only what lies below a pitch: a filter of one pole."""
    found, last, count = [], 0.0, len(samples)
    for place, value in enumerate(samples):
        last += (1 - math.exp(-2 * math.pi * cut(place / count) / RATE)) * (value - last)
        found.append(last)
    return found


def faded(samples: Samples, seconds: float, begin: float = 0.004) -> Samples:
    """A sound that begins softly and dies away: after `seconds` about a third is left."""
    return [
        value * min(1.0, place / RATE / begin) * math.exp(-place / RATE / seconds)
        for place, value in enumerate(samples)
    ]


def mixed(*parts: tuple[float, float, Samples]) -> Samples:
    """Sounds together: for each when it begins in seconds, how loud it is, and the sound."""
    found = [0.0] * max(round(start * RATE) + len(samples) for start, _, samples in parts)
    for start, loud, samples in parts:
        for place, value in enumerate(samples, round(start * RATE)):
            found[place] += loud * value
    return found


def slide(a: float, b: float) -> Shape:
    return lambda part: a * (b / a) ** part


def flat(pitch: float) -> Shape:
    return lambda part: pitch


def bell(pitch: float, seconds: float) -> Samples:
    """A soft bell: a tone with two of its overtones."""
    overtones = ((1, 0.7), (2, 0.2), (3, 0.1))
    return faded(mixed(*((0.0, loud, tone(3 * seconds, flat(pitch * n))) for n, loud in overtones)), seconds)


def bells(pitches: Sequence[float], apart: float) -> Samples:
    """Bells one after the other."""
    return mixed(*((place * apart, 0.8, bell(pitch, 0.3)) for place, pitch in enumerate(pitches)))


def beeps(pitches: Sequence[float], apart: float, seconds: float) -> Samples:
    """Short square tones one after the other."""
    return mixed(
        *(
            (place * apart, 0.8, faded(tone(apart, flat(pitch), square=True), seconds))
            for place, pitch in enumerate(pitches)
        )
    )


def clicks(times: Sequence[float], cut: float) -> Samples:
    """A rattle: a click at each time, the first the loudest."""
    return mixed(
        *(
            (at, 1 - 0.5 * place / len(times), faded(low(noise(0.03, 7 + place), flat(cut)), 0.006, 0.001))
            for place, at in enumerate(times)
        )
    )


LOUD = {
    "step": 0.25, "card": 0.3, "hack": 0.3, "alarm": 0.35, "heal": 0.4, "dice": 0.45, "won": 0.45, "lost": 0.45,
    "door": 0.5, "fall": 0.7, "hit": 0.8, "shot": 0.8,
}  # fmt: skip
"""How loud each is at its loudest, of what a file can hold."""

SOUNDS: dict[str, Callable[[], Samples]] = {
    "step": lambda: faded(low(noise(0.07, 3), flat(700)), 0.018),
    "card": lambda: faded(low(noise(0.16, 5), slide(1_500, 5_000)), 0.05, 0.03),
    "dice": lambda: clicks((0.0, 0.05, 0.09, 0.15, 0.19, 0.26, 0.31, 0.39), 3_500),
    "door": lambda: mixed(
        (0.0, 0.9, faded(low(noise(0.34, 11), slide(300, 2_400)), 0.2, 0.06)),
        (0.0, 0.35, faded(tone(0.34, slide(90, 190)), 0.25, 0.05)),
        (0.3, 0.8, faded(low(noise(0.08, 13), flat(900)), 0.02)),
    ),
    "heal": lambda: mixed((0.0, 0.7, bell(523.25, 0.14)), (0.1, 0.8, bell(783.99, 0.18))),
    "hack": lambda: beeps((620, 930, 740, 1_240, 990), 0.06, 0.04),
    "shot": lambda: mixed(
        (0.0, 1.0, faded(low(noise(0.28, 17), slide(6_000, 500)), 0.05, 0.001)),
        (0.0, 0.7, faded(tone(0.2, slide(420, 60)), 0.06, 0.001)),
    ),
    "hit": lambda: mixed(
        (0.0, 1.0, faded(tone(0.26, slide(170, 48)), 0.08, 0.001)),
        (0.0, 0.8, faded(low(noise(0.1, 19), flat(1_400)), 0.025, 0.001)),
    ),
    "fall": lambda: mixed(
        (0.0, 0.6, faded(tone(0.36, slide(330, 82)), 0.3, 0.01)),
        (0.3, 1.0, faded(tone(0.3, slide(110, 38)), 0.09, 0.001)),
        (0.3, 0.7, faded(low(noise(0.14, 23), flat(800)), 0.04, 0.001)),
    ),
    "alarm": lambda: beeps((587.33, 440, 587.33, 440), 0.17, 0.3),
    "won": lambda: bells((392, 493.88, 587.33, 783.99), 0.13),
    "lost": lambda: bells((293.66, 261.63, 220), 0.2),
}


def made(name: str) -> bytes:
    """Return the WAV file of a sound: one channel of 16 bits."""
    samples, end = SOUNDS[name](), round(LEAST * RATE)
    for left in range(end):
        samples[-1 - left] *= left / end
    loud = LOUD[name] / max(map(abs, samples))
    content = BytesIO()
    with wave.open(content, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(struct.pack(f"<{len(samples)}h", *(round(value * loud * 0x7FFF) for value in samples)))
    return content.getvalue()


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in SOUNDS:
        content = made(name)
        (FOLDER / f"{name}.wav").write_bytes(content)
        print(f"{name:6} {len(content):7,} bytes")


if __name__ == "__main__":
    main()
