# SPDX-License-Identifier: GPL-3.0-or-later
"""The Laws at work, in words: illegal moves and touched pieces (4, 7.5), claims (9), scoresheets
(8), the arbiter (12), and the articles themselves (11.9)."""

from collections.abc import Iterator

import chess

from announce.lexicon import FALLBACK, MOVES, Phrase, Segment, lexicon
from announce.text.settings import Audience, Settings
from announce.text.utterance import Utterance
from announce.words.moves import castling_words, description_words, file_words
from announce.words.numbers import extra_is_usual
from announce.words.phraser import FieldValue, Phraser, Phrases
from clock.clock import SECOND
from rules.draws import Finding, Ground, Occurrence
from rules.editions import edition
from rules.explanation import Illegality
from rules.scoresheet import Signing
from table.acts import setup
from table.events import arbiter, game
from table.events import scoresheets as sheets
from table.events.answers import Answer, CastlingOf

REPORTED = {"4.3": "doubt", "7.5.3": "press", "7.5.4": "hands", "D.2.8": "slip"}
"""The sentence for an irregularity, by article; for any other, that a piece was touched."""

# --- What a game is played under ------------------------------------------------------------------


def players(phraser: Phraser, white: str, black: str) -> Iterator[Utterance]:
    """The players who have names."""
    of_moves = Phraser(Settings(MOVES))
    for colour, name in ((chess.WHITE, white), (chess.BLACK, black)):
        if name not in ("", phraser.colour_name(colour), of_moves.colour_name(colour)):
            told = phraser.colour(colour)
            yield phraser.say("game.player", colour=told, name=phraser.name(name))


def strength(elo: int) -> tuple[str, int]:
    """How strong a program is, as it is told: by its level, or by its Elo where none has it."""
    level = setup.level_of(elo)
    return ("elo", elo) if level is None else ("level", level)


def opposed(phraser: Phraser, answer: Answer[str]) -> str | list[Utterance]:
    """The names of the players, with the strength of a program."""
    white, black, *elos = answer.facts
    told = [*players(phraser, white, black)]
    for elo in map(int, elos):
        key, number = strength(elo)
        told.append(phraser.say(f"answers.{key}", number=phraser.digits(number)))
    return told or "answers.no_names"


def in_force(phraser: Phraser, event: game.GameStarted) -> Iterator[Utterance]:
    """The players, the time control and the mode of play."""
    yield from players(phraser, event.white, event.black)
    helpers = (event.white_assistant, event.black_assistant)
    for colour, name in zip(chess.COLORS, helpers, strict=True):
        if name:
            told = phraser.colour(colour)
            yield phraser.say("game.helper", colour=told, name=phraser.name(name))
    if event.time_control:
        yield phraser.say("game.time_control", control=phraser.control(event.time_control))
        if not extra_is_usual(event.time_control):
            yield phraser.say("game.unusual_extra")
    if event.chess960 is not None:
        yield chess960_told(phraser, event.chess960)
    if event.mode in phraser.words.find("game.mode")[0]:  # X.13: what is in force is announced
        yield phraser.say(f"game.mode.{event.mode}", year=edition_words(phraser, event.edition))


def edition_words(phraser: Phraser, number: int) -> FieldValue:
    """The edition of the Laws, in the place of a year; a named text is told with its year."""
    laws = edition(number)
    year = phraser.number(laws.year)
    return phraser.words.fill(f"game.editions.{laws.name}", year=year) if laws.name else year


def chess960_told(phraser: Phraser, number: int) -> Utterance:
    """The number of a start position."""
    return phraser.say("game.chess960", number=phraser.digits(number))


# --- Illegal moves and touched pieces -------------------------------------------------------------


