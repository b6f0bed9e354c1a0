import { timestampDate } from "@bufbuild/protobuf/wkt";
import { startForTests } from "@matinale/kit/vitest";
import { expect, test } from "vitest";
import { oneTextOneVoice } from "../testing/content-stub.ts";
import { soon, startHarness } from "../testing/harness.ts";
import { statusItem } from "../testing/provider.ts";

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

test.each([
  {
    failed: "announcement",
    announced: true,
    hours: ["14:00", "16:00"],
    utc: ["12:59:55", "14:46"],
  },
  { failed: "messages", announced: false, hours: ["17:00", "19:00"], utc: ["15:59:55", "17:46"] },
])(
  "an edition covers again the news of the one before it, whose $failed failed by a status",
  async ({ announced, hours, utc: [due, next] }) => {
    const reader = await delivery.reader({ hours });
    if (announced) await delivery.closeWindow(reader.id);
    delivery.setClock(`2037-11-24T${due}Z`);
    const sent = () =>
      delivery.provider
        .accepted(reader.digits)
        .filter(({ reference }) => !/^(reply|optin)-/.test(reference));
    await expect.poll(() => sent().length, soon).toBe(announced ? 1 : 2);
    const isWaiting = async () => "workAt" in ((await delivery.deliveryOf(reader.id)) ?? {});
    await expect.poll(isWaiting, soon).toBe(false);
    const statuses = sent().map((call) => statusItem(call, "failed", delivery.now(), 131049));
    await delivery.postWebhook(...statuses);
    await expect
      .poll(() => delivery.history(reader.id), soon)
      .toMatchObject([{ status: "failed" }]);
    await expect.poll(isWaiting, soon).toBe(false);
    delivery.setClock(`2037-11-24T${next}Z`);
    await expect.poll(() => windows(reader.id).length, soon).toBe(2);
    const [first, second] = windows(reader.id);
    expect(second?.from).toEqual(first?.from);
  },
);
