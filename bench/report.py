# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes ``docs/measurements.md`` from the results of the benchmarks.

    python -m bench.report [--measure [NAME ...]] [--results FOLDER] [--page FILE]

``bench/measurements.md`` is the text; each of its comments (``<!-- recognition -->``) is replaced
by the table that the function of that name makes. A result is a file that a benchmark wrote with
``--json docs/measurements/NAME.json``. ``--measure`` first measures anew what needs no sound card
and no recordings of people (``MEASURED``), or only what is named: on a machine that does nothing
else. Whole conversations take an hour or more, all others minutes; what was never measured is said
to be so, and so is what was not measured since its code was changed (``ROOMS``).
"""

import argparse
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from pathlib import Path
from typing import Any

from bench.results import Result, noise, read
from ground.progress import Progress

ROOT = Path(__file__).parent.parent
TEXT = Path(__file__).with_name("measurements.md")
PLACE = re.compile(r"<!-- (\w+) -->")

Results = Mapping[str, Result]


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *([str(cell) for cell in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def source(*results: Result) -> str:
    """Where figures come from."""
    told = []
    for one in results:
        busy = "" if one.load is None else f", load {one.load:g}"
        told.append(f"`{one.command}`, {one.date}, {one.machine}{busy}")
    return f"Measured with {'; '.join(told)}."


def percent(part: float, of: float) -> str:
    """A share with one digit."""
    return f"{100 * part / of:.1f} %"


def number(figure: float | None, unit: str = "") -> str:
    """A figure of a result, or a dash where it has none."""
    return "-" if figure is None else f"{figure:g}{unit}"


def recognition(results: Results) -> str:
    """How moves are heard in noise, and in the plain way."""
    result = results["recognition"]
    rows: dict[str, dict[float | None, Any]] = {}
    for row in result.figures["rows"]:
        rows.setdefault(row["way"], {})[row["noise_db"]] = row
    ours, plain = rows["Hektor"], rows.get("plain", {})
    cells = []
    for level, row in ours.items():
        n, other = row["utterances"], plain.get(level)
        cells.append((
            noise(level), percent(row["right"], n), percent(row["asked_again"], n),
            f"{row['wrong']} of {n:,}", f"{row['false_accepts']} of {row['outside']}",
            f"{row['latency_ms']:.0f}, {row['latency_95_ms']:.0f} ms",
            f"{percent(other['right'], other['utterances'])}, {other['wrong']}" if other else "-",
        ))  # fmt: skip
    head = ("noise", "right at first", "asked again", "wrong",
            "other German taken for a move or command", "end of speech to decision: median, 95 %",
            "plain way: right, wrong")  # fmt: skip
    return f"{table(head, cells)}\n\n{source(result)}"


READERS = {
    "pico": "SVOX Pico",
    "espeak": "espeak-ng, kept out of training",
    "finnish": "two Finns' diphones",
    "czech": "four Czechs' diphones",
    "english": "two Americans' diphones",
    "spliced": "single words of four people, put together",
}
"""Who reads in `bench.ears`, and how it was not heard in training."""


def ears(name: str) -> Callable[[Results], str]:
    """How voices are heard that are unlike those of the training: the result of that name."""

    def made(results: Results) -> str:
        if name not in results:
            return unmeasured("ears", name)
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


def unmeasured(name: str, file: str = "") -> str:
    """What stands in place of figures that nobody has measured yet."""
    path = f"docs/measurements/{file or name}.json"
    return f"Not measured yet: `python -m bench.{name} --json {path}`."


KINDS = {
    "harmless": "a question, louder, repeat …",
    "changes": "changes the game",
    "ends": "may end it",
    "other talk": "no command",
}
"""What an utterance of `bench.commands` is, by what it costs if it is taken wrongly."""


def commands(results: Results) -> str:
    """How commands are heard, and what other talk is taken for."""
    if "commands" not in results:
        return unmeasured("commands")
    result = results["commands"]
    rows = []
    for row in result.figures["rows"]:
        counts = {name: row[name] for name in row if name not in ("noise_db", "kind")}
        taken = sum(count for name, count in counts.items() if name.startswith("taken"))
        rows.append((
            KINDS[row["kind"]], noise(row["noise_db"]), sum(counts.values()),
            counts.get("obeyed", 0), counts.get("asked", 0),
            counts.get("missed", 0) + counts.get("left alone", 0), counts.get("wrong", 0) + taken,
        ))  # fmt: skip
    head = ("what was said", "noise", "n", "obeyed at first", "asked back", "nothing came of it",
            "something else came of it")  # fmt: skip
    return f"{table(head, rows)}\n\n{source(result)}"


def conversation(results: Results) -> str:
    """What becomes of what two people say over whole games."""
    return _talk(results, "conversation")


def live(results: Results) -> str:
    """The same in real time, through a virtual microphone, a row for each game."""
    if "live" not in results:
        return unmeasured("live")
    result = results["live"]
    rows = []
    for game in result.figures["games"]:
        of_all = [sum(of[name] for of in game["classes"].values()) for name in TALK]
        press = game["to_press_s"] and number(game["to_press_s"]["median"], " s")
        answer = game["to_answer_s"] and number(game["to_answer_s"]["median"], " s")
        rows.append((f"`{game['options']}`", game["plies"], *of_all, press or "–", answer or "–"))
    head = ("game", "plies", "acts", *TALK[1:], "move to press", "question to answer")
    return f"{table(head, rows)}\n\nMeasured on {result.date}, {result.machine}."


TALK = ("acts", "at first", "asked", "refused", "wrong")
"""What can become of what is said."""

WAITS = {
    "to_press_s": "from the end of a move to the press, where Hektor presses",
    "to_reply_s": "from the end of a move until the opponent can speak",
    "to_answer_s": "from the end of a question to its answer",
}
"""What people wait for in a conversation."""


def _talk(results: Results, name: str) -> str:
    if name not in results:
        return unmeasured(name)
    result = results[name]
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
    if "echo" not in results:
        return unmeasured("echo")
    result = results["echo"]
    head, *_ = result.figures["rows"]
    rows = [list(row.values()) for row in result.figures["rows"]]
    names = [name.replace("_", " ") for name in head]
    return f"{table(names, rows)}\n\n{source(result)}"


def learning(results: Results) -> str:
    """Errors before and after learning."""
    result = results["learning"]
    rows = [
        (row["speaker"], row["noise"], row["n"], row["before"], row["one_take"],
         row["three_takes"], row["unsaid"])
        for row in result.figures["rows"]
    ]  # fmt: skip
    head = ("who", "noise", "n", "before", "one take of each", "three takes", "unsaid")
    return f"{table(head, rows)}\n\n{source(result)}"


def lessons(results: Results) -> str:
    """Moves right before and after a lesson."""
    result = results["lessons"]
    people: dict[str, dict[float, Any]] = {}
    for row in result.figures["rows"]:
        people.setdefault(row["person"], {})[row["noise_db"]] = row
    levels = list(next(iter(people.values())))
    rows = []
    for name, at in people.items():
        changes = [f"{at[one]['right_before']} → {at[one]['right_after']}" for one in levels]
        first = at[levels[0]]
        rows.append((name, *changes, f"{first['n']}", "yes" if first["kept"] else "no"))
    head = ("who", *(f"{noise(one)} before → after" for one in levels), "of", "new model kept")
    return f"{table(head, rows)}\n\n{source(result)}"


def speakers(results: Results) -> str:
    """How often one of two people is taken for the other."""
    result = results["speakers"]
    rows = [
        (row["words"], noise(row["noise_db"]), f"{row['n']:,}", f"{row['wrong_percent']:.1f} %")
        for row in result.figures["rows"]
    ]
    head = ("words in a row", "noise", "n", "taken for the other's")
    people = f"Between two of {result.figures['people']} people:"
    return f"{people}\n\n{table(head, rows)}\n\n{source(result)}"


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
    if "verbosity" not in results:
        return unmeasured("verbosity")
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
    if "guided" not in results:
        return unmeasured("torture.guided")
    result = results["guided"]
    rows = [(name, f"{one['cases']:,}", one["failures"]) for name, one in _parsers(result)]
    return f"{table(('parser', 'inputs', 'failures'), rows)}\n\n{source(result)}"


def _parsers(result: Result) -> Iterable[tuple[str, Any]]:
    found: dict[str, Any] = result.figures["parsers"]
    return found.items()


def day(results: Results) -> str:
    """What grows and what is left behind over a day of a tournament."""
    if "day" not in results:
        return unmeasured("trust.day")
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
    if "ladder" not in results:
        return unmeasured("opponents.ladder", "ladder")
    result = results["ladder"]
    rows = [
        (pair, f"{one['elo']:+d} ({one['low']:+d} to {one['high']:+d})", one["games"])
        for pair, one in result.figures.items()
    ]
    return f"{table(('levels', 'Elo apart (95 %)', 'games'), rows)}\n\n{source(result)}"


def answer(results: Results) -> str:
    """How soon the computer's move is told, by level."""
    if "answer" not in results:
        return unmeasured("opponents.answer", "answer")
    result = results["answer"]
    rows = [
        (level, number(one["median"], " ms"), number(one["p95"], " ms"))
        for level, one in result.figures.items()
    ]
    return f"{table(('level', 'median', '95th percentile'), rows)}\n\n{source(result)}"


