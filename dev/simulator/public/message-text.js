import { button, element } from "./element.js";
import { word } from "./words.js";

/** WhatsApp shows this much of a long message, then a button for the rest. */
const SHOWN_CHARACTERS = 768;
const SHOWN_LINES = 20;
/** An address, *bold* or _italic_. */
const FORMATTED =
  /(https?:\/\/[^\s<>"»]+[^\s<>"».,;:!?)\]’])|(?<![\p{L}\d])(?:\*(?=\S)([^*\n]*\S)\*|_(?=\S)([^_\n]*\S)_)(?![\p{L}\d])/gu;

/** Formats and folds a message like WhatsApp. */
export function messageText(text) {
  const end = shownLength(text);
  const shown = element("span", {}, ...formatted(text.slice(0, end)));
  if (end === text.length) return shown;
  const more = button("more", showRest, word("readMore"));
  const fold = element("span", {}, "… ", more);
  function showRest() {
    const rest = element("span", { tabindex: "-1" }, ...formatted(text.slice(end)));
    fold.replaceWith(rest);
    rest.focus({ preventScroll: true });
  }
  shown.append(fold);
  return shown;
}

/** The fold is between two words, and not inside of formatted text. */
function shownLength(text) {
  const lines = text.split("\n", SHOWN_LINES).join("\n");
  const limit = Math.min(SHOWN_CHARACTERS, lines.length);
  if (text.length <= limit) return text.length;
  const space = text.slice(0, limit + 1).search(/\s\S*$/);
  const end = space > 0 ? space : limit;
  const around = [...text.matchAll(FORMATTED)].find(
    ({ index, 0: whole }) => index < end && end < index + whole.length,
  );
  return around?.index || end;
}

function formatted(text) {
  const parts = [];
  let from = 0;
  for (const match of text.matchAll(FORMATTED)) {
    const [whole, address, bold, italic] = match;
    parts.push(text.slice(from, match.index));
    if (address) parts.push(link(address, {}, address));
    else parts.push(element(bold ? "b" : "em", {}, bold ?? italic));
    from = match.index + whole.length;
  }
  return [...parts, text.slice(from)];
}

/** A link that opens its address in a new tab. */
export const link = (href, attributes, ...children) =>
  element("a", { href, target: "_blank", rel: "noopener noreferrer", ...attributes }, ...children);
