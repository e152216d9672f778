# SPDX-License-Identifier: GPL-3.0-or-later
"""Many positions at a time: the order of the answers, and those who wait for each."""

import threading
from collections.abc import Iterator

from lab import judge
from lab.judge import answers


def spelled(line: str) -> str:
    return line.strip().upper()


def test_answers_come_in_the_order_of_the_questions() -> None:
    """From other processes too."""
    asked = [f"line {number}\n" for number in range(3 * judge._MANY)]
    assert list(answers(spelled, asked, processors=2)) == [line.strip().upper() for line in asked]


def test_who_waits_for_each_answer_gets_it() -> None:
    """Another program asks the next question after the answer to the last."""
    answered = threading.Event()

    def asking() -> Iterator[str]:
        for line in ("one", "two"):
            answered.clear()
            yield line
            assert answered.wait(10)

    found = []
    for answer in answers(spelled, asking()):
        found.append(answer)
        answered.set()
    assert found == ["ONE", "TWO"]