def library(results: Results) -> str:
    """How soon a large file of games is open."""
    if "library" not in results:
        return unmeasured("study.library", "library")
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
    if "hall" not in results:
        return unmeasured("hall")
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
        found = figures[key]
        told += (
            [f"{one:g} ms" if key == "late_ms" else f"{one:g}" for one in found.values()]
            if isinstance(found, dict)
            else [number(found)]
        )
    return ", ".join(told)


def hall_torture(results: Results) -> str:
    """What a hall survived."""
    if "hall-torture" not in results:
        return unmeasured("hall.torture", "hall-torture")
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


MEASURED = {
    "clock": "--games 15",
    "dialogue": "--starts 9 --moves 16",
    "page": "--moves 60",
    "rules": "winnable --positions 1500 --seed 81",
    "switching": "",
    "way": "",
    "commands": "--commands 500 --outside 500 --noise 20 10",
    "conversation": "--games 20",
    "echo": "--replies 60 --minutes 20",
    "verbosity": "",
    "hall": "--seconds 60",
}
"""The arguments with which ``--measure`` calls each benchmark."""


def measure(names: Iterable[str], folder: Path) -> None:
    """Run benchmarks one after the other; their results go into ``folder``."""
    for name in Progress().over(names):
        print(f"bench.{name} …", flush=True)
        file = folder / f"{name}.json"
        command = [sys.executable, "-m", f"bench.{name}", *MEASURED[name].split()]
        subprocess.run([*command, "--json", str(file)], check=True, cwd=ROOT)


