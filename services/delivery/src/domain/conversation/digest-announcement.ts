import type { Delivery, Template } from "../delivery/delivery.ts";
import { listenPayload } from "./keywords.ts";

/** Longest headline in an announcement, in characters. */
const maxHeadline = 150;

/**
 * A headline as a parameter of a template: one line without formatting or links, at most 150 characters, cut
 * after a word. Templates refuse new lines, tabs and more than four spaces in a parameter.
 */
export function announcedHeadline(title: string): string {
  const line = title
    .replace(/[*_~`]/g, "")
    .replace(/[\t\n\v\f\r\u2028\u2029 ]+/g, " ")
    // the full stop of a domain name, which WhatsApp would show as a link
    .replace(/(?<=[\p{L}\d])\.(?=\p{L}{2})/gu, "․")
    .trim();
  const characters = [...line];
  if (characters.length <= maxHeadline) return line;
  const start = characters.slice(0, maxHeadline - 1).join("");
  return `${start.replace(/\s\S*$/u, "").replace(/[\s,;:–—-]+$/u, "")}…`;
}

const words = {
  fr: {
    others: (count: number) =>
      count === 0
        ? "un seul sujet"
        : `et ${count} ${count === 1 ? "autre titre" : "autres titres"}`,
    textOnly: "texte seul",
    news: "l’actualité du jour",
  },
  en: {
    others: (count: number) =>
      count === 0 ? "one story" : `and ${count} more ${count === 1 ? "story" : "stories"}`,
    textOnly: "text only",
    news: "today’s stories",
  },
};

/**
 * The template that announces a digest or an alert while the window is closed. For a digest it has the first headline, how
 * many other stories there are, and the length of the voice note. A tap on its button releases the delivery.
 */
export function announcement(delivery: Delivery): Template {
  const { _id, kind, language, headline, stories, audio } = delivery;
  const button = listenPayload(_id);
  if (kind === "alert") return { name: "breaking_news", parameters: [headline ?? ""], button };
  const { others, textOnly, news } = words[language];
  const minutes = audio.reduce((sum, { durationMs }) => sum + durationMs, 0) / 60_000;
  const length = audio.length === 0 ? textOnly : `${Math.max(1, Math.round(minutes))} min`;
  // The headline is empty when the title consists of formatting only.
  const parameters = [headline || news, others(stories - 1), length];
  return { name: "digest_ready", parameters, button };
}