def reason(phraser: Phraser, fault: Illegality, mover: chess.Color) -> Utterance:
    """Why a move is illegal, with as many of the facts as the lexicon has a sentence for."""
    known: dict[str, FieldValue] = {"colour": phraser.colour(mover)}
    if fault.piece is not None:
        known["piece"] = phraser.piece(fault.piece, mover)
    if fault.other is not None:
        other = fault.other
        known["other"] = phraser.piece(other.piece_type, other.color, own=other.color == mover)
    squares = {"square": fault.square, "to": fault.to_square, "other_square": fault.other_square}
    for name, square in squares.items():
        if square is not None:
            known[name] = phraser.square(square)
    if fault.from_file is not None:
        known["file"] = file_words(fault.from_file, phraser.settings)
    if fault.from_rank is not None:
        known["rank"] = phraser.rank(fault.from_rank)
    key = f"game.illegal.{fault.fault.value}"
    return phraser.say(f"{key}: {fault.detail}", key, **known)


def castling_lines(phraser: Phraser, answer: Answer[CastlingOf]) -> Iterator[Utterance]:
    """A sentence for each side, or one where the king is the reason for both."""
    bars = [one.bar and (one.bar.fault, one.bar.detail) for one in answer.facts]
    both = len(bars) == 2 and bars[0] == bars[1] and bars[0] and bars[0][1] in _OF_THE_KING
    for one in answer.facts[:1] if both else answer.facts:
        if one.bar is None:
            yield phraser.state(one, "answers.castling.possible")
            continue
        key = f"answers.castling.{one.bar.fault}"
        own = castling_words(one.castling, phraser.settings)
        name = phraser.words.fill("answers.castling.both") if both else own
        keys = (f"{key}: {one.bar.detail}", key, "answers.castling.no")
        yield phraser.state(one.bar, *keys, name=name, colour=phraser.colour(one.colour))


_OF_THE_KING = ("king moved", "castled", "in check", "no right")
"""Reasons against castling to any side."""


def _illegal(phraser: Phraser, event: game.IllegalMove) -> Iterator[Utterance]:
    explains = phraser.settings.explain_illegal
    if event.completed or not explains:
        yield phraser.say("game.illegal.plain")
    if explains:
        yield reason(phraser, event.illegality, event.colour)
    if event.losing:
        moves = phraser.count(event.losing, "illegal move")
        yield phraser.state(event, "game.illegal_moves", moves=moves)


def _illegal_spoken(phraser: Phraser, event: game.IllegalMoveSpoken) -> list[Utterance]:
    """As any move, so that nothing is given away."""
    told = description_words(event.said, phraser.settings)
    return [Utterance(told, phraser.priority, protected=True)]


def _touched(phraser: Phraser, event: game.TouchDeclared) -> Iterator[Utterance]:
    yield phraser.state(event, "game.touch.touched")
    if not event.binding:
        yield phraser.say("game.touch.free")
    elif event.claimed:
        yield phraser.say("game.touch.claimed")


def _released(phraser: Phraser, event: game.PieceReleased) -> Iterator[Utterance]:
    yield phraser.state(event, "game.touch.released")
    if event.claimed:
        yield phraser.say("game.touch.claimed")


def _restored(phraser: Phraser, event: game.PositionRestored) -> Iterator[Utterance]:
    if event.article:  # else the players agreed, and which moves went back was told
        yield phraser.say("game.touch.restored")
        if event.last is not None:
            yield phraser.move_line(event.last)


# --- Claims to a draw, with what the examination showed (9.5, 11.12) ------------------------------


def _claimed(phraser: Phraser, event: game.ClaimMade) -> Iterator[Utterance]:
    if event.ground is None:
        yield phraser.state(event, "game.claim.claimed")
    else:
        ground = phraser.words.word(f"game.claim.{event.ground.value}")
        yield phraser.state(event, "game.claim.claimed_ground", ground=ground)
    if event.move is not None:
        yield phraser.state(event, "game.claim.claimed_move")


def _upheld(phraser: Phraser, event: game.ClaimUpheld) -> Iterator[Utterance]:
    ground = phraser.words.word(f"game.claim.{event.finding.ground.value}")
    yield phraser.say("game.claim.upheld", ground=ground)
    yield from _evidence(event.finding, phraser)


