# SPDX-License-Identifier: GPL-3.0-or-later
"""Questions that are asked one after the other, and answered by keyboard or voice."""

import time
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from announce.lexicon import Phrase, lexicon
from announce.text.utterance import Priority, Utterance
from game.base.inbox import HEARS, Attendance, HearingChanged, SpeechHeard, TypedLine
from game.play.loop import Activity
from game.sound.presenter import Presenter
from rules.position import Position
from table.core.inputs import DeviceChanged
from table.reception import leaves
from voice.language import alphabet
from voice.language import lexicon as heard_words
from voice.language.commands import Command, CommandName
from voice.language.completeness import Completeness
from voice.language.grammar import yes_or_no
from voice.language.intent import understand_typed
from voice.language.lexicon import GERMAN
from voice.language.semantics import foreign_commands, opening_automaton
from voice.language.transcript import UNKNOWN

if TYPE_CHECKING:
    from game.sound.listener import Listeners

Chosen = str | bool | int
"""A setting of the profile."""

_LOOKS = 0.5  # seconds between two looks whether anybody speaks
SAY_AGAIN = "game.say_again"
"""The sentence for who was not understood."""

_EXPECTED = 20  # how often an answer stands in the recogniser's list


@dataclass(frozen=True, slots=True)
class Awaited:
    """An answer that is waited for: what is ``expected``, or letters that are ``spelt``, and for so
    many seconds of silence, or as long as it takes. ``by_voice``: nobody waits for it where nobody
    is heard. ``alone``: with other talk beside it, it is none. ``missed`` tells who said something
    else how it can be answered."""

    expected: tuple[str, ...] = ()
    patience: float | None = None
    by_voice: bool = True
    alone: bool = False
    spelt: bool = False
    missed: str = SAY_AGAIN


Questions = Generator[Awaited, str | None, dict[str, Chosen]]
"""Sends what is waited for, gets what was said, and returns the answers."""


