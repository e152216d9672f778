# SPDX-License-Identifier: GPL-3.0-or-later
"""Setting the clock before the game (6.3.1) by voice or by typing, so that a blind player can do
it alone: said or typed in words, by name or in the text form; read back; done after a yes."""

import re
from dataclasses import replace

import chess

from clock import presets
from clock.clock import Clock
from clock.control import BadTimeControl, TimeControl
from clock.events import ControlAgreed, ControlRefused
from table.core.step import Step
from table.events.dialogue import Question, QuestionKind
from table.events.game import Refusal, Role
from voice.language import lexicon, time_control
from voice.language.commands import Command, CommandName
from voice.language.typed import names

_LEADS = {
    name: "|".join(
        re.escape(word) for table in lexicon.written_anywhere("control") for word in table[name]
    )
    for name in ("new", "surely", "perhaps")
}
_LEAD = re.compile(
    rf"(?:(?:{_LEADS['new']})\s+)?(?:(?P<sure>{_LEADS['surely']})|{_LEADS['perhaps']})\s*:?\s+(?=\S)",
    re.I,
)
_WRITTEN = re.compile(r"(?!0-0(?:-0)?[+#]?$)[-+]?\d[\d\s.,:/+@smhdb-]*", re.I)
"""What is written like a time control, but for castling (C.13)."""


def command_of(text: str, interface: str = lexicon.GERMAN.name) -> Command | None:
    """The command to set the clock that ``text`` is; None if it is about something else.

    Its words are those of the language ``interface``, of who types, or German.
    What is written or worded like a time control that nobody can play ("-5+3", "ein Jahr") is such
    a command too, so that it is refused with the reason.
    """
    lead = _LEAD.match(text)
    rest = (text[lead.end() :] if lead else text).strip()
    said = next(filter(None, (time_control.read(rest, name) for name in names(interface))), None)
    control = _canonical(rest) or (said and _canonical(said)) or None
    sure = said or (lead and lead["sure"]) or _WRITTEN.fullmatch(rest)
    if control is None and not sure:
        return None
    return Command(CommandName.SET_TIME, control or said or rest, text=text)


def ask(step: Step, command: Command, colour: chess.Color, _who: Role | None) -> None:
    """Read the control back, to be answered with yes or no; only before the game."""
    if step.state.started:
        step.refuse(colour, Refusal.TIME_IS_SET, "6.3.1")
        return
    try:
        control = str(presets.read(command.word or ""))
    except BadTimeControl as bad:
        step.emit(ControlRefused(step.at, colour, bad.problem, bad.example))
        return
    question = Question(step.at, colour, QuestionKind.SET_TIME, control=control)
    step.ask(question, replace(command, about=control))


def agree(step: Step, command: Command, _colour: chess.Color, _who: Role | None) -> None:
    """Yes: both clocks are set anew."""
    control = command.word or ""
    conditions = replace(step.state.conditions, time_control=control, black_time_control="")
    step.state = replace(
        step.state, asked=None, conditions=conditions, clock=Clock.new(TimeControl.parse(control))
    )
    step.happened((ControlAgreed(step.at, control),))


def _canonical(text: str) -> str | None:
    try:
        return str(presets.read(text))
    except BadTimeControl:
        return None
