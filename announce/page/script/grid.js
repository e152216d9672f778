// SPDX-License-Identifier: GPL-3.0-or-later
// The squares of the board, and the arrow keys that lead from one to the next.

import { byId } from "./page.js";

const board = byId("board");

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/**
 * The square under an event or a point, if it is one.
 * @param {EventTarget | null} target
 */
export function cellOf(target) {
  return target instanceof Element
    ? /** @type {HTMLElement | null} */ (target.closest("[data-square]"))
    : null;
}

/** @param {string} name */
export const cell = (
  name,
) => /** @type {HTMLElement} */ (board.querySelector(`[data-square="${name}"]`));

/** @param {HTMLElement} one */
export const nameOf = (one) => one.dataset.square ?? "";

/** @param {KeyboardEvent} event */
function key(event) {
  const here = cellOf(event.target);
  if (!here || event.ctrlKey || event.altKey || event.metaKey) return;
  const turned = document.body.classList.contains("turned") ? -1 : 1;
  const [file, rank] = [nameOf(here).charCodeAt(0) - 97, Number(nameOf(here)[1]) - 1];
  if (event.key in ARROWS) {
    const [x, y] = ARROWS[event.key];
    go(file + turned * x, rank + turned * y);
  } else if (event.key === "Home") go(turned > 0 ? 0 : 7, rank);
  else if (event.key === "End") go(turned > 0 ? 7 : 0, rank);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/**
 * @param {number} file
 * @param {number} rank
 */
function go(file, rank) {
  if (file < 0 || file > 7 || rank < 0 || rank > 7) return;
  const one = cell(String.fromCharCode(97 + file) + (rank + 1));
  reach(one);
  one.focus();
}

/**
 * The Tab key comes to this square of the board.
 * @param {HTMLElement} one
 */
function reach(one) {
  for (const old of board.querySelectorAll('[tabindex="0"]')) old.setAttribute("tabindex", "-1");
  one.tabIndex = 0;
}

/** Lets the squares be gone through. */
export function start() {
  reach(cell("e1"));
  board.addEventListener("keydown", key);
  board.addEventListener("focusin", (event) => {
    const one = cellOf(event.target);
    if (one) reach(one);
  });
}
