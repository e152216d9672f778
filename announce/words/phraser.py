# SPDX-License-Identifier: GPL-3.0-or-later
"""The one way from facts to sentences: a lexicon under one person's settings."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import chess

from announce.lexicon import (
    MOVES,
    Lexicon,
    Noun,
    Phrase,
    Segment,
    Value,
    capital,
    fields,
    filled,
    lexicon,
)
from announce.text.settings import Settings, written
from announce.text.utterance import Priority, Utterance
from announce.words.moves import castling_words, move_line, move_words, rank_words, square_words
from announce.words.numbers import (
    cardinal,
    control_words,
    count,
    day,
    duration,
    spelled,
    times,
    without_signs,
)
from clock.clock import SECOND, shown
from rules.boards import BoardStep
from rules.description import MoveFacts

_GUIDELINES = {"I": 1, "II": 2, "III": 3}


@dataclass(frozen=True, slots=True)
class Printed:
    """A value of a sentence that is printed otherwise than it is spoken."""

    spoken: Value
    printed: Value


FieldValue = Value | Printed


@dataclass(frozen=True, slots=True)
class Phraser:
    """Puts facts into the words of ``settings``, printed in their script; its utterances have the
    ``priority``."""

    settings: Settings
    priority: Priority = Priority.NEXT

    @property
    def words(self) -> Lexicon:
        """The lexicon of the settings' language."""
        return lexicon(self.settings.language)

    def say(self, *keys: str, **values: FieldValue) -> Utterance:
        """The sentence of the first of ``keys`` that can be filled with ``values``."""
        return self._filled(self.words.template(keys, values.keys()), values)

    def state(self, fact: Any, *keys: str, **values: FieldValue) -> Utterance:
        """The sentence of the first of ``keys`` that ``values`` and the fact's fields can fill.

        A key may name a field too: "game.lost.{0.device}".
        """
        known = {
            name: partial(render, self, value)
            for name, field, render in FIELDS
            if (value := getattr(fact, field, None)) is not None
        }
        template = self.words.template(
            [key.format(fact) for key in keys], known.keys() | values.keys()
        )
        used = {
            name: values[name] if name in values else known[name]()
            for name in fields(template.text)
        }
        return self._filled(template, used)

    def tell(self, fact: Any, phrase: "Row") -> list[Utterance]:
        """The lines for ``fact``, by its row in a table."""
        if isinstance(phrase, tuple):
            return [self.state(fact, *phrase)] if phrase else []
        told = phrase if isinstance(phrase, str) else phrase(self, fact)
        return [self.state(fact, told)] if isinstance(told, str) else list(told)

    def _filled(self, template: Segment, values: Mapping[str, FieldValue]) -> Utterance:
        spoken = {k: v.spoken if isinstance(v, Printed) else v for k, v in values.items()}
        printed = {k: v.printed if isinstance(v, Printed) else v for k, v in values.items()}
        eye = () if printed == spoken else capital(filled(template, printed))
        return self.line(capital(filled(template, spoken)), eye)

    def line(self, spoken: Phrase, printed: Phrase = ()) -> Utterance:
        """A phrase that stands by itself; what is in another language, as the words of moves, stays
        in its own letters."""
        if self.settings.second_script:
            printed = tuple(
                Segment(written(part.text, self.settings), part.language)
                if part.language == self.settings.language
                else part
                for part in printed or spoken
            )
        return Utterance(spoken, self.priority, eye=printed)

    def printed(self, told: Sequence[Utterance], line: str) -> Utterance:
        """One printed line for sentences that are spoken one after the other."""
        blank = self.words.phrase(" ")
        segments = told[0].segments
        for one in told[1:]:
            segments = segments + blank + one.segments
        return self.line(segments, self.words.phrase(line))

    def result(self, result: str) -> Utterance:
        """A result, as written in PGN, in words; an unknown one counts as no result."""
        return self.say(f"game.result.{result}", "game.result.*")

    def text(self, key: str, /, **fields: str) -> str:
        """A line that is only printed, in the settings' script if it is in their language."""
        template, language = self.words.find(key)
        line = str(template).format(**fields)
        return written(line, self.settings) if language == self.settings.language else line

    def colour(self, colour: chess.Color) -> Noun:
        """ "Weiß"; "gen", whose something is ("belog"), is the same where a language says so."""
        forms = self.words.find(f"grammar.colours.{chess.COLOR_NAMES[colour]}")[0]
        return {"gen": forms["name"], **forms}

    def colour_name(self, colour: chess.Color) -> str:
        """ "Weiß", by itself."""
        return self.colour(colour)["name"]

    def pieces(self, kind: chess.PieceType, colour: chess.Color, count: int) -> str:
        """The noun of so many pieces."""
        forms = self.piece(kind, colour)
        form = {1: "name", 2: "dual"}.get(count, "plural")
        return str(forms.get(form, forms["plural"]))

    def command(self, key: str) -> Phrase | None:
        """A command as it is said in one's own language, or in German where only that is heard;
        None if there is none."""
        language = next((one for one in (self.words, lexicon(MOVES)) if one.own(key)), None)
        return None if language is None else language.phrase(language.own(key))

    def piece(
        self, kind: chess.PieceType, colour: chess.Color | None = None, own: bool = False
    ) -> Noun:
        """A kind of piece with the forms of its language.

        With a ``colour`` it has also "coloured" ("weißer Turm") and "coloured_acc"; "whose" is
        "ein eigener Turm" or "ein gegnerischer Turm".
        """
        forms = self.words.table(f"grammar.pieces.{chess.piece_name(kind)}")
        forms["whose"] = forms["own" if own else "enemy"]
        if colour is not None:
            name = chess.COLOR_NAMES[colour]
            forms |= {"coloured": forms[name], "coloured_acc": forms[f"{name}_acc"]}
        return forms

    def coloured(self, piece: chess.Piece) -> Noun:
        """A piece with its colour."""
        return self.piece(piece.piece_type, piece.color)

    def square(self, square: chess.Square) -> Phrase:
        """ "Felix drei"."""
        return square_words(square, self.settings)

    def rank(self, rank: int) -> Phrase:
        """A rank (0 to 7) by its number. It is not a square, so it is a number like any other."""
        if self.settings.language == MOVES:
            return rank_words(rank, self.settings)
        return self.words.phrase(self.number(rank + 1))

    def move(self, move: MoveFacts) -> FieldValue:
        """A move in the settings' style."""
        line, words = move_line(move, self.settings), move_words(move, self.settings)
        return Printed(words, line) if line else words

    def moves(self, moves: Sequence[MoveFacts]) -> FieldValue:
        """Several of them, in one sentence."""
        lines = [line for move in moves if (line := move_line(move, self.settings))]
        words = self.words.listed(move_words(move, self.settings) for move in moves)
        return Printed(words, self.words.listed(lines)) if lines else words

    def move_line(self, move: MoveFacts) -> Utterance:
        """A move by itself, as one line."""
        return self.line(move_words(move, self.settings), move_line(move, self.settings))

    def step(self, step: BoardStep) -> Utterance:
        """One step by hand: "Weißen Springer von Felix drei nach Gustav eins."."""
        known: dict[str, FieldValue] = {"piece": self.coloured(step.piece)}
        if step.from_square is not None:
            known["square"] = self.square(step.from_square)
        if step.to_square is not None:
            known["to"] = self.square(step.to_square)
        return self.say("game.hand_move", "game.hand_off", "game.hand_on", **known)

    def number(self, number: int) -> str:
        """A number in words."""
        return cardinal(number, self.settings.language)

    def digits(self, number: int) -> Printed:
        """A number in words, printed in digits."""
        return Printed(self.number(number), str(number))

    def count(self, number: int, unit: str) -> str:
        """ "zwei Züge"; ``unit`` is one of the grammar's."""
        return count(number, unit, self.settings.language)

    def times(self, number: int) -> str:
        """ "zweimal"."""
        return times(number, self.settings.language)

    def time(self, nanoseconds: int, *, exact: bool = False) -> str | Printed:
        """A time in the settings' style, to the second if it has to be ``exact``; in digits for the
        eye where that is wanted."""
        settings = self.settings
        words = duration(nanoseconds, settings.language, short=settings.short_times, exact=exact)
        return Printed(words, shown(nanoseconds)) if settings.compact else words

    def day(self, date: str, ago: int | None) -> Printed | None:
        """A date as PGN writes it, and how many days ago it was if that is known."""
        found = day(date, self.settings.language, ago)
        return None if found is None else Printed(*found)

    def article(self, number: str) -> Utterance:
        """The number of an article in words, printed in digits.

        "Artikel neun Punkt zwei.", "Anhang D Punkt zwei.", "Richtlinie eins."
        """
        first, language = number.partition(".")[0], self.settings.language
        kind = "guideline" if first in _GUIDELINES else "article"
        if re.fullmatch("[A-D]", first):
            kind = "appendix"
        spoken = f" {self.words.word('grammar.point')} ".join(
            cardinal(_GUIDELINES[part], language)
            if part in _GUIDELINES
            else spelled(part, language)
            for part in number.split(".")
        )
        return self.say(f"game.{kind}", article=Printed(spoken, number))

    def control(self, text: str) -> str:
        """A time control, from its text form."""
        return control_words(text, self.settings.language)

    def name(self, text: str) -> Printed:
        """A text from outside: printed as it is, its digits spelled out."""
        return Printed(spelled(text, self.settings.language), text)

    def script(self, text: str) -> Printed:
        """A written text: printed as it is, spoken as words and numbers."""
        return Printed(without_signs(text, self.settings.language), text)