def _rejected(phraser: Phraser, event: game.ClaimRejected) -> Iterator[Utterance]:
    yield phraser.say("game.claim.rejected")
    yield from _evidence(event.finding, phraser)
    yield from _bonus(event, phraser)


def _bonus(
    event: game.ClaimRejected | arbiter.RulingGiven, phraser: Phraser
) -> Iterator[Utterance]:
    """The time that the opponent is given, if any."""
    if event.bonus:
        yield phraser.state(event, "game.penalty.opponent time")


def _evidence(finding: Finding, phraser: Phraser) -> Iterator[Utterance]:
    """Where the position stood; or how many moves each side made without a capture."""
    if finding.ground is Ground.FIFTY:
        yield phraser.say("game.claim.without", count=phraser.count(finding.count // 2, "move"))
    elif not finding.upheld:
        yield phraser.say("game.claim.occurrences", times=phraser.times(finding.count))
    elif finding.evidence:
        stood = phraser.words.listed(_occurrence(one, phraser) for one in finding.evidence)
        yield phraser.say("game.claim.evidence", moves=stood)


def _occurrence(one: Occurrence, phraser: Phraser) -> Phrase:
    if one.colour is None:
        return phraser.words.fill("game.claim.first")
    number, colour = phraser.number(one.number), phraser.colour(one.colour)
    return phraser.words.fill("game.claim.occurrence", number=number, colour=colour)


# --- Scoresheets, boards and the envelope ---------------------------------------------------------


def _signed(phraser: Phraser, event: sheets.SheetSigned) -> list[Utterance]:
    return [phraser.state(event, "game.sheet.signed"), phraser.result(event.result)]


def _signatures(phraser: Phraser, event: sheets.SignaturesCompared) -> Iterator[Utterance]:
    yield phraser.state(event, "game.sheet.{0.signing}")
    if event.signing is Signing.OTHERWISE:
        yield phraser.result(event.computed)


def _compared(phraser: Phraser, event: sheets.BoardsCompared) -> Iterator[Utterance]:
    if event.differ and event.last_agreed is None:
        yield phraser.say("game.sheet.differ_always")
    elif event.differ:
        yield phraser.state(event.last_agreed, "game.sheet.differ")
    for of, steps in ((chess.WHITE, event.white), (chess.BLACK, event.black)):
        if steps:
            yield phraser.say("game.sheet.board", colour=phraser.colour(of))
            yield from map(phraser.step, steps)
    if not (event.white or event.black):
        yield phraser.say("game.sheet.boards_right")


def _incomplete(phraser: Phraser, event: sheets.EnvelopeIncomplete) -> list[Utterance]:
    names = [phraser.words.fill(f"game.sheet.{one.value}") for one in event.missing]
    return [phraser.say("game.sheet.incomplete", things=phraser.words.listed(names))]


# --- The arbiter: of an order only what it leads to -----------------------------------------------


def _ruled(phraser: Phraser, event: arbiter.RulingGiven) -> Iterator[Utterance]:
    yield phraser.state(event, "game.arbiter.{0.ruling}")
    yield from _bonus(event, phraser)


def _noted(phraser: Phraser, event: arbiter.Noted) -> Iterator[Utterance]:
    """A note may have words of its own while the clock stands, and where it is about nobody. How
    long it was, and how often, is for the arbiter."""
    arbiters = phraser.settings.audience is Audience.ARBITER
    note = f"game.arbiter.{event.note.value}"
    keys = [note] if event.runs else [f"{note}: stopped", note]
    if event.colour is None:
        yield phraser.say(*keys[:-1], f"{note}: nobody", note, colour="")
    else:
        yield phraser.say(*keys, colour=phraser.colour(event.colour))
    if event.note is arbiter.Note.UNDOES and event.article:
        yield phraser.article(event.article)
    if not arbiters:
        return
    if event.lasted:
        yield phraser.say("game.arbiter.lasted", time=phraser.time(event.lasted))
    if event.times > 1:
        yield phraser.say("game.arbiter.times", times=phraser.times(event.times))


def _distraction(phraser: Phraser, event: sheets.Distraction) -> Iterator[Utterance]:
    colour = phraser.colour(event.colour)
    offers, claims = phraser.number(event.offers), phraser.number(event.claims)
    yield phraser.say("game.sheet.distraction", colour=colour, offers=offers, claims=claims)


def _pin_refused(phraser: Phraser, event: arbiter.PinRefused) -> list[Utterance]:
    if not event.wait:
        return [phraser.state(event, "game.arbiter.pin_refused")]
    seconds = -(-event.wait // SECOND) * SECOND  # rounded up: a second too soon is refused again
    return [phraser.say("game.arbiter.pin_barred", wait=phraser.time(seconds, exact=True))]


PHRASES: Phrases = {
    game.IllegalMove: _illegal,
    game.IllegalMoveSpoken: _illegal_spoken,
    game.MoveRepeated: lambda _, event: (
        "game.touch.repeated" if event.rightly else "game.touch.repeated_wrong"
    ),
    game.TouchDeclared: _touched,
    game.PieceReleased: _released,
    game.AdjustAnnounced: ("game.touch.adjusts_square", "game.touch.adjusts"),
    game.TouchBinds: (
        "game.touch.must_castle",
        "game.touch.must_take",
        "game.touch.must_be_taken",
        "game.touch.must_stay",
        "game.touch.must_move",
        "game.touch.must_move_kind",
        "game.touch.must_touched",
    ),
    game.IrregularityReported: lambda _, event: (
        f"game.touch.reported_{REPORTED.get(event.article, 'touch')}"
    ),
    game.PenaltyGiven: "game.penalty.{0.kind}",
    game.PositionRestored: _restored,
    game.ClaimMade: _claimed,
    game.ClaimUpheld: _upheld,
    game.ClaimRejected: _rejected,
    sheets.MoveWritten: ("game.sheet.written", "game.sheet.written_text"),
    sheets.SheetSigned: _signed,
    sheets.SignaturesCompared: _signatures,
    sheets.Distraction: _distraction,
    sheets.BoardReported: ("game.sheet.reported", "game.sheet.reported_empty"),
    sheets.BoardsCompared: _compared,
    sheets.MoveSealed: "game.sheet.sealed",
    sheets.EnvelopeIncomplete: _incomplete,
    sheets.GameAdjourned: "game.sheet.adjourned",
    sheets.SealedMoveRead: ("game.sheet.read", "game.sheet.read_text"),
    arbiter.PinRefused: _pin_refused,
    arbiter.OrderGiven: (),
    arbiter.GameCancelled: "game.arbiter.cancelled",
    arbiter.QuickplayClaimed: "game.arbiter.{0.ground}",
    arbiter.RulingGiven: _ruled,
    arbiter.Noted: _noted,
}

# --- The articles: explanations of our own under the numbers of 2018; they decide nothing ---------


def explain(article: str, language: str) -> tuple[str, str, str] | None:
    """The article that was found, its text and the language of that; None if the Laws have no such
    article.

    Where a sub-article has no text of its own, the article above it is told: "9.1.1.1" finds
    "9.1.1" or "9.1", "A.4.2" the overview of Appendix A. A missing article of the second level,
    as "9.7", does not find its chapter. A text that a language lacks is the English one.
    """
    parts = article.split(".")
    least = min(len(parts), 2 if parts[0].isdecimal() else 1)
    for length in range(len(parts), least - 1, -1):
        found = ".".join(parts[:length])
        for told in (language, FALLBACK):
            if text := (lexicon(told).own("articles") or {}).get(found):
                return found, text, told
    return None


def article_lines(article: str, phraser: Phraser) -> list[Utterance]:
    """The text of an article, or that it does not exist."""
    told = explain(article, phraser.settings.language)
    if told is None:
        return [phraser.article(article), phraser.say("answers.no_article")]
    found, text, of_text = told
    return [phraser.article(found), phraser.line((Segment(text, of_text),))]
