# SPDX-License-Identifier: GPL-3.0-or-later
"""Answers in words: one fact, one line."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

import chess

from announce.lexicon import Phrase
from announce.text.settings import Settings, Style, notation_letters
from announce.text.utterance import Utterance
from announce.words.laws import article_lines, castling_lines, in_force, opposed
from announce.words.moves import description_words, file_words, move_line, move_words
from announce.words.phraser import FieldValue, Phraser, Printed, Row
from clock.clock import shown
from rules.description import MoveDescription, MoveFacts
from rules.outcome import Outcome, Termination
from rules.results import UNPLAYED
from rules.threats import kind_of
from table.events.answers import (
    KINDS,
    About,
    Answer,
    CountOf,
    Help,
    Men,
    PlacedPiece,
    SheetDuty,
    SheetLine,
    SoundOf,
    TimeOf,
    Topic,
)
from table.events.game import GameStarted


def _square_colour(phraser: Phraser, answer: Answer[PlacedPiece]) -> Iterator[Utterance]:
    for one in answer.facts:
        light = chess.BB_SQUARES[one.square] & chess.BB_LIGHT_SQUARES
        yield phraser.state(one, "answers.light" if light else "answers.dark")


def _pieces(phraser: Phraser, answer: Answer[Men]) -> Iterator[Utterance]:
    for colour in chess.COLORS:
        asked = [one for one in answer.facts if one.colour == colour]
        key = "answers.pieces"
        for one in asked:
            if one.squares:
                yield _kind(key, one, phraser)
                key = "answers.more_pieces"  # whose they are was just said
        name = phraser.colour(colour)
        if asked and not any(one.squares for one in asked):
            if len(asked) == 1:
                none = phraser.piece(asked[0].kind, colour)
                yield phraser.say("answers.no_pieces", colour=name, piece=none)
            else:
                yield phraser.say("answers.none_of_colour", colour=name)


def _kind(key: str, men: Men, phraser: Phraser) -> Utterance:
    return phraser.say(
        key,
        colour=phraser.colour(men.colour),
        piece=phraser.pieces(men.kind, men.colour, len(men.squares)),
        squares=phraser.words.listed(map(phraser.square, men.squares)),
    )


def _line(phraser: Phraser, answer: Answer[PlacedPiece]) -> Iterator[Utterance]:
    first, last = (answer.facts[end].square for end in (0, -1))
    standing = [one for one in answer.facts if one.piece]
    if chess.square_rank(first) == chess.square_rank(last):
        yield from _rank(phraser, answer.facts)
    elif standing:
        yield from (phraser.state(one, "answers.line_piece") for one in standing)
    else:
        yield phraser.say(
            "answers.line_empty", square=phraser.square(first), to=phraser.square(last)
        )


def _ranks(phraser: Phraser, answer: Answer[PlacedPiece]) -> Iterator[Utterance]:
    """A line for each side on each rank."""
    ranks = [answer.facts[first : first + 8] for first in range(0, len(answer.facts), 8)]
    if not phraser.settings.compact:
        for rank in ranks:
            yield from _rank(phraser, rank)
        return
    for rank in reversed(ranks):  # as on a diagram
        yield phraser.printed([*_rank(phraser, rank)], _signs(rank, phraser.settings))


def _signs(rank: Sequence[PlacedPiece], settings: Settings) -> str:
    """A sign for each square: the letter of the piece, Black's small, or a dot."""
    letters = notation_letters(settings)
    signs = []
    for piece in (one.piece for one in rank):
        sign = "." if piece is None else letters[chess.piece_name(piece.piece_type)]
        signs.append(sign.lower() if piece is not None and piece.color == chess.BLACK else sign)
    return "".join(signs)


