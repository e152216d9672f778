# SPDX-License-Identifier: GPL-3.0-or-later
"""The meaning of a typed line: words of several languages, squares, notation or UCI.

Who types may use the words and the piece letters of the language in which they are spoken to, and
German always. Where the two differ, as in the ``S`` of Czech bishops and German knights, the
language of the person counts. A command that neither has is understood in any other
(:func:`in_others`).
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

import chess

from rules import notation
from rules.description import MoveDescription
from rules.position import Position
from voice.language import lexicon
from voice.language.commands import CORRECTIONS, Command, CommandName, OnBoard
from voice.language.interpretation import (
    Ambiguous,
    AskedAbout,
    Either,
    Heard,
    Illegal,
    Intent,
    NoMatch,
    Unsure,
    meaning,
    of_readings,
)
from voice.language.lexicon import Language
from voice.language.orders import Order
from voice.language.semantics import parse_line
from voice.language.time_control import number_at, plain_words

Meant = TypeVar("Meant")

_CAPITAL_AND_SQUARES = re.compile(r"[A-H][1-8][-x:×]?[a-h][1-8]\S*")
"""A capital may be a piece here: "D1d4" is a queen of the first rank in German."""

_KEYS = {"c": CommandName.TIME_BOTH, "l": CommandName.LAST_MOVE, "t": CommandName.TURN}
"""Clock, last move, whose turn: no move is a letter alone, and none has a space in it."""


def languages(spoken: Language, interface: str) -> tuple[Language, ...]:
    """The languages of a line, the one that counts first; English for one without words here."""
    if interface == spoken.name:
        return (spoken,)
    return (Language(interface if interface in lexicon.languages() else lexicon.FALLBACK), spoken)


def names(interface: str) -> tuple[str, ...]:
    """The same by name, of a line that is typed at a table."""
    return tuple(each.name for each in languages(lexicon.GERMAN, interface))


_LONGEST = 80
"""Letters of a command: no line that is longer is tried in one language after the other."""


def in_others(line: str, read: Callable[[str], Meant], interface: str) -> Meant | None:
    """The command that a line is, as ``read`` has it, in the languages that its writer is not
    spoken to in; None where these do not agree.

    No move, and no yes or no: a question is answered in the language in which it was asked.
    """
    if len(line) > _LONGEST:
        return None
    others = (name for name in lexicon.languages() if name not in names(interface))
    others = (name for name in others if lexicon.has_words(line, name))
    found = [each for each in map(read, others) if not isinstance(each, NoMatch)]
    if not found or len({_unworded(each) for each in found}) > 1:
        return None
    answers = isinstance(found[0], Command) and found[0].name in (CommandName.YES, CommandName.NO)
    moves = isinstance(found[0], Heard | Ambiguous | Unsure | Either | Illegal)
    return None if answers or moves else found[0]


def _unworded(meant: object) -> object:
    """A command or an order without its words, which differ between languages."""
    if isinstance(meant, Order):
        return replace(meant, text="", language="")
    return replace(meant, text="") if isinstance(meant, Command) else meant


def number_alone(line: str, interface: str) -> int | None:
    """The number that a line is, in digits or in words; None if it is anything else."""
    for language in names(interface):
        words = plain_words(line.strip().rstrip(".").lower().split(), language)
        number, end = number_at(words, 0, language)
        if number is not None and end == len(words):
            return number
    return None


def understand(
    line: str, position: Position, asked: AskedAbout, known: Sequence[Language]
) -> Intent:
    """The meaning of ``line`` in the first of the ``known`` languages that has one for it."""
    if _CAPITAL_AND_SQUARES.fullmatch(line):
        lettered = _lettered(line, position, known)
        if lettered is not None:
            return lettered
    for language in known:
        meant = meaning(lexicon.line(line, language), position, asked, language)
        if not isinstance(meant, NoMatch):
            return meant
    for language in known:
        if line in lexicon.load(language.name)["written"]["help"]:
            return Command(CommandName.HELP, text=line)
    for written_in in _notations(known):
        meant = _written(line, position, written_in)
        if not isinstance(meant, NoMatch):
            return meant
    if (instead := _instead(line, known)) is not None:
        return instead
    if (asked_by_key := _key(line, known)) is not None:
        return asked_by_key
    for language in known:
        courtesy = lexicon.load(language.name)["courtesy"]["words"]
        plainly = lexicon.without(courtesy, line)
        if plainly and plainly != line:
            return understand(plainly, position, asked, known)
    return NoMatch(line)


def _instead(line: str, known: Sequence[Language]) -> Command | None:
    """A move in notation or in another language's words after a no or a correction: "nein, Sf3"."""
    for language in known:
        words = lexicon.load(language.name)["commands_with_move"]
        for name in CORRECTIONS:
            leads = "|".join(map(re.escape, words.get(name.value, ())))
            match = re.fullmatch(rf"(?:{leads})[,:]?\s+(.+)", line, re.IGNORECASE)
            if match and (move := next(_described(match[1], known), None)):
                return Command(name, move=move, text=line)
    return None


