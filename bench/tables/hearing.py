# SPDX-License-Identifier: GPL-3.0-or-later
"""How well Hektor hears: moves, commands, whole games, and what learning a voice gains."""

from collections.abc import Callable
from typing import Any

from bench.results import noise
from bench.tables import Results, number, percent, source, table


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
"""What an utterance of `bench.commands` is, by what it costs if it is taken wrongly."""


def commands(results: Results) -> str:
    """How commands are heard, and what other talk is taken for."""
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
