# SPDX-License-Identifier: GPL-3.0-or-later
"""The tables of the page of measurements, each made of results."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from bench.results import Result, noise

Results = Mapping[str, Result]


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *([str(cell) for cell in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def source(*results: Result) -> str:
    """Tells by which commands figures were measured, on which day, of which commit, and where."""
    told = []
    for one in results:
        busy = "" if one.load is None else f", load {one.load:g}"
        told.append(f"`{one.command}`, {one.date}, {one.commit}, {one.machine}{busy}")
    return f"Measured with {'; '.join(told)}."


def percent(part: float, of: float) -> str:
    """A share with one digit."""
    return f"{100 * part / of:.1f} %"


def number(figure: float | None, unit: str = "") -> str:
    """A figure of a result, or a dash where it has none."""
    return "-" if figure is None else f"{figure:g}{unit}"


# --- How well Hektor hears ------------------------------------------------------------------------


READERS = {
    "pico": "SVOX Pico",
    "espeak": "espeak-ng, kept out of training",
    "finnish": "two Finns' diphones",
    "czech": "four Czechs' diphones",
    "english": "two Americans' diphones",
    "spliced": "single words of four people, put together",
}
"""Readers of `bench.ears`, and how they were kept out of training."""


def ears(name: str) -> Callable[[Results], str]:
    """How voices are heard that are unlike those of the training: the result of that name."""

    def made(results: Results) -> str:
        result = results[name]
        rows = [
            (
                READERS[row["reader"]],
                row["condition"],
                percent(row["right"], row["moves"]),
                percent(row["asked again"], row["moves"]),
                f"{row['wrong']} of {row['moves']}",
            )
            for row in result.figures["rows"]
        ]
        head = ("voices", "noise, or what else", "right at first", "asked again", "wrong")
        return f"{table(head, rows)}\n\n{source(result)}"

    return made


KINDS = {
    "harmless": "a question, louder, repeat …",
    "changes": "changes the game",
    "ends": "may end it",
    "other talk": "no command",
}
"""Kinds of utterances in `bench.commands`, by the cost of taking them wrongly."""


def commands(results: Results) -> str:
    """How commands are heard, and what other talk is taken for."""
    result = results["commands"]
    rows = []
    for row in result.figures["rows"]:
        counts = {name: row[name] for name in row if name not in ("noise_db", "room", "kind")}
        taken = sum(count for name, count in counts.items() if name.startswith("taken"))
        rows.append((
            KINDS[row["kind"]], row.get("room") or noise(row["noise_db"]), sum(counts.values()),
            counts.get("obeyed", 0), counts.get("asked", 0),
            counts.get("missed", 0) + counts.get("left alone", 0), counts.get("wrong", 0) + taken,
        ))  # fmt: skip
    head = ("what was said", "noise", "n", "obeyed at first", "asked back", "nothing came of it",
            "something else came of it")  # fmt: skip
    return f"{table(head, rows)}\n\n{source(result)}"


def live(results: Results) -> str:
    """The same in real time, through a virtual microphone, a row for each game."""
    result = results["live"]
    rows = []
    for game in result.figures["games"]:
        of_all = [sum(of[name] for of in game["classes"].values()) for name in TALK]
        press = game["to_press_s"] and number(game["to_press_s"]["median"], " s")
        answer = game["to_answer_s"] and number(game["to_answer_s"]["median"], " s")
        rows.append((f"`{game['options']}`", game["plies"], *of_all, press or "–", answer or "–"))
    head = ("game", "plies", "acts", *TALK[1:], "move to press", "question to answer")
    return f"{table(head, rows)}\n\n{source(result)}"


TALK = ("acts", "at first", "asked", "refused", "wrong")
"""Outcomes of what is said."""

WAITS = {
    "to_press_s": "from the end of a move to the press, where Hektor presses",
    "to_reply_s": "from the end of a move until the opponent can speak",
    "to_answer_s": "from the end of a question to its answer",
}
"""Waits of people in a conversation."""


def conversation(results: Results) -> str:
    """Outcomes of the acts of two people over whole games."""
    result = results["conversation"]
    found = result.figures
    rows = [
        (what, row["acts"], row["at first"], row["asked"], row["refused"], row["wrong"])
        for what, row in found["classes"].items()
        if row["acts"]
    ]
    waits = [
        (told, number(times["median"], " s"), number(times["p95"], " s"), times["n"])
        for key, told in WAITS.items()
        if (times := found[key]) is not None
    ]
    head = ("", "acts", "obeyed at first", "asked", "refused", "wrong")
    share = f"{found['plies']} plies; Hektor talks {100 * found['hektor_share']:.0f} % of the time."
    made = (table(head, rows), table(("waiting", "median", "95 %", "n"), waits), share)
    return "\n\n".join((*made, source(result)))


def echo(results: Results) -> str:
    """Replies begun while Hektor speaks, in rooms that echo."""
    result = results["echo"]
    head, *_ = result.figures["rows"]
    rows = [list(row.values()) for row in result.figures["rows"]]
    names = [name.replace("_", " ") for name in head]
    return f"{table(names, rows)}\n\n{source(result)}"


# --- How fast the program is, and what it survives ------------------------------------------------


LATENCIES = (
    ("start of the program to ready", "dialogue", "ready_ms"),
    ("end of speech to the read-back", "dialogue", "read_back_ms"),
    ("flag fallen to the line that says so", "clock", "late_ms"),
    ("typed move to the assistant's page", "page", "painted_ms"),
    ("opening the assistant's page to its first paint", "page", "first_paint_ms"),
    ("typed move to its printed line", "page", "printed_ms"),
    ("the same while many pages listen, some of them hung", "page", "printed_with_readers_ms"),
    ("Hektor stopped to the page that says so", "page", "stale_ms"),
    ("Hektor goes on to the page that is up to date", "page", "mended_ms"),
    ("a browser wakes after 15 seconds to the page that is up to date", "page", "awake_ms"),
)
"""Latencies: the name, and where the figures are."""


def latencies(results: Results) -> str:
    """Latencies that somebody waits for, in milliseconds."""
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
    """Costs of the program while nobody waits."""
    dialogue = results["dialogue"].figures
    return (
        f"While nobody speaks Hektor needs {dialogue['idle_percent']:g} % of a core; its memory is "
        f"{dialogue['memory_mb']} MB. The flag falls while all cores are busy and the recogniser "
        "hears moves."
    )


WAYS = {
    "move": '"Eva vier", from the recogniser\'s words to the read-back',
    "time": '"meine Zeit", from the recogniser\'s words to the answer',
    "order": "an arbiter's order, from the typed line to the answer",
    "engine": "a move of a program with its press, to the read-back",
    "flag": "a flag, from the deadline to the line that tells of it",
}


def way(results: Results) -> str:
    """Files and functions that an input passes."""
    result = results["way"]
    rows = [
        (told, result.figures[name]["files"], result.figures[name]["functions"])
        for name, told in WAYS.items()
    ]
    return f"{table(('way', 'files', 'functions'), rows)}\n\n{source(result)}"


CAMPAIGNS = {
    "talk": "a game of random and mutated lines, words, presses, restarts",
    "archives": "an archive, damaged or forged, and each command that reads it",
    "parsing": "a text or a recording from outside, cut and mutated",
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


def ladder(results: Results) -> str:
    """How far the levels of the computer are apart."""
    result = results["ladder"]
    rows = [
        (pair, f"{one['elo']:+d} ({one['low']:+d} to {one['high']:+d})", one["games"])
        for pair, one in result.figures.items()
    ]
    return f"{table(('levels', 'Elo apart (95 %)', 'games'), rows)}\n\n{source(result)}"


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
"""Figures of `bench.hall`."""


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
    """Mishaps that a hall survived."""
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
