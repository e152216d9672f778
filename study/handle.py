# SPDX-License-Identifier: GPL-3.0-or-later
"""The ``handle`` of study: what was said or typed, what it means here, and what comes of it.

The words of study come first; whatever else is said is understood as in a game: a move, or a
question about the position.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

import chess

from rules.moves import facts
from study import practising, walking
from study.events import Listed, StudyEvent, StudyNotice, StudyRefusal
from study.library import Criterion, Library
from study.state import Place, StudyState, StudyStep, answer, table_state, times
from study.tasks import DRILLS, ENDINGS, BoardTask, Drill
from table import reception
from table.acts import advice
from table.events.answers import About, Answer, CountOf
from table.events.dialogue import NotUnderstood, Question, QuestionKind
from table.events.game import IllegalMove
from voice.language import costs, interpretation, study
from voice.language.commands import Command, Tag
from voice.language.commands import CommandName as C
from voice.language.disambiguation import distinctions
from voice.language.intent import Context, believed, understand, understand_typed
from voice.language.interpretation import Ambiguous, Heard, Illegal, Intent, Unsure
from voice.language.study import StudyCommand
from voice.language.study import StudyName as S
from voice.language.transcript import UNKNOWN, Transcript, Words
from voice.language.typed import in_others, names

Meant = StudyCommand | Intent

LONGEST_LINE: Final = 1_000
"""Letters of the longest line that is understood: a comment may be long."""


# --- What is meant --------------------------------------------------------------------------------


def typed(line: str, state: StudyState, interface: str) -> Meant:
    """The meaning of a typed line in the language ``interface``, else in any other."""
    if state.asked is not None:
        reply = understand_typed(line, state.position, state.asked, interface=interface)
        if not isinstance(reply, interpretation.NoMatch | Illegal):
            return reply
    read = partial(_means, line, state)
    meant = read(interface)
    unknown = isinstance(meant, interpretation.NoMatch)
    return (in_others(line, read, interface) if unknown else None) or meant


def _means(line: str, state: StudyState, interface: str) -> Meant:
    commands = (study.parse(line, language) for language in names(interface))
    found = next(filter(None, commands), None)
    if found is not None and not found.text:
        return found
    meant = understand_typed(line, state.position, state.asked, interface=interface)
    asked = isinstance(meant, Command) and not isinstance(meant.about, Tag)
    return meant if found is None or asked else found


def leaves(line: str, state: StudyState, interface: str) -> bool:
    """True if a typed line leaves the study. While a game is open a word of study does not: "end"
    goes to the end of the game."""
    if not reception.leaves(line):
        return False
    return state.tree is None or state.task is not None or study.parse(line, interface) is None


def spoken(transcripts: Sequence[Transcript], state: StudyState) -> Meant:
    """The meaning of an utterance, the best hypothesis first."""
    moment = Context(state.position, state.asked)

    def means(words: Words) -> Meant:
        command = study.means(words) if UNKNOWN not in words else None
        return moment.meaning(words) if command is None else command

    def price(meant: Meant, words: Words) -> float:
        if isinstance(meant, StudyCommand):
            return costs.PRICES["answer" if meant.name.expected else "expected"]
        return moment.price(meant, words)

    belief = believed(transcripts, means, price)
    best = next(iter(belief), None)
    if not isinstance(best, StudyCommand):
        return understand(transcripts, moment)
    part, _ = belief[best]
    obeyed = (1.0 - part) * costs.WRONG["harmless"] <= part * costs.ASKING["again"]
    return best if obeyed else interpretation.NoMatch(transcripts[0].text)


# --- What comes of it -----------------------------------------------------------------------------


def handle(
    state: StudyState,
    meant: Meant | Place,
    library: Library,
    *,
    draw: int = 0,
    interface: str = "de",
) -> tuple[StudyState, tuple[StudyEvent, ...]]:
    """The state after it, and what happened. A place is one that was pointed at. ``draw`` is a
    number drawn by lot, for tasks; ``interface`` the language in which moves may be typed beside
    German."""
    step = StudyStep(state, library, draw, interface)
    if isinstance(meant, StudyCommand):
        step.state = replace(step.state, reads=state.reads and meant.name is S.NEXT)
        HANDLERS[meant.name](step, meant)
    elif isinstance(meant, Place):
        step.state = replace(step.state, reads=False)
        walking.point(step, meant)
    else:
        step.state = replace(step.state, reads=False)
        _said(step, meant, _move)
    return step.state, tuple(step.events)


def _said(step: StudyStep, meant: Intent, play: Callable[[StudyStep, chess.Move], None]) -> None:
    """A move, or whatever else is said at a game too; a move is made by ``play``."""
    position = step.state.position
    match meant:
        case Heard(move=move):
            play(step, move)
        case Ambiguous(moves=moves):
            step.state = replace(step.state, asked=meant)
            options = distinctions(position, moves)
            step.emit(Question(0, position.turn, QuestionKind.WHICH_MOVE, options))
        case Unsure(move=move):
            step.state = replace(step.state, asked=meant)
            told = facts(position, move)
            step.emit(Question(0, position.turn, QuestionKind.IS_IT_THIS, move=told))
        case Illegal(illegality=illegality, text=text):
            step.emit(IllegalMove(0, position.turn, text, illegality))
        case Command():
            _command(step, meant)
        case interpretation.NoMatch(text=text):
            step.emit(NotUnderstood(0, text))
        case _:
            step.refuse(StudyRefusal.NOT_HERE)


def _move(step: StudyStep, move: chess.Move) -> None:
    if step.state.task is not None:
        step.state = replace(step.state, asked=None)
        practising.play(step, move)
    else:
        walking.play(step, move)


def _command(step: StudyStep, command: Command) -> None:
    """A command of the game: an answer to what was asked, or a question about the position."""
    asked = step.state.asked
    if command.name in (C.YES, C.NO) and asked is None and step.state.task is not None:
        yes = command.name is C.YES
        practising.answer(step, StudyNotice.YES if yes else StudyNotice.NO)
    elif command.name is C.HINT and step.state.task is not None:
        practising.hint(step)
    elif command.name is C.YES and isinstance(asked, Unsure):
        step.state = replace(step.state, asked=None)
        _move(step, asked.move)
    elif command.name in (C.NO, C.CORRECT) and asked is not None:
        step.state = replace(step.state, asked=None)
    elif command.name is C.CORRECT:
        _back(step)
    else:
        _question(step, command)


def _question(step: StudyStep, command: Command) -> None:
    """A question about the position or the game, answered by the code of a game. What a table knows
    by its clock is answered by what was written down."""
    state, turn, why = step.state, step.state.position.turn, StudyRefusal.NOT_HERE
    found: Answer[object] | None = None
    match command.name:
        case C.HELP:
            step.emit(Listed(S.DRILLS, topics(state, has_games=_has_games(step))))
            return
        case C.TIME_OWN:
            found, why = times(state, (turn,)), StudyRefusal.NO_TIMES
        case C.TIME_OPPONENT:
            found, why = times(state, (not turn,)), StudyRefusal.NO_TIMES
        case C.TIME_BOTH:
            found, why = times(state, (chess.WHITE, chess.BLACK)), StudyRefusal.NO_TIMES
        case C.MOVES_TO_CONTROL | C.TIME_PER_MOVE:
            pass  # about a clock that nobody has here
        case C.MOVE_COUNT:
            found = _count(state)
        case C.RESULT:
            found = _result(state)
        case C.SCORE if state.tree is None:  # who practises asks how it went
            practising.points(step)
            return
        case C.EVALUATION:
            found, why = _value(state), StudyRefusal.NO_EVALUATION
        case _:
            found = answer(state, command)
    if found is not None:
        step.emit(found)
    else:
        step.refuse(why)


def _count(state: StudyState) -> Answer[CountOf]:
    made = [move.colour for move in table_state(state).moves]
    return Answer(About.MOVE_COUNT, tuple(CountOf(one, made.count(one)) for one in chess.COLORS))


def _result(state: StudyState) -> Answer[str] | None:
    if state.tree is None:
        return None
    result = state.tree.tag("Result") or "*"
    return Answer(About.RESULT_TAG, () if result == "*" else (result,))


def _value(state: StudyState) -> Answer[object] | None:
    """The written evaluation of the position at hand."""
    value = None if state.tree is None or state.tried or state.task else state.node.value
    return None if value is None else advice.evaluation(value)


def _without_engine(state: StudyState) -> StudyRefusal:
    """Why no errors are looked for: an engine is asked for them (``study.advising``)."""
    return StudyRefusal.NO_GAME if state.tree is None else StudyRefusal.NO_EVALUATION


def topics(state: StudyState, *, has_games: bool = True) -> tuple[str, ...]:
    """The five things most useful to say now, as keys of the lexicon."""
    if isinstance(state.task, BoardTask):
        return ("answer", "solution", "next task", "points", "drills")
    if state.task is not None:
        return ("solve", "position", "solution", "next task", "points")
    if state.tree is None:
        return ("drills", "game", "leave") if has_games else ("drills", "ending", "points", "leave")
    if state.tried:
        return ("back", "rejoin", "keep", "write", "position")
    if any(state.path):
        return ("next", "leave variation", "rejoin", "position", "try")
    return ("next", "to move", "variations", "try", "game")


# --- The commands of study ------------------------------------------------------------------------


def _own_words(step: StudyStep, text: str, play: Callable[[StudyStep, chess.Move], None]) -> None:
    """A move in words of one's own, after "was wäre, wenn"."""
    meant = understand_typed(text, step.state.position, interface=step.interface)
    if isinstance(meant, Command):
        meant = interpretation.NoMatch(text)
    _said(step, meant, play)


