// SPDX-License-Identifier: GPL-3.0-or-later
// What all parts of the script use: elements by their ids, texts, and sending to Hektor.

/**
 * The element with this id, which the page has.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no element ${id}`);
  return found;
}

/**
 * An input, a select or a text area by its id.
 * @param {string} id
 * @returns {HTMLInputElement}
 */
export const field = (id) => /** @type {HTMLInputElement} */ (byId(id));

/** Texts in the page's language, and the numbers with which the page begins. */
export const texts = /** @type {Record<string, string>} */ (document.body.dataset);

/** Whether who sees the page may do anything: spectators may not. */
export const acts = !document.body.classList.contains("spectator");

/**
 * A time as the clock shows it.
 * @param {number} milliseconds
 */
export function shown(milliseconds) {
  const seconds = Math.floor(Math.max(0, milliseconds) / 1000);
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours
    ? `${hours}:${two(minutes)}:${two(seconds % 60)}`
    : `${minutes}:${two(seconds % 60)}`;
}

/**
 * Sends what the assistant does.
 * @param {string} name
 * @param {object} told
 * @returns {Promise<string | null>} the answer's text, or null if Hektor did not take it
 */
export async function send(name, told) {
  try {
    const answer = await fetch(name, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(told),
    });
    return answer.ok ? await answer.text() : null;
  } catch {
    return null;
  }
}

/** The number of the list of steps that the page shows: a tick for another one is out of date. */
export const todo = { number: Number(texts.todo) };

/**
 * Ticks the next step of the hands, or all.
 * @param {boolean} all
 */
export const tick = (all) => send("done", { todo: todo.number, all });
