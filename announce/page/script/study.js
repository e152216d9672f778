// SPDX-License-Identifier: GPL-3.0-or-later
// The page of who studies: it follows what is said and typed, and leads to a move or a game.

import * as grid from "./grid.js";
import { byId, send } from "./page.js";
import * as stream from "./stream.js";
import * as view from "./view.js";

const place = () => ({
  game: Number(byId("number").textContent),
  path: byId("cursor").textContent,
});
const links = () => /** @type {HTMLElement[]} */ ([...byId("moves").querySelectorAll("a")]);

/** @param {"back" | "next"} way */
const walk = (way) => send("walk", { way });

/** Marks where the reader stands; the Tab key comes to this move only. */
function mark() {
  const { path } = place();
  for (const link of links()) {
    const here = link.dataset.path === path;
    if (here) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
    link.tabIndex = here || link === document.activeElement ? 0 : -1;
    if (here) show(link);
  }
  const first = links()[0];
  if (first && !path) first.tabIndex = 0;
}

/**
 * Scrolls the game, and nothing else, to a move.
 * @param {HTMLElement} link
 */
function show(link) {
  const box = byId("lines");
  const { top, bottom } = link.getBoundingClientRect();
  const { top: upper, bottom: lower } = box.getBoundingClientRect();
  if (top < upper || bottom > lower) box.scrollTop += top - (upper + lower) / 2;
}

/**
 * The arrow keys: from move to move where the focus is among them, else through the game.
 * @param {KeyboardEvent} event
 */
function key(event) {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const target = event.target instanceof Element ? event.target : null;
  if (way === undefined || target?.closest("select, [role=gridcell]")) return;
  const all = links();
  const here = all.findIndex((link) => link === target);
  if (here < 0) walk(way < 0 ? "back" : "next");
  else {
    const there = all[Math.min(all.length - 1, Math.max(0, here + way))];
    all[here].tabIndex = -1;
    there.tabIndex = 0;
    there.focus();
  }
  event.preventDefault();
}

byId("back").onclick = () => walk("back");
byId("next").onclick = () => walk("next");
byId("moves").addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link) return;
  event.preventDefault();
  send("go", { ...place(), path: link.dataset.path });
});
byId("games").addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("button") : null;
  if (button) send("go", { game: Number(button.dataset.game), path: "" });
});
addEventListener("keydown", key);

view.start();
grid.start();
stream.onParts(() => queueMicrotask(mark));
stream.start();
mark();
