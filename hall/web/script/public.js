// SPDX-License-Identifier: GPL-3.0-or-later
// A round for the public: the page looks now and then whether it lies there anew. Nothing is told
// aloud but what somebody asked for: the moves of a table, or all results.

import { put } from "./morph.js";

const LOOKS = 10_000;
const { follow, stale } = /** @type {Record<string, string>} */ (document.body.dataset);
const heard = /** @type {HTMLElement} */ (document.getElementById("heard"));
const connection = /** @type {HTMLElement} */ (document.getElementById("connection"));
const results = /** @type {HTMLButtonElement} */ (document.getElementById("results"));

/** @param {ParentNode} page */
const tables = (page) => /** @type {HTMLElement[]} */ ([...page.querySelectorAll("article")]);

/** @param {HTMLElement} table */
const game = (table) => /** @type {HTMLElement} */ (table.querySelector(".game"));

/**
 * The text of a part of a table.
 * @param {HTMLElement} table
 * @param {string} part
 */
const text = (table, part) => table.querySelector(part)?.textContent?.trim() ?? "";

/**
 * "Tisch 7", before the names.
 * @param {HTMLElement} table
 */
const name = (table) => text(table, ".told").split(":")[0];

/** @param {HTMLElement} table */
const moves = (table) => [...table.querySelectorAll(".moves li")].map((one) => one.textContent);

/** @param {Element | null} button */
const isOn = (button) => button?.getAttribute("aria-pressed") === "true";

/** @param {HTMLElement} button */
function toggles(button) {
  button.hidden = false;
  button.addEventListener("click", () => {
    button.setAttribute("aria-pressed", String(!isOn(button)));
  });
}

/** @param {string} line */
function tell(line) {
  const told = document.createElement("p");
  told.textContent = line;
  heard.append(told);
  while (heard.children.length > 6) heard.firstElementChild?.remove();
}

/**
 * Shows a table as it is now, and tells of it what was asked for.
 * @param {HTMLElement} here
 * @param {HTMLElement} now
 */
function renew(here, now) {
  const [before, after] = [moves(here), moves(now)];
  const ended = now.dataset.result !== here.dataset.result;
  const same = before.findIndex((one, at) => one !== after[at]);
  const fresh = after.slice(same < 0 ? before.length : same);
  const [open, details] = [here.querySelector("details")?.open, now.querySelector("details")];
  if (details) details.open = Boolean(open);
  put(game(here), game(now).innerHTML);
  for (const name of ["class", "data-result"]) {
    here.setAttribute(name, now.getAttribute(name) ?? "");
  }
  const followed = isOn(here.querySelector(".follow"));
  if (ended && (followed || isOn(results))) {
    tell(`${text(here, ".told")}: ${text(here, ".stands")}`);
  } else if (followed && fresh.length) tell(`${name(here)}: ${fresh.join(" ")}`);
  else if (followed && before.length > after.length) {
    tell(`${name(here)}: ${text(here, ".stands")}`);
  }
}

let known = "";

async function look() {
  if (document.hidden) return;
  try {
    const answer = await fetch("index.html", { cache: "no-cache" });
    if (!answer.ok) throw new Error(answer.statusText);
    const html = await answer.text();
    if (connection.textContent) connection.textContent = "";
    if (html === known) return;
    known = html;
    const page = new DOMParser().parseFromString(html, "text/html");
    const [here, now] = [tables(document), tables(page)];
    if (here.map((one) => one.id).join() !== now.map((one) => one.id).join()) location.reload();
    else here.forEach((one, at) => renew(one, now[at]));
    const over = /** @type {HTMLElement} */ (document.getElementById("over"));
    over.textContent = page.getElementById("over")?.textContent ?? "";
  } catch {
    if (connection.textContent !== stale) connection.textContent = stale;
  }
}

for (const table of tables(document)) {
  const button = document.createElement("button");
  const of = document.createElement("span");
  button.type = "button";
  button.className = "follow";
  button.setAttribute("aria-pressed", "false");
  of.className = "hidden";
  of.textContent = `, ${name(table)}`;
  button.append(follow, of);
  toggles(button);
  table.append(button);
}
toggles(results);
document.addEventListener("visibilitychange", look);
setInterval(look, LOOKS);
