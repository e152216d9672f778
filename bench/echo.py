# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether people are heard who talk while Hektor speaks, and whether it never hears itself.

    python -m bench.echo [--replies 100] [--minutes 20] [--rooms 0.2 0.4 0.6]
                         [--voices held_out|development] [--way echo|gate|headphones] [--json FILE]

In simulated rooms (``lab.acoustics``) Hektor reads moves back, through a loudspeaker that
distorts a little, as loud at the microphone as the people; somebody replies with the next move
before it has finished. *right*: the reply is understood as that move; *asked*: it is asked back;
*again*: it was known to be cut, and is asked for again; *wrong*: it is taken for another. Then
Hektor talks alone, for ``--minutes`` in each room: how often is it taken for somebody? ``--way``
compares: the microphone shut while Hektor speaks (``gate``), or nothing of it in the microphone
(``headphones``). Voices are espeak-ng's that no setting was chosen on (`training`).
"""

import argparse
import random
import time
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import chess
import numpy as np
import numpy.typing as npt
import soxr

from bench import results
from bench.dictations import moves, said
from game.speech.voice import Voice
from game.speech.voices import SAMPLE_RATE, EngineRenderer
from ground.progress import Progress
from lab.acoustics import (
    LOUD,
    SimulatedLoudspeaker,
    carried,
    level,
    response,
    through,
)
from rules.moves import facts
from rules.position import Position
from training.synthesis import ESPEAK_RATE, Prosody, Synthesiser, resampled
from voice.hearing.audio import BLOCK_SAMPLES, MILLISECOND, RATE, Samples, duration
from voice.hearing.duplex import Duplex
from voice.hearing.gate import Gate
from voice.hearing.models import find_model
from voice.hearing.recogniser import Recogniser
from voice.language import lexicon
from voice.language.completeness import completeness
from voice.language.grammar import announcement, runtime_phrases
from voice.language.intent import understand
from voice.language.interpretation import Ambiguous, Heard, Unsure
from voice.language.semantics import moves_automaton
from voice.language.transcript import HeardUtterance

Wave = npt.NDArray[np.float64]

VERDICTS: Final = ("right", "asked", "again", "wrong", "lost")

_VOICES: Final = Path(__file__).parent.parent / "training" / "voices.toml"
_METRES: Final = 0.5
_HISS: Final = 10.0
_LATENCY: Final = 40 * MILLISECOND  # of the sound cards, unknown to Hektor
_GREETING: Final = (
    "Hektor ist bereit. Guten Tag. Neunzig Minuten für vierzig Züge, dreißig Sekunden je Zug.",
    "Weiß beginnt.",
)
_BEFORE: Final = (0.15, 0.9)  # of a read-back, when the reply begins
_PAUSE: Final = 1.2  # seconds
_COLUMNS: Final = (
    "reverberation", "replies", *VERDICTS, "minutes alone", "taken for speech", "with words",
    "% of a core", "over the first words", *VERDICTS,
)  # fmt: skip
_CUT: Final = 0.4  # seconds that a reply may begin before it is taken for it


@dataclass(slots=True)
class Scene:
    """Sounds of a scene: by whom, from which second on. Hektor's at 22,050 Hz, else 16 kHz."""

    hektor: list[tuple[float, Wave]] = field(default_factory=list)
    people: list[tuple[float, Wave]] = field(default_factory=list)
    replies: list["Reply"] = field(default_factory=list)
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Reply:
    """A move said in a position, from that second on; the recogniser expects it from ``since``."""

    position: Position
    move: chess.Move
    text: str
    since: float
    at: float


class Actors:
    """Hektor's own voice, and those of the people."""

    def __init__(self, kept: str, seed: int) -> None:
        with _VOICES.open("rb") as file:
            self._names = tomllib.load(file)[kept]
        self._rng = random.Random(seed)
        self._renderer = EngineRenderer()
        self._synthesiser = Synthesiser()

    def hektor(self, text: str) -> Wave:
        """At 22,050 Hz."""
        return self._renderer.render(text, Voice()).astype(np.float64)

    def person(self, text: str) -> Wave:
        """At 16 kHz, in any voice."""
        rng = self._rng
        prosody = Prosody(rng.randint(110, 200), rng.randint(20, 80), rng.randint(20, 80))
        speech = self._synthesiser.speak(text, f"de+{rng.choice(self._names)}", prosody)
        return resampled(speech.audio, ESPEAK_RATE, RATE).astype(np.float64)

    def close(self) -> None:
        """Close the synthesiser."""
        self._synthesiser.close()


