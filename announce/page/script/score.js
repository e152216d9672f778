// SPDX-License-Identifier: GPL-3.0-or-later
// Looking back in the game; a move brings the page back to it.

import * as heard from "./heard.js";
import { put } from "./morph.js";
import { byId } from "./page.js";

/** @type {string | null} */
let present = null; // the board of the game, while another is shown
let asked = 0;

/** @param {HTMLElement} link */
async function look(link) {
  const number = ++asked;
  const answer = await fetch(`position?ply=${link.dataset.ply}`);
  if (!answer.ok || number !== asked) return;
  const { board, looking } = await answer.json();
  present ??= byId("board").innerHTML;
  document.body.classList.add("looking");
  for (const old of byId("moves").querySelectorAll("[aria-current]")) {
    old.removeAttribute("aria-current");
  }
  link.setAttribute("aria-current", "true");
  put(byId("board"), board);
  byId("place").textContent = looking;
  byId("looking").hidden = false;
  byId("arrows").replaceChildren();
  heard.say(looking);
}

/** Back to the game. */
export function back() {
  asked++;
  if (present === null) return;
  put(byId("board"), present);
  leave();
  const links = byId("moves").querySelectorAll("a");
  for (const one of links) one.removeAttribute("aria-current");
  links[links.length - 1]?.setAttribute("aria-current", "true");
}

function leave() {
  present = null;
  document.body.classList.remove("looking");
  byId("looking").hidden = true;
}

/**
 * New parts: a move leads back to the game; any other change of the board is kept for later.
 * @param {Record<string, string>} parts
 */
export function follow(parts) {
  if (present !== null && parts.moves !== undefined) leave();
  else if (present !== null && parts.board !== undefined) {
    present = parts.board;
    delete parts.board;
  }
}

/** Shows the end of the score. */
export function toEnd() {
  const place = byId("score");
  place.scrollTop = place.scrollHeight;
  reach();
}

/** The Tab key comes to one move only; the arrow keys go from one to the next. */
function reach() {
  const links = [...byId("moves").querySelectorAll("a")];
  const one = links.find((link) => link.hasAttribute("aria-current")) ?? links.at(-1);
  for (const link of links) {
    link.tabIndex = link === one || link === document.activeElement ? 0 : -1;
  }
}

/** @param {KeyboardEvent} event */
function key(event) {
  const links = [...byId("moves").querySelectorAll("a")];
  const here = links.indexOf(/** @type {HTMLAnchorElement} */ (event.target));
  const way = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -2, ArrowDown: 2 }[event.key];
  if (here < 0 || way === undefined) return;
  event.preventDefault();
  const there = links[Math.min(links.length - 1, Math.max(0, here + way))];
  links[here].tabIndex = -1;
  there.tabIndex = 0;
  there.focus();
}

/** Lets the score be looked through. */
export function start() {
  byId("moves").addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link) return;
    event.preventDefault();
    look(link);
  });
  byId("moves").addEventListener("keydown", key);
  byId("now").addEventListener("click", (event) => {
    event.preventDefault();
    back();
  });
  toEnd();
}
