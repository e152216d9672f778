# SPDX-License-Identifier: GPL-3.0-or-later
"""How well the commands of study are heard, moves and questions beside them.

    python -m bench.study.hearing [--phrases N] [--voices NAME ...] [--json FILE]

Voices of espeak-ng say each phrase into the recogniser, which listens for all that can be said at a
desk. Right is what means the same as the phrase when it is typed. The voices are of the kind that
the model was trained on: people are heard worse.
"""

import argparse
import itertools
from dataclasses import replace
from typing import Any, Final

import numpy as np

from bench import results
from ground.progress import Progress
from study.desk import Desk
from study.handle import Meant, spoken, typed
from study.tree import read
from training.synthesis import Synthesiser, synthesise
from voice.hearing.audio import BLOCK_SAMPLES, RATE, Samples, duration
from voice.hearing.models import BUNDLED
from voice.hearing.recogniser import Recogniser
from voice.language import study
from voice.language.completeness import Completeness, completeness
from voice.language.grammar import runtime_phrases
from voice.language.study import StudyCommand
from voice.language.transcript import Words

PHRASES: Final = """vor|weiter|zurück|Anfang|Schluss|Zug siebzehn|Zug drei Schwarz|
Zug vierundzwanzig|Varianten|Variante zwei|Variante Springer Felix drei|Hauptvariante|
zurück zur Partie|was wäre wenn Springer Cesar sechs|behalten|Kommentar|merken Anna|zeige Anna|
Merkliste|speichern|vorlesen|Pause|Partie zwölf|nächste Partie|vorige Partie|letzte Partie|
welche Spieler|Spieler drei|welche Eröffnungen|Eröffnung zwei|alle Partien|Matt in zwei|
Endspiel Turm|Endspiel Läufer und Springer|Endspiel Bauer|Endspiel Bauer gegen Bauer|
Endspiel zwei Bauern|Endspiel drei Bauern|Felder|Diagonalen|Springerwege|Lösung|nächste Aufgabe|
Punkte|Weiß|Schwarz|welche Farbe hat Gustav sechs|
wohin kann der Springer von Anna drei in zwei Zügen|Stellung|was steht auf Eva vier|
Springer Felix drei|Läufer schlägt Cesar drei|Hilfe|letzter Zug|was droht"""
GAME: Final = '[Event "x"]\n\n1. e4 e6 2. d4 d5 3. Nc3 Bb4 4. Nge2 (4. e5 c5) (4. a3) 4... dxe4 *'
VOICES: Final = ("de", "de+f3", "de+m3")
_PACE: Final = 160  # words a minute


def heard(recogniser: Recogniser, sound: Samples, desk: Desk) -> list[Meant]:
    """What is understood of a sound in a quiet room."""
    position = desk.position

    def done(words: Words) -> Completeness:
        whole = study.completeness(words)
        return completeness(words, position) if whole is Completeness.UNKNOWN else whole

    phrases = [*runtime_phrases(position, leisure=True), *study.phrases()]
    recogniser.listen_for(phrases, done, None, study.sentences())
    silence = np.zeros(RATE // 2), np.zeros(2 * RATE)
    room = np.concatenate([silence[0], sound / 2, silence[1]])
    room += np.random.default_rng(1).normal(0, 15, len(room))
    samples = np.clip(room, -32_768, 32_767).astype("<i2")
    found = []
    for start in range(0, len(samples) - BLOCK_SAMPLES, BLOCK_SAMPLES):
        end = start + BLOCK_SAMPLES
        found.append(recogniser.feed(samples[start:end].tobytes(), duration(end), gated=False))
    found.append(recogniser.flush(duration(len(samples))))
    return [spoken(each.transcripts, desk) for each in found if each is not None]


def alike(one: Meant, other: Meant) -> bool:
    """Whether two mean the same; words of one's own count, in small letters."""
    if isinstance(one, StudyCommand) and isinstance(other, StudyCommand):
        return replace(one, text=one.text.lower()) == replace(other, text=other.text.lower())
    if isinstance(one, StudyCommand) or isinstance(other, StudyCommand):
        return False
    return replace(one, text="") == replace(other, text="")


def main() -> None:
    """Say, hear, count and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--phrases", type=int, default=None, help="so many of them")
    parser.add_argument("--voices", nargs="+", default=VOICES)
    results.add_option(parser)
    options = parser.parse_args()
    tree = read(GAME)
    desk = Desk(1, tree, tree.along(())[:7])
    phrases = [" ".join(one.split()) for one in PHRASES.split("|")][: options.phrases]
    recogniser, wrong = Recogniser(BUNDLED), []
    with Synthesiser() as synthesiser:
        for voice, phrase in Progress().over([*itertools.product(options.voices, phrases)]):
            sound = synthesise(synthesiser, phrase, voice, _PACE)
            found = heard(recogniser, sound, desk)
            if len(found) != 1 or not alike(found[0], typed(phrase, desk, "de")):
                wrong.append(f"{voice}: {phrase}")
    figures: dict[str, Any] = {"said": len(phrases) * len(options.voices), "wrong": wrong}
    print(f"{figures['said'] - len(wrong)} of {figures['said']} right")
    for each in wrong:
        print(f"not {each}")
    results.write(options.json, "study.hearing", figures)


if __name__ == "__main__":
    main()
