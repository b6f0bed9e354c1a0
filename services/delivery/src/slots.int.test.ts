import { afterAll, beforeAll, expect, test } from "vitest";
import { soon, startHarness } from "./testing/harness.ts";

let delivery: Awaited<ReturnType<typeof startHarness>>;
beforeAll(async () => {
  delivery = await startHarness({
    at: "2026-11-23T04:00:00Z",
    env: { WHATSAPP_MESSAGES_PER_SECOND: "2000" },
  });
}, 60_000);
afterAll(() => delivery.stop());

const digests = (digits: string) =>
  delivery.provider
    .accepted(digits)
    .filter(({ type, text }) => type === "audio" || text === "Le digest");

test("a digest that is planned follows a change of hour, and one that was sent does not come again", async () => {
  delivery.setClock("2026-11-24T06:50:00Z");
  const reader = await delivery.reader();
  const stored = () => delivery.deliveryOf(reader.id);
  await expect.poll(async () => (await stored())?.["phase"], soon).toBe("ready");
  await delivery.subscribe(reader.id, { hours: ["09:00"], version: 2n });
  await expect
    .poll(async () => (await stored())?.["dueAt"], soon)
    .toEqual(new Date("2026-11-24T08:00:00Z"));
  delivery.setClock("2026-11-24T07:30:00Z");
  expect(digests(reader.digits)).toHaveLength(0);
  delivery.setClock("2026-11-24T07:59:59Z");
  await expect.poll(() => digests(reader.digits).length, soon).toBe(2);
  await delivery.subscribe(reader.id, { hours: ["10:00"], version: 3n });
  const next = async () =>
    (await delivery.collection("subscribers").findOne({ _id: reader.id as never }))?.["nextDueAt"];
  await expect.poll(next, soon).toEqual(new Date("2026-11-25T09:00:00Z"));
});

test("after a pause the last digest comes once, late, and older ones are recorded as missed", async () => {
  delivery.setClock("2026-11-25T12:00:00Z");
  const reader = await delivery.reader();
  await delivery.halt();
  delivery.setClock("2026-11-28T08:30:00Z");
  await delivery.restart();
  // Nothing was heard from the phone for two days: the digest is announced by a template.
  const announced = () =>
    delivery.provider.accepted(reader.digits).filter(({ text }) => text === "digest_ready");
  await expect.poll(() => announced().length, soon).toBe(1);
  await expect
    .poll(
      async () =>
        (await delivery.history(reader.id)).map(({ status, date }) => `${date} ${status}`),
      soon,
    )
    .toEqual(["2026-11-28 sent", "2026-11-27 missed", "2026-11-26 missed"]);
  expect(announced()).toHaveLength(1);
});

test("somebody without categories finds the reason in the history", async () => {
  delivery.setClock("2026-12-01T06:50:00Z");
  const reader = await delivery.reader({ categories: [] });
  await expect
    .poll(() => delivery.history(reader.id), soon)
    .toMatchObject([{ status: "skipped", errorMessage: expect.stringContaining("catégorie") }]);
});
