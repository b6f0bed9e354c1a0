import { createHash, randomUUID } from "node:crypto";
import { record, recordTombstone } from "@matinale/bus";
import { startForTests } from "@matinale/kit/vitest";
import { beforeEach, expect, test } from "vitest";
import { CompositionStore } from "../store/compositions.ts";
import { StoryStore } from "../store/stories.ts";
import { startContent, within } from "../testing/content.ts";

let content: Awaited<ReturnType<typeof startContent>>;
startForTests(
  () => startContent(undefined, 2),
  (started) => (content = started),
);
beforeEach(() => {
  content.standIn.spoken.splice(0);
  content.standIn.state.speechStatus = 200;
  content.standIn.state.refusedWords = [];
});

test("answers with the clips that exist, marked partial, when speech fails for the rest", async () => {
  await content.answerTo(await content.ask({ categories: ["sports"] }));
  content.standIn.state.speechStatus = 400;
  const digestId = await content.ask({ categories: ["sports", "politics"], manual: true });
  const answer = await content.answerTo(digestId);
  expect(answer.audioMissing).toBe("partial");
  expect(answer.audio).toHaveLength(1);
  const text = answer.texts.join("\n");
  expect(text).toContain("Les sujets marqués d’un astérisque ne sont pas dans la note vocale.");
  const chapterOf = (title: string) =>
    text.split("\n\n").find((paragraph) => paragraph.startsWith(`${title}\n`)) ?? "";
  const [sports, politics] = [chapterOf("SPORT"), chapterOf("POLITIQUE")];
  expect(sports).not.toBe("");
  expect(sports).not.toContain("＊");
  const headlines = politics.match(/^\*\d.*$/gmu) ?? [];
  expect(headlines.length).toBeGreaterThan(0);
  for (const headline of headlines) expect(headline).toMatch(/ ＊\*$/u);
});

test("answers a request with text, a voice note and its stories with their articles", async () => {
  const answer = await content.answerTo(await content.ask());
  expect(answer.audioMissing).toBe("");
  const text = answer.texts.join("\n");
  expect(text).toMatch(
    /^\*Matinale · dimanche 22 novembre, matin\*\n1 min · 7 sujets\n\nPOLITIQUE\n\*1\. /u,
  );
  expect(text).toContain("\n\nSPORT\n*");
  expect(text).toContain("\n\nRien de nouveau\u00A0: Culture.\n\n");
  const bridge = answer.stories.find(({ title }) => title.includes("Valserre"));
  expect(bridge?.sources.map(({ outlet }) => outlet).toSorted()).toEqual(["La Deux", "La Une"]);
  expect(text).toMatch(
    /\n_La \w+_ https:\S+\/r\/[\da-f]{20} · _La \w+_ https:\S+\/r\/[\da-f]{20}\n/u,
  );
  expect(answer.stories).toHaveLength(7);

  const [part] = answer.audio;
  const bytes = Buffer.from(
    await (
      await content.get(`/internal/media/${part?.mediaKey}`, "service:delivery")
    ).arrayBuffer(),
  );
  expect(createHash("sha256").update(bytes).digest("hex")).toBe(part?.sha256);
  expect(bytes.length).toBe(part?.bytes);
  expect(bytes.subarray(0, 4).toString()).toBe("OggS");
  expect(part?.mime).toBe("audio/ogg; codecs=opus");
  // greeting, three headlines, length, seven stories, two chapter lines and sign-off, each 0.3 s of words; marks and gaps
  expect(part?.durationMs).toBeGreaterThan(15 * 700);
  expect(part?.durationMs).toBeLessThan(15 * 1_100);
});

test("answers a digest without its refused story long before it is due, and marks this story", async () => {
  // nothing is spoken yet
  await content.mongo.collection("clips").deleteMany({});
  content.standIn.state.refusedWords = ["Valserre"];
  const answer = await content.answerTo(await content.ask());
  expect(answer.audioMissing).toBe("partial");
  expect(answer.audio).toHaveLength(1);
  const marked = answer.texts.join("\n").match(/^\*\d.* ＊\*$/gmu);
  expect(marked).toEqual([expect.stringContaining("Valserre")]);
});

test("speaks equal digests of one voice once and shares their audio", async () => {
  const windowEnd = new Date();
  const ids = await Promise.all([1, 2, 3].map(() => content.ask({ voice: "male", windowEnd })));
  const made = await Promise.all(ids.map(content.answerTo));
  expect(new Set(made.map(({ audio }) => audio[0]?.mediaKey)).size).toBe(1);
  expect(content.standIn.spoken).toHaveLength(new Set(content.standIn.spoken).size);
  // greeting, three headlines, seven stories, two lines of chapters and sign-off; the length once or twice, as it was estimated
  const others = content.standIn.spoken.filter((text) => !text.endsWith(" 7 sujets."));
  expect(others).toHaveLength(14);
});