def _rank(phraser: Phraser, rank: Sequence[PlacedPiece]) -> Iterator[Utterance]:
    """ "Reihe zwei. Weiß: Bauern Anna und Bella, Läufer Cesar und Turm Felix."; the rank is named
    once."""
    known: dict[str, FieldValue] = {"rank": phraser.rank(chess.square_rank(rank[0].square))}
    if not any(one.piece for one in rank):
        yield phraser.say("answers.rank_empty", **known)
    for colour in chess.COLORS:
        if found := [one for one in rank if one.piece and one.piece.color == colour]:
            pieces = phraser.words.listed(_side_by_side(found, phraser))
            yield phraser.say("answers.rank", **known, colour=phraser.colour(colour), pieces=pieces)
            known = {}


def _side_by_side(standing: Iterable[PlacedPiece], phraser: Phraser) -> Iterator[Phrase]:
    """Neighbours of one kind together, by their files: "Bauern Anna und Bella"."""
    for piece, group in groupby(standing, key=lambda one: one.piece):
        files = [file_words(chess.square_file(one.square), phraser.settings) for one in group]
        if piece is not None:
            yield phraser.words.fill(
                "answers.standing",
                piece=phraser.pieces(piece.piece_type, piece.color, len(files)),
                square=phraser.words.listed(files),
            )


def _check(phraser: Phraser, answer: Answer[PlacedPiece]) -> list[Utterance]:
    pieces = _listed(answer.facts, phraser)
    return [phraser.state(answer, "answers.check", "answers.no_check", pieces=pieces)]


def _attackers(phraser: Phraser, answer: Answer[PlacedPiece]) -> list[Utterance]:
    asked, *others = answer.facts
    where, sides = phraser.square(asked.square), (answer.colour, not answer.colour)
    found = [[one for one in others if one.piece and one.piece.color == side] for side in sides]
    return [
        phraser.say(f"answers.{key}", square=where, pieces=_listed(pieces, phraser))
        if pieces
        else phraser.say(f"answers.no_{key}", square=where)
        for key, pieces in zip(("attackers", "defenders"), found, strict=True)
    ]


def _listed(standing: Iterable[PlacedPiece], phraser: Phraser) -> Phrase:
    """ "Turm Anna eins, Springer Felix drei und Bauer Eva vier"."""
    return phraser.words.listed(
        phraser.words.fill(
            "answers.standing", piece=phraser.coloured(one.piece), square=phraser.square(one.square)
        )
        for one in standing
        if one.piece
    )


def _material(phraser: Phraser, answer: Answer[CountOf]) -> str | list[Utterance]:
    return _by_colour("answers.material_more", answer, phraser) or "answers.material_even"


def _captured(phraser: Phraser, answer: Answer[CountOf]) -> str | list[Utterance]:
    other = "answers.captured.other"
    return _by_colour("answers.captured.{0}", answer, phraser, other) or "answers.none_captured"


def _missing(phraser: Phraser, answer: Answer[CountOf]) -> str | list[Utterance]:
    none = "answers.none_missing" if answer.colour is None else "answers.none_missing_of"
    return _by_colour("answers.missing", answer, phraser) or none


def _by_colour(
    key: str, answer: Answer[CountOf], phraser: Phraser, other: str = "answers.other_side"
) -> list[Utterance]:
    """A line for each side of which pieces are counted; after White's it is plain what."""
    counted = {one: [each for each in answer.facts if each.colour == one] for one in chess.COLORS}
    return [
        phraser.say(
            other if colour == chess.BLACK and counted[chess.WHITE] else key.format(name),
            colour=phraser.colour(colour),
            pieces=phraser.words.listed(
                phraser.words.phrase(phraser.count(one.number, chess.piece_name(one.kind)))
                for one in counts
                if one.kind
            ),
        )
        for (colour, counts), name in zip(counted.items(), ("white", "black"), strict=True)
        if counts
    ]


def _legal_moves(phraser: Phraser, answer: Answer[MoveFacts]) -> str | list[Utterance]:
    """The fullest answer that is brief: every move, else which pieces can move and where they
    stand, else how many of which kind; the moves of one kind are another question. What was asked
    of one kind is told with its squares."""
    by_piece: dict[chess.Square, list[MoveFacts]] = {}
    for move in answer.facts:
        by_piece.setdefault(move.from_square, []).append(move)
    whole = [_from(moves, phraser) for moves in by_piece.values()]
    kinds = {moves[0].piece for moves in by_piece.values()}
    if _is_brief(whole) or len(by_piece) == 1:
        return whole or "answers.no_legal_move"
    standing = [phraser.say("answers.can_move", pieces=_movable(by_piece.values(), phraser))]
    if _is_brief(standing) or len(kinds) == 1:
        return standing
    return [phraser.say("answers.can_move", pieces=_counted(by_piece.values(), phraser))]


