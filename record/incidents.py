# SPDX-License-Identifier: GPL-3.0-or-later
"""The incidents of a game beside its moves: the arbiter needs them for a ruling, the players have a
right to their record (6.12.2, 8.3, 12.9).

Each incident has its time, the position in which it happened, what was said, and what came of it
in words with the article.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import chess

from announce.lexicon import Lexicon
from announce.text.settings import Audience, Settings
from announce.words.events import words
from announce.words.moves import notation
from clock.events import ControlChanged, FlagFell, MovesAdjusted, TimeAdjusted
from ground.text import one_line
from record.archive_file import JournalError, Json
from record.codec import EVENTS
from record.journal import Archive, Entry
from record.snapshot import conditions_of
from rules.moves import facts
from rules.position import Position
from table.events import Event, arbiter, dialogue, game, scoresheets
from voice.language.commands import CommandName, Trait

IRREGULAR = (
    game.IllegalMove,
    game.PenaltyGiven,
    game.PositionRestored,
    game.ClaimMade,
    game.ClaimUpheld,
    game.ClaimRejected,
    game.IrregularityReported,
    game.TouchBinds,
    arbiter.QuickplayClaimed,
    arbiter.RulingGiven,
    arbiter.Noted,
    arbiter.GameCancelled,
    scoresheets.BoardsCompared,
    TimeAdjusted,
    MovesAdjusted,
    ControlChanged,
)
"""The events that stand in a score beside the moves: irregularities, claims, and time that was
given."""

NOTABLE = (
    *IRREGULAR,
    game.MoveCorrected,
    game.MoveRepeated,
    game.TouchDeclared,
    game.DrawOffered,
    game.DrawDeclined,
    game.Resigned,
    game.GameEnded,
    dialogue.TimeStood,
    scoresheets.Distraction,
    FlagFell,
)
"""The events that an arbiter may ask about."""


@dataclass(frozen=True, slots=True)
class Incident:
    """An incident ``at`` this time of the game, in nanoseconds, at ``wall``, the time of
    day, in ``position``. ``said`` are the words that led to it, of `speaker` ``who``, to the
    question that was ``asked``, and ``told`` is what came of it, with the article. ``entry`` is
    that of the record."""

    at: int
    wall: str
    position: Position
    event: Event
    told: str
    said: str = ""
    who: str = ""
    entry: int = 0
    asked: str = ""


def incidents(
    archive: Archive, number: int, language: str, kinds: tuple[type, ...] = NOTABLE
) -> Iterator[Incident]:
    """The incidents of a game in their order, in words of ``language``. Raises JournalError if
    the record cannot be read."""
    settings = Settings(language, audience=Audience.ARBITER)
    position = conditions_of(archive, number).position()
    for entry, asked in answering(archive.entries(number)):
        for event in _events(entry, number):
            if isinstance(event, kinds) and not _is_beside(event):
                yield _incident(entry, event, position, settings, asked)
            position = _after(position, event)


def _events(entry: Entry, game: int) -> list[Event]:
    try:
        return [EVENTS.decode(written) for written in entry.events]
    except ValueError as error:
        raise JournalError("entry_unread", game=game, entry=entry.seq) from error


def _is_beside(event: Event) -> bool:
    """True for what another event tells: a display set by a penalty, a move that was explained;
    and for what is only the course of things."""
    quiet = isinstance(event, TimeAdjusted) and event.quiet
    explained = isinstance(event, game.IllegalMove) and not event.completed
    usual = isinstance(event, arbiter.Noted) and not event.article
    return quiet or explained or usual


def _incident(
    entry: Entry, event: Event, position: Position, settings: Settings, asked: str
) -> Incident:
    told = " ".join(line.text for line in words(event, settings)).replace("\n", " ")
    said, who = str(entry.input.get("heard") or ""), speaker(entry.input)
    return Incident(event.at, entry.wall, position, event, told, said, who, entry.seq, asked)


def speaker(given: Json) -> str:
    """The speaker of an input: a role, an arbiter at a desk elsewhere by name, or nobody ("")."""
    return str(given.get("by") or given.get("who") or "")


_ANSWERS = {one.value for one in CommandName if Trait.ANSWERS in one.traits}
_CLOSING = {dialogue.Question.__name__, dialogue.QuestionClosed.__name__}


def answering(entries: Iterable[Entry]) -> Iterator[tuple[Entry, str]]:
    """Each entry with the question that it answers, in the words in which it was asked; empty where
    it answers none: a yes alone tells nobody to what."""
    asked = ""
    for entry in entries:
        intent = entry.input.get("intent")
        answers = isinstance(intent, dict) and intent.get("name") in _ANSWERS
        yield entry, asked if answers else ""
        kinds = {event.get("is") for event in entry.events}
        if answers or kinds & _CLOSING:
            asked = ""
        if dialogue.Question.__name__ in kinds:
            asked = " ".join(map(one_line, filter(None, entry.said)))


def said_line(said: str, who: str, words: Lexicon, asked: str = "") -> str:
    """A line with the words of somebody, the speaker, and the question that they answer."""
    if asked:
        said = words.text("program.incident.answer", said=said, asked=asked)
    if who and who not in {role.value for role in game.Role}:
        return words.text("program.incident.said desk", name=who, said=said)
    return words.text(f"program.incident.said {who or 'nobody'}", said=said)


def after_move(position: Position, words: Lexicon) -> str:
    """After which move a position came about, in the words of a scoresheet."""
    if not position.ply:
        return words.word("program.incident.start")
    before = position.back_to(position.ply - 1)
    dots = "." if before.turn == chess.WHITE else "..."
    move = notation(facts(before, position.moves[-1]), Settings(words.language))
    return words.text("program.incident.after", move=f"{before.number}{dots} {move}")


def _after(position: Position, event: Event) -> Position:
    """The position once this has happened."""
    match event:
        case game.MoveMade(move=made):
            move = chess.Move.from_uci(made.uci)
            legal = move in position.legal_moves
            return position.play(move) if legal else position.stand(move)
        case game.PositionRestored(ply=ply):
            return position.back_to(ply)
        case game.PositionSet(fen=fen) if fen:
            return Position.from_fen(fen, chess960=None, edition=position.edition)
        case arbiter.GameCancelled():
            return position.back_to(0)
    return position
