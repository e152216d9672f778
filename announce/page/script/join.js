// SPDX-License-Identifier: GPL-3.0-or-later
// A device asks to be let in, and enters the code that Hektor tells.

import { byId, field, send } from "./page.js";

let ticket = "";

for (
  const button of /** @type {NodeListOf<HTMLElement>} */ (
    document.querySelectorAll("[data-part]")
  )
) {
  button.onclick = async () => {
    const given = await send("ask", { part: button.dataset.part });
    byId("told").textContent = given === null ? byId("told").dataset.late ?? "" : "";
    if (given === null) return;
    ticket = given;
    byId("enter").hidden = false;
    byId("code").focus();
  };
}

byId("enter").addEventListener("submit", async (event) => {
  event.preventDefault();
  const code = field("code").value.replaceAll(/\D/g, "");
  if (await send("enter", { ticket, code }) !== null) location.reload();
  else byId("told").textContent = byId("told").dataset.wrong ?? "";
});
