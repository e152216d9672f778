// SPDX-License-Identifier: GPL-3.0-or-later
// The forms beside the board: lines, a board that is wrong, and the arbiter's orders.

import * as board from "./board.js";
import * as heard from "./heard.js";
import { byId, field, send, texts } from "./page.js";

/**
 * @param {string} id
 * @param {(event: SubmitEvent) => void} sent
 */
function onSubmit(id, sent) {
  byId(id).addEventListener("submit", (event) => {
    event.preventDefault();
    sent(/** @type {SubmitEvent} */ (event));
  });
}

async function say() {
  const said = field("say-text").value;
  const taken = await send("say", { who: field("say-who").value, text: said });
  if (taken !== null && field("say-text").value === said) field("say-text").value = "";
}

/** Shows beside the board what puts the listed squares right, and tells all of it. */
async function compare() {
  heard.politely([await board.correct()]);
}

/** Only the fields of the chosen order are seen. */
function fields() {
  const chosen = /** @type {HTMLSelectElement} */ (/** @type {unknown} */ (field("order-name")));
  const slots = (chosen.selectedOptions[0]?.dataset.slots ?? "").split(" ");
  for (
    const one of /** @type {NodeListOf<HTMLElement>} */ (byId("order").querySelectorAll(".slot"))
  ) {
    one.hidden = !slots.includes(one.dataset.slot ?? "");
  }
  byId("incomplete").textContent = "";
}

async function order() {
  /** @type {Record<string, string>} */
  const values = {};
  for (
    const one of /** @type {NodeListOf<HTMLElement>} */ (byId("order").querySelectorAll(".slot"))
  ) {
    const slot = one.dataset.slot ?? "";
    if (!one.hidden) values[slot] = field(`order-${slot}`).value;
  }
  const taken = await send("order", { name: field("order-name").value, values });
  byId("incomplete").textContent = taken === null ? texts.incomplete : "";
  if (taken === null) heard.urgently([texts.incomplete]);
}

/** @type {Record<string, string>} */
const FORMS = { pin: "pin", asks: "asked", orders: "order" };

/**
 * Shows the form of the arbiter that is due. Who was in the one before goes on in it, for the
 * focus would be nowhere.
 * @param {string} access
 */
export function show(access) {
  const within = document.activeElement?.closest(".arbiter form");
  document.body.dataset.access = access;
  const due = byId(FORMS[access]);
  if (within && within !== due) {
    /** @type {HTMLElement | null} */ (due.querySelector("input, select, [tabindex]"))?.focus();
  }
}

/** Lets the forms be sent. */
export function start() {
  show(byId("access").textContent ?? "");
  onSubmit("say", say);
  onSubmit("compare", compare);
  onSubmit("order", order);
  onSubmit("pin", () => {
    send("say", { who: "arbiter", text: field("pin-digits").value });
    field("pin-digits").value = "";
  });
  onSubmit("asked", (event) => {
    const answer = /** @type {HTMLButtonElement | null} */ (event.submitter);
    send("say", { who: "arbiter", text: answer?.value ?? "nein" });
  });
  byId("order-name").addEventListener("change", fields);
  fields();
}
