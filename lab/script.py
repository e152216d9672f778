# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor script``: a game from timed lines on a fake clock, its events as JSON lines.

A line is ``SECONDS WHO INPUT``: ``0.0 white Eva vier``, ``2.5 white Uhr``. WHO is white, black,
assistant, arbiter or table (a shared microphone, nobody known); INPUT is what would be said, or
in angle brackets what is no speech: ``3.0 black <key>`` (see `ACTS`). ``#`` starts a comment.
Header lines ``set NAME VALUE`` come first. What is read back is read back at once: a script has
no loudspeaker. The game begins at 0, or with the line that says ``<begin>``; one that was asked for
after it ("neue Partie") with its first move, as at the board.

With a line ``3.0 white <sound FILE>`` in it, a script is played in a simulated room
(`lab.simulated_room`): the sound begins then and is heard as at a microphone, and Hektor's
speech takes its time. Then the lines ``SpeechHeard``, ``SpeechStarted`` and ``SpeechEnded`` tell of
both. ``docs/en/scripts.md`` is the page on all of it.
"""

import argparse
import json
import re
from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import dataclass, fields, replace
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

import chess

from announce.errors import UserError, read_text
from announce.lexicon import plain
from announce.text.settings import Settings, Style
from announce.words.events import words
from announce.words.moves import distinction_words, move_words
from clock.events import GamePaused, GameResumed, MoveCompleted
from game.base.settings import NAMED, Setting, telling
from record.codec import EVENTS
from record.sealed_moves import SealedMoves
from record.session import Happened, Session, unrecorded_next
from rules.rights import needs_assistant
from table.arbiter.pin import hashed
from table.core.conditions import SECOND, Conditions
from table.core.inputs import (
    Begin,
    DeviceChanged,
    Hearing,
    Input,
    Pressed,
    ReadBack,
    Said,
    Stood,
    Tick,
    next_game,
)
from table.core.state import new_state
from table.events import Event
from table.events.dialogue import Device, Question, Stoppage, TimeStood
from table.events.game import MoveCorrected, MoveMade, MoveSpoken, Role
from table.reception import BOARD, LONGEST_LINE, Received, Table, too_long
from table.understanding import typed, wording

TABLE = "table"
LATEST = 10**9  # seconds
DISPLAYS = {"white", "black", "credit"}


@dataclass(frozen=True, slots=True)
class ScriptLine:
    """One timed input; ``who`` is None for the shared microphone. ``act`` is an input without
    speech, ``sound`` a recording."""

    number: int
    at: int
    who: Role | None
    text: str
    act: Input | None = None
    sound: Path | None = None


Script = tuple[Conditions, tuple[ScriptLine, ...], Settings]
"""The conditions of a game, its lines, and how it is told."""


def _device(device: Device, works: bool) -> Callable[[Role | None], Input]:
    return lambda _: DeviceChanged(device, works)


ACTS: dict[str, Callable[[Role | None], Input]] = {
    "begin": lambda _: Begin(),
    "key": Pressed,  # of the clock
    "wait": lambda _: Tick(),  # nothing but time passes
    "speaking": lambda _: Hearing(True),
    "silence": lambda _: Hearing(False),
    "restart": lambda _: Stood(),  # the program was dead
    **{f"lost {device.value}": _device(device, False) for device in Device},
    **{f"restored {device.value}": _device(device, True) for device in Device},
}
"""Inputs without speech, by their names in angle brackets."""

SOUND = re.compile(r"<sound (?P<file>.+)>")
STOOD = re.compile(r"<(?P<why>sleep|stop|disk)(?: (?P<seconds>\d{1,6}))?>")
_WHY = {"sleep": Stoppage.ASLEEP, "stop": Stoppage.STOPPED, "disk": Stoppage.DISK}


_OF_THE_GAME = {each.name for each in fields(Conditions)}
_OF_THE_TELLING = {each.name for each in fields(Settings)}

NAMES: Mapping[str, Setting] = {
    **{
        name: setting
        for name, setting in NAMED.items()
        if setting.field in _OF_THE_GAME | _OF_THE_TELLING
    },
    "computer": Setting(
        "computer", field="computer", read={"white": True, "black": False}.__getitem__
    ),
}
"""The settings of a script are the conditions of its game and how it is told; what a program plays
is in its lines."""

READERS: Mapping[str, Callable[[str], Any]] = {
    "arbiter_pin": hashed,
}
"""Fields that a script gives otherwise than the command line: a PIN as it is kept."""


def parse(text: str, folder: Path = Path()) -> Script:
    """Read a script; its recordings are in ``folder``.

    Raises UserError, which names the first line that cannot be read, and the reason.
    """
    chosen: dict[str, Any] = {"press_after": None, "style": Style.APPENDIX_D}
    lines: list[ScriptLine] = []
    for number, raw in enumerate(text.splitlines(), start=1):
        content = raw.split("#", 1)[0].strip()
        if not content:
            continue
        if content.split()[0] == "set":
            if lines:
                raise UserError(f"line {number}: settings come before the first input")
            chosen |= _set(content, number)
        else:
            lines.append(_line(content, number, lines[-1].at if lines else 0, folder))
    conditions = _checked(_part(chosen, _OF_THE_GAME))
    return conditions, tuple(lines), telling(_part(chosen, _OF_THE_TELLING), conditions)


def _part(chosen: Mapping[str, Any], names: Set[str]) -> dict[str, Any]:
    return {name: value for name, value in chosen.items() if name in names}


def _set(content: str, number: int) -> dict[str, Any]:
    """The field that a line sets, with its value."""
    _, name, value = [*content.split(maxsplit=2), "", ""][:3]
    if name not in NAMES:
        known = ", ".join(NAMES)
        raise UserError(f"line {number}: no setting {name!r}; there are {known}")
    setting = NAMES[name]
    read = READERS.get(setting.field, setting.value)
    try:
        return {setting.field: read(value)}
    except ValueError as error:
        raise UserError(f"line {number}: {value!r} is no value for {name}") from error


def _line(content: str, number: int, earliest: int, folder: Path) -> ScriptLine:
    parts = content.split(maxsplit=2)
    if len(parts) < 3:
        raise UserError(f"line {number}: a line is SECONDS WHO INPUT, this is {content!r}")
    try:
        seconds = Decimal(parts[0])
        if not seconds < LATEST:
            raise ValueError("later than any game")
        at = int(seconds * SECOND)
    except (InvalidOperation, ValueError, OverflowError) as error:
        raise UserError(f"line {number}: {parts[0]!r} is no time in seconds") from error
    if at < earliest:
        raise UserError(f"line {number}: {parts[0]} seconds is before the line above")
    if parts[1] != TABLE and parts[1] not in {role.value for role in Role}:
        raise UserError(f"line {number}: {parts[1]!r} is nobody at the table")
    who = None if parts[1] == TABLE else Role(parts[1])
    if sound := SOUND.fullmatch(parts[2]):
        return ScriptLine(number, at, who, parts[2], sound=folder / sound["file"])
    return ScriptLine(number, at, who, parts[2], _act(parts[2], who, number))


def _act(text: str, who: Role | None, number: int) -> Input | None:
    """The action that the words in angle brackets stand for; None if it is speech."""
    if not text.startswith("<"):
        return None
    if stood := STOOD.fullmatch(text):
        return Stood(_WHY[stood["why"]], int(stood["seconds"] or 0) * SECOND)
    name = text[1:].removesuffix(">")
    if name not in ACTS:
        known = ", ".join(
            f"<{act}>"
            for act in (*ACTS, "sleep SECONDS", "stop SECONDS", "disk SECONDS", "sound FILE")
        )
        raise UserError(f"line {number}: no act {text!r}; there are {known}")
    return ACTS[name](who)


def _checked(chosen: Mapping[str, Any]) -> Conditions:
    try:
        conditions = Conditions(**chosen)
        new_state(conditions)
    except ValueError as error:
        raise UserError(f"settings: {error}") from error
    blind = [colour for colour in chess.COLORS if colour not in conditions.sighted]
    if needs_assistant(blind, conditions.deaf, conditions.duties):
        raise UserError("settings: a blind player meets a deaf one without an assistant (D.2.11)")
    return conditions


def run(script: Script, table: Table = BOARD) -> Iterator[dict[str, Any]]:
    """Play a script: the events as JSON data, each with its time ``t`` in seconds and its text.

    With sounds in it, raises ModelError, VoiceMissing or UnreadableRecording.
    """
    agreed, lines, settings = script
    session = Session(new_state(agreed), settings, table=table)
    begins = not any(isinstance(line.act, Begin) for line in lines)
    if any(line.sound for line in lines):
        from lab import simulated_room  # noqa: PLC0415 - few scripts have sounds

        yield from simulated_room.run(lines, session, begins=begins)
        return
    game = _ScriptedGame(session)
    if begins:
        yield from game.put(Begin(), 0)
    for line in lines:
        yield from game.take(line)


class _ScriptedGame:
    """A game, and the next one that was asked for in it."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._sealed = SealedMoves()
        self._waits = False  # for its first move: it is a next game

    def take(self, line: ScriptLine) -> Iterator[dict[str, Any]]:
        """Let time pass until a line, and then play the line."""
        for due, happened in self.session.advance(line.at):
            yield from self._told(happened, due)
        received = self._received(line)
        if received.refused is not None:
            yield line_of(received.refused, self.session.settings)
        if received.begins:
            yield from self.put(Begin(by_move=received.given is not None), line.at)
        if received.given is not None:
            yield from self.put(received.given, line.at)

    def put(self, given: Input, now: int) -> Iterator[dict[str, Any]]:
        """Put an input at ``now``; returns what it led to."""
        yield from self._told(self.session.put(given, now), now)

    def _received(self, line: ScriptLine) -> Received:
        session = self.session
        state, table, language = session.state, session.table, session.settings.language
        given = line.act
        if len(line.text) > LONGEST_LINE:
            return Received(refused=too_long(state, line.at))
        if given is None:
            if self._sealed.asks is not None:
                return self._sealed.entered(line.text, state, line.at)
            said = given = _said(line, session)
            if sealed := self._sealed.typed(said, line.text, state, language):
                return sealed
        if self._waits and not state.started:
            if isinstance(given, Said):
                return table.receive(given, state, line.at, None)
            if isinstance(given, Pressed):
                return table.press(given.who, state, line.at)
        return Received(given=given)

    def _told(self, happened: Happened, now: int) -> Iterator[dict[str, Any]]:
        session, events = self.session, happened.events
        for event in events:
            yield line_of(event, session.settings)
        if happened.waits:
            for event in session.put(ReadBack(), now).events:
                yield line_of(event, session.settings)
        if (wanted := next_game(happened.request)) is not None:
            self.session, self._sealed = unrecorded_next(session, wanted[0]), SealedMoves()
            self._waits = True
            for command in wanted[1]:
                yield from self._told(self.session.put(Said(command, now, typed=True), now), now)


