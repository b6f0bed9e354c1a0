import { element } from "./element.js";

const LINK = /https?:\/\/[^\s<>"»]+[^\s<>"».,;:!?)\]’]/g;
const EMPHASIS =
  /(?<![\p{L}\d])\*(?=\S)([^*\n]*\S)\*(?![\p{L}\d])|(?<![\p{L}\d])_(?=\S)([^_\n]*\S)_(?![\p{L}\d])/gu;

/** Formats a message like WhatsApp: *bold*, _italic_ and links. A first line in bold becomes a heading. */
export function messageText(text) {
  const [first = "", ...rest] = text.split("\n");
  const heading = /^\*([^*]+)\*$/.exec(first.trim());
  if (!heading || rest.length === 0) return [element("p", { class: "words" }, ...formatted(text))];
  return [
    element("h3", { class: "display" }, heading[1]),
    element("p", { class: "words" }, ...formatted(rest.join("\n").replace(/^\n+/, ""))),
  ];
}

function formatted(text) {
  return split(text, LINK, (link) =>
    element(
      "a",
      { href: link[0], target: "_blank", rel: "noopener noreferrer" },
      shortened(link[0]),
    ),
  ).flatMap((part) =>
    typeof part === "string"
      ? split(part, EMPHASIS, ([, bold, italic]) =>
          bold === undefined ? element("em", {}, italic) : element("b", {}, bold),
        )
      : [part],
  );
}

function split(text, pattern, shown) {
  const parts = [];
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    parts.push(text.slice(from, match.index), shown(match));
    from = match.index + match[0].length;
  }
  parts.push(text.slice(from));
  return parts.filter((part) => part !== "");
}

/** Shortens a long address to its host and its end. */
function shortened(address) {
  const { host, pathname } = new URL(address);
  const path = pathname.length > 26 ? `/…${pathname.slice(-22)}` : pathname.replace(/\/$/, "");
  return `${host}${path}`;
}
