# SPDX-License-Identifier: GPL-3.0-or-later
"""Study and drills in words: one fact, one line."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import PurePath
from typing import Any, Final, get_args

from announce.text.settings import Settings
from announce.text.utterance import Priority, Utterance
from announce.words.answers import answer_words
from announce.words.events import words as table_words
from announce.words.numbers import year
from announce.words.phraser import FieldValue, Phraser, Phrases, Printed
from rules.description import MoveFacts
from study import events
from study.events import AtTable, StudyEvent
from study.library import Card, Criterion
from study.tasks import DRILLS, BoardTask, Drill, DrillGoal, PositionTask
from table.events.answers import About, Answer
from voice.language.study import StudyName


def study_words(told: Iterable[StudyEvent], settings: Settings) -> tuple[Utterance, ...]:
    """The lines of the events, in order."""
    phraser = Phraser(settings, Priority.NORMAL)
    return tuple(one for event in told for one in _words(event, phraser))


def _words(event: StudyEvent, phraser: Phraser) -> Iterable[Utterance]:
    if isinstance(event, get_args(AtTable)):
        return table_words(event, phraser.settings)
    if isinstance(event, Answer):
        return answer_words(event, phraser)
    return phraser.tell(event, PHRASES[type(event)])


def message(name: str, settings: Settings, **fields: str) -> Utterance:
    """A sentence of the program about itself, while somebody studies."""
    return Phraser(settings, Priority.NORMAL).say(f"study.{name}", **fields)


# --- Games ----------------------------------------------------------------------------------------


_ADDRESS: Final = re.compile(r"\w+://\S*")
"""The web address of a game: nobody wants to hear it."""


def _person(phraser: Phraser, name: str) -> FieldValue:
    """A name as people say it: "Alexander Aljechin", where PGN has "Aljechin, Alexander"."""
    match name.split(","):
        case [last, first] if first.strip():
            return phraser.name(f"{first.strip()} {last.strip()}")
    return phraser.name(name)


def _of_card(phraser: Phraser, card: Card) -> dict[str, FieldValue]:
    """The fields of a game that are known."""
    known: dict[str, FieldValue] = {"number": phraser.number(card.number)}
    for name in ("white", "black"):
        if value := getattr(card, name):
            known[name] = _player(phraser, value, getattr(card, f"{name}_level"))
    for name in ("event", "site"):
        if value := _ADDRESS.sub("", getattr(card, name)).strip():
            known[name] = phraser.name(value)
    if card.site == card.event:
        known.pop("site", None)
    return known


def _player(phraser: Phraser, name: str, level: str) -> FieldValue:
    """A player's name, with the level of one that is a program."""
    person = _person(phraser, name)
    if not level.isdecimal() or not isinstance(person, Printed):
        return person
    spoken = phraser.words.fill(
        "study.level", name=person.spoken, number=phraser.number(int(level))
    )
    return Printed(spoken, phraser.words.fill("study.level", name=person.printed, number=level))


def _year(phraser: Phraser, card: Card) -> Printed | None:
    """The year alone, which is what tells games of others apart."""
    digits = card.date[:4]
    if not digits.isdecimal():
        return None
    return Printed(year(int(digits), phraser.settings.language), digits)


def _opened(phraser: Phraser, event: events.GameOpened) -> Iterator[Utterance]:
    known = _of_card(phraser, event.card)
    yield phraser.say("study.game", **known)
    day = phraser.day(event.card.date, event.card.ago)
    if when := _year(phraser, event.card):
        known |= {"date": day} if day else {"date": when, "year": when}
    if known.keys() & {"event", "site", "date"}:
        yield phraser.say("study.place", **known)
    if event.card.opening:
        yield phraser.say("study.opening", opening=_opening(phraser, event.card.opening))
    variations = _variations(phraser, event.variations)
    yield phraser.say("study.extent", count=phraser.count(event.moves, "move"), **variations)
    if event.card.result != "*":
        yield phraser.result(event.card.result)
    if event.damaged:
        yield phraser.say("study.damaged")
    if event.left_out:
        number = phraser.number(event.left_in)
        yield phraser.say("study.left_out", count=phraser.number(event.left_out), number=number)
    if event.comment:
        yield _comment(phraser, event.comment)


