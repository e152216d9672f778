// SPDX-License-Identifier: GPL-3.0-or-later
// Both clocks, counted down between two messages of Hektor.

import { byId, shown, texts } from "./page.js";

/** @typedef {{white: number, black: number, running: string, waits: number}} Clocks */

const LAST_MINUTE = 60_000;

let clocks = /** @type {Clocks} */ (JSON.parse(texts.clocks));
let since = performance.now();

/** Shows both as they are now. */
export function paint() {
  const passed = Math.max(0, performance.now() - since - clocks.waits);
  for (const colour of /** @type {const} */ (["white", "black"])) {
    const runs = clocks.running === colour;
    const left = clocks[colour] - (runs ? passed : 0);
    const element = byId(colour);
    const time = /** @type {Element} */ (element.querySelector(".time"));
    const text = shown(left);
    if (time.textContent !== text) time.textContent = text;
    time.classList.toggle("hours", text.length > 5);
    element.classList.toggle("running", runs);
    element.classList.toggle("low", runs && left < LAST_MINUTE);
  }
}

/**
 * What Hektor told.
 * @param {Clocks} told
 */
export function set(told) {
  clocks = told;
  since = performance.now();
  paint();
}

/** Nobody knows any more whether a clock runs. */
export function stop() {
  const passed = Math.max(0, performance.now() - since - clocks.waits);
  if (clocks.running === "white" || clocks.running === "black") clocks[clocks.running] -= passed;
  set({ ...clocks, running: "" });
}
