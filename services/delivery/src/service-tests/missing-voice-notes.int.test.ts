import { startForTests } from "@matinale/kit/vitest";
import { expect, test } from "vitest";
import { soon, startHarness } from "../testing/harness.ts";

let delivery: Awaited<ReturnType<typeof startHarness>>;
startForTests(startHarness, (started) => (delivery = started));

const voiceNote = "a".repeat(64);

test.each([
  [
    "speech_failed",
    [],
    "text",
    "La note vocale n’a pas pu être enregistrée",
    "could not be recorded",
  ],
  ["speech_unavailable", [], "text", "Aucune voix n’est disponible", "No voice is available"],
  [
    "partial",
    [voiceNote],
    "audio",
    "Les sujets marqués d’un astérisque",
    "marked with an asterisk",
  ],
])(
  "the history says why a digest has no complete voice note: %s",
  async (missing, voiceNotes, type, french, english) => {
    delivery.setComposer(() => ({ texts: ["Le digest"], voiceNotes, missing }));
    const reader = await delivery.reader();
    expect(await delivery.call("POST /deliver-news", { as: reader.id, body: {} })).toMatchObject({
      status: 200,
      body: { success: true },
    });
    await expect
      .poll(() => delivery.history(reader.id), soon)
      .toMatchObject([{ status: "sent", type, errorMessage: expect.stringContaining(french) }]);
    const headers = { "accept-language": "en" };
    expect(await delivery.call("GET /message-history", { as: reader.id, headers })).toMatchObject({
      body: { history: [{ status: "sent", errorMessage: expect.stringContaining(english) }] },
    });
  },
);

test("the upload of one voice note that gets no answer does not delay another one", async () => {
  const answered = Promise.withResolvers<void>();
  const uploaded = delivery.provider.uploads.length;
  delivery.provider.holdUploads(answered.promise);
  delivery.setComposer(() => ({ texts: ["Le digest"], voiceNotes: ["b".repeat(64)] }));
  const waiting = await delivery.reader();
  await delivery.requestManualDigest(waiting.id);
  await expect.poll(() => delivery.provider.uploads.length, soon).toBe(uploaded + 1);
  delivery.provider.holdUploads(Promise.resolve());
  delivery.setComposer(() => ({ texts: ["Le digest"], voiceNotes: ["c".repeat(64)] }));
  const reader = await delivery.reader();
  await delivery.requestManualDigest(reader.id);
  await expect
    .poll(() => delivery.provider.digests(reader.digits).map(({ type }) => type), soon)
    .toEqual(["text", "audio"]);
  answered.resolve();
  await expect
    .poll(() => delivery.provider.digests(waiting.digits).map(({ type }) => type), soon)
    .toEqual(["text", "audio"]);
});
