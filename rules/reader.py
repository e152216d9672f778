# SPDX-License-Identifier: GPL-3.0-or-later
"""The one reader of scores: whole games in any form of Appendix C, checked against the Laws.

It is generous in form and strict in meaning. Whatever has one meaning is read: PGN with blank lines
and signs of all kinds, the scores of books and of people, in any language that has piece letters.
What has two meanings, or none, is told (`Score.remarks`, `Score.left_out`) and never decided
silently. What was read is given as PGN of the strict kind, which any reader of PGN understands.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import chess

from rules import results
from rules.explanation import Illegality
from rules.notation import LANGUAGES, NoMove, Reading, Reason, letters, read_fully
from rules.position import BadSetup, Position, board_from_fen
from rules.score import HEADER, Loss, Remark, Score, cleaned, tags, write_headers

LONGEST = 12_000
"""Plies: no game can last longer (9.6.2 ends it before)."""

DEEPEST = 200
"""Variations within each other: nobody reads deeper."""

_FIRST_MOVE = re.compile(  # and no date; in a table the numbers have no point
    r"^\s*(?:\d+\s*(?:\.+|…)\s*[^\s\d.]|1[ \t]+\S?[a-h][1-8])", re.MULTILINE
)

_TOKEN = re.compile(
    r"""
    (?P<comment>\{[^}]*\})
  | (?P<unclosed>\{[^}]*\Z)
  | (?P<rest>;[^\n]*)
  | (?P<escape>^%[^\n]*)
  | (?P<nag>\$\d+)
  | (?P<offer>\(=\))
  | (?P<diagram>\(D\))
  | (?P<open>\()
  | (?P<close>\))
  | (?P<result>(?<![^\s(){}])(?:\*|(?:½|[01]|1/2|0[.,]5)\s?[-:–\u2212]\s?(?:½|[01]|1/2|0[.,]5)
        |[-+][:/][-+]|½|1/2|[Rr]emis)(?=[\s(){};.,]|\Z))
  | (?P<number>\d+\s*(?:\.+|…)|(?<!\S)\d+(?=\s))
  | (?P<word>[^\s.…${}();]+(?:\([^\W\d_]\))?(?:\s*e\.?\s?p\.?(?=[\s()]|\Z)|\.p\.)?(?:\s*\(=\))?)
  | (?P<dots>[.…}$]+)
    """,
    re.VERBOSE | re.MULTILINE,
)

_NAGS = {
    "!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6, "□": 7, "=": 10, "∞": 13, "~": 13,
    "⩲": 14, "+/=": 14, "+=": 14, "⩱": 15, "=/+": 15, "=+": 15, "±": 16, "+/-": 16, "∓": 17,
    "-/+": 17, "+-": 18, "-+": 19, "↑": 36, "→": 40, "⇆": 132, "⊕": 138, "△": 140, "⌓": 142,
    "N": 146, "D": 220,
}  # fmt: skip
"""The signs of annotators, by their numbers in PGN."""

_ONE_FORM = str.maketrans({"‼": "!!", "⁇": "??", "⁉": "!?", "⁈": "?!", "\u2212": "-"})
"""Signs that are one letter of Unicode, and how everybody else writes them."""

_MINUS = re.compile(r"(?<=\+)–|(?<=\+/)–|–(?=/?\+)")

_SIGN = re.compile(r"(?!--$)[-+=/±∓⩲⩱∞⇆→↑⊕□△⌓~!?²³]+|N|D")
_ATTACHED = re.compile(r"(\+/-|-/\+|\+/=|=/\+|\+-|-\+|\+=|=\+|[±∓⩲⩱∞⇆→↑⊕□△⌓~=²³N])$")
_CALLED = re.compile(r"(dbl\.?|dis\.?)?(?:ch|≠|mate|matt)\.?$", re.IGNORECASE)
_LOWER = re.compile(r"(?<=[1-8])([=/(]?)([^\W\d_A-H])(?=\)?$)")
_REMARK = re.compile(r"(?![a-h]x?[a-h][^\W\d_a-z]?\b)[^\W\d_]{3,}[,:]?|[-–—,:]+|[^\W\d_]{1,2}[,:]")
"""Words that are no moves; of moves only a pawn's short capture, "exd", has no digit."""

_SQUARE = re.compile(r"[a-h][1-8]|[0O]-[0O]")

_APART = re.compile(r"[x:×]?[a-h]?[1-8]?[x:×]?[a-h][1-8]")
_OF_SIGNS = {"N": "en", "D": "de"}
"""Signs that are the letter of a piece, and where."""

