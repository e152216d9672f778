# SPDX-License-Identifier: GPL-3.0-or-later
"""The games of the archive: ``hektor games`` lists them, ``hektor export`` gives one as PGN, as
plain text or in braille, ``hektor incident`` tells what an arbiter needs of it for a ruling.
"""

import argparse
import sys
from pathlib import Path

import chess

from announce.braille import BrailleStyle, file_text, text_pages, unicode_text
from announce.errors import PlayerError, bad_value
from announce.lexicon import Lexicon, lexicon
from announce.page.markup import report_page, report_paragraphs, report_text
from announce.text.settings import Settings
from game.app import options
from ground import files
from ground.text import one_line
from record.incidents import IRREGULAR, Incident, after_move, incidents, said_line
from record.journal import Archive, GameSummary
from record.pgn import to_pgn
from record.report import figures, report_of, shown
from record.score_file import (
    Format,
    add_braille_options,
    claim_text,
    letters_of,
    score_of,
    score_text,
)
from record.snapshot import stored
from rules.editions import title
from rules.notation import LANGUAGES
from table.acts.scoresheets import lines
from table.core.state import State

# --- hektor export --------------------------------------------------------------------------------


def add_export_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``hektor export``."""
    options.add_game(parser)
    parser.add_argument(
        "--format", choices=[one.value for one in Format], default="pgn", help="export.format"
    )
    parser.add_argument("--notation", choices=LANGUAGES, help="export.notation")
    parser.add_argument("--scoresheet", choices=("white", "black"), help="export.scoresheet")
    parser.add_argument("--recordings", type=Path, metavar="FOLDER", help="export.recordings")
    parser.add_argument("--remarks", action="store_true", help="export.remarks")
    parser.add_argument("--claim", action="store_true", help="export.claim")
    add_braille_options(parser)
    parser.add_argument(
        *("--to", "--output"), dest="output", type=Path, metavar="FILE", help="export.output"
    )
    options.add_settings(parser, "export")


def run_export(given: argparse.Namespace) -> int:
    """Write the game."""
    archive, chosen = options.chosen_game(given)
    state = stored(archive, chosen.id).state
    form = Format(given.format)
    if given.recordings is not None:
        return _write_recordings(archive, chosen.id, state, given.recordings)
    if given.scoresheet is not None:
        text = _sheet_text(state, given.scoresheet == "white")
        text += _remarks_below(archive, chosen.id, given.language)
    elif form is Format.PGN:
        text = to_pgn(state, chosen.started, _remarks(archive, chosen.id, given))
    else:
        notation = given.notation or letters_of(given.language)
        text = score_text(score_of(state, chosen.started), form, notation, given)
        if form is Format.TEXT:
            text += _remarks_below(archive, chosen.id, given.language)
    if given.claim:
        text = _claim_text(state, chosen)
    return _write(text, given.output, chosen.id)


def _write(text: str, output: Path | None, game: int) -> int:
    """Write what was made of a game, and tell where."""
    if output is None:
        sys.stdout.write(text)
        return 0
    try:
        files.write(output, text.encode("utf-8"))
    except OSError as error:
        raise PlayerError("unwritten", path=output, reason=error) from error
    words = lexicon(options.interface())
    told = words.text("program.report.exported", game=game, path=output.resolve())
    print(one_line(told))
    return 0


def _remarks(archive: Archive, game: int, given: argparse.Namespace) -> list[tuple[int, str]]:
    """The remarks for the comments of PGN, if wanted: after how many plies, and the text."""
    if not given.remarks:
        return []
    found = incidents(archive, game, given.language, IRREGULAR)
    return [(one.position.ply, one.told) for one in found if one.told]


def _remarks_below(archive: Archive, game: int, language: str) -> str:
    """The irregularities, claims and time that was given, a line each, below a score."""
    words = lexicon(language)
    lines = [
        f"{after_move(one.position, words)}: {one.told}"
        for one in incidents(archive, game, language, IRREGULAR)
        if one.told
    ]
    head = ["", words.word("program.incident.remarks")] if lines else []
    return "".join(f"{line}\n" for line in (*head, *lines))


def _claim_text(state: State, game: GameSummary) -> str:
    text = claim_text(state, game.started)
    if text is None:
        raise PlayerError("no_claim", game=game.id)
    return text


def _sheet_text(state: State, colour: chess.Color) -> str:
    """A player's record as they wrote it, a line for each move, with (=) for offers (C.12)."""
    written = [f"{state.conditions.white or '?'} - {state.conditions.black or '?'}"]
    for line in lines(state, colour):
        dots = "." if line.colour == chess.WHITE else "..."
        mark = " (=)" if line.offer else ""
        written.append(f"{line.number}{dots} {line.text or '-'}{mark}")
    papers = state.scoresheets.of(colour)
    if papers.signed is not None:
        written.append(f"{papers.signed} (signed)")
    return "".join(f"{line}\n" for line in written)


