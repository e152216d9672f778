# SPDX-License-Identifier: GPL-3.0-or-later
"""Answers in words: one fact, one line."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import chess

from announce.lexicon import MOVES, Phrase, lexicon
from announce.text.settings import Settings, Style, notation_letters
from announce.text.utterance import Utterance
from announce.words.conditions import in_force, players
from announce.words.laws import article_lines
from announce.words.moves import description_words, file_words, move_line, move_words
from announce.words.phraser import Phraser, Phrases, Printed, Value
from clock.side import shown
from rules.description import MoveDescription, MoveFacts
from rules.outcome import Termination
from rules.results import UNPLAYED
from rules.threats import Threat, ThreatKind
from table.events import answers


def answer_words(
    answer: answers.Answer, phraser: Phraser, *, announced: bool = False
) -> list[Utterance]:
    """The lines of an answer; ``announced``: its last move is not made yet (D.2.3)."""
    if announced and isinstance(answer, answers.MovesAnswer | answers.ChangedAnswer):
        *made, waiting = answer.moves
        told = [_numbered(one, phraser) for one in made]
        return [*told, _numbered(waiting, phraser, "answers.move_announced")]
    return phraser.tell(answer, PHRASES)


def _times(phraser: Phraser, answer: answers.TimeAnswer) -> Iterator[Utterance]:
    told = [
        phraser.state(one, "answers.time", time=phraser.time(one.remaining)) for one in answer.times
    ]
    if not told:
        yield phraser.say("answers.no_hurry")
        return
    if phraser.settings.compact:
        digits = " ".join(shown(one.remaining) for one in answer.times)
        yield _printed(told, digits, phraser)
    else:
        yield from told


def _printed(told: Sequence[Utterance], line: str, phraser: Phraser) -> Utterance:
    """The one line that the eye has of something told in several."""
    blank = phraser.words.phrase(" ")
    segments = told[0].segments
    for one in told[1:]:
        segments = segments + blank + one.segments
    return phraser.line(segments, phraser.words.phrase(line))


def _move_count(phraser: Phraser, answer: answers.MoveCountAnswer) -> Iterator[Utterance]:
    if not (answer.white or answer.black):
        yield phraser.say("answers.no_moves")
        return
    for colour, moves in ((chess.WHITE, answer.white), (chess.BLACK, answer.black)):
        count = phraser.count(moves, "move")
        yield phraser.say("answers.move_count", colour=phraser.colour(colour), count=count)


def _moves(
    phraser: Phraser, answer: answers.MovesAnswer | answers.ChangedAnswer
) -> list[Utterance]:
    none = "answers.no_moves" if isinstance(answer, answers.MovesAnswer) else "answers.unchanged"
    return [_numbered(move, phraser) for move in answer.moves] or [phraser.say(none)]


def _players(phraser: Phraser, answer: answers.PlayersAnswer) -> str | list[Utterance]:
    return [*players(phraser, answer.white, answer.black)] or "answers.no_names"


def _known_names(phraser: Phraser, answer: answers.KnownNamesAnswer) -> list[Utterance]:
    numbered = enumerate(answer.names, start=1)
    return [
        phraser.say("answers.known_name", number=phraser.number(number), name=phraser.name(name))
        for number, name in numbered
    ] or [phraser.say("answers.no_known_names")]


def _settings(phraser: Phraser, answer: answers.SettingsAnswer) -> Iterator[Utterance]:
    yield from in_force(phraser, answer.game)
    yield phraser.say("program.message.language")
    yield phraser.say(f"answers.style.{phraser.settings.style}")


def _numbered(move: MoveFacts, phraser: Phraser, key: str = "answers.move") -> Utterance:
    told = phraser.state(move, key, move=phraser.move(move))
    if phraser.settings.style is not Style.SAN:
        return told
    number = phraser.words.phrase(f"{move.number}{'.' if move.colour else '...'} ")
    return phraser.line(told.segments, number + move_line(move, phraser.settings))


def _sheet(phraser: Phraser, answer: answers.SheetAnswer) -> Iterator[Utterance]:
    for line in answer.lines:
        if line.move is None and line.text:
            yield phraser.state(line, "answers.sheet_text", said=phraser.script(line.text))
        else:
            yield phraser.state(line, "answers.move", "answers.sheet_gap")
        if line.offer:
            yield phraser.state(line, "answers.sheet_offer")
    if not answer.lines:
        yield phraser.say("answers.no_moves")


def _writing(phraser: Phraser, answer: answers.WritingAnswer) -> Iterator[Utterance]:
    for duty in answer.duties:
        if not duty.own:
            yield phraser.state(duty, "answers.sheet_kept")
            continue
        yield phraser.state(duty, "answers.sheet_must" if duty.must else "answers.sheet_may")
        missing = phraser.count(duty.missing, "move")
        yield phraser.say("answers.sheet_missing", missing=missing)


def _result(phraser: Phraser, answer: answers.ResultAnswer) -> list[Utterance]:
    if not answer.result:
        return [phraser.say("answers.no_result")]
    return ending(answer.result, answer.termination, phraser)


def ending(result: str, why: Termination | None, phraser: Phraser) -> list[Utterance]:
    """The reason where it has words of its own that the result does not have, and the result if
    there is one."""
    told = phraser.result(result)
    forfeited = why is Termination.FORFEIT and result in UNPLAYED
    if why not in phraser.words.table("game.end") or forfeited:
        return [told]
    loser = {"1-0": chess.BLACK, "0-1": chess.WHITE}.get(result)
    known = {} if loser is None else {"colour": phraser.colour(loser)}
    reason = phraser.say(f"game.end.{why}", **known)
    return [reason] if result == "*" else [reason, told]


def _recording(_: Phraser, answer: answers.RecordingAnswer) -> str:
    if not answer.any:
        return "answers.no_recordings"
    return "answers.recording" if answer.sounds else "answers.no_recording"


def _square(phraser: Phraser, answer: answers.SquareAnswer) -> list[Utterance]:
    standing = phraser.state(answer, "answers.square_piece", "answers.square_empty")
    shade = "answers.light" if answer.light else "answers.dark"
    return [standing, phraser.state(answer, shade)]


def _pieces(phraser: Phraser, answer: answers.PiecesAnswer) -> Iterator[Utterance]:
    for colour in answer.colours:
        standing: dict[chess.PieceType, list[chess.Square]] = {kind: [] for kind in answer.kinds}
        for one in answer.standing:
            if one.piece.color == colour and one.piece.piece_type in standing:
                standing[one.piece.piece_type].append(one.square)
        key = "answers.pieces"
        for kind, squares in standing.items():
            if squares:
                yield _kind(key, colour, kind, squares, phraser)
                key = "answers.more_pieces"  # whose they are was just said
        name = phraser.colour(colour)
        if not any(standing.values()) and len(answer.kinds) == 1:
            none = phraser.piece(answer.kinds[0], colour)
            yield phraser.say("answers.no_pieces", colour=name, piece=none)
        elif not any(standing.values()):
            yield phraser.say("answers.none_of_colour", colour=name)


def _kind(
    key: str,
    colour: chess.Color,
    kind: chess.PieceType,
    squares: list[chess.Square],
    phraser: Phraser,
) -> Utterance:
    forms = phraser.piece(kind, colour).forms
    form = {1: "name", 2: "dual"}.get(len(squares), "plural")
    return phraser.say(
        key,
        colour=phraser.colour(colour),
        piece=forms.get(form, forms["plural"]),
        squares=phraser.words.listed(phraser.square(square) for square in squares),
    )


def _line(phraser: Phraser, answer: answers.LineAnswer) -> list[Utterance]:
    if not answer.standing:
        first, last = phraser.square(answer.squares[0]), phraser.square(answer.squares[-1])
        return [phraser.say("answers.line_empty", square=first, to=last)]
    return [phraser.state(one, "answers.line_piece") for one in answer.standing]


def _ranks(phraser: Phraser, answer: answers.RanksAnswer) -> Iterator[Utterance]:
    """A line for each side on each rank: "Reihe eins. Weiß: Turm Anna und Turm Felix."."""
    if not phraser.settings.compact:
        for line in answer.ranks:
            yield from _rank(phraser, line)
        return
    for line in reversed(answer.ranks):  # as on a diagram
        yield _printed([*_rank(phraser, line)], _signs(line, phraser.settings), phraser)


def _signs(line: answers.LineAnswer, settings: Settings) -> str:
    """A sign for each square: the letter of the piece, Black's small, or a dot."""
    letters = notation_letters(settings)
    standing = {one.square: one.piece for one in line.standing}
    signs = []
    for square in line.squares:
        piece = standing.get(square)
        sign = "." if piece is None else letters[chess.piece_name(piece.piece_type)]
        signs.append(sign.lower() if piece is not None and piece.color == chess.BLACK else sign)
    return "".join(signs)


