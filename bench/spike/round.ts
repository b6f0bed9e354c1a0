import { setTimeout as pause } from "node:timers/promises";
import type { Connection } from "mongoose";
import type { ServiceName } from "@matinale/contracts";
import type { DevServices } from "@matinale/dev-services";
import { audience, distinctOrders } from "../harness/audience.ts";
import { memory, treeCpuMicros } from "../harness/child.ts";
import { distinctRequests, startContent } from "../harness/content.ts";
import type { benchProvider } from "../harness/provider.ts";
import { seedReaders } from "../harness/readers.ts";
import { prepareServices } from "../harness/services.ts";

type Provider = Awaited<ReturnType<typeof benchProvider>>;
type Micros = Record<string, number>;

/** No rate limit: the service sends as fast as it can. */
const unlimited = 1_000_000;
/** A planning round starts every ten seconds. */
const planningMs = 12_000;
/**
 * Time on two cores to speak and encode every story once a voice, for any number of readers; runs that only count end it
 * early.
 */
const spokenMs = { usual: 90_000, countsOnly: 150_000 };
/** A voice that speaks ten times as fast would fill a plan's minutes with ten times as many stories. */
const countsOnlyNoteShare = 1 / 5;
/** Orders that two processes of content compose a second on two cores, once the clips exist. */
const composedPerSecond = 6;
const deliveryProcesses = 2;
const dayMs = 86_400_000;

/** Processor time of database processes that this bench started. */
const engineMicros = (members: DevServices["kafka"]["members"]): number =>
  members.reduce((sum, { pid }) => sum + (pid ? treeCpuMicros(pid) : 0), 0);

const minus = (one: Micros, other: Micros): Micros =>
  Object.fromEntries(
    Object.entries(one).map(([name, value]) => [name, value - (other[name] ?? 0)]),
  );

/** Shortens the voice notes of all readers, for a fast voice. */
const shortenNotes = (delivery: Connection) =>
  delivery
    .collection("subscribers")
    .updateMany({}, { $mul: { "subscription.maxSeconds": countsOnlyNoteShare } });

/** Reads the service's records directly from its database. */
function history(delivery: Connection) {
  const deliveries = delivery.collection("deliveries");
  return {
    done: () => deliveries.countDocuments({ phase: "done" }),
    /** Makes the digests due now, once all of them are composed. @returns the instant, or null while some are missing */
    endWait: async (count: number): Promise<Date | null> => {
      const now = new Date();
      const waiting = { phase: "ready", dueAt: { $gt: now } };
      if ((await deliveries.countDocuments(waiting)) < count) return null;
      const due = { $set: { dueAt: now, workAt: now }, $inc: { version: 1 } };
      await deliveries.updateMany(waiting, due);
      return now;
    },
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
    sounds: async (): Promise<number> =>
      (await deliveries.distinct("audio.sha256", { kind: "digest" })).length,
    voiced: (since: Date) =>
      deliveries.countDocuments({ createdAt: { $gte: since }, "audio.0": { $exists: true } }),
  };
}

