# SPDX-License-Identifier: GPL-3.0-or-later
"""How fast the program is, what it survives, and how long its ways are."""

from collections.abc import Iterable, Mapping
from typing import Any

from bench.results import Result
from bench.tables import Results, number, percent, source, table

LATENCIES = (
    ("start of the program to ready", "dialogue", "ready_ms"),
    ("end of speech to the read-back", "dialogue", "read_back_ms"),
    ("told to be silent to silence", "speech", "cancel"),
    ("flag fallen to the line that says so", "clock", "late_ms"),
    ("typed move to the assistant's page", "page", "painted_ms"),
    ("opening the assistant's page to its first paint", "page", "first_paint_ms"),
    ("typed move to its printed line", "page", "printed_ms"),
    ("the same while many pages listen, some of them hung", "page", "printed_with_readers_ms"),
    ("Hektor stopped to the page that says so", "page", "stale_ms"),
    ("Hektor goes on to the page that is up to date", "page", "mended_ms"),
    ("a browser wakes after 15 seconds to the page that is up to date", "page", "awake_ms"),
)
"""What somebody waits for: its name, and where its figures are."""


def latencies(results: Results) -> str:
    """What somebody waits for, in milliseconds."""
    figures_of = ((name, results[of].figures.get(key)) for name, of, key in LATENCIES)
    found = [(name, figures) for name, figures in figures_of if figures is not None]
    rows = [
        (name, *(number(figures.get(key), " ms") for key in ("median", "p95", "worst")),
         number(figures.get("n")))
        for name, figures in found
    ]  # fmt: skip
    of = dict.fromkeys(of for _, of, _ in LATENCIES)
    made = table(("from … to …", "median", "95 %", "worst", "n"), rows)
    return f"{made}\n\n{source(*(results[one] for one in of))}"


def clock(results: Results) -> str:
    """What the program needs while nobody waits."""
    dialogue, speech = results["dialogue"].figures, results["speech"].figures
    told = (
        f"While nobody speaks Hektor needs {dialogue['idle_percent']:g} % of a core; its memory is "
        f"{dialogue['memory_mb']} MB. The flag falls while all cores are busy and the recogniser "
        "hears moves."
    )
    if "buffer" in speech:
        told += f" The sound server's buffer of {speech['buffer']['median']:g} ms comes on top."
    return told


TALKED = {
    "opera": "Morphy's game at the Opera, with what a blind player asks in it",
    "two people": "two people",
    "computer": "against the computer, whose moves Hektor tells",
}
"""What `bench.verbosity` plays."""


def verbosity(results: Results) -> str:
    """How much of the speech in a game at home is Hektor's."""
    result = results["verbosity"]
    rows = []
    for kind, told in TALKED.items():
        found = result.figures[kind]
        hektor = sum(found["hektor_s"].values())
        rows.append((told, f"{found['people_s']:.0f} s", f"{hektor:.0f} s",
            percent(found["share"], 1), percent(found["unasked"], 1)))  # fmt: skip
    head = ("a game", "people talk", "Hektor talks", "Hektor's share", "without answers")
    return f"{table(head, rows)}\n\n{source(result)}"


def switching(results: Results) -> str:
    """What a second model costs."""
    result = results["switching"]
    figures = result.figures
    rows = [
        ("loading the second model", f"{figures['loading_ms']:g} ms"),
        ("its memory", f"{figures['more_mb']:g} MB"),
        ("new phrases for the same model", f"{figures['same_ms']:g} ms"),
        ("new phrases for the other model", f"{figures['other_ms']:g} ms"),
    ]
    if "grown_mb" in figures:
        changes = f"memory that {figures['changes']:,} changes of position leave behind"
        rows.append((changes, f"{figures['grown_mb']:g} MB"))
    return f"{table(('what', 'cost'), rows)}\n\n{source(result)}"


