# SPDX-License-Identifier: GPL-3.0-or-later
"""The meaning of words at a table as it stands: moves, commands, answers, orders and time controls.

Before the game starts, a time control comes first: no move is worded like one. The arbiter's words
are orders first, and while the arbiter's PIN is waited for, digits are taken for it.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import chess

from rules.moves import facts
from rules.position import Position
from table.acts import time_trouble
from table.arbiter import pin
from table.commands import COMMANDS
from table.core.state import State
from table.events.game import Role
from voice.language import alphabet, costs, lexicon, orders, vocabulary
from voice.language import time_control as time_words
from voice.language.commands import Command, CommandName, Trait
from voice.language.completeness import Completeness, completeness
from voice.language.disambiguation import deciding_words
from voice.language.grammar import (
    announcement,
    examples,
    heard_commands,
    phrases_for,
    runtime_phrases,
)
from voice.language.grammar import sentences as grammar_sentences
from voice.language.intent import ConfusionCosts, Context, understand, understand_typed
from voice.language.interpretation import (
    Ambiguous,
    AskedAbout,
    Either,
    Heard,
    Illegal,
    Intent,
    NoMatch,
    Unsure,
    either_of,
)
from voice.language.lexicon import Language, Line
from voice.language.orders import Order, PinGiven
from voice.language.semantics import command_of, opening_automaton, replies_automaton
from voice.language.template import Sentences
from voice.language.transcript import UNKNOWN, Transcript, Words, known, shares_of
from voice.language.typed import in_others, names

_OF_ENVELOPES = (CommandName.PRESENT, CommandName.ABSENT)
"""At the resumption of an adjourned game; else who is there is a matter of 6.7."""

_ORDERS_TOO = (CommandName.PAUSE, CommandName.RESUME)
"""Commands that are orders in the arbiter's mouth, in whatever language they are typed."""

_CLEAR = 0.5
"""An order counts if so much of the list of hypotheses agrees on it."""

_SQUARE = 2
"""Words of it."""

_DIGITS = [lexicon.usual_for("numbers", digit) for digit in "0123456789"]
_PIN_DIGITS = [f"{one} {other}" for one in _DIGITS for other in _DIGITS]

_LONGEST_WAIT = (
    Completeness.OPEN,
    Completeness.COMPLETE,
    Completeness.WHOLE,
    Completeness.UNKNOWN,
)
"""The completeness that counts of words that either player may have said: the one after which more
may follow comes first."""

_VOICE_COMMANDS = tuple(name for name in CommandName if Trait.TELLING | Trait.RARE in name.traits)
"""Listened for only while nobody dictates moves."""


def typed(
    text: str,
    state: State,
    who: Role | None = None,
    interface: str = lexicon.GERMAN.name,
) -> Intent:
    """The meaning of a line of ``who`` in their language ``interface``, or a command in another."""
    kept = state.conditions.arbiter_pin
    tried = pin.bare(text, kept, state.pin_key) if kept else None
    if tried is not None and (tried.right or not _is_move(text, state, interface)):
        return tried
    read = _of_arbiter if who is Role.ARBITER else _of_anybody
    intent = read(text, state, who, interface)
    if isinstance(intent, NoMatch):
        intent = in_others(text, partial(read, text, state, who), interface) or intent
    return _secret(intent, text, state) if kept else intent


def _of_anybody(text: str, state: State, who: Role | None, interface: str) -> Intent:
    """A line of a player, of the assistant, or of who knows whom."""
    if state.spelt is not None and (letters := alphabet.meaning(lexicon.words(text))):
        return letters
    control = control_in(text, interface)
    if control is not None and not state.started:
        return control
    intent = _meant(text, state, who, interface)
    if not isinstance(intent, NoMatch):
        return intent
    # An order of somebody else is understood, to be refused.
    return control or _order(text, interface) or intent


def _order(text: str, interface: str) -> Order | None:
    """The order that a line is in the language ``interface``, else in German."""
    return next(filter(None, (orders.parse(text, name) for name in names(interface))), None)


def make_ready(state: State, interface: str) -> None:
    """Load all that lines are understood with, but in other languages, which few type: the first
    one shall not take longer than others."""
    for who in (None, Role.ARBITER):
        typed("hm 77", state, who, interface)  # nothing: all that a line may be is tried


