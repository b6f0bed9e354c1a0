import { randomUUID } from "node:crypto";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { record } from "@matinale/bus";
import { startForTests } from "@matinale/kit/vitest";
import { beforeEach, expect, test } from "vitest";
import { startContent, within } from "../testing/content.ts";

let content: Awaited<ReturnType<typeof startContent>>;
startForTests(startContent, (started) => (content = started));
beforeEach(() => {
  content.standIn.spoken.splice(0);
  content.standIn.state.speechStatus = 200;
});

test("previews with the subscriber's choices, serves the audio, and allows another preview afterwards", async () => {
  // makes most clips first, because a preview waits less long than a digest
  const spoken = await content.ask({ voice: "male", categories: ["politics", "sports"] });
  await content.answerTo(spoken);
  const userId = randomUUID();
  await content.outside.publish([
    record("user.changed", { userId, version: 1n, language: "fr", voice: "male" }),
    record("preferences.changed", {
      userId,
      version: 1n,
      language: "fr",
      country: "fr",
      timezone: "Europe/Paris",
      categories: ["politics", "sports"],
    }),
  ]);
  await within(async () => {
    const subscriber = await content.mongo
      .collection("subscribers")
      .findOne({ _id: userId as never });
    expect(subscriber).toMatchObject({ user: { voice: "male" }, preferences: { version: 1 } });
  });
  const answer = await content.get("/preview-news", userId);
  expect(answer.status).toBe(200);
  const preview = (await answer.json()) as Record<string, unknown>;
  expect(preview).toMatchObject({
    success: true,
    message: "Votre aperçu est prêt.",
    voiceGender: "male",
    categories: ["Politique", "Sport"],
    simulationMode: true,
  });
  expect(preview["simulationNote"]).toContain("Actualités d’exemple");
  expect(preview["content"]).toContain("Valserre");
  const audioUrl = String(preview["audioUrl"]);

  const whole = await fetch(`${content.url}${audioUrl}`);
  expect(whole.status).toBe(200);
  expect(whole.headers.get("content-type")).toBe("audio/mpeg");
  expect(whole.headers.get("x-content-type-options")).toBe("nosniff");
  expect(whole.headers.get("cross-origin-resource-policy")).toBe("same-origin");
  expect(whole.headers.get("cache-control")).toMatch(/^private/u);
  const bytes = Buffer.from(await whole.arrayBuffer());
  const { length } = bytes;
  const etag = whole.headers.get("etag") ?? "";
  const part = async (headers: Record<string, string>) => {
    const some = await fetch(`${content.url}${audioUrl}`, { headers });
    const range = some.headers.get("content-range");
    return [some.status, range, Buffer.from(await some.arrayBuffer())];
  };
  const middle = [206, `bytes 100-199/${length}`, bytes.subarray(100, 200)];
  expect(await part({ range: "bytes=100-199" })).toEqual(middle);
  expect(await part({ range: "bytes=100-199", "if-range": etag })).toEqual(middle);
  const end = [206, `bytes ${length - 100}-${length - 1}/${length}`, bytes.subarray(-100)];
  expect(await part({ range: "bytes=-100" })).toEqual(end);
  expect(await part({ range: `bytes=${length - 100}-${length}` })).toEqual(end);
  expect(await part({ range: "bytes=100-199", "if-range": '"old"' })).toEqual([200, null, bytes]);
  expect(await part({ range: "bytes=0-1,4-5" })).toEqual([200, null, bytes]);
  expect(await part({ range: "items=0-1" })).toEqual([200, null, bytes]);
  const beyond = { headers: { range: `bytes=${length}-` } };
  const nothing = await fetch(`${content.url}${audioUrl}`, beyond);
  expect(nothing.status).toBe(416);
  expect(nothing.headers.get("content-range")).toBe(`bytes */${length}`);
  // without a cache-control of its own, fetch adds "no-cache" to a conditional request
  const conditional = { "if-none-match": etag, "cache-control": "max-age=0" };
  expect(await part(conditional)).toEqual([304, null, Buffer.alloc(0)]);

  expect((await content.get("/preview-news", userId)).status).toBe(200);
});

test("answers in the page's language with news in the subscriber's", async () => {
  const userId = randomUUID();
  const choices = { country: "fr", timezone: "Europe/Paris", categories: ["politics"] };
  await content.outside.publish([
    record("preferences.changed", { userId, version: 1n, language: "fr", ...choices }),
  ]);
  await within(async () => {
    const known = content.mongo.collection("subscribers");
    expect(await known.countDocuments({ _id: userId as never })).toBe(1);
  });
  const inEnglish = { "accept-language": "en" };
  const answer = await content.get("/preview-news", userId, inEnglish);
  expect(await answer.json()).toMatchObject({
    message: "Your preview is ready.",
    language: "fr",
    categories: ["Politics"],
    simulationNote: expect.stringContaining("Sample news"),
    content: expect.stringContaining("POLITIQUE"),
  });
  const gone = await fetch(`${content.url}/media/${"a".repeat(64)}?exp=1&sig=${"a".repeat(43)}`, {
    headers: inEnglish,
  });
  expect(await gone.json()).toMatchObject({ message: expect.stringMatching(/^This link/) });
});

test("refuses a second preview at the same time", async () => {
  const { standIn } = content;
  const speech = Promise.withResolvers<void>();
  standIn.state.held = speech.promise;
  const userId = randomUUID();
  const first = content.get("/preview-news", userId);
  await within(() => expect(standIn.state.waiting).toBeGreaterThan(0));
  const second = await content.get("/preview-news", userId);
  speech.resolve();
  expect(second.status).toBe(409);
  expect(await second.json()).toMatchObject({ code: "ALREADY_IN_PROGRESS" });
  expect((await first).status).toBe(200);
});

test("refuses a preview without categories or entitlement, and says what to do", async () => {
  const [none, lapsed] = [randomUUID(), randomUUID()];
  const choices = { version: 1n, language: "en", country: "gb", timezone: "Europe/London" };
  await content.outside.publish([
    record("preferences.changed", { userId: none, ...choices, categories: [] }),
    record("preferences.changed", { userId: lapsed, ...choices, categories: ["sports"] }),
    record("subscription.changed", {
      userId: lapsed,
      version: 1n,
      status: "lapsed",
      entitledUntil: timestampFromDate(new Date(0)),
    }),
  ]);
  await within(async () => {
    const known = content.mongo.collection("subscribers");
    expect(await known.countDocuments({ _id: { $in: [none, lapsed] as never[] } })).toBe(2);
    expect(await known.countDocuments({ "subscription.version": 1 })).toBe(1);
  });
  const first = await content.get("/preview-news", none);
  expect(first.status).toBe(409);
  expect(await first.json()).toMatchObject({
    message: "Choose at least one category, then ask for a preview.",
  });
  const second = await content.get("/preview-news", lapsed);
  expect(second.status).toBe(403);
  expect(await second.json()).toMatchObject({ code: "SUBSCRIPTION_REQUIRED" });
});

test("serves media only with a signed link or a service's identity", async () => {
  const answer = await content.answerTo(await content.ask());
  const key = answer.audio[0]?.mediaKey ?? "";
  const signature = `exp=9999999999&sig=${"a".repeat(43)}`;
  expect((await content.get(`/media/${key}?${signature}`, "a-user")).status).toBe(403);
  expect((await content.get(`/media/${key}`, "a-user")).status).toBe(403);
  expect((await content.get(`/internal/media/${key}`, "a-user")).status).toBe(401);
  expect((await content.get(`/internal/media/${"0".repeat(64)}`, "service:delivery")).status).toBe(
    404,
  );
});
