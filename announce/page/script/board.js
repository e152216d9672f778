// SPDX-License-Identifier: GPL-3.0-or-later
// The board as an instrument: drag, click and click, or the arrow keys and Enter. What a square
// does, the mode decides; right click reports a touch in every mode.

import * as arrows from "./arrows.js";
import { cell, cellOf, nameOf } from "./grid.js";
import * as heard from "./heard.js";
import { byId, field, send, texts, tick } from "./page.js";

const DRAG = 5; // pixels: less is a click
const board = byId("board");

/** @type {HTMLElement | null} */
let chosen = null;
/** @type {{cell: HTMLElement, x: number, y: number, ghost: Element | null} | null} */
let held = null;

/** @param {string} name */
const number = (name) => 8 * (Number(name[1]) - 1) + name.charCodeAt(0) - 97;
const mode = () =>
  /** @type {HTMLInputElement} */ (document.querySelector("[name=mode]:checked")).value;
const looking = () => document.body.classList.contains("looking");

/** The squares and the piece of the next step of the hands. */
function step() {
  const next = /** @type {HTMLElement | null} */ (byId("todo").querySelector("li.next"));
  return next ? { from: next.dataset.from, to: next.dataset.to, kind: next.dataset.kind } : null;
}

// --- Choosing -----------------------------------------------------------------------------------

/** @param {HTMLElement | null} one */
function choose(one) {
  for (const old of board.querySelectorAll("[data-chosen], [data-target]")) {
    old.removeAttribute("data-chosen");
    old.removeAttribute("data-target");
  }
  chosen = one;
  if (!one) return;
  one.dataset.chosen = "";
  const targets = (one.dataset.targets ?? "").split(" ").filter(Boolean);
  for (const target of targets) cell(target).dataset.target = "";
  const told = [
    texts.chosenText.replace("{square}", one.querySelector(".hidden")?.textContent ?? ""),
  ];
  if (targets.length) told.push(texts.targetsText.replace("{squares}", targets.join(", ")));
  heard.say(told.join(". "));
}

/**
 * What a square does: the first of a move, or its end, or what the mode says.
 * @param {HTMLElement} one
 */
function activate(one) {
  if (looking()) return;
  const name = nameOf(one);
  switch (mode()) {
    case "touch":
      send("touch", { square: number(name) });
      return;
    case "ask":
      send("ask", { square: number(name) });
      return;
    case "differs":
      if (chosen && chosen !== one) differs(nameOf(chosen), name);
      else if (one.dataset.piece && !chosen) choose(one);
      else pick(one);
      return;
  }
  if (chosen && chosen !== one) move(nameOf(chosen), name);
  else if (chosen) choose(null);
  else if (handOnly(one)) tick(false);
  else if (one.dataset.piece || step()?.from === name) choose(one);
}

/**
 * Whether the next step of the hands is done with this square alone: a piece off it or onto it.
 * @param {HTMLElement} one
 */
function handOnly(one) {
  const next = step();
  if (!next || (next.from && next.to)) return false;
  return (next.from ?? next.to) === nameOf(one);
}

/**
 * @param {string} start
 * @param {string} end
 */
async function move(start, end) {
  const next = step();
  const piece = cell(start).dataset.piece ?? "";
  choose(null);
  if (next && next.from === start && next.to === end) {
    tick(false); // the hand did what was to be done
    return;
  }
  const last = (piece === "P" && end[1] === "8") || (piece === "p" && end[1] === "1");
  const promotion = last ? await ask("promotion", piece === "P" ? "white" : "black") : "";
  if (promotion === null) return;
  send("move", { from: number(start), to: number(end), promotion });
}

/**
 * A choice of a small menu; null if nothing was chosen.
 * @param {string} id
 * @param {string} colour
 * @returns {Promise<string | null>}
 */
function ask(id, colour = "") {
  const menu = /** @type {HTMLDialogElement} */ (byId(id));
  menu.dataset.colour = colour;
  menu.returnValue = "";
  menu.onclick = (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (button) menu.close(button.dataset.kind);
  };
  menu.showModal();
  return new Promise((done) => {
    menu.onclose = () =>
      done(menu.returnValue && menu.returnValue !== "cancel" ? menu.returnValue : null);
  });
}

// --- What stands differently --------------------------------------------------------------------

/** @param {HTMLElement} one */
async function pick(one) {
  choose(null);
  /** @type {Element} */ (byId("stands").querySelector(".square")).textContent = nameOf(one);
  const kind = await ask("stands");
  if (kind) tell([[nameOf(one), kind]]);
}

/**
 * The piece of one square stands on another.
 * @param {string} start
 * @param {string} end
 */
function differs(start, end) {
  const piece = cell(start).dataset.piece ?? "-";
  choose(null);
  tell([[start, "-"], [end, piece]]);
}

/**
 * Notes what stands on squares, and tells what to do.
 * @param {string[][]} squares
 */
async function tell(squares) {
  note(squares);
  heard.politely([await correct()]);
}

/**
 * Notes what stands on squares in the list of the form.
 * @param {string[][]} squares
 */
function note(squares) {
  const list = field("differs");
  const known = new Map(
    list.value.split("\n").filter((line) => line.trim()).map((
      line,
    ) => [line.split(/[ :]/)[0], line]),
  );
  for (const [name, kind] of squares) {
    const button = byId("stands").querySelector(`[data-kind="${kind}"]`);
    known.set(name, `${name}: ${button?.textContent?.trim() ?? kind}`);
  }
  list.value = [...known.values()].join("\n");
}

/** The steps that put the board right, if it was said to be wrong. */
const corrections =
  () => /** @type {HTMLElement[]} */ ([...byId("corrections").querySelectorAll("li")]);

