# SPDX-License-Identifier: GPL-3.0-or-later
"""From blocks of sound to utterances: n-best transcripts with the time at which speech ended.

:class:`Recogniser` owns the state of listening. What becomes of a block:

1. :meth:`Recogniser.feed` takes a block of sound with the time at which it ended. A block during
   which Hektor spoke is gated: what was being said is cut off and comes back as clipped. When it
   has fallen silent, and the room with it, whoever speaks up is heard from the beginning.
2. The endpoint detector (``voice.hearing.endpoint``) tells speech from background noise.
3. While nobody speaks, the last half second of sound is kept, for the soft first consonant.
4. When speech begins, the engine (``voice.hearing.engines``) hears that sound and every block
   that follows.
5. After a short silence the engine is asked for its transcripts. Under noise that hides silences,
   it is asked when its words have not changed for a while, or when only people further away go
   on talking.
6. The language tells how complete the words are (``voice.language.completeness``), and from this
   follows how long the silence must be (``voice.hearing.endpoint.patience``): short after a
   complete move, long where a move may go on.
7. If the silence is long enough, the utterance has ended, at the time of its last word. If the
   speaker goes on before that, the engine hears the utterance again from its start.

:meth:`Recogniser.listen_for` changes what is expected from the next block on; an utterance in
progress is heard again with it. Time is an argument; nothing here reads a clock, so a recording
decoded at any speed gives what a microphone would.
"""

import queue
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from voice.hearing import endpoint
from voice.hearing.audio import MILLISECOND, RATE, duration
from voice.hearing.endpoint import FRAME_MS, SpeechDetector, patience
from voice.hearing.engines import Engine
from voice.hearing.second_pass import load_engine
from voice.language import lexicon
from voice.language.completeness import Completeness
from voice.language.template import Sentences
from voice.language.transcript import UNKNOWN, HeardUtterance, Transcript, Words, known_words

_PREROLL_MS: Final = 450  # a soft first consonant lies before the sound that woke us
_ONSET_FRAMES: Final = 4
_EARLY: Final = 80 * MILLISECOND  # of silence
_AWAKE: Final = (
    100 * MILLISECOND
)  # words that begin sooner may have begun before the microphone woke
_CLEAR_FRAMES: Final = 20  # after Hektor: so much silence before anybody is listened to
_FLUSH_MS: Final = 300  # audio cut off abruptly needs it before the last word comes out
_LONGEST_BLOCK_MS: Final = 200
_DOUBT: Final = 1_000 * MILLISECOND
_MAY_BE: Final = 0.1  # of the n-best list's probability
_LULL_EXTRA: Final = 100 * MILLISECOND  # a lull is less certain than silence
_LULL_KEPT_BEFORE: Final = 25  # frames: consonants are softer than that
_LULL_KEPT_AFTER: Final = 15
_FRAME_BYTES: Final = 2 * RATE * FRAME_MS // 1000

JudgeCompleteness = Callable[[Words], Completeness]
"""Tells whether a speaker who pauses after these words is done."""

_Wanted = tuple[Sequence[str], JudgeCompleteness | None, Engine | None, Sentences | None]
"""The arguments of :meth:`Recogniser.listen_for`: phrases, judge, engine, sentences."""


@dataclass(slots=True)
class _Utterance:
    """The utterance in progress."""

    started_at: int  # of the first sample in pcm
    speech_at: int  # of the sound that woke us
    pcm: bytearray
    clipped: bool = False
    text: str = ""
    changed_at: int = 0
    still_state: Completeness | None = None  # of the unchanged text
    next_lull: int = 0  # how long a lull must be before the engine is asked again
    finished: tuple[tuple[Transcript, ...], Completeness] | None = None  # heard to its end