def _rank(phraser: Phraser, line: answers.LineAnswer) -> Iterator[Utterance]:
    number = phraser.rank(chess.square_rank(line.squares[0]))
    for colour in (chess.WHITE, chess.BLACK):
        of_colour = [one for one in line.standing if one.piece.color == colour]
        if of_colour:
            pieces = _listed(of_colour, phraser, by_file=True)
            told = phraser.colour(colour)
            yield phraser.say("answers.rank", rank=number, colour=told, pieces=pieces)
    if not line.standing:
        yield phraser.say("answers.rank_empty", rank=number)


def _clock(phraser: Phraser, answer: answers.ClockAnswer) -> Iterator[Utterance]:
    if answer.running is not None:
        yield phraser.say("answers.clock_runs", colour=phraser.colour(answer.running))
        return
    yield phraser.say("game.clocks_stand")
    if answer.next is not None:
        yield phraser.say("answers.turn", colour=phraser.colour(answer.next))


def _check(phraser: Phraser, answer: answers.CheckAnswer) -> list[Utterance]:
    pieces = _listed(answer.checkers, phraser)
    return [phraser.state(answer, "answers.check", "answers.no_check", pieces=pieces)]


def _attackers(phraser: Phraser, answer: answers.AttackersAnswer) -> list[Utterance]:
    where = phraser.square(answer.square)
    return [
        phraser.say(f"answers.{key}", square=where, pieces=_listed(found, phraser))
        if found
        else phraser.say(f"answers.no_{key}", square=where)
        for key, found in (("attackers", answer.attackers), ("defenders", answer.defenders))
    ]


