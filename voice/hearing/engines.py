# SPDX-License-Identifier: GPL-3.0-or-later
"""The decoder behind the recogniser: what it must do, and how libvosk does it."""

import importlib
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any, Final, Protocol

import numpy as np

from ground import files
from voice.hearing import trial
from voice.hearing.audio import RATE
from voice.hearing.models import ModelError, begin_trial, library
from voice.language import lexicon
from voice.language.template import Sentences
from voice.language.transcript import UNKNOWN, Transcript, Word

N_BEST: Final = 8
_DRAWN_OUT_S: Final = (0.75, 0.075)  # and per letter; slow synthetic voices stay below it


class Engine(Protocol):
    """A decoder of one utterance at a time."""

    def listen_for(self, phrases: Sequence[str], sentences: Sentences | None = None) -> None:
        """Expect these phrases, and ``sentences`` if it can; drops the utterance in progress."""

    def accept(self, pcm: bytes) -> None:
        """Hear some more 16 kHz mono PCM."""

    def partial(self) -> str:
        """The best text so far; it may lag behind the sound."""

    def result(self) -> tuple[Transcript, ...]:
        """End the utterance; n best with word times from its first sample, best first."""

    def knows(self, word: str) -> bool:
        """True if the word is in the vocabulary, in any spelling."""


def plausible(word: str, seconds: float) -> str:
    """A word drawn out beyond what anybody says is a whole sentence of something else."""
    base, per_letter = _DRAWN_OUT_S
    return UNKNOWN if seconds > base + per_letter * len(word) else word


_FETCHING = {"requests": (), "srt": (), "tqdm": ("tqdm",), "urllib.request": ("urlretrieve",)}
"""What vosk imports to fetch its models and to write subtitles, and of which module it takes what
by name."""


@contextmanager
def _put_off() -> Iterator[None]:
    """Python loads these modules when something of them is used, and not meanwhile. That takes
    longer than to load a model, and binds a socket to see whether there is IPv6; in competition no
    socket is opened (11.3.2.1)."""
    absent = {name: _stand_in(name, *known) for name, known in _FETCHING.items()}
    absent = {name: module for name, module in absent.items() if name not in sys.modules}
    sys.modules.update(absent)
    try:
        yield
    finally:
        for name, module in absent.items():
            if sys.modules.get(name) is module:
                del sys.modules[name]


def _stand_in(name: str, *known: str) -> ModuleType:
    """A module that is loaded when something of it is used, or one of its ``known`` is called."""
    module = ModuleType(name)

    def found(attribute: str) -> Any:
        if attribute.startswith("__"):
            raise AttributeError(attribute)
        return getattr(importlib.import_module(name), attribute)

    module.__getattr__ = found  # type: ignore[method-assign]  # PEP 562
    for one in known:
        setattr(module, one, partial(_called, name, one))
    return module


def _called(name: str, attribute: str, /, *given: Any, **named: Any) -> Any:
    return getattr(importlib.import_module(name), attribute)(*given, **named)


