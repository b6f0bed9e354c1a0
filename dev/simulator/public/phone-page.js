import { drawChat } from "./chat.js";
import { button } from "./element.js";
import { drawMail } from "./mail.js";
import { drawFaultOptions, drawPhoneOptions } from "./options.js";
import { drawPhones } from "./phone-list.js";
import { drawReceipts } from "./receipts.js";
import * as simulator from "./simulator-api.js";
import { changeLanguage, quickReplies, translatePage } from "./words.js";

const MAX_CALLS = 500;
const isNumber = (digits) => /^[1-9]\d{6,14}$/.test(digits);
const find = (id) => document.querySelector(`#${id}`);
const page = { phones: [], messages: [], faults: {}, calls: [], mails: [] };

/** The phone in the address, else the one with the latest message. */
function current() {
  const digits = location.hash.slice(1);
  return isNumber(digits) ? digits : page.phones[0]?.digits;
}

async function loadPhones() {
  const phones = await simulator.listPhones();
  page.phones = phones.toSorted((a, b) => (b.lastAt ?? 0) - (a.lastAt ?? 0));
}

async function loadMessages() {
  const digits = current();
  const messages = digits === undefined ? [] : await simulator.listMessages(digits);
  // Another phone may have been chosen in the meantime.
  if (digits === current()) page.messages = messages;
}

async function loadCalls() {
  const last = page.calls.at(-1)?.at;
  const calls = await simulator.callsSince(last ?? Date.now() - 3_600_000);
  const older = page.calls.filter(({ at }) => at !== last);
  page.calls = [...older, ...calls].slice(-MAX_CALLS);
}

function draw() {
  const digits = current();
  drawPhones(page.phones, digits);
  drawChat(digits, page.messages);
  drawPhoneOptions(page.phones.find((each) => each.digits === digits));
  drawFaultOptions(page.faults, digits);
  drawReceipts(digits, page.messages, page.calls);
  drawMail(page.mails);
  if (digits === undefined) showKeywords(false);
  for (const node of find("reply-form").elements) node.disabled = digits === undefined;
}

function drawLanguage() {
  translatePage();
  const keywords = quickReplies().map((text) =>
    button(
      "btn",
      () => {
        showKeywords(false);
        find("reply-text").focus();
        void simulator.write(current(), text);
      },
      text,
    ),
  );
  find("quick").replaceChildren(...keywords);
  draw();
}

function showKeywords(isOpen) {
  find("quick").hidden = !isOpen;
  find("keywords").setAttribute("aria-expanded", String(isOpen));
}

const loads = {
  phone: loadPhones,
  faults: async () => (page.faults = await simulator.readFaults()),
  log: loadCalls,
  mail: async () => (page.mails = await simulator.listMail()),
};

async function refresh(changed) {
  const isReset = changed.includes("reset");
  if (isReset) page.calls = [];
  const kinds = Object.keys(loads).filter((kind) => isReset || changed.includes(kind));
  await Promise.all(kinds.map((kind) => loads[kind]()));
  if (kinds.includes("phone")) await loadMessages();
  draw();
}

/** One refresh at a time. Changes during a refresh wait for the next one. */
const pending = [];
let isBusy = false;
async function change(kind) {
  pending.push(kind);
  if (isBusy) return;
  isBusy = true;
  while (pending.length > 0) {
    // The simulator may stop during the refresh. The page says so until it runs again.
    find("lost").hidden = await refresh(pending.splice(0)).then(
      () => true,
      () => false,
    );
  }
  isBusy = false;
}

find("language").addEventListener("click", () => {
  changeLanguage();
  drawLanguage();
});
find("keywords").addEventListener("click", () => showKeywords(find("quick").hidden));
find("reply-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const input = find("reply-text");
  const text = input.value.trim();
  if (text === "") return;
  input.value = "";
  await simulator.write(current(), text);
});
find("add").addEventListener("submit", async (event) => {
  event.preventDefault();
  const input = find("add-number");
  const digits = input.value.replace(/[\s().+-]/g, "");
  const isValid = isNumber(digits);
  find("add-error").hidden = isValid;
  input.setAttribute("aria-invalid", String(!isValid));
  if (!isValid) return;
  input.value = "";
  await simulator.changePhone(digits, {});
  location.hash = digits;
});
addEventListener("hashchange", () => {
  page.messages = [];
  void change("phone");
});

drawLanguage();
const events = new EventSource("/sim/events");
events.addEventListener("open", () => void change("reset"));
events.addEventListener("error", () => {
  find("lost").hidden = false;
});
events.addEventListener("message", ({ data }) => void change(data));