def _meant(text: str, state: State, who: Role | None, interface: str) -> Intent:
    return _read(state, who, partial(understand_typed, text, interface=interface))


def spoken(
    transcripts: Sequence[Transcript],
    state: State,
    who: Role | None = None,
    confusions: ConfusionCosts | None = None,
    *,
    over: bool = False,
    refuses: Callable[[Command], bool] = lambda _: False,
) -> Intent:
    """The meaning of an utterance, the best hypothesis first.

    ``confusions`` are those of the speaker, where they were learnt. ``over``: it began while Hektor
    spoke, so that its beginning may not have been heard. ``refuses`` tells which commands cannot be
    given now.
    """
    kept = state.conditions.arbiter_pin
    if kept and awaits_pin(state):
        tried = pin.attempt(transcripts[0].text, kept, state.pin_key)
        if tried is not None:
            return tried
    intent = _spoken(transcripts, state, who, confusions, over=over, refuses=refuses)
    noted = {transcripts[0].text, getattr(intent, "text", "")}  # it may be another hypothesis
    secret = kept and any(_is_secret(intent, text, state) for text in noted)
    return NoMatch("") if secret else intent


def _spoken(
    transcripts: Sequence[Transcript],
    state: State,
    who: Role | None,
    confusions: ConfusionCosts | None,
    *,
    over: bool,
    refuses: Callable[[Command], bool],
) -> Intent:
    if who is Role.ARBITER:
        return _order_heard(transcripts, state)
    if state.spelt is not None:
        return alphabet.spoken(transcripts) or NoMatch(transcripts[0].text)
    if not state.started:
        words = transcripts[0].words  # in German or another language
        control = _control(lexicon.spoken(words), Language(lexicon.heard_in(words)))
        if control is not None:
            return control
    position, reply = state.position_for(who), None
    if state.spoken is not None and state.may_reply(who):  # it may be either player's words
        present = state.present
        reply = Context(present, state.asked_of(present.turn))
    moment = Context(
        position,
        state.asked_of(position.turn),
        state.conditions.spoken,
        _likely(state),
        awaited(state),
        reply,
        state.conditions.offered,
        refuses,
    )
    intent = understand(transcripts, moment, confusions=confusions)
    return _perhaps_cut(intent, known(transcripts[0].words), moment) if over else intent


def _perhaps_cut(intent: Intent, words: Words, moment: Context) -> Intent:
    """Nothing heard over Hektor's voice is judged: it is to be said again. A square alone to which
    a piece may go too is asked about: perhaps it is the end of "Springer Felix drei"."""
    if isinstance(intent, Illegal):
        return NoMatch("", clipped=True)
    if not isinstance(intent, Heard) or len(words) != _SQUARE:
        return intent
    position = moment.position_of(intent.move)
    board = position.board
    if board.piece_type_at(intent.move.from_square) != chess.PAWN:
        return intent
    others = (
        move.to_square == intent.move.to_square
        and board.piece_type_at(move.from_square) != chess.PAWN
        for move in position.legal_moves
    )
    return Unsure(intent.move, intent.text) if any(others) else intent


def _read(state: State, who: Role | None, read: Callable[[Position, AskedAbout], Intent]) -> Intent:
    """The meaning of a line, ``read`` in the position of whoever may have typed it; where that may
    be either player, in both positions."""
    position = state.position_for(who)
    own = read(position, state.asked_of(position.turn))
    if state.spoken is None or not state.may_reply(who):
        return own
    reply = state.present
    return either_of(own, read(reply, state.asked_of(reply.turn)))


def wording(intent: Intent, text: str, state: State) -> str:
    """The words for the record: none that may have the PIN in them."""
    kept = state.conditions.arbiter_pin
    if isinstance(intent, PinGiven):
        return ""
    if kept and isinstance(intent, NoMatch) and not intent.text:
        return ""
    return "" if kept and pin.holds(text, kept, state.pin_key) else text


def awaits_pin(state: State) -> bool:
    """True if the arbiter was called and asked for the PIN, and has not given it yet."""
    return state.pin_asked and not state.arbiter.known


