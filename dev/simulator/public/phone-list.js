import { element, redraw } from "./element.js";
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
  const rows = phones.map(({ digits, online }) => {
    const link = element(
      "a",
      {
        id: `phone-${digits}`,
        href: `#${digits}`,
        "aria-current": digits === current ? "true" : undefined,
      },
      element("b", {}, readable(digits)),
      online ? "" : element("span", { class: "muted xs" }, word("offline")),
    );
    return element("li", {}, link);
  });
  redraw(list, rows);
}
