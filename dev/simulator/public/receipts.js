import { button, element, timeOf } from "./element.js";
import { markPlayed, markRead } from "./simulator-api.js";
import { clock } from "./voice-note.js";
import { locale, word } from "./words.js";

const SHOWN = 14;

/** Draws the status of each message to this phone, newest first, with refused calls. */
export function drawReceipts(digits, messages, calls) {
  const accepted = messages.filter(({ direction }) => direction === "out");
  const refused = calls
    .filter(({ kind, accepted, to }) => kind === "message" && !accepted && to === digits)
    .map((call) => ({ ...call, refusal: call.code ?? call.status, status: "failed" }));
  const rows = [...accepted, ...refused].toSorted((a, b) => b.at - a.at).slice(0, SHOWN);
  document.querySelector("#receipts").replaceChildren(...rows.map((each) => row(digits, each)));
  document.querySelector("#no-receipts").hidden = rows.length > 0;
}

function row(digits, message) {
  const { id, at, status, audio, refusal } = message;
  const actions = [];
  const offer = (name, run) => actions.push(button("btn", () => void run(digits, id), word(name)));
  if (status === "delivered") offer("read", markRead);
  if (audio && (status === "delivered" || status === "read")) offer("played", markPlayed);
  return element(
    "li",
    {},
    timeOf(at, locale()),
    element("span", { class: "what" }, described(message)),
    element("span", { class: `badge ${status}` }, word(status)),
    element("span", { class: "row muted xs" }, refusal, ...actions),
  );
}

function described({ type, text, audio, template }) {
  if (audio) return `${word("voiceNote")}, ${clock(audio.durationMs)}`;
  const firstLine = text?.split("\n")[0].replace(/[*_]/g, "");
  return [template, firstLine].filter(Boolean).join(" · ") || type;
}
