import { afterAll, beforeAll, expect, test } from "vitest";
import { leases } from "./domain/delivery/leases.ts";
import { type CrashPoint, crashPoints } from "./testing/crash-points.ts";
import {
  crashScenarios,
  type Harness,
  type Scenario,
  type Reader,
  takenFrom,
  tapOn,
} from "./testing/crash-scenarios.ts";
import { soon } from "./testing/harness.ts";
import { type CrashWorker, startCrashWorker } from "./testing/crash-worker.ts";
import { expireLeases, leaseEverythingElse, stageScenarios } from "./testing/foreign-leases.ts";
import { statusItem } from "./testing/provider.ts";

/** Kafka takes ten seconds to believe that a consumer is dead. */
const late = { timeout: 30_000, interval: 50 };
/** Nobody takes over what the dead had in hand before all of them are dead. */
const long = Object.fromEntries(Object.keys(leases).map((name) => [name, 600_000]));

/** First in their night: a group of consumers waits ten seconds for a member that is dead. */
const needsConsumer: readonly CrashPoint[] = ["uploads wanted", "digest composed"];
const children: CrashWorker[] = [];

/** One of two services that die again and again, side by side. */
async function crashRun(points: readonly CrashPoint[]) {
  const { delivery, readers } = await stageScenarios(points);
  for (const [point, reader] of readers) await dieAt(point, reader, delivery);
  delivery.provider.setFault(null);
  await expireLeases(delivery);
  await delivery.restart();
  return { delivery, readers };
}

async function dieAt(point: CrashPoint, reader: Reader, delivery: Harness): Promise<void> {
  const { set, provoke } = crashScenarios[point];
  await leaseEverythingElse(delivery);
  await set?.(reader, delivery);
  const clockMs = delivery.now().getTime() - Date.now();
  const child = startCrashWorker(delivery.config, {
    point,
    leases: long as typeof leases,
    clockMs,
  });
  children.push(child);
  if (provoke !== undefined) {
    const answer = provoke(await child.ready, reader, delivery);
    await expect(answer, "the dead do not answer").rejects.toThrow("fetch failed");
  }
  const timer = setTimeout(() => child.process.kill("SIGTERM"), 120_000);
  expect(await child.ended, `where it ended instead of «${point}»`).toBe("SIGKILL");
  clearTimeout(timer);
}

const pointNames = Object.keys(crashPoints) as CrashPoint[];
const all = Object.entries(crashScenarios) as [CrashPoint, Scenario][];
const pointsOf = (wanted: (scene: Scenario) => boolean) =>
  all.flatMap(([point, scene]) => (wanted(scene) ? [point] : []));

let runs: Awaited<ReturnType<typeof crashRun>>[] = [];
beforeAll(async () => {
  const rest = pointNames.filter((point) => !needsConsumer.includes(point));
  runs = await Promise.all(
    needsConsumer.map((point, half) =>
      crashRun([point, ...rest.filter((_, index) => index % needsConsumer.length === half)]),
    ),
  );
  await providerTells();
}, 600_000);
afterAll(async () => {
  for (const child of children) child.process.kill("SIGKILL");
  await Promise.all(runs.map(({ delivery }) => delivery.stop()));
});

/** The provider says of each message that it has taken it, also of those whose answer nobody heard. */
const providerTells = () =>
  Promise.all(
    runs.flatMap(({ delivery, readers }) =>
      [...readers.values()].map((reader) =>
        delivery.tell(
          ...takenFrom(delivery, reader).map((call) => statusItem(call, "sent", delivery.now())),
        ),
      ),
    ),
  );

const diedAt = (point: CrashPoint) => {
  for (const { delivery, readers } of runs) {
    const reader = readers.get(point);
    if (reader !== undefined) {
      const forms = () => takenFrom(delivery, reader).map(({ type }) => type);
      return { delivery, reader, forms, history: () => delivery.history(reader.id) };
    }
  }
  throw new Error(`nobody died at «${point}»`);
};

const over = new Set<Harness>();
/** What is still unknown after two and a half minutes stays so. */
const past = (delivery: Harness): void => {
  if (over.has(delivery)) return;
  over.add(delivery);
  delivery.setClock(new Date(delivery.now().getTime() + 155_000).toISOString());
};

async function tapOnceAnnounced(forms: () => string[], reader: Reader, delivery: Harness) {
  await expect.poll(() => forms()[0], late).toBe("template");
  await delivery.tell(tapOn(reader, delivery));
}

const whole = pointsOf(({ unknown }) => unknown !== true);
const lastOnes = whole.filter((point) => crashScenarios[point].later === true);

test.each([...whole.filter((point) => !lastOnes.includes(point)), ...lastOnes])(
  "killed at «%s», the digest is sent once and the history shows it",
  async (point) => {
    const { delivery, reader, forms, history } = diedAt(point);
    const { taken, later } = crashScenarios[point];
    if (later) past(delivery);
    if (taken[0] === "template") await tapOnceAnnounced(forms, reader, delivery);
    await expect.poll(forms, late).toEqual(taken);
    await expect.poll(history, soon).toEqual([
      expect.objectContaining({
        status: expect.stringMatching(/^(sent|delivered)$/),
        errorMessage: null,
      }),
    ]);
  },
  90_000,
);

test("keeps a status when the process crashes before it is processed", async () => {
  for (const point of ["webhook stored", "statuses applied", "webhooks removed"] as const) {
    const { history } = diedAt(point);
    await expect.poll(history, soon).toMatchObject([{ status: "delivered" }]);
  }
});

test.each(pointsOf(({ unknown }) => unknown === true))(
  "killed at «%s», the call is not repeated and the history shows an unknown outcome",
  async (point) => {
    const { delivery, forms, history } = diedAt(point);
    past(delivery);
    await expect
      .poll(history, soon)
      .toMatchObject([
        { status: "failed", errorMessage: expect.stringContaining("Issue inconnue") },
      ]);
    expect(forms()).toEqual(crashScenarios[point].taken);
  },
);

test("applies a status that arrived before its message was known", async () => {
  const { history } = diedAt("statuses kept");
  await expect.poll(history, soon).toMatchObject([{ status: "delivered" }]);
});
