import { element, icon } from "./element.js";
import { messageText } from "./message-text.js";
import { markPlayed, tap } from "./simulator-api.js";
import { voiceNote } from "./voice-note.js";
import { currentLanguage, locale, word } from "./words.js";

/** Above this, WhatsApp shows a download arrow in place of the play button. */
const VOICE_BYTES = 512 * 1024;
const chat = document.querySelector("#chat");
/** Bubbles are kept when a status changes, so that a voice note continues to play. */
let bubbles = new Map();
let shownFor = "";

/** Draws the conversation. `digits` is undefined while no phone is chosen. */
export function drawChat(digits, messages) {
  const key = `${digits} ${currentLanguage()}`;
  if (key !== shownFor) {
    bubbles = new Map();
    chat.replaceChildren();
    shownFor = key;
  }
  const atEnd = chat.scrollHeight - chat.scrollTop - chat.clientHeight < 80;
  const before = bubbles.size;
  if (messages.length === 0) {
    bubbles = new Map();
    const hint = word(digits === undefined ? "choosePhone" : "emptyChat");
    chat.replaceChildren(element("p", { class: "hint empty" }, hint));
    return;
  }
  chat.querySelector(".empty")?.remove();
  let day = "";
  const nodes = messages.flatMap((message) => {
    const bubble = bubbles.get(message.id) ?? bubbleOf(digits, message);
    bubbles.set(message.id, bubble);
    bubble.update(message);
    const date = dayOf(message.at);
    const pill =
      date === day ? [] : [bubbles.get(date) ?? { node: element("p", { class: "day" }, date) }];
    if (pill[0]) bubbles.set(date, pill[0]);
    day = date;
    return [...pill, bubble].map(({ node }) => node);
  });
  const present = [...chat.children];
  const hasOnlyNewNodes =
    present.length <= nodes.length && present.every((node, index) => node === nodes[index]);
  if (hasOnlyNewNodes) chat.append(...nodes.slice(present.length));
  else chat.replaceChildren(...nodes);
  if (atEnd || before === 0) chat.scrollTop = chat.scrollHeight;
}

function bubbleOf(digits, message) {
  if (message.direction === "in") {
    const meta = element("p", { class: "meta" });
    const node = element(
      "div",
      { class: "bubble bubble-mine" },
      ...messageText(message.text),
      meta,
    );
    return { node, update: (now) => meta.replaceChildren(timeOf(now.at), " ", ticks(now.status)) };
  }
  if (message.audio) return audioBubble(digits, message);
  const meta = element("p", { class: "meta" });
  const buttons = (message.buttons ?? []).map((button) => buttonOf(digits, button));
  const node = element(
    "article",
    { class: `bubble digest${buttons.length > 0 ? " tpl" : ""}` },
    ...messageText(message.text ?? ""),
    meta,
    ...buttons,
  );
  return { node, update: (now) => meta.replaceChildren(timeOf(now.at), " ", ticks(now.status)) };
}

function audioBubble(digits, message) {
  const { voice, time } = voiceNote(message.audio, () => void markPlayed(digits, message.id));
  const status = element("span");
  const kind = message.audio.voice ? "" : ` · ${word("audioFile")}`;
  const note =
    message.audio.voice && message.audio.bytes > VOICE_BYTES
      ? element("p", { class: "xs muted" }, word("tooLong"))
      : "";
  const meta = element("p", { class: "meta" }, element("span", {}, time, kind), status);
  const node = element("div", { class: "bubble vn" }, voice, meta, note);
  return {
    node,
    update(now) {
      const heard =
        now.status === "played"
          ? [element("span", { class: "t-played" }, icon("headphones"), word("played"))]
          : [];
      status.replaceChildren(...heard, timeOf(now.at), ticks(now.status));
    },
  };
}

function buttonOf(digits, { id, title }) {
  const listen = /^listen|^écouter/i.test(id) || /^(listen|écouter)/i.test(title);
  return element(
    "button",
    {
      class: listen ? "tpl-btn listen" : "tpl-btn",
      type: "button",
      onclick: () => void tap(digits, id),
    },
    listen ? icon("play-solid", "") : icon("reply"),
    title,
  );
}

/** One tick: sent. Two: delivered. Two in purple: read. */
function ticks(status) {
  const read = status === "read" || status === "played";
  const drawn = icon(status === "sent" ? "tick" : "ticks", "ticks", "0 0 17 12");
  const label = word(read ? "read" : status);
  return element(
    "span",
    { class: read ? "t-read" : "", title: label },
    drawn,
    element("span", { class: "sr" }, label),
  );
}

function timeOf(at) {
  const time = new Intl.DateTimeFormat(locale(), { hour: "2-digit", minute: "2-digit" }).format(at);
  return element("time", { datetime: new Date(at).toISOString() }, time);
}

function dayOf(at) {
  const day = new Intl.DateTimeFormat(locale(), { weekday: "long", day: "numeric", month: "long" });
  const text = day.format(at);
  return text.charAt(0).toLocaleUpperCase(locale()) + text.slice(1);
}
