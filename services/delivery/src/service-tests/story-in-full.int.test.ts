import { startForTests } from "@matinale/kit/vitest";
import { beforeEach, expect, test } from "vitest";
import { soon, startHarness } from "../testing/harness.ts";
import { textItem } from "../testing/provider.ts";

let delivery: Awaited<ReturnType<typeof startHarness>>;
startForTests(
  () => startHarness({ kafka: true, env: { MANUAL_DELIVERIES_PER_HOUR: "1" } }),
  (started) => (delivery = started),
);
beforeEach(() =>
  delivery.setComposer(({ storyId }) =>
    storyId === ""
      ? {
          texts: ["Le digest"],
          voiceNotes: ["a".repeat(64)],
          more: ["La suite"],
          stories: ["s1", "s2"],
          moreStories: ["s3"],
        }
      : storyId === "s2"
        ? { texts: [], voiceNotes: [] }
        : { texts: [`Sujet ${storyId}`], voiceNotes: [storyId.padEnd(64, "b")] },
  ),
);

let seconds = 0;
const message = (digits: string, text: string) => {
  seconds += 1;
  return textItem(digits, text, new Date(delivery.now().getTime() + seconds * 1_000));
};
/** What the phone shows after the opt-in message and its confirmation. */
const shown = (digits: string) => delivery.provider.shown(digits).slice(2);
/** A reader whose opt-in message and its reply have been sent. */
async function greeted() {
  const reader = await delivery.reader();
  await expect.poll(() => delivery.provider.shown(reader.digits).length, soon).toBe(2);
  return reader;
}
const requestsOf = (id: string) =>
  delivery.requests.filter(({ userId, storyId }) => userId === id && storyId !== "");

test("PLUS 3 sends story 3 of the last edition as text and voice note, once", async () => {
  const { id, digits } = await greeted();
  await delivery.requestManualDigest(id);
  await expect.poll(() => shown(digits), soon).toEqual(["Le digest", "audio"]);
  const cursor = (await delivery.subscriberOf(id)).newsCursor;

  const third = message(digits, "PLUS 3");
  await delivery.postWebhook(third);
  await expect.poll(() => shown(digits).slice(2), soon).toEqual(["Sujet s3", "audio"]);
  await delivery.postWebhook(third);
  await delivery.postWebhook(message(digits, "la 1"));
  await expect.poll(() => shown(digits).slice(4), soon).toEqual(["Sujet s1", "audio"]);
  expect(requestsOf(id)).toMatchObject([
    { storyId: "s3", language: "fr", voice: "female", manual: true },
    { storyId: "s1" },
  ]);

  // No edition: not in the history, not in the limit of manual digests, not in the news window.
  expect(await delivery.history(id)).toHaveLength(1);
  expect((await delivery.subscriberOf(id)).newsCursor).toEqual(cursor);
  const published = delivery.events.filter(({ key }) => key === id);
  expect(new Set(published.map((event) => event.message?.deliveryId)).size).toBeLessThanOrEqual(1);
  await delivery.postWebhook(message(digits, "encore"));
  await expect.poll(() => shown(digits).at(-1), soon).toBe("La suite");
});

test("PLUS 1 and ENCORE concern the last edition that the phone has got, not one that was only announced", async () => {
  const { id, digits } = await greeted();
  await delivery.requestManualDigest(id);
  await expect.poll(() => shown(digits), soon).toEqual(["Le digest", "audio"]);
  await expect.poll(async () => (await delivery.deliveryOf(id))?.["phase"], soon).toBe("done");
  await delivery.closeWindow(id);
  delivery.setComposer(({ storyId }) => ({
    texts: [storyId === "" ? "Le prochain" : `Sujet ${storyId}`],
    voiceNotes: [],
    more: ["Autre suite"],
    stories: ["t1"],
  }));
  await delivery.requestManualDigest(id);
  const awaitsTap = () =>
    delivery.collection("deliveries").findOne({ userId: id, awaitingTap: true });
  await expect.poll(awaitsTap, soon).not.toBeNull();
  expect(shown(digits).at(-1)).toBe("digest_ready");
  await delivery.postWebhook(message(digits, "plus 1"));
  await expect.poll(() => shown(digits).at(-1), soon).toBe("Sujet s1");
  await delivery.postWebhook(message(digits, "encore"));
  await expect.poll(() => shown(digits).at(-1), soon).toBe("La suite");
});

test("a story that content has not any more, and a number outside the edition, get an answer", async () => {
  const { id, digits } = await greeted();
  await delivery.requestManualDigest(id);
  await expect.poll(() => shown(digits), soon).toEqual(["Le digest", "audio"]);
  await delivery.postWebhook(message(digits, "plus 2"));
  await expect.poll(() => shown(digits).at(-1), soon).toContain("n’est plus disponible");
  await delivery.postWebhook(message(digits, "7"));
  await expect.poll(() => shown(digits).at(-1), soon).toContain("n’est pas dans votre dernière");
  expect(requestsOf(id)).toHaveLength(1);
});

test("a first message before any edition gets an answer", async () => {
  const { id, digits } = await greeted();
  await delivery.postWebhook(message(digits, "plus 1"));
  await expect.poll(() => shown(digits).at(-1), soon).toContain("pas encore reçu d’édition");
  expect(requestsOf(id)).toEqual([]);
});

test("sends no story after STOP, also not one that was requested before", async () => {
  const { id, digits } = await greeted();
  await delivery.requestManualDigest(id);
  await expect.poll(() => shown(digits), soon).toEqual(["Le digest", "audio"]);
  delivery.setComposer(() => null);
  await delivery.postWebhook(message(digits, "plus 1"));
  await expect.poll(() => requestsOf(id).length, soon).toBe(1);
  await delivery.postWebhook(message(digits, "STOP"));
  await expect.poll(() => shown(digits).length, soon).toBe(3);
  const [request] = requestsOf(id);
  if (request === undefined) throw new Error("no story was requested");
  await delivery.answer(request, () => ({ texts: ["Sujet s1"], voiceNotes: [] }));
  await expect
    .poll(() => delivery.collection("deliveries").findOne({ _id: request.digestId as never }), soon)
    .toMatchObject({ phase: "skipped", reason: "stopped" });
  await delivery.postWebhook(message(digits, "plus 2"));
  await expect.poll(() => shown(digits).at(-1), soon).toContain("Vos éditions sont arrêtées");
  expect(shown(digits).join()).not.toContain("Sujet");
});
