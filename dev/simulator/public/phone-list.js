import { element } from "./element.js";
import { word } from "./words.js";

const list = document.querySelector("#phones");

/** 33639981234 -> "+33 6 39 98 12 34". Other countries: groups of three digits. */
function readable(digits) {
  const french = /^33(\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(digits);
  if (french) return `+33 ${french.slice(1).join(" ")}`;
  return `+${digits.replace(/(\d)(?=(\d{3})+$)/g, "$1 ")}`;
}

/** Draws a link for each phone, latest conversation first. The address of the page selects the phone. */
export function drawPhones(phones, current) {
  document.querySelector("#no-phones").hidden = phones.length > 0;
  const focused = list.contains(document.activeElement) ? document.activeElement.hash : "";
  list.replaceChildren(
    ...phones.map(({ digits, name, online }) => {
      const number = `${readable(digits)}${online ? "" : ` · ${word("offline")}`}`;
      const link = element(
        "a",
        { href: `#${digits}`, "aria-current": digits === current ? "true" : undefined },
        element("b", {}, name),
        element("span", { class: "muted xs" }, number),
      );
      return element("li", {}, link);
    }),
  );
  if (focused) list.querySelector(`[href="${focused}"]`)?.focus();
}
