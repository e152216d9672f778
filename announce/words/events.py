# SPDX-License-Identifier: GPL-3.0-or-later
"""Every event in words: pure functions from what happened to what is said.

One utterance is one fact and one printed line. What was said at the table (a move, an error, a
question) is spoken before answers that wait; a move read back is protected, so that an error
never cuts it off.
"""

from dataclasses import replace
from typing import assert_never

import chess

from announce import hands
from announce.cyrillic import to_cyrillic
from announce.lexicon import Lexicon, Value, fields, lexicon
from announce.settings import Profile, Script, Settings
from announce.utterance import MOVES, Phrase, Priority, Segment, Utterance
from announce.words.answers import answer_words
from announce.words.arbiter import arbiter_words
from announce.words.articles import article_name
from announce.words.chess960 import number_words
from announce.words.claims import claim_words
from announce.words.hands import step_words
from announce.words.illegal import IrregularEvent, irregular_words
from announce.words.moves import (
    distinction_words,
    file_words,
    move_line,
    move_words,
    rank_words,
    square_words,
)
from announce.words.nouns import colour_words, piece_noun
from announce.words.numbers import count, duration, one_line, spelled
from announce.words.scoresheets import sheet_words
from announce.words.time_control import control_words, extra_is_usual, refusal_words
from clock.events import (
    ControlAgreed,
    ControlChanged,
    ControlRefused,
    FlagFell,
    GamePaused,
    GameResumed,
    MoveCompleted,
    MovesAdjusted,
    PeriodBegan,
    TimeAdjusted,
    TimeAlarm,
)
from rules.boards import Step
from rules.description import MoveFacts
from rules.explanation import Illegality
from rules.outcome import Termination
from table.events import Event
from table.events.arbiter import ArbiterEvent, OrderGiven
from table.events.dialogue import (
    DeviceLost,
    DeviceRestored,
    InfoGiven,
    NotUnderstood,
    Question,
    QuestionClosed,
    QuestionKind,
)
from table.events.game import (
    ClaimMade,
    ClaimRejected,
    ClaimUpheld,
    DrawAgreed,
    DrawDeclined,
    DrawOffered,
    GameEnded,
    GameStarted,
    IllegalMove,
    MoveCorrected,
    MoveMade,
    MoveSpoken,
    Refusal,
    Refused,
    Resigned,
    Role,
)
from table.events.scoresheets import Distraction, SheetEvent

TOLD_BEFORE = (
    Termination.RESIGNATION,
    Termination.AGREEMENT,
    Termination.FLAG,
    Termination.THREEFOLD_CLAIM,
    Termination.FIFTY_CLAIM,
)
"""Ends that an event of their own has just told: nothing is announced twice."""

SAY_AGAIN = (
    QuestionKind.WHICH_MOVE,
    QuestionKind.IS_IT_THIS,
    QuestionKind.SET_TIME,
)
"""Questions about what was said: after a no it is to be said again."""

TOLD_TO_BOTH = (QuestionKind.SET_TIME, QuestionKind.ORDER)
"""Questions that not one player alone has to answer."""

LEAST_CREDIT = 50_000_000
"""So much given back, in nanoseconds, shows in tenths of a second."""

PRIVATE = (OrderGiven, MovesAdjusted, Distraction)
"""What only the arbiter is told: the basis of his order, a move counter, who disturbs whom."""


def words(event: Event, settings: Settings) -> tuple[Utterance, ...]:
    """What is said of an event, in order; nothing if nothing needs to be said."""
    if isinstance(event, PRIVATE) and settings.profile is not Profile.ARBITER:
        return _written(_privately(event, settings), settings)
    told = _written(_Words(settings).of(event), settings)
    ear = listener(event)
    return told if ear is None else tuple(replace(one, ear=ear) for one in told)


