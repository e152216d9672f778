# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor learn``: Hektor learns a person's voice, or forgets it."""

import argparse
import re
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path

from announce.errors import PlayerError, write_report
from announce.lexicon import Lexicon
from announce.lexicon import lexicon as words_of
from announce.words.lesson import learn_words
from announce.words.program import progress_line
from game.app import options
from game.app.audio import Sound
from game.app.console import console
from game.base import streams
from game.play.lesson import Learning
from game.play.loop import Loop
from ground.progress import Progress
from voice.hearing.audio import Microphone, MicrophoneError, read_recording
from voice.hearing.models import BUNDLED
from voice.hearing.recogniser import Recogniser
from voice.language import lexicon
from voice.language.transcript import Words
from voice.learning.lesson import Fixed, LearningEvent, TakeRefused, VoiceLearnt, WordsMissing
from voice.learning.manifest import read_manifest
from voice.learning.phrases import PHRASES, Wish, wish_typed
from voice.learning.store import NoSpace, Person, Take, Voices
from voice.learning.takes import hear

_SOUNDS = (".wav", ".flac", ".ogg")
_NUMBERING = re.compile(r"^\d+[\s_.-]+|[\s_-]+\d+$")


def add_learn_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``hektor learn``."""
    add = parser.add_argument
    add("name", nargs="?", help="learn.name")
    add("--from", dest="folder", type=Path, metavar="DIR", help="learn.folder")
    add("--again", action="store_true", help="learn.again")
    add("--forget", action="store_true", help="learn.forget")
    add("--forget-confusions", action="store_true", help="learn.forget_confusions")
    add("--list", action="store_true", help="learn.list")
    add("--yes", action="store_true", help="learn.yes")
    options.add_settings(parser, "learn")
    parser.set_defaults(model=None)  # it learns with the bundled one


def run_learn(given: argparse.Namespace) -> int:
    """Learn, forget or list; the exit status is 1 if nothing came of it."""
    voices = Voices()
    if given.list:
        for line in listed(voices, given.language):
            print(line)
        return 0
    if given.name is None:
        raise PlayerError("whose_voice")
    person = voices.person(given.name) or Person(given.name)
    if given.forget or given.forget_confusions:
        return _forget(given, voices, person)
    if given.folder is not None:
        return _from_folder(given, voices, person)
    if given.again and voices.takes(person.name):
        return _learn_and_tell(given, voices, person, [])
    return _lesson(given, voices, person)


def listed(voices: Voices, language: str) -> Iterator[str]:
    """The voices, one line each."""
    words, people = words_of(language), voices.people()
    if not people:
        yield words.text("lesson.list.none")
    for person in people:
        counts = {
            "recordings": len(voices.takes(person.name)),
            "lesson": len(voices.lesson(person.name)),
        }
        facts = [_figures(person, words)]
        facts += [words.text(f"lesson.list.{one}", count=n) for one, n in counts.items() if n]
        yield words.text("lesson.list.voice", name=person.name, facts="; ".join(facts))


def _figures(person: Person, words: Lexicon) -> str:
    if not person.model:
        return words.text("lesson.list.no_model")
    if not person.fits:
        return words.text("lesson.list.other_version")
    known = {"before": person.before, "of": person.of, "after": person.after}
    return words.text("lesson.list.figures", **known)


def _printed(given: argparse.Namespace, events: Sequence[LearningEvent]) -> None:
    for event in events:
        for one in learn_words(event, given.language):
            streams.print_line(one.text)


def _forget(given: argparse.Namespace, voices: Voices, person: Person) -> int:
    folder = voices.path(person.name, ".").resolve()
    if not folder.is_dir():
        _printed(given, [Fixed.NOTHING_KNOWN])
        return 1
    if given.forget_confusions:
        voices.forget_confusions(person.name)
        _printed(given, [Fixed.CONFUSIONS_FORGOTTEN])
        return 0
    if not given.yes:
        _printed(given, [Fixed.ASK_FORGET])
        if wish_typed(sys.stdin.readline()) is not Wish.YES:
            _printed(given, [Fixed.NOTHING_DONE])
            return 1
    voices.forget(person.name)
    _printed(given, [Fixed.FORGOTTEN])
    return 0


# --- Learning -------------------------------------------------------------------------------------


def _learn_and_tell(
    given: argparse.Namespace,
    voices: Voices,
    person: Person,
    takes: Sequence[Take],
    tell: Callable[[Sequence[LearningEvent]], None] | None = None,
) -> int:
    """Learn, and tell what came of it, or print it."""
    told = learn(voices, person, takes, _progress(given))
    (tell or partial(_printed, given))(told)
    return 0 if came_of_it(told) else 1


def _progress(given: argparse.Namespace) -> Progress:
    return Progress(partial(progress_line, given.language))


def _from_folder(given: argparse.Namespace, voices: Voices, person: Person) -> int:
    recogniser = Recogniser(BUNDLED)
    takes = []
    named, progress = recordings(given.folder), _progress(given)
    for done, (path, wanted) in enumerate(named):
        progress(done, len(named))
        heard = hear(recogniser, read_recording(path), wanted)
        if isinstance(heard, Take):
            takes.append(heard)
        else:
            _printed(given, [TakeRefused(heard, path.name)])
    return _learn_and_tell(given, voices, person, takes)


def recordings(folder: Path) -> list[tuple[Path, Words]]:
    """The recordings of a folder with what is said in them, in their order.

    Raises PlayerError if there are none, or if one is not named after words that Hektor knows.
    """
    if not folder.is_dir():
        raise PlayerError("no_folder", folder=folder)
    manifest = folder / "manifest.tsv"
    if manifest.is_file():
        return [(clip.path, clip.words) for clip in read_manifest(manifest) if clip.inside]
    files = sorted(path for path in folder.iterdir() if path.suffix.lower() in _SOUNDS)
    if not files:
        raise PlayerError("no_recordings", folder=folder)
    known = set(lexicon.vocabulary())
    found = [(path, _named(path.stem)) for path in files]
    for path, words in found:
        if not words or not known.issuperset(words):
            raise PlayerError("not_a_phrase", name=path.name)
    return found


def _named(stem: str) -> Words:
    """The words that a file is named after, without a number before or after them."""
    plain = _NUMBERING.sub("", _NUMBERING.sub("", stem))
    return lexicon.words(re.sub(r"[_-]+", " ", plain))


def _lesson(given: argparse.Namespace, voices: Voices, person: Person) -> int:
    """Learn in a spoken lesson. Lines can be typed too."""
    settings = options.settings(given)
    with ExitStack() as closing:
        lines = closing.enter_context(console())
        sound = Sound(given, settings, lines.write, closing, listens=_has_microphone(given))
        presenter, listener = sound.presenter, sound.listener
        if listener is None:
            presenter.say(learn_words(Fixed.NO_MICROPHONE, settings.language))
            presenter.drain()
            return 1
        listener.start()
        threading.Thread(target=lines.read, args=(sound.inbox,), daemon=True).start()
        learning = Learning(voices, person, presenter)
        try:
            status = 1
            Loop(sound.inbox, presenter, learning, listener).run()
            if not learning.lesson.queue:
                takes = [take for _, take in sorted(voices.lesson(person.name).items())]
                status = _learn_and_tell(given, voices, learning.person, takes, learning.tell)
            presenter.drain()
        except KeyboardInterrupt:  # what was said is on disk; the lesson goes on another time
            return 130
        return status


def _has_microphone(given: argparse.Namespace) -> bool:
    """True if one can be opened now."""
    if given.no_microphone:
        return False
    try:
        Microphone(given.microphone).close()
    except MicrophoneError:
        return False
    return True


FEWEST = 12
"""Takes: of fewer nothing is learnt."""


def _untold(_done: int, _total: int) -> None:
    """Tell nobody."""


def learn(
    voices: Voices,
    person: Person,
    new: Sequence[Take],
    progress: Callable[[int, int], None] = _untold,
) -> tuple[LearningEvent, ...]:
    """Learn from the ``new`` takes and those kept before; whatever fails, the old model stays.
    ``progress`` is told how much of the learning is done, of how much at most."""
    takes = [*voices.takes(person.name), *new]
    if len(takes) < FEWEST:
        return (Fixed.TOO_FEW,)
    try:
        return (*_missing(takes), *_learn(voices, person, takes, progress))
    except NoSpace:
        return (Fixed.NO_SPACE,)
    except (ArithmeticError, LookupError, MemoryError, OSError, RuntimeError, ValueError):
        write_report()  # whatever the mathematics makes of a recording, the game can go on
        return (Fixed.FAILED,)


def came_of_it(told: Sequence[LearningEvent]) -> bool:
    """True if the takes were learnt from, with whatever result."""
    return any(isinstance(one, VoiceLearnt) for one in told)


def _learn(
    voices: Voices, person: Person, takes: Sequence[Take], progress: Callable[[int, int], None]
) -> tuple[LearningEvent, ...]:
    from voice.learning import adaptation  # noqa: PLC0415 - who learns only

    learnt = adaptation.learn(takes, BUNDLED, progress=progress)
    before, after, of = learnt.before, learnt.after, learnt.of
    better = learnt.model is not None
    person = replace(person, before=before, after=after, of=of) if better else person
    voices.put_in_force(
        person,
        None if learnt.model is None else partial(adaptation.write, learnt.model, BUNDLED),
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