def _listed(
    standing: Iterable[answers.PlacedPiece], phraser: Phraser, *, by_file: bool = False
) -> Phrase:
    """ "Turm Anna eins, Springer Felix drei und Bauer Eva vier"; ``by_file``: "Turm Anna"."""
    return phraser.words.listed(
        phraser.words.fill(
            "answers.standing",
            piece=phraser.coloured(one.piece),
            square=file_words(chess.square_file(one.square))
            if by_file
            else phraser.square(one.square),
        )
        for one in standing
    )


def _material(phraser: Phraser, answer: answers.MaterialAnswer) -> Iterator[Utterance]:
    for colour, more in ((chess.WHITE, answer.white), (chess.BLACK, answer.black)):
        if more:
            pieces = _counts(more, phraser)
            yield phraser.say("answers.material_more", colour=phraser.colour(colour), pieces=pieces)
    if not (answer.white or answer.black):
        yield phraser.say("answers.material_even")


def _opening(phraser: Phraser, answer: answers.OpeningAnswer) -> str | list[Utterance]:
    if not answer.opening:
        return "answers.no_opening"
    name = phraser.words.fill(f"study.openings.{answer.opening}")
    return [phraser.say("answers.opening", opening=name)]


def _fen(phraser: Phraser, answer: answers.FenAnswer) -> list[Utterance]:
    """It is for the eye; a voice tells that it is there."""
    return [_printed([phraser.say("answers.written")], answer.fen, phraser)]


def _time_spent(phraser: Phraser, answer: answers.TimeSpentAnswer) -> Iterator[Utterance]:
    for key, times in (("answers.spent", answer.last), ("answers.spent_most", answer.longest)):
        for one in times:
            yield phraser.state(one, key, time=phraser.time(one.spent, exact=True))
    if not answer.last:
        yield phraser.say("answers.no_moves")


def _captured(phraser: Phraser, answer: answers.CapturedAnswer) -> Iterator[Utterance]:
    for name, taken in (("white", answer.white), ("black", answer.black)):
        if taken:
            pieces = _counts(Counter(taken).items(), phraser)
            yield phraser.say(f"answers.captured.{name}", pieces=pieces)
    if not (answer.white or answer.black):
        yield phraser.say("answers.none_captured")


def _missing(phraser: Phraser, answer: answers.MissingAnswer) -> Iterator[Utterance]:
    for colour in answer.colours:
        if gone := answer.of(colour):
            told, pieces = phraser.colour(colour), _counts(gone, phraser)
            yield phraser.say("answers.missing", colour=told, pieces=pieces)
    if not any(map(answer.of, answer.colours)):
        if len(answer.colours) == 1:
            told = phraser.colour(answer.colours[0])
            yield phraser.say("answers.none_missing_of", colour=told)
        else:
            yield phraser.say("answers.none_missing")


def _counts(counts: Iterable[tuple[chess.PieceType, int]], phraser: Phraser) -> Phrase:
    return phraser.words.listed(
        phraser.words.phrase(phraser.count(number, chess.piece_name(kind)))
        for kind, number in counts
    )


def _legal_moves(phraser: Phraser, answer: answers.LegalMovesAnswer) -> list[Utterance]:
    if not answer.moves:
        key = "answers.no_legal_move" if answer.square is None else "answers.no_legal_moves"
        return [phraser.state(answer, key)]
    by_piece: dict[chess.Square, list[MoveFacts]] = {}
    for move in answer.moves:
        by_piece.setdefault(move.from_square, []).append(move)
    return [_from(moves, phraser) for moves in by_piece.values()]


