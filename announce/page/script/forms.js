// SPDX-License-Identifier: GPL-3.0-or-later
// The forms beside the board: lines, a board that is wrong, and the arbiter's orders.

import * as board from "./board.js";
import * as heard from "./heard.js";
import * as orders from "./orders.js";
import { byId, field, send } from "./page.js";

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
  onSubmit("pin", () => {
    send("say", { who: "arbiter", text: field("pin-digits").value });
    field("pin-digits").value = "";
  });
  onSubmit("asked", (event) => {
    const answer = /** @type {HTMLButtonElement | null} */ (event.submitter);
    send("say", { who: "arbiter", text: answer?.value ?? "nein" });
  });
  orders.start();
}
