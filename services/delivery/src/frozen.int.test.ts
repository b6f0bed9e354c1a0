import { afterAll, beforeAll, expect, test } from "vitest";
import type { CrashPoint } from "./testing/crash-points.ts";
import { crashScenarios, type Harness, type Reader, takenFrom } from "./testing/crash-scenarios.ts";
import { type CrashWorker, startCrashWorker } from "./testing/crash-worker.ts";
import { expireLeases, leaseEverythingElse, stageScenarios } from "./testing/foreign-leases.ts";

/** Where a worker has something in hand that another takes over while it sleeps. */
const points = [
  "slot claimed",
  "slot planned",
  "sound fetched",
  "sound uploaded",
  "delivery claimed",
  "text permitted",
  "webhooks claimed",
  "text recorded",
  "text answered",
] as const satisfies CrashPoint[];

/** Kafka takes ten seconds to believe that a consumer is gone. */
const patient = { timeout: 60_000, interval: 50 };
/** Over long before anybody wakes. Milliseconds. */
const leaseMs = 1_500;
const leases = {
  slotMs: leaseMs,
  noticeMs: leaseMs,
  uploadMs: leaseMs,
  deliveryMs: leaseMs,
  webhookMs: leaseMs,
};

let delivery: Harness;
let readers: Map<CrashPoint, Reader>;
const frozen: CrashWorker[] = [];

beforeAll(async () => {
  ({ delivery, readers } = await stageScenarios(points));
  for (const [point, reader] of readers) {
    await leaseEverythingElse(delivery);
    await crashScenarios[point].set?.(reader, delivery);
    const clockMs = delivery.now().getTime() - Date.now();
    const worker = startCrashWorker(delivery.config, { point, signal: "SIGSTOP", leases, clockMs });
    frozen.push(worker);
    await worker.reached;
  }
  await expireLeases(delivery);
  await delivery.restart();
}, 300_000);
afterAll(async () => {
  for (const { process } of frozen) process.kill("SIGKILL");
  await delivery.stop();
});

const formsOf = (point: CrashPoint) => {
  const reader = readers.get(point);
  return reader === undefined ? [] : takenFrom(delivery, reader).map(({ type }) => type);
};
const settled = points.filter((point) => point !== "text recorded" && point !== "text answered");
/** Due when all else is over: nothing is being sent while a worker freezes in the middle of an upload. */
const late = settled.filter((point) => crashScenarios[point].later === true);
/** A call of theirs may be under way: who took over waits to hear of it, and must not make it again. */
const held = ["text recorded", "text answered"] as const;
const begunParts = async (point: CrashPoint) => {
  const stored = await delivery.deliveryOf(readers.get(point)?.id ?? "");
  const parts = Object.values((stored?.["parts"] ?? {}) as Record<string, { rank: number }>);
  return { parts: parts.map(({ rank }) => rank), lease: stored?.["lease"] as unknown };
};

/** Those whose call was not made, or not heard of, have it made or told in the end. */
const whole = (point: CrashPoint) => {
  const { taken } = crashScenarios[point];
  return taken.length > 0 ? taken : ["text", "audio"];
};

test("another worker takes over the work of frozen workers", async () => {
  const isDone = (point: CrashPoint) =>
    expect
      .poll(() => formsOf(point), { ...patient, message: point })
      .toEqual(crashScenarios[point].taken);
  for (const point of settled) if (!late.includes(point)) await isDone(point);
  for (const point of held) {
    await expect
      .poll(() => begunParts(point), { ...patient, message: point })
      .toEqual({ parts: [1, 0], lease: undefined });
  }
  expect(held.map(formsOf)).toEqual([[], ["text"]]);
  expect(late.map(formsOf)).toEqual([[], []]);
  delivery.setClock(new Date(delivery.now().getTime() + 65_000).toISOString());
  for (const point of late) await isDone(point);
}, 90_000);

test("workers that thaw send nothing twice and record what became of their calls", async () => {
  for (const { process } of frozen) process.kill("SIGCONT");
  for (const point of points) {
    await expect.poll(() => formsOf(point), { ...patient, message: point }).toEqual(whole(point));
  }
  for (const { process } of frozen) process.kill("SIGTERM");
  await Promise.all(frozen.map(({ ended }) => ended));
  for (const point of points) {
    expect([point, formsOf(point)]).toEqual([point, whole(point)]);
    const reader = readers.get(point);
    expect(await delivery.history(reader?.id ?? "")).toMatchObject([
      { status: "sent", errorMessage: null },
    ]);
  }
}, 90_000);
