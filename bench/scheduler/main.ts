import { randomUUID } from "node:crypto";
import type { Connection } from "mongoose";
import { connectMongo, ensureIndexes } from "@matinale/kit/mongo";
import { startTemporaryDevServices } from "@matinale/dev-services";
import { leases } from "../../services/delivery/src/domain/delivery/leases.ts";
import { planDueDeliveries } from "../../services/delivery/src/workers/plan-due-deliveries.ts";
import { DeliveryStore } from "../../services/delivery/src/store/deliveries.ts";
import { SubscriberStore } from "../../services/delivery/src/store/subscribers.ts";
import { listOf, smoke } from "../harness/arguments.ts";
import { audience, type Choices } from "../harness/audience.ts";
import { cleanUp, databaseOf } from "../harness/run-isolation.ts";
import { expect, median, print } from "../harness/figures.ts";
import { reader } from "../harness/readers.ts";

/**
 * Planning of 500 due subscribers among ten thousand and among a million: the service's own worker on a real
 * database, alternating. Only due subscribers are read; without an index that finds them, the larger one would take
 * many times as long. `--smoke` only counts, with fewer subscribers; `--subscribers 10000,100000` sets the sizes.
 */
const sizes = listOf("--subscribers", smoke ? [500, 2_500] : [10_000, 1_000_000]);
const due = smoke ? 100 : 500;
const rounds = smoke ? 2 : 10;
const chunk = 5_000;
const minute = 60_000;
const apart = 30 * minute;

/** The worker gets its clock from this bench. */
const start = Date.UTC(2030, 0, 7, 6);
const dueAt = (round: number) => new Date(start + round * apart);
const nowOf = (round: number) => new Date(dueAt(round).getTime() - 5 * minute);

const stamp = randomUUID().slice(0, 8);
const devServices = await startTemporaryDevServices("bench");
const monitored = new URL(devServices.mongodb.url);
monitored.searchParams.set("monitorCommands", "true");

const tastes = audience(1_000);
const choicesOf = (number: number): Choices => {
  const choices = tastes[number % tastes.length];
  if (choices === undefined) throw new Error("the audience is empty");
  return choices;
};

/** https://www.mongodb.com/docs/manual/reference/command/find/#output */
interface Reply {
  cursor?: { ns: string; firstBatch?: unknown[]; nextBatch?: unknown[] };
}

type Size = Awaited<ReturnType<typeof fill>>;

/** Fills a database with `count` subscribers: `due` of them are due in each round, the others later. */
async function fill(count: number) {
  const database = `${databaseOf(stamp)}_${count}`;
  const mongo = await connectMongo({ MONGODB_URI: monitored.href, MONGODB_DATABASE: database });
  const collection = mongo.collection("subscribers");
  const later = start + (rounds + 1) * apart;
  const began = performance.now();
  for (let from = 0; from < count; from += chunk) {
    const some = Array.from({ length: Math.min(chunk, count - from) }, (_, index) => {
      const number = from + index;
      const round = Math.floor(number / due);
      const at = round < rounds ? dueAt(round) : new Date(later + (number % 1_000) * minute);
      return reader(number, at, stamp, choicesOf(number));
    });
    await collection.insertMany(some as never[], { ordered: false });
  }
  const [subscribers, deliveries] = [new SubscriberStore(mongo), new DeliveryStore(mongo)];
  const deps = { subscribers, deliveries, onScheduled: () => undefined };
  await ensureIndexes(mongo);
  print(`${count} subscribers, created in ${((performance.now() - began) / 1_000).toFixed(0)} s`);
  return { count, deps, mongo, readsOf: subscriberReads(mongo), times: [] as number[] };
}

/** @returns a function that counts the subscribers that MongoDB returns while `work` runs */
function subscriberReads(mongo: Connection) {
  let read = 0;
  mongo.getClient().on("commandSucceeded", ({ reply }) => {
    const { cursor } = reply as Reply;
    if (cursor?.ns.endsWith(".subscribers") !== true) return;
    read += (cursor.firstBatch ?? cursor.nextBatch ?? []).length;
  });
  return async (work: () => Promise<unknown>): Promise<number> => {
    const before = read;
    await work();
    return read - before;
  };
}

async function planDue(size: Size, round: number): Promise<void> {
  const name = `${size.count} subscribers, round ${round + 1}`;
  const plan = () => planDueDeliveries({ ...size.deps, leases, now: () => nowOf(round) });
  const read = await size.readsOf(async () => {
    const began = performance.now();
    while ((await plan()) === "again") continue;
    size.times.push(performance.now() - began);
  });
  const planned = await size.deps.deliveries.model.countDocuments({ dueAt: dueAt(round) });
  const idle = await size.readsOf(plan);
  const holds = planned === due && read === due && idle === 0;
  if (smoke || !holds || round === 0) {
    expect(
      `${name}: ${planned} of ${due} planned, ${read} subscribers read; without due ones: ${idle} read`,
      holds,
    );
  }
}

const all: Size[] = [];
try {
  for (const count of sizes) all.push(await fill(count));
  for (let round = 0; round < rounds; round += 1) {
    for (const size of round % 2 === 0 ? all : all.toReversed()) await planDue(size, round);
  }
  if (!smoke) {
    // in the first rounds the code is not compiled yet
    const middle = all.map(({ times }) => median(times.slice(2)));
    for (const [index, { count, times }] of all.entries()) {
      const [least = 0, most = 0] = [Math.min(...times.slice(2)), Math.max(...times.slice(2))];
      print(
        `${count} subscribers, ${due} due: ${(middle[index] ?? 0).toFixed(0)} ms a round (${least.toFixed(0)}–${most.toFixed(0)})`,
      );
    }
    const ratio = (middle.at(-1) ?? Number.NaN) / (middle[0] ?? Number.NaN);
    expect(
      `planning among ${sizes.at(-1)} takes ${ratio.toFixed(2)} × planning among ${sizes[0]} (at most 1.3)`,
      ratio <= 1.3,
    );
  }
} finally {
  for (const { mongo } of all) await mongo.close();
  await cleanUp(devServices, stamp);
  await devServices.stop();
}
