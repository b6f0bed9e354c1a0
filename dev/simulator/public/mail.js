import { element, timeOf } from "./element.js";
import { locale, word } from "./words.js";

const list = document.querySelector("#mails");
const idOf = ({ id }) => `mail-${id}`;

/** Draws the received mails, newest first. Those that are drawn already stay open or closed. */
export function drawMail(mails) {
  document.querySelector("#no-mail").hidden = mails.length > 0;
  const ids = new Set(mails.map(idOf));
  for (const row of list.querySelectorAll("li")) if (!ids.has(row.id)) row.remove();
  for (const mail of mails) if (!document.getElementById(idOf(mail))) list.prepend(row(mail));
}

function row(mail) {
  const { id, to, subject, text, receivedAt } = mail;
  const html = element("iframe", {
    src: `/sim/mail/${id}/html`,
    loading: "lazy",
    title: subject,
    sandbox: "allow-popups allow-popups-to-escape-sandbox",
  });
  const title = [timeOf(receivedAt, locale()), " ", element("b", {}, subject), ` ${to.join(", ")}`];
  return element(
    "li",
    { id: idOf(mail) },
    disclosure(title, html, disclosure([asText()], element("pre", { tabindex: "0" }, text))),
  );
}

const asText = () => element("span", { "data-word": "mailAsText" }, word("mailAsText"));

const disclosure = (title, ...content) =>
  element("details", {}, element("summary", {}, ...title), ...content);
