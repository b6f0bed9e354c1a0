import { element } from "./element.js";

/** An address, *bold* or _italic_. */
const FORMATTED =
  /(https?:\/\/[^\s<>"»]+[^\s<>"».,;:!?)\]’])|(?<![\p{L}\d])(?:\*(?=\S)([^*\n]*\S)\*|_(?=\S)([^_\n]*\S)_)(?![\p{L}\d])/gu;

/** Formats a message like WhatsApp. A first line in bold becomes a heading. */
export function messageText(text) {
  const [first, heading] = /^\s*\*([^*\n]+)\*\s*\n+/.exec(text) ?? [""];
  const words = element("p", { class: "words" }, ...formatted(text.slice(first.length)));
  return heading ? [element("h3", { class: "display" }, heading), words] : [words];
}

function formatted(text) {
  const parts = [];
  let from = 0;
  for (const match of text.matchAll(FORMATTED)) {
    const [whole, address, bold, italic] = match;
    parts.push(text.slice(from, match.index));
    if (address) parts.push(link(address));
    else parts.push(element(bold ? "b" : "em", {}, bold ?? italic));
    from = match.index + whole.length;
  }
  return [...parts, text.slice(from)];
}

/** A long address is shortened to its host and its end. */
function link(address) {
  const { host, pathname } = new URL(address);
  const path = pathname.length > 26 ? `/…${pathname.slice(-22)}` : pathname.replace(/\/$/, "");
  return element(
    "a",
    { class: "muted xs", href: address, target: "_blank", rel: "noopener noreferrer" },
    `${host}${path}`,
  );
}
