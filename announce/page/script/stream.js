// SPDX-License-Identifier: GPL-3.0-or-later
// What Hektor sends: puts it in its places, and knows whether it still comes.

import * as heard from "./heard.js";
import { put } from "./morph.js";
import { byId, texts, todo } from "./page.js";

/**
 * @typedef {{number: number, html: string, urgent: boolean}} Message
 * @typedef {{clocks?: import("./clocks.js").Clocks, parts?: Record<string, string>, todo?: number,
 *   messages?: Message[], heard?: string[]}} News
 */

/** Hektor gives a sign of life every half second; after this many milliseconds it is missed. */
const SILENCE = 1600;
const KEPT = 50;

let last = Number(texts.last);
let alive = performance.now();
let stale = false;
/** @type {EventSource | null} */
let source = null;
/** @type {((parts: Record<string, string>) => void)[]} */
const followers = [];
/** @type {{told: (told: News) => void, stale: () => void}} */
const clocks = { told: () => {}, stale: () => {} };

/**
 * Hands all that comes to `told`, and calls `stale` when nothing comes any more.
 * @param {(told: News) => void} told
 * @param {() => void} stale
 */
export const toClocks = (told, stale) => Object.assign(clocks, { told, stale });

/**
 * Calls `follower` with the parts that have changed, and may take what it puts itself.
 * @param {(parts: Record<string, string>) => void} follower
 */
export const onParts = (follower) => followers.push(follower);

/** @param {"connected" | "disconnected" | "over"} state */
function connection(state) {
  const place = byId("connection");
  const was = stale;
  stale = state !== "connected";
  document.body.classList.toggle("stale", stale);
  if (place.textContent !== texts[state]) {
    place.textContent = texts[state];
    if (stale || was) heard.say(texts[state]);
  }
  if (stale) clocks.stale();
}

/** @param {Message[]} messages */
function addMessages(messages) {
  const news = messages.filter((message) => message.number > last);
  const list = byId("messages");
  for (const message of news) {
    last = message.number;
    const line = document.createElement("li");
    line.innerHTML = message.html;
    line.classList.toggle("urgent", message.urgent);
    list.prepend(line);
  }
  while (list.children.length > KEPT) list.lastElementChild?.remove();
  heard.urgently(news.filter((one) => one.urgent).map((one) => one.html));
  heard.politely(news.filter((one) => !one.urgent).map((one) => one.html));
}

/** @param {string} text */
function received(text) {
  alive = performance.now();
  connection("connected");
  const told = /** @type {News} */ (JSON.parse(text));
  if (told.todo !== undefined) todo.number = told.todo;
  const parts = { ...told.parts };
  clocks.told(told);
  addMessages(told.messages ?? []);
  heard.politely(told.heard ?? []);
  for (const follower of followers) follower(parts);
  for (const [name, html] of Object.entries(parts)) {
    const place = document.getElementById(name);
    if (place) put(place, html);
  }
}

function connect() {
  source?.close();
  alive = performance.now();
  source = new EventSource(`events?known=${texts.known}`);
  texts.known = "0"; // whoever comes again may have missed anything
  source.onmessage = (event) => received(event.data);
  source.onerror = () => connection("disconnected");
  source.addEventListener("over", () => {
    source?.close();
    clearInterval(watching);
    connection("over");
  });
}

// A laptop that slept, a server that hung: whatever it was, the page asks anew until it is told.
const watching = setInterval(() => {
  const silent = performance.now() - alive;
  if (silent > SILENCE) {
    connection("disconnected");
    connect();
  }
}, 100);

/** Begins to listen. */
export function start() {
  connect();
}
