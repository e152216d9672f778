// SPDX-License-Identifier: GPL-3.0-or-later
// What a screen reader is told: each change once. What is urgent interrupts, the rest waits.
// Nothing else on the page is a live region, so nothing is told twice.

import { byId } from "./page.js";

const KEPT = 6; // lines stay so long that a reader which comes late still finds them

/**
 * @param {string} place
 * @param {string[]} lines
 */
function add(place, lines) {
  const region = byId(place);
  for (const html of lines) {
    const line = document.createElement("p");
    line.innerHTML = html;
    region.append(line);
  }
  while (region.children.length > KEPT) region.firstElementChild?.remove();
}

/**
 * Tells lines of HTML politely.
 * @param {string[]} lines
 */
export const politely = (lines) => add("heard", lines);

/**
 * Tells lines of HTML at once.
 * @param {string[]} lines
 */
export const urgently = (lines) => add("alarm", lines);

/**
 * Tells a text of the page itself politely.
 * @param {string} text
 */
export function say(text) {
  const line = document.createElement("p");
  line.textContent = text;
  politely([line.innerHTML]);
}