def _has_games(step: StudyStep) -> bool:
    return step.library.beside(0, 1) is not None


def _next(step: StudyStep, _: StudyCommand) -> None:
    if step.state.task is None and not _has_games(step):
        step.emit(Listed(S.DRILLS, DRILLS))  # who came to practise has nothing else to go on with
    elif step.state.task is None:
        walking.forward(step)
    elif step.state.shown:
        practising.following(step)
    else:
        practising.tell(step)


def _back(step: StudyStep) -> None:
    if step.state.task is not None:
        practising.tell(step)  # in a task no move is taken back
    else:
        walking.back(step)


def _to_move(step: StudyStep, said: StudyCommand) -> None:
    walking.to_move(step, said.number or 1, said.colour)


def _enter(step: StudyStep, said: StudyCommand) -> None:
    state = step.state
    if not said.text:
        walking.enter(step, said.number)
        return
    if state.tree is None or not state.path or state.tried:
        step.refuse(StudyRefusal.NO_VARIATION)
        return
    before = state.tree.position(state.path[:-1])
    meant = understand_typed(said.text, before, interface=step.interface)
    if isinstance(meant, Heard):
        walking.enter_by(step, meant.move)
    else:
        walking.variations(step)


def _game(step: StudyStep, said: StudyCommand) -> None:
    walking.open_game(step, said.number or 0)


