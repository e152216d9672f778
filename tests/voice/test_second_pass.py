# SPDX-License-Identifier: GPL-3.0-or-later
"""What libvosk heard is heard again, among whole sentences."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
from ears import HEARD, First

from lab.acoustics import carried, response, speech_end
from rules.position import Position
from training.synthesis import Synthesiser, synthesise
from voice.acoustic.augment import stretched
from voice.acoustic.kaldi_io import read_networks
from voice.hearing import second_pass
from voice.hearing.models import BUNDLED
from voice.hearing.second_pass import SecondPass, known_of
from voice.language.grammar import sentences
from voice.language.intent import understand
from voice.language.interpretation import Heard, NoMatch
from voice.language.lexicon import GERMAN
from voice.language.semantics import moves_automaton, replies_automaton
from voice.language.transcript import UNKNOWN, Transcript

MOVES = (moves_automaton(GERMAN),)
SENTENCES = sentences(Position.start())


@pytest.fixture
def synthesiser() -> Iterator[Synthesiser]:
    """A process for each test: espeak-ng speaks a little otherwise after other words."""
    with Synthesiser() as one:
        yield one


def _ears(first: First | None = None) -> SecondPass:
    return SecondPass(first or First(), read_networks(BUNDLED), known_of(BUNDLED))


def _pcm(synthesiser: Synthesiser, text: str) -> bytes:
    sound = synthesise(synthesiser, text, "de+f3", 150).astype(float)
    noise = np.random.default_rng(1).normal(0, 100, len(sound))
    return bytes((sound + noise).astype("<i2"))


def _share(heard: Sequence[Transcript], text: str) -> float:
    return sum(each.confidence for each in heard if each.text == text)


def _all_heard(ears: SecondPass, pcm: bytes) -> tuple[Transcript, ...]:
    ears.accept(pcm[:10_000])
    ears.accept(pcm[10_000:])
    return ears.result()


def test_whole_sentence_is_heard_where_none_was(
    synthesiser: Synthesiser,
) -> None:
    ears = _ears()
    ears.listen_for([], MOVES)
    pcm = _pcm(synthesiser, "Läufer von Cesar eins schlägt auf Gustav fünf")
    found = _all_heard(ears, pcm)
    assert found[0].text == "läufer von cesar eins schlägt auf gustav fünf"
    assert found[0].confidence > 0.9
    assert sum(each.confidence for each in found) == pytest.approx(1)
    assert [word.start_s for word in found[0].timed] == sorted(
        word.start_s for word in found[0].timed
    )
    assert found[0].timed[-1].end_s <= len(pcm) / 32_000


@pytest.mark.parametrize("longer", [0.5, 2.5])
def test_who_speaks_fast_or_slowly_is_heard(synthesiser: Synthesiser, longer: float) -> None:
    ears = _ears()
    ears.listen_for([], MOVES)
    said = np.frombuffer(_pcm(synthesiser, "Läufer von Cesar eins schlägt auf Gustav fünf"), "<i2")
    sound = np.clip(stretched(said.astype(float), longer), -32_000, 32_000)
    found = _all_heard(ears, bytes(sound.astype("<i2")))
    assert found[0].text == "läufer von cesar eins schlägt auf gustav fünf"
    assert found[0].confidence > 0.8
    ends = speech_end(sound.astype(np.int16)) / 1e9
    assert found[0].timed[-1].end_s == pytest.approx(ends, abs=0.2)


def test_other_speech_stays_unknown(synthesiser: Synthesiser) -> None:
    ears = _ears()
    ears.listen_for([], MOVES)
    found = _all_heard(ears, _pcm(synthesiser, "Das Wetter wird am Wochenende wohl schöner"))
    assert found[0].text == UNKNOWN


def test_first_hearing_is_compared_with_sentences(synthesiser: Synthesiser) -> None:
    """What is no sentence of a kind that is searched comes from the first hearing."""
    ears = _ears(First((Transcript("eva vier", 0.6), Transcript("wie viel zeit", 0.4))))
    ears.listen_for(["wie viel zeit"], MOVES)
    assert _all_heard(ears, _pcm(synthesiser, "wie viel Zeit"))[0].text == "wie viel zeit"


@pytest.mark.parametrize("said", ["Pause", "Korrektur", "Stellung", "was steht auf Eva vier"])
def test_a_command_is_heard_clearly(synthesiser: Synthesiser, said: str) -> None:
    """libvosk need not have heard a word of it."""
    ears = _ears(First((Transcript(UNKNOWN, 1.0),)))
    ears.listen_for([], SENTENCES)
    found = _all_heard(ears, _pcm(synthesiser, said))
    assert found[0].text == said.lower()
    assert _share(found, UNKNOWN) < 0.01


@pytest.mark.parametrize(
    "said", ["Das Wetter wird am Wochenende wohl schöner", "Schwamm drüber", "Trecker", "Vogel"]
)
def test_other_speech_is_other_talk(synthesiser: Synthesiser, said: str) -> None:
    """Also a single word: it competes with German, and not with sounds in any row."""
    ears = _ears()
    ears.listen_for([], SENTENCES)
    found = _all_heard(ears, _pcm(synthesiser, said))
    assert isinstance(understand(found, Position.start()), NoMatch)


def test_meaningless_fragment_is_left_out(synthesiser: Synthesiser) -> None:
    """libvosk's bigram makes rows of words that nobody says, and unknown sounds in their place."""
    ears = _ears(First((Transcript("eva läufer", 0.5), Transcript(f"eva {UNKNOWN}", 0.5))))
    ears.listen_for([], MOVES)
    found = _all_heard(ears, _pcm(synthesiser, "Eva vier"))
    assert found[0].text == "eva vier"
    assert not {"eva läufer", f"eva {UNKNOWN}"} & {each.text for each in found}


