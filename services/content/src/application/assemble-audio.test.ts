import { packPackets } from "@matinale/voice-note/testing";
import { expect, test } from "vitest";
import { ClipLengths } from "../domain/digest/clip-lengths.ts";
import { byUrgency, type Digest, type Utterance } from "../domain/digest/digest-plan.ts";
import { audioAssembler } from "./assemble-audio.ts";

const story = (id: string) => ({
  story: {
    id,
    language: "fr" as const,
    category: "politics" as const,
    countries: ["fr" as const],
    sources: [],
    firstSeenAt: new Date(0),
  },
  script: {
    storyId: id,
    language: "fr" as const,
    itemId: id,
    headline: id,
    line: "Une ligne.",
    spoken: `Histoire ${id}.`,
    brief: `Brève ${id}.`,
    method: "model" as const,
  },
});
const digest: Digest = {
  language: "fr",
  voice: "female",
  partOfDay: "morning",
  localDate: "2026-11-22",
  nextEdition: "2026-11-23T08:00",
  chapters: [{ category: "politics", stories: ["a", "b", "c", "d", "e"].map(story) }],
};
const textOf = (utterance: Utterance) =>
  "mark" in utterance ? `[${utterance.mark}]` : utterance.text;

/** Opus packets of 20 ms. */
const packets = (ms: number) => Array.from({ length: ms / 20 }, () => Uint8Array.of(1));

/** Assembles the digest when the clips of these texts are late. @returns what is heard, and the result */
async function assembled(late: RegExp, maxSeconds = 180, storySeconds = 20) {
  const heard: string[] = [];
  const ms = (text: string) => (text.startsWith("Histoire") ? storySeconds * 1000 : 1_000);
  const clips = {
    gather: (utterances: Utterance[], lengths: ClipLengths) => {
      for (const each of utterances) {
        if (!late.test(textOf(each))) lengths.add(each, ms(textOf(each)));
      }
      return Promise.resolve(null);
    },
    bytes: (utterances: Utterance[]) => {
      heard.push(...utterances.map(textOf));
      return Promise.resolve(utterances.map((each) => packPackets(packets(ms(textOf(each))))));
    },
  };
  const media = { put: () => Promise.resolve("key") };
  const assembler = audioAssembler(clips as never, media as never);
  const lengths = new ClipLengths();
  const deadline = { ms: 1_000, urgent: true };
  await assembler.speak(byUrgency(digest, 60), lengths, deadline);
  const result = await assembler.assemble(digest, maxSeconds, lengths, {
    form: "voice_note",
    deadline,
  });
  const seconds = result.parts.reduce((sum, { durationMs }) => sum + durationMs / 1000, 0);
  return { heard, seconds, spokenStories: result.spokenStories };
}

test("announces the stories and the minutes that are really in the note", async () => {
  const { heard, spokenStories, seconds } = await assembled(/Histoire [de]/u);
  expect(spokenStories).toEqual(new Set(["a", "b", "c"]));
  expect(heard).toContain("Une minute, 3 sujets.");
  expect(Math.round(seconds / 60)).toBe(1);
  expect(heard.filter((text) => text.startsWith("Histoire"))).toHaveLength(3);
  expect((await assembled(/$^/u)).heard).toContain("2 minutes, 5 sujets.");
});

test("leaves out all headlines when one is late, and sentences about the note that are late", async () => {
  const { heard } = await assembled(/^Et |minute|Prochaine/u);
  expect(heard).toEqual([
    "[opening]",
    "Bonjour, dimanche 22 novembre.",
    "Histoire a.",
    "[chapter]",
    "Toujours en politique.",
    ...["b", "c", "d", "e"].map((id) => `Histoire ${id}.`),
    expect.stringMatching(/^Voilà pour ce matin\./u),
  ]);
});

test("leaves out the mark of a chapter whose line is late", async () => {
  const { heard } = await assembled(/^Toujours/u);
  expect(heard).not.toContain("[chapter]");
  expect(heard.filter((text) => text.startsWith("Histoire"))).toHaveLength(5);
});

test("is never longer than the plan", async () => {
  const { seconds } = await assembled(/$^/u);
  const { heard, seconds: shortened } = await assembled(/$^/u, seconds - 0.5);
  expect(shortened).toBeLessThanOrEqual(seconds - 0.5);
  expect(heard.join(" ")).not.toContain("sujets");
});

test("has no voice note without greeting and sign-off", async () => {
  await expect(assembled(/^Voilà/u)).rejects.toMatchObject({ failure: "transient" });
});
