import { startForTests } from "@matinale/kit/vitest";
import { expect, test } from "vitest";
import { soon, startHarness } from "../testing/harness.ts";

let delivery: Awaited<ReturnType<typeof startHarness>>;
startForTests(
  () => startHarness({ at: "2037-11-23T06:50:00Z" }),
  (started) => (delivery = started),
);

const gauge = (name: string) => async () =>
  Number(new RegExp(`^${name} (\\S+)$`, "m").exec(await delivery.metrics())?.[1]);
const state = async () => {
  const { body } = await delivery.call("GET /status");
  return (body as { state: string }).state;
};
const [due, overdue, oldest] = [
  gauge("delivery_digests_due"),
  gauge("delivery_digests_overdue"),
  gauge("delivery_digests_due_oldest_seconds"),
];

test("shows how many digests wait and for how long, also on the public page, while WhatsApp refuses every call for 16 minutes", async () => {
  delivery.setComposer(() => ({ texts: ["Le digest"], voiceNotes: [] }));
  const readers = [await delivery.reader(), await delivery.reader(), await delivery.reader()];
  const composed = async () =>
    (await Promise.all(readers.map(({ id }) => delivery.deliveryOf(id)))).map(
      (each) => each?.phase,
    );
  await expect.poll(composed, soon).toEqual(["ready", "ready", "ready"]);
  expect([await due(), await overdue(), await oldest()]).toEqual([0, 0, 0]);
  /** The calls so far, once their outcomes are stored: until then, a jump of the clock would end the leases. */
  const refused = async () => {
    const leased = await Promise.all(readers.map(({ id }) => delivery.deliveryOf(id)));
    return leased.some((each) => each?.["lease"]) ? null : delivery.provider.calls.length;
  };
  const { length: before } = delivery.provider.calls;

  delivery.provider.setFault(() => ({ status: 500, code: 131016, retryAfterSeconds: 600 }));
  delivery.setClock("2037-11-23T07:00:00Z");
  await expect.poll(refused, soon).toBe(before + readers.length);
  expect(await due()).toBe(3);
  expect(await state()).toBe("working");
  expect(await overdue()).toBe(0);
  delivery.setClock("2037-11-23T07:16:00Z");
  await expect.poll(refused, soon).toBe(before + 2 * readers.length);
  expect(await overdue()).toBe(3);
  expect(await state()).toBe("late");
  expect(await oldest()).toBeGreaterThanOrEqual(960);

  delivery.provider.setFault(null);
  delivery.setClock("2037-11-23T07:27:00Z");
  await expect.poll(due, soon).toBe(0);
  expect([await overdue(), await oldest()]).toEqual([0, 0]);
});