FIELDS: tuple[tuple[str, str, Callable[[Phraser, Any], FieldValue]], ...] = (
    ("colour", "colour", Phraser.colour),
    ("opponent", "colour", lambda phraser, colour: phraser.colour(not colour)),
    ("piece", "piece", Phraser.coloured),
    ("square", "square", Phraser.square),
    ("other", "other", Phraser.coloured),
    ("other_square", "other_square", Phraser.square),
    ("to", "to_square", Phraser.square),
    ("castling", "castling", lambda phraser, castling: castling_words(castling, phraser.settings)),
    ("move", "move", Phraser.move),
    ("said", "written", Phraser.script),
    ("count", "moves", lambda phraser, moves: phraser.count(moves, "move")),
    ("time", "remaining", lambda phraser, time: phraser.time(time, exact=True)),
    ("time", "time", Phraser.time),
    ("time", "seconds", lambda phraser, seconds: phraser.time(seconds * SECOND)),
    ("time", "bonus", lambda phraser, seconds: phraser.time(seconds * SECOND)),
    ("control", "control", Phraser.control),
    ("name", "name", Phraser.name),
    ("name", "word", Phraser.name),
    ("phrase", "words", lambda _, words: lexicon(MOVES).phrase(words)),
    *((name, name, Phraser.number) for name in ("number", "left", "before", "after", "of")),
)
"""A field of a sentence, the field of a fact that fills it, and how."""

Row = str | tuple[str, ...] | Callable[[Phraser, Any], str | Iterable[Utterance]]
"""The sentences for a fact: one key of the lexicon; several, of which the first is taken that the
fact can fill; none, where nothing is said; or a function that names the key or makes the lines."""

Phrases = Mapping[type, Row]
"""The sentences for each type of fact."""
