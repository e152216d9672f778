// SPDX-License-Identifier: GPL-3.0-or-later
// The form of the arbiter's orders: only the fields of the chosen one are seen.

import * as heard from "./heard.js";
import { byId, field, send, texts } from "./page.js";

const slots =
  () => /** @type {NodeListOf<HTMLElement>} */ (byId("order").querySelectorAll(".slot"));

function fields() {
  const chosen = /** @type {HTMLSelectElement} */ (/** @type {unknown} */ (field("order-name")));
  const used = (chosen.selectedOptions[0]?.dataset.slots ?? "").split(" ");
  for (const one of slots()) one.hidden = !used.includes(one.dataset.slot ?? "");
  byId("incomplete").textContent = "";
}

/**
 * Sends the order with what else it is for.
 * @param {object} more
 */
async function give(more) {
  /** @type {Record<string, string>} */
  const values = {};
  for (const one of slots()) {
    const slot = one.dataset.slot ?? "";
    if (!one.hidden) values[slot] = field(`order-${slot}`).value;
  }
  const taken = await send("order", { name: field("order-name").value, values, ...more });
  byId("incomplete").textContent = taken === null ? texts.incomplete : "";
  if (taken === null) heard.urgently([texts.incomplete]);
}

/**
 * Lets orders be given.
 * @param {() => object} more what an order is for, beside its fields
 */
export function start(more = () => ({})) {
  byId("order").addEventListener("submit", (event) => {
    event.preventDefault();
    give(more());
  });
  byId("order-name").addEventListener("change", fields);
  fields();
}
