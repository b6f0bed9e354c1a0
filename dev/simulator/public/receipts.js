import { element, icon } from "./element.js";
import { markPlayed, markRead } from "./simulator-api.js";
import { clock } from "./voice-note.js";
import { locale, word } from "./words.js";

const SHOWN = 14;
const list = document.querySelector("#receipts");
const none = document.querySelector("#no-receipts");
const badges = {
  sent: ["b-ok", "circle-check"],
  delivered: ["b-info", "check-check"],
  read: ["b-read", "eye"],
  played: ["b-read", "headphones"],
  failed: ["b-error", "circle-x"],
};

/** Draws the status of each message to this phone, newest first, with refused calls. */
export function drawReceipts(digits, messages, calls) {
  const accepted = messages
    .filter(({ direction }) => direction === "out")
    .map((message) => ({ at: message.at, node: () => acceptedRow(digits, message) }));
  const refused = calls
    .filter((call) => call.kind === "message" && !call.accepted && call.to === digits)
    .map((call) => ({ at: call.at, node: () => refusedRow(call) }));
  const rows = [...accepted, ...refused].toSorted((a, b) => b.at - a.at).slice(0, SHOWN);
  list.replaceChildren(...rows.map(({ node }) => node()));
  none.hidden = rows.length > 0;
}

function acceptedRow(digits, message) {
  const { id, status, audio } = message;
  const actions = [];
  if (status === "delivered") actions.push(action("read", () => markRead(digits, id)));
  if (audio && (status === "delivered" || status === "read")) {
    actions.push(action("played", () => markPlayed(digits, id)));
  }
  const isDone = actions.length === 0;
  const rest = element(
    "span",
    { class: "subtle xs" },
    word(status === "sent" ? "waiting" : "done"),
  );
  return row(message.at, described(message), status, isDone ? [rest] : actions, isDone);
}

function refusedRow(call) {
  const code = element("span", { class: "subtle xs" }, String(call.code ?? call.status));
  return row(call.at, described(call), "failed", [code], false);
}

function row(at, what, status, actions, isDone) {
  const [colour, drawing] = badges[status];
  const time = new Intl.DateTimeFormat(locale(), { hour: "2-digit", minute: "2-digit" }).format(at);
  return element(
    "li",
    {},
    element("time", { datetime: new Date(at).toISOString() }, time),
    element("span", { class: "what" }, what),
    element("span", { class: `badge ${colour}` }, icon(drawing), word(status)),
    element("span", { class: isDone ? "acts over" : "acts" }, ...actions),
  );
}

function action(name, run) {
  return element(
    "button",
    { class: "btn btn-secondary btn-sm", type: "button", onclick: () => void run() },
    word(name),
  );
}

function described({ type, text, audio, template }) {
  if (audio) return `${word(audio.voice ? "voiceNote" : "audioFile")}, ${clock(audio.durationMs)}`;
  if (type === "audio") return word("voiceNote");
  if (type === "template") return `${word("template")} ${template ?? ""}`.trim();
  const [first = ""] = (text ?? "").split("\n");
  const words = first.replace(/[*_]/g, "");
  return type === "interactive" ? `${word("choices")} · ${words}` : words || word("text");
}
