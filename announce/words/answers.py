# SPDX-License-Identifier: GPL-3.0-or-later
"""Answers in words: one fact, one line."""

from collections.abc import Iterable
from dataclasses import replace
from typing import assert_never

import chess

from announce.lexicon import Lexicon, Value, lexicon
from announce.settings import Settings, Style
from announce.utterance import MOVES, Phrase, Segment, Utterance
from announce.words.articles import article_lines
from announce.words.moves import move_line, move_words, square_words
from announce.words.nouns import colour_words, piece_list, piece_noun
from announce.words.numbers import cardinal, count, duration, one_line
from announce.words.scoresheets import voiced
from rules.description import MoveFacts
from rules.outcome import Termination
from table.answers import (
    Answer,
    ArticleAnswer,
    AttackersAnswer,
    CapturedAnswer,
    ChangedAnswer,
    HelpAnswer,
    LegalMovesAnswer,
    LineAnswer,
    MaterialAnswer,
    MoveCountAnswer,
    MovesAnswer,
    MovesToControlAnswer,
    PiecesAnswer,
    RecordingAnswer,
    ResultAnswer,
    SheetAnswer,
    SheetLine,
    SquareAnswer,
    TimeAnswer,
    TimePerMoveAnswer,
    Topic,
)


def answer_words(answer: Answer, settings: Settings) -> tuple[Utterance, ...]:
    """The lines of an answer."""
    return tuple(_Teller(settings).lines(answer))


