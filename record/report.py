# SPDX-License-Identifier: GPL-3.0-or-later
"""The report on one ruling, made of the record: a page that arbiter and players sign (12.9, 11.10).

The clocks before and after it are those to which the recorded inputs lead.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import chess

from announce.lexicon import Lexicon, lexicon
from announce.page.markup import Report, Section
from announce.text.settings import Audience, Settings
from announce.words.events import words
from ground.text import one_line
from record.incidents import Incident, after_move, answering, incidents, said_line, speaker
from record.journal import Archive, Entry
from record.snapshot import conditions_of, steps
from table.acts.answering import pieces_on, ranks
from table.core.conditions import SECOND, Conditions
from table.core.state import State
from table.events.answers import Answer
from table.events.arbiter import OrderGiven
from table.events.dialogue import InfoGiven
from table.events.game import Role

BEFORE = 60 * SECOND
"""Words so long before a ruling belong to it, and all since the last move."""

_MOST = 24
"""Lines of talk on the page, the last ones: the whole talk is in the record."""


def report_of(
    archive: Archive, game: int, number: int, language: str, *, white: str = "", black: str = ""
) -> Report | None:
    """The report on incident ``number`` of `incidents`, counted from 1; None if there is none.
    ``white`` and ``black`` are what the players want on record about it, as they dictated it to
    whoever typed it; without a statement there are lines for a pen. Raises
    JournalError if the record cannot be read."""
    found = [*incidents(archive, game, language)]
    if not 1 <= number <= len(found):
        return None
    one = found[number - 1]
    told = [each.told for each in found if each.entry == one.entry and each.told]
    return _ReportBuilder(archive, game, one, lexicon(language)).report(told, white, black)


def figures(board: chess.Board, language: str) -> tuple[str, ...]:
    """The diagram in eight lines of eight signs, with the names of ranks and files."""
    lines = _told(ranks(board), Settings(language, compact=True))
    numbered = (f"{8 - at} {' '.join(line)}" for at, line in enumerate(lines))
    return (*numbered, "  a b c d e f g h")


def _told(answer: Answer[Any], settings: Settings) -> list[str]:
    return [line.text for line in words(InfoGiven(0, Role.ARBITER, answer), settings)]


@dataclass(frozen=True, slots=True)
class _ReportBuilder:
    """A report that is being made."""

    archive: Archive
    game: int
    incident: Incident
    words: Lexicon

    def report(self, told: Iterable[str], white: str, black: str) -> Report:
        agreed, say = conditions_of(self.archive, self.game), self.words.word
        board = self.incident.position.board
        men = _told(pieces_on(board), self._settings())
        sections = (
            Section(say("program.ruling.game"), self._game(agreed)),
            Section(say("program.ruling.when"), self._when()),
            Section(say("program.ruling.clocks"), self._clocks()),
            Section(say("program.ruling.position"), (" ".join(men), self.incident.position.fen)),
            Section(say("program.ruling.talk"), self._talk()),
            Section(say("program.ruling.ruling"), (*told, *self._article())),
            _statement(say("program.ruling.statement white"), white),
            _statement(say("program.ruling.statement black"), black),
            *(Section(say(f"program.ruling.signature {one}"), blanks=1) for one in _SIGNERS),
        )
        return Report(say("program.ruling.title"), board, sections)

    def _settings(self) -> Settings:
        return Settings(self.words.language, audience=Audience.ARBITER)

    def _game(self, agreed: Conditions) -> tuple[str, ...]:
        names = [
            name or self.words.word(f"program.report.{side}")
            for side, name in (("white", agreed.white), ("black", agreed.black))
        ]
        where = [agreed.event, agreed.site]
        if agreed.round:
            where.append(self.words.text("program.ruling.round", round=agreed.round))
        if agreed.table:
            where.append(self.words.text("program.ruling.table", table=agreed.table))
        head = self.words.text(
            "program.incident.head", game=self.game, white=names[0], black=names[1]
        )
        laws = self.words.text(
            "program.incident.laws", year=agreed.edition, control=agreed.time_control
        )
        placed = ", ".join(filter(None, where))
        return (head, *([placed] if placed else []), laws)

    def _when(self) -> tuple[str, ...]:
        at, wall = self.incident.at, self.incident.wall
        after = after_move(self.incident.position, self.words)
        day, time = wall[:10], wall[11:19]
        told = self.words.text("program.ruling.at", day=day, time=time, game=shown(at))
        return told, f"{after[:1].upper()}{after[1:]}."

    def _clocks(self) -> tuple[str, ...]:
        """Both displays before the ruling and after it."""
        before, after = None, None
        for entry, snapshot in steps(self.archive, self.game):
            if entry.seq == self.incident.entry:
                after = snapshot.state
                break
            before = snapshot.state
        return tuple(
            self._displays(key, state)
            for key, state in (("before", before), ("after", after))
            if state is not None
        )

    def _displays(self, key: str, state: State) -> str:
        white, black = (
            shown(state.clock.remaining(colour, self.incident.at)) for colour in (True, False)
        )
        return self.words.text(f"program.ruling.{key}", white=white, black=black)

    def _article(self) -> tuple[str, ...]:
        """The articles that the record names: of the incident, and of the order that led to it."""
        entry = next(one for one in self._entries() if one.seq == self.incident.entry)
        given = [one for one in entry.events if one.get("is") == OrderGiven.__name__]
        named = [str(one.get("article") or "") for one in given]
        named.append(str(getattr(self.incident.event, "article", "") or ""))
        unsaid = [one for one in named if one and one not in self.incident.told]
        told = ", ".join(dict.fromkeys(unsaid))
        return (self.words.text("program.ruling.article", article=told),) if told else ()

    def _entries(self) -> Iterator[Entry]:
        return self.archive.entries(self.game)

    def _talk(self) -> tuple[str, ...]:
        """The words since the last move, and at least of the minute before, and who said them."""
        until = self.incident.entry
        entries = [each for each in answering(self._entries()) if each[0].seq <= until]
        moved = [one.at for one, _ in entries[:-1] if _moves(one)]
        since = min(moved[-1] if moved else 0, self.incident.at - BEFORE)
        lines = [line for each in entries if each[0].at >= since for line in self._said(*each)]
        return (*lines[-_MOST:],) or (self.words.word("program.ruling.silence"),)

    def _said(self, entry: Entry, asked: str) -> Iterable[str]:
        at, heard = entry.wall[11:19], str(entry.input.get("heard") or "")
        if heard:
            yield f"{at} {said_line(heard, speaker(entry.input), self.words, asked)}"
        for line in filter(str.strip, entry.said):
            yield f"{at} Hektor: {one_line(line)}"


_SIGNERS = ("arbiter", "white", "black")


def _statement(heading: str, text: str) -> Section:
    return Section(heading, (text,) if text else (), blanks=0 if text else 3)


def _moves(entry: Entry) -> bool:
    return any(event.get("is") == "MoveCompleted" for event in entry.events)


def shown(nanoseconds: int) -> str:
    """A time as a chess clock shows it, h:mm:ss."""
    seconds = nanoseconds // SECOND
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
