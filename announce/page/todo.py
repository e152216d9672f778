# SPDX-License-Identifier: GPL-3.0-or-later
"""What the assistant's hands still have to do (D.2.10.1), as marked on the page.

An assistant need not mark anything. As long as they never do, only the last moves are listed, and
a move taken back is undone in full. From the first mark on the marks are believed: nothing leaves
the list before it is done, and only what was done is undone.
"""

from dataclasses import dataclass, replace

from announce.words.moves import steps
from rules.boards import Step
from rules.description import MoveFacts

UNMARKED = 2
"""So many moves are listed for one who marks nothing: a program may have replied already."""


@dataclass(frozen=True, slots=True)
class Task:
    """The steps of one move; ``back``: of taking it back. The first ``done`` steps are done."""

    move: MoveFacts
    steps: tuple[Step, ...]
    done: int = 0
    back: bool = False

    @property
    def open(self) -> bool:
        """Whether a step is left."""
        return self.done < len(self.steps)


@dataclass(frozen=True, slots=True)
class Todo:
    """The tasks in order; ``marks``: the assistant marks what is done."""

    tasks: tuple[Task, ...] = ()
    marks: bool = False

    @property
    def open(self) -> bool:
        """Whether anything is left to do."""
        return any(task.open for task in self.tasks)

    @property
    def next_task(self) -> Task | None:
        """The task to be worked on, if any is left: the last one for those who mark nothing, whose
        hands have done the others long ago."""
        tasks = self.tasks if self.marks else self.tasks[-1:]
        return next((task for task in tasks if task.open), None)

    @property
    def following(self) -> Step | None:
        """The next step, if anything is left to do."""
        task = self.next_task
        return None if task is None else task.steps[task.done]

    def step_done(self) -> "Todo":
        """The next step is done, and with it whatever came before."""
        task = self.next_task
        if task is None:
            return self
        number = next(at for at, one in enumerate(self.tasks) if one is task)
        before = (replace(one, done=len(one.steps)) for one in self.tasks[:number])
        done = replace(task, done=task.done + 1)
        return Todo((*before, done, *self.tasks[number + 1 :]), marks=True)

    def all_done(self) -> "Todo":
        """Every step is done."""
        tasks = tuple(replace(task, done=len(task.steps)) for task in self.tasks)
        return Todo(tasks, marks=True)

    def followed(self, before: tuple[MoveFacts, ...], after: tuple[MoveFacts, ...]) -> "Todo":
        """The game had the moves ``before`` and has ``after``, the announced one among them."""
        if before == after:
            return self
        same = 0
        while same < min(len(before), len(after)) and before[same] == after[same]:
            same += 1
        tasks = self._kept()
        for move in reversed(before[same:]):
            tasks = self._taken_back(tasks, move)
        tasks += [Task(move, steps(move)) for move in after[same:]]
        return Todo(tuple(tasks if self.marks else tasks[-UNMARKED:]), self.marks)

    def _kept(self) -> list[Task]:
        """The tasks that stay listed when something new is to be done."""
        last = self.tasks[-1:]
        return [task for task in self.tasks if task.open or task in last]

    def _taken_back(self, tasks: list[Task], move: MoveFacts) -> list[Task]:
        """What was done of ``move`` is to be undone, what was not done is done no more."""
        done = steps(move)
        listed = [
            number for number, task in enumerate(tasks) if task.move == move and not task.back
        ]
        if listed:
            task = tasks[listed[-1]]
            tasks = [one for one in tasks if one is not task]
            done = task.steps[: task.done] if self.marks else task.steps
        undone = tuple(step.reversed() for step in reversed(done))
        return [*tasks, Task(move, undone, back=True)] if undone else tasks