def _described(line: str, known: Sequence[Language]) -> Iterator[MoveDescription]:
    for language in known:
        said = parse_line(lexicon.line(line, language), language)
        yield from (each for each in said if isinstance(each, MoveDescription))
    for written_in in _notations(known):
        written = notation.parse(line, written_in)
        yield from () if isinstance(written, notation.NoMove) else written


def _key(line: str, known: Sequence[Language]) -> Command | None:
    """The question of a short key, as the blind mode of lichess has them. The piece has its name or
    the letter of the person's language; of another language if that has none."""
    key, _, about = line.lower().partition(" ")
    about = about.replace(" ", "")
    if not about:
        return Command(_KEYS[key], text=line) if key in _KEYS else None
    if key == "p":
        letters = (notation.piece_of(about.upper(), each) for each in _notations(known))
        piece = next(filter(None, (*_named(about, known), *letters)), None)
        board = OnBoard(piece=piece)
        return None if piece is None else Command(CommandName.PIECES, board, text=line)
    if key != "s":
        return None
    if about in chess.SQUARE_NAMES:
        square = OnBoard(chess.parse_square(about))
        return Command(CommandName.SQUARE, square, text=line)
    if about in chess.FILE_NAMES:
        return Command(CommandName.FILE, chess.FILE_NAMES.index(about), text=line)
    if about in chess.RANK_NAMES:
        return Command(CommandName.RANK, chess.RANK_NAMES.index(about), text=line)
    return None


def _named(piece: str, known: Sequence[Language]) -> Iterator[chess.PieceType]:
    """The piece of that name, one or several of it, in each of the languages that has one."""
    for language in known:
        words = lexicon.load(language.name)
        for table in ("pieces", "piece_groups"):
            for name, said in words[table].items():
                plain = lexicon.plain(piece, language.name)
                if plain in (lexicon.plain(each, language.name) for each in said):
                    yield chess.PIECE_NAMES.index(name)


def _notations(known: Sequence[Language]) -> Iterator[str]:
    found = (name for each in known for name in lexicon.load(each.name)["written"]["notations"])
    return iter(dict.fromkeys(found))


def _written(line: str, position: Position, written_in: str) -> Intent:
    """A line in notation, as it stands or with a capital: "sf3" is a knight.

    A pawn's move that is illegal, but legal as that of a piece ("bc4"), is asked about.
    """
    exact = _notated(line, position, written_in)
    if not isinstance(exact, NoMatch | Illegal):
        return exact
    capital = line[:1].upper() + line[1:]
    other = exact if capital == line else _notated(capital, position, written_in)
    if isinstance(exact, Illegal):
        return Unsure(other.move, line) if isinstance(other, Heard) else exact
    return other


def _notated(line: str, position: Position, written_in: str) -> Intent:
    written = notation.parse(line, written_in)
    if isinstance(written, notation.NoMove):
        return NoMatch(line)
    return of_readings(written, position, line)


def _lettered(line: str, position: Position, known: Sequence[Language]) -> Intent | None:
    """A line that is a piece with a rank, or two squares; None where no letter is a piece.

    In the person's own letters it is the piece, unless the two squares are a legal move too. The
    other reading, and a piece of another language, is only asked about: what was not said is not
    played.
    """
    own = next(_notations(known[:1]))
    for written_in in _notations(known):
        meant = _notated(line, position, written_in)
        if not isinstance(meant, NoMatch):
            break
    else:
        return None
    two_squares = line[:2] + line[2:].lstrip("-x:×")
    squares = meaning(lexicon.words(two_squares, known[0]), position, None, known[0])
    if written_in == own and _moves(meant) and not set(_moves(squares)) - set(_moves(meant)):
        return meant
    moves = tuple(dict.fromkeys((*_moves(meant), *_moves(squares))))
    if not moves:
        return meant
    return Unsure(moves[0], line) if len(moves) == 1 else Ambiguous(moves, line)


def _moves(meant: Intent) -> tuple[chess.Move, ...]:
    match meant:
        case Heard(move=move):
            return (move,)
        case Ambiguous(moves=moves):
            return moves
    return ()