_BRIEF = 18
"""Words of an answer that one keeps in mind: some seven seconds."""


def _is_brief(told: Sequence[Utterance]) -> bool:
    return sum(len(one.spoken.split()) for one in told) <= _BRIEF


def _counted(moves: Iterable[Sequence[MoveFacts]], phraser: Phraser) -> Phrase:
    """ "König, zwei Türme und fünf Bauern"."""
    movable = [(one[0].piece, one[0].colour) for one in moves]
    numbers = [(kind, sum(piece == kind for piece, _ in movable)) for kind in KINDS]
    return phraser.words.listed(
        phraser.words.phrase(
            phraser.count(number, chess.piece_name(kind))
            if number > 1
            else phraser.pieces(kind, movable[0][1], number)
        )
        for kind, number in numbers
        if number
    )


def _movable(moves: Iterable[Sequence[MoveFacts]], phraser: Phraser) -> Phrase:
    """ "König Eva eins, Türme Anna eins und Hektor eins und Bauer Eva vier"."""
    standing = [(one[0].piece, one[0].from_square, one[0].colour) for one in moves]
    return phraser.words.listed(
        phraser.words.fill(
            "answers.standing",
            piece=phraser.pieces(kind, standing[0][2], len(squares)),
            square=phraser.words.listed(map(phraser.square, squares)),
        )
        for kind in KINDS
        if (squares := [square for piece, square, _ in standing if piece == kind])
    )


def _from(moves: list[MoveFacts], phraser: Phraser) -> Utterance:
    """All that one piece may do: "Turm Gustav eins: Felix eins, bis Gustav vier und schlägt Gustav
    fünf."."""
    first, *others = moves
    if not others:
        told = phraser.say("answers.legal_move", move=phraser.move(first))
        return phraser.line(told.segments, move_line(first, phraser.settings))
    piece = MoveDescription(
        piece=first.piece,
        from_file=chess.square_file(first.from_square),
        from_rank=chess.square_rank(first.from_square),
    )
    targets = [
        description_words(_arrival(way[-1]), phraser.settings)
        if len(way) == 1
        else phraser.words.fill("answers.up_to", to=phraser.square(way[-1].to_square))
        for way in _ways(moves)
    ]
    told = phraser.say(
        "answers.legal_from",
        piece=description_words(piece, phraser.settings),
        moves=phraser.words.listed(targets),
    )
    written = filter(None, (move_line(one, phraser.settings) for one in moves))
    return phraser.line(told.segments, phraser.words.listed(written))


def _ways(moves: Sequence[MoveFacts]) -> list[list[MoveFacts]]:
    """The moves of one piece: those along one line, from its own square on without a gap, are one
    way; what it captures at the end, and each other move, is one by itself."""
    plain = [one for one in moves if not (one.captured or one.castling or one.promotion)]
    targets = {one.to_square for one in plain if one.piece in _LONG}
    ways: dict[str, list[MoveFacts]] = {}
    for move in moves:
        start, end = move.from_square, move.to_square
        way = (*chess.SquareSet(chess.between(start, end)), end)
        nearest = min(way, key=lambda square: chess.square_distance(start, square))
        whole = move in plain and targets.issuperset(way)
        known = ways.setdefault(chess.square_name(nearest) if whole else move.uci, [])
        known.append(move)
        known.sort(key=lambda one: chess.square_distance(start, one.to_square))
    return list(ways.values())


_LONG = (chess.PAWN, chess.BISHOP, chess.ROOK, chess.QUEEN)
"""Pieces that may move several squares along a line."""


