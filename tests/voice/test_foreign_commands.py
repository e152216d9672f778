# SPDX-License-Identifier: GPL-3.0-or-later
"""Commands are heard in the player's own language, too; moves stay German unless that is set."""

import shutil
from collections.abc import Iterator
from itertools import islice, pairwise
from pathlib import Path

import chess
import numpy as np
import pytest
from ears import First

from rules.description import MoveDescription
from rules.position import Position
from table.understanding import control_in
from training.synthesis import Synthesiser, synthesise
from voice.acoustic.dictionary import read_foreign
from voice.acoustic.kaldi_io import read_networks
from voice.hearing.models import BUNDLED
from voice.hearing.second_pass import SecondPass, known_of
from voice.language import lexicon, orders
from voice.language.commands import Command, CommandName
from voice.language.completeness import Completeness, completeness
from voice.language.grammar import parse, runtime_phrases, sentences
from voice.language.intent import Context, understand
from voice.language.interpretation import Heard, NoMatch
from voice.language.lexicon import GERMAN, Language
from voice.language.orders import OrderName
from voice.language.semantics import (
    heard_language,
    language_of,
    opening_automaton,
    parse_words,
)
from voice.language.template import allows, cover
from voice.language.transcript import UNKNOWN, Transcript

LANGUAGES = [name for name in lexicon.languages() if name != GERMAN.name]
KNIGHT = {"en": "knight", "sr": "skakač", "sl": "skakač", "cs": "jezdec"}


def heard(line: str, language: str) -> tuple[str, ...]:
    """A line as it is heard in a language: words with a capital are German."""
    return tuple(
        word.lower() if word[0].isupper() else lexicon.foreign(word, language)
        for word in line.split()
    )


