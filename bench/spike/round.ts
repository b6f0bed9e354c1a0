import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { runCommand, type DevServices } from "@matinale/dev-services";
import mongoose from "mongoose";
import { audience, distinctOrders } from "../harness/audience.ts";
import { cleanUp } from "../harness/backing.ts";
import { cpuMicros, memory } from "../harness/child.ts";
import { contentDatabase, distinctRequests, startContent } from "../harness/content.ts";
import { createTopics, placesOf, startDelivery } from "../harness/delivery.ts";
import { mongoTap } from "../harness/mongo-tap.ts";
import { treeCpuMicros } from "../harness/process-tree.ts";
import { clockMicros, profileInto, readProfile } from "../harness/profile.ts";
import type { benchProvider } from "../harness/provider.ts";
import { hurriedPace } from "../harness/providers.ts";
import { seedReaders } from "../harness/readers.ts";

type Provider = Awaited<ReturnType<typeof benchProvider>>;
type Micros = Record<string, number>;

interface Phase {
  name: string;
  seconds: number;
  micros: Micros;
}

/** No rate limit: the service sends as fast as it can. */
const unlimited = 1_000_000;
/** Planning ticks every ten seconds. */
const noticedMs = 12_000;
/** Time on two cores to speak and encode every story once a voice, for any number of readers. */
const spokenMs = { usual: 90_000, hurried: 40_000 };
/** Orders that two processes of content compose a second on two cores, once the clips exist. */
const composedPerSecond = 6;
/** Number of processes of content, and of delivery. */
const processes = 2;

/** Processor time of database processes that this bench started. */
const engineMicros = (members: DevServices["kafka"]["members"]): number =>
  members.reduce((sum, { pid }) => sum + (pid ? treeCpuMicros(pid) : 0), 0);

const minus = (one: Micros, other: Micros): Micros =>
  Object.fromEntries(
    Object.entries(one).map(([name, value]) => [name, value - (other[name] ?? 0)]),
  );

/** The reference: two calls a digest and nothing else. */
export async function bareMicros(provider: Provider, count: number): Promise<number> {
  provider.begin(Number.POSITIVE_INFINITY);
  const script = fileURLToPath(new URL("./bare-sender.ts", import.meta.url));
  const output = await runCommand(process.execPath, [script, provider.url, String(count)]);
  return Number(output) / count;
}

/** Reads the service's records directly from its database. */
async function history(mongo: { MONGODB_URI: string; MONGODB_DATABASE: string }) {
  const connection = await mongoose
    .createConnection(mongo.MONGODB_URI, { dbName: mongo.MONGODB_DATABASE })
    .asPromise();
  const deliveries = connection.collection("deliveries");
  return {
    done: () => deliveries.countDocuments({ phase: "done" }),
    /** Number of messages and of attempts of the digests created since. */
    parts: async (since: Date): Promise<{ messages: number; attempts: number }> => {
      const found = { messages: 0, attempts: 0 };
      const made = { createdAt: { $gte: since } };
      for await (const { parts } of deliveries.find(made, { projection: { parts: 1 } })) {
        const each = Object.values(parts as Record<string, { attempt: number }>);
        found.messages += each.length;
        found.attempts += each.reduce((attempts, part) => attempts + part.attempt, 0);
      }
      return found;
    },
    /** Number of distinct sounds; each is uploaded once. */
    sounds: async (): Promise<number> =>
      (await deliveries.distinct("audio.sha256", { kind: "digest" })).length,
    voiced: (since: Date) =>
      deliveries.countDocuments({ createdAt: { $gte: since }, "audio.0": { $exists: true } }),
    close: () => connection.close(),
  };
}

