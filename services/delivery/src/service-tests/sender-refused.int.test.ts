import { startForTests } from "@matinale/kit/vitest";
import { expect, test } from "vitest";
import { soon, startHarness } from "../testing/harness.ts";
import { statusItem } from "../testing/provider.ts";

let delivery: Awaited<ReturnType<typeof startHarness>>;
startForTests(
  () => startHarness({ env: { SENDER_PROBE_SECONDS: "1" } }),
  (started) => (delivery = started),
);

const stoppedFor = (scope: string) => async () =>
  new RegExp(`^delivery_sender_stopped\\{.*scope="${scope}".*\\} (\\d)$`, "m").exec(
    await delivery.metrics(),
  )?.[1];
const stopped = stoppedFor("messages");
const templatesStopped = stoppedFor("templates");
const refusals = () => delivery.provider.calls.filter(({ accepted }) => !accepted);
const digests = (digits: string) =>
  delivery.provider.accepted(digits).filter(({ text }) => text === "Le digest");

/** Ends the fault: each reader gets the digest once, and the sender is not stopped any more. */
async function expectRecovery(readers: readonly { digits: string }[]) {
  delivery.provider.setFault(null);
  await expect
    .poll(() => readers.map(({ digits }) => digests(digits).length), soon)
    .toEqual(readers.map(() => 1));
  expect(await stopped()).toBe("0");
}

test("probes with one call at a time while the sender is refused, and resumes by itself", async () => {
  delivery.setComposer(() => ({ texts: ["Le digest"], voiceNotes: [] }));
  const readers = await Promise.all(Array.from({ length: 6 }, () => delivery.reader()));
  const greeted = () =>
    readers.every(({ digits }) => delivery.provider.accepted(digits).length === 2);
  await expect.poll(greeted, soon).toBe(true);
  expect(await stopped()).toBe("0");

  delivery.provider.setFault(() => ({ status: 403, code: 131031 }));
  await Promise.all(readers.map(({ id }) => delivery.requestManualDigest(id)));
  await expect.poll(stopped, soon).toBe("1");

  // The first refusal may come while calls for all readers are in progress. Every later call is a probe,
  // each a second after the one before.
  await expect.poll(() => refusals().length, soon).toBeGreaterThanOrEqual(readers.length + 3);
  const times = refusals()
    .slice(readers.length)
    .map(({ at }) => at);
  const apart = times.slice(1).map((at, index) => at - (times[index] ?? 0));
  expect(Math.min(...apart)).toBeGreaterThan(900);
  expect(await stopped()).toBe("1");

  await expectRecovery(readers);
}, 90_000);

test("stops the sender when a status reports the refusal, and sends the failed message after it resumes", async () => {
  const { id, digits } = await delivery.reader();
  delivery.setComposer(() => ({ texts: ["Le digest"], voiceNotes: [] }));
  await delivery.requestManualDigest(id);
  await expect.poll(() => digests(digits).length, soon).toBe(1);
  const [accepted] = digests(digits);
  if (accepted === undefined) throw new Error("no digest was sent");
  delivery.provider.setFault(() => ({ status: 403, code: 131042 }));
  await delivery.postWebhook(statusItem(accepted, "failed", delivery.now(), 131042));
  await expect.poll(stopped, soon).toBe("1");
  delivery.provider.setFault(null);
  await expect.poll(() => digests(digits).length, soon).toBe(2);
  await expect.poll(stopped, soon).toBe("0");
}, 60_000);

test("holds templates while the provider refuses them, serves open conversations, and loses nothing", async () => {
  delivery.setComposer(() => ({ texts: ["Le digest"], voiceNotes: [] }));
  const [away, here] = await Promise.all([delivery.reader(), delivery.reader()]);
  await delivery.closeWindow(away.id);
  delivery.provider.setFault(({ type }) =>
    type === "template" ? { status: 429, code: 131048 } : null,
  );
  await delivery.requestManualDigest(away.id);
  await expect.poll(templatesStopped, soon).toBe("1");
  await delivery.requestManualDigest(here.id);
  await expect.poll(() => digests(here.digits).length, soon).toBe(1);
  expect(await stopped()).toBe("0");
  delivery.provider.setFault(null);
  await expect.poll(templatesStopped, soon).toBe("0");
  const announced = () =>
    delivery.provider.accepted(away.digits).filter(({ type }) => type === "template").length;
  await expect.poll(announced, soon).toBeGreaterThan(0);
}, 60_000);

