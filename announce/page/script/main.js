// SPDX-License-Identifier: GPL-3.0-or-later
// The script of the page. It puts the parts that Hektor sends in their places and sends what the
// assistant does; it decides nothing about the game.

import * as arrows from "./arrows.js";
import * as board from "./board.js";
import * as forms from "./forms.js";
import { byId, send, tick } from "./page.js";
import * as score from "./score.js";
import * as stream from "./stream.js";
import * as view from "./view.js";

const press = () => send("press", {});

byId("press").onclick = press;
byId("done").onclick = () => tick(false);
byId("all-done").onclick = () => tick(true);

// One key presses the clock, one ticks a step. Where a key means something else, they need Ctrl.
addEventListener("keydown", (event) => {
  if (event.altKey || event.metaKey || event.repeat || document.querySelector("dialog[open]")) return;
  const free = !(event.target instanceof Element && event.target.closest("a, button, input, select, textarea, [role=gridcell]"));
  if (event.key === "Enter" ? event.ctrlKey : event.key === " " && free && !event.ctrlKey) press();
  else if (event.key === "+" && free && !event.ctrlKey) tick(false);
  else return;
  event.preventDefault();
});

view.start();
board.start();
forms.start();
score.start();
stream.onParts(score.follow);
stream.onParts((parts) => {
  // Once they are in their places.
  queueMicrotask(() => {
    if (parts.moves !== undefined) score.toEnd();
    if (!document.body.classList.contains("looking")) board.refresh();
  });
});
stream.start();
arrows.draw();
