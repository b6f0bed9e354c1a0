import { button, element, icon, timeOf } from "./element.js";
import { messageText } from "./message-text.js";
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
  const status = element("span", { class: "status row" });
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
    ...messageText(text),
    element("p", { class: "meta row xs" }, status),
    ...buttons.map((offered) => {
      const listens = /^(listen|écouter)/i.test(offered.title);
      const drawing = listens ? icon("play-solid", "solid") : icon("reply");
      return button("tpl-btn row", () => void tap(digits, offered.id), drawing, offered.title);
    }),
  );
}

/** One tick: sent. Two: delivered. Two in purple: read. */
function statusOf({ at, status }) {
  const isRead = status === "read" || status === "played";
  const label = word(isRead ? "read" : status);
  const ticks = element(
    "span",
    { class: isRead ? "t-read" : "", title: label },
    icon(status === "sent" ? "tick" : "ticks", "ticks"),
    element("span", { class: "sr" }, label),
  );
  const played = element("span", { class: "t-played row" }, icon("headphones"), word("played"));
  return [...(status === "played" ? [played] : []), timeOf(at, locale()), ticks];
}

function dayOf(at) {
  const day = new Intl.DateTimeFormat(locale(), { weekday: "long", day: "numeric", month: "long" });
  const text = day.format(at);
  return text.charAt(0).toLocaleUpperCase(locale()) + text.slice(1);
}
