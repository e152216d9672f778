# SPDX-License-Identifier: GPL-3.0-or-later
"""Answers in words: one fact, one line."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import chess

from announce.text.settings import Style
from announce.text.utterance import Utterance
from announce.words import position
from announce.words.laws import article_lines, castling_lines, in_force, opposed
from announce.words.moves import move_line, move_words
from announce.words.phraser import FieldValue, Phraser, Printed, Row
from clock.clock import shown
from rules.description import MoveFacts
from rules.outcome import Outcome, Termination
from rules.results import UNPLAYED
from table.events.answers import (
    About,
    Answer,
    CountOf,
    Help,
    SheetDuty,
    SheetLine,
    SoundOf,
    TimeOf,
    Topic,
)
from table.events.game import GameStarted


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
    """Letter by letter for the ear."""
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
    **position.PHRASES,
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
