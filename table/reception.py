# SPDX-License-Identifier: GPL-3.0-or-later
"""The way of lines, speech and the clock's key before anything of them is put on record.

Whose words are these, and what do they mean? Do they start the game, leave it, or only concern how
things are told? Nothing here changes the table: an answer is what the loop has to do.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cache, partial

import chess

from rules.rights import Right
from table import understanding
from table.core import rights
from table.core.inputs import Hearing, Input, Pressed, Said
from table.core.state import State
from table.core.step import ROLE_OF, Handled
from table.due import deadline
from table.events import dialogue
from table.events.game import Refusal, Refused, Role
from table.handle import handle, refuses
from voice.language import lexicon
from voice.language.commands import Act, Command, CommandName, Trait
from voice.language.grammar import written_commands
from voice.language.intent import ConfusionCosts
from voice.language.interpretation import (
    Ambiguous,
    Either,
    Heard,
    Illegal,
    Intent,
    NoMatch,
    Unsure,
)
from voice.language.semantics import parse_words
from voice.language.template import Sentences
from voice.language.transcript import UNKNOWN, Transcript, known
from voice.language.typed import names


@cache
def _leaving() -> frozenset[str]:
    """What leaves the program, in any language, in small letters."""
    said = lexicon.written_anywhere("leave")
    return frozenset(word.casefold() for words in said for word in words) | _farewells()


@cache
def _farewells() -> frozenset[str]:
    """And what leaves it from anywhere, with the marks on its letters and without."""
    said = [(each, lexicon.load(each)["farewells"]["all"]) for each in lexicon.languages()]
    return frozenset(
        form
        for language, words in said
        for word in words
        for form in (word.casefold(), lexicon.in_ascii(word), lexicon.plain(word, language))
    )


@cache
def _roles() -> dict[str, Role]:
    """Who a line names, in any language and any case of the letters."""
    return {
        name.casefold(): Role(role)
        for roles in lexicon.written_anywhere("roles")
        for role, names in roles.items()
        for name in names
    }


LONGEST_LINE = 200
"""Letters of the longest line that is understood, wherever it comes from: no more are meant."""


@dataclass(frozen=True, slots=True)
class Received:
    """The input that something said or done becomes.

    The table ``begins`` the game first, from the moment that counts, and then works off ``given``.
    ``refused`` is told and on no record, as is the ``message`` of that name. ``telling`` is obeyed
    by whoever tells.
    """

    begins: bool = False
    given: Input | None = None
    refused: Refused | None = None
    message: str = ""
    telling: Command | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """A kind of table: what is an input to it, and what an input does to it.

    ``receive`` takes what was said, the state, the moment (nanoseconds of the game) and the side of
    an engine; ``press`` takes who pressed the clock's key, the state and the moment. ``phrases``
    and ``sentences`` are what the recogniser shall expect, of people who are spoken to in a
    language. ``over`` is the name of the message
    that tells what can be said after the end.
    """

    handle: Callable[[State, Input, int], Handled]
    deadline: Callable[[State], int | None]
    receive: Callable[[Said, State, int, chess.Color | None], Received]
    press: Callable[[Role | None, State, int], Received]
    phrases: Callable[[State], list[str]]
    sentences: Callable[[State, str], Sentences | None]
    over: str = "over"


def leaves(line: str, *, farewell: bool = False) -> bool:
    """True if a typed line means to stop, and to go on later; or with ``farewell`` only if it says
    goodbye, which leaves the program from wherever one is."""
    text = line.strip().rstrip(".!")
    listed = _farewells() if farewell else _leaving()
    return len(text) <= LONGEST_LINE and lexicon.in_one_script(text.casefold()) in listed


def addressed(line: str) -> tuple[Role | None, str]:
    """Who a typed line names, and what it says: "schwarz: e5" is Black's, "assistent: Uhr" the
    assistant's. An empty text is the clock's key."""
    text = line.strip()
    name, colon, rest = text.partition(":")
    if not colon or len(text) > LONGEST_LINE:
        return None, text
    who = _roles().get(lexicon.in_one_script(name.strip().casefold()))
    return (who, rest.strip()) if who else (None, text)


def typed(
    line: tuple[Role | None, str],
    state: State,
    at: int,
    engine: chess.Color | None = None,
    interface: str = lexicon.GERMAN.name,
) -> Said | Pressed | Refused:
    """The meaning of an ``addressed`` line that was typed ``at`` this moment; nobody speaks for an
    ``engine``.

    ``interface`` is the language in which people are spoken to, whose words are understood too.
    """
    named, text = line
    if len(text) > LONGEST_LINE:
        return too_long(state, at)
    if engine is not None and named is ROLE_OF[engine]:
        return Refused(at, engine, Refusal.NOT_HERE)
    if not text:
        return Pressed(named)
    who = named if named is Role.ARBITER else speaker(named, state, engine)
    intent = understanding.typed(text, state, who, interface)
    if named is None and _answers_order(intent, state):
        who = Role.ARBITER
    return Said(intent, at, who, understanding.wording(intent, text, state), typed=True)


def unstudied(state: State, at: int) -> Refused | None:
    """Why no game is looked at now, as one that was pasted; None if one can be."""
    said = Said(Command(CommandName.STUDY), at, typed=True)
    return next((one for one in handle(state, said, at)[1] if isinstance(one, Refused)), None)


def too_long(state: State, at: int) -> Refused:
    """The answer to a line that is longer than :data:`LONGEST_LINE`."""
    return Refused(at, state.position.turn, Refusal.LINE_TOO_LONG)


def _answers_order(intent: Intent, state: State) -> bool:
    """True if a typed line that names nobody answers the question about an order, or about what is
    the arbiter's alone, and so is the arbiter's like the line that gave it. Where a PIN is set, a
    player may sit at the keyboard."""
    if (
        not isinstance(intent, Command)
        or Trait.ANSWERS not in intent.name.traits
        or state.conditions.arbiter_pin
    ):
        return False
    if state.asked is None:
        return state.order_asked is not None
    of_player, of_arbiter = (
        rights.obstacle(state, Said(intent, 0, who)) for who in (None, Role.ARBITER)
    )
    return of_player is not None and of_arbiter is None


def spoken(
    transcripts: Sequence[Transcript],
    state: State,
    ended_at: int,
    engine: chess.Color | None = None,
    confusions: ConfusionCosts | None = None,
    *,
    who: Role | None = None,
    clipped: bool = False,
    over: bool = False,
    echoed: bool = False,
    doubtful: bool = True,
) -> Said | Hearing:
    """The input that an utterance becomes, the best hypothesis first; only heard if it has no
    words.

    ``who`` has the microphone, where each player has one.
    ``clipped``: Hektor's own voice cut it. Half a phrase is never judged as if it were whole; a
    move that begins with the name of its piece is whole.
    ``over``: it began while Hektor spoke; ``echoed``: in words that Hektor was saying, so that it
    may be Hektor's own voice. Such words do nothing to the game, and where it is ``doubtful`` how
    that voice sounds nothing at all.
    """
    words = transcripts[0].words
    if all(word == UNKNOWN for word in words):
        return Hearing(False)  # a noise, a cough: there is nothing to say about it
    who = speaker(who, state, engine)
    refuses = cache(partial(_is_refused, state, who, engine))
    intent = understanding.spoken(transcripts, state, who, confusions, over=over, refuses=refuses)
    if clipped and not _is_whole(intent, state):
        intent = NoMatch("", clipped=True)
    if echoed:
        doubted = _doubted(intent, state)
        acts = isinstance(intent, Command) and intent.name.act is not Act.HARMLESS
        if doubted is None and (doubtful or acts or isinstance(intent, NoMatch)):
            return Hearing(False)
        intent = doubted or intent
    if isinstance(intent, NoMatch) and intent.clipped:
        return Said(intent, ended_at, who)
    heard = known(words)
    if isinstance(intent, NoMatch) and parse_words(heard, state.conditions.spoken):
        heard = ()  # nobody is told that "Pause" was not understood
    return Said(intent, ended_at, who, understanding.wording(intent, lexicon.written(heard), state))


def _is_refused(
    state: State, who: Role | None, engine: chess.Color | None, command: Command
) -> bool:
    """True if the command would be refused now."""
    at = state.clock.since
    came = receive(Said(replace(command, sure=True), at, who), state, at, engine)
    if came.begins or came.given is None:
        return came.refused is not None
    return any(isinstance(event, Refused) for event in handle(state, came.given, at)[1])


def _is_whole(intent: Intent, state: State) -> bool:
    """True if nothing is missing before these words: they are a move, and name its piece first.

    That may be the end of "Springer schlägt Dame Eva fünf" only where a piece takes its like.
    """
    if not isinstance(intent, Heard):
        return False
    first = lexicon.usual(intent.text.lower().partition(" ")[0])
    for board in (state.position.board, state.present.board):
        piece = board.piece_type_at(intent.move.from_square)
        if piece is not None and intent.move in board.legal_moves:
            name = lexicon.usual_for("pieces", chess.piece_name(piece))
            taken = board.piece_type_at(intent.move.to_square)
            return taken != piece and first == name.lower()
    return False


def _doubted(intent: Intent, state: State) -> Intent | None:
    """Words that may be Hektor's own voice do nothing, but a move that they would be is asked
    about."""
    announced = None if state.spoken is None else state.spoken.move
    match intent:
        case Ambiguous() | Unsure() | Either():
            return intent
        case Heard(move=move) if move != announced:
            return Unsure(move, intent.text)
    return None


def speaker(named: Role | None, state: State, engine: chess.Color | None = None) -> Role | None:
    """Whose words these are: the arbiter's if nobody is named while the arbiter has the floor;
    against an engine they are the human's, whoever says them."""
    if named is None and state.arbiter_speaks:
        return Role.ARBITER
    return named if engine is None else ROLE_OF[not engine]


