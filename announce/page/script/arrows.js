// SPDX-License-Identifier: GPL-3.0-or-later
// Arrows over the board: the next step of the hands, and what puts a wrong board right.

import { byId } from "./page.js";

const SVG = "http://www.w3.org/2000/svg";
const HEAD = 0.34; // in squares

/**
 * The middle of a square in the drawing, as the board is turned now.
 * @param {string} square
 */
function middle(square) {
  const [file, rank] = [square.charCodeAt(0) - 97, Number(square[1]) - 1];
  const turned = document.body.classList.contains("turned");
  return turned ? { x: 7.5 - file, y: rank + 0.5 } : { x: file + 0.5, y: 7.5 - rank };
}

/**
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 */
function shape(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

/**
 * @param {string} start
 * @param {string} end
 */
function arrow(start, end) {
  const [from, to] = [middle(start), middle(end)];
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const [x, y] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const neck = { x: to.x - x * HEAD, y: to.y - y * HEAD };
  const line = { x1: from.x, y1: from.y, x2: neck.x, y2: neck.y };
  const side = HEAD * 0.6;
  const points = [to, { x: neck.x - y * side, y: neck.y + x * side }, {
    x: neck.x + y * side,
    y: neck.y - x * side,
  }];
  return [
    shape("line", { ...line, class: "rim" }),
    shape("line", line),
    shape("polygon", { points: points.map((one) => `${one.x},${one.y}`).join(" ") }),
  ];
}

/** Draws what the page lists: what is to be put right if that is asked, or else the next step. */
export function draw() {
  const wrong = [...byId("corrections").querySelectorAll("li")];
  const steps = wrong.length ? wrong : [...byId("todo").querySelectorAll("li.next")];
  const drawn = steps.flatMap((step) => {
    const { from, to } = /** @type {HTMLElement} */ (step).dataset;
    return from && to ? arrow(from, to) : [];
  });
  byId("arrows").replaceChildren(...drawn);
}
