import { afterAll, beforeAll, expect, test } from "vitest";
import { chosenPoints, type CrashPoint } from "../testing/crash-points.ts";
import {
  crashScenarios,
  type Harness,
  type Reader,
  takenFrom,
} from "../testing/crash-scenarios.ts";
import { type CrashWorker, startCrashWorker } from "../testing/crash-worker.ts";
import { expireLeases, leaseEverythingElse, stageScenarios } from "../testing/foreign-leases.ts";

/** Points at which a worker holds a lease that another worker takes over while it is frozen. */
const points = chosenPoints<CrashPoint>(
  [
    "slot claimed",
    "slot planned",
    "voice note fetched",
    "voice note uploaded",
    "delivery claimed",
    "text permitted",
    "webhooks claimed",
    "text recorded",
    "text answered",
  ],
  "slot claimed",
  "voice note uploaded",
  "text permitted",
  "webhooks claimed",
  "text recorded",
  "text answered",
);

/** Kafka needs ten seconds to notice that a consumer has died. */
const patient = { timeout: 60_000, interval: 50 };
/** Far shorter than the freeze. Milliseconds. */
const leaseMs = 1_500;
const leases = {
  slotMs: leaseMs,
  alertMs: leaseMs,
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
const notCalled = points.filter((point) => point !== "text recorded" && point !== "text answered");
/** Deliveries that become due later, so that nothing is being sent while a worker freezes during an upload. */
const dueLater = notCalled.filter((point) => crashScenarios[point].later === true);
/** Frozen during a call: the worker that takes over must wait for a status and must not call again. */
const maybeCalled = ["text recorded", "text answered"] as const;
const startedParts = async (point: CrashPoint) => {
  const stored = await delivery.deliveryOf(readers.get(point)?.id ?? "");
  const parts = Object.values((stored?.["parts"] ?? {}) as Record<string, { rank: number }>);
  return { parts: parts.map(({ rank }) => rank), lease: stored?.["lease"] as unknown };
};

const dueTimeOf = async (point: CrashPoint): Promise<number> => {
  const stored = await delivery.deliveryOf(readers.get(point)?.id ?? "");
  return Number(stored?.["dueAt"]);
};

/** All parts of the digest, also where the call was in progress at the freeze. */
const allForms = (point: CrashPoint) => {
  const { taken } = crashScenarios[point];
  return taken.length > 0 ? taken : ["text", "audio"];
};

test("another worker takes over the work of frozen workers", async () => {
  const isDone = (point: CrashPoint) =>
    expect
      .poll(() => formsOf(point), { ...patient, message: point })
      .toEqual(crashScenarios[point].taken);
  for (const point of notCalled) if (!dueLater.includes(point)) await isDone(point);
  for (const point of maybeCalled) {
    await expect
      .poll(() => startedParts(point), { ...patient, message: point })
      .toEqual({ parts: [1, 0], lease: undefined });
  }
  expect(maybeCalled.map(formsOf)).toEqual([[], ["text"]]);
  const dueTimes = await Promise.all(dueLater.map(dueTimeOf));
  const allDue = Math.max(...dueTimes, delivery.now().getTime()) + 2_000;
  delivery.setClock(new Date(allDue).toISOString());
  for (const point of dueLater) await isDone(point);
}, 90_000);

test("workers that continue after a freeze send nothing twice and record the outcome of their calls", async () => {
  for (const { process } of frozen) process.kill("SIGCONT");
  for (const point of points) {
    await expect
      .poll(() => formsOf(point), { ...patient, message: point })
      .toEqual(allForms(point));
  }
  for (const { process } of frozen) process.kill("SIGTERM");
  await Promise.all(frozen.map(({ ended }) => ended));
  for (const point of points) {
    expect([point, formsOf(point)]).toEqual([point, allForms(point)]);
    const reader = readers.get(point);
    expect(await delivery.history(reader?.id ?? "")).toMatchObject([
      { status: "sent", errorMessage: null },
    ]);
  }
}, 90_000);