_GLYPHS = re.compile(r"[!?]+$")

_PLAIN_RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
"""The results of PGN; "+/-", "1/2" and their like may be signs, or anything."""

_STANDARD = ("", "standard", "normal", "chess", "fromposition", "chess960", "fischerandom")
"""The tag's words for this kind of chess."""


def read_in_any(text: str, start: Position | None = None) -> Score:
    """Read a score in whatever language it is: English first if it has the tags of PGN, else
    German; of those in which it cannot be read to its end, the one that goes furthest, and knows
    the letters where it ends."""
    first = "en" if HEADER.search(text) else "de"
    tried = [read_score(text, first, start)]
    for language in LANGUAGES:
        if tried[-1].whole:
            return tried[-1]
        if language != first:
            tried.append(read_score(text, language, start))
    return max(tried, key=_reach)


def _reach(score: Score) -> tuple[bool, bool, int, bool]:
    why = score.error.why if score.error else None
    unknown = isinstance(why, NoMove) and why.reason is Reason.UNKNOWN_LETTER
    return score.whole, score.error is None, score.position.ply, not unknown


def read_score(text: str, language: str = "de", start: Position | None = None) -> Score:
    """Read a score; PGN headers ``FEN`` and ``Variant`` are heeded where ``start`` is not given.

    Raises ``ValueError`` if the language is unknown, ``BadSetup`` if the FEN is bad.
    """
    return _ScoreReader(text, language, start).read()


def untitled(text: str) -> str:
    """Without what stands before the first numbered move at the beginning of a line: the names and
    the day, as Hektor's own files have them. A comment may stand before it too."""
    first = _FIRST_MOVE.search(text)
    before = "" if first is None else text[: first.start()]
    return text if first is None or re.search(r"[{(;]|^%", before) else text[first.start() :]


def _start(headers: Mapping[str, str]) -> tuple[Position, bool]:
    """Where the game begins, and whether rights that the position does not allow were left out."""
    if "FEN" not in headers:
        return Position.start(), False
    variant = headers.get("Variant", "").lower()
    chess960 = True if "960" in variant or "random" in variant else None
    fen, mended = headers["FEN"], False
    try:
        board = board_from_fen(fen, chess960)
    except BadSetup:
        fen, mended = _mended(fen), True
        board = board_from_fen(fen, chess960)
    return Position.from_fen(fen, chess960=board.chess960), mended


def _mended(fen: str) -> str:
    """With the castling rights and the en-passant square that the position allows. Raises BadSetup
    if the text is no FEN."""
    try:
        board = chess.Board(fen)
    except ValueError as error:
        raise BadSetup(f"not a FEN: {error}") from None
    board.castling_rights = board.clean_castling_rights()
    if board.ep_square is not None and not board.has_pseudo_legal_en_passant():
        board.ep_square = None
    return board.fen()


@dataclass(slots=True)
class _OpenLine:
    """How far a line of moves was read: the position before its last move and after it; None where
    it cannot be read on. ``opened`` is its bracket. ``lost`` is where and why the ``rest`` of it is
    left out; a line within such a line is part of its rest."""

    before: Position | None
    after: Position | None
    opened: Remark | None = None
    lost: Remark | None = None
    rest: list[str] = field(default_factory=list)


