import { element } from "./element.js";
import { write } from "./simulator-api.js";
import { currentLanguage, word } from "./words.js";

/** Keywords that Matinale understands. One click sends them. */
const keywords = {
  fr: ["START", "MENU", "ENCORE", "PAUSE 7 J", "AIDE", "STOP"],
  en: ["START", "MENU", "MORE", "PAUSE 7 D", "HELP", "STOP"],
};
let drawn = "";

/** `digits` is undefined while no phone is chosen. */
export function drawQuickReplies(digits) {
  const language = currentLanguage();
  const key = `${digits} ${language}`;
  if (key === drawn) return;
  drawn = key;
  const group = document.querySelector("#quick");
  group.hidden = digits === undefined;
  group.setAttribute("aria-label", word("keywords"));
  group.replaceChildren(
    ...keywords[language].map((text) =>
      element(
        "button",
        { class: "btn btn-secondary", type: "button", onclick: () => void write(digits, text) },
        text,
      ),
    ),
  );
}
