import { randomUUID } from "node:crypto";
import { connectMongo, ensureIndexes } from "@matinale/kit";
import { startTemporaryDevServices } from "@matinale/dev-services";
import { planDueDeliveries } from "../../services/delivery/src/workers/plan-due-deliveries.ts";
import { DeliveryStore } from "../../services/delivery/src/store/deliveries.ts";
import { Schedules } from "../../services/delivery/src/application/reschedule.ts";
import { SubscriberStore } from "../../services/delivery/src/store/subscribers.ts";
import { listOf, smoke } from "../harness/arguments.ts";
import { audience, type Choices } from "../harness/audience.ts";
import { cleanUp, databaseOf } from "../harness/backing.ts";
import { expect, median, print } from "../harness/figures.ts";
import { mongoTap } from "../harness/mongo-tap.ts";
import { reader } from "../harness/readers.ts";
import { howDueAreFound } from "./plan.ts";

/**
 * Planning of 500 due subscribers among ten thousand and among a million: the service's own worker on a real
 * database, alternating. `--smoke` only counts, with fewer subscribers; `--subscribers 10000,100000` sets the sizes.
 */
const sizes = listOf("--subscribers", smoke ? [500, 2_500] : [10_000, 100_000, 1_000_000]);
const due = smoke ? 100 : 500;
const rounds = smoke ? 2 : 10;
const chunk = 5_000;
const minute = 60_000;
const apart = 30 * minute;

/** The worker gets its clock from this bench. */
const start = Date.UTC(2030, 0, 7, 6);
const dueAt = (round: number) => new Date(start + round * apart);
const tickAt = (round: number) => new Date(dueAt(round).getTime() - 5 * minute);

const stamp = randomUUID().slice(0, 8);
const backing = await startTemporaryDevServices("bench");
const tap = await mongoTap(backing.mongodb.url, { documents: true });

const tastes = audience(1_000);
const choicesOf = (number: number): Choices => {
  const choices = tastes[number % tastes.length];
  if (choices === undefined) throw new Error("the audience is empty");
  return choices;
};

type Size = Awaited<ReturnType<typeof fill>>;

/** Fills a database with `count` subscribers: `due` of them are due in each round, the others later. */
async function fill(count: number) {
  const database = `${databaseOf(stamp)}_${count}`;
  const connect = (url: string) => connectMongo({ MONGODB_URI: url, MONGODB_DATABASE: database });
  const direct = await connect(backing.mongodb.url);
  const collection = direct.collection("subscribers");
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
  const mongo = await connect(tap.url);
  const [subscribers, deliveries] = [new SubscriberStore(mongo), new DeliveryStore(mongo)];
  const schedules = new Schedules(subscribers, deliveries, () => Promise.resolve());
  const deps = { subscribers, deliveries, schedules };
  await ensureIndexes(mongo);
  print(`${count} subscribers, created in ${((performance.now() - began) / 1_000).toFixed(0)} s`);
  const close = async () => {
    await direct.close();
    await mongo.close();
  };
  return { count, deps, direct, close, times: [] as number[] };
}

/** Subscriber documents in responses, and the number of all commands. */
function counted() {
  const asked = [...tap.asked];
  const commands = asked.reduce((sum, [, each]) => sum + each.commands, 0);
  const read = asked
    .filter(([name]) => name.endsWith(" subscribers") || name === "getMore")
    .reduce((sum, [, each]) => sum + each.documents, 0);
  return { commands, read };
}

async function tick(size: Size, round: number): Promise<void> {
  const name = `${size.count} subscribers, round ${round + 1}`;
  const plan = () => planDueDeliveries({ ...size.deps, leaseMs: 15_000, now: () => tickAt(round) });
  if (round === 0) {
    const how = await howDueAreFound(size.direct, tickAt(round));
    expect(`${size.count} subscribers: due ones are found by ${how.by}`, how.byIndex);
  }
  tap.forget();
  const began = performance.now();
  while ((await plan()) === "again") continue;
  size.times.push(performance.now() - began);
  const { commands, read } = counted();
  const planned = await size.deps.deliveries.model.countDocuments({ dueAt: dueAt(round) });
  tap.forget();
  await plan();
  const idle = counted();
  const holds = planned === due && read <= due && idle.read === 0;
  if (smoke || !holds || round === 0) {
    expect(
      `${name}: ${planned} of ${due} planned, ${read} subscribers read, by ${commands} commands; ` +
        `without due ones: ${idle.read} read by ${idle.commands}`,
      holds,
    );
  }
}

const all: Size[] = [];
try {
  for (const count of sizes) all.push(await fill(count));
  for (let round = 0; round < rounds; round += 1) {
    for (const size of round % 2 === 0 ? all : all.toReversed()) await tick(size, round);
  }
  if (!smoke) {
    // in the first rounds the code is not compiled yet
    const middle = all.map(({ times }) => median(times.slice(2)));
    for (const [index, { count, times }] of all.entries()) {
      const [least = 0, most = 0] = [Math.min(...times.slice(2)), Math.max(...times.slice(2))];
      print(
        `${count} subscribers, ${due} due: ${(middle[index] ?? 0).toFixed(0)} ms a tick (${least.toFixed(0)}–${most.toFixed(0)})`,
      );
    }
    const ratio = (middle.at(-1) ?? Number.NaN) / (middle[0] ?? Number.NaN);
    expect(
      `a tick among ${sizes.at(-1)} takes ${ratio.toFixed(2)} × one among ${sizes[0]} (at most 1.3)`,
      ratio <= 1.3,
    );
  }
} finally {
  for (const { close } of all) await close();
  tap.close();
  await cleanUp(backing, stamp);
  await backing.stop();
}