class Recogniser:
    """Listens to one stream of blocks. Feed it from one thread; ``listen_for`` from any."""

    def __init__(
        self,
        model: Path | str | Engine,
        completeness: JudgeCompleteness | None = None,
    ) -> None:
        """``model`` is a directory with a Vosk model, or an engine.

        Raises:
            ModelError: no model that can be used, in one sentence.
        """
        self._engine = load_engine(Path(model)) if isinstance(model, Path | str) else model
        self._completeness = completeness or (lambda _: Completeness.UNKNOWN)
        self._wanted: queue.SimpleQueue[_Wanted] = queue.SimpleQueue()
        self._detector = SpeechDetector()
        self._preroll: deque[bytes] = deque()
        self._preroll_bytes = 0
        self._utterance: _Utterance | None = None
        self._shut_out = False  # somebody may have begun to speak while the gate was shut
        self._woke_at: int | None = None  # the first sound

    @property
    def engine(self) -> Engine:
        """The engine that hears now."""
        return self._engine

    @property
    def hearing(self) -> bool:
        """True if somebody is speaking, or has just stopped and may go on.

        When they have spoken for a second there must be words in it, lest a noisy hall counts as a
        speaker.
        """
        utterance = self._utterance
        if utterance is None:
            return False
        before = utterance.speech_at - utterance.started_at
        if duration(len(utterance.pcm) // 2) - before <= _DOUBT:
            return True
        if utterance.finished is None:
            return bool(known_words(self._engine.partial()))
        transcripts, _ = utterance.finished
        return bool(transcripts and known_words(transcripts[0].text))

    @property
    def waiting(self) -> bool:
        """True if there is no sound that anybody's words could be in."""
        return self._utterance is None

    def missing_words(self, vocabulary: Iterable[str]) -> tuple[str, ...]:
        """The words that this model cannot hear."""
        return tuple(word for word in vocabulary if not self._engine.knows(word))

    def listen_for(
        self,
        phrases: Sequence[str],
        completeness: JudgeCompleteness | None = None,
        engine: Engine | None = None,
        sentences: Sentences | None = None,
    ) -> None:
        """Expect these phrases from the next block on; may be called from any thread.

        ``completeness`` judges words in this position; ``engine`` hears from now on, if it is to
        be another. ``sentences`` are whole ones that may be said, of which the phrases are but
        parts. An utterance in progress is heard anew, from its start.
        """
        self._wanted.put((tuple(phrases), completeness, engine, sentences))

    def feed(
        self,
        block: bytes,
        at: int,
        gated: bool = False,
        echo: bool = False,
        *,
        fading: bool = False,
    ) -> HeardUtterance | None:
        """Hear a block of at most 0.2 s that ended ``at``; an utterance when one has ended.

        ``gated``: Hektor spoke. What was being said then comes back as ``clipped``. ``fading``: it
        has just fallen silent, and the block has its sound. ``echo``: Hektor speaks and nobody
        else; its echo was taken out.
        """
        if len(block) > 2 * RATE * _LONGEST_BLOCK_MS // 1000:
            raise ValueError(f"a block may last {_LONGEST_BLOCK_MS} ms at most")
        self._apply_wanted()
        if self._woke_at is None:
            self._woke_at = at - duration(len(block) // 2)
        if gated and not fading:
            return self._shut(at)
        if fading and self._shut_out and self._utterance is None:
            self._fade(block)
            return None
        self._detector.feed(np.frombuffer(block, "<i2"), echo=echo)
        if self._utterance is None:
            self._wait(block, at)
            return None
        return self._follow(self._utterance, block, at)

    def flush(self, at: int) -> HeardUtterance | None:
        """The sound is over: what is left of it, if somebody was speaking."""
        utterance = self._utterance
        if utterance is None:
            return None
        if utterance.finished is None:
            self._engine.accept(bytes(2 * RATE * _FLUSH_MS // 1000))
            utterance.finished = self._finish()
        return self._end(utterance, at)

    def reset(self) -> None:
        """Forget the utterance in progress and the sound of the room: another recording comes."""
        if self._utterance is not None and self._utterance.finished is None:
            self._engine.result()
        self._utterance = None
        self._shut_out = False
        self._woke_at = None
        self._detector = SpeechDetector()
        self._forget_preroll()

    # --- The states: waiting, following, shut ---------------------------------------------------

    def _wait(self, block: bytes, at: int) -> None:
        self._keep(block)
        if self._shut_out and self._detector.silence_frames >= _CLEAR_FRAMES:
            self._shut_out = False
        if self._detector.run < _ONSET_FRAMES:
            return
        pcm = bytearray(b"".join(self._preroll))
        started_at = at - duration(len(pcm) // 2)
        speech_at = max(started_at, at - self._detector.run * FRAME_MS * MILLISECOND)
        self._utterance = _Utterance(
            started_at, speech_at, pcm, clipped=self._shut_out, changed_at=at
        )
        self._detector.begin()
        self._engine.accept(bytes(pcm))
        self._forget_preroll()

    def _follow(self, utterance: _Utterance, block: bytes, at: int) -> HeardUtterance | None:
        utterance.pcm += block
        silence = self._silence()
        if utterance.finished is None:
            self._engine.accept(block)
        elif not silence:  # the speaker goes on
            self._hear_again(utterance)
        elif silence >= self._wait_for(utterance.finished):
            if utterance.finished[1] is not Completeness.COMPLETE:
                self._engine.accept(bytes(utterance.pcm))  # a soft word may hide in the silence
                utterance.finished = self._finish()
            return self._end(utterance, at)
        else:
            return None
        if silence >= endpoint.COMPLETE or (silence >= _EARLY and self._seems_complete()):
            utterance.finished = self._finish()
            if silence >= self._wait_for(utterance.finished):
                return self._end(utterance, at)
        elif self._is_too_long(utterance, at):
            utterance.finished = self._finish()
            self._shut_out = True  # what follows lacks its start
            return self._end(utterance, at)
        elif self._detector.surge and not known_words(self._engine.partial()):
            self._start_anew(utterance, at)
        elif self._ends_in_lull(utterance):
            return self._end(utterance, at)
        elif self._is_still(utterance, at):
            utterance.finished = self._finish()
            if self._fell_silent(utterance, at) >= self._wait_for(utterance.finished):
                return self._end(utterance, at)
            utterance.changed_at = at
            self._hear_again(utterance)
        return None

    def _seems_complete(self) -> bool:
        """True if the first hearing has a whole move or command, which nothing continues: the
        second hears it while the silence lasts, in vain if the speaker goes on."""
        words = lexicon.words(self._engine.partial())
        return self._completeness_of(words) is Completeness.COMPLETE

    def _start_anew(self, utterance: _Utterance, at: int) -> None:
        """Begin the utterance here: what was heard so far was somebody further away."""
        keep = 2 * RATE * _PREROLL_MS // 1000
        self._engine.result()
        del utterance.pcm[:-keep]
        utterance.started_at = at - duration(len(utterance.pcm) // 2)
        utterance.speech_at = at
        utterance.clipped = False
        self._detector.begin()
        self._hear_again(utterance)

    def _ends_in_lull(self, utterance: _Utterance) -> bool:
        """True if the speaker fell silent while others go on talking, 14 dB below.

        The engine is asked without the others' talk, which it would take for unknown words.
        """
        lull = self._detector.lull()
        silence = lull[1] * FRAME_MS * MILLISECOND if lull else 0
        if silence < endpoint.COMPLETE:
            utterance.next_lull = endpoint.COMPLETE + _LULL_EXTRA
        if lull is None or silence < utterance.next_lull:
            return False
        self._engine.result()
        before = len(utterance.pcm) - (lull[0] + _LULL_KEPT_BEFORE) * _FRAME_BYTES
        last = len(utterance.pcm) - (lull[1] - _LULL_KEPT_AFTER) * _FRAME_BYTES
        self._engine.accept(bytes(utterance.pcm[max(before, 0) : last]))
        utterance.finished = self._finish()
        utterance.next_lull = self._wait_for(utterance.finished) + _LULL_EXTRA
        if silence >= utterance.next_lull:
            utterance.started_at += duration(max(before, 0) // 2)
            return True
        self._hear_again(utterance)
        return False

    def _shut(self, at: int) -> HeardUtterance | None:
        """Hektor speaks: what was being said is cut off, what follows is not whole."""
        heard = None
        if self._utterance is not None:
            if self._utterance.finished is None:
                self._utterance.finished = self._finish()
            self._utterance.clipped = True
            heard = self._end(self._utterance, at)
        self._shut_out = True
        self._detector.interrupt()
        self._forget_preroll()
        return heard

    def _fade(self, block: bytes) -> None:
        """Hektor has fallen silent: what is still heard may be its echo. When the room has been
        silent for a while nobody can have begun to speak, and what follows is whole."""
        self._detector.feed(np.frombuffer(block, "<i2"))
        if self._detector.silence_frames * _FRAME_BYTES < len(block):
            self._forget_preroll()
            return
        self._keep(block)
        if self._detector.silence_frames >= _CLEAR_FRAMES:
            self._shut_out = False
            self._detector.begin()  # an echo tells nothing of how loud people are

    # --- Parts of them --------------------------------------------------------------------------

    def _apply_wanted(self) -> None:
        wanted = None
        while not self._wanted.empty():
            wanted = self._wanted.get()
        if wanted is None:
            return
        phrases, completeness, engine, sentences = wanted
        if engine is not None and engine is not self._engine:
            self._engine.result()  # whatever it has heard is given to the other one again
            self._engine = engine
        self._engine.listen_for(phrases, sentences)
        self._completeness = completeness or self._completeness
        if self._utterance is not None:
            self._utterance.still_state = None
            self._hear_again(self._utterance)

    def _hear_again(self, utterance: _Utterance) -> None:
        self._engine.accept(bytes(utterance.pcm))
        utterance.finished = None

    def _finish(self) -> tuple[tuple[Transcript, ...], Completeness]:
        transcripts = self._engine.result()
        state = self._completeness_of(transcripts[0].words if transcripts else ())
        if state is Completeness.UNKNOWN and self._may_be_whole(transcripts):
            state = Completeness.WHOLE
        return transcripts, state

    def _may_be_whole(self, transcripts: Sequence[Transcript]) -> bool:
        """True if what is no phrase was misheard: a whole one is among what else was heard."""
        return any(
            self._completeness_of(each.words) in (Completeness.COMPLETE, Completeness.WHOLE)
            for each in transcripts[1:]
            if each.confidence >= _MAY_BE and " " in each.text
        )

    def _completeness_of(self, words: Words) -> Completeness:
        """With an unknown sound in it, it may be a sentence of which no part is a move."""
        if not words or UNKNOWN in words:
            return Completeness.UNKNOWN
        return self._completeness(words)

    def _wait_for(self, finished: tuple[tuple[Transcript, ...], Completeness]) -> int:
        transcripts, state = finished
        if not transcripts:
            return endpoint.UNKNOWN
        return patience(state, single=" " not in transcripts[0].text)

    def _fell_silent(self, utterance: _Utterance, at: int) -> int:
        """How long ago the last word ended by the engine's own measure, if there is one."""
        transcripts = utterance.finished[0] if utterance.finished else ()
        words = transcripts[0].timed if transcripts else ()
        if not words:
            return at - utterance.started_at
        return at - utterance.started_at - round(words[-1].end_s * 1_000) * MILLISECOND

    def _is_still(self, utterance: _Utterance, at: int) -> bool:
        """Under noise that hides silences: the words have not changed for long enough."""
        text = self._engine.partial()
        if text != utterance.text:
            utterance.text, utterance.changed_at = text, at
            utterance.still_state = None
        if utterance.still_state is None:
            utterance.still_state = self._completeness_of(lexicon.words(text))
        if text and utterance.still_state is Completeness.UNKNOWN:
            return False  # chatter is one utterance to its end, lest a part of it passes for a move
        wait = patience(utterance.still_state, False) * endpoint.STILL
        return at - utterance.changed_at >= wait

    def _is_too_long(self, utterance: _Utterance, at: int) -> bool:
        return at - utterance.started_at >= endpoint.LONGEST

    def _end(self, utterance: _Utterance, at: int) -> HeardUtterance | None:
        self._utterance = None
        self._forget_preroll()
        assert utterance.finished is not None
        transcripts, _ = utterance.finished
        if not transcripts or not transcripts[0].text:
            return None
        started_at, ended_at = utterance.speech_at, at - self._silence()
        if words := transcripts[0].timed:  # the door that slams after the last word is not speech
            first, last = (
                round(s * 1_000) * MILLISECOND for s in (words[0].start_s, words[-1].end_s)
            )
            if utterance.started_at + first < (self._woke_at or 0) + _AWAKE:
                utterance.clipped = True
            started_at = max(started_at, utterance.started_at + first)
            ended_at = min(ended_at, utterance.started_at + last)
        ended_at = max(started_at, ended_at)
        pcm, origin = bytes(utterance.pcm), utterance.started_at
        return HeardUtterance(transcripts, started_at, ended_at, at, utterance.clipped, pcm, origin)

    def _silence(self) -> int:
        return self._detector.silence_frames * FRAME_MS * MILLISECOND

    def _keep(self, block: bytes) -> None:
        """The last sound before anybody speaks."""
        self._preroll.append(block)
        self._preroll_bytes += len(block)
        while self._preroll_bytes - len(self._preroll[0]) >= 2 * RATE * _PREROLL_MS // 1000:
            self._preroll_bytes -= len(self._preroll.popleft())

    def _forget_preroll(self) -> None:
        self._preroll.clear()
        self._preroll_bytes = 0