def can_win(results: Results) -> str:
    """What the proof costs for each kind of position."""
    result = results["rules"]
    kinds = {**result.figures["families"], "all": result.figures["all"]}
    rows = [
        (name, kind["cpu_ms"]["n"], *(number(kind["cpu_ms"][key], " ms") for key in
         ("median", "p99", "worst")), kind["outcomes"].get("undecided", 0))
        for name, kind in kinds.items()
    ]  # fmt: skip
    head = ("positions", "questions", "median", "99 %", "worst", "left open")
    return f"{table(head, rows)}\n\n{source(result)}"


def dead(results: Results) -> str:
    """What is found of what cannot be won, in positions that are made to be hard."""
    result = results["dead"]
    rows = []
    for name, kind in (*result.figures["families"].items(), ("all", result.figures["all"])):
        outcomes, cpu = kind["outcomes"], kind["cpu_ms"]
        found = sum(count for told, count in outcomes.items() if told.startswith("no"))
        shown, open_ = outcomes.get("left open, a mate exists", 0), outcomes.get("undecided", 0)
        times = (number(cpu[key], " ms") for key in ("median", "p99", "worst"))
        rows.append((name, cpu["n"], found, percent(kind["found"], 1), shown, open_, *times))
    head = (
        *("positions", "questions", "cannot win", "found at least"),
        *("left open, winnable", "left open, unknown", "median", "99 %", "worst"),
    )
    return f"{table(head, rows)}\n\n{source(result)}"


WAYS = {
    "move": '"Eva vier", from the recogniser\'s words to the read-back',
    "time": '"meine Zeit", from the recogniser\'s words to the answer',
    "order": "an arbiter's order, from the typed line to the answer",
    "engine": "a move of a program with its press, to the read-back",
    "flag": "a flag, from the deadline to the line that tells of it",
}


def way(results: Results) -> str:
    """Files and functions that an input passes, in version 1 and now."""
    now, before = results["way"], results["way-version-1"]
    rows = [
        (told, *(f"{one.figures[name]['files']} files, {one.figures[name]['functions']} functions"
         if name in one.figures else "" for one in (before, now)))
        for name, told in WAYS.items()
    ]  # fmt: skip
    return f"{table(('way', 'version 1', 'now'), rows)}\n\n{source(now)}"


CAMPAIGNS = {
    "talk": "a game of random and mutated lines, words, presses, restarts",
    "archives": "an archive, damaged or forged, and each command that reads it",
    "page": "requests to the assistant's page",
    "sounds": "random and mutated sounds, the whole way",
    "kills": "eight lives of the real program, each ended by SIGKILL",
    "faults": "a disk that is full, slow, gone or read-only; a blocked output; leaping clocks; "
    "a stop; a hang-up; a sound server that is frozen or gone",
    "engines": "a program that is no good opponent",
}


def torture(results: Results) -> str:
    """How many cases of each campaign were run, and how many failed."""
    result = results["torture"]
    rows = [
        (
            told,
            result.figures["campaigns"][name]["cases"],
            result.figures["campaigns"][name]["failures"],
        )
        for name, told in CAMPAIGNS.items()
        if name in result.figures["campaigns"]
    ]
    return f"{table(('one case', 'cases', 'failures'), rows)}\n\n{source(result)}"


def guided(results: Results) -> str:
    """How many inputs each parser met in a search guided by its code, and on how many it broke."""
    result = results["guided"]
    rows = [(name, f"{one['cases']:,}", one["failures"]) for name, one in _parsers(result)]
    return f"{table(('parser', 'inputs', 'failures'), rows)}\n\n{source(result)}"


def _parsers(result: Result) -> Iterable[tuple[str, Any]]:
    found: dict[str, Any] = result.figures["parsers"]
    return found.items()


def day(results: Results) -> str:
    """What grows and what is left behind over a day of a tournament."""
    result = results["day"]
    found = result.figures
    first, last = found["memory_mb"][0], found["memory_mb"][-1]
    rows = [
        ("games, and hours on the reckoned clock", f"{found['games']}, {found['hours']:g}"),
        ("memory after the first game and the last", f"{first:.1f}, {last:.1f} MB"),
        ("growth since both voices are known", f"{found['growth_mb']:g} MB"),
        ("threads before and after", "{}, {}".format(*found["threads"])),
        ("open files before and after", "{}, {}".format(*found["open_files"])),
        ("read by the page", f"{found['page_kb']:,} kB"),
    ]
    measured = [result]
    if "idle" in results:
        measured.append(results["idle"])
        percent = number(results["idle"].figures["idle_percent"], " % of a core")
        rows.append(("the real program, listening to silence", percent))
    return f"{table(('what', 'figure'), rows)}\n\n{source(*measured)}"


