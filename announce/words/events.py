# SPDX-License-Identifier: GPL-3.0-or-later
"""Every event in words: pure functions from what happened to what is said.

One utterance is one fact and one printed line. What was said at the table (a move, an error, a
question) is spoken before answers that wait; a move read back is protected, so that an error
never cuts it off.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import chess

from announce.lexicon import MOVES, Phrase, Segment, languages, lexicon
from announce.text.settings import Audience, Settings, Style
from announce.text.utterance import Priority, Utterance
from announce.words import laws
from announce.words.answers import answer_words, ending, topic_words
from announce.words.moves import distinction_words, file_words, move_words, steps, undo
from announce.words.numbers import duration, spelled
from announce.words.phraser import Phraser, Phrases
from announce.words.program import refusal_words
from clock import events as clock
from clock.clock import SECOND
from ground.text import one_line
from rules.boards import BoardStep
from rules.description import MoveFacts
from rules.moves import chess960_array
from rules.outcome import Termination
from table.core.alarms import COUNTED
from table.core.state import State
from table.events import Event, dialogue, game
from table.events.answers import Topic
from table.events.arbiter import OrderGiven
from table.events.scoresheets import Distraction

TOLD_BEFORE = (
    Termination.RESIGNATION,
    Termination.AGREEMENT,
    Termination.FLAG,
    Termination.THREEFOLD_CLAIM,
    Termination.FIFTY_CLAIM,
    Termination.ILLEGAL_MOVES,
)
"""Ends that an event of their own has just told: nothing is announced twice."""

SAY_AGAIN = (
    dialogue.QuestionKind.WHICH_MOVE,
    dialogue.QuestionKind.IS_IT_THIS,
    dialogue.QuestionKind.REPLY,
    dialogue.QuestionKind.SET_TIME,
    dialogue.QuestionKind.COMMAND,
)
"""Questions about what was said: after a no it is to be said again."""

AFTER_NO = {
    dialogue.QuestionKind.ORDER: "game.arbiter.dropped",
    dialogue.QuestionKind.SLIP: "game.announcement_stands",
    dialogue.QuestionKind.OFFER_DRAW: "game.not_offered",
    dialogue.QuestionKind.CLAIM_DRAW: "game.not_claimed",
    dialogue.QuestionKind.RESUME: "game.clocks_stand",
}
"""The answer to a no to any other question; by default, that play goes on."""

TOLD_TO_BOTH = (
    dialogue.QuestionKind.SET_TIME,
    dialogue.QuestionKind.REPLY,
    dialogue.QuestionKind.ORDER,
    dialogue.QuestionKind.TAKE_BACK,
    dialogue.QuestionKind.SLIP,
    dialogue.QuestionKind.RESUME,
    dialogue.QuestionKind.PAUSE,
)
"""Questions that not one player alone has to answer."""

LEAST_CREDIT = 50_000_000
"""So much given back, in nanoseconds, shows in tenths of a second."""

PASSING = (
    clock.MoveCompleted,
    dialogue.Question,
    dialogue.NotUnderstood,
    game.Refused,
)
"""Events whose words need not be finished once somebody has gone on. So is the reason why a move is
illegal, where illegal moves are not counted."""

ECHOES = (
    game.MoveSpoken,
    game.MoveCorrected,
    game.DrawOffered,
    game.DrawDeclined,
    clock.GamePaused,
    clock.GameResumed,
)
"""Events whose first line says back what somebody has just said."""

_BRIEF = (Style.SHORT, Style.SAN)
"""Where a move is told as briefly as players say it; competition has the whole words."""

PRIVATE = (OrderGiven, clock.MovesAdjusted, Distraction)
"""Events for the arbiter only: the basis of an order, a move counter, who disturbs whom."""


def words(event: Event, settings: Settings, named: set[str] | None = None) -> tuple[Utterance, ...]:
    """The lines of an event, in order; empty if nothing needs to be said. An arbiter also hears the
    article.

    ``named`` are articles that were told just before, and are not named again; it grows.
    """
    named = set() if named is None else named
    private = isinstance(event, PRIVATE) and settings.audience is not Audience.ARBITER
    phraser = Phraser(settings)
    if private:
        phraser = Phraser(replace(settings, audience=Audience.ARBITER), Priority.NORMAL)
    lines = phraser.tell(event, PHRASES[type(event)])
    article = _article(event) if phraser.settings.audience is Audience.ARBITER else ""
    if article and article not in named:
        lines.append(phraser.article(article))
        named.add(article)
    if private:
        lines = [_privately(line, phraser) for line in lines]
    explained = isinstance(event, game.IllegalMove) and not event.completed
    ear, passing = listener(event), explained or isinstance(event, PASSING)
    return tuple(replace(one, ear=ear, passing=passing) for one in lines)


def all_words(
    events: Sequence[Event], settings: Settings, *, heard: bool = False
) -> tuple[Utterance, ...]:
    """The lines of the events that one input led to; each article is named once. Where a reply has
    completed a move, its read-back says that of the press. ``heard``: everybody heard the input, so
    that where moves are told briefly what only says it back is an echo.
    """
    told: list[Utterance] = []
    named: set[str] = set()
    replied = max(
        (n for n, event in enumerate(events) if isinstance(event, game.MoveSpoken)), default=0
    )
    for number, event in enumerate(events):
        lines = words(event, settings, named)
        if heard and isinstance(event, ECHOES) and settings.style in _BRIEF:
            lines = (*(replace(one, echo=True) for one in lines[:1]), *lines[1:])
        told += [one for one in lines if number >= replied or not one.knock]
    return tuple(told)


def _article(event: Event) -> str:
    """The article of an event, or nothing."""
    match event:
        case game.IllegalMove(illegality=illegality):
            return illegality.article
        case game.ClaimUpheld(finding=finding) | game.ClaimRejected(finding=finding):
            return finding.article
        case game.DrawOffered(in_time=False):  # 9.1.2.1
            return "11.5"
    return getattr(event, "article", "")


def _privately(told: Utterance, phraser: Phraser) -> Utterance:
    """Lines for the arbiter are printed under that name, and no player hears them (12.6, 12.7)."""
    line = told.eye or told.segments
    return phraser.line((), phraser.words.sentence("game.arbiter.private", line=line))


def listener(event: Event) -> game.Role | None:
    """The one who hears of an event: of an answer (D.2.6.1), an alarm, a question; None: all."""
    match event:
        case dialogue.InfoGiven(who=who):
            return who
        case dialogue.QuestionClosed(stands=stands) if stands is not None:
            return None
        case dialogue.Question(kind=kind) | dialogue.QuestionClosed(kind=kind) if (
            kind in TOLD_TO_BOTH
        ):
            return None
        case (
            dialogue.Question(who=colour)
            | dialogue.QuestionClosed(who=colour)
            | clock.TimeAlarm(colour=colour)
        ):
            return game.Role.WHITE if colour == chess.WHITE else game.Role.BLACK
    return None


# --- Before and at the start ----------------------------------------------------------------------


def start_position_words(number: int, language: str) -> tuple[Utterance, Utterance]:
    """A start position of Chess960: its number, and who stands where; Black mirrors it (II.2.3).

    "Schach neunhundertsechzig, Stellung fünfhundertachtzehn.", with the number in digits to read;
    "Von Anna bis Hektor: Turm, Springer, Läufer und so fort."
    """
    phraser = Phraser(Settings(language))
    kinds = [chess.PIECE_SYMBOLS.index(letter.lower()) for letter in chess960_array(number)]
    names = [phraser.words.phrase(phraser.piece(kind)["name"]) for kind in kinds]
    standing = phraser.say(
        "game.chess960_array",
        first=file_words(0, phraser.settings),
        last=file_words(7, phraser.settings),
        pieces=phraser.words.listed(names),
    )
    return laws.chess960_told(phraser, number), standing


def introduction(event: Event, settings: Settings) -> tuple[Utterance, ...]:
    """The conditions of the game, from the events of its start: told when the table is ready.

    The start position of Chess960 has sentences of its own then.
    """
    if isinstance(event, clock.ControlChanged):
        return words(event, settings)
    if not isinstance(event, game.GameStarted):
        return ()
    return tuple(laws.in_force(Phraser(settings), replace(event, chess960=None)))


def after_introduction(event: Event, settings: Settings) -> tuple[Utterance, ...]:
    """The lines of an event of the start, if its :func:`introduction` was told before."""
    if isinstance(event, clock.ControlChanged):
        return ()
    if not isinstance(event, game.GameStarted):
        return words(event, settings)
    return (Phraser(settings).say("game.game_started"),)


def to_move(state: State, settings: Settings) -> Utterance:
    """The sentence that tells whose turn it is before a game starts."""
    phraser, colour = Phraser(settings), state.position.turn
    if colour == state.conditions.computer:
        return phraser.say("game.opponent.begins")
    return phraser.say("answers.turn", colour=phraser.colour(colour))


def _started(phraser: Phraser, event: game.GameStarted) -> list[Utterance]:
    return [phraser.say("game.game_started"), *laws.in_force(phraser, event)]


def _tag(phraser: Phraser, event: game.TagSet) -> list[Utterance]:
    if event.tag == "edition":
        return [phraser.say("game.edition", year=laws.edition_words(phraser, int(event.value)))]
    name = phraser.name(event.value)
    if event.tag in chess.COLOR_NAMES:
        colour = phraser.colour(event.tag == chess.COLOR_NAMES[chess.WHITE])
        return [phraser.say("game.player", colour=colour, name=name)]
    return [phraser.say(f"game.tag.{event.tag}", name=name)]


def _position_set(phraser: Phraser, event: game.PositionSet) -> Iterator[Utterance]:
    if event.faults:
        yield phraser.say("game.set_up.impossible")
        for fault in event.faults:
            yield phraser.say(f"game.set_up.fault.{fault}")
    elif event.chess960 is not None:
        yield from start_position_words(event.chess960, phraser.settings.language)
    elif event.fen:
        yield phraser.say("game.set_up.holds", colour=phraser.colour(event.turn))
    else:
        yield phraser.say("game.set_up.empty")


def _seated(phraser: Phraser, event: game.OpponentSeated) -> Iterator[Utterance]:
    if not event.name:
        yield phraser.say("game.opponent.gone")
        return
    key, number = laws.strength(event.elo)
    key = f"game.opponent.{key if event.elo else 'best'}"
    yield phraser.state(event, key, number=phraser.digits(number))
    if event.highest:
        yield phraser.say("game.opponent.highest")
    if event.colour == chess.WHITE and not event.second:
        yield phraser.say("game.opponent.begins")


# --- Moves and the clock --------------------------------------------------------------------------


def _spoken(phraser: Phraser, event: game.MoveSpoken) -> list[Utterance]:
    move = event.move
    told = replace(move, check=False, mate=False) if move.mate else move  # the end says it
    line = replace(phraser.move_line(told), protected=True)
    return [line, *_by_hand(phraser, steps, move)]


def _corrected(phraser: Phraser, event: game.MoveCorrected) -> list[Utterance]:
    by_hand = [] if event.move is None else _by_hand(phraser, undo, event.move)
    if event.made and event.move is not None:
        told = phraser.say("game.taken_back", move=phraser.move(event.move))
    else:
        told = phraser.say("game.corrected")
    return [told, *by_hand]


def _taken_back(phraser: Phraser, event: game.MovesTakenBack) -> Iterator[Utterance]:
    """All in one sentence: whose turn it is then, they know who have agreed to it."""
    yield phraser.say("game.taken_back", move=phraser.moves(event.moves))
    for move in event.moves:
        yield from _by_hand(phraser, undo, move)


def _by_hand(
    phraser: Phraser, steps: Callable[[MoveFacts], tuple[BoardStep, ...]], move: MoveFacts
) -> list[Utterance]:
    """The steps by hand, for the assistant only (D.2.10.1)."""
    of_assistant = phraser.settings.audience is Audience.ASSISTANT
    return [phraser.step(step) for step in steps(move)] if of_assistant else []


def _completed(phraser: Phraser, event: clock.MoveCompleted) -> Iterator[Utterance]:
    """D.2.10.4: the times are not told. The press is confirmed, in words where they are wanted:
    in training Hektor presses after every move, or the player did. The arbiter is shown what time
    was given back."""
    pressed = phraser.say("game.pressed") if phraser.settings.say_press else Utterance(())
    yield replace(pressed, knock=True)
    if event.credit >= LEAST_CREDIT and phraser.settings.audience is Audience.ARBITER:
        shown = f"{phraser.colour_name(event.colour)}: +{event.credit / SECOND:.1f} s"
        yield replace(phraser.line((), phraser.words.phrase(shown)), priority=Priority.NORMAL)


def _alarm(phraser: Phraser, event: clock.TimeAlarm) -> list[Utterance]:
    """The last seconds are counted: what is said late would be wrong."""
    if not 0 < event.remaining < COUNTED:
        return [phraser.state(event, "game.alarm")]
    number = phraser.number(event.remaining // SECOND)
    return [replace(phraser.say("game.counted", number=number), priority=Priority.NOW)]


def _flag(phraser: Phraser, event: clock.FlagFell) -> list[Utterance]:
    """A fallen flag, told at once (D.2.10.5)."""
    return [replace(phraser.state(event, "game.flag"), priority=Priority.NOW)]


def _period(phraser: Phraser, _: clock.PeriodBegan) -> str | tuple[()]:
    """12.6: it would tell a player their move count."""
    return "game.period" if phraser.settings.audience is Audience.ARBITER else ()


def _adjusted(phraser: Phraser, event: clock.TimeAdjusted) -> str | tuple[()]:
    return (
        () if event.quiet and phraser.settings.audience is not Audience.ARBITER else "game.adjusted"
    )


def _control_refused(phraser: Phraser, event: clock.ControlRefused) -> list[Utterance]:
    told = refusal_words(event.problem, event.example, phraser.settings.language)
    return [phraser.line(told.segments, told.eye)]


def _stood(phraser: Phraser, event: dialogue.TimeStood) -> Iterator[Utterance]:
    """The arbiter, who has to decide, is also told how long it was and whose clock ran."""
    time = phraser.time(event.lasted + SECOND - 1, exact=True)
    yield phraser.say(f"game.stood.{event.why}", **({"time": time} if event.lasted else {}))
    if event.decides:
        yield phraser.state(event, "game.stood.ran")
        yield phraser.say("game.stood.decides")


# --- The end --------------------------------------------------------------------------------------


def _ended(phraser: Phraser, event: game.GameEnded) -> list[Utterance]:
    drawn = event.termination is Termination.FLAG and event.result == "1/2-1/2"
    if drawn and event.article != "A.4.3":  # there both flags are down
        return [phraser.say("game.cannot_mate"), phraser.result(event.result)]
    if event.termination in TOLD_BEFORE:
        return [phraser.result(event.result)]
    return ending(event.result, event.termination, phraser)


# --- The conversation -----------------------------------------------------------------------------


def _refused(phraser: Phraser, event: game.Refused) -> Iterator[Utterance]:
    told = phraser.state(event, "game.refused.{0.reason}")
    yield replace(told, priority=Priority.NORMAL)
    if event.reason is game.Refusal.SIGN_FIRST:
        yield topic_words(Topic.SIGN, phraser)


def _question(phraser: Phraser, event: dialogue.Question) -> list[Utterance]:
    options: str | Phrase = ""
    if event.options:
        each = [distinction_words(one, phraser.settings) for one in event.options]
        options = phraser.words.listed(each, "or")
    elif event.move is not None:
        options = move_words(event.move, phraser.settings)
    elif event.control:
        options = phraser.control(event.control)
    elif event.order:
        options = (Segment(spelled(event.order, event.language), event.language),)
    if event.white is not None and event.black is not None:
        displays = zip((chess.WHITE, chess.BLACK), (event.white, event.black), strict=True)
        language, short = phraser.settings.language, phraser.settings.short_times
        proposed = [
            phraser.words.fill(
                "game.proposed",
                colour=phraser.colour(one),
                time=duration(left, language, short=short, exact=True),
            )
            for one, left in displays
        ]
        told = phraser.words.listed(proposed, "and")
        options = phraser.words.fill("game.with_times", order=options, times=told)
    asked = "question_of" if event.named else "question"
    key = f"game.{asked}.{event.kind.value}"
    return [phraser.say(key, options=options, colour=phraser.colour(event.who))]


def _question_closed(phraser: Phraser, event: dialogue.QuestionClosed) -> Iterator[Utterance]:
    if event.unanswered or event.stands is not None:
        yield phraser.say("game.unanswered")
    if event.stands is not None:
        yield phraser.say("game.stands", move=phraser.move(event.stands))
    elif event.control_stays:
        yield phraser.say("game.control_stands", control=phraser.control(event.control_stays))
    elif event.kind in SAY_AGAIN:
        yield phraser.say("game.say_again")
    else:
        yield phraser.say(AFTER_NO.get(event.kind, "game.play_goes_on"))


def _boards_may_differ(phraser: Phraser, event: dialogue.BoardsMayDiffer) -> Iterator[Utterance]:
    if event.last is None:
        yield phraser.say("answers.no_moves")
    else:
        colour = phraser.colour(event.last.colour)
        yield phraser.say("game.last_move", colour=colour, move=phraser.move(event.last))
    yield phraser.say("page.to_move", colour=phraser.colour(event.colour))


def _not_understood(phraser: Phraser, event: dialogue.NotUnderstood) -> list[Utterance]:
    if event.in_part:
        return [phraser.say("game.say_again")]
    told, heard = phraser.say("game.not_understood"), one_line(event.said)
    if not heard:
        return [told]
    said = lexicon(MOVES).phrase(heard)
    line = phraser.words.sentence("game.not_understood_line", said=said)
    return [phraser.line(told.segments, line)]


PHRASES: Phrases = {
    game.GameStarted: _started,
    game.MoveSpoken: _spoken,
    game.MoveCorrected: _corrected,
    game.MovesTakenBack: _taken_back,
    game.TagSet: _tag,
    game.PositionSet: _position_set,
    game.OpponentSeated: _seated,
    game.MoveMade: (),  # it was read back when it was spoken
    clock.MoveCompleted: _completed,
    game.Refused: _refused,
    game.DrawOffered: "game.draw_offered",
    game.DrawDeclined: "game.draw_declined",
    game.DrawAgreed: (),  # the result tells it
    game.Resigned: "game.resigned",
    game.GameEnded: _ended,
    clock.FlagFell: _flag,
    clock.PeriodBegan: _period,
    clock.TimeAdjusted: _adjusted,
    clock.TimeAlarm: _alarm,
    clock.MovesAdjusted: "game.moves_adjusted",
    clock.ControlAgreed: "game.control_agreed",
    clock.ControlChanged: "game.control_changed",
    clock.ControlRefused: _control_refused,
    clock.GamePaused: "game.clocks_stand",
    clock.GameResumed: lambda _, event: () if event.silent else "game.resumed",
    dialogue.Question: _question,
    dialogue.QuestionClosed: _question_closed,
    dialogue.NotUnderstood: _not_understood,
    dialogue.BoardsMayDiffer: _boards_may_differ,
    dialogue.AlphabetSwitched: lambda _, event: (
        f"game.{event.alphabet}_on" if event.on else f"game.{event.alphabet}_off"
    ),
    dialogue.MoveWordsChosen: lambda _, event: (
        f"game.moves_in.{event.language if event.language in languages() else MOVES}"
    ),
    dialogue.TimeStood: _stood,
    dialogue.DeviceLost: lambda _, event: (
        "game.lost.illegal" if event.illegal else f"game.lost.{event.device}"
    ),
    dialogue.DeviceRestored: "game.restored.{0.device}",
    dialogue.InfoGiven: lambda phraser, event: answer_words(
        event.answer, replace(phraser, priority=Priority.NORMAL), announced=event.announced
    ),
    **laws.PHRASES,
}