def _arrival(move: MoveFacts) -> MoveDescription:
    return MoveDescription(
        to_square=move.to_square,
        promotion=move.promotion,
        capture=move.captured is not None,
        en_passant=move.en_passant,
        castling=move.castling,
    )


def _threats(phraser: Phraser, answer: Answer[MoveFacts]) -> str | list[Utterance]:
    return [_threat(one, phraser) for one in answer.facts] or "answers.threats.none"


def _threat(threat: MoveFacts, phraser: Phraser) -> Utterance:
    threatens = kind_of(threat)
    move = replace(threat, mate=False)  # that is said already
    known: dict[str, FieldValue] = {}
    if threatens == "capture" and move.captured and move.capture_square is not None:
        piece = chess.Piece(move.captured, not move.colour)
        known = {"piece": phraser.coloured(piece), "square": phraser.square(move.capture_square)}
    return phraser.say(f"answers.threats.{threatens}", move=phraser.move(move), **known)


_OF_POSITIONS: Mapping[About, Row] = {
    About.SQUARE: ("answers.square_piece", "answers.square_empty"),
    About.SQUARE_COLOUR: _square_colour,
    About.LINE: _line,
    About.RANKS: _ranks,
    About.PIECES: _pieces,
    About.CHECK: _check,
    About.ATTACKERS: _attackers,
    About.MATERIAL: _material,
    About.CAPTURED: _captured,
    About.MISSING: _missing,
    About.LEGAL_MOVES: _legal_moves,
    About.THREATS: _threats,
    About.KING_ATTACKED: "answers.threats.check",
}


# --- A position -----------------------------------------------------------------------------------


def answer_words(
    answer: Answer[Any], phraser: Phraser, *, announced: bool = False
) -> list[Utterance]:
    """The lines of an answer; ``announced``: its last move is not made yet (D.2.3).

    A sentence of the table is told of each fact, or of the answer if it has none.
    """
    if announced and answer.about is About.LAST_MOVE:
        return [_numbered(one, phraser, "answers.last_announced") for one in answer.facts]
    if announced:
        return _in_order(answer.facts, phraser, announced=True)
    phrase = PHRASES[answer.about]
    if callable(phrase):
        return phraser.tell(answer, phrase)
    return [line for fact in answer.facts or (answer,) for line in phraser.tell(fact, phrase)]


def _times(phraser: Phraser, answer: Answer[TimeOf]) -> Iterator[Utterance]:
    told = [phraser.state(one, "answers.time") for one in answer.facts]
    if not told:
        yield phraser.say("answers.no_hurry")
        return
    if phraser.settings.compact:
        digits = " ".join(shown(one.time) for one in answer.facts)
        yield phraser.printed(told, digits)
    else:
        yield from told


def _move_count(phraser: Phraser, answer: Answer[CountOf]) -> list[Utterance]:
    if not any(one.number for one in answer.facts):
        return [phraser.say("answers.no_moves")]
    made = {one.colour: one.number for one in answer.facts}
    white, black = (phraser.number(made.get(colour, 0)) for colour in (chess.WHITE, chess.BLACK))
    return [phraser.say("answers.move_count", white=white, black=black)]


def _to_control(phraser: Phraser, answer: Answer[CountOf]) -> str | list[Utterance]:
    told = [_of_moves("answers.to_control", one, phraser) for one in answer.facts]
    return told or "answers.no_control"


def _of_moves(key: str, moves: CountOf, phraser: Phraser) -> Utterance:
    return phraser.state(moves, key, count=phraser.count(moves.number, "move"))


def _moves(phraser: Phraser, answer: Answer[MoveFacts]) -> str | list[Utterance]:
    none = "answers.no_moves" if answer.about is About.MOVES else "answers.unchanged"
    return _in_order(answer.facts, phraser) or none


def _last_move(phraser: Phraser, answer: Answer[MoveFacts]) -> str | list[Utterance]:
    """The number is another question."""
    return [_numbered(one, phraser, "answers.last") for one in answer.facts] or "answers.no_moves"


