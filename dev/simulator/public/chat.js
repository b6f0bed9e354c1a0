import { button, element, icon, timeOf } from "./element.js";
import { link, messageText } from "./message-text.js";
import { markPlayed, tap } from "./simulator-api.js";
import { voiceNote } from "./voice-note.js";
import { currentLanguage, locale, word } from "./words.js";

/** Above this, WhatsApp shows a download arrow in place of the play button. */
const VOICE_BYTES = 512 * 1024;
const chat = document.querySelector("#chat");
/** Nodes are kept when a status changes, so that a voice note continues to play. */
const kept = new Map();
let shownFor = "";

/** Draws the conversation. `digits` is undefined while no phone is chosen. */
export function drawChat(digits, messages) {
  const key = `${digits} ${currentLanguage()}`;
  if (key !== shownFor) kept.clear();
  const isFirst = key !== shownFor || chat.querySelector(".empty");
  shownFor = key;
  const atEnd = chat.scrollHeight - chat.scrollTop - chat.clientHeight < 80;

  const nodes = new Set();
  const add = (id, create) => {
    const node = kept.get(id) ?? create();
    kept.set(id, node);
    nodes.add(node);
    return node;
  };
  for (const message of messages) {
    const day = dayOf(message.at);
    add(day, () => element("p", { class: "day muted xs" }, day));
    const bubble = add(message.id, () => bubbleOf(digits, message));
    bubble.querySelector(".status").replaceChildren(...statusOf(message));
  }
  if (messages.length === 0) {
    const hint = word(digits === undefined ? "choosePhone" : "emptyChat");
    nodes.add(element("p", { class: "empty muted" }, hint));
  }
  const wanted = [...nodes];
  const hasOnlyNewNodes = [...chat.children].every((node, index) => node === wanted[index]);
  if (hasOnlyNewNodes) chat.append(...wanted.slice(chat.children.length));
  else chat.replaceChildren(...wanted);
  if (atEnd || isFirst) chat.scrollTop = chat.scrollHeight;
}

function bubbleOf(digits, { id, direction, text = "", audio, buttons = [] }) {
  const status = element("span", { class: "status row xs" });
  if (audio) {
    const { player, time } = voiceNote(audio, () => void markPlayed(digits, id));
    const kind = audio.voice ? "" : ` · ${word("audioFile")}`;
    const isTooLong = audio.voice && audio.bytes > VOICE_BYTES;
    return element(
      "div",
      { class: "bubble voice" },
      player,
      element("p", { class: "meta row xs" }, element("span", {}, time, kind), status),
      isTooLong ? element("p", { class: "xs muted" }, word("tooLong")) : "",
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
  const listens = /^(listen|écouter)/i.test(title);
  const drawing = listens ? icon("play-solid", "solid") : icon("reply");
  return button("tpl-btn row", () => void tap(digits, id), drawing, title);
}

/** Only messages of the phone's owner have ticks. One: sent. Two: delivered. */
function statusOf({ direction, at, status }) {
  const time = timeOf(at, locale());
  if (status === "played") return [element("span", {}, word("played")), time];
  if (direction === "out") return [time];
  const label = word(status);
  const ticks = element(
    "span",
    { title: label },
    icon(status === "sent" ? "tick" : "ticks", "ticks"),
    element("span", { class: "sr" }, label),
  );
  return [time, ticks];
}

function dayOf(at) {
  const day = new Intl.DateTimeFormat(locale(), { weekday: "long", day: "numeric", month: "long" });
  const text = day.format(at);
  return text.charAt(0).toLocaleUpperCase(locale()) + text.slice(1);
}