def _secret(intent: Intent, text: str, state: State) -> Intent:
    """The meaning of a line where a PIN is set: one without a meaning, or with words of anybody's
    choice, may have the PIN in it, with whatever slips. Then it goes on no record, and nor does any
    other line that has the PIN in it.

    The right one is taken from anybody at any time, so that it stands nowhere.
    """
    if not _is_secret(intent, text, state):
        return intent
    kept, awaited = state.conditions.arbiter_pin, awaits_pin(state)
    return pin.attempt(text, kept, state.pin_key, awaited=awaited) or NoMatch("")


def _is_secret(intent: Intent, text: str, state: State) -> bool:
    """True if words that mean ``intent`` may have the PIN in them; a move has not."""
    if isinstance(intent, Heard | Ambiguous | Unsure | Either):
        return False
    named = isinstance(intent, Command) and (
        intent.name is CommandName.TAG or (intent.name is CommandName.SET_TIME and state.started)
    )
    free = named or isinstance(intent, NoMatch)
    kept = state.conditions.arbiter_pin
    return (free and pin.may_hold(text)) or pin.holds(text, kept, state.pin_key)


def _is_move(text: str, state: State, interface: str) -> bool:
    """True if a line is a move, be it one of digits."""
    return isinstance(_meant(text, state, None, interface), Heard | Ambiguous | Either)


def _of_arbiter(text: str, state: State, _who: Role | None, interface: str) -> Intent:
    """A line that the arbiter typed: an order, or a question as anybody's."""
    order = _order(text, interface)
    if order is not None and state.adjourned is None:
        return order
    asked = state.asked_of(state.position.turn)
    meant = understand_typed(text, state.position, asked, interface=interface)
    if isinstance(meant, Command) and meant.name in _ORDERS_TOO:
        order = order or orders.parse(examples(meant.name)[0])
    sealed = isinstance(meant, Command) and meant.name in _OF_ENVELOPES
    return meant if order is None or sealed else order


def _order_heard(transcripts: Sequence[Transcript], state: State) -> Intent:
    """The order that most of the hypotheses have; else an answer to the open question."""
    found: dict[Order, float] = {}
    for each, share in zip(transcripts, shares_of(transcripts), strict=True):
        order = None if UNKNOWN in each.words else orders.heard(each.words)
        if order is not None:
            key = replace(order, text="")
            found[key] = found.get(key, 0.0) + share
    best = orders.heard(transcripts[0].words)
    if best is not None and found.get(replace(best, text=""), 0.0) >= _CLEAR:
        return best
    meant = understand(transcripts, state.position_for(None), None)
    return meant if isinstance(meant, Command) else NoMatch(transcripts[0].text)


def done(words: Words, state: State) -> Completeness:
    """How complete the words are: whether the speaker is done."""
    if state.spelt is not None:
        return alphabet.completeness(words)
    if state.arbiter_speaks:
        return Completeness.OPEN  # "zwei Minuten für Weiß" may go on, and there is no hurry
    if not state.started:
        said, spoken_in = lexicon.native(words), lexicon.heard_in(words)
        if " ".join(said) in time_words.names(spoken_in):
            return Completeness.COMPLETE
        if time_words.goes_on(said, spoken_in):
            return Completeness.OPEN  # periods are said with a pause between them
    turn = state.position.turn
    language = state.conditions.spoken
    own = completeness(words, state.position, state.asked_of(turn), language)
    if not state.may_reply(None):
        return own
    both = {own, completeness(words, state.present, state.asked_of(not turn), language)}
    return next(each for each in _LONGEST_WAIT if each in both)


def listened_for(state: State) -> list[str]:
    """The phrases that the recogniser shall expect now."""
    if state.arbiter_speaks:
        return _of_the_floor()
    if state.spelt is not None:
        return [*alphabet.phrases()]
    leisure = state.rests or not state.started or state.outcome is not None
    phrases = runtime_phrases(
        state.position,
        _answers(state),
        state.conditions.spoken,
        likely=_likely(state),
        leisure=leisure,
        reply=state.present if state.may_reply(None) else None,
    )
    if state.pin_asked:
        phrases += _PIN_DIGITS * costs.LISTENING["answer"]
    phrases += heard_commands(awaited(state)) * costs.LISTENING["awaited"]
    phrases += phrases_for(_expected(state))
    return phrases if state.started else [*phrases, *time_words.phrases(), *time_words.names()]


