import type { Language } from "@matinale/contracts";
import type { Passage, StoryInFull } from "@matinale/newsroom/summary";
import { formats, type LinkTo, maxMessageLength, outletLink } from "./digest-text.ts";
import { wording } from "./wording.ts";

/** The message with one story in full: each passage with its outlet and link, then who wrote it. */
export function storyText(
  { headline, passages, method }: StoryInFull,
  language: Language,
  hasVoice: boolean,
  linkTo: LinkTo,
): string {
  const style = formats.whatsapp;
  const words = wording[language];
  const blockOf = (passage: Passage): string =>
    [style.literal(passage.text), outletLink(passage, language, style, linkTo)]
      .filter((line) => line !== "")
      .join("\n");
  // what other outlets add is always taken from their own sentences
  const isMixed = method === "model" && passages.slice(1).some(({ text }) => text !== "");
  const author = isMixed ? "some_model" : method;
  const footer = words.writtenBy[author][hasVoice ? "withVoice" : "withoutVoice"];
  const blocks = passages.map(blockOf);
  const message = () => [style.bold(style.literal(headline)), ...blocks, footer].join("\n\n");
  while (message().length > maxMessageLength && blocks.length > 1) blocks.pop();
  return message();
}