def receive(said: Said, state: State, now: int, engine: chess.Color | None = None) -> Received:
    """The input that words become: the first move, or the word for the clock, starts the game.

    The arbiter's order to begin is worked off at the table, as all orders.
    """
    if not state.started:
        said = replace(said, intent=_meant_to_start(said.intent, state))
    command = said.intent if isinstance(said.intent, Command) else None
    traits = command.name.traits if command else Trait(0)
    sure = traits if command and command.sure else Trait(0)  # else the table asks back first
    if not state.started and _starts(said, state, presses=Trait.STARTS in sure):
        given = None if Trait.STARTS in sure else said
        return Received(begins=True, given=given)
    if Trait.OF_MOVER in traits and engine == state.position.turn:
        # A touch would bind an engine, which has no hands, to a move that it does not make (4.3).
        refused = Refused(now, not engine, Refusal.NOT_ON_MOVE, "4.3")
        return Received(refused=refused)
    if command is not None and Trait.TELLING in sure:
        return Received(telling=command)
    return Received(given=said)


def _meant_to_start(intent: Intent, state: State) -> Intent:
    """The word for the clock that was asked back, if a yes or the word itself says that it was."""
    about = state.asked.about if state.asked is not None else None
    if not isinstance(intent, Command) or not isinstance(about, Command) or about.sure:
        return intent
    confirms = intent.name in (CommandName.YES, about.name)
    return replace(about, sure=True) if confirms and Trait.STARTS in about.name.traits else intent


