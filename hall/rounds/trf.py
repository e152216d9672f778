# SPDX-License-Identifier: GPL-3.0-or-later
"""FIDE's tournament report files: TRF16 (Handbook C.04, Annex 2) and TRF26, which has held since
September 2025; the line of a player is the same in both.

A line of a player (``001``) has fixed columns, and ten more for each round: the opponent's number,
the colour, and the result. Nothing of a file is lost when results go back into it: its lines stay
as they were, but for the cells of the round and the points.

PyPI's ``trf`` 1.1.1 of 2021 was looked at and not taken: it knows TRF16 alone, skips lines that it
does not know without a word, and loses them when it writes.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from clock.control import BadTimeControl, read_tag
from ground.text import one_line
from hall.rounds.facts import (
    OPEN,
    Bye,
    Code,
    Found,
    Pairing,
    Player,
    Results,
    Round,
    Trouble,
    UnreadLine,
    codes_of,
    points_of,
    result_of,
)
from rules.results import USUAL, Scoring, scoring

_FIRST, _WIDTH = 91, 10
"""Where the cell of round 1 begins, counted from 0, and how wide each is."""

_POINTS = slice(80, 84)
_NAME_AT, _NAME_END = 14, 47
_BEHIND_THE_NAME = re.compile(
    r" [ \d]{4} .{3} [ \d]{11} .{10} [ \d.,]{4} [ \d]{4}(?:  [ \d]{4} [wbWB -] .)*(?:  )?\Z"
)
"""The columns behind a name, where they stand where they have to: rating, federation, number,
birth, points, rank, and the cells of the rounds."""

_LONGEST_NAME = 80
_KNOWN = re.compile(
    r"(?:0[0-9]2|1[0-9]2|2[0-2]2|3[56]2|013|2[456]0|299|3[0-3]0|80[12]|XX.|BB.|DAT)\b"
)
"""Records of TRF16, of TRF26, and those that JaVaFo, bbpPairings and Tornelo add (``XX?``,
``BB?``, ``DAT``). The records of teams and byes are kept; they are not needed to seat anybody."""

_NATIONAL = re.compile(r"[A-Z]{3} +\d+\b")
"""A national rating of a player, under the code of the federation (TRF26)."""

_LETTERS = {"W": 0, "D": 1, "L": 2}
_SCORES = re.compile(r"\b(?:[WB]?([WDL]))\s*=?\s*(\d*[.,]?\d+)")
_DATE = re.compile(r"(\d{2}|\d{4})[/.-](\d\d)[/.-](\d\d)")
_ARMAGEDDON = re.compile(r"W(?P<white>[^-]+)-B(?P<black>.+)")


@dataclass(frozen=True, slots=True)
class _Cell:
    opponent: int
    colour: str
    code: Code


@dataclass(frozen=True, slots=True)
class _PlayerRecord:
    """The line of a player: its number in the file, the player, and the cells that are filled."""

    line: int
    player: Player
    cells: Mapping[int, _Cell]

    def cell(self, number: int) -> _Cell:
        return self.cells.get(number, _Cell(0, "", Code.NONE))


def looks_like(text: str) -> bool:
    """True if a text is a TRF: a line in it is a player's, or tells the name of the event."""
    return re.search(r"^(?:001 +\d+ |012 )", text, re.MULTILINE) is not None


def read(text: str, number: int | None = None) -> Found:
    """Round ``number``; without one the first with a game that is not over, else the last."""
    unread: list[UnreadLine] = []
    tags: dict[str, str] = {}
    lines: dict[int, _PlayerRecord] = {}
    for at, line in enumerate(text.splitlines(), start=1):
        tag = line[:3]
        if tag == "001":
            found = _player_line(at, line, unread)
            if found is not None and found.player.number in lines:
                unread.append(UnreadLine(at, Trouble.TWICE, line))
            elif found is not None:
                lines[found.player.number] = found
        elif _KNOWN.match(line):
            tags.setdefault(tag, line[4:].rstrip() if tag != "132" else line)
        elif line.strip() and not line.startswith("###") and not _NATIONAL.match(line):
            unread.append(UnreadLine(at, Trouble.UNKNOWN, line))
    worth = _scoring(tags, text, unread)
    control, black_control = _controls(tags, text, unread)
    chosen = _default_round(lines.values()) if number is None else number
    pairings, byes = _paired(lines, chosen, unread)
    given = _accelerated(text, chosen)
    ordered = sorted(pairings, key=lambda one: _place(one, lines, chosen, worth or USUAL, given))
    paired = Round(
        chosen,
        tuple(replace(one, table=table) for table, one in enumerate(ordered, start=1)),
        tuple(byes),
        one_line(tags.get("012", "")),
        one_line(tags.get("022", "")),
        _date(tags.get("132", ""), chosen),
        control=control,
        black_control=black_control,
        scoring="" if worth is None else "-".join(map(str, worth)),
    )
    unread.sort(key=lambda one: one.line)
    return Found(paired, tuple(unread), text, counted=bool(ordered))


