# SPDX-License-Identifier: GPL-3.0-or-later
"""A PGN file of any size as a library: indexed, not read.

Where the games begin is all that is kept of the file, eight bytes a game, and found as far as it is
needed: the first game is open at once. Names and openings are looked up in the file when somebody
asks for them, a block at a time.
"""

import codecs
import io
import re
from array import array
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from ground import files
from rules.openings import opening_of, opening_of_score, openings
from rules.reader import read_in_any
from rules.score import cleaned, decoded, tags
from study.library import Card, Criterion
from study.tree import NotAGame, Tree, Unread, read_game
from voice.language import lexicon

LONGEST_GAME = 4 << 20
"""Bytes: no game is longer that a person can study."""

NAMES = 10
"""So many names are told of a list."""

_BLOCK = 1 << 20
_OVERLAP = 512  # bytes: no line that is looked for is longer
_HEAD = 8 << 10
_START = re.compile(
    rb'\n(?:[ \t]*\r?\n(?=\[\w+[ \t]+")'  # fast: a literal first
    rb'|(?:(?<=[^\]\s]\n)|(?<=[^\]\s]\r\n))(?=\[Event[ \t]+"))'
)
_BEHIND = re.compile(rb'\[Event[ \t]+"')
_ENDS = tuple(sign + b"[Event" for sign in (b"0", b"1", b"2", b"*", b" ", b"\t"))
"""The first tag of a game that begins behind the result of the one before, on its line; and what
is in a block that has such a tag: few have, and to look for this is fast."""

_TAGS = {
    Criterion.PLAYER: re.compile(rb'\[(?:White|Black)[ \t]+"([^"\n]*)"'),
    Criterion.EVENT: re.compile(rb'\[(?:Event|Site)[ \t]+"([^"\n]*)"'),
}
_EVENTS_ALONE = re.compile(rb'\[Event[ \t]+"([^"\n]*)"')
_OPENING = re.compile(rb'\[ECO[ \t]+"([A-E]\d\d)|\n\r?\n(1\.[^\n]{0,120})')
_NO_MOVE = re.compile(r"\{[^}]*\}?|\d+\.+|\$\d+|[!?+#]")