def _said(line: ScriptLine, session: Session) -> Said:
    intent = typed(line.text, session.state, line.who, session.settings.language)
    return Said(intent, line.at, line.who, wording(intent, line.text, session.state), typed=True)


def line_of(event: Event, settings: Settings) -> dict[str, Any]:
    """An event as JSON data, with its time in seconds and its text."""
    data = EVENTS.encode(event)
    name, at = data.pop("is"), data.pop("at")
    text = "\n".join(one.text for one in words(event, settings))
    shown = {key: _shown(key, value) for key, value in data.items()}
    if isinstance(event, MoveCompleted | GamePaused | GameResumed):
        shown |= {key: data[key] / SECOND for key in DISPLAYS & data.keys()}
    if isinstance(event, TimeStood):
        shown["lasted"] = data["lasted"] / SECOND
    if isinstance(event, MoveSpoken | MoveMade | MoveCorrected) and event.move is not None:
        del shown["move"]
        spoken = plain(move_words(event.move, replace(settings, say_check=False)))
        shown |= {"uci": event.move.uci, "san": event.move.san, "spoken": spoken}
    if isinstance(event, Question):
        facts = ("options", "move", "control", "order", "language")
        shown = {key: shown[key] for key in shown if key not in facts}
        shown["options"] = _options(event, settings)
    return {"t": at / SECOND, "event": name, **shown, "text": text}


