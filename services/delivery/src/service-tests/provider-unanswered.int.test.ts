import { startForTests } from "@matinale/kit/vitest";
import { afterEach, expect, test } from "vitest";
import { soon, startHarness } from "../testing/harness.ts";
import { statusItem } from "../testing/provider.ts";

const perSecond = 8;
/** Deliveries that the one replica has in progress at this rate. */
const inProgress = 10;
/** Recipients whose calls get no answer before sending stops. */
const inARow = 5;

let delivery: Awaited<ReturnType<typeof startHarness>>;
startForTests(
  () =>
    startHarness({
      env: { SENDER_PROBE_SECONDS: "1", WHATSAPP_MESSAGES_PER_SECOND: `${perSecond}` },
    }),
  (started) => (delivery = started),
);
afterEach(() => {
  delivery.provider.setFault(null);
  delivery.provider.setOnCall(null);
});

const stopped = async () =>
  /^delivery_sender_stopped\{.*scope="messages".*\} (\d)$/m.exec(await delivery.metrics())?.[1];
const digestCalls = () => delivery.provider.calls.filter(({ text }) => text === "Le digest");

/** Readers whose conversations are open, and to whom no message is being sent. */
async function readersWhoWait(count: number) {
  delivery.setComposer(() => ({ texts: ["Le digest"], voiceNotes: [] }));
  const readers = await Promise.all(Array.from({ length: count }, () => delivery.reader()));
  const greeted = () =>
    readers.every(({ digits }) => delivery.provider.accepted(digits).length === 2);
  await expect.poll(greeted, { ...soon, timeout: 60_000 }).toBe(true);
  return readers;
}
type Reader = Awaited<ReturnType<typeof readersWhoWait>>[number];
const digestsTo = ({ digits }: Reader) => digestCalls().filter(({ to }) => to === digits);

test.each([
  { outage: "answers 502 at once", fault: { status: 502 }, mostLost: inARow + 3 },
  { outage: "does not answer", fault: "hang", mostLost: inProgress + inARow },
] as const)(
  "while the provider $outage, messages wait and are sent afterwards, except those of the first calls",
  async ({ fault, mostLost }) => {
    const readers = await readersWhoWait(2 * inProgress);
    delivery.provider.setFault(() => fault);
    await Promise.all(readers.map(({ id }) => delivery.requestManualDigest(id)));
    await expect.poll(stopped, soon).toBe("1");
    delivery.provider.setFault(null);
    const lost = readers.filter((reader) => digestsTo(reader).length > 0);
    expect(lost.length).toBeLessThanOrEqual(mostLost);
    const waiting = readers.filter((reader) => !lost.includes(reader));
    const reached = () => waiting.filter((reader) => digestsTo(reader).length > 0).length;
    await expect.poll(reached, { ...soon, timeout: 60_000 }).toBe(waiting.length);
    expect(await stopped()).toBe("0");
    for (const reader of readers) expect(digestsTo(reader)).toHaveLength(1);
  },
  180_000,
);

test("sends to other readers when no call for one reader gets an answer", async () => {
  const [strange, other] = await readersWhoWait(2);
  if (strange === undefined || other === undefined) throw new Error("a reader is missing");
  delivery.provider.setFault(({ to }) => (to === strange.digits ? { status: 504 } : null));
  const unanswered = () =>
    delivery.provider.calls.filter(({ to, accepted }) => to === strange.digits && !accepted).length;
  for (let count = 0; count <= inARow; count += 1) await delivery.sendText(strange.digits, "MENU");
  await expect.poll(unanswered, soon).toBe(inARow + 1);
  await delivery.requestManualDigest(other.id);
  await expect.poll(() => digestsTo(other).length, soon).toBe(1);
  expect(await stopped()).toBe("0");
}, 60_000);

test("goes on sending when no call gets an answer and statuses show that the messages are accepted", async () => {
  const readers = await readersWhoWait(2 * inProgress);
  delivery.provider.setOnCall((call) => {
    setTimeout(() => void delivery.postWebhook(statusItem(call, "sent")), 500);
  });
  delivery.provider.setFault(() => "drop");
  await Promise.all(readers.map(({ id }) => delivery.requestManualDigest(id)));
  const done = () =>
    delivery.collection("deliveries").countDocuments({
      userId: { $in: readers.map(({ id }) => id as never) },
      manual: true,
      phase: "done",
    });
  await expect.poll(done, { ...soon, timeout: 60_000 }).toBe(readers.length);
  for (const reader of readers) expect(digestsTo(reader)).toHaveLength(1);
}, 120_000);
