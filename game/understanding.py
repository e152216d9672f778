# SPDX-License-Identifier: GPL-3.0-or-later
"""What words mean at a table as it stands: moves, commands, answers, and time controls.

Before the game starts, a time control comes first: no move is worded like one.
"""

from collections.abc import Sequence

from game import settime
from game.state import State
from rules.events import Role
from voice import timecontrol
from voice.commands import CommandName
from voice.endpoint import Settled
from voice.grammar import runtime_phrases
from voice.intent import Intent, NotUnderstood, settled, understand, understand_typed
from voice.transcript import Transcript

VOICE_COMMANDS = (CommandName.HIGHER, CommandName.DEEPER, CommandName.OTHER_VOICE)
"""Rare enough that the recogniser listens for them only while nobody dictates moves."""


def typed(text: str, state: State, who: Role | None = None) -> Intent:
    """What a typed line of ``who`` means."""
    control = settime.command_of(text)
    if control is not None and not state.started:
        return control
    intent = understand_typed(text, state.position_for(who), state.asked_about)
    return control if control is not None and isinstance(intent, NotUnderstood) else intent


def spoken(transcripts: Sequence[Transcript], state: State, who: Role | None = None) -> Intent:
    """What was said at the microphone, the best hypothesis first."""
    if not state.started:
        control = settime.command_of(transcripts[0].text)
        if control is not None:
            return control
    return understand(transcripts, state.position_for(who), state.asked_about)


def done(text: str, state: State) -> Settled:
    """Whether the speaker is done, as far as words can tell."""
    if not state.started:
        if text in timecontrol.names():
            return Settled.COMPLETE
        if timecontrol.goes_on(text):
            return Settled.OPEN  # periods are said with a pause between them
    return settled(text, state.position_for(None), state.asked_about)


def listened_for(state: State) -> list[str]:
    """The phrases that the recogniser shall expect now."""
    question = state.asked.question if state.asked else None
    leisure = state.paused or not state.started or state.outcome is not None
    phrases = runtime_phrases(
        state.position_for(None), question, likely=_likely(state), leisure=leisure
    )
    return phrases if state.started else [*phrases, *timecontrol.phrases(), *timecontrol.names()]


def _likely(state: State) -> tuple[CommandName, ...]:
    """The commands that are to be expected before all others."""
    if state.paused:
        return (CommandName.RESUME, *VOICE_COMMANDS)
    if state.spoken is not None:
        return (CommandName.PRESS, CommandName.CORRECT)
    if not state.started:
        return (CommandName.PRESS, *VOICE_COMMANDS)
    if state.offer is not None:
        return (CommandName.ACCEPT_DRAW, CommandName.DECLINE_DRAW)
    return ()