class _Teller:
    """The words of one lexicon under one person's settings."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.words: Lexicon = lexicon(settings.language)

    def lines(self, answer: Answer) -> Iterable[Utterance]:  # noqa: PLR0912 - one case an answer
        match answer:
            case TimeAnswer(times):
                return [
                    self.say(
                        "time",
                        colour=self.colour(time.colour),
                        time=self.duration(time.remaining),
                    )
                    for time in times
                ]
            case MoveCountAnswer(white, black):
                return [self.moves_made(chess.WHITE, white), self.moves_made(chess.BLACK, black)]
            case MovesToControlAnswer(colour, moves):
                if moves is None:
                    return [self.say("no_control", colour=self.colour(colour))]
                return [self.counted("to_control", colour, moves)]
            case TimePerMoveAnswer(colour, average):
                if average is None:
                    return [self.say("no_control", colour=self.colour(colour))]
                time = self.duration(average)
                return [self.say("per_move", colour=self.colour(colour), time=time)]
            case MovesAnswer(made):
                return self.moves(made) or [self.say("no_moves")]
            case ChangedAnswer(made):
                return self.moves(made) or [self.say("unchanged")]
            case SquareAnswer():
                return self.square(answer)
            case PiecesAnswer():
                return self.pieces(answer)
            case LineAnswer():
                return self.line(answer)
            case AttackersAnswer():
                return self.attackers(answer)
            case MaterialAnswer(white, black):
                return self.material(white, black)
            case CapturedAnswer(white, black):
                return self.captured(white, black)
            case LegalMovesAnswer():
                return self.legal_moves(answer)
            case ArticleAnswer(article):
                return article_lines(article, self.settings.language)
            case SheetAnswer(lines=lines):
                told = [one for line in lines for one in self.sheet_line(line)]
                return told or [self.say("no_moves")]
            case RecordingAnswer():
                return [self.recording(answer)]
            case ResultAnswer(result, termination):
                return self.result(result, termination)
            case HelpAnswer(topics):
                return [self.help(topic) for topic in topics]
        assert_never(answer)

    def say(self, key: str, **values: Value) -> Utterance:
        return Utterance(self.words.line(self.words.tables["answer"][key], **values))

    def duration(self, nanoseconds: int) -> str:
        return duration(nanoseconds, self.settings.language, self.settings.time_style)

    def colour(self, colour: chess.Color) -> str:
        return colour_words(colour, self.words)

    def at(self, square: chess.Square) -> Phrase:
        return square_words(square, self.settings)

    def moves_made(self, colour: chess.Color, moves: int) -> Utterance:
        return self.counted("move_count", colour, moves)

    def counted(self, key: str, colour: chess.Color, moves: int) -> Utterance:
        return self.say(
            key, colour=self.colour(colour), count=count(moves, "move", self.settings.language)
        )

    def moves(self, moves: Iterable[MoveFacts]) -> list[Utterance]:
        return [self.numbered(move) for move in moves]

    def numbered(self, move: MoveFacts) -> Utterance:
        words = self.say(
            "move",
            number=cardinal(move.number, self.settings.language),
            colour=self.colour(move.colour),
            move=move_words(move, self.settings),
        )
        dots = "." if move.colour else "..."
        line = self.words.phrase(f"{move.number}{dots} ") + move_line(move, self.settings)
        return replace(words, eye=line) if self.settings.style is Style.SAN else words

    def sheet_line(self, line: SheetLine) -> list[Utterance]:
        number = cardinal(line.number, self.settings.language)
        known: dict[str, Value] = {"number": number, "colour": self.colour(line.colour)}
        if line.move is not None:
            told = self.say("move", **known, move=move_words(line.move, self.settings))
        elif line.text:
            eye = self.say("sheet_text", **known, said=one_line(line.text)).segments
            said = voiced(line.text, self.settings.language)
            told = replace(self.say("sheet_text", **known, said=said), eye=eye)
        else:
            told = self.say("sheet_gap", **known)
        return [told, self.say("sheet_offer", **known)] if line.offer else [told]

    def result(self, result: str, termination: Termination | None) -> list[Utterance]:
        """The reason where it has words of its own, and the result."""
        tables = self.words.tables
        if not result:
            return [self.say("no_result")]
        told = tables["result"].get(result, tables["result"]["*"])
        reason = tables["end"].get(termination)
        return [Utterance(self.words.line(line)) for line in (reason, told) if line]

    def recording(self, answer: RecordingAnswer) -> Utterance:
        if not answer.any:
            return self.say("no_recordings")
        number = cardinal(answer.number, self.settings.language)
        key = "recording" if answer.sounds else "no_recording"
        return self.say(key, number=number, colour=self.colour(answer.colour))

    def square(self, answer: SquareAnswer) -> list[Utterance]:
        where = self.at(answer.square)
        if answer.piece is None:
            standing = self.say("square_empty", square=where)
        else:
            piece = piece_noun(answer.piece.piece_type, self.words, answer.piece.color)
            standing = self.say("square_piece", square=where, piece=piece)
        return [standing, self.say("light" if answer.light else "dark", square=where)]

    def pieces(self, answer: PiecesAnswer) -> list[Utterance]:
        lines: list[Utterance] = []
        for colour in answer.colours:
            of_colour = [one for one in answer.standing if one.piece.color == colour]
            told = [
                self.kind(colour, kind, squares)
                for kind in answer.kinds
                if (squares := [one.square for one in of_colour if one.piece.piece_type == kind])
            ]
            if not told and len(answer.kinds) == 1:
                none = piece_noun(answer.kinds[0], self.words, colour)
                told = [self.say("no_pieces", colour=self.colour(colour), piece=none)]
            lines += told or [self.say("none_of_colour", colour=self.colour(colour))]
        return lines

    def kind(
        self, colour: chess.Color, kind: chess.PieceType, squares: list[chess.Square]
    ) -> Utterance:
        noun = piece_noun(kind, self.words, colour)
        form = {1: "name", 2: "dual"}.get(len(squares), "plural")
        return self.say(
            "pieces",
            colour=self.colour(colour),
            piece=noun.forms.get(form, noun.forms["plural"]),
            squares=self.words.listed(self.at(square) for square in squares),
        )

    def line(self, answer: LineAnswer) -> list[Utterance]:
        if not answer.standing:
            ends = {"square": self.at(answer.squares[0]), "to": self.at(answer.squares[-1])}
            return [self.say("line_empty", **ends)]
        return [
            self.say(
                "line_piece",
                square=self.at(one.square),
                piece=piece_noun(one.piece.piece_type, self.words, one.piece.color),
            )
            for one in answer.standing
        ]

    def attackers(self, answer: AttackersAnswer) -> list[Utterance]:
        where = self.at(answer.square)
        return [
            self.say(key, square=where, pieces=piece_list(found, self.words, self.settings))
            if found
            else self.say(f"no_{key}", square=where)
            for key, found in (("attackers", answer.attackers), ("defenders", answer.defenders))
        ]

    def material(
        self,
        white: tuple[tuple[chess.PieceType, int], ...],
        black: tuple[tuple[chess.PieceType, int], ...],
    ) -> list[Utterance]:
        lines = [
            self.say("material_more", colour=self.colour(colour), pieces=self.counts(more))
            for colour, more in ((chess.WHITE, white), (chess.BLACK, black))
            if more
        ]
        return lines or [self.say("material_even")]

    def captured(
        self, white: tuple[chess.PieceType, ...], black: tuple[chess.PieceType, ...]
    ) -> list[Utterance]:
        lines = [
            self.say(
                "captured",
                colour=self.colour(colour),
                pieces=self.counts([(kind, taken.count(kind)) for kind in dict.fromkeys(taken)]),
            )
            for colour, taken in ((chess.WHITE, white), (chess.BLACK, black))
            if taken
        ]
        return lines or [self.say("none_captured")]

    def counts(self, counts: Iterable[tuple[chess.PieceType, int]]) -> Phrase:
        return self.words.listed(
            self.words.phrase(count(number, chess.piece_name(kind), self.settings.language))
            for kind, number in counts
        )

    def legal_moves(self, answer: LegalMovesAnswer) -> list[Utterance]:
        if not answer.moves:
            if answer.square is None:
                return [self.say("no_legal_move")]
            return [self.say("no_legal_moves", square=self.at(answer.square))]
        return [
            replace(
                self.say("legal_move", move=move_words(move, self.settings)),
                eye=move_line(move, self.settings),
            )
            for move in answer.moves
        ]

    def help(self, topic: Topic) -> Utterance:
        said = lexicon(MOVES).tables["commands"].get(topic.value, "")
        command = (Segment(said, MOVES),)
        return Utterance(self.words.line(self.words.tables["help"][topic.value], command=command))