def _known_names(phraser: Phraser, answer: Answer[str]) -> str | list[Utterance]:
    return [
        phraser.say("answers.known_name", number=phraser.number(number), name=phraser.name(name))
        for number, name in enumerate(answer.facts, start=1)
    ] or "answers.no_known_names"


def _spelt(phraser: Phraser, answer: Answer[str]) -> str | list[Utterance]:
    """A text spelt letter by letter for the ear."""
    letters = (Printed(phraser.name(" ".join(one.upper())).spoken, one) for one in answer.facts)
    return [phraser.say("answers.spelt", name=one) for one in letters] or "answers.spell"


def _settings(phraser: Phraser, answer: Answer[GameStarted]) -> Iterator[Utterance]:
    for game in answer.facts:
        yield from in_force(phraser, game)
    yield phraser.say("program.message.language")
    yield phraser.say(f"answers.style.{phraser.settings.style}")


def _in_order(
    moves: Sequence[MoveFacts], phraser: Phraser, *, announced: bool = False
) -> list[Utterance]:
    """Moves one after the other, the last one perhaps only ``announced``. Only the first names the
    colour, and the number of a move of both is told once: then they go on in turn."""
    told: list[Utterance] = []
    for before, move in zip((None, *moves), moves, strict=False):
        key = "move" if before is None else "reply" if before.number == move.number else "next"
        waits = "_announced" if announced and move is moves[-1] else ""
        told.append(_numbered(move, phraser, f"answers.{key}{waits}"))
    return told


def _numbered(move: MoveFacts, phraser: Phraser, key: str) -> Utterance:
    told = phraser.state(move, key, move=phraser.move(move))
    if phraser.settings.style is not Style.SAN:
        return told
    number = phraser.words.phrase(f"{move.number}{'.' if move.colour else '...'} ")
    return phraser.line(told.segments, number + move_line(move, phraser.settings))


def _sheet(phraser: Phraser, answer: Answer[SheetLine]) -> Iterator[Utterance]:
    for line in answer.facts:
        if line.move is None and line.text:
            yield phraser.state(line, "answers.sheet_text", said=phraser.script(line.text))
        else:
            yield phraser.state(line, "answers.move", "answers.sheet_gap")
        if line.offer:
            yield phraser.state(line, "answers.sheet_offer")
    if not answer.facts:
        yield phraser.say("answers.no_moves")


def _writing(phraser: Phraser, answer: Answer[SheetDuty]) -> Iterator[Utterance]:
    for duty in answer.facts:
        if duty.own:
            yield phraser.state(duty, "answers.sheet_must" if duty.must else "answers.sheet_may")
            yield phraser.say("answers.sheet_missing", missing=phraser.count(duty.missing, "move"))
        else:
            yield phraser.state(duty, "answers.sheet_kept")


def _result(phraser: Phraser, answer: Answer[Outcome]) -> str | list[Utterance]:
    told = (ending(over.result, over.termination, phraser) for over in answer.facts)
    return next(told, "answers.no_result")


def _result_tag(phraser: Phraser, answer: Answer[str]) -> str | list[Utterance]:
    return [phraser.result(tag) for tag in answer.facts] or "answers.no_result"


def ending(result: str, why: Termination, phraser: Phraser) -> list[Utterance]:
    """The reason of the end, unless the result says it already, and the result, if there is one."""
    told = phraser.result(result)
    forfeited = why is Termination.FORFEIT and result in UNPLAYED
    if why not in phraser.words.table("game.end") or forfeited:
        return [told]
    loser = {"1-0": chess.BLACK, "0-1": chess.WHITE}.get(result)
    known = {} if loser is None else {"colour": phraser.colour(loser)}
    reason = phraser.say(f"game.end.{why}", **known)
    return [reason] if result == "*" else [reason, told]


def _recording(phraser: Phraser, answer: Answer[SoundOf]) -> Iterator[Utterance]:
    for one in answer.facts:
        yield phraser.state(one, "answers.recording" if one.sounds else "answers.no_recording")


def _stands(phraser: Phraser, answer: Answer[None]) -> Iterator[Utterance]:
    yield phraser.say("game.clocks_stand")
    if answer.colour is not None:
        yield phraser.state(answer, "answers.turn")


