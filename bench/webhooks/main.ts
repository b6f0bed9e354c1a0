import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import mongoose from "mongoose";
import { startTemporaryDevServices } from "@matinale/dev-services";
import { cleanUp } from "../harness/backing.ts";
import { cpuMicros, startChild, type Child } from "../harness/child.ts";
import { appSecret, createTopics, placesOf, startDelivery } from "../harness/delivery.ts";
import { gates, median, percentile, print } from "../harness/figures.ts";
import { load } from "../harness/load.ts";
import { mongoTap } from "../harness/mongo-tap.ts";
import { readDigests, receiptsOf, seedAccepted } from "./receipts.ts";

/**
 * Receipts of the provider: the delivery service, alternating with a server that only checks the signature. The cost
 * of a receipt covers everything from its arrival until it is in the history. `--smoke` only checks counters.
 */
const smoke = process.argv.includes("--smoke");
const digests = smoke ? 100 : 500;
const warmUp = smoke ? 0 : 2;
const rounds = smoke ? 1 : 4;
/** Parallel calls, as from a provider when responses take some time. */
const connections = 16;

const { expect, end } = gates();
const stamp = randomUUID().slice(0, 8);
const backing = await startTemporaryDevServices("bench");
const { kafka, mongo } = placesOf(backing, stamp);
const tap = await mongoTap(mongo.MONGODB_URI);
await createTopics(kafka);
const children: Child[] = [];
const delivery = await startDelivery(backing, stamp, { env: { MONGODB_URI: tap.url } });
children.push(delivery);
const bare = await startChild(
  "bare server",
  [process.execPath, fileURLToPath(new URL("bare-server.ts", import.meta.url))],
  { env: { APP_SECRET: appSecret } },
);
children.push(bare);
const history = await mongoose
  .createConnection(mongo.MONGODB_URI, { dbName: mongo.MONGODB_DATABASE })
  .asPromise();

interface Figures {
  micros: number;
  p99: number;
  perSecond: number;
}

let from = 0;
let receipts = 0;
let commands = 0;
let refused = 0;

/** Sends the receipts of new digests and waits until all are recorded. */
async function ours(): Promise<Figures> {
  await seedAccepted(history, stamp, from, digests);
  const calls = receiptsOf(stamp, from, digests, { port: delivery.port, secret: appSecret });
  from += digests;
  tap.forget();
  const before = cpuMicros(delivery.pid);
  const began = performance.now();
  const done = await load(calls, { connections, once: true });
  const patience = performance.now() + 60_000;
  while ((await readDigests(history)) < from && performance.now() < patience) await pause(100);
  const seconds = (performance.now() - began) / 1_000;
  receipts += done.requests;
  refused += done.refused;
  commands += [...tap.asked.values()].reduce((sum, each) => sum + each.commands, 0);
  return {
    micros: (cpuMicros(delivery.pid) - before) / done.requests,
    p99: percentile(done.latencies, 0.99),
    perSecond: done.requests / seconds,
  };
}

async function reference(): Promise<Figures> {
  const calls = receiptsOf(stamp, 0, digests, { port: bare.port, secret: appSecret });
  const before = cpuMicros(bare.pid);
  const began = performance.now();
  const done = await load(calls, { connections, once: true });
  return {
    micros: (cpuMicros(bare.pid) - before) / done.requests,
    p99: percentile(done.latencies, 0.99),
    perSecond: (done.requests * 1_000) / (performance.now() - began),
  };
}

try {
  for (let round = 0; round < warmUp; round += 1) {
    await reference();
    await ours();
  }
  receipts = commands = refused = 0;
  const found = { ours: [] as Figures[], bare: [] as Figures[] };
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) found.bare.push(await reference());
    found.ours.push(await ours());
    if (round % 2 === 1) found.bare.push(await reference());
  }
  const inHistory = await readDigests(history);
  expect(
    `${receipts} receipts, some of them twice: ${inHistory} of ${from} digests are read, ${refused} calls refused`,
    inHistory === from && refused === 0,
  );
  const each = commands / receipts;
  // a busy machine makes smaller batches
  const most = smoke ? 0.75 : 0.25;
  expect(`${each.toFixed(3)} database commands a receipt (at most ${most})`, each <= most);
  if (!smoke) {
    const of = (figures: Figures[], name: keyof Figures) => median(figures.map((one) => one[name]));
    print("                 CPU-µs a receipt   p99 ms   receipts/s");
    for (const [name, figures] of [
      ["a bare server", found.bare],
      ["delivery", found.ours],
    ] as const) {
      const { micros, p99, perSecond } = {
        micros: of(figures, "micros").toFixed(0),
        p99: of(figures, "p99").toFixed(1),
        perSecond: of(figures, "perSecond").toFixed(0),
      };
      print(`${name.padEnd(17)}${micros.padStart(16)}${p99.padStart(9)}${perSecond.padStart(13)}`);
    }
    const micros = of(found.ours, "micros");
    print(`delivery takes ${(micros / of(found.bare, "micros")).toFixed(1)} × the bare server`);
    expect(
      `${(1e6 / micros).toFixed(0)} receipts a second a core (at least 3000)`,
      1e6 / micros >= 3_000,
    );
    const p99 = of(found.ours, "p99");
    expect(`acknowledged within ${p99.toFixed(1)} ms, p99 (at most 50)`, p99 <= 50);
  }
} finally {
  await history.close();
  await Promise.all(children.map((child) => child.stop()));
  tap.close();
  await cleanUp(backing, stamp);
  await backing.stop();
}
end("webhooks");
