// SPDX-License-Identifier: GPL-3.0-or-later
// The desk of a hall: clocks that run, the queue, and one table opened.

import * as grid from "./grid.js";
import { put } from "./morph.js";
import * as orders from "./orders.js";
import { byId, field, send, shown, texts } from "./page.js";
import * as stream from "./stream.js";

const LAST_MINUTE = 60_000;

/** What the desk's own clock showed, in milliseconds, and when that came. */
let now = Number(texts.now);
let came = performance.now();
let open = "";
let walks = false;

const moment = () => now + performance.now() - came;

/** Shows every time as it is now. */
function paint() {
  const at = moment();
  for (const time of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".time"))) {
    const most = Number(time.dataset.left);
    const left = time.dataset.zero ? Math.min(most, Number(time.dataset.zero) - at) : most;
    write(time, shown(left));
    const low = Boolean(time.dataset.zero) && left < LAST_MINUTE;
    time.closest("td, .side")?.classList.toggle("low", low);
    if (low) time.title = texts.low;
    else time.removeAttribute("title");
  }
  for (const one of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".since"))) {
    write(one, shown(at - Number(one.dataset.since)));
  }
}

/**
 * @param {HTMLElement} place
 * @param {string} text
 */
function write(place, text) {
  if (place.textContent !== text) place.textContent = text;
}

/** Shows the table that is open as it is now. */
async function refresh() {
  if (!open) return;
  const answer = await fetch(`table?number=${open}`);
  if (!answer.ok) return;
  const parts = /** @type {Record<string, string>} */ (await answer.json());
  for (const [name, html] of Object.entries(parts)) put(byId(name), html);
  byId("opened").hidden = false;
  document.body.classList.add("opened");
  if (!walks && parts.board) {
    grid.start();
    walks = true;
  }
  const score = byId("score");
  score.scrollTop = score.scrollHeight;
}

/** @param {string} number */
async function opens(number) {
  open = number;
  field("order-tables").value = number;
  await refresh();
  byId("opened-head").focus();
}

function close() {
  const before = open;
  open = "";
  byId("opened").hidden = true;
  document.body.classList.remove("opened");
  /** @type {HTMLElement | null} */ (
    document.querySelector(`#rows [data-table="${before}"]`)
  )?.focus();
}

/**
 * The forms for who gives orders, and for nobody.
 * @param {string} by
 */
function signed(by) {
  byId("sign").hidden = by !== "";
  byId("sign-off").hidden = by === "";
}

/** @param {Record<string, string>} parts */
function follow(parts) {
  if ("by" in parts) signed(new DOMParser().parseFromString(parts.by, "text/html").body.innerText);
  const rows = Object.keys(parts).filter((name) => name.startsWith("table-"));
  if (rows.some((name) => !document.getElementById(name))) location.reload();
  if (rows.includes(`table-${open}`) || "queue" in parts) queueMicrotask(refresh);
  queueMicrotask(paint);
}

document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("button") : null;
  const { take, table } = button?.dataset ?? {};
  if (take) send("take", { table: Number(take) });
  else if (table) opens(table);
});
byId("close").addEventListener("click", close);
addEventListener("keydown", (event) => {
  if (event.key === "Escape" && open) close();
});
byId("sign").addEventListener("submit", (event) => {
  event.preventDefault();
  send("sign", { name: field("sign-name").value, passphrase: field("sign-passphrase").value });
  field("sign-passphrase").value = "";
});
byId("sign-off").addEventListener("click", () => send("leave", {}));
byId("line").addEventListener("submit", async (event) => {
  event.preventDefault();
  const taken = await send("line", { text: field("line-text").value });
  if (taken !== null) field("line-text").value = "";
});

orders.start(() => ({ tables: field("order-tables").value }));
signed(byId("by").textContent ?? "");
stream.onParts(follow);
stream.toClocks((told) => {
  const time = /** @type {{now?: number} | undefined} */ (told.clocks)?.now;
  if (time === undefined) return;
  now = time;
  came = performance.now();
}, () => {});
setInterval(paint, 200);
paint();
stream.start();
