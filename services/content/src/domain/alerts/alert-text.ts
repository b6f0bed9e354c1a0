import type { Language } from "@matinale/contracts";
import type { Story } from "@matinale/newsroom";
import { speakingSeconds } from "@matinale/newsroom/reading";
import { writtenNames, type Script } from "@matinale/newsroom/summary";
import { nbsp, sentences } from "@matinale/newsroom/text";
import { formats, outletLinks, type LinkTo } from "../digest/digest-text.ts";
import { wording } from "../digest/wording.ts";

/** Seconds of the voice note of an alert. */
export const alertSeconds = { min: 20, max: 30 };

const fr = {
  label: `Alerte info${nbsp}: `,
  opening: "Alerte info.",
  credits: (outlets: string) => `C’est une information de ${outlets}.`,
  sources: "Les sources sont dans le message. Texte et voix sont générés automatiquement.",
  next: "La suite dans votre prochaine édition.",
};
const words: Record<Language, typeof fr> = {
  fr,
  en: {
    label: "Breaking news: ",
    opening: "Breaking news.",
    credits: (outlets) => `This is being reported by ${outlets}.`,
    sources: "You’ll find the sources in the message. Text and voice are generated automatically.",
    next: "There’ll be more in your next edition.",
  },
};

/** The message of an alert: headline, one line, the outlets with their links, and how it was written. */
export function alertText(
  { sources }: Pick<Story, "sources">,
  { headline, line, language, method }: Script,
  hasVoice: boolean,
  linkTo: LinkTo,
): string {
  const style = formats.whatsapp;
  const blocks = [
    [style.bold(words[language].label + style.literal(headline)), style.literal(line)]
      .filter((part) => part !== "")
      .join("\n"),
    outletLinks(sources, language, style, linkTo, maxOutlets),
    wording[language].writtenBy[method][hasVoice ? "withVoice" : "withoutVoice"],
  ];
  return blocks.join("\n\n");
}

/** Most outlets whose links the message has. */
const maxOutlets = 6;

/**
 * The text of the voice note: the story, without its last sentences when it would last more than 30 seconds. A short story
 * also gets the names of its outlets and an announcement of the next edition. A story without a brief, such as an accusation
 * with its denial, is never cut. One of a headline alone is too short to be cut.
 */
export function spokenAlert({ sources }: Pick<Story, "sources">, script: Script): string {
  const { language, spoken, brief } = script;
  const { opening, credits, sources: closing, next } = words[language];
  const secondsOf = (said: readonly string[], more: readonly string[] = []) =>
    speakingSeconds([opening, ...said, ...more, closing].join(" ").length, language);
  const said = brief === undefined ? [spoken] : sentences(spoken, language);
  while (said.length > 1 && secondsOf(said) > alertSeconds.max) said.pop();
  const names = credits(writtenNames(sources, language));
  const more = [[names, next], [names], [next]].find(
    (each) => secondsOf(said, each) <= alertSeconds.max,
  );
  const isShort = secondsOf(said) < alertSeconds.min;
  return [opening, ...said, ...(isShort ? (more ?? []) : []), closing].join(" ");
}
