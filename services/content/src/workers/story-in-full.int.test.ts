import { startForTests } from "@matinale/kit/vitest";
import { beforeEach, expect, test } from "vitest";
import { startContent } from "../testing/content.ts";

let content: Awaited<ReturnType<typeof startContent>>;
startForTests(
  () => startContent(undefined, 2),
  (started) => (content = started),
);
beforeEach(() => {
  content.standIn.spoken.splice(0);
  content.standIn.state.speechStatus = 200;
});

/** A digest with few seconds: the rest of its stories are in `more`. */
const digest = async () => content.answerTo(await content.ask());
const tell = async (storyId: string) =>
  content.answerTo(await content.ask({ storyId, manual: true, dueAt: new Date() }));

test("tells a story from all its outlets, as one text with links and one voice note", async () => {
  const { stories } = await digest();
  const bridge = stories.find(({ title }) => title.includes("Valserre"));
  content.standIn.spoken.splice(0);
  const answer = await tell(bridge?.storyId ?? "");
  expect(answer.texts).toHaveLength(1);
  const [text = ""] = answer.texts;
  expect(text.startsWith(`*${bridge?.title}*\n\n`)).toBe(true);
  expect(text).toContain("12 millions d’euros");
  for (const outlet of ["La Une", "La Deux"]) {
    expect(text).toMatch(new RegExp(`^_${outlet}_ https://\\S+/r/[0-9a-f]{20}$`, "mu"));
  }
  expect(text).toMatch(/\n\nTextes résumés automatiquement[^\n]*synthèse\.$/u);
  expect(answer).toMatchObject({ audioMissing: "", more: [], moreStoryIds: [] });
  expect(answer.audio).toHaveLength(1);
  expect(answer.audio[0]?.mime).toBe("audio/ogg; codecs=opus");
  expect(answer.stories.map(({ storyId }) => storyId)).toEqual([bridge?.storyId]);
});

test("speaks a story of one outlet with the clip of the digest, and composes equal requests once", async () => {
  const { stories } = await digest();
  const story = stories.find(({ title }) => title.includes("Nantes"));
  content.standIn.spoken.splice(0);
  const [one, other] = await Promise.all([1, 2].map(() => tell(story?.storyId ?? "")));
  expect(one?.texts).toEqual(other?.texts);
  expect(one?.audio).toEqual(other?.audio);
  expect(one?.audio).toHaveLength(1);
  expect(content.standIn.spoken).toEqual([]);
});

test("names the stories that a digest keeps for readers who ask for more", async () => {
  content.standIn.state.spokenSeconds = 5;
  const { stories, more, moreStoryIds } = await content.answerTo(
    await content.ask({ maxSeconds: 60, voice: "male" }),
  );
  expect(more).not.toEqual([]);
  expect(moreStoryIds.length).toBeGreaterThan(0);
  expect(new Set([...stories.map(({ storyId }) => storyId), ...moreStoryIds]).size).toBe(7);
  const answer = await tell(moreStoryIds[0] ?? "");
  expect(more.join("\n")).toContain(answer.stories[0]?.title);
});

test("sends the text alone when speech fails", async () => {
  content.standIn.state.spokenSeconds = 5;
  // a story without a clip in this voice: the digest has no room for it
  const { moreStoryIds } = await content.answerTo(
    await content.ask({ maxSeconds: 60, voice: "male" }),
  );
  content.standIn.state.speechStatus = 400;
  const answer = await content.answerTo(
    await content.ask({ storyId: moreStoryIds.at(-1) ?? "", voice: "male", manual: true }),
  );
  expect(answer).toMatchObject({ audioMissing: "speech_failed", audio: [] });
  expect(answer.texts[0]).toMatch(/Textes résumés automatiquement[^;]*\.$/u);
});

test("answers a request for an expired story", async () => {
  const answer = await tell("0".repeat(32));
  expect(answer.texts).toEqual(["Ce sujet est trop ancien\u00A0: il n’est plus disponible."]);
  expect(answer).toMatchObject({ audio: [], audioMissing: "", stories: [] });
});