def _opening(phraser: Phraser, answer: Answer[str]) -> str | list[Utterance]:
    names = [phraser.words.fill(f"study.openings.{key}") for key in answer.facts]
    return [phraser.say("answers.opening", opening=name) for name in names] or "answers.no_opening"


def _fen(phraser: Phraser, answer: Answer[str]) -> list[Utterance]:
    """It is for the eye; a voice tells that it is there."""
    return [phraser.printed([phraser.say("answers.written")], fen) for fen in answer.facts]


def _time_spent(phraser: Phraser, answer: Answer[TimeOf]) -> str | list[Utterance]:
    return [
        phraser.state(
            one,
            "answers.spent_most" if one.longest else "answers.spent",
            time=phraser.time(one.time, exact=True),
        )
        for one in answer.facts
    ] or "answers.no_moves"


def topic_words(topic: Topic, phraser: Phraser, example: MoveFacts | None = None) -> Utterance:
    """A topic of the help, with its command."""
    known: dict[str, FieldValue] = {}
    if command := phraser.command(f"commands.{topic.value}"):
        known["command"] = command
    if example is not None:
        known["move"] = move_words(example, replace(phraser.settings, style=Style.SHORT))
    return phraser.say(f"answers.help.{topic.value}", **known)


def _help(phraser: Phraser, answer: Answer[Help]) -> Iterator[Utterance]:
    for one in answer.facts:
        yield topic_words(one.topic, phraser, one.move)


def _article(phraser: Phraser, answer: Answer[str]) -> str | list[Utterance]:
    told = (article_lines(article, phraser) for article in answer.facts)
    return next(told, "answers.no_reason")


def _hinted(phraser: Phraser, answer: Answer[MoveFacts]) -> list[Utterance]:
    return [phraser.say("answers.hint.move", move=phraser.move(one)) for one in answer.facts]


def _better(phraser: Phraser, answer: Answer[MoveFacts]) -> list[Utterance]:
    made, *better = answer.facts
    told = [phraser.say("answers.better.move", better=phraser.move(one)) for one in better]
    return told or [phraser.say("answers.better.nothing", move=phraser.move(made))]


def _named(about: About) -> Row:
    """The sentence with the name of the subject, and that for no such fact."""
    key = about.replace(" ", "_")
    return f"answers.{key}", f"answers.no_{key}"


PHRASES: Mapping[About, Row] = {
    **{about: _named(about) for about in About},
    **_OF_POSITIONS,
    About.TIME: _times,
    About.MOVE_COUNT: _move_count,
    About.TO_CONTROL: _to_control,
    About.PER_MOVE: ("answers.per_move", "answers.no_control"),
    About.SPENT: _time_spent,
    About.COUNTDOWN: lambda _, answer: f"answers.{'' if answer.facts else 'no_'}countdown",
    About.CLOCKS_STAND: _stands,
    About.MOVES: _moves,
    About.LAST_MOVE: _last_move,
    About.CHANGED: _moves,
    About.RESULT: _result,
    About.RESULT_TAG: _result_tag,
    About.PLAYERS: opposed,
    About.KNOWN_NAMES: _known_names,
    About.SPELT: _spelt,
    About.SETTINGS: _settings,
    About.OPENING: _opening,
    About.FEN: _fen,
    About.ARTICLE: _article,
    About.HELP: _help,
    About.CASTLING: castling_lines,
    About.HINT: "answers.hint.{0}",
    About.HINT_PIECE: "answers.hint.piece",
    About.HINT_MOVE: _hinted,
    About.EVALUATION: lambda _, answer: f"answers.evaluation.{answer.facts[0]}",
    About.MATE_IN: "answers.evaluation.mate",
    About.BETTER: _better,
    About.SHEET: _sheet,
    About.WRITING: _writing,
    About.RECORDING: _recording,
}
"""The words of each answer: a sentence, a function of the answer, or several sentences, of which
the first is told that can be filled. A subject without a row here has the sentences of its name."""