def _options(asked: Question, settings: Settings) -> list[str]:
    """The options of an answer, in words; a time control in its text form."""
    phrases = [distinction_words(one, settings) for one in asked.options]
    if asked.move is not None:
        phrases.append(move_words(asked.move, settings))
    told = [plain(phrase) for phrase in phrases]
    return told + [text for text in (asked.control, asked.order) if text]


def _shown(key: str, value: Any) -> Any:
    """Colours by name and times in seconds, for people and other programs."""
    if isinstance(value, dict):
        return {name: _shown(name, inner) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_shown(key, inner) for inner in value]
    if key in ("colour", "who") and isinstance(value, bool):
        return chess.COLOR_NAMES[value]
    if key in ("remaining", "time") and isinstance(value, int):
        return value / SECOND
    return value


def to_json(line: dict[str, Any]) -> str:
    """One output line."""
    return json.dumps(line, ensure_ascii=False)


# --- The command ----------------------------------------------------------------------------------


def add_script_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``hektor script``."""
    parser.add_argument("file", type=Path, help="A script, as docs/en/scripts.md describes it.")


def run_script(given: argparse.Namespace) -> int:
    """Play a script and print its events."""
    for line in run(parse(read_text(given.file), given.file.parent)):
        print(to_json(line), flush=True)
    return 0