def _from(moves: list[MoveFacts], phraser: Phraser) -> Utterance:
    """All that one piece may do: "Springer Gustav eins: Felix drei und Hektor drei."."""
    first, *others = moves
    if not others:
        told = phraser.say("answers.legal_move", move=phraser.move(first))
        return phraser.line(told.segments, move_line(first, phraser.settings))
    piece = MoveDescription(
        piece=first.piece,
        from_file=chess.square_file(first.from_square),
        from_rank=chess.square_rank(first.from_square),
    )
    targets = [description_words(_arrival(move), phraser.settings) for move in moves]
    told = phraser.say(
        "answers.legal_from",
        piece=description_words(piece, phraser.settings),
        moves=phraser.words.listed(targets),
    )
    written = filter(None, (move_line(one, phraser.settings) for one in moves))
    return phraser.line(told.segments, phraser.words.listed(written))


def _arrival(move: MoveFacts) -> MoveDescription:
    return MoveDescription(
        to_square=move.to_square,
        promotion=move.promotion,
        capture=move.captured is not None,
        en_passant=move.en_passant,
        castling=move.castling,
    )


def _threats(phraser: Phraser, answer: answers.ThreatsAnswer) -> str | list[Utterance]:
    if answer.check:
        return "answers.threats.check"
    return [_threat(one, phraser) for one in answer.threats] or "answers.threats.none"


def _threat(threat: Threat, phraser: Phraser) -> Utterance:
    move = replace(threat.move, mate=False)  # that is said already
    known: dict[str, Value] = {}
    if threat.kind is ThreatKind.CAPTURE and move.captured and move.capture_square is not None:
        piece = chess.Piece(move.captured, not move.colour)
        known = {"piece": phraser.coloured(piece), "square": phraser.square(move.capture_square)}
    return phraser.say(f"answers.threats.{threat.kind}", move=phraser.move(move), **known)


def topic_words(
    topic: answers.Topic, phraser: Phraser, example: MoveFacts | None = None
) -> Utterance:
    """A topic of the help, with its command in German, and in print what may be typed instead."""
    known: dict[str, Value] = {}
    if said := lexicon(MOVES).own(f"commands.{topic.value}"):
        typed = phraser.words.own(f"commands.{topic.value}")
        known["command"] = in_two_languages(said, typed, phraser)
    if topic is answers.Topic.MOVE and example is not None:
        known["move"] = move_words(example, replace(phraser.settings, style=Style.SHORT))
    return phraser.say(f"answers.help.{topic.value}", **known)


def in_two_languages(said: str, typed: str | None, phraser: Phraser) -> Value:
    """A command in German, and on paper what may be ``typed`` instead in one's own language."""
    command = lexicon(MOVES).phrase(said)
    if typed is None or phraser.settings.language == MOVES:
        return command
    return Printed(command, phraser.words.fill("commands.both", command=command, typed=typed))


def _evaluation(phraser: Phraser, answer: answers.EvaluationAnswer) -> list[Utterance]:
    known = {} if answer.moves is None else {"number": phraser.number(answer.moves)}
    return [phraser.state(answer, "answers.evaluation.{0.degree}", **known)]


PHRASES: Phrases = {
    answers.TimeAnswer: _times,
    answers.MoveCountAnswer: _move_count,
    answers.MovesToControlAnswer: ("answers.to_control", "answers.no_control"),
    answers.TimePerMoveAnswer: ("answers.per_move", "answers.no_control"),
    answers.MovesAnswer: _moves,
    answers.ChangedAnswer: _moves,
    answers.PlayersAnswer: _players,
    answers.KnownNamesAnswer: _known_names,
    answers.SettingsAnswer: _settings,
    answers.SquareAnswer: _square,
    answers.PiecesAnswer: _pieces,
    answers.LineAnswer: _line,
    answers.RanksAnswer: _ranks,
    answers.TurnAnswer: lambda _, answer: (
        "answers.announced" if answer.announced else "answers.turn"
    ),
    answers.ClockAnswer: _clock,
    answers.CheckAnswer: _check,
    answers.AttackersAnswer: _attackers,
    answers.MaterialAnswer: _material,
    answers.OpeningAnswer: _opening,
    answers.FenAnswer: _fen,
    answers.TimeSpentAnswer: _time_spent,
    answers.CapturedAnswer: _captured,
    answers.MissingAnswer: _missing,
    answers.LegalMovesAnswer: _legal_moves,
    answers.ThreatsAnswer: _threats,
    answers.ArticleAnswer: lambda phraser, answer: article_lines(answer.article, phraser),
    answers.SheetAnswer: _sheet,
    answers.WritingAnswer: _writing,
    answers.RecordingAnswer: _recording,
    answers.ResultAnswer: _result,
    answers.HelpAnswer: lambda phraser, answer: [
        topic_words(topic, phraser, answer.example) for topic in answer.topics
    ],
    answers.HintAnswer: ("answers.hint.move", "answers.hint.piece", "answers.hint.{0.wing}"),
    answers.EvaluationAnswer: _evaluation,
    answers.BetterAnswer: ("answers.better.move", "answers.better.nothing"),
}
