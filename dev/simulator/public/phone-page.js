import { drawCalls } from "./call-lines.js";
import { drawChat } from "./chat.js";
import { icon } from "./element.js";
import { drawFaultOptions, drawPhoneOptions } from "./options.js";
import { drawPhones } from "./phone-list.js";
import { drawQuickReplies } from "./quick-replies.js";
import { drawReceipts } from "./receipts.js";
import {
  callsSince,
  changePhone,
  listMessages,
  listPhones,
  readFaults,
  write,
} from "./simulator-api.js";
import { currentLanguage, setLanguage, word } from "./words.js";

const MAX_CALLS = 500;
const find = (id) => document.querySelector(`#${id}`);
const page = { phones: [], messages: [], faults: {}, calls: [] };

/** The phone in the address, else the one with the latest message. */
function current() {
  const digits = location.hash.slice(1);
  return /^[1-9]\d{6,14}$/.test(digits) ? digits : page.phones[0]?.digits;
}

async function loadPhones() {
  const phones = await listPhones();
  page.phones = phones.toSorted((a, b) => (b.lastAt ?? 0) - (a.lastAt ?? 0));
}

async function loadMessages() {
  const digits = current();
  const messages = digits === undefined ? [] : await listMessages(digits);
  // Another phone may have been chosen in the meantime.
  if (digits === current()) page.messages = messages;
}

async function loadCalls() {
  const last = page.calls.at(-1)?.at;
  const calls = await callsSince(last ?? Date.now() - 3_600_000);
  const older = page.calls.filter(({ at }) => at !== last);
  page.calls = [...older, ...calls].slice(-MAX_CALLS);
}

async function loadFaults() {
  page.faults = await readFaults();
}

function draw() {
  const digits = current();
  const phone = page.phones.find((each) => each.digits === digits);
  drawPhones(page.phones, digits);
  drawChat(digits, page.messages);
  drawPhoneOptions(phone, refreshPhone);
  drawFaultOptions(page.faults, digits);
  drawQuickReplies(digits);
  drawReceipts(digits, page.messages, page.calls);
  drawCalls(page.calls);
  for (const node of find("reply-form").elements) node.disabled = digits === undefined;
}

async function refreshPhone() {
  await loadPhones();
  await loadMessages();
  draw();
}

async function refreshAll() {
  page.calls = [];
  await Promise.all([loadPhones(), loadFaults(), loadCalls()]);
  await loadMessages();
  draw();
}

async function applyChanges(changes) {
  const kinds = new Set(changes.map(({ kind }) => kind));
  if (kinds.has("reset")) {
    await refreshAll();
    return;
  }
  const loads = [];
  if (kinds.has("phone")) loads.push(loadPhones());
  if (changes.some(({ digits }) => digits !== undefined && digits === current()))
    loads.push(loadMessages());
  if (kinds.has("faults")) loads.push(loadFaults());
  if (kinds.has("log")) loads.push(loadCalls());
  const before = current();
  await Promise.all(loads);
  if (current() !== before) await loadMessages();
  draw();
}

function listen() {
  const events = new EventSource("/sim/events");
  const pending = [];
  let busy = false;
  // One refresh at a time. Changes during a refresh wait for the next one.
  const refresh = async () => {
    if (busy) return;
    busy = true;
    while (pending.length > 0) {
      try {
        await applyChanges(pending.splice(0));
        find("lost").hidden = true;
      } catch {
        // The simulator stopped during the refresh. The page says so until it runs again.
        find("lost").hidden = false;
      }
    }
    busy = false;
  };
  events.addEventListener("open", () => {
    pending.push({ kind: "reset" });
    void refresh();
  });
  events.addEventListener("error", () => {
    find("lost").hidden = false;
  });
  events.addEventListener("message", ({ data }) => {
    pending.push(...JSON.parse(data));
    void refresh();
  });
}

function showTheme() {
  const dark = document.documentElement.dataset.theme === "dark";
  find("theme").setAttribute("aria-label", word(dark ? "toLight" : "toDark"));
  find("theme").replaceChildren(icon(dark ? "sun" : "moon"));
}

function showLanguage() {
  setLanguage(currentLanguage());
  const english = currentLanguage() === "en";
  find("language").setAttribute("aria-checked", String(english));
  find("language").dataset.state = english ? "checked" : "unchecked";
  find("lang-fr").toggleAttribute("data-on", !english);
  find("lang-en").toggleAttribute("data-on", english);
  showTheme();
}

find("language").addEventListener("click", () => {
  setLanguage(currentLanguage() === "fr" ? "en" : "fr");
  showLanguage();
  draw();
});
find("theme").addEventListener("click", () => {
  const { dataset } = document.documentElement;
  dataset.theme = dataset.theme === "dark" ? "light" : "dark";
  localStorage.setItem("theme", dataset.theme);
  showTheme();
});
find("reply-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const input = find("reply-text");
  const text = input.value.trim();
  const digits = current();
  if (text === "" || digits === undefined) return;
  input.value = "";
  await write(digits, text);
});
find("add").addEventListener("submit", async (event) => {
  event.preventDefault();
  const input = find("add-number");
  const digits = input.value.replace(/[\s().+-]/g, "");
  const valid = /^[1-9]\d{6,14}$/.test(digits);
  find("add-error").hidden = valid;
  find("add-error").textContent = valid ? "" : word("badNumber");
  input.setAttribute("aria-invalid", String(!valid));
  if (!valid) return;
  input.value = "";
  await changePhone(digits, {});
  location.hash = digits;
});
addEventListener("hashchange", () => {
  page.messages = [];
  void refreshPhone();
});

showLanguage();
draw();
listen();