def conversation(actors: Actors, count: int, seed: int) -> Scene:
    """Moves that are read back, and replies that begin before that is over."""
    rng = random.Random(seed)
    scene = Scene()
    now = _greet(scene, actors)
    games = moves(rng)
    position, move = next(games)
    while len(scene.replies) < count:
        after, reply = next(games)
        if after.ply != position.ply + 1:  # another game began
            position, move = after, reply
            continue
        began = now
        now = _tell(scene, actors, announcement(facts(position, move)), now)
        text = said(after, reply, rng)
        at = began + rng.uniform(*_BEFORE) * (now - began)
        sound = actors.person(text)
        scene.people.append((at, sound))
        scene.replies.append(Reply(after, reply, text, began, at))
        now = max(now, at + len(sound) / RATE) + _PAUSE
        position, move = after, reply
    scene.seconds = now + 1.0
    return scene


def interruptions(actors: Actors, count: int, seed: int) -> Iterator[Scene]:
    """Moves that are said over Hektor's first words, each in a room that is not known yet."""
    rng = random.Random(seed)
    for (position, move), _ in zip(moves(rng), range(count), strict=False):
        scene = Scene()
        end = _greet(scene, actors)
        text, at = said(position, move, rng), 1.0 + rng.uniform(0.2, 3.5)
        sound = actors.person(text)
        scene.people.append((at, sound))
        scene.replies.append(Reply(position, move, text, 0.0, at))
        scene.seconds = max(end, at + len(sound) / RATE) + _PAUSE
        yield scene


def monologue(actors: Actors, minutes: float, seed: int) -> Scene:
    """Hektor alone, with short pauses."""
    rng = random.Random(seed)
    scene = Scene()
    now = _greet(scene, actors)
    for position, move in moves(rng):
        if now > 60 * minutes:
            break
        line = announcement(facts(position, move))
        if rng.random() < 0.3:
            line = ", ".join(
                announcement(facts(position, each)) for each in position.legal_moves[:6]
            )
        now = _tell(scene, actors, line, now) + rng.uniform(0.2, 1.5)
    scene.seconds = now + 1.0
    return scene


def _greet(scene: Scene, actors: Actors) -> float:
    """Hektor says who it is, from the first second on; when that is over."""
    now = 1.0
    for line in _GREETING:
        now = _tell(scene, actors, line, now) + 0.4
    return now


def _tell(scene: Scene, actors: Actors, line: str, at: float) -> float:
    sound = actors.hektor(line)
    scene.hektor.append((at, sound))
    return at + len(sound) / SAMPLE_RATE


@dataclass(frozen=True, slots=True)
class Hearing:
    """The outcome of a scene: utterances, when somebody was taken to begin to speak (s), and the
    seconds of computing for the echo alone."""

    utterances: list[HeardUtterance]
    begun: list[float]
    computing: float


