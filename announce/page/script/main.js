// SPDX-License-Identifier: GPL-3.0-or-later
// The script of the page. It puts the parts that Hektor sends in their places and sends what the
// assistant does; it decides nothing about the game.

import * as arrows from "./arrows.js";
import * as board from "./board.js";
import * as clocks from "./clocks.js";
import * as forms from "./forms.js";
import * as grid from "./grid.js";
import { acts, byId, send } from "./page.js";
import * as score from "./score.js";
import * as stream from "./stream.js";
import * as view from "./view.js";

const press = () => send("press", {});

byId("press").onclick = press;
byId("done").onclick = () => board.done(false);
byId("all-done").onclick = () => board.done(true);
byId("devices").onclick = (event) => {
  const button = event.target instanceof Element ? event.target.closest("button") : null;
  if (button) send("dismiss", { device: Number(button.dataset.device) });
};

const WRITES = "input, select, textarea";
const TAKES_SPACE = `a, button, [role=gridcell], ${WRITES}`;

// One key presses the clock, one ticks a step. Where the space bar means something else, it is
// Control and Enter.
addEventListener("keydown", (event) => {
  if (!acts) return;
  if (event.altKey || event.metaKey || event.repeat || document.querySelector("dialog[open]")) {
    return;
  }
  const within = (/** @type {string} */ places) =>
    event.target instanceof Element && event.target.closest(places) !== null;
  if (event.key === "Enter" && event.ctrlKey) press();
  else if (event.key === " " && !event.ctrlKey && !within(TAKES_SPACE)) press();
  else if (event.key === "+" && !event.ctrlKey && !within(WRITES)) board.done(false);
  else return;
  event.preventDefault();
});

view.start();
grid.start();
if (acts) {
  board.start();
  forms.start();
}
score.start();
stream.onParts(score.follow);
stream.onParts((parts) => {
  if (acts && parts.access) forms.show(parts.access);
});
stream.onParts((parts) => {
  // Once they are in their places.
  queueMicrotask(() => {
    if (parts.moves !== undefined) score.toEnd();
    if (!document.body.classList.contains("looking")) board.refresh();
  });
});
addEventListener("resize", () => {
  score.toEnd();
  board.refresh();
});
stream.toClocks((told) => told.clocks && clocks.set(told.clocks), clocks.stop);
setInterval(clocks.paint, 100);
clocks.paint();
byId("turn").addEventListener("click", arrows.draw);
stream.start();
arrows.draw();