class Asking(Activity):
    """An activity of questions, each of which waits for its answer (`Awaited`)."""

    def __init__(
        self,
        presenter: Presenter,
        *,
        listens: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """``listens``: somebody hears a microphone. ``clock`` is monotonic, in seconds."""
        self.presenter = presenter
        self.next: Activity | None = self
        self.found: dict[str, Chosen] = {}
        self.left = False
        self._listens = listens
        self._by_voice = False  # the last words
        self._heard = self._understood = 0  # words by voice so far, and those that were an answer
        self._clock = clock
        self._awaited = Awaited(())
        self._since = clock()
        self._asks_again = False  # what was not understood

    def ask(self, questions: Questions) -> None:
        """Ask the questions one after the other; what they return is ``found``."""
        self._questions = questions

    def _ask_yes(
        self, question: str, *, usual: bool = False, **fields: str
    ) -> Generator[Awaited, str | None, bool]:
        """The answer to a question; Enter is the ``usual`` one."""
        while True:
            self._tell(question, **fields)
            said = yield Awaited(yes_or_no())
            if not said:
                return usual
            name = self._command(said)
            if name is CommandName.NO:
                return False
            if name is CommandName.YES:
                return True
            self._none_of_them(said)

    # --- Hearing and telling --------------------------------------------------------------------

    @property
    def _language(self) -> str:
        return self.presenter.settings.language

    def _tell(self, name: str, **fields: str | Phrase) -> None:
        self._say(Utterance(lexicon(self._language).sentence(f"program.message.{name}", **fields)))

    def _say(self, *told: Utterance) -> None:
        """Tell what an answer ends and no cough: it is begun again when nothing came of that."""
        self.presenter.say([replace(one, priority=Priority.NEXT) for one in told])

    def _none_of_them(self, said: str) -> None:
        """Help is the question once more."""
        if self._command(said) is not CommandName.HELP:
            self._understood -= self._by_voice
            self._tell("which_answer")

    def _command(self, said: str | None) -> CommandName | None:
        meant = self._meant(said)
        return None if meant is None else meant.name

    def _meant(self, said: str | None) -> Command | None:
        meant = understand_typed(said or "", Position.start(), interface=self._language)
        return meant if isinstance(meant, Command) else None

    # --- As an activity -------------------------------------------------------------------------

    def begin(self, attendance: Attendance) -> None:
        """The first question."""
        self._go_on(None)

    def _go_on(self, said: str | None) -> None:
        """The answer that was typed or said, "" for Enter; None if nothing came in time, or nobody
        hears."""
        try:
            self._awaited = self._questions.send(said)
        except StopIteration as asked:
            self.found, self.next = asked.value, None
        self._since = self._clock()
        self._asks_again = False

    def patience(self) -> float:
        """Until it looks again whether anybody speaks."""
        return _LOOKS

    def typed(self, typed: TypedLine) -> None:
        """An answer, or the word that leaves."""
        text = typed.text or ""
        self._by_voice = False
        self.presenter.cancel()
        if leaves(text):
            self.left, self.next = True, None
        else:
            self._go_on(text.strip())

    def heard(self, heard: SpeechHeard) -> None:
        """An answer; not what may be Hektor's own voice, as nobody can tell yet how that sounds
        here, but for plain words that it was not saying."""
        best = heard.utterance.transcripts[0]
        plain, doubted = UNKNOWN not in best.words, heard.over and heard.doubtful
        own = self.presenter.has_said(best.plain, heard.utterance.started_at)
        if doubted and (own or not plain):
            self.presenter.go_on()
        elif heard.utterance.has_words:
            self.presenter.cancel()
            self.presenter.go_on(answered=True)
            self._by_voice = True
            self._heard += 1
            self._understood += 1
            self._go_on(best.plain if plain or not self._awaited.alone else best.text)
        else:
            self.presenter.go_on()
            if not self._asks_again:  # once a question: the next may be a cough, too
                self._asks_again = True
                self._say(Utterance(lexicon(self._language).sentence(self._awaited.missed)))

    def hearing(self, changed: HearingChanged) -> None:
        """Hektor gives way to whoever speaks."""
        if changed.on:
            self.presenter.give_way()
            self._since = self._clock()
        else:
            self.presenter.go_on()

    def reported(self, report: DeviceChanged) -> None:
        """Without a microphone the questions are for the keyboard."""
        if report.device in HEARS and not report.works:
            self._listens = False

    def left_alone(self) -> None:
        """Answer every open question with Enter."""
        while self.next is self:
            self._go_on("")

    def pass_time(self, *, idle: bool) -> None:
        """Give up a question whose patience is over. A question without one waits for the keyboard,
        and for a voice only where somebody hears it."""
        awaited, speech = self._awaited, self.presenter.speech
        if awaited.patience is None or self.next is None:
            return
        if speech is not None and not speech.wait_idle(0):
            self._since = self._clock()
        deaf = awaited.by_voice and not self._listens
        if deaf or self._clock() - self._since >= awaited.patience:
            self._go_on(None)

    def situation(self) -> object:
        """The question, and the language in which it is asked."""
        return self._awaited, self._language

    def listen(self, listener: "Listeners") -> None:
        """For the answers."""
        if self._awaited.spelt:
            listener.listen_for(
                alphabet.phrases(), alphabet.completeness, sentences=alphabet.sentences()
            )
            return
        known, own = set(heard_words.vocabulary()), self._language
        expected = self._awaited.expected
        phrases = [each for each in expected if known.issuperset(each.split())]
        others = {each for each in expected if heard_words.heard_in(each.split()) != GERMAN.name}
        answers = frozenset({*phrases, *others})

        def done(words: Sequence[str]) -> Completeness:
            return Completeness.COMPLETE if " ".join(words) in answers else Completeness.UNKNOWN

        foreign = own != GERMAN.name
        own_words = (foreign_commands(own, GERMAN), opening_automaton(own)) if foreign else ()
        listener.listen_for(
            [*phrases * _EXPECTED, *[UNKNOWN] * _EXPECTED],
            done,
            sentences=(answers, *own_words) if others or foreign else None,
        )