class PgnFile:
    """The games of one file, numbered from one. Raises OSError where the file cannot be read."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._starts = array("Q", [0])
        self._scan: Iterator[int] | None = self._all_starts()
        self._changed: bytes | None = None
        if path.is_file():
            with path.open("rb") as file:
                head = file.read(_BLOCK)
        else:  # a pipe
            self._changed = files.read(path)
            head = self._changed[:_BLOCK]
        if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            data = self._changed or path.read_bytes()
            self._changed = data.decode("utf-16", "replace").encode()
        elif b"\r" in head and b"\n" not in head:  # of a Mac of long ago
            self._changed = (self._changed or path.read_bytes()).replace(b"\r", b"\n")
        if not head.strip():
            self._starts, self._scan = array("Q"), None

    def has(self, number: int) -> bool:
        """True if there is a game with this number; the file is indexed so far."""
        while self._scan is not None and len(self._starts) < number:
            self._index_one()
        return 1 <= number <= len(self._starts)

    def count(self) -> int:
        """The number of games in the file."""
        while self._scan is not None:
            self._index_one()
        return len(self._starts)

    def last(self) -> int:
        """The number of the last game."""
        return self.count()

    def beside(self, number: int, way: int) -> int | None:
        """The number of the next game or of the one before."""
        return number + way if self.has(number + way) else None

    def game(self, number: int) -> Tree:
        """A game. Raises NotAGame if it cannot be studied."""
        return read_game(self._text(number, LONGEST_GAME))

    def card(self, number: int) -> Card:
        """A game's card: its tags."""
        text = cleaned(self._text(number, _HEAD, whole=False))
        known = {tag[1]: re.sub(r"\\(.)", r"\1", tag[2]) for tag in tags(text)}
        white, black, event, site, date = (
            _said(known.get(name, "")) for name in ("White", "Black", "Event", "Site", "Date")
        )
        return Card(
            number,
            white,
            black,
            event=event,
            site=site,
            date=date,
            result=known.get("Result", "*"),
            opening=opening_of(known.get("ECO", "")),
        )

    def find(self, kind: Criterion, name: str) -> tuple[int, ...]:
        """The numbers of the games with all words of ``name``; if there are none, with words that
        begin so."""
        self.count()
        if kind is Criterion.OPENING:
            wanted = name.upper() if re.fullmatch(r"[A-Ea-e]\d{0,2}", name) else name
            return tuple(n for n, code, key in self._openings() if _is_opening(wanted, code, key))
        whole, begun = set(), set()
        asked = frozenset(_folded(name).split())
        verdicts: dict[bytes, tuple[bool, bool]] = {}
        for place, value in self._values(_TAGS[kind]):
            if value not in verdicts:
                verdicts[value] = _fits(asked, _folded(decoded(value)).split())
            exact, prefix = verdicts[value]
            if prefix:
                begun.add(self._number_at(place))
            if exact:
                whole.add(self._number_at(place))
        return tuple(sorted(whole or begun))

    def names(self, kind: Criterion) -> tuple[tuple[str, int], ...]:
        """The most frequent names, each with the number of its games."""
        if kind is Criterion.OPENING:
            self.count()
            known = Counter(key for _, _, key in self._openings() if key)
            return tuple(known.most_common(NAMES))
        pattern = _EVENTS_ALONE if kind is Criterion.EVENT else _TAGS[kind]
        found = Counter(value for _, value in self._values(pattern))
        told = ((_said(decoded(value)), games) for value, games in found.most_common(2 * NAMES))
        return tuple((name, games) for name, games in told if name)[:NAMES]

    # --- The index --------------------------------------------------------------------------------

    def _index_one(self) -> None:
        assert self._scan is not None
        start = next(self._scan, None)
        if start is None:
            self._scan = None
        else:
            self._starts.append(start)

    def _all_starts(self) -> Iterator[int]:
        first = True
        for place, found in self._matches(_START, _BEHIND):
            behind = found.re is _BEHIND
            if not _is_behind_a_result(found) if behind else _among_tags(found):
                continue
            start = place if behind else place + len(found[0])
            if not first or self._is_game(start):
                yield start
            first = False

    def _is_game(self, end: int) -> bool:
        """True if what stands before the first tags is one, and no words about the file."""
        if end > _HEAD:
            return True
        with self._open() as file:
            text = decoded(file.read(end))
        try:
            score = read_in_any(text)
        except ValueError:  # not a position of chess
            return True
        return bool(score.headers or score.position.ply)

    def _number_at(self, place: int) -> int:
        return bisect_right(self._starts, place + 1)

    def _matches(self, *patterns: re.Pattern[bytes]) -> Iterator[tuple[int, re.Match[bytes]]]:
        """Each match in the file with its place; a line end is put before the file."""
        base, kept, seen = -1, b"\n", -2
        with self._open() as file:
            if file.read(len(codecs.BOM_UTF8)) == codecs.BOM_UTF8:
                base += len(codecs.BOM_UTF8)
            else:
                file.seek(0)
            while chunk := file.read(_BLOCK):
                data = kept + chunk
                several = len(patterns) > 1 and any(end in data for end in _ENDS)
                every = [one for each in patterns[: 1 + several] for one in each.finditer(data)]
                for found in sorted(every, key=re.Match.start):
                    place = base + found.start()
                    # What may go on in the next block is found there.
                    if place > seen and (found.end() < len(data) or len(chunk) < _BLOCK):
                        seen = place
                        yield place, found
                kept = data[-_OVERLAP:]
                base += len(data) - len(kept)

    def _values(self, pattern: re.Pattern[bytes]) -> Iterator[tuple[int, bytes]]:
        return ((place, found[1]) for place, found in self._matches(pattern))

    def _openings(self) -> Iterator[tuple[int, str, str]]:
        """The number, the code and the key of the opening of the games that tell it."""
        told = 0
        for place, found in self._matches(_OPENING):
            number = self._number_at(place)
            if found[1] is not None:
                code = found[1].decode("ascii")
                yield number, code, opening_of(code)
            elif number != told:
                yield number, "", _by_moves(found[2])
            told = number

    def _open(self) -> io.BufferedIOBase | io.RawIOBase:
        if self._changed is not None:
            return io.BytesIO(self._changed)
        return self.path.open("rb", buffering=0)

    def _text(self, number: int, most: int, *, whole: bool = True) -> str:
        """The text of a game, at ``most`` so many bytes. Raises NotAGame if it is longer."""
        start = self._starts[number - 1]
        end = self._starts[number] if self.has(number + 1) else None
        with self._open() as file:
            file.seek(start)
            data = file.read(most + 1 if end is None else min(most + 1, end - start))
        if whole and len(data) > most:
            raise NotAGame(Unread.TOO_LONG)
        return decoded(data[:most])


_TAG = re.compile(rb'\[\w+[ \t]+"[^\n]*"\][ \t]*\Z')
_EVENT = re.compile(rb'\[Event[ \t]+"')


def _is_behind_a_result(found: re.Match[bytes]) -> bool:
    """True if what stands before a tag on its line ends with a result."""
    before = found.string[max(0, found.start() - _OVERLAP) : found.start()].rstrip(b" \t")
    return before[-1:] in (b"0", b"1", b"2", b"*")


def _among_tags(found: re.Match[bytes]) -> bool:
    """True if a blank line stands within the tags of one game: another game would name its event
    once more, or come behind moves."""
    before = found.string[max(0, found.start() - _OVERLAP) : found.start()].rstrip()
    behind = _TAG.search(before[before.rfind(b"\n") + 1 :]) is not None
    return behind and _EVENT.match(found.string, found.end()) is None


def _said(value: str) -> str:
    """The value of a tag; empty if it says nothing."""
    return value.strip() if value.strip(".?- *") else ""


def _folded(text: str) -> str:
    """Words alone, in small letters without marks."""
    return " ".join(re.findall(r"\w+", lexicon.without_marks(text.lower())))


def _fits(asked: frozenset[str], words: list[str]) -> tuple[bool, bool]:
    """Two flags: all words asked for are words of a name, and each of them begins one."""
    prefix = all(any(word.startswith(part) for word in words) for part in asked)
    return bool(asked) and asked.issubset(words), bool(asked) and prefix


def _is_opening(wanted: str, code: str, key: str) -> bool:
    if wanted in openings():
        return key == wanted
    return bool(code) and code.startswith(wanted)


def _by_moves(text: bytes) -> str:
    return opening_of_score(_NO_MOVE.sub(" ", text.decode("latin-1")).split())
