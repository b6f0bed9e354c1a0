import { element } from "./element.js";

const SHOWN = 60;
const list = document.querySelector("#log");
const none = document.querySelector("#no-calls");

/** The latest calls that services made to the simulator, newest first. */
export function drawCalls(calls) {
  none.hidden = calls.length > 0;
  list.hidden = calls.length === 0;
  list.replaceChildren(...calls.slice(-SHOWN).toReversed().map(line));
}

function line({ at, kind, type, to, status, code, accepted, messageId, mediaId }) {
  const bad = accepted ? "" : "bad";
  const time = new Date(at).toTimeString().slice(0, 8);
  const ms = String(at % 1000).padStart(3, "0");
  const rest = [
    type,
    to,
    accepted && status === 200 ? "" : status,
    code,
    short(messageId ?? mediaId),
  ];
  return element(
    "li",
    {},
    element("span", {}, `${time}.${ms}`),
    element(
      "span",
      { class: bad },
      element("b", { class: bad }, kind),
      ` ${rest.filter((part) => part !== undefined && part !== "").join(" ")}`,
    ),
  );
}

function short(id) {
  return id && id.length > 16 ? `${id.slice(0, 9)}…${id.slice(-2)}` : id;
}