def _unread(phraser: Phraser, event: events.GameUnread) -> Iterator[Utterance]:
    yield phraser.say("study.unread.game", number=phraser.number(event.number))
    yield phraser.say(f"study.unread.{event.why}", detail=phraser.name(event.detail))


def _opening(phraser: Phraser, key: str) -> FieldValue:
    return phraser.words.fill(f"study.openings.{key}")


_NAMED: Mapping[Criterion, Callable[[Phraser, str], FieldValue]] = {
    Criterion.PLAYER: _person,
    Criterion.EVENT: Phraser.name,
    Criterion.OPENING: _opening,
}


def _variations(phraser: Phraser, number: int) -> dict[str, FieldValue]:
    return {"variations": phraser.count(number, "variation")} if number else {}


def _games(phraser: Phraser, event: events.GamesTold) -> Iterator[Utterance]:
    known: dict[str, FieldValue] = {"count": phraser.count(event.count, "game")}
    if event.name:
        opening = event.kind is Criterion.OPENING and event.name in phraser.words.table(
            "study.openings"
        )
        known["name"] = (_opening if opening else _person)(phraser, event.name)
    yield phraser.say("study.games_of", "study.games", **known)
    for card in event.cards:
        known = _of_card(phraser, card)
        own = card.ago is not None  # whose years are all alike
        day = phraser.day(card.date, card.ago) if own else None
        if when := day or _year(phraser, card):
            known["day"] = when
        yield phraser.say("study.game", **known)
        if own and card.result != "*":  # they are often against the same opponent
            yield phraser.result(card.result)


def _names(phraser: Phraser, event: events.NamesTold) -> Iterator[Utterance]:
    for number, (name, games) in enumerate(event.names, start=1):
        told = _NAMED[event.kind](phraser, name)
        count = phraser.count(games, "game")
        yield phraser.say("study.name", number=phraser.number(number), name=told, count=count)


OFFER: Final = "(=)"
"""A draw offer, as it is written on a scoresheet (C.12)."""

# --- Moves ----------------------------------------------------------------------------------------


def _shown(phraser: Phraser, event: events.MoveShown) -> Iterator[Utterance]:
    if event.back:
        yield phraser.say("study.returned_inside" if event.inside else "study.returned")
    if event.entered is not None:
        yield phraser.say("study.entered", number=phraser.number(event.entered))
    if event.before:
        yield _comment(phraser, event.before)
    if event.move is None:
        yield phraser.say("study.null_move")
    else:
        yield from answer_words(Answer(About.MOVES, (event.move,)), phraser)
    for nag in event.nags:
        number = phraser.number(nag)
        yield phraser.say(f"study.nag.{nag}", "study.nag.other", number=number)
    if event.comment:
        yield _comment(phraser, event.comment)
    if event.variations:
        yield phraser.say("study.variations", **_variations(phraser, event.variations))


def _told(phraser: Phraser, event: events.MoveTold) -> Iterator[Utterance]:
    move = event.move
    yield phraser.state(move, f"study.{event.how}", move=phraser.move(move))


def _comment(phraser: Phraser, text: str) -> Utterance:
    if text == OFFER:
        return phraser.say("study.offer")
    return phraser.say("study.comment", said=phraser.script(text))


def _told_variations(
    phraser: Phraser, event: events.Listed[MoveFacts | None]
) -> Iterator[Utterance]:
    for number, move in enumerate(event.items, start=1):
        known: dict[str, FieldValue] = {} if move is None else {"move": phraser.move(move)}
        yield phraser.say(
            "study.variation", "study.variation_null", number=phraser.number(number), **known
        )


def _comments(phraser: Phraser, event: events.Listed[str]) -> Iterator[Utterance]:
    for text in event.items:
        yield _comment(phraser, text)
    if not event.items:
        yield phraser.say("study.no_comment")


def _notes(phraser: Phraser, event: events.Listed[tuple[str, int]]) -> Iterator[Utterance]:
    for word, game in event.items:
        yield phraser.say("study.note", name=phraser.name(word), number=phraser.number(game))
    if not event.items:
        yield phraser.say("study.no_notes")