def sentences(state: State, own: str = lexicon.GERMAN.name) -> Sentences | None:
    """The sentences that may be said now, kind by kind, if moves are among them; commands also in
    the people's ``own`` language."""
    if state.arbiter_speaks:
        return orders.sentences(own)
    if state.spelt is not None:
        return alphabet.sentences()
    language = state.conditions.spoken
    positions = (state.position, state.present) if state.may_reply(None) else (state.position,)
    offered = state.conditions.offered
    said = grammar_sentences(*positions, language=language, offered=offered, own=own)
    spoken_in = dict.fromkeys((lexicon.GERMAN.name, own))
    opening = () if state.started else map(opening_automaton, spoken_in)
    answers = frozenset(answer.lower() for answer in _answers(state))
    asked = (answers, replies_automaton(language)) if answers else ()
    return (*said, *opening, *asked)


def _answers(state: State) -> tuple[str, ...]:
    """The possible answers to the open question."""
    yes_or_no = (*examples(CommandName.YES), *examples(CommandName.NO))
    asked = state.asked
    if asked is None:
        return ()
    position = state.position_of(asked.question.who)
    match state.asked_of(asked.question.who):
        case Ambiguous(moves=moves):
            return (*deciding_words(position, moves), *yes_or_no)
        case Unsure(move=move):
            return (announcement(facts(position, move)), *yes_or_no)
    return yes_or_no


def _of_the_floor() -> list[str]:
    """While the arbiter has the floor: orders, and what an arbiter may answer and ask."""
    names = {name for name in CommandName if Trait.ON_FLOOR in name.traits}
    rare = frozenset(name for name in names if Trait.RARE in name.traits)
    asked = heard_commands(sorted(names - rare))
    orders_of_one_word = [name for name in orders.phrases() if " " not in name]
    often = costs.LISTENING["answer"]
    return [
        *orders.phrases(),
        *phrases_for(rare),
        *[*asked, *orders_of_one_word, UNKNOWN] * often,
    ]


def _expected(state: State) -> frozenset[CommandName]:
    """The rare commands that may be given now."""
    specs = COMMANDS.items()
    return frozenset(name for name, spec in specs if spec.expected and spec.expected(state))


def awaited(state: State) -> tuple[CommandName, ...]:
    """The command that the table waits for: the press for a legal move, or for the first one. An
    illegal move is completed by a press, and punished: that must be clear."""
    waits = state.spoken is not None and not state.spoken.illegal and not state.paused
    return (CommandName.PRESS,) if waits or not state.started else ()


def _likely(state: State) -> tuple[CommandName, ...]:
    """The commands that are to be expected before all others."""
    if state.outcome is not None:
        return (CommandName.NEW_GAME, CommandName.REMATCH)
    if state.rests:
        return (CommandName.RESUME, *_VOICE_COMMANDS)
    if state.announced:
        return (CommandName.PRESS, CommandName.CORRECT)
    if not state.started:
        return (CommandName.PRESS, *_VOICE_COMMANDS)
    if state.offers:
        return (CommandName.ACCEPT_DRAW, CommandName.DECLINE_DRAW)
    agreed = state.conditions
    if agreed.has_quickplay and time_trouble.may_come(state):
        return (CommandName.CLAIM_QUICKPLAY, CommandName.ASK_INCREMENT)
    if agreed.advises and state.position.turn != agreed.computer:  # "Tipp" is as short as "Uhr"
        return (CommandName.HINT,)
    return ()


def control_in(text: str, interface: str = lexicon.GERMAN.name) -> Command | None:
    """The command to set the clock that ``text`` is, in the language ``interface`` or German; one
    that nobody can play ("-5+3", "ein Jahr") too, so that it is refused with the reason."""
    lines = ((Language(name), lexicon.line(text, Language(name))) for name in names(interface))
    return next(filter(None, (_control(line, language) for language, line in lines)), None)


def _control(line: Line, language: Language) -> Command | None:
    return next(map(command_of, vocabulary.read(line, language, "game", "opening")), None)
