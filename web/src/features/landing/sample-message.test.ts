import { expect, test } from "vitest";
import en from "../../i18n/languages/en/landing.json";
import fr from "../../i18n/languages/fr/landing.json";
import recordings from "./sample-recordings.json";

/** A written text has no-break spaces where a spoken one has none. */
const plain = (text: string) => text.replaceAll("\u00a0", " ");

test.each([
  ["fr", fr.preview],
  ["en", en.preview],
] as const)(
  "the sample message (%s) has the length and the story of the recording",
  (language, message) => {
    const { female, male, lines } = recordings[language];
    for (const { durationMs } of [female, male]) {
      const minutes = Math.max(1, Math.round(durationMs / 60_000));
      expect(message.length).toMatch(new RegExp(`^${minutes}\\u00a0min `));
    }
    const story = message.headline.replace("1. ", "");
    expect(
      lines.filter((line) => plain(line).startsWith(plain(`${story}. ${message.line}`))),
    ).toHaveLength(1);
  },
);