class VoskEngine:
    """libvosk with a runtime grammar and n-best lists.

    The runtime grammar becomes a bigram model, so sentences that were not asked for can come out:
    parse what is heard. Words that a model writes differently (small letters) are translated both
    ways; phrases with words it lacks are left out.
    """

    def __init__(self, path: Path, n_best: int = N_BEST) -> None:
        """Load the model.

        Raises:
            ModelError: there is none, or libvosk cannot load it.
        """
        begin_trial(path)
        try:
            with _put_off():
                import vosk  # noqa: PLC0415 - not needed for typed games
        except (ImportError, OSError) as error:  # no wheel for this machine
            raise ModelError("no_vosk") from error
        vosk.SetLogLevel(-1)
        name = files.ascii_path(path)
        if (found := library()) is not None and not trial.run(found, Path(name)):
            raise ModelError("model_unloaded", path=path)
        self._recognizer: Callable[..., Any] = vosk.KaldiRecognizer
        self._n_best = n_best
        try:
            self._model: Any = vosk.Model(name)
            self._decoder = self._new_decoder()
        except Exception as error:  # the binding raises nothing more special
            raise ModelError("model_unloaded", path=path) from error
        self._takes_grammar = not (path / "graph" / "HCLG.fst").exists()
        self._samples = 0  # accepted since the decoder was made
        self._utterance_start = 0
        self._spellings: dict[str, str | None] = {}
        self._originals: dict[str, str] = {}

    def another(self) -> "VoskEngine":
        """A decoder of another microphone, with the same networks; before any of the two hears."""
        made = copy(self)
        made._decoder = made._new_decoder()
        made._spellings, made._originals = {}, {}
        return made

    def listen_for(self, phrases: Sequence[str], sentences: Sentences | None = None) -> None:
        """Expect these phrases; a model with a fixed graph goes on expecting everything."""
        if not self._takes_grammar:
            return
        self._decoder = self._new_decoder(self._in_its_spelling(phrases))
        self._samples = self._utterance_start = 0

    def accept(self, pcm: bytes) -> None:
        """Hear some more; libvosk's own endpoint is not used."""
        self._decoder.AcceptWaveform(pcm)
        self._samples += len(pcm) // 2

    def partial(self) -> str:
        """The best text so far; lags by the model's right context and chunk."""
        return self._in_our_spelling(json.loads(self._decoder.PartialResult())["partial"])

    def result(self) -> tuple[Transcript, ...]:
        """End the utterance; confidences are posteriors within the n-best list."""
        found = json.loads(self._decoder.FinalResult()).get("alternatives", [])
        start_s = self._utterance_start / RATE
        self._utterance_start = self._samples
        scores = np.array([alternative["confidence"] for alternative in found])
        if not len(scores):
            return ()
        weights = np.exp(scores - scores.max())
        return tuple(
            self._transcript(alternative, float(weight), start_s)
            for alternative, weight in zip(found, weights / weights.sum(), strict=True)
        )

    def knows(self, word: str) -> bool:
        """True if the word is in the model's vocabulary."""
        return self._spelling(word) is not None

    def _new_decoder(self, phrases: Sequence[str] = ()) -> Any:
        """A decoder that expects these phrases; without any, every word of the model.

        libvosk's ``SetGrammar`` never frees the grammar before it, 70 kB for the moves of chess. A
        decoder frees its own when it goes, and a new one is made in less time than that takes.
        """
        # Made with an empty list, libvosk's decoder would have no graph and end the process.
        grammar = [json.dumps(list(phrases), ensure_ascii=False)] if phrases else []
        decoder = self._recognizer(self._model, RATE, *grammar)
        decoder.SetMaxAlternatives(self._n_best)
        decoder.SetWords(True)
        return decoder

    def _transcript(self, found: dict[str, Any], confidence: float, start_s: float) -> Transcript:
        words = tuple(
            Word(
                self._in_our_spelling(plausible(word["word"], word["end"] - word["start"])),
                word["start"] - start_s,
                word["end"] - start_s,
                confidence,
            )
            for word in found.get("result", ())
        )
        return Transcript(" ".join(word.text for word in words), confidence, words)

    def _spelling(self, word: str) -> str | None:
        if word not in self._spellings:
            plain = (word, *lexicon.other_spellings().get(word.lower(), ()))
            forms = (form for one in plain for form in (one, one.lower(), one.capitalize()))
            known = (form for form in forms if self._model.vosk_model_find_word(form) >= 0)
            self._spellings[word] = next(known, None)
        return self._spellings[word]

    def _in_its_spelling(self, phrases: Sequence[str]) -> list[str]:
        words = set(" ".join(phrases).split())
        self._originals = {self._spelling(word) or "": word for word in words}
        if all(self._spelling(word) == word for word in words):
            return list(phrases)
        if missing := {word for word in words if self._spelling(word) is None}:
            phrases = [phrase for phrase in phrases if missing.isdisjoint(phrase.split())]
        return [
            " ".join(self._spellings[word] or "" for word in phrase.split()) for phrase in phrases
        ]

    def _in_our_spelling(self, text: str) -> str:
        return " ".join(self._originals.get(word, word) for word in text.split())
