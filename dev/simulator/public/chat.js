import { button, element, icon, timeOf } from "./element.js";
import { link, messageText } from "./message-text.js";
import { markPlayed, tap } from "./simulator-api.js";
import { voiceNote } from "./voice-note.js";
import { currentLanguage, locale, word } from "./words.js";

const chat = document.querySelector("#chat");
/** Nodes by message. They are kept when a status changes, so that a voice note continues to play. */
const bubbles = new Map();
let shownFor = "";
let lastDay = "";

/** Draws the conversation, which only grows until the state is reset. `digits` is undefined while no phone is chosen. */
export function drawChat(digits, messages) {
  const atEnd = chat.scrollHeight - chat.scrollTop - chat.clientHeight < 80;
  const key = `${digits} ${currentLanguage()} ${messages[0]?.id}`;
  const isOther = key !== shownFor;
  if (isOther) {
    shownFor = key;
    lastDay = "";
    bubbles.clear();
    chat.replaceChildren();
    const hint = word(digits === undefined ? "choosePhone" : "emptyChat");
    if (messages.length === 0) chat.append(element("p", { class: "empty muted" }, hint));
  }
  for (const message of messages) {
    if (!bubbles.has(message.id)) append(digits, message);
    bubbles
      .get(message.id)
      .querySelector(".status")
      .replaceChildren(...statusOf(message));
  }
  if (atEnd || isOther) chat.scrollTop = chat.scrollHeight;
}

function append(digits, message) {
  const day = dayOf(message.at);
  if (day !== lastDay) chat.append(element("p", { class: "day muted xs" }, day));
  lastDay = day;
  const bubble = bubbleOf(digits, message);
  bubbles.set(message.id, bubble);
  chat.append(bubble);
}

function bubbleOf(digits, { id, direction, text = "", audio, buttons = [] }) {
  const status = element("span", { class: "status row xs" });
  if (audio) {
    const { player, time } = voiceNote(audio, () => void markPlayed(digits, id));
    return element(
      "div",
      { class: "bubble voice" },
      player,
      element("p", { class: "meta row xs" }, time, status),
    );
  }
  const isMine = direction === "in";
  return element(
    isMine ? "div" : "article",
    { class: isMine ? "bubble bubble-mine" : "bubble" },
    element("p", { class: "words" }, messageText(text), status),
    ...buttons.map((offered) => buttonOf(digits, offered)),
  );
}

/** A button with an address opens it, others reply. */
function buttonOf(digits, { id, title, url }) {
  if (url) return link(url, { class: "tpl-btn row" }, icon("open"), title);
  return button("tpl-btn row", () => void tap(digits, id), icon("reply"), title);
}

/** Only messages of the phone's owner have ticks. One: sent. Two: delivered. */
function statusOf({ direction, at, status }) {
  const time = timeOf(at, locale());
  if (status === "played") return [element("span", {}, word("played")), time];
  if (direction === "out") return [time];
  const label = word(status);
  const ticks = icon(status === "sent" ? "tick" : "ticks", "ticks");
  return [time, element("span", { role: "img", "aria-label": label, title: label }, ticks)];
}

function dayOf(at) {
  const day = new Intl.DateTimeFormat(locale(), { weekday: "long", day: "numeric", month: "long" });
  const text = day.format(at);
  return text.charAt(0).toLocaleUpperCase(locale()) + text.slice(1);
}