/** Measures `count` readers who are due at one instant, from planning to the last record. */
export async function round(options: {
  devServices: DevServices;
  provider: Provider;
  count: number;
  /** Messages a second that the provider accepts; 0: no limit. */
  rate: number;
  /**
   * Readers whose digests are sent before the measurement. With 0, the measured readers exist before the service
   * starts, so that it plans them at once and not ten seconds later.
   */
  warmUp: number;
  /** The fake voice speaks ten times as fast, and digests are due once all are composed: for runs that only count. */
  countsOnly: boolean;
}) {
  const { devServices, provider, count, rate, warmUp, countsOnly } = options;
  const services = await prepareServices(devServices);
  const content = await startContent(services, { model: false, countsOnly });
  const delivery = await services.database("delivery");
  const written = history(delivery);
  const ordersSoFar = async () => distinctRequests(await services.database("content"));
  // with a cold cache an order may be composed again until it is complete; its clips are counted apart
  const composedSoFar = () =>
    services.counted("content", "content_compositions_total", 'outcome="complete"');
  const perSecond = rate === 0 ? unlimited : rate;
  const seed = async (
    readers: number,
    digests: Parameters<typeof seedReaders>[4] = {},
  ): Promise<Date> => {
    const composedMs = (distinctOrders(audience(readers)) / composedPerSecond) * 1_000;
    const spoken = countsOnly ? spokenMs.countsOnly : spokenMs.usual;
    const dueAt = new Date(Date.now() + planningMs + spoken + composedMs);
    await seedReaders(delivery, readers, dueAt, services.stamp, digests);
    if (countsOnly) await shortenNotes(delivery);
    return dueAt;
  };
  let dueAt = warmUp === 0 ? await seed(count) : new Date();
  for (let number = 0; number < deliveryProcesses; number += 1) {
    await services.start("delivery", {
      WHATSAPP_API_URL: provider.url,
      WHATSAPP_MESSAGES_PER_SECOND: String(perSecond),
    });
  }
  const cpuOf = (name: ServiceName) =>
    services.pidsOf(name).reduce((sum, pid) => sum + treeCpuMicros(pid), 0);
  const now = (): Micros => ({
    delivery: cpuOf("delivery"),
    content: cpuOf("content"),
    database: engineMicros(devServices.mongodb.members),
    kafka: engineMicros(devServices.kafka.members),
  });
  /** Waits until the service has recorded that the provider accepted every message. */
  const sent = async (readers: number) => {
    const deadline = dueAt.getTime() + (readers * 6_000) / Math.min(perSecond, 400) + 60_000;
    while ((await written.done()) < readers && Date.now() < deadline) {
      if (countsOnly) dueAt = (await written.endWait(readers)) ?? dueAt;
      // counting thousands of deliveries slows the queries of the service
      await pause(countsOnly ? 250 : 2_000);
    }
  };
  try {
    await provider.begin(Number.POSITIVE_INFINITY);
    if (warmUp > 0) {
      dueAt = await seed(warmUp, { first: 10_000_000 });
      await sent(warmUp);
      await pause(2_000);
    }
    const already = {
      composed: warmUp > 0 ? await composedSoFar() : 0,
      orders: warmUp > 0 ? await ordersSoFar() : 0,
      uploads: (await provider.counts()).uploads,
    };
    await provider.begin(rate === 0 ? Number.POSITIVE_INFINITY : rate);
    const before = now();
    const since = warmUp > 0 ? new Date() : new Date(0);
    // daily readers: their last digest was yesterday
    if (warmUp > 0) dueAt = await seed(count, { newsCursor: new Date(Date.now() - dayMs) });
    await sent(warmUp + count);
    const cpu = minus(now(), before);
    const { calls, uploads } = await provider.counts();
    const taken = calls.filter((call) => call.accepted);
    const late = (call: { at: number } | undefined) =>
      ((call?.at ?? Number.NaN) - dueAt.getTime()) / 1_000;
    return {
      ...(await written.parts(since)),
      done: (await written.done()) - warmUp,
      voiced: await written.voiced(since),
      sounds: await written.sounds(),
      composed: (await composedSoFar()) - already.composed,
      orders: (await ordersSoFar()) - already.orders,
      calls: calls.length,
      accepted: taken.length,
      references: new Set(taken.map(({ reference }) => reference)).size,
      refused: calls.length - taken.length,
      uploads: uploads + already.uploads,
      /** Seconds from the due instant to the first and to the last accepted message. */
      first: late(taken[0]),
      drained: late(taken.at(-1)),
      peak: Math.max(...services.pidsOf("delivery").map((pid) => memory(pid).peak)),
      /** Microseconds a digest, by process. */
      cpu: Object.entries(cpu).map(([name, micros]) => [name, micros / count] as const),
    };
  } finally {
    await services.close();
    await content.close();
  }
}
