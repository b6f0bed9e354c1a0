import { timestampDate } from "@bufbuild/protobuf/wkt";
import { startForTests } from "@matinale/kit/vitest";
import { expect, test } from "vitest";
import { oneTextOneVoice } from "../testing/content-stub.ts";
import { soon, startHarness } from "../testing/harness.ts";

let delivery: Awaited<ReturnType<typeof startHarness>>;
startForTests(
  () => startHarness({ at: "2037-11-24T05:00:00Z" }),
  (started) => (delivery = started),
);

const windows = (userId: string) =>
  delivery.requests
    .filter((request) => request.userId === userId)
    .map(({ windowStart, windowEnd }) => {
      if (windowStart === undefined || windowEnd === undefined) throw new Error("no window");
      return { from: timestampDate(windowStart), until: timestampDate(windowEnd) };
    });

test("an edition covers the news since the late edition before it, while that one is still in progress", async () => {
  const late = await delivery.reader({ hours: ["08:00", "10:00"] });
  const neighbour = await delivery.reader({ hours: ["10:00"] });
  await delivery.halt();
  // The late edition is still being composed when the next one is planned.
  delivery.setComposer(() => null);
  delivery.setClock("2037-11-24T08:50:00Z");
  await delivery.restart();
  await expect.poll(() => windows(late.id).length, soon).toBe(2);
  await expect.poll(() => windows(neighbour.id).length, soon).toBe(1);
  const [first, second] = windows(late.id);
  expect(second?.from).toEqual(first?.until);
  const [other] = windows(neighbour.id);
  expect(other?.from.getTime()).toBeLessThan(first?.until.getTime() ?? 0);
});

test("an edition covers the news since the late edition before it, after that one was sent", async () => {
  delivery.setComposer(oneTextOneVoice);
  const reader = await delivery.reader({ hours: ["11:00", "13:00"] });
  await delivery.halt();
  delivery.setClock("2037-11-24T11:30:00Z");
  await delivery.restart();
  await expect.poll(() => delivery.history(reader.id), soon).toMatchObject([{ status: "sent" }]);
  delivery.setClock("2037-11-24T11:46:00Z");
  await expect.poll(() => windows(reader.id).length, soon).toBe(2);
  const [first, second] = windows(reader.id);
  expect(second?.from).toEqual(first?.until);
});