/**
 * Asks what puts the listed squares right, and shows it beside and on the board.
 * @returns {Promise<string>} the HTML of it
 */
export async function correct() {
  const list = field("differs");
  const told = await send("compare", { stands: list.value }) ?? "";
  const steps = told.startsWith("<ol>");
  if (told.includes("data-agrees")) list.value = "";
  byId("corrections").innerHTML = steps ? told : "";
  byId("compared").innerHTML = steps ? "" : told;
  document.body.classList.toggle("wrong", steps);
  const ends = new Set(corrections().flatMap((one) => [one.dataset.from, one.dataset.to]));
  for (
    const one of /** @type {NodeListOf<HTMLElement>} */ (board.querySelectorAll("[data-square]"))
  ) {
    one.toggleAttribute("data-differs", ends.has(nameOf(one)));
  }
  arrows.draw();
  return told;
}

/**
 * The next step is done, or all: on a wrong board of what puts it right, else of the moves.
 * @param {boolean} all
 */
export async function done(all) {
  const [next] = corrections();
  if (!next) {
    tick(all);
    return;
  }
  const { from, to, kind } = next.dataset;
  if (all) field("differs").value = "";
  else note([...(from ? [[from, "-"]] : []), ...(to ? [[to, kind ?? "-"]] : [])]);
  const told = await correct();
  heard.politely([corrections()[0]?.innerHTML ?? told]);
}

// --- Drag ---------------------------------------------------------------------------------------

/** @param {PointerEvent} event */
function drag(event) {
  if (!held) return;
  if (!held.ghost) {
    if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < DRAG) return;
    held.ghost = ghost(held.cell);
    choose(held.cell);
  }
  const style = /** @type {SVGElement} */ (held.ghost).style;
  style.left = `${event.clientX - held.cell.offsetWidth / 2}px`;
  style.top = `${event.clientY - held.cell.offsetHeight / 2}px`;
}

/**
 * The piece that the hand carries: what stands there, or what the next step lifts.
 * @param {HTMLElement} from
 */
function ghost(from) {
  const next = step();
  const kind = next?.from === nameOf(from) ? next.kind : from.dataset.piece;
  const drawn = byId("stands").querySelector(`[data-kind="${kind}"] .piece`);
  const made = /** @type {SVGElement} */ ((drawn ?? from.querySelector(".piece"))?.cloneNode(true));
  made.classList.add("ghost");
  made.style.width = `${from.offsetWidth}px`;
  made.style.height = `${from.offsetHeight}px`;
  document.body.append(made);
  return made;
}

/** @param {PointerEvent} event */
function drop(event) {
  if (!held) return;
  const { cell: from, ghost: carried } = held;
  held = null;
  if (!carried) return; // a click; its own event follows
  carried.remove();
  const target = cellOf(document.elementFromPoint(event.clientX, event.clientY));
  const [start, end] = [nameOf(from), target ? nameOf(target) : ""];
  const next = step();
  choose(null);
  swallow = true;
  setTimeout(() => (swallow = false));
  if (!target && next?.from === start && !next.to) tick(false);
  else if (!target && mode() === "differs") tell([[start, "-"]]);
  else if (!target || target === from) return;
  else if (mode() === "differs") differs(start, end);
  else move(start, end);
}

let swallow = false; // the click that a browser sends after a drag
let finger = false; // a finger that rests is no right click: it may be about to drag

// --- Keys ---------------------------------------------------------------------------------------

/** @param {KeyboardEvent} event */
function key(event) {
  const here = cellOf(event.target);
  if (!here || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === "Enter" || event.key === " ") activate(here);
  else if (event.key === "Escape") choose(null);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** Lets the board be played on. */
export function start() {
  board.addEventListener("keydown", key);
  board.addEventListener("click", (event) => {
    const one = cellOf(event.target);
    if (one && !swallow) activate(one);
  });
  board.addEventListener("contextmenu", (event) => {
    const one = cellOf(event.target);
    if (!one) return;
    event.preventDefault();
    if (!looking() && !finger) send("touch", { square: number(nameOf(one)) });
  });
  addEventListener("pointerdown", (event) => (finger = event.pointerType === "touch"), true);
  addEventListener("keydown", () => (finger = false), true);
  board.addEventListener("pointerdown", (event) => {
    const one = cellOf(event.target);
    const carries = one && (one.dataset.piece || step()?.from === nameOf(one));
    if (!carries || event.button || looking() || !["move", "differs"].includes(mode())) return;
    if (one.hasPointerCapture(event.pointerId)) one.releasePointerCapture(event.pointerId);
    held = { cell: one, x: event.clientX, y: event.clientY, ghost: null };
  });
  // The mouse takes no focus, so that the space bar still presses the clock after a click.
  board.addEventListener("mousedown", (event) => event.preventDefault());
  addEventListener("pointermove", drag);
  addEventListener("pointerup", drop);
  addEventListener("pointercancel", () => {
    held?.ghost?.remove();
    held = null;
    choose(null);
  });
  document.querySelector("#modes")?.addEventListener("change", () => choose(null));
}

/** What was chosen may stand no more; the marks of the script are put anew. */
export function refresh() {
  if (chosen && !chosen.dataset.piece && step()?.from !== nameOf(chosen)) choose(null);
  if (corrections().length) correct(); // the board is to stand otherwise now
  arrows.draw();
  show();
}

/** Scrolls to the next step, and the move that it is a part of, whichever box it is that scrolls. */
function show() {
  const list = byId("todo");
  const step = list.querySelector("li.next");
  const next = step?.previousElementSibling ? step : step?.parentElement?.previousElementSibling;
  for (const box of [list, list.closest(".hands")]) {
    if (!box || !next) continue;
    box.scrollTop += next.getBoundingClientRect().top - box.getBoundingClientRect().top;
  }
}
