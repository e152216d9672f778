// SPDX-License-Identifier: GPL-3.0-or-later
// How this browser shows the board: which side is below, and which look. It is kept in a cookie,
// since the address of the page is another one in every game.

import { byId, field } from "./page.js";

const YEAR = 60 * 60 * 24 * 365;

/** @param {string} name */
function kept(name) {
  const pair = document.cookie.split("; ").find((one) => one.startsWith(`hektor-${name}=`));
  return pair?.split("=")[1] ?? "";
}

/**
 * @param {string} name
 * @param {string} value
 */
function keep(name, value) {
  document.cookie = `hektor-${name}=${value}; Path=/; Max-Age=${YEAR}; SameSite=Strict`;
}

/** @param {string} look */
function dress(look) {
  document.body.dataset.look = look;
}

/** Shows it as it was the last time. */
export function start() {
  const look = field("look");
  if (["wood", "plain", "contrast"].includes(kept("look"))) look.value = kept("look");
  dress(look.value);
  look.addEventListener("change", () => {
    dress(look.value);
    keep("look", look.value);
  });
  byId("turn").addEventListener("click", (event) => {
    event.preventDefault();
    document.body.classList.toggle("turned");
  });
}