@pytest.mark.parametrize(
    "said", ["Läufer schlägt", "Dame von Eva zwei schlägt auf", "was steht auf", "Springer Felix"]
)
def test_beginning_is_not_forced_into_a_whole(synthesiser: Synthesiser, said: str) -> None:
    """Somebody may pause in a move or a question and go on, whatever libvosk heard of it."""
    ears = _ears()
    ears.listen_for([], SENTENCES)
    assert _all_heard(ears, _pcm(synthesiser, said))[0].text == said.lower()


@pytest.mark.parametrize("said", ["ich glaube Eva vier", "Eva vier hat er gesagt"])
def test_other_words_beside_a_sentence_are_heard(synthesiser: Synthesiser, said: str) -> None:
    """Whoever says that it was no move dictates none."""
    ears = _ears(First((Transcript("eva vier", 1.0),)))
    ears.listen_for([], MOVES)
    found = _all_heard(ears, _pcm(synthesiser, said))
    assert UNKNOWN in found[0].text.split()
    assert _share(found, "eva vier") < 0.1


@pytest.mark.parametrize("lost", [0.2, 0.3])
@pytest.mark.parametrize("said", ["Springer Anna drei", "Springer Cesar drei", "Gustav drei"])
def test_move_whose_beginning_is_lost_is_not_another(
    synthesiser: Synthesiser, said: str, lost: float
) -> None:
    """A gate opens late: what is left may sound like another move, which nobody said."""
    ears = _ears()
    ears.listen_for([], SENTENCES)
    sound = np.frombuffer(_pcm(synthesiser, said), "<i2")
    begins = int(np.argmax(np.abs(sound) > 500))
    left = sound[begins + round(lost * 16_000) :]
    found = _all_heard(ears, bytes(4_000) + left.tobytes())
    assert not isinstance(understand(found, Position.start()), Heard)


@pytest.mark.parametrize("said", ["Springer Cesar drei", "Anna drei", "Felix vier", "Hektor drei"])
def test_whole_move_lacks_no_beginning(synthesiser: Synthesiser, said: str) -> None:
    ears = _ears()
    ears.listen_for([], SENTENCES)
    found = _all_heard(ears, _pcm(synthesiser, said))
    assert isinstance(understand(found, Position.start()), Heard)


@pytest.mark.parametrize("said", ["von Anna", "wird Dame"])
def test_part_of_a_move_may_answer(synthesiser: Synthesiser, said: str) -> None:
    ears = _ears()
    ears.listen_for([], (*MOVES, replies_automaton(GERMAN)))
    assert _all_heard(ears, _pcm(synthesiser, said))[0].text == said.lower()
    ears.listen_for([], MOVES)
    found = _all_heard(ears, _pcm(synthesiser, said))
    assert isinstance(understand(found, Position.start()), NoMatch)


def test_sentences_may_be_a_few_texts(synthesiser: Synthesiser) -> None:
    ears = _ears()
    ears.listen_for([], (frozenset({"drei", "zwei", "acht"}),))
    found = _all_heard(ears, _pcm(synthesiser, "acht"))
    assert found[0].text == "acht"
    known = [[word for word in each.text.split() if word != UNKNOWN] for each in found]
    assert all(words in (["drei"], ["zwei"], ["acht"], []) for words in known)


def test_without_sentences_the_first_hearing_stands(synthesiser: Synthesiser) -> None:
    ears = _ears()
    ears.listen_for(["drei", "zwei", "acht"])
    assert _all_heard(ears, _pcm(synthesiser, "acht")) == HEARD


def test_each_utterance_is_heard_alone(synthesiser: Synthesiser) -> None:
    ears = _ears()
    ears.listen_for([], (frozenset({"drei", "acht"}),))
    assert _all_heard(ears, _pcm(synthesiser, "drei"))[0].text == "drei"
    assert _all_heard(ears, _pcm(synthesiser, "acht"))[0].text == "acht"


def test_nothing_heard_is_not_heard_again() -> None:
    ears = _ears(First(()))
    ears.listen_for([], (frozenset({"drei"}),))
    assert _all_heard(ears, bytes(40_000)) == ()
    ears = _ears(First((Transcript("drei", 1.0),)))
    ears.listen_for([], (frozenset({"drei"}),))
    assert _all_heard(ears, bytes(10))[0].text == "drei"


def test_other_models_hear_only_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = First()
    monkeypatch.setattr(second_pass, "VoskEngine", lambda _: first)
    monkeypatch.setattr(second_pass, "begin_trial", lambda _: None)
    assert second_pass.load_engine(tmp_path) is first
    assert isinstance(second_pass.load_engine(BUNDLED), SecondPass)


def test_who_speaks_two_metres_away_in_hard_rooms_is_often_heard(synthesiser: Synthesiser) -> None:
    ears = _ears()
    ears.listen_for([], MOVES)
    sound = np.zeros(36_000)
    said = synthesise(synthesiser, "Dame schlägt David fünf", "de+m1", 150)
    sound[4_000 : 4_000 + len(said)] = said
    sound += np.random.default_rng(1).normal(0, 30, len(sound))
    shares = []
    for room in range(1, 6):
        there = np.clip(carried(sound, response(0.8, 2.0, room)), -32_000, 32_000)
        found = _all_heard(ears, there.astype("<i2").tobytes())
        shares.append(_share(found, "dame schlägt david fünf"))
    assert np.mean(shares) > 0.45
