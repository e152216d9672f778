# SPDX-License-Identifier: GPL-3.0-or-later
"""From takes to a voice that is learnt: learns, tests, puts in force, and says what came of it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from announce.errors import write_report
from voice.hearing.audio import Samples
from voice.hearing.models import BUNDLED
from voice.language import lexicon
from voice.learning.lesson import Fixed, LearningEvent, VoiceLearnt, WordsMissing
from voice.learning.phrases import PHRASES
from voice.learning.store import NoSpace, Person, Voices
from voice.learning.takes import Take, two_voices

FEWEST = 12
"""Takes: of fewer nothing is learnt."""


@dataclass(frozen=True, slots=True)
class Methods:
    """How a voice is learnt and told from others: the functions of ``voice.learning.adaptation``
    and ``voice.learning.speaker_identification``. Models and profiles are theirs alone to know."""

    learn: Callable[[Sequence[Take], Path], Any]
    write: Callable[[Any, Path, Path], None]
    profile: Callable[[Sequence[Take]], Any]
    save_profile: Callable[[Any, Path], None]
    load_profile: Callable[[Path], Any]
    likelier: Callable[[Any, Any, Samples], float]


def methods(progress: Callable[[int, int], None] = lambda done, total: None) -> Methods:
    """Those of Hektor; only who learns, or tells voices apart, loads them. ``progress`` is told how
    much of the learning is done, of how much at most."""
    from voice.learning import adaptation, speaker_identification  # noqa: PLC0415

    return Methods(
        partial(adaptation.learn, progress=progress),
        adaptation.write,
        speaker_identification.profile,
        speaker_identification.save,
        speaker_identification.load,
        speaker_identification.likelier,
    )


def learn(
    voices: Voices, person: Person, new: Sequence[Take], how: Methods
) -> tuple[LearningEvent, ...]:
    """Learn from the ``new`` takes and those kept before; whatever fails, the old model stays."""
    takes = [*voices.takes(person.name), *new]
    if len(takes) < FEWEST:
        return (Fixed.TOO_FEW,)
    if two_voices(new, how.profile, how.likelier):
        voices.end_lesson(person.name, keep=False)
        return (Fixed.TWO_VOICES,)
    try:
        return (*_missing(takes), *_learn(voices, person, takes, how))
    except NoSpace:
        return (Fixed.NO_SPACE,)
    except (ArithmeticError, LookupError, MemoryError, OSError, RuntimeError, ValueError):
        write_report()  # whatever the mathematics makes of a recording, the game can go on
        return (Fixed.FAILED,)


def came_of_it(told: Sequence[LearningEvent]) -> bool:
    """True if the takes were learnt from, with whatever result."""
    return any(isinstance(one, VoiceLearnt) for one in told)


def _learn(
    voices: Voices, person: Person, takes: Sequence[Take], how: Methods
) -> tuple[LearningEvent, ...]:
    learnt = how.learn(takes, BUNDLED)
    before, after, of = learnt.before, learnt.after, learnt.of
    better = learnt.model is not None
    profile = how.profile(takes)
    person = replace(person, before=before, after=after, of=of) if better else person
    voices.put_in_force(
        person,
        (lambda folder: how.write(learnt.model, BUNDLED, folder)) if better else None,
        lambda path: how.save_profile(profile, path),
    )
    try:
        voices.end_lesson(person.name, keep=bool(person.keep))
    except NoSpace:  # the model is there; only the recordings are not
        voices.end_lesson(person.name, keep=False)
        return (
            VoiceLearnt(person.name, before, after, of, better),
            Fixed.NOT_KEPT,
        )
    return (VoiceLearnt(person.name, before, after, of, better),)


def _missing(takes: Sequence[Take]) -> tuple[LearningEvent, ...]:
    """The words of the phrases that no take holds."""
    said = {word for take in takes for word in take.words}
    missing = dict.fromkeys(word for words in PHRASES for word in words if word not in said)
    return (WordsMissing(lexicon.written(missing).replace(" ", ", ")),) if missing else ()