test.each([
  ["an unknown code", { status: 400, code: 139_999 }],
  ["the error page of a proxy", { status: 404 }],
])(
  "stops when several readers in a row get %s, and loses nothing",
  async (_name, fault) => {
    delivery.setComposer(() => ({ texts: ["Le digest"], voiceNotes: [] }));
    const readers = await Promise.all(Array.from({ length: 4 }, () => delivery.reader()));
    delivery.provider.setFault(() => fault);
    await Promise.all(readers.map(({ id }) => delivery.requestManualDigest(id)));
    await expect.poll(stopped, soon).toBe("1");
    await expectRecovery(readers);
  },
  90_000,
);

test("sends to other readers when all messages to one get an unknown code", async () => {
  delivery.setComposer(() => ({ texts: ["Le digest"], voiceNotes: [] }));
  const [strange, other] = await Promise.all([delivery.reader(), delivery.reader()]);
  delivery.provider.setFault(({ to }) =>
    to === strange.digits ? { status: 400, code: 139_999 } : null,
  );
  const before = refusals().length;
  await delivery.requestManualDigest(strange.id);
  await expect.poll(() => refusals().length - before, soon).toBeGreaterThanOrEqual(3);
  expect(await stopped()).toBe("0");
  await delivery.requestManualDigest(other.id);
  await expect.poll(() => digests(other.digits).length, soon).toBe(1);
  delivery.provider.setFault(null);
}, 90_000);

test("stops when messages to several readers fail with an unknown code after they were accepted", async () => {
  delivery.setComposer(() => ({ texts: ["Le digest"], voiceNotes: [] }));
  const readers = await Promise.all(Array.from({ length: 3 }, () => delivery.reader()));
  for (const { id, digits } of readers) {
    expect(await stopped()).toBe("0");
    await delivery.requestManualDigest(id);
    await expect.poll(() => digests(digits).length, soon).toBe(1);
    const [accepted] = digests(digits);
    if (accepted === undefined) throw new Error("no digest was sent");
    await delivery.postWebhook(statusItem(accepted, "failed", delivery.now(), 139_999));
  }
  await expect.poll(stopped, soon).toBe("1");
  await expect.poll(stopped, soon).toBe("0");
  await expect
    .poll(() => readers.map(({ digits }) => digests(digits).length), soon)
    .toEqual([2, 2, 2]);
}, 90_000);

test("a message that was read ends the row of unknown codes, also when no status says that it was delivered", async () => {
  delivery.setComposer(() => ({ texts: ["Le digest"], voiceNotes: [] }));
  const readers = await Promise.all(Array.from({ length: 4 }, () => delivery.reader()));
  const sent = await Promise.all(
    readers.map(async ({ id, digits }) => {
      await delivery.requestManualDigest(id);
      await expect.poll(() => digests(digits).length, soon).toBe(1);
      return digests(digits)[0]!;
    }),
  );
  const [first, second, third, other] = sent;
  await delivery.postWebhook(statusItem(other!, "read", delivery.now()));
  for (const call of [first, second]) {
    await delivery.postWebhook(statusItem(call!, "failed", delivery.now(), 139_999));
  }
  const handled = () => delivery.collection("webhooks").countDocuments();
  await expect.poll(handled, soon).toBe(0);
  await delivery.postWebhook(statusItem(other!, "played", delivery.now()));
  await delivery.postWebhook(statusItem(third!, "failed", delivery.now(), 139_999));
  await expect.poll(handled, soon).toBe(0);
  expect(await stopped()).toBe("0");
}, 90_000);