def hear(scene: Scene, recogniser: Recogniser, way: str, room: float) -> Hearing:
    """The scene in a room that fades within ``room`` seconds."""
    played = _track([(at, sound) for at, sound in scene.hektor], scene.seconds, SAMPLE_RATE)
    microphone = _microphone(scene, played, way, room)
    gate = Gate(enabled=way != "headphones")
    ears = Duplex(gate, talk_over=way != "gate")
    for at, sound in scene.hektor:
        ears.speech_started(round(at * 1e9))
        ears.speech_ended(round((at + len(sound) / SAMPLE_RATE) * 1e9))
    replies = list(scene.replies)
    recogniser.reset()
    found = Hearing([], [], 0.0)
    hearing, computing = False, 0.0
    passed = through(ears, microphone, played.astype(np.int16), SAMPLE_RATE, _LATENCY)
    for number in Progress().over(range(len(microphone) // BLOCK_SAMPLES)):
        at = duration((number + 1) * BLOCK_SAMPLES)
        if replies and replies[0].since * 1e9 < at:
            _listen_in(recogniser, replies.pop(0).position)
        begun = time.thread_time()
        block = next(passed)
        computing += time.thread_time() - begun
        for each in (*ears.held_back(), block):
            heard = recogniser.feed(each.pcm, each.at, each.gated, each.echo, fading=each.fading)
            if heard is not None:
                found.utterances.append(heard)
        if recogniser.hearing and not hearing:
            found.begun.append(at / 1e9)
        hearing = recogniser.hearing
    return Hearing(found.utterances, found.begun, computing)


def _microphone(scene: Scene, played: Wave, way: str, room: float) -> Samples:
    seed = round(1000 * room)
    people = _track(scene.people, scene.seconds, RATE)
    if len(scene.people):
        people = carried(people, response(room, _METRES, seed))
        people *= LOUD / level(people)
    sound = people + np.random.default_rng(seed).normal(0, _HISS, len(people))
    if way != "headphones":
        echo = soxr.resample(played, SAMPLE_RATE, RATE)[: len(sound)]
        echo = SimulatedLoudspeaker(room, _METRES, seed + 1).carry(echo)
        sound[: len(echo)] += echo * LOUD / level(echo)
    return np.clip(np.rint(sound), -32_768, 32_767).astype(np.int16)


def _track(sounds: Sequence[tuple[float, Wave]], seconds: float, rate: int) -> Wave:
    track = np.zeros(round(seconds * rate) + rate)
    for at, sound in sounds:
        start = round(at * rate)
        track[start : start + len(sound)] += sound[: len(track) - start]
    return track


def _listen_in(recogniser: Recogniser, position: Position) -> None:
    recogniser.listen_for(
        runtime_phrases(position),
        lambda words: completeness(words, position),
        sentences=(moves_automaton(lexicon.GERMAN),),
    )


def judged(scene: Scene, heard: Hearing) -> Iterator[tuple[str, Reply, str]]:
    """The outcome of each reply: right, again, wrong or lost, and the words that were heard."""
    ends = [reply.at for reply in scene.replies[1:]] + [scene.seconds]
    for reply, end in zip(scene.replies, ends, strict=True):
        of_it = [
            one
            for one in heard.utterances
            if reply.at - _CUT < one.ended_at / 1e9 < end and one.has_words
        ]
        words = " | ".join(
            ("(clipped) " if one.clipped else "") + one.transcripts[0].text for one in of_it
        )
        whole = [understand(one.transcripts, reply.position) for one in of_it if not one.clipped]
        meant = [one.move for one in whole if isinstance(one, Heard)]
        if any(move != reply.move for move in meant):
            yield "wrong", reply, words
        elif meant:
            yield "right", reply, words
        elif any(isinstance(one, Ambiguous | Unsure) for one in whole):
            yield "asked", reply, words
        elif any(one.clipped for one in of_it) and not whole:
            yield "again", reply, words
        else:
            yield "lost", reply, words


def _counted(verdicts: Sequence[tuple[str, Reply, str]], before: str = "") -> dict[str, int]:
    return {before + name: sum(verdict == name for verdict, _, _ in verdicts) for name in VERDICTS}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--replies", type=int, default=100, help="in each room")
    parser.add_argument("--first", type=int, default=30, help="over the first words, in each room")
    parser.add_argument("--minutes", type=float, default=20.0, help="in each room")
    parser.add_argument("--rooms", type=float, nargs="+", default=[0.2, 0.4, 0.6])
    parser.add_argument("--voices", choices=("held_out", "development"), default="held_out")
    parser.add_argument("--way", choices=("echo", "gate", "headphones"), default="echo")
    parser.add_argument("--seed", type=int, default=2026)
    results.add_option(parser)
    given = parser.parse_args()
    actors = Actors(given.voices, given.seed)
    recogniser = Recogniser(find_model())
    rows = []
    print(f"| {' | '.join(_COLUMNS)} |\n{'|---' * len(_COLUMNS)}|")
    for number, room in enumerate(given.rooms):
        scene = conversation(actors, given.replies, given.seed + number)
        heard = hear(scene, recogniser, given.way, room)
        verdicts = list(judged(scene, heard))
        alone = monologue(actors, given.minutes, given.seed + number)
        _listen_in(recogniser, Position.start())
        itself = hear(alone, recogniser, given.way, room)
        first = [
            verdict
            for one in interruptions(actors, given.first, given.seed + number)
            for verdict in judged(one, hear(one, recogniser, given.way, room))
        ]
        counts = _counted(verdicts)
        share = (heard.computing + itself.computing) / (scene.seconds + alone.seconds)
        row = {
            "reverberation_s": room, "replies": len(verdicts), **counts,
            "minutes": round(alone.seconds / 60, 1), "taken_for_speech": len(itself.begun),
            "words": sum(one.has_words for one in itself.utterances),
            "core_percent": round(100 * share, 1),
            "first": len(first), **_counted(first, "first_"),
        }  # fmt: skip
        rows.append(row)
        print("| " + " | ".join(f"{value}" for value in row.values()) + " |", flush=True)
    actors.close()
    what = {"voices": given.voices, "way": given.way}
    results.write(given.json, "echo", {**what, "rows": rows})


if __name__ == "__main__":
    main()