def _privately(event: Event, settings: Settings) -> list[Utterance]:
    """What is for the arbiter is printed under his name, and no player hears it (12.6, 12.7)."""
    teller = _Words(replace(settings, profile=Profile.ARBITER))
    lines = [one.eye or one.segments for one in teller.of(event)]
    return [
        Utterance((), eye=teller.words.line(teller.words.tables["arbiter"]["private"], line=line))
        for line in lines
    ]


def listener(event: Event) -> Role | None:
    """Who alone is to hear of it: answers (D.2.6.1), a player's alarms, and what he is asked."""
    match event:
        case InfoGiven(who=who):
            return who
        case Question(kind=kind) | QuestionClosed(kind=kind) if kind in TOLD_TO_BOTH:
            return None
        case Question(who=colour) | QuestionClosed(who=colour) | TimeAlarm(colour=colour):
            return Role.WHITE if colour == chess.WHITE else Role.BLACK
    return None


def hand_words(steps: tuple[Step, ...], settings: Settings) -> tuple[Utterance, ...]:
    """The assistant's steps, one line each (D.2.10.1)."""
    return _written([step_words(step, settings) for step in steps], settings)


class _Words:
    """The words of one lexicon under one person's settings."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.words: Lexicon = lexicon(settings.language)

    def of(self, event: Event) -> list[Utterance]:  # noqa: PLR0912 - one case an event
        if isinstance(event, ArbiterEvent):
            lines = arbiter_words(event, self.settings)
            return [*lines, *self.article(getattr(event, "article", ""))]
        if isinstance(event, SheetEvent):
            return sheet_words(event, self.settings)
        if isinstance(event, IrregularEvent):
            lines = irregular_words(event, self.settings)
            return [*lines, *self.article(getattr(event, "article", ""))]
        match event:
            case GameStarted():
                return self.started(event)
            case MoveSpoken(move=move):
                return self.spoken_move(move)
            case MoveCorrected(move=move):
                return [self.say("corrected"), *self.hand_lines(hands.undo(move))]
            case MoveMade():
                return []  # it was read back when it was spoken
            case MoveCompleted():
                return self.completed(event)
            case IllegalMove():
                return self.illegal(event)
            case Refused(reason=reason, article=article):
                return [self.refused(reason), *self.article(article)]
            case DrawOffered(colour=colour, in_time=in_time):
                offer = self.say("draw_offered", colour=self.colour(colour))
                return [offer, *self.article("" if in_time else "11.5")]  # 9.1.2.1
            case DrawDeclined(colour=colour):
                return [self.say("draw_declined", colour=self.colour(colour))]
            case ClaimMade():
                return claim_words(event, self.settings)
            case ClaimUpheld(finding=finding) | ClaimRejected(finding=finding):
                return [*claim_words(event, self.settings), *self.article(finding.article)]
            case DrawAgreed():
                return [self.say("draw_agreed")]
            case Resigned(colour=colour):
                return [self.say("resigned", colour=self.colour(colour))]
            case GameEnded():
                return self.ended(event)
            case FlagFell(colour=colour):  # D.2.10.5: at once
                return [self.say("flag", Priority.NOW, colour=self.colour(colour))]
            case PeriodBegan(colour=colour):  # 12.6: it would tell a player his move count
                arbiter = self.settings.profile is Profile.ARBITER
                return [self.say("period", colour=self.colour(colour))] if arbiter else []
            case TimeAdjusted(quiet=True) if self.settings.profile is not Profile.ARBITER:
                return []
            case TimeAdjusted(colour=colour, remaining=remaining):
                time = self.exact_time(remaining)
                return [self.say("adjusted", colour=self.colour(colour), time=time)]
            case MovesAdjusted(colour=colour, moves=moves):
                told = count(moves, "move", self.settings.language)
                return [self.say("moves_adjusted", colour=self.colour(colour), count=told)]
            case ControlChanged(colour=colour, control=control):
                told = control_words(control, self.settings.language)
                return [self.say("control_changed", colour=self.colour(colour), control=told)]
            case ControlAgreed():  # it was read back when it was asked about
                return [self.say("control_agreed")]
            case ControlRefused(problem=problem, example=example):
                refusal = refusal_words(problem, example, self.settings.language)
                return [replace(refusal, priority=Priority.NEXT)]
            case TimeAlarm(colour=colour, remaining=remaining):
                time = self.exact_time(remaining)
                return [self.say("alarm", colour=self.colour(colour), time=time)]
            case GamePaused(reason="asleep"):
                return [self.say("asleep"), self.say("paused")]
            case GamePaused():
                return [self.say("paused")]
            case GameResumed():
                return [self.say("resumed")]
            case Question():
                return [self.question(event)]
            case QuestionClosed(kind=QuestionKind.ORDER):
                return [self.entry("arbiter", "dropped")]
            case QuestionClosed(kind=kind):
                return [self.say("say_again" if kind in SAY_AGAIN else "play_goes_on")]
            case NotUnderstood(said=said):
                heard = one_line(said)
                values = {"said": (Segment(heard, MOVES),)}
                line = self.words.sentence("not_understood_line", **values) if heard else ()
                return [replace(self.say("not_understood"), eye=line)]
            case DeviceLost(device=device):
                return [self.entry("lost", device.value)]
            case DeviceRestored(device=device):
                return [self.entry("restored", device.value)]
            case InfoGiven(answer=answer):
                return list(answer_words(answer, self.settings))
        assert_never(event)

    def say(self, key: str, priority: Priority = Priority.NEXT, **values: Value) -> Utterance:
        return Utterance(self.words.sentence(key, **values), priority)

    def entry(self, table: str, key: str) -> Utterance:
        return Utterance(self.words.line(self.words.tables[table][key]), Priority.NEXT)

    def exact_time(self, nanoseconds: int) -> str:
        """A time that was chosen, to the second."""
        settings = self.settings
        return duration(nanoseconds, settings.language, settings.time_style, exact=True)

    def colour(self, colour: chess.Color) -> str:
        return colour_words(colour, self.words)

    def completed(self, event: MoveCompleted) -> list[Utterance]:
        """D.2.10.4: the press is confirmed, the times are not told. The arbiter is shown what
        time was given back."""
        lines = [self.say("pressed")] if self.settings.say_press else []
        if event.credit >= LEAST_CREDIT and self.settings.profile is Profile.ARBITER:
            shown = f"{self.colour(event.colour)}: +{event.credit / 1_000_000_000:.1f} s"
            lines.append(Utterance((), eye=(Segment(shown, self.settings.language),)))
        return lines

    def started(self, event: GameStarted) -> list[Utterance]:
        lines = [self.say("game_started")]
        names = ((chess.WHITE, event.white), (chess.BLACK, event.black))
        lines += [
            self.outside("player", "name", name, colour=self.colour(colour))
            for colour, name in names
            if name not in ("", self.colour(colour), colour_words(colour, lexicon(MOVES)))
        ]
        if event.time_control:
            told = control_words(event.time_control, self.settings.language)
            lines.append(self.say("time_control", control=told))
            if not extra_is_usual(event.time_control):
                lines.append(self.say("unusual_extra"))
        if event.chess960 is not None:
            lines.append(number_words(event.chess960, self.settings.language))
        if event.mode in self.words.tables["mode"]:  # X.13: what is in force is announced
            lines.append(self.entry("mode", event.mode))
        return lines

    def outside(self, key: str, field: str, text: str, **values: Value) -> Utterance:
        """A sentence with a text from outside: printed as it is, its digits spelled out."""
        shown = self.words.sentence(key, **values, **{field: one_line(text)})
        voiced = self.words.sentence(
            key, **values, **{field: spelled(text, self.settings.language)}
        )
        return Utterance(voiced, Priority.NEXT, eye=shown)

    def ended(self, event: GameEnded) -> list[Utterance]:
        lines: list[Utterance] = []
        drawn = event.termination is Termination.FLAG and event.result == "1/2-1/2"
        if drawn and event.article != "A.4.3":  # there both flags are down
            lines.append(self.say("cannot_mate"))
        elif event.termination not in TOLD_BEFORE:
            lines.append(self.entry("end", event.termination.value))
        known = event.result in self.words.tables["result"]
        lines.append(self.entry("result", event.result if known else "*"))
        return [*lines, *self.article(event.article)]

    def spoken_move(self, move: MoveFacts) -> list[Utterance]:
        told = replace(move, check=False, mate=False) if move.mate else move  # the end says it
        utterance = Utterance(move_words(told, self.settings), Priority.NEXT, protected=True)
        utterance = replace(utterance, eye=move_line(move, self.settings))
        return [utterance, *self.hand_lines(hands.steps(move))]

    def hand_lines(self, steps: tuple[Step, ...]) -> list[Utterance]:
        if self.settings.profile is not Profile.ASSISTANT:
            return []
        return [step_words(step, self.settings) for step in steps]

    def illegal(self, event: IllegalMove) -> list[Utterance]:
        lines: list[Utterance] = []
        if event.completed or not self.settings.explain_illegal:
            lines.append(self.entry("illegal", "plain"))
        if self.settings.explain_illegal:
            lines.append(self.reason(event.illegality, event.colour))
        return [*lines, *self.article(event.illegality.article)]

    def reason(self, fault: Illegality, mover: chess.Color) -> Utterance:
        known: dict[str, Value] = {}
        if fault.piece is not None:
            known["piece"] = piece_noun(fault.piece, self.words, mover)
        if fault.other is not None:
            other = fault.other
            known["other"] = piece_noun(
                other.piece_type, self.words, other.color, own=other.color == mover
            )
        squares = {
            "square": fault.square,
            "to": fault.to_square,
            "other_square": fault.other_square,
        }
        for name, square in squares.items():
            if square is not None:
                known[name] = square_words(square, self.settings)
        if fault.from_file is not None:
            known["file"] = file_words(fault.from_file)
        if fault.from_rank is not None:
            known["rank"] = rank_words(fault.from_rank, self.settings)
        table = self.words.tables["illegal"]
        special = table.get(f"{fault.fault.value}: {fault.detail}", [])
        templates = [*special, *table[fault.fault.value]]
        template = next(one for one in templates if fields(one) <= known.keys())
        return Utterance(self.words.line(template, **known), Priority.NEXT)

    def article(self, article: str) -> list[Utterance]:
        if not article or self.settings.profile is not Profile.ARBITER:
            return []
        return [replace(article_name(article, self.settings.language), priority=Priority.NEXT)]

    def refused(self, reason: Refusal) -> Utterance:
        return Utterance(self.words.line(self.words.tables["refused"][reason.value]))

    def question(self, event: Question) -> Utterance:
        options: Value = ""
        if event.options:
            each = [distinction_words(one, self.settings) for one in event.options]
            options = self.words.listed(each, "or")
        elif event.move is not None:
            options = move_words(event.move, self.settings)
        elif event.control:
            options = control_words(event.control, self.settings.language)
        elif event.order:
            options = (Segment(spelled(event.order, MOVES), MOVES),)
        template = self.words.tables["question"][event.kind.value]
        return Utterance(self.words.line(template, options=options), Priority.NEXT)


def _written(told: list[Utterance], settings: Settings) -> tuple[Utterance, ...]:
    """The utterances with their lines in the script of ``settings``."""
    if settings.language == "sr" and settings.script is Script.CYRILLIC:
        return tuple(replace(one, eye=_cyrillic(one)) for one in told)
    return tuple(told)


def _cyrillic(utterance: Utterance) -> Phrase:
    """The line in Cyrillic; German words of moves stay in Latin letters."""
    return tuple(
        replace(segment, text=to_cyrillic(segment.text)) if segment.language == "sr" else segment
        for segment in utterance.eye or utterance.segments
    )