def _try(step: StudyStep, said: StudyCommand) -> None:
    _own_words(step, said.text, walking.try_move)


def _listed(kind: Criterion) -> Callable[[StudyStep, StudyCommand], None]:
    def run(step: StudyStep, said: StudyCommand) -> None:
        if said.opening:
            walking.choose(step, kind, said.opening)
        else:
            walking.choose_listed(step, kind, said.number or 0)

    return run


def _find(kind: Criterion) -> Callable[[StudyStep, StudyCommand], None]:
    return lambda step, said: walking.choose(step, kind, said.text)


def _names(kind: Criterion) -> Callable[[StudyStep, StudyCommand], None]:
    return lambda step, _: walking.tell_names(step, kind)


def _read(step: StudyStep, _: StudyCommand) -> None:
    if step.state.tree is None:
        step.refuse(StudyRefusal.NO_GAME)
        return
    step.state = replace(step.state, reads=True, tried=(), task=None)
    step.emit(StudyNotice.READING)


def _pause(step: StudyStep, _: StudyCommand) -> None:
    step.emit(StudyNotice.PAUSED)


def _save(step: StudyStep, _: StudyCommand) -> None:
    """Where there is something to save its owner saves it, and tells."""
    if not step.state.changed:
        step.refuse(StudyRefusal.NOTHING_TO_SAVE)


def _drill(drill: Drill) -> Callable[[StudyStep, StudyCommand], None]:
    return lambda step, _: practising.begin(step, drill, step.draw)


def _mate(step: StudyStep, said: StudyCommand) -> None:
    drill = {None: Drill.MATE_1, 1: Drill.MATE_1, 2: Drill.MATE_2}.get(said.number)
    if drill is None:
        step.refuse(StudyRefusal.NO_TASK)
    else:
        practising.begin(step, drill, step.draw)