def _saved(phraser: Phraser, event: events.Listed[str]) -> Iterator[Utterance]:
    """Printed with its folders, where it is to be found."""
    (file,) = event.items
    spoken = phraser.name(PurePath(file).name).spoken
    yield phraser.say("study.saved", name=Printed(spoken, phraser.name(file).printed))


def _topics(phraser: Phraser, event: events.Listed[str]) -> list[Utterance]:
    """What can be said now, a line each; all that can be practised in one sentence."""
    if event.items != DRILLS:
        return [_topic(phraser, one) for one in event.items]
    commands = filter(None, (phraser.command(f"study.say.{one}") for one in event.items))
    return [phraser.say("study.to_practise", drills=phraser.words.listed(commands))]


def _topic(phraser: Phraser, topic: str) -> Utterance:
    command = phraser.command(f"study.say.{topic}")
    return phraser.say(f"study.help.{topic}", **({} if command is None else {"command": command}))


# --- Drills ---------------------------------------------------------------------------------------


def _task(phraser: Phraser, task: PositionTask) -> Iterator[Utterance]:
    key = f"study.{task.goal}"
    if task.goal is DrillGoal.MATE:
        key = "study.mate in one" if task.left == 1 else "study.mate in two"
    yield phraser.say(key, colour=phraser.colour(task.colour))


_QUESTIONS = {
    Drill.SQUARES: "study.which_colour",
    Drill.DIAGONALS: "study.which_diagonal",
    Drill.KNIGHT: "study.which_knight",
}


def _task_over(phraser: Phraser, event: events.TaskOver) -> Iterator[Utterance]:
    if event.goal not in (None, DrillGoal.MATE):  # the move has told the mate
        yield phraser.say(f"study.reached.{event.goal}")
    yield phraser.say("study.right" if event.right else "study.solved")
    if event.right and event.streak > 1:
        yield phraser.say("study.streak", number=phraser.number(event.streak))


def _wrong(phraser: Phraser, event: events.Wrong) -> Iterator[Utterance]:
    key = "study.wrong" if event.throws is None else f"study.throws.{event.throws}"
    known: dict[str, FieldValue] = (
        {} if event.reply is None else {"move": phraser.move(event.reply)}
    )
    yield phraser.say(key, **known)
    if not event.last:
        yield phraser.say("study.again")


def _knight(phraser: Phraser, event: events.KnightTold) -> Utterance:
    key = "study.knight_way" if event.way else "study.knight_reach"
    squares = phraser.words.listed(map(phraser.square, event.squares))
    count = phraser.count(event.number, "move")
    return phraser.state(event, key, squares=squares, count=count)


def _points(phraser: Phraser, event: events.Listed[tuple[Drill, int, int]]) -> Iterator[Utterance]:
    for drill, right, asked in event.items:
        name = phraser.words.fill(f"study.drill.{drill}")
        known = {"right": phraser.number(right), "asked": phraser.number(asked)}
        yield phraser.say("study.points", drill=name, **known)
    if not event.items:
        yield phraser.say("study.no_points")


_LISTED: Mapping[StudyName, Callable[[Phraser, events.Listed[Any]], Iterable[Utterance]]] = {
    StudyName.VARIATIONS: _told_variations,
    StudyName.COMMENT: _comments,
    StudyName.NOTES: _notes,
    StudyName.POINTS: _points,
    StudyName.DRILLS: _topics,
    StudyName.GAME: lambda phraser, event: [
        phraser.say("study.source", name=phraser.name(one)) for one in event.items
    ],
    StudyName.SAVE: _saved,
}

PHRASES: Phrases = {
    events.GameOpened: _opened,
    events.MoveShown: _shown,
    events.MoveTold: _told,
    events.Listed: lambda phraser, event: _LISTED[event.by](phraser, event),
    events.PositionNoted: lambda _, event: "study.noted_again" if event.again else "study.noted",
    events.NamesTold: _names,
    events.GamesTold: _games,
    events.StudyNotice: ("study.{0}", "answers.{0}"),
    events.StudyRefusal: "study.refused.{0}",
    events.GameUnread: _unread,
    BoardTask: lambda _, task: _QUESTIONS[task.drill],
    PositionTask: _task,
    events.TaskOver: _task_over,
    events.Wrong: _wrong,
    events.KnightTold: lambda phraser, event: [_knight(phraser, event)],
}