test("answers a repeated request once", async () => {
  const digestId = await content.ask({ userId: "twice" });
  await content.answerTo(digestId);
  await content.ask({ digestId, userId: "twice" });
  await content.answerTo(await content.ask({ userId: "twice" }));
  expect(content.answersTo(digestId)).toHaveLength(1);
});

test("answers nothing_new without text and audio when there is no news", async () => {
  const before = new Date(Date.now() - 3 * 86_400_000);
  const answer = await content.answerTo(
    await content.ask({ windowEnd: before, dueAt: new Date() }),
  );
  expect(answer).toMatchObject({ audioMissing: "nothing_new", texts: [], audio: [], stories: [] });
});

test("sends the text and says that the voice note is missing when speech fails", async () => {
  content.standIn.state.speechStatus = 400;
  const answer = await content.answerTo(
    await content.ask({ categories: ["sports"], partOfDay: "evening", manual: true }),
  );
  expect(answer.audioMissing).toBe("speech_failed");
  expect(answer.audio).toEqual([]);
  expect(answer.texts[0]).toContain("n’a pas pu être produite");
});

test("composes a digest that is not due soon again when speech recovers", async () => {
  content.standIn.state.speechStatus = 400;
  const digestId = await content.ask({ categories: ["sports"], partOfDay: "afternoon" });
  await within(async () => {
    const request = await content.mongo
      .collection("digest_requests")
      .findOne({ _id: digestId as never });
    expect(request).toMatchObject({ state: "requested" });
    expect(request?.["nextAttemptAt"].getTime()).toBeGreaterThan(Date.now());
  });
  content.standIn.state.speechStatus = 200;
  const now = { $set: { nextAttemptAt: new Date() } };
  await content.mongo.collection("digest_requests").updateOne({ _id: digestId as never }, now);
  expect((await content.answerTo(digestId)).audioMissing).toBe("");
});

test("composes no digest that delivery does not wait for any more, but a later equal one", async () => {
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  const order = { windowEnd: new Date(), voice: "male" as const, partOfDay: "evening" };
  const compositions = () => content.metric("content_compositions_total");
  const before = await compositions();
  const missed = [
    await content.ask({ ...order, dueAt: minutesAgo(150) }),
    await content.ask({ ...order, dueAt: minutesAgo(11), manual: true }),
  ];
  await within(async () => {
    const states = await content.mongo
      .collection("digest_requests")
      .find({ _id: { $in: missed as never[] } })
      .map(({ state }) => String(state))
      .toArray();
    expect(states).toEqual(["missed", "missed"]);
  });
  expect(await compositions()).toBe(before);
  const inTime = [
    await content.ask({ ...order, dueAt: minutesAgo(110) }),
    await content.ask({ ...order, dueAt: minutesAgo(9), manual: true }),
  ];
  await Promise.all(inTime.map(content.answerTo));
  expect(missed.flatMap(content.answersTo)).toEqual([]);
  expect(await compositions()).toBe(before + 1);
});

test("a story that an operator withdraws during a composition is not in the answer", async () => {
  const held = Promise.withResolvers<void>();
  content.standIn.state.held = held.promise;
  // nothing is spoken yet
  await content.mongo.collection("clips").deleteMany({});
  const digestId = await content.ask({ partOfDay: "evening" });
  await within(() => expect(content.standIn.state.waiting).toBeGreaterThan(0));
  const stories = new StoryStore(content.mongo);
  const bridge = await content.mongo
    .collection("stories")
    .findOne({ "sources.title": /Valserre/u });
  await stories.withdraw(String(bridge?._id), new Date());
  expect(await new CompositionStore(content.mongo).drop(String(bridge?._id))).toBeGreaterThan(0);
  held.resolve();
  const answer = await content.answerTo(digestId);
  expect(answer.stories).toHaveLength(6);
  expect(answer.texts.join("\n")).not.toContain("Valserre");
  await content.mongo.collection("stories").updateMany({}, { $unset: { withdrawnAt: 1 } });
});

test("stores nothing about a person after their erasure", async () => {
  const userId = randomUUID();
  await content.outside.publish([
    record("user.changed", { userId, version: 1n, language: "fr", voice: "male" }),
  ]);
  await content.answerTo(await content.ask({ userId }));
  await within(async () => {
    expect(
      await content.mongo.collection("subscribers").countDocuments({ _id: userId as never }),
    ).toBe(1);
  });
  await content.outside.publish([recordTombstone("user.changed", userId)]);
  await within(async () => {
    expect(
      await content.mongo.collection("subscribers").countDocuments({ _id: userId as never }),
    ).toBe(0);
    expect(await content.mongo.collection("digest_requests").countDocuments({ userId })).toBe(0);
  });
});
