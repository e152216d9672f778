// SPDX-License-Identifier: GPL-3.0-or-later
// Makes an element hold new HTML by changing no more than has changed, so that focus, a selection
// and what a screen reader is reading stay where they are.

/** What the script itself notes on an element, and the server never sends. */
const OWN = new Set(["tabindex", "data-chosen", "data-target", "data-differs"]);

/**
 * Puts `html` into `place`.
 * @param {Element} place
 * @param {string} html
 */
export function put(place, html) {
  const wanted = /** @type {Element} */ (place.cloneNode(false));
  wanted.innerHTML = html;
  children(place, wanted);
}

/**
 * @param {Element} place
 * @param {Element} wanted
 */
function children(place, wanted) {
  const old = [...place.childNodes];
  const all = [...wanted.childNodes];
  all.forEach((child, at) => {
    const here = old[at];
    if (here === undefined) place.append(child);
    else if (!same(here, child)) here.replaceWith(child);
    else if (here instanceof Element) element(here, /** @type {Element} */ (child));
    else if (here.nodeValue !== child.nodeValue) here.nodeValue = child.nodeValue;
  });
  for (const one of old.slice(all.length)) one.remove();
}

/**
 * @param {Node} here
 * @param {Node} wanted
 */
function same(here, wanted) {
  return here.nodeType === wanted.nodeType && here.nodeName === wanted.nodeName;
}

/**
 * @param {Element} here
 * @param {Element} wanted
 */
function element(here, wanted) {
  for (const { name } of [...here.attributes]) {
    if (!wanted.hasAttribute(name) && !OWN.has(name)) here.removeAttribute(name);
  }
  for (const { name, value } of wanted.attributes) {
    if (!OWN.has(name) && here.getAttribute(name) !== value) here.setAttribute(name, value);
  }
  children(here, wanted);
}