def press(who: Role | None, state: State, at: int) -> Received:
    """The key starts the game, presses where a move waits, or only cuts the speech."""
    pressed = Pressed(who)
    if not state.started:
        refused = refuses(state, pressed, at)
        return Received(given=pressed) if refused else Received(begins=True)
    means = state.waits_for_press or who is not None or state.sealing
    return Received(given=pressed if means else None)


def _starts(said: Said, state: State, *, presses: bool) -> bool:
    """True if the game starts by it; not by what is refused (6.6)."""
    moves = isinstance(said.intent, Heard | Ambiguous | Unsure) and said.who is not Role.ARBITER
    if not (presses or moves):
        return False
    return not refuses(state, said, said.ended_at)


def is_kept(intent: Intent) -> bool:
    """True if the sound of these words is part of the record: moves, and what is written down
    (D.2.7)."""
    match intent:
        case Heard() | Illegal() | Ambiguous() | Unsure() | Either():
            return True
        case Command(name=CommandName.WRITE_DOWN):
            return True
    return False


BOARD = Table(handle, deadline, receive, press, understanding.listened_for, understanding.sentences)
"""A game at the board."""


# --- What comes nearest to a line that nobody understands -----------------------------------------


LONGEST = 40
"""Letters of a line that is compared: no command has more."""

_TRIED = 8
"""So many of the nearest are tried."""

_ALIKE = 0.65
"""The least likeness, as ``difflib`` has it."""

Handle = Callable[[State, Input, int], Handled]


def nearest(
    given: Said, state: State, interface: str, handle: Handle
) -> tuple[tuple[str, str], ...]:
    """The two commands that are most like the line that was typed, with their languages.

    None that the table would refuse now; in competition none about times, which nobody brings up
    there (D.2.6.1, 12.6). ``interface`` is the language of who types, ``handle`` the table's.
    """
    line = given.heard
    if len(line) > LONGEST:
        return ()
    found: dict[CommandName, tuple[str, str]] = {}
    for language, phrase in _like(line, interface):
        said = understanding.typed(phrase, state, given.who, interface)
        if not isinstance(said, Command) or said.name in found:
            continue
        if _is_obeyed(replace(given, intent=said), said.name, state, handle):
            found[said.name] = phrase, language
    return tuple(found.values())[:2]


def _like(line: str, interface: str) -> Iterator[tuple[str, str]]:
    """The phrases most like a line, with their languages."""
    phrases = _phrases(interface)
    for key in get_close_matches(_plain(line), phrases, _TRIED, _ALIKE):
        yield phrases[key]


@cache
def _phrases(interface: str) -> Mapping[str, tuple[str, str]]:
    """The language and the wording of each phrase, by its letters alone."""
    return {
        _plain(phrase): (language, phrase)
        for language in reversed(names(interface))
        for phrase in written_commands(language)
    }


def _plain(text: str) -> str:
    return lexicon.in_one_script(text.casefold())


def _is_obeyed(said: Said, name: CommandName, state: State, handle: Handle) -> bool:
    if state.conditions.competes and name.right is Right.ASK_TIME:
        return False
    if Trait.TELLING in name.traits:
        return True
    _, events, request = handle(state, said, said.ended_at)
    refused = any(isinstance(event, Refused | dialogue.NotUnderstood) for event in events)
    return not refused and (bool(events) or request is not None)