/** Measures `count` readers who are due at one instant, from planning to the last record. */
export async function round(options: {
  backing: DevServices;
  provider: Provider;
  count: number;
  /** Messages a second that the provider accepts; 0: no limit. */
  rate: number;
  /** Readers whose digests are sent before the measurement. */
  warmUp: number;
  /**
   * Milliseconds of idling, to measure the CPU of idle processes. With 0, readers exist before the service
   * starts, so that it plans them at once and not ten seconds later.
   */
  idleMs: number;
  profile: boolean;
  /** The fake voice speaks ten times as fast: for runs that only count. */
  hurried: boolean;
}) {
  const { backing, provider, count, rate, warmUp, idleMs, hurried } = options;
  const stamp = randomUUID().slice(0, 8);
  const { kafka, mongo } = placesOf(backing, stamp);
  const ordersSoFar = () => distinctRequests(mongo.MONGODB_URI, contentDatabase(stamp));
  const folder = mkdtempSync(join(tmpdir(), "matinale-profile-"));
  await createTopics(kafka);
  const content = await startContent(backing, stamp, {
    processes,
    ...(hurried ? { charactersPerSecond: hurriedPace } : {}),
  });
  const tap = await mongoTap(mongo.MONGODB_URI);
  const written = await history(mongo);
  const perSecond = rate === 0 ? unlimited : rate;
  const due = (readers: number) => {
    const composedMs = (distinctOrders(audience(readers)) / composedPerSecond) * 1_000;
    const spoken = hurried ? spokenMs.hurried : spokenMs.usual;
    return new Date(Date.now() + noticedMs + spoken + composedMs);
  };
  const before = idleMs > 0 ? undefined : due(count);
  if (before !== undefined) await seedReaders(mongo, count, before, stamp);
  const deliveries = await Promise.all(
    Array.from({ length: processes }, () =>
      startDelivery(backing, stamp, {
        args: options.profile ? profileInto(folder) : [],
        env: {
          MONGODB_URI: tap.url,
          WHATSAPP_API_URL: provider.url,
          WHATSAPP_MESSAGES_PER_SECOND: String(perSecond),
          CONTENT_URL: content.url,
        },
      }),
    ),
  );
  const stop = () => Promise.all(deliveries.map((delivery) => delivery.stop()));
  const now = (): Micros => ({
    delivery: deliveries.reduce((sum, { pid }) => sum + cpuMicros(pid), 0),
    content: content.pids.reduce((sum, pid) => sum + treeCpuMicros(pid), 0),
    database: engineMicros(backing.mongodb.members),
    kafka: engineMicros(backing.kafka.members),
  });
  /** Waits until the service has recorded that the provider accepted every message. */
  const over = async (readers: number, dueAt: Date) => {
    const patience = dueAt.getTime() + (readers * 6_000) / Math.min(perSecond, 400) + 60_000;
    while ((await written.done()) < readers && Date.now() < patience) await pause(250);
  };
  try {
    provider.begin(Number.POSITIVE_INFINITY);
    if (warmUp > 0) {
      const dueAt = due(warmUp);
      await seedReaders(mongo, warmUp, dueAt, stamp, 10_000_000);
      await over(warmUp, dueAt);
      await pause(2_000);
    }
    const beforeIdle = now();
    await pause(idleMs);
    const idle = idleMs > 0 ? minus(now(), beforeIdle) : {};

    const already = {
      composed: before === undefined ? await content.counted("content_compositions_total") : 0,
      orders: before === undefined ? await ordersSoFar() : 0,
      uploads: provider.uploads(),
    };
    provider.begin(rate === 0 ? Number.POSITIVE_INFINITY : rate);
    tap.forget();
    const since = before === undefined ? new Date() : new Date(0);
    const dueAt = before ?? due(count);
    if (before === undefined) await seedReaders(mongo, count, dueAt, stamp);
    const phases: Phase[] = [];
    const from = clockMicros();
    let last = { micros: now(), at: from };
    const phase = (name: string) => {
      const next = { micros: now(), at: clockMicros() };
      const seconds = (next.at - last.at) / 1e6;
      phases.push({ name, seconds, micros: minus(next.micros, last.micros) });
      last = next;
    };
    await pause(Math.max(0, dueAt.getTime() - Date.now()));
    phase("planned, composed");
    await over(warmUp + count, dueAt);
    phase("sent");
    await pause(idleMs > 0 ? 1_000 : 0);
    phase("published");
    const until = clockMicros();
    const peak = Math.max(...deliveries.map(({ pid }) => memory(pid).peak));
    const asked = [...tap.asked].map(([name, each]) => ({ name, ...each }));
    const calls = [...provider.calls];
    const taken = calls.filter((call) => call.accepted);
    const noted = {
      ...(await written.parts(since)),
      done: (await written.done()) - warmUp,
      voiced: await written.voiced(since),
      sounds: await written.sounds(),
    };
    const composed = (await content.counted("content_compositions_total")) - already.composed;
    const orders = (await ordersSoFar()) - already.orders;
    await stop();
    const seconds = phases.reduce((sum, each) => sum + each.seconds, 0);
    return {
      count,
      messages: noted.messages,
      composed,
      orders,
      calls: calls.length,
      accepted: taken.length,
      references: new Set(taken.map(({ reference }) => reference)).size,
      refused: provider.refused(),
      uploads: provider.uploads() + already.uploads,
      syntheses: content.syntheses.length,
      spoken: new Set(content.syntheses).size,
      noted,
      first: ((taken[0]?.at ?? Number.NaN) - dueAt.getTime()) / 1_000,
      drained: ((taken.at(-1)?.at ?? Number.NaN) - dueAt.getTime()) / 1_000,
      peak,
      phases,
      idle: Object.fromEntries(
        Object.entries(idle).map(([name, value]) => [name, (value * 1_000) / Math.max(1, idleMs)]),
      ),
      asked: asked.toSorted((one, other) => other.commands - one.commands),
      /** Microseconds a digest, without the CPU of the idle process. */
      net: (name: string): number => {
        const all = phases.reduce((sum, each) => sum + (each.micros[name] ?? 0), 0);
        return (all - ((idle[name] ?? 0) * 1_000 * seconds) / Math.max(1, idleMs)) / count;
      },
      profile: options.profile ? lines(folder, from, until, count) : [],
    };
  } finally {
    await stop();
    tap.close();
    await written.close();
    await content.close();
    await cleanUp(backing, stamp);
    rmSync(folder, { recursive: true, force: true });
  }
}

export type Round = Awaited<ReturnType<typeof round>>;

function lines(folder: string, from: number, until: number, count: number): string[] {
  const { places, functions } = readProfile(folder, from, until);
  const line = ({ what, micros }: { what: string; micros: number }) =>
    `${(micros / count).toFixed(0).padStart(6)} µs  ${what}`;
  return [
    "by library and file:",
    ...places.slice(0, 30).map(line),
    "by function:",
    ...functions.slice(0, 40).map(line),
  ];
}
