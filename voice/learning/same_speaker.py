# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether one person said all takes of a lesson, or somebody else went on half-way."""

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from voice.hearing.audio import Samples
from voice.learning.takes import Take

_PLACES: Final = (1 / 3, 1 / 2, 2 / 3)
_SET_ASIDE: Final = 3  # every third take judges what the others say
_FEWEST: Final = 9  # takes on either side of the place

P = TypeVar("P")


def two_voices(
    takes: Sequence[Take],
    profile: Callable[[Sequence[Take]], P],
    likelier: Callable[[P, P, Samples], float],
) -> bool:
    """Whether a first part and the rest of the takes, in the order in which they were said, are
    two voices.

    ``profile`` and ``likelier`` are those of ``voice.learning.speaker_identification``: a profile
    is made of either
    part, and takes set aside are told apart by them. With one voice that is guessing; with two
    every one of them falls to its own part.
    """
    cuts = {round(len(takes) * place) for place in _PLACES}
    return any(_differ(takes[:cut], takes[cut:], profile, likelier) for cut in sorted(cuts))


def _differ(
    early: Sequence[Take],
    late: Sequence[Take],
    profile: Callable[[Sequence[Take]], P],
    likelier: Callable[[P, P, Samples], float],
) -> bool:
    if min(len(early), len(late)) < _FEWEST:
        return False
    one, other = (
        profile([take for i, take in enumerate(part) if i % _SET_ASIDE]) for part in (early, late)
    )
    return all(likelier(one, other, take.samples) > 0 for take in early[::_SET_ASIDE]) and all(
        likelier(one, other, take.samples) < 0 for take in late[::_SET_ASIDE]
    )
