import { setTimeout as pause } from "node:timers/promises";
import { numberOf } from "../harness/arguments.ts";
import { distinctRequests } from "../harness/content.ts";
import { cpuMicros, forgetPeak, memory, type Child } from "../harness/child.ts";
import { expect, print } from "../harness/figures.ts";
import { logIn, signUp } from "../harness/accounts.ts";
import { load } from "../harness/load.ts";
import { prepareServices } from "../harness/services.ts";
import { phoneOf, seedReaders } from "../harness/readers.ts";

/**
 * Memory and CPU of the six services: idle, and after a spike of digests while other people use the site. All
 * services are real; the simulator replaces the providers. `--idle 60` sets the seconds, `--readers 1000` the size of
 * the spike.
 */
const idleSeconds = numberOf("--idle", 60);
const readers = numberOf("--readers", 1_000);
/** Services release memory after half a minute without work. */
const quietMs = 45_000;
/** A planning round starts every ten seconds; the simulator speaks each story in two voices. */
const untilDueMs = 12_000 + readers * 150;
/** Without progress for this time, the other digests are given up. */
const stalledMs = 120_000;
const people = 20;
const browsingMs = 10_000;

const megabytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(0).padStart(8);
await using services = await prepareServices();
const { stamp } = services;
const six = () => [...services.children].filter(([name]) => name !== "simulator");

async function idle(): Promise<void> {
  await pause(quietMs);
  const before = new Map(six().map(([name, { pid }]) => [name, cpuMicros(pid)]));
  await pause(idleSeconds * 1_000);
  print(`idle for ${idleSeconds} s      MB       CPU`);
  for (const [name, { pid }] of six()) {
    const { resident } = memory(pid);
    const share = (cpuMicros(pid) - (before.get(name) ?? 0)) / (idleSeconds * 1e4);
    print(`${name.padEnd(14)}${megabytes(resident)}${share.toFixed(2).padStart(8)} %`);
    expect(
      `${name}, idle: ${megabytes(resident).trim()} MB (at most 140)`,
      resident <= 140 * 2 ** 20,
    );
    expect(`${name}, idle: ${share.toFixed(2)} % of a core (at most 1)`, share <= 1);
  }
}

/** People sign up, log in and load their page repeatedly. */
async function browse(gateway: Child): Promise<void> {
  const [account] = await signUp(gateway, people, stamp);
  if (account === undefined) throw new Error("no sign-up succeeded");
  const headers = await logIn(gateway, account);
  const paths = [
    "/api/me",
    "/api/message-history",
    "/api/user/preferences",
    "/api/user/categories",
  ];
  const pages = paths.map((path) => ({ port: gateway.port, path, headers }));
  const { requests, refused } = await load(pages, { connections: 32, ms: browsingMs });
  print(`${requests} calls through the gateway during the spike, ${refused} refused`);
}

/** Each phone writes a message, which opens its 24-hour window. */
async function openWindows({ port }: Child): Promise<void> {
  const requests = Array.from({ length: readers }, (_, number) => ({
    port,
    path: `/sim/phones/${phoneOf(number).slice(1)}`,
    method: "PUT" as const,
    body: '{"windowOpen":true}',
  }));
  const { refused } = await load(requests, { connections: 4, once: true });
  if (refused > 0) throw new Error(`the simulator refused ${refused} phones`);
}

async function spike(gateway: Child, simulator: Child): Promise<void> {
  const delivery = await services.database("delivery");
  await openWindows(simulator);
  for (const [, { pid }] of six()) forgetPeak(pid);
  const dueAt = new Date(Date.now() + untilDueMs);
  await seedReaders(delivery, readers, dueAt, stamp);
  await browse(gateway);
  const deliveries = delivery.collection("deliveries");
  const ended = { phase: { $in: ["done", "skipped", "failed", "missed"] } };
  // The simulator speaks on the same cores; the time for that is not measured.
  let count = 0;
  let lastProgress = dueAt.getTime();
  while (count < readers && Date.now() < lastProgress + stalledMs) {
    await pause(500);
    const now = await deliveries.countDocuments(ended);
    if (now > count) lastProgress = Math.max(lastProgress, Date.now());
    count = now;
  }
  const done = await deliveries.countDocuments({ phase: "done" });
  const others = await deliveries.distinct("reason", { phase: { $ne: "done" } });
  if (done < readers) print(`reasons of the others: ${others.join(", ")}`);
  await pause(5_000);
  expect(`${done} of ${readers} digests were sent`, done === readers);
  const orders = await distinctRequests(await services.database("content"));
  expect(`${orders} distinct orders (at least ${readers / 5})`, orders >= readers / 5);
  print(`after the spike     MB    most`);
  for (const [name, { pid }] of six()) {
    const { resident, peak } = memory(pid);
    print(`${name.padEnd(14)}${megabytes(resident)}${megabytes(peak)}`);
    expect(
      `${name}, after the spike: ${megabytes(resident).trim()} MB (at most 260)`,
      resident <= 260 * 2 ** 20,
    );
  }
}

await services.startAll();
await idle();
const gateway = services.children.get("gateway");
const simulator = services.children.get("simulator");
if (gateway !== undefined && simulator !== undefined) await spike(gateway, simulator);