def _ending(step: StudyStep, said: StudyCommand) -> None:
    drill = Drill(said.ending) if said.ending else ENDINGS[step.draw % len(ENDINGS)]
    practising.begin(step, drill, step.draw // len(ENDINGS))


def _answer(step: StudyStep, said: StudyCommand) -> None:
    given: StudyNotice | int | None = said.number
    if said.light is not None:
        given = StudyNotice.LIGHT if said.light else StudyNotice.DARK
    if step.state.task is None and said.number is not None and not _has_games(step):
        _by_number(step, said.number)
    elif step.state.task is None and said.number is not None:
        walking.to_move(step, said.number, None)
    elif given is not None:
        practising.answer(step, given)


def _by_number(step: StudyStep, number: int) -> None:
    """One of the drills as the help lists them, where no game is there to be numbered."""
    ending = ENDINGS[step.draw % len(ENDINGS)]
    listed = (Drill.MATE_1, Drill.MATE_2, ending, Drill.SQUARES, Drill.DIAGONALS, Drill.KNIGHT)
    if 1 <= number <= len(DRILLS):
        practising.begin(step, listed[number - 1], step.draw // len(ENDINGS))
    else:
        step.emit(Listed(S.DRILLS, DRILLS))


def _rejoin(step: StudyStep, _: StudyCommand) -> None:
    if step.state.task is not None:
        step.state = replace(step.state, task=None)
        walking.about(step)
    else:
        walking.rejoin(step)


def _knight_reach(step: StudyStep, said: StudyCommand) -> None:
    assert said.square is not None
    practising.knight_reach(step, said.square, said.number or 1)


def _knight_way(step: StudyStep, said: StudyCommand) -> None:
    assert said.square is not None
    assert said.to_square is not None
    practising.knight_way(step, said.square, said.to_square)


HANDLERS: Mapping[S, Callable[[StudyStep, StudyCommand], None]] = {
    S.NEXT: _next,
    S.BACK: lambda step, _: _back(step),
    S.START: lambda step, _: walking.to_start(step),
    S.END: lambda step, _: walking.to_end(step),
    S.TO_MOVE: _to_move,
    S.VARIATIONS: lambda step, _: walking.variations(step),
    S.ENTER: _enter,
    S.LEAVE: lambda step, _: walking.leave(step),
    S.REJOIN: _rejoin,
    S.KEEP: lambda step, _: walking.keep(step),
    S.TRY: _try,
    S.COMMENT: lambda step, _: walking.comment(step),
    S.WRITE: lambda step, said: walking.write(step, said.text),
    S.NOTE: lambda step, said: walking.note(step, said.text),
    S.RECALL: lambda step, said: walking.recall(step, said.text),
    S.NOTES: lambda step, _: walking.tell_notes(step),
    S.SAVE: _save,
    S.READ: _read,
    S.PAUSE: _pause,
    S.GAME: _game,
    S.NEXT_GAME: lambda step, _: walking.neighbour(step, 1),
    S.PREVIOUS_GAME: lambda step, _: walking.neighbour(step, -1),
    S.LAST_GAME: lambda step, _: walking.last_game(step),
    S.ABOUT: lambda step, _: walking.about(step),
    S.GAMES: lambda step, _: walking.tell_games(step),
    S.ALL_GAMES: lambda step, _: walking.choose_all(step),
    S.PLAYERS: _names(Criterion.PLAYER),
    S.PLAYER: _listed(Criterion.PLAYER),
    S.FIND_PLAYER: _find(Criterion.PLAYER),
    S.EVENTS: _names(Criterion.EVENT),
    S.EVENT: _listed(Criterion.EVENT),
    S.FIND_EVENT: _find(Criterion.EVENT),
    S.OPENINGS: _names(Criterion.OPENING),
    S.OPENING: _listed(Criterion.OPENING),
    S.FIND_OPENING: _find(Criterion.OPENING),
    S.ERRORS: lambda step, _: step.refuse(_without_engine(step.state)),
    S.DRILLS: lambda step, _: step.emit(Listed(S.DRILLS, DRILLS)),
    S.MATE: _mate,
    S.ENDING: _ending,
    S.SQUARES: _drill(Drill.SQUARES),
    S.DIAGONALS: _drill(Drill.DIAGONALS),
    S.KNIGHT_PATHS: _drill(Drill.KNIGHT),
    S.SOLUTION: lambda step, _: practising.solution(step),
    S.NEXT_TASK: lambda step, _: practising.following(step),
    S.POINTS: lambda step, _: practising.points(step),
    S.ANSWER: _answer,
    S.KNIGHT_REACH: _knight_reach,
    S.KNIGHT_WAY: _knight_way,
}
"""The handler of each command of study."""
