import { startForTests } from "@matinale/kit/vitest";
import { expect, test } from "vitest";
import { soon, startHarness } from "../testing/harness.ts";
import { statusItem } from "../testing/provider.ts";

let delivery: Awaited<ReturnType<typeof startHarness>>;
startForTests(
  () => startHarness({ at: "2037-11-23T06:50:00Z" }),
  (started) => (delivery = started),
);

const digest = (digits: string) => delivery.provider.digests(digits);

test("sends text and voice once at the due instant, and the history follows the statuses", async () => {
  const reader = await delivery.reader();
  await expect
    .poll(async () => (await delivery.deliveryOf(reader.id))?.["phase"], soon)
    .toBe("ready");
  // Long enough for the sender to see that its instant is near.
  delivery.setClock("2037-11-23T06:59:54Z");
  await expect
    .poll(() => digest(reader.digits).map(({ type }) => type), soon)
    .toEqual(["text", "audio"]);
  const [text, voice] = digest(reader.digits);
  const due = Date.parse("2037-11-23T07:00:00Z") - (delivery.now().getTime() - Date.now());
  const late = (text?.at ?? 0) - due;
  expect(late).toBeGreaterThanOrEqual(-50);
  expect(late).toBeLessThan(5_000);

  await expect
    .poll(() => delivery.history(reader.id), soon)
    .toMatchObject([
      {
        status: "sent",
        type: "audio",
        manual: false,
        category: "Politique",
        articlesCount: 1,
        recipient: reader.phone,
      },
    ]);
  if (text === undefined || voice === undefined) throw new Error("nothing was sent");
  await delivery.postWebhook(
    statusItem(voice, "played"),
    statusItem(text, "read"),
    statusItem(voice, "delivered"),
  );
  await expect
    .poll(() => delivery.history(reader.id), soon)
    .toMatchObject([{ status: "read", played: true }]);
  const seen = () =>
    delivery.events.filter((event) => event.key === reader.id).map(({ message }) => message);
  await expect.poll(() => seen().length, soon).toBe(5);
  expect(digest(reader.digits)).toHaveLength(2);

  await expect
    .poll(async () => (await delivery.call("GET /status")).body, soon)
    .toEqual({ state: "working", onTime: { last24Hours: 1, last90Days: 1 }, incidents: [] });
});