def _write_recordings(archive: Archive, game: int, state: State, folder: Path) -> int:
    """Each recording as a FLAC file, by move number, colour and order."""
    count = 0
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for made, digests in zip(state.record, state.scoresheets.sounds, strict=False):
            name = f"{made.facts.number:03}-{chess.COLOR_NAMES[made.facts.colour]}"
            for part, digest in enumerate(digests, start=1):
                data = archive.sound(game, digest)
                if data is not None:
                    files.write(folder / f"{name}-{part}.flac", data)
                    count += 1
    except OSError as error:
        raise PlayerError("unwritten", path=folder, reason=error) from error
    words = lexicon(options.interface())
    print(words.text("program.report.recordings", game=game, count=count, folder=folder))
    return 0


# --- hektor incident ------------------------------------------------------------------------------


def add_incident_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``hektor incident``."""
    options.add_game(parser)
    add = parser.add_argument
    add("--from-move", type=int, default=0, metavar="N", help="incident.from_move")
    add("--report", type=int, metavar="N", help="incident.report")
    add("--format", choices=("text", "html", "braille", "brf"), default="text",
        help="incident.format")  # fmt: skip
    add("--white-states", default="", metavar="TEXT", help="incident.white_states")
    add("--black-states", default="", metavar="TEXT", help="incident.black_states")
    add("--cells", type=int, default=32, metavar="N", help="braille.cells")
    add("--brf-code", choices=("us", "euro"), default="us", help="braille.brf_code")
    add("--to", dest="output", type=Path, metavar="FILE", help="incident.output")
    options.add_settings(parser, "incident")


def run_incident(given: argparse.Namespace) -> int:
    """Print the incidents. The exit status is 0."""
    archive, chosen = options.chosen_game(given)
    if given.from_move < 0:
        raise bad_value("--from-move", given.from_move, "0, 1, 2…")
    if given.report is not None:
        return _write(_report(archive, chosen.id, given), given.output, chosen.id)
    words, state = lexicon(given.language), stored(archive, chosen.id).state
    print("\n".join(_head(chosen.id, state, words)))
    for number, one in enumerate(incidents(archive, chosen.id, given.language), start=1):
        if one.position.number >= given.from_move:
            first, *lines = _lines(one, words)
            print("\n".join(("", f"{number}. {first}", *lines)))
    return 0


def _report(archive: Archive, game: int, given: argparse.Namespace) -> str:
    """The report on one incident in the form that was asked for."""
    white, black = map(one_line, (given.white_states, given.black_states))
    found = report_of(archive, game, given.report, given.language, white=white, black=black)
    if found is None:
        raise PlayerError("no_incident", game=game, number=given.report)
    if given.format == "text":
        return report_text(found, figures(found.board, given.language))
    if given.format == "html":
        return report_page(found, Settings(given.language))
    if not 30 <= given.cells <= 40:
        raise bad_value("--cells", given.cells, "30-40")
    pages = text_pages([*report_paragraphs(found)], BrailleStyle(width=given.cells))
    return unicode_text(pages) if given.format == "braille" else file_text(pages, given.brf_code)


def _head(number: int, state: State, words: Lexicon) -> list[str]:
    """The lines that name a game and tell how it stands."""
    agreed, clock = state.conditions, state.clock
    name = {side: getattr(agreed, side) or words.word(f"program.report.{side}") for side in SIDES}
    white, black = (shown(clock.remaining(one, clock.since)) for one in (chess.WHITE, chess.BLACK))
    say = words.text
    return [
        say("program.incident.head", game=number, white=name["white"], black=name["black"]),
        say("program.incident.laws", year=title(agreed.edition), control=agreed.time_control),
        say(
            "program.incident.now",
            after=after_move(state.position, words),
            white=white,
            black=black,
        ),
        state.position.fen,
    ]


SIDES = tuple(chess.COLOR_NAMES)


def _lines(one: Incident, words: Lexicon) -> list[str]:
    """The incidents as lines: the time, the place in the game, and the words."""
    when = {
        "time": shown(one.at),
        "wall": one.wall[11:19],
        "after": after_move(one.position, words),
    }
    lines = [words.text("program.incident.at", **when)]
    if one.said:
        lines.append(said_line(one.said, one.who, words, one.asked))
    return [*lines, one.told, one.position.fen]


def add_games_options(parser: argparse.ArgumentParser) -> None:
    """The archive, and the language."""
    options.add_settings(parser, "games")


def run_games(given: argparse.Namespace) -> int:
    """List the games."""
    words = lexicon(given.language)
    summaries = options.archive(given).games()
    if not summaries:
        print(words.word("program.report.no games"))
    for one in summaries:
        line = words.text(
            "program.report.game",
            game=one.id,
            white=one.white or words.word("program.report.white"),
            black=one.black or words.word("program.report.black"),
            result=_result(one, words),
            day=one.started[:10],
            time=one.started[11:16],
        )
        print(line)
    return 0


def _result(game: GameSummary, words: Lexicon) -> str:
    """The result in words if there are any, else in signs."""
    result = game.result if game.begun else "not begun"
    if result == "*" and game.over:
        result = "no result"
    elif result == "*" and game.adjourned:
        result = "adjourned"
    told: str = words.table("program.report").get(result, result)
    return told