PARTS: Mapping[str, Callable[[Results], str]] = {
    "recognition": recognition,
    "ears": ears("ears"),
    "letters": ears("letters"),
    "conditions": ears("conditions"),
    "commands": commands,
    "conversation": conversation,
    "live": live,
    "echo": echo,
    "learning": learning,
    "lessons": lessons,
    "speakers": speakers,
    "latencies": latencies,
    "ladder": ladder,
    "answer": answer,
    "library": library,
    "clock": clock,
    "switching": switching,
    "verbosity": verbosity,
    "can_win": can_win,
    "dead": dead,
    "torture": torture,
    "guided": guided,
    "hall": hall,
    "hall_torture": hall_torture,
    "day": day,
    "way": way,
}


HEARING = ("voice/acoustic", "voice/hearing", "voice/language", "voice/model")
TABLE = ("table", "rules", "clock", "record", "announce", "game")

ROOMS: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("recognition", "ears", "letters", "conditions", "commands"), HEARING),
    **dict.fromkeys(("learning", "lessons", "speakers"), (*HEARING, "voice/learning")),
    **dict.fromkeys(("echo", "switching"), ("voice/hearing", "game/sound")),
    **dict.fromkeys(("rules", "dead"), ("rules/winnable",)),
    **dict.fromkeys(("ladder", "answer"), ("opponents",)),
    "library": ("study", "record", "rules/reader.py"),
    "page": ("announce/page", "game/page"),
    "verbosity": ("announce", "game/speech", "table/acts"),
    "speech": ("game/speech",),
    "clock": ("clock", "table", "game"),
    **dict.fromkeys(("hall", "hall-1000", "hall-torture"), ("hall", "record", "table")),
}
"""The folders of which a result measures the code; of all others the whole way of a move."""


def outdated(results: Results) -> set[str]:
    """The names of the results that are older than the code which they measure."""
    return {
        name
        for name, one in results.items()
        if one.date < _last_change(ROOMS.get(name, (*HEARING, *TABLE)))
    }


def _last_change(folders: tuple[str, ...]) -> str:
    """The day of the last commit in these folders; "" where git knows of none."""
    command = ["git", "log", "-1", "--format=%cs", "--", *folders]
    try:
        found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return ""
    return found.stdout.strip()


class Used(dict[str, Result]):
    """Results that note which of them a table is made of."""

    def __init__(self, results: Results) -> None:
        super().__init__(results)
        self.names: set[str] = set()

    def __getitem__(self, name: str) -> Result:
        self.names.add(name)
        return super().__getitem__(name)


def report(results: Results, old: Set[str] = frozenset()) -> str:
    """The whole page; no table has figures of an ``old`` result."""

    def part(place: re.Match[str]) -> str:
        used = Used(results)
        made = PARTS[place[1]](used)
        outdated = [not_since(results[name]) for name in sorted(used.names & old)]
        return "\n\n".join(outdated) or made

    return PLACE.sub(part, TEXT.read_text(encoding="utf-8"))


def not_since(result: Result) -> str:
    """Stands in place of figures that are older than the code."""
    return f"Not measured since {result.date}: `{result.command}`."


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--measure", nargs="*", choices=[*MEASURED], metavar="NAME",
        help=f"measure first: {', '.join(MEASURED)} (default: all)")  # fmt: skip
    parser.add_argument("--results", type=Path, default=ROOT / "docs" / "measurements")
    parser.add_argument("--page", type=Path, default=ROOT / "docs" / "measurements.md")
    options = parser.parse_args()
    if options.measure is not None:
        measure(options.measure or MEASURED, options.results.resolve())
    results = {file.stem: read(file) for file in options.results.glob("*.json")}
    options.page.write_text(report(results, outdated(results)), encoding="utf-8")
    print(options.page)


if __name__ == "__main__":
    main()