class _ScoreReader:
    """Reads one score; lives for one text."""

    def __init__(self, text: str, language: str, start: Position | None) -> None:
        self._letters, self._language = letters(language), language
        text = cleaned(text)
        found = tags(text)
        self._headers = {tag[1]: re.sub(r"\\(.)", r"\1", tag[2]) for tag in found}
        position, mended = (start, False) if start is not None else _start(self._headers)
        self._lines = [_OpenLine(None, position)]
        self._remarks: list[Remark] = []
        self._left: list[Remark] = []
        self._offers: list[int] = []
        self._told: list[str] = []
        self._error: Remark | None = None
        self._result: str | None = None
        self._prose: Remark | None = None  # the first word that is no move
        self._apart = False  # a piece's letter stood apart from its square
        self._numbered = False  # a move number was the last token
        variant = self._headers.get("Variant", "")
        if variant.lower().replace(" ", "") not in _STANDARD:
            self._error = self._remark(variant, Loss.VARIANT)
        if mended:
            self._lose(self._headers["FEN"], Loss.MENDED)
        last = {tag[1]: tag for tag in found}
        for tag in found:
            if last[tag[1]][2] != tag[2]:
                self._lose(tag[0].strip(), Loss.TEXT)  # the last one counts
        self._title = ""
        self._tokens = [*_tokens(self._moves_of(text, found))]

    def _moves_of(self, text: str, found: Sequence[re.Match[str]]) -> str:
        starts = (0, *(tag.end() for tag in found))
        ends = (*(tag.start(1) - 1 for tag in found), len(text))
        body = "".join(text[start:end] for start, end in zip(starts, ends, strict=True))
        moves = untitled(body)
        title = body[: len(body) - len(moves)].strip()
        if title and self._headers:
            self._lose(title, Loss.TEXT)
        elif title:
            self._title = title
        return moves

    def read(self) -> Score:
        """All that can be read."""
        place = 0
        while place < len(self._tokens) and self._error is None:
            kind, token = self._tokens[place]
            place += 1
            place += self._take(kind, token, place)
        if self._error is not None and place < len(self._tokens):
            rest = " ".join(token for _, token in self._tokens[place:])
            self._lose(rest, Loss.REST)
        while len(self._lines) > 1:
            self._error = self._lines[-1].opened
            self._close()
        return self._score()

    def _score(self) -> Score:
        last = self._lines[0]
        position = last.after or last.before
        assert position is not None
        tagged = self._headers.get("Result", "")
        of_tag = "*" if tagged == "*" else _result(tagged)
        result = self._result or of_tag
        if self._error is None and result is None and not position.ply and self._prose is not None:
            self._error = self._prose
        if self._result and of_tag and of_tag != self._result:
            self._lose(f"{tagged} {self._result}", Loss.TAG_DIFFERS)
        written = None if result is None else results.pgn_tag(result)
        return Score(
            position, written, self._error, tuple(self._remarks), tuple(self._left),
            tuple(self._offers), self._headers, self._pgn(result, written), self._title,
        )  # fmt: skip

    def _pgn(self, result: str | None, written: str | None) -> str:
        """All of it as strict PGN."""
        headers = dict(self._headers)
        if "Result" in headers:
            headers["Result"] = written or "*"
        told = [*self._told]
        if result is not None and result != written:
            told.append(f"{{ Result {result} }}")
        return f"{write_headers(headers)}\n{' '.join((*told, written or '*'))}\n"

    # --- What a token is --------------------------------------------------------------------------

    def _take(self, kind: str, token: str, place: int) -> int:
        """Take a token; how many of those behind it are taken with it."""
        numbered, self._numbered = self._numbered, kind == "number"
        if self._lines[-1].lost is not None and kind not in ("open", "close", "unclosed"):
            self._lines[-1].rest.append(token)
            return 0
        if self._is_beside(kind, token, place):
            return 0
        if self._result is not None and len(self._lines) == 1:
            rest = self._tokens[place - 1 :]
            moves = any(one == "word" and _SQUARE.search(text) for one, text in rest)
            why = Loss.REST if moves else Loss.TEXT  # a heading above the next game
            self._lose(" ".join(text for _, text in rest), why)
            del self._tokens[place:]
            return 0
        match kind:
            case "nag" | "diagram":
                self._sign(token if kind == "nag" else "D")
            case "offer":
                self._told.append("{ (=) }")
                self._offer()
            case "result":
                self._ended(token, place)
            case "number":
                self._count(token)
            case _:
                return self._word(token, place, numbered)
        return 0

    def _is_beside(self, kind: str, token: str, place: int) -> bool:
        """Take what stands beside the moves: comments, brackets, dots; False for all else."""
        match kind:
            case "comment":
                self._told.append(" ".join(token.split()))
            case "unclosed":
                self._told.append(" ".join(token.split()) + " }")
                self._error = self._remark("{", Loss.COMMENT)
            case "rest":
                self._semicolon(token, place)
            case "escape":
                self._lose(token, Loss.ESCAPE)
            case "open":
                self._open()
            case "close":
                self._close()
            case "dots":
                for sign in re.sub(r"[.…]", "", token):
                    self._lose(sign, Loss.BRACKET if sign == "}" else Loss.TEXT)
            case _:
                return False
        return True

    def _open(self) -> None:
        line, opened = self._lines[-1], self._remark("(", Loss.VARIATION)
        if line.lost is not None:
            line.rest.append("(")
            self._lines.append(replace(line, opened=opened))
            return
        deep = len(self._lines) > DEEPEST
        lost = None
        if deep or line.before is None:
            lost = self._remark("", Loss.DEEP if deep else Loss.LINE)
        here = None if lost is not None else line.before
        self._lines.append(_OpenLine(None, here, opened, lost))
        if not deep:
            self._told.append("(")

    def _close(self) -> None:
        if len(self._lines) == 1:
            self._lose(")", Loss.BRACKET)
            return
        line = self._lines.pop()
        if line.rest is self._lines[-1].rest:
            line.rest.append(")")
            return
        if line.lost is not None and line.rest:
            self._left.append(replace(line.lost, text=" ".join(line.rest)))
        if line.lost is None or line.lost.why is not Loss.DEEP:
            self._told.append(")")

    def _semicolon(self, token: str, place: int) -> None:
        """Behind a semicolon stands a comment, or, in a score without tags, the next moves."""
        text = token[1:].strip()
        goes_on = self._goes_on(text)
        if not text:
            return
        if goes_on and not self._headers:
            self._tokens[place:place] = _tokens(text)
            return
        if goes_on:
            self._lose(text, Loss.MAYBE_MOVES)
        self._told.append(f"{{ {text.replace('}', ')')} }}")

    def _goes_on(self, text: str) -> bool:
        """True if ``text`` begins with the number that is due, and with a move."""
        tokens, position = [*_tokens(text)], self._lines[-1].after
        if position is None or len(tokens) < 2 or tokens[0][0] != "number":
            return False
        due = int(re.sub(r"\D", "", tokens[0][1])) == position.number
        return due and isinstance(self._read(tokens[1][1], position), Reading)

    def _ended(self, token: str, place: int) -> None:
        """A result; "0-0" is castling where that is possible. Between moves there is none: what
        looks like one is the sign of an annotator, or is told."""
        position = self._lines[-1].after
        if position is not None and token.replace(" ", "") in ("0-0", "0–0"):
            castled = self._read("0-0", position)
            if isinstance(castled, Reading):
                self._play(castled, "", token)
                return
        main = len(self._lines) == 1
        if token in _NAGS and (not main or self._is_sign(place)):
            self._sign(token)
        elif not main:  # a note on the game from which the variation comes
            self._told.append(f"{{ {token} }}")
        elif self._goes_on_behind(token, place):
            self._lose(token, Loss.TEXT)
        else:
            self._result = _result(token) or "*"

    def _is_sign(self, place: int) -> bool:
        """True if "+/-" judges the move before it: where the game goes on, or where the tags have
        another result."""
        tagged = _result(self._headers.get("Result", ""))
        played = self._lines[0].after is not None and self._lines[0].after.ply > 0
        return self._goes_on_behind("", place) or (played and tagged in _PLAIN_RESULTS[:3])

    def _goes_on_behind(self, token: str, place: int) -> bool:
        """True if a move or a result follows in the game. Behind a result of PGN no other one
        counts, and a move only where its number is due: it may begin another game."""
        position, deep, plain = self._lines[0].after, 0, token in _PLAIN_RESULTS
        assert position is not None
        for kind, text in self._tokens[place:]:
            deep += {"open": 1, "close": -1}.get(kind, 0)
            if deep or kind not in ("result", "number", "word") or _SIGN.fullmatch(text):
                continue
            if kind == "number":
                if plain and int(re.sub(r"\D", "", text)[:9]) != position.number:
                    return False
                continue
            if kind == "result" and not plain:
                return True
            return kind == "word" and isinstance(self._with_signs(text, position)[0], Reading)
        return False

    def _count(self, token: str) -> None:
        """Compare a written move number with the one that is due."""
        position = self._lines[0].after
        written = int(re.sub(r"\D", "", token)[:9])
        if len(self._lines) == 1 and position is not None and written != position.number:
            self._remarks.append(self._remark(token, position.number))

    # --- Moves ------------------------------------------------------------------------------------

    def _word(self, word: str, place: int, numbered: bool) -> int:
        position = self._lines[-1].after
        assert position is not None
        joined = self._joined(word, place, numbered)
        if isinstance(joined, Reading):
            self._play(joined, "", word)
            return 1
        if joined is not None:
            self._stop(word, joined)
            return 0
        if _SIGN.fullmatch(word):
            self._sign(word)
            return 0
        answer, signs = self._with_signs(word, position)
        if isinstance(answer, Reading):
            self._play(answer, signs, word)
        elif answer.reason is Reason.NULL_MOVE and not position.board.is_check():
            self._pass(word)
        elif _REMARK.fullmatch(word):
            self._prose = self._prose or self._remark(word, answer)
            self._lose(word, Loss.TEXT)
        else:
            self._stop(word, answer)
        return 0

    def _read(self, word: str, position: Position) -> Reading | NoMove:
        return read_fully(word, position, (self._language,))

    def _with_signs(self, word: str, position: Position) -> tuple[Reading | NoMove, str]:
        """The move that a word is, and the signs of annotators at its end."""
        first = answer = self._read(word, position)
        glyphs = _GLYPHS.search(word)
        signs, bare = (glyphs[0] if glyphs else ""), word
        while not isinstance(answer, Reading):
            shorter = _CALLED.sub("", bare)
            if shorter == bare and (sign := _ATTACHED.search(bare)) is not None:
                shorter, signs = bare[: sign.start()], f"{sign[0]} {signs}"
            if shorter == bare:
                shorter = _LOWER.sub(lambda found: found[1] + found[2].upper(), bare)
            if shorter in ("", bare):
                return first, ""
            bare = shorter
            answer = self._read(bare, position)
        return answer, signs

    def _joined(self, word: str, place: int, numbered: bool) -> Reading | NoMove | None:
        """A piece's letter apart from its square, "N f3"; behind a move it may be a sign, too. None
        if it is no such letter; a NoMove if it is one of another language."""
        position = self._lines[-1].after
        if len(word) > 1 or place >= len(self._tokens) or position is None:
            return None
        kind, square = self._tokens[place]
        if kind != "word" or not _APART.match(square):
            return None
        own = self._read(word + square, position) if word in self._letters else None
        other = read_fully(word + square, position, (_OF_SIGNS.get(word, self._language),))
        if word in _NAGS and not (numbered or self._apart) and isinstance(own or other, Reading):
            self._lose(f"{word} {square}", Loss.MAYBE_SIGN)
            return None
        if own is None:
            return (
                NoMove(word, Reason.UNKNOWN_LETTER, word) if numbered and word.isupper() else None
            )
        self._apart = self._apart or isinstance(own, Reading)
        return own if isinstance(own, Reading) else None

    def _play(self, answer: Reading, signs: str, word: str) -> None:
        line = self._lines[-1]
        assert line.after is not None
        if len(self._lines) == 1:
            if answer.wrong_claim is not None:
                self._remarks.append(self._remark(word, answer.wrong_claim))
            if line.after.ply >= LONGEST:
                self._lose("", Loss.REST)
                self._tokens.clear()
                return
        self._told.append(line.after.board.san(answer.move))
        for sign in signs.split():
            self._sign(sign)
        self._lines[-1] = replace(line, before=line.after, after=line.after.play(answer.move))
        if answer.draw_offered:
            self._told.append("{ (=) }")
            self._offer()

    def _pass(self, word: str) -> None:
        """A null move, as annotators write it; it is told, since the Laws have none."""
        line = self._lines[-1]
        assert line.after is not None
        if len(self._lines) == 1:
            self._lose(word, Loss.NULL_MOVE)
        self._told.append("--")
        after = line.after.stand(chess.Move.null())
        self._lines[-1] = replace(line, before=line.after, after=after)

    def _stop(self, word: str, why: NoMove) -> None:
        """This line cannot be read on: the game ends here, or the variation."""
        if len(self._lines) == 1:
            self._error = self._remark(word, why)
        else:
            lost = self._remark("", Loss.LINE)
            self._lines[-1] = replace(self._lines[-1], after=None, lost=lost, rest=[word])

    def _offer(self) -> None:
        position = self._lines[0].after
        if len(self._lines) == 1 and position is not None and position.ply not in self._offers:
            self._offers.append(position.ply)

    def _sign(self, sign: str) -> None:
        if sign in _NAGS:
            sign = f"${_NAGS[sign]}"
        if sign.startswith("$"):
            self._told.append(sign)
        elif _GLYPHS.fullmatch(sign):
            self._told.append(f"${_NAGS.get(sign[:2], 5)}")
        else:
            self._lose(sign, Loss.TEXT)

    # --- What is told -----------------------------------------------------------------------------

    def _lose(self, text: str, why: Loss) -> None:
        self._left.append(self._remark(text, why))

    def _remark(self, text: str, why: NoMove | Illegality | Loss | int) -> Remark:
        line = self._lines[-1]
        position = line.after or line.before or self._lines[0].after or self._lines[0].before
        assert position is not None
        return Remark(position.number, position.turn, text, why)


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    for found in _TOKEN.finditer(text):
        kind, token = found.lastgroup or "", found[0].strip()
        if kind == "word":
            token = _MINUS.sub("-", token.translate(_ONE_FORM))
        yield kind, token


def _result(text: str) -> str | None:
    """A result in any spelling, as ``rules.results`` names it."""
    halved = text.strip().lower() in ("remis", "½", "1/2")
    return "1/2-1/2" if halved else results.read_result(text)
