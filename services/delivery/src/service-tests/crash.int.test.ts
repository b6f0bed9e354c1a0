import { afterAll, beforeAll, expect, test } from "vitest";
import { leases } from "../domain/delivery/leases.ts";
import { chosenPoints, type CrashPoint, crashPoints } from "../testing/crash-points.ts";
import {
  crashScenarios,
  type Harness,
  type Scenario,
  type Reader,
  takenFrom,
  tapOn,
} from "../testing/crash-scenarios.ts";
import { soon } from "../testing/harness.ts";
import { type CrashWorker, startCrashWorker } from "../testing/crash-worker.ts";
import { expireLeases, leaseEverythingElse, stageScenarios } from "../testing/foreign-leases.ts";
import { statusItem } from "../testing/provider.ts";

/** Kafka needs ten seconds to notice that a consumer has died. */
const late = { timeout: 30_000, interval: 50 };
/** Longer than the test: no process takes over a lease before all processes have died. */
const longLeases = Object.fromEntries(Object.keys(leases).map((name) => [name, 600_000]));

/** One at the start of each run: after a crash the consumer group waits ten seconds for its dead member. */
const needsConsumer: ReadonlySet<CrashPoint> = new Set(["uploads requested", "digest composed"]);
const children: CrashWorker[] = [];

/** One of the runs side by side: a service crashes at one point after the other. */
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
    leases: longLeases as typeof leases,
    clockMs,
  });
  children.push(child);
  if (provoke !== undefined) {
    const answer = provoke(await child.ready, reader, delivery);
    await expect(answer, "a crashed process does not answer").rejects.toThrow("fetch failed");
  }
  const timer = setTimeout(() => child.process.kill("SIGTERM"), 120_000);
  expect(await child.ended, `the process should be killed at «${point}»`).toBe("SIGKILL");
  clearTimeout(timer);
}

const points = chosenPoints<CrashPoint>(
  Object.keys(crashPoints) as CrashPoint[],
  "slot planned",
  "digest composed",
  "text recorded",
  "text answered",
  "webhook stored",
  "statuses kept",
);
const pointsOf = (wanted: (scene: Scenario) => boolean) =>
  points.filter((point) => wanted(crashScenarios[point]));

let runs: Awaited<ReturnType<typeof crashRun>>[] = [];
beforeAll(async () => {
  const firsts = points.filter((point) => needsConsumer.has(point));
  const rest = points.filter((point) => !needsConsumer.has(point));
  runs = await Promise.all(
    firsts.map((point, run) =>
      crashRun([point, ...rest.filter((_, index) => index % firsts.length === run)]),
    ),
  );
  await reportAllSent();
}, 600_000);
afterAll(async () => {
  for (const child of children) child.process.kill("SIGKILL");
  await Promise.all(runs.map(({ delivery }) => delivery.stop()));
});

/** The provider reports "sent" for each message, including those whose answer was lost. */
const reportAllSent = () =>
  Promise.all(
    runs.flatMap(({ delivery, readers }) =>
      [...readers.values()].map((reader) =>
        delivery.postWebhook(
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
  throw new Error(`no process was killed at «${point}»`);
};

const advanced = new Set<Harness>();
/** Advances the clock past the 150 s in which a lost call waits for a status. */
const passStatusWait = (delivery: Harness): void => {
  if (advanced.has(delivery)) return;
  advanced.add(delivery);
  delivery.setClock(new Date(delivery.now().getTime() + 155_000).toISOString());
};

async function tapOnceAnnounced(forms: () => string[], reader: Reader, delivery: Harness) {
  await expect.poll(() => forms()[0], late).toBe("template");
  await delivery.postWebhook(tapOn(reader, delivery));
}

const answeredPoints = pointsOf(({ unknown }) => unknown !== true);
const dueLater = answeredPoints.filter((point) => crashScenarios[point].later === true);

test.each([...answeredPoints.filter((point) => !dueLater.includes(point)), ...dueLater])(
  "killed at «%s», the digest is sent once and the history shows it",
  async (point) => {
    const { delivery, reader, forms, history } = diedAt(point);
    const { taken, later } = crashScenarios[point];
    if (later) passStatusWait(delivery);
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
  const unprocessed: ReadonlySet<CrashPoint> = new Set([
    "webhook stored",
    "statuses applied",
    "webhooks removed",
  ]);
  for (const point of points.filter((each) => unprocessed.has(each))) {
    const { history } = diedAt(point);
    await expect.poll(history, soon).toMatchObject([{ status: "delivered" }]);
  }
});

test.each(pointsOf(({ unknown }) => unknown === true))(
  "killed at «%s», the call is not repeated and the history shows an unknown outcome",
  async (point) => {
    const { delivery, forms, history } = diedAt(point);
    passStatusWait(delivery);
    await expect
      .poll(history, soon)
      .toMatchObject([
        { status: "failed", errorMessage: expect.stringContaining("Issue inconnue") },
      ]);
    expect(forms()).toEqual(crashScenarios[point].taken);
  },
);

test("applies a status that arrived before its message id was known", async () => {
  const { history } = diedAt("statuses kept");
  await expect.poll(history, soon).toMatchObject([{ status: "delivered" }]);
});