# --- The lines of the players -----------------------------------------------------------------


def _player_line(at: int, line: str, unread: list[UnreadLine]) -> _PlayerRecord | None:
    number = _number(line[4:8])
    if not number:
        unread.append(UnreadLine(at, Trouble.NUMBER, line))
        return None
    shift, told = _shift(line), len(unread)
    name, line = one_line(line[_NAME_AT : _NAME_END + (shift or 0)]), _aligned(line, shift or 0)
    if not name:
        unread.append(UnreadLine(at, Trouble.NAME, line))
    player = Player(
        number,
        name or f"{number}",
        one_line(line[10:13]),
        _number(line[48:52]) or 0,
        one_line(line[53:56]),
        one_line(line[57:68]),
    )
    cells: dict[int, _Cell] = {}
    for start in range(_FIRST, len(line), _WIDTH):
        cell = _cell(line[start : start + _WIDTH], at, line, unread)
        if cell is not None:
            cells[(start - _FIRST) // _WIDTH + 1] = cell
    if shift is None and len(unread) == told:
        unread.append(UnreadLine(at, Trouble.UNKNOWN, line))
    return _PlayerRecord(at, player, cells)


def _shift(line: str) -> int | None:
    """By how many columns what stands behind a name is shifted: to the left where a program padded
    the name by the bytes of UTF-8, to the right where the name is longer than its columns. None
    where it fits nowhere."""
    end, width = _NAME_AT, 0
    while end < min(len(line), _NAME_END) and width < _NAME_END - _NAME_AT:
        width += len(line[end].encode())
        end += 1
    shifts: list[int] = [0, end - _NAME_END, *range(1, _LONGEST_NAME - _NAME_END)]
    for shift in shifts:
        behind = line.rstrip()[_NAME_END + shift :]
        cells = -(-max(0, len(behind) - _FIRST + _NAME_END) // _WIDTH)
        length = _FIRST - _NAME_END + _WIDTH * cells - 2
        if not behind or _BEHIND_THE_NAME.match(behind.ljust(length)):
            return shift
    return None


def _aligned(line: str, shift: int) -> str:
    """A line with what stands behind the name in its own columns."""
    return line[: min(_NAME_END, _NAME_END + shift)].ljust(_NAME_END) + line[_NAME_END + shift :]


def _cell(text: str, at: int, line: str, unread: list[UnreadLine]) -> _Cell | None:
    """A round of a player; None where the cell is empty, or cannot be read."""
    if not text.strip():
        return None
    padded = text.ljust(_WIDTH)
    opponent, colour, sign = padded[:4], padded[5].lower().strip(), padded[7].upper().strip()
    number = 0 if not opponent.strip() else _number(opponent)
    trouble = None
    if number is None:
        trouble = Trouble.OPPONENT
    elif colour not in ("w", "b", "-", ""):
        trouble = Trouble.COLOUR
    elif sign not in set(Code):
        trouble = Trouble.RESULT
    if trouble is not None or number is None:
        unread.append(UnreadLine(at, trouble or Trouble.OPPONENT, line))
        return None
    return _Cell(number, colour.strip("-"), Code(sign))


def _number(text: str) -> int | None:
    plain = text.strip()
    return int(plain) if plain.isascii() and plain.isdecimal() else None


def _default_round(lines: Iterable[_PlayerRecord]) -> int:
    cells = [(number, cell) for one in lines for number, cell in one.cells.items() if cell.opponent]
    waiting = min((number for number, cell in cells if cell.code is Code.NONE), default=0)
    return waiting or max((number for number, _ in cells), default=1)


# --- The round ----------------------------------------------------------------------------------


def _paired(
    lines: Mapping[int, _PlayerRecord], number: int, unread: list[UnreadLine]
) -> tuple[list[Pairing], list[Bye]]:
    """Who plays whom in a round, and who has no opponent."""
    pairings, byes = list[Pairing](), list[Bye]()
    for own, line in lines.items():
        cell = line.cell(number)
        if not cell.opponent:
            byes.append(Bye(line.player, cell.code or Code.ABSENT))
            continue
        other = lines.get(cell.opponent)
        if other is None:
            unread.append(UnreadLine(line.line, Trouble.OPPONENT, line.player.name))
            continue
        back = other.cell(number)
        if back.opponent != own or cell.opponent == own or not _colours_fit(cell, back):
            unread.append(UnreadLine(line.line, Trouble.ALONE, line.player.name))
        elif _is_white(own, cell, back):
            result = result_of(cell.code, back.code)
            if result is None:
                unread.append(UnreadLine(line.line, Trouble.RESULT, line.player.name))
            pairings.append(Pairing(0, line.player, other.player, result or OPEN))
    return pairings, byes


def _colours_fit(cell: _Cell, back: _Cell) -> bool:
    return {cell.colour, back.colour} in ({"w", "b"}, {""})


def _is_white(own: int, cell: _Cell, back: _Cell) -> bool:
    """A forfeited game may have no colours; then the player with the lower number comes first."""
    return cell.colour == "w" if cell.colour else own < cell.opponent


def _place(
    one: Pairing,
    lines: Mapping[int, _PlayerRecord],
    number: int,
    worth: Scoring,
    given: Mapping[int, Fraction],
) -> tuple[Fraction, Fraction, int]:
    """Where a pairing stands among the others: TRF has no tables, so they go by FIDE's order for
    publishing pairings (C.04.2): the score of the higher ranked player, both scores, the rank."""
    scores = [
        (
            -_before(lines[player.number], number, worth) - given.get(player.number, 0),
            player.number,
        )
        for player in (one.white, one.black)
    ]
    (first, rank), (second, _) = sorted(scores)
    return first, first + second, rank


def _accelerated(text: str, number: int) -> dict[int, Fraction]:
    """The points that a player is only given for the pairing of a round (accelerated systems):
    JaVaFo's XXA has them for each round of a player, TRF26's 250 for some rounds and players."""
    given: dict[int, Fraction] = {}
    for line in text.splitlines():
        if line.startswith("XXA") and (player := _number(line[4:8])):
            points = "".join(line[8:].split()[number - 1 : number])
            given[player] = Fraction(points) if _DECIMAL.fullmatch(points) else Fraction(0)
        elif line.startswith("250") and (found := _ROUNDS_GIVEN.search(line)):
            first, last, lowest, highest = map(int, found.group(2, 3, 4, 5))
            if first <= number <= last:
                given.update(dict.fromkeys(range(lowest, highest + 1), Fraction(found[1])))
    return given


_DECIMAL = re.compile(r"\d+(?:\.\d+)?")
_ROUNDS_GIVEN = re.compile(r"(\d+\.\d+)\s+(\d+)\s+(\d+)\s+(\d{1,4})\s+(\d{1,4})\s*$")


def _before(line: _PlayerRecord, number: int, worth: Scoring) -> Fraction:
    codes = (cell.code for at, cell in line.cells.items() if at < number)
    return sum((points_of(code, worth) for code in codes), Fraction(0))


# --- The tournament -----------------------------------------------------------------------------


def _line_of(text: str, tag: str) -> int:
    lines = text.splitlines()
    return next(at for at, line in enumerate(lines, start=1) if line.startswith(tag))


def _scoring(tags: Mapping[str, str], text: str, unread: list[UnreadLine]) -> Scoring | None:
    """The points of tag 162, or of JaVaFo's XXS; None for the usual ones."""
    tag = "162" if "162" in tags else "XXS"
    if tag not in tags:
        return None
    found = [*USUAL]
    for letter, value in _SCORES.findall(tags[tag]):
        found[_LETTERS[letter]] = Fraction(value.replace(",", "."))
    try:
        worth = scoring("-".join(map(str, found)))
    except ValueError:
        unread.append(UnreadLine(_line_of(text, tag), Trouble.SCORING, tags[tag]))
        return None
    return None if worth == USUAL else worth


def _controls(tags: Mapping[str, str], text: str, unread: list[UnreadLine]) -> tuple[str, str]:
    """White's and Black's time control of tag 222, in seconds as in PGN; Black's is empty where it
    is the same. The free text of tag 122 sets no clock."""
    written = tags.get("222", "").strip()
    if not written:
        return "", ""
    both = _ARMAGEDDON.fullmatch(written)
    try:
        white = str(read_tag(both["white"] if both else written))
        black = str(read_tag(both["black"])) if both else ""
    except BadTimeControl:
        unread.append(UnreadLine(_line_of(text, "222"), Trouble.CONTROL, written))
        return "", ""
    return white, black


def _date(line: str, number: int) -> str:
    """The date of a round in tag 132, in ISO 8601; empty if there is none."""
    start = _FIRST + _WIDTH * (number - 1)
    found = _DATE.search(line[start : start + _WIDTH])
    if found is None:
        return ""
    year, month, day = found.groups()
    return f"{year if len(year) == 4 else f'20{year}'}-{month}-{day}"


# --- Writing ------------------------------------------------------------------------------------


def filled(found: Found, results: Results) -> str:
    """The text of a TRF with the results of the round in it, and the points that follow; all else
    is as it was. What is not over, or adjourned, stays empty."""
    assert found.trf is not None
    signs = _signs(found.round, results)
    worth = scoring(found.round.scoring) if found.round.scoring else USUAL
    lines = []
    for line in found.trf.splitlines(keepends=True):
        number = _number(line[4:8]) if line[:3] == "001" else None
        code = signs.pop(number, None) if number else None
        lines.append(line if code is None else _with_code(line, found.round.number, code, worth))
    return "".join(lines)


def _signs(paired: Round, results: Results) -> dict[int, Code]:
    """The entry of each player whose game has a result on record."""
    signs: dict[int, Code] = {}
    for one in paired.pairings:
        played = results.get(one.table)
        if played is not None and played.result != OPEN:
            codes = codes_of(played.result, played.plies)
            signs.update(zip((one.white.number, one.black.number), codes, strict=True))
    return signs


def _with_code(line: str, number: int, code: Code, worth: Scoring) -> str:
    content = line.rstrip("\r\n")
    ending, shift = line[len(content) :], _shift(content) or 0
    name, content = content[: _NAME_END + shift], _aligned(content, shift)
    at = _FIRST + _WIDTH * (number - 1) + 7
    content = content.ljust(at + 1)
    old = content[at].upper().strip()
    before = points_of(Code(old), worth) if old in set(Code) else Fraction(0)
    content = f"{content[:at]}{code}{content[at + 1 :]}"
    points = content[_POINTS].strip().replace(",", ".")
    if re.fullmatch(r"\d+(\.\d+)?", points):
        total = Fraction(points) - before + points_of(code, worth)
        content = f"{content[: _POINTS.start]}{_points(total):>4}{content[_POINTS.stop :]}"
    return name + content[_NAME_END:] + ending


def _points(total: Fraction) -> str:
    return f"{float(total):.1f}"


def made(paired: Round, results: Results) -> str:
    """A TRF of one round alone, for pairings that did not come from one. Lines end with CR LF."""
    signs = _signs(replace(paired, pairings=_numbered(paired)), results)
    head = {"012": paired.event, "022": paired.site}
    lines = [f"{tag} {text}" for tag, text in head.items() if text]
    cells: dict[int, tuple[Player, int, str]] = {}
    for one in _numbered(paired):
        known = codes_of(one.result)
        for player, other, colour, code in (
            (one.white, one.black, "w", known[0]),
            (one.black, one.white, "b", known[1]),
        ):
            cells[player.number] = (player, other.number, colour)
            signs.setdefault(player.number, code)
    lines.append(f"062 {len(cells) + len(paired.byes)}")
    if paired.date:
        day = paired.date[2:].replace("-", "/")
        lines.append("132".ljust(_FIRST + _WIDTH * (paired.number - 1)) + day)
    lines.append(f"142 {paired.number}")
    for number, (player, opponent, colour) in sorted(cells.items()):
        code = signs[number]
        lines.append(_written(player, paired.number, f"{opponent:>4} {colour} {code}", code))
    for bye in paired.byes:
        if bye.player.number:
            cell = f"0000 - {bye.code}"
            lines.append(_written(bye.player, paired.number, cell, bye.code))
    return "".join(f"{line.rstrip()}\r\n" for line in lines)


def _numbered(paired: Round) -> tuple[Pairing, ...]:
    """The pairings of players who all have a number of their own: where the file has none, they
    are counted by tables, White first."""
    numbers = [player.number for one in paired.pairings for player in (one.white, one.black)]
    if all(numbers) and len(set(numbers)) == len(numbers):
        return paired.pairings
    counted: Iterator[int] = iter(range(1, 2 * len(paired.pairings) + 1))
    return tuple(
        replace(
            one,
            white=replace(one.white, number=next(counted)),
            black=replace(one.black, number=next(counted)),
        )
        for one in paired.pairings
    )


def _written(player: Player, number: int, cell: str, code: Code) -> str:
    """The line of a player with one cell."""
    rating = str(player.rating or "")
    points = _points(points_of(code))
    line = (
        f"001 {player.number:>4}  {player.title:>3} {player.name[:33]:<33} {rating:>4} "
        f"{player.federation:>3} {player.fide:>11} {'':10} {points:>4} {'':4}"
    )
    return line.ljust(_FIRST + _WIDTH * (number - 1)) + cell
