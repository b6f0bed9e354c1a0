import { button, element, timeOf } from "./element.js";
import { locale, word } from "./words.js";

const list = document.querySelector("#mails");
const view = document.querySelector("#open-mail");
const shown = { mails: [], id: undefined, asText: false };

/** Draws the received mails, newest first, and the one that is open. */
export function drawMail(mails) {
  shown.mails = mails;
  const { id } = document.activeElement;
  document.querySelector("#no-mail").hidden = mails.length > 0;
  list.replaceChildren(...mails.toReversed().map(row));
  if (id) document.getElementById(id)?.focus();
  drawOpenMail();
}

function row({ id, to, subject, receivedAt }) {
  const isOpen = id === shown.id;
  const node = button(
    "btn",
    () => show(isOpen ? undefined : id),
    timeOf(receivedAt, locale()),
    element("span", { class: "what" }, element("b", {}, subject)),
    element("span", { class: "what muted" }, to.join(", ")),
  );
  node.id = `mail-${id}`;
  node.setAttribute("aria-expanded", String(isOpen));
  node.setAttribute("aria-controls", "open-mail");
  return element("li", {}, node);
}

function show(id) {
  shown.id = id;
  drawMail(shown.mails);
  view.scrollIntoView({ block: "nearest" });
}

function drawOpenMail() {
  const mail = shown.mails.find(({ id }) => id === shown.id);
  view.hidden = mail === undefined;
  // the frame keeps its place when another mail arrives
  const drawn = mail && `${mail.id} ${shown.asText} ${locale()}`;
  if (view.dataset.drawn === drawn) return;
  view.dataset.drawn = drawn ?? "";
  view.replaceChildren(...(mail ? [formats(), content(mail)] : []));
}

const formats = () =>
  element(
    "div",
    { class: "row", role: "group", "aria-label": word("mailFormat") },
    format("mailAsHtml", false),
    format("mailAsText", true),
    button("btn", () => show(undefined), word("closeMail")),
  );

function format(label, asText) {
  const choose = () => {
    shown.asText = asText;
    drawOpenMail();
    view.querySelector('[aria-pressed="true"]').focus();
  };
  const node = button("btn", choose, word(label));
  node.setAttribute("aria-pressed", String(shown.asText === asText));
  return node;
}

const content = ({ id, subject, text }) =>
  shown.asText
    ? element("pre", { tabindex: "0" }, text)
    : element("iframe", {
        src: `/sim/mail/${id}/html`,
        title: subject,
        sandbox: "allow-popups allow-popups-to-escape-sandbox",
      });
