import { element } from "./element.js";
import { word } from "./words.js";

const list = document.querySelector("#phones");
const none = document.querySelector("#no-phones");

/** 33639981234 -> "+33 6 39 98 12 34". Other countries: groups of three digits. */
export function readable(digits) {
  const french = /^33(\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(digits);
  if (french) return `+33 ${french.slice(1).join(" ")}`;
  return `+${digits.replace(/(\d)(?=(\d{3})+$)/g, "$1 ")}`;
}

/** Draws a link for each phone, latest conversation first. The address of the page selects the phone. */
export function drawPhones(phones, current) {
  none.hidden = phones.length > 0;
  const focused = list.contains(document.activeElement) ? document.activeElement.hash : "";
  list.replaceChildren(
    ...phones.map(({ digits, name, online }) => {
      const initials = name.slice(0, 2).toLocaleUpperCase();
      return element(
        "li",
        {},
        element(
          "a",
          { href: `#${digits}`, "aria-current": digits === current ? "true" : undefined },
          element("span", { class: "av av-user", "aria-hidden": "true" }, initials),
          element(
            "span",
            {},
            element("b", {}, name),
            element("br"),
            element("span", {}, readable(digits), online ? "" : ` · ${word("offline")}`),
          ),
        ),
      );
    }),
  );
  if (focused) list.querySelector(`[href="${focused}"]`)?.focus();
}