def ladder(results: Results) -> str:
    """How far the levels of the computer are apart."""
    result = results["ladder"]
    rows = [
        (pair, f"{one['elo']:+d} ({one['low']:+d} to {one['high']:+d})", one["games"])
        for pair, one in result.figures.items()
    ]
    return f"{table(('levels', 'Elo apart (95 %)', 'games'), rows)}\n\n{source(result)}"


def answer(results: Results) -> str:
    """How soon the computer's move is told, by level."""
    result = results["answer"]
    rows = [
        (level, number(one["median"], " ms"), number(one["p95"], " ms"))
        for level, one in result.figures.items()
    ]
    return f"{table(('level', 'median', '95th percentile'), rows)}\n\n{source(result)}"


def library(results: Results) -> str:
    """How soon a large file of games is open."""
    result = results["library"]
    found = result.figures
    rows = [
        ("from the start of the program to the first game", number(found["first_game_s"], " s")),
        ("of that, time of the processor", number(found["first_game_cpu_s"], " s")),
        ("the same for a file of one game", number(found["single_first_game_s"], " s")),
        ("to the last game", number(found["last_game_s"], " s")),
        ("to the games of one player", number(found["player_s"], " s")),
        ("the most memory", number(found["peak_mb"], " MB")),
    ]
    return f"{table(('what', 'figure'), rows)}\n\n{source(result)}"


def hall(results: Results) -> str:
    """How late entries are on the desk of a hall, and what everybody pays."""
    measured = [results[name] for name in ("hall", "hall-1000") if name in results]
    head = ("what", *(f"{one.figures['tables']:,} tables" for one in measured))
    rows = [(told, *(_of_hall(one.figures, *keys) for one in measured)) for told, *keys in HALL]
    return f"{table(head, rows)}\n\n{source(*measured)}"


HALL = (
    ("an entry on a table's disk to the desk: median, 99 %, worst", "late_ms"),
    ("entries, and how many did not come", "entries", "lost"),
    ("memory of the desk and of the server, MB", "desk_mb", "server_mb"),
    ("processor for desk and server, seconds a minute", "desk_cpu", "server_cpu"),
    ("a table's thread of the hall, % of a core", "table_cpu_percent"),
    ("what it takes of the game's own thread a turn: median, 99 %, µs", "asked_us"),
    ("bytes of an entry; kB a table in a minute over the network", "entry_bytes", "network_kb"),
    ("messages a table in a minute over the network", "network_messages"),
)
"""What `bench.hall` measures."""


def _of_hall(figures: Mapping[str, Any], *keys: str) -> str:
    told = []
    for key in keys:
        if (found := figures.get(key)) is None:  # tables that only send have no game's thread
            return "-"
        told += (
            [f"{one:g} ms" if key == "late_ms" else f"{one:g}" for one in found.values()]
            if isinstance(found, dict)
            else [number(found)]
        )
    return ", ".join(told)


def hall_torture(results: Results) -> str:
    """What a hall survived."""
    result = results["hall-torture"]
    figures = result.figures
    orders = figures["orders"]
    rows = [
        *figures["happened"].items(),
        ("rounds, and how many failed", f"{figures['rounds']}, {figures['failed']}"),
        ("games, and their entries, each there once and in order",
            f"{figures['games']}, {figures['entries']}"),
        *((f"orders: {name}", count) for name, count in orders.items()),
        ("until all is there again, s, at the worst", figures["settled_s"]["worst"]),
    ]  # fmt: skip
    return f"{table(('what happened', 'times'), rows)}\n\n{source(result)}"