def said(language: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each command in a language, in some of the ways to say each of its phrases."""
    spoken = heard_language(language)
    for name, templates in lexicon.with_forms(language, "game")["commands"].items():
        for template in templates:
            for _, words in islice(language_of([template], spoken).paths(), 12):
                yield name, words


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_that_is_heard_means_what_it_means_typed(language: str) -> None:
    for name, words in said(language):
        heard_as = parse_words(tuple(lexicon.foreign(word, language) for word in words))
        typed = parse(" ".join(words), heard_language(language))
        assert name in {one.name for one in heard_as if isinstance(one, Command)}, words
        assert heard_as == tuple(one for one in typed if one in heard_as), words


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_can_be_said(language: str) -> None:
    """There is a way to say it whose words the model can hear."""
    known = lexicon.native(read_foreign(BUNDLED, language))
    sayable = {name for name, words in said(language) if {*words} <= {*known}}
    missing = set(CommandName) - sayable - {CommandName.EDITION} - not_spoken(language)
    assert not missing, f"each needs a phrase of words in pronunciations.{language}.txt"


def not_spoken(language: str) -> set[CommandName]:
    """What stands among the typed commands alone."""
    return {name for name in CommandName if name not in lexicon.load(language)["commands"]}


def test_the_words_are_told_as_they_are_written() -> None:
    (command,) = parse_words(heard("koliko časa imam", "sl"))
    assert command == Command(CommandName.TIME_OWN, text="koliko časa imam")


def test_a_move_after_a_foreign_claim_is_german() -> None:
    line = heard("claim a draw by threefold repetition with Springer Felix Drei", "en")
    (command,) = parse_words(line)
    assert isinstance(command, Command)
    assert command.name is CommandName.CLAIM_DRAW
    assert command.word == "threefold"
    assert command.move == MoveDescription(piece=chess.KNIGHT, to_square=chess.F3)
    assert parse_words(heard("claim a draw with knight f three", "en")) == ()


def test_the_same_letters_in_another_language_are_another_word() -> None:
    """ "Pause" is both German and English, and "material" all of them."""
    assert parse_words(("en_material",)) and parse_words(("material",))
    assert parse_words(("sl_time",)) == ()
    assert parse_words(("time",)) == ()


@pytest.mark.parametrize(
    ("line", "language", "control"),
    [
        ("fifteen plus ten", "en", "15+10"),
        ("ninety minutes for forty moves plus thirty seconds per move", "en", "40/5400+30"),
        ("petnajst minut plus deset sekund", "sl", "15+10"),
        ("pet minuta i tri sekunde po potezu", "sr", "5+3"),
        ("patnáct plus deset", "cs", "15+10"),
    ],
)
def test_a_time_control_is_heard(line: str, language: str, control: str) -> None:
    words = heard(line, language)
    assert allows((opening_automaton(language),), words)
    command = control_in(" ".join(lexicon.native(words)), lexicon.heard_in(words))
    assert command is not None
    assert (command.name, command.about) == (CommandName.SET_TIME, control)


def test_own_times_do_not_wait_for_more() -> None:
    assert completeness(heard("čas", "sl"), Position.start()) is Completeness.COMPLETE
    assert completeness(heard("claim a draw", "en"), Position.start()) is Completeness.OPEN


def test_english_moves_are_heard_where_they_are_switched_on() -> None:
    english = Language(moves_in="en")
    words = heard("knight f three", "en")
    on = sentences(Position.start(), language=english)
    assert allows(on, words)
    assert not allows(sentences(Position.start(), own="en"), words)
    assert understand([Transcript(" ".join(words), 1.0)], Position.start(), None, english) == Heard(
        chess.Move.from_uci("g1f3"), "knight f three"
    )
    assert allows(on, ("springer", "felix", "drei"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_listened_for_has_every_pair_of_its_words(language: str) -> None:
    moves_in = Language(moves_in=language)
    phrases = runtime_phrases(Position.start(), language=moves_in)
    pairs = {pair for phrase in phrases for pair in pairwise(phrase.split())}
    word = "felix" if language != lexicon.FALLBACK else lexicon.foreign("f", language)
    assert (lexicon.foreign(KNIGHT[language], language), word) in pairs
    assert ("springer", "felix") in pairs


def test_pieces_by_their_own_names_stand_on_german_squares() -> None:
    slovenian = Language(moves_in="sl")
    on = sentences(Position.start(), language=slovenian)
    assert allows(on, ("sl_skakač", "felix", "drei"))
    assert allows(on, ("springer", "felix", "drei"))
    assert not allows(on, ("sl_skakač", "felix", "sl_tri"))
    meant = understand([Transcript("sl_skakač felix drei", 1.0)], Position.start(), None, slovenian)
    assert meant == Heard(chess.Move.from_uci("g1f3"), "skakač Felix drei")


@pytest.mark.parametrize(
    ("language", "said", "name"),
    [
        ("en", "how much time do I have", CommandName.TIME_OWN),
        ("en", "whose turn is it", CommandName.TURN),
        ("sl", "koliko časa imam", CommandName.TIME_OWN),
        ("sl", "kdo je na potezi", CommandName.TURN),
        ("sr", "koliko imam vremena", CommandName.TIME_OWN),
        ("sr", "ko je na potezu", CommandName.TURN),
        ("cs", "kdo je na tahu", CommandName.TURN),
        ("cs", "poslední tah", CommandName.LAST_MOVE),
    ],
)
def test_a_command_is_heard_in_its_own_language(
    synthesiser: Synthesiser, language: str, said: str, name: CommandName
) -> None:
    ears = SecondPass(First(), read_networks(BUNDLED), known_of(BUNDLED))
    ears.listen_for([], sentences(Position.start(), own=language))
    ears.accept(synthesise(synthesiser, said, f"{language}+f3", 150).astype("<i2").tobytes())
    meant = understand(ears.result(), Position.start())
    assert isinstance(meant, Command) and meant.name is name and meant.sure


def test_a_voice_that_was_learnt_is_heard_in_every_language(tmp_path: Path) -> None:
    """A person's own model has their German; how other words are said is the same for all."""
    shutil.copyfile(BUNDLED / "pronunciations.txt", tmp_path / "pronunciations.txt")
    for language in LANGUAGES:
        assert known_of(tmp_path)(language)[0] == read_foreign(BUNDLED, language) != {}


def test_nobody_is_heard_in_a_language_that_they_do_not_speak(synthesiser: Synthesiser) -> None:
    ears = SecondPass(First(), read_networks(BUNDLED), known_of(BUNDLED))
    ears.listen_for([], sentences(Position.start()))
    ears.accept(synthesise(synthesiser, "kdo je na potezi", "sl+f3", 150).astype("<i2").tobytes())
    assert isinstance(understand(ears.result(), Position.start()), NoMatch)


def test_a_language_that_was_switched_off_leaves_no_trace(synthesiser: Synthesiser) -> None:
    sound = synthesise(synthesiser, "Springer Felix drei", "de+f3", 150).astype("<i2").tobytes()
    german = sentences(Position.start())
    english = sentences(Position.start(), language=Language(moves_in="en"), own="en")
    found = []
    for before in (german, english):
        ears = SecondPass(First(), read_networks(BUNDLED), known_of(BUNDLED))
        ears.listen_for([], before)
        ears.listen_for([], german)
        ears.accept(sound)
        found.append(ears.result())
    assert found[0] == found[1]


def test_german_is_heard_by_those_who_have_learnt_german_alone(synthesiser: Synthesiser) -> None:
    """A network that has learnt English changes nothing between two German sentences."""
    sound = synthesise(synthesiser, "Springer Felix drei", "de+f3", 150).astype("<i2").tobytes()
    doubts = []
    for own in (GERMAN.name, "en"):
        ears = SecondPass(First(), read_networks(BUNDLED), known_of(BUNDLED))
        ears.listen_for([], sentences(Position.start(), own=own))
        ears.accept(sound)
        shares = {each.text: each.confidence for each in ears.result()}
        rivals = [text for text in shares if lexicon.heard_in(text.split()) == GERMAN.name]
        doubts.append(shares[rivals[1]] / shares[rivals[0]])
        assert rivals[0] == "springer felix drei"
    assert doubts[0] == pytest.approx(doubts[1])


def test_another_language_of_other_talk_is_not_counted_on_top(synthesiser: Synthesiser) -> None:
    """Who speaks two languages says no more: were both the same, nothing would change."""
    sound = synthesise(synthesiser, "Pause", "de+f3", 150).astype("<i2").tobytes()
    german = known_of(BUNDLED)(GERMAN.name)
    doubts = []
    for own in (GERMAN.name, "sl"):
        ears = SecondPass(First(), read_networks(BUNDLED), lambda _: german)
        ears.listen_for([], sentences(Position.start(), own=own))
        ears.accept(sound)
        shares = {each.text: each.confidence for each in ears.result()}
        doubts.append(shares[UNKNOWN] / shares["pause"])
    assert doubts[0] == pytest.approx(doubts[1])


@pytest.mark.parametrize("no", ["nein", "sr_ne", "sl_ne", "cs_ne", "en_no"])
def test_a_correction_is_as_rare_in_every_language(no: str) -> None:
    """A short "ne" is soon heard before a German move, but where there is nothing to correct few
    moves begin with it."""
    corrected, plain = f"{no} springer felix drei", "springer felix drei"
    unclear = [Transcript(corrected, 0.8), Transcript(plain, 0.2)]
    meant = understand(unclear, Position.start())
    assert isinstance(meant, Heard) and meant.move == chess.Move.from_uci("g1f3")
    announced = Context(Position.start(), expected=(CommandName.CORRECT,))
    meant = understand([Transcript(corrected, 0.99), Transcript(plain, 0.01)], announced)
    assert isinstance(meant, Command) and meant.name is CommandName.NO and meant.sure


def test_words_that_have_to_follow_cost_little(synthesiser: Synthesiser) -> None:
    """Common words are other talk, but as one of the sentences they are likelier."""
    ears = SecondPass(First(), read_networks(BUNDLED), known_of(BUNDLED))
    ears.listen_for([], sentences(Position.start(), own="en"))
    sound = synthesise(synthesiser, "what time do I have", "en+f3", 150).astype(float)
    sound += np.random.default_rng(1).normal(0, 400, len(sound))
    ears.accept(sound.astype("<i2").tobytes())
    found = ears.result()
    assert found[0].text == "en_what en_time en_do en_i en_have"
    assert found[0].confidence > 0.99


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_order_that_is_heard_is_understood(language: str) -> None:
    known = read_foreign(BUNDLED, language)
    phrases = [tuple(each.split()) for each in cover(orders.heard_automaton(language))]
    assert {word for words in phrases for word in words} <= known.keys()
    assert [words for words in phrases if orders.heard(words) is None] == []


@pytest.mark.parametrize(
    ("language", "said", "name"),
    [
        ("en", "add two minutes for White", OrderName.ADD_TIME),
        ("sr", "opomena za crnog", OrderName.WARNING),
        ("sl", "opomin za črnega", OrderName.WARNING),
        ("cs", "přidej dvě minuty pro bílého", OrderName.ADD_TIME),
    ],
)
def test_an_arbiter_is_heard_in_their_own_language(
    synthesiser: Synthesiser, language: str, said: str, name: OrderName
) -> None:
    ears = SecondPass(First(), read_networks(BUNDLED), known_of(BUNDLED))
    ears.listen_for([], orders.sentences(language))
    ears.accept(synthesise(synthesiser, said, f"{language}+f3", 150).astype("<i2").tobytes())
    order = orders.heard(ears.result()[0].words)
    assert order is not None
    assert (order.name, order.language) == (name, language)
    assert orders.sentences(GERMAN.name) is None
