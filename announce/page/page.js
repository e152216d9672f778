// SPDX-License-Identifier: GPL-3.0-or-later
// Puts the parts that Hektor sends in their places, counts the clocks down between two
// messages, and sends what the assistant does. It decides nothing about the game.
"use strict";

const SILENCE = 12000; // ms without a sign of life from Hektor, who gives one every 5 seconds
const byId = (id) => document.getElementById(id);
const texts = document.body.dataset;

// --- The clocks ---------------------------------------------------------------------------------

let clocks = JSON.parse(texts.clocks);
let since = performance.now();

function shown(milliseconds) {
  const seconds = Math.floor(Math.max(0, milliseconds) / 1000);
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

function paintClocks() {
  const passed = Math.max(0, performance.now() - since - clocks.waits);
  for (const colour of ["white", "black"]) {
    const runs = clocks.running === colour;
    const element = byId(colour);
    const time = element.querySelector(".time");
    const text = shown(clocks[colour] - (runs ? passed : 0));
    if (time.textContent !== text) time.textContent = text;
    element.classList.toggle("running", runs);
    element.querySelector(".runs").hidden = !runs;
  }
}

function setClocks(told) {
  clocks = told;
  since = performance.now();
  paintClocks();
}

// --- What Hektor sends --------------------------------------------------------------------------

let last = Number(texts.last);
let todo = Number(texts.todo);

function setPart(name, html) {
  const place = byId(name);
  place.innerHTML = html;
  if (name === "moves") place.scrollTop = place.scrollHeight;
}

function addMessage(message) {
  last = message.number;
  const list = byId("messages");
  const line = document.createElement("li");
  line.innerHTML = message.html;
  list.append(line);
  while (list.children.length > 50) list.firstElementChild.remove();
  list.scrollTop = list.scrollHeight;
}

// What was urgent stands until something else is told.
function addMessages(messages) {
  const news = messages.filter((message) => message.number > last);
  if (!news.length) return;
  news.forEach(addMessage);
  byId("urgent").innerHTML = news.filter((one) => one.urgent).map((one) => one.html).join(" ");
}

function connection(state) {
  const place = byId("connection");
  if (place.textContent !== texts[state]) place.textContent = texts[state];
  document.body.classList.toggle("stale", state === "disconnected");
  if (state !== "connected") clocks.running = "";
}

let alive = performance.now();

function received(text) {
  alive = performance.now();
  connection("connected");
  const told = JSON.parse(text);
  if (told.todo !== undefined) todo = told.todo;
  for (const [name, html] of Object.entries(told.parts ?? {})) setPart(name, html);
  addMessages(told.messages ?? []);
  setClocks(told.clocks);
}

const turned = location.search === "?turned=1" ? "&turned=1" : "";
const source = new EventSource(`events?known=${texts.known}${turned}`);
source.onmessage = (event) => received(event.data);
source.onerror = () => connection("disconnected");
source.addEventListener("over", () => {
  source.close();
  clearInterval(painting);
  connection("over");
  paintClocks();
});

const painting = setInterval(() => {
  if (performance.now() - alive > SILENCE) connection("disconnected");
  paintClocks();
}, 100);

// --- What the assistant does --------------------------------------------------------------------

// The answer's text, or null if Hektor did not take it.
async function send(name, told) {
  try {
    const answer = await fetch(name, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(told),
    });
    return answer.ok ? await answer.text() : null;
  } catch {
    connection("disconnected");
    return null;
  }
}

const choice = (id) => byId(id).selectedOptions[0].textContent;

byId("done").onclick = () => send("done", { todo, all: false });
byId("all-done").onclick = () => send("done", { todo, all: true });
byId("press").onclick = () => send("press", {});

byId("touch").onsubmit = (event) => {
  event.preventDefault();
  const file = byId("touch-file").selectedIndex;
  const rank = byId("touch-rank").selectedIndex;
  send("touch", { square: 8 * rank + file });
};

byId("say").onsubmit = async (event) => {
  event.preventDefault();
  const text = byId("say-text");
  const said = text.value;
  const taken = await send("say", { who: byId("say-who").value, text: said });
  if (taken !== null && text.value === said) text.value = "";
};

byId("add").onclick = () => {
  const differs = byId("differs");
  const line = `${choice("compare-file")} ${choice("compare-rank")}: ${choice("compare-kind")}`;
  differs.value = [differs.value.trim(), line].filter(Boolean).join("\n");
};

byId("compare").onsubmit = async (event) => {
  event.preventDefault();
  const told = await send("compare", { stands: byId("differs").value });
  byId("corrections").innerHTML = told ?? "";
};

// A click on the drawing chooses the square in both forms; they are there for the keyboard.
byId("drawing").onclick = (event) => {
  const name = event.target.dataset.square;
  if (!name) return;
  for (const form of ["touch", "compare"]) {
    byId(`${form}-file`).selectedIndex = name.charCodeAt(0) - "a".charCodeAt(0);
    byId(`${form}-rank`).selectedIndex = name.charCodeAt(1) - "1".charCodeAt(0);
  }
};
