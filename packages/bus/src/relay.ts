import { topicNames } from "@matinale/contracts";
import { claimIn, counter, gauge, ticker, type Logger, type Worker } from "@matinale/kit";
import type { Model, UpdateQuery } from "mongoose";
import { bytesOf, inBatches, isTooLarge } from "./batches.ts";
import { leaseMs, type OutboxEntry, type Outboxed } from "./outbox.ts";
import { setAside } from "./set-aside.ts";
import { onWake, relayOf } from "./wake.ts";

type OutboxedDocument = Outboxed & { _id: unknown };

/** Models of documents that have an outbox. */
export type OutboxedModels<D extends readonly OutboxedDocument[]> = {
  readonly [K in keyof D]: Model<D[K]>;
};

export interface RelayOptions {
  /**
   * Shortest time between two rounds, in milliseconds. A longer one publishes successive events of a
   * document together, where no reader waits for them.
   */
  minIntervalMs?: number;
}

const published = counter("outbox_published_total");
const setAsideCount = counter("outbox_set_aside_total");

/** A write in the same process wakes the relay at once; a round finds the events that a crash left behind. */
const everyMs = 5_000;
const defaultMinIntervalMs = 200;
/** This process publishes its own events without a lease while it holds them for this long at least. */
const minHoldMs = 1_000;
/** Documents that a round reads at once. */
const batchSize = 200;

/** An event of an outbox. */
interface OutboxItem {
  /** Of the document. */
  id: unknown;
  entry: OutboxEntry;
}

/** Error types of a broker for a request above its limit; no retry helps. */
const tooLargeForBroker = new Set(["MESSAGE_TOO_LARGE", "RECORD_LIST_TOO_LARGE"]);

const isRefusedForSize = (error: unknown): boolean =>
  error instanceof Error &&
  "type" in error &&
  typeof error.type === "string" &&
  tooLargeForBroker.has(error.type);

/**
 * Publishes the events in the outboxes of documents. A document is leased, by the writer of the events or by
 * the relay. The relay sends its events in the order in which they were written, in batches below the broker's
 * limit, and removes each batch from the outbox before it sends the next, with the lease in the filter. A crash
 * in between sends one batch again, which consumers ignore; no event is lost.
 *
 * An event above the limit moves to `outbox_dead_letters`, and later events are published: on state topics each
 * carries the full state, so the next event of the document replaces the lost one.
 */
export function relay<D extends readonly OutboxedDocument[]>(
  options: RelayOptions & {
    models: OutboxedModels<D>;
    publish: (entries: OutboxEntry[]) => Promise<void>;
    logger: Logger;
    now?: () => Date;
  },
): Worker {
  const { models, publish, logger, now = () => new Date() } = options;
  const { minIntervalMs = defaultMinIntervalMs } = options;
  // Prometheus sees no increase in a series whose first value is 1
  for (const topic of topicNames) setAsideCount.inc({ topic }, 0);

  /** @returns false when the batch is too large for the broker */
  const send = async (items: readonly OutboxItem[]): Promise<boolean> => {
    if (items.some(({ entry }) => isTooLarge(entry))) return false;
    try {
      await publish(items.map(({ entry }) => entry));
    } catch (error) {
      if (isRefusedForSize(error)) return false;
      throw error;
    }
    for (const { entry } of items) published.inc({ topic: entry.topic });
    return true;
  };

  const setAsideEvent = async <T extends OutboxedDocument>(
    model: Model<T>,
    { id, entry }: OutboxItem,
  ): Promise<void> => {
    const bytes = bytesOf(entry);
    const isNew = await setAside(model.db, {
      ...entry,
      from: { collection: model.collection.name, id },
      reason: `${bytes} bytes are too large for ${entry.topic}`,
      bytes,
      setAsideAt: now(),
    });
    if (!isNew) return;
    setAsideCount.inc({ topic: entry.topic });
    logger.error(
      { topic: entry.topic, eventId: entry._id, bytes },
      "publishing an event failed, it is too large and set aside",
    );
  };

  /** @returns false when the lease on some of the documents was lost: a relay claims them again */
  const publishAll = async <T extends OutboxedDocument>(
    model: Model<T>,
    claimed: readonly T[],
    held: Record<string, unknown>,
  ): Promise<boolean> => {
    const update = async (
      ids: unknown[],
      sent: readonly OutboxItem[],
      lease: "keep" | "release",
    ) => {
      const pulled = { _id: { $in: sent.map(({ entry }) => entry._id) } };
      const until = new Date(now().getTime() + leaseMs);
      const { matchedCount } = await model.updateMany({ _id: { $in: ids }, ...held }, {
        ...(sent.length > 0 && { $pull: { outbox: pulled } }),
        ...(lease === "keep"
          ? { $set: { "outboxLease.until": until } }
          : { $unset: { outboxLease: 1 } }),
      } as UpdateQuery<T>);
      return matchedCount === ids.length;
    };

    const items = claimed.flatMap(({ _id: id, outbox }) => outbox.map((entry) => ({ id, entry })));
    const queue = inBatches(items);
    const all = claimed.map(({ _id }) => _id);
    if (queue.length > 1 && !(await update(all, [], "keep"))) return false;
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const isSent = await send(next);
      const [first, ...others] = next;
      if (!isSent && others.length > 0) {
        // the limit of this broker is lower than the catalogue's: send each event alone
        queue.unshift(...next.map((item) => [item]));
        if (!(await update(idsOf(queue.flat()), [], "keep"))) return false;
        continue;
      }
      if (!isSent && first !== undefined) await setAsideEvent(model, first);
      const later = idsOf(queue.flat());
      const finished = idsOf(next).filter((id) => !later.includes(id));
      if (finished.length > 0) await update(finished, next, "release");
      if (later.length > 0 && !(await update(later, next, "keep"))) return false;
    }
    return true;
  };

  const drain = async <T extends OutboxedDocument>(model: Model<T>): Promise<boolean> => {
    const at = now();
    const due = { "outbox.at": { $lte: at } };
    const [written, { token, claimed: found }] = await Promise.all([
      writtenHere(model, due, new Date(at.getTime() + minHoldMs)),
      claimIn("outboxLease", model, {
        filter: due,
        limit: batchSize,
        leaseMs,
        now: at,
        fields: { outbox: 1 },
      }),
    ]);
    const claimed = [...written, ...found];
    if (claimed.length === 0) return false;
    const held = { "outboxLease.token": { $in: [token, relayOf(model)] } };
    const release = () =>
      model.updateMany({ _id: { $in: claimed.map(({ _id }) => _id) }, ...held }, {
        $unset: { outboxLease: 1 },
      } as UpdateQuery<T>);
    try {
      if (!(await publishAll(model, claimed, held))) {
        await release();
        return true;
      }
    } catch (error) {
      await release();
      throw error;
    }
    return written.length === batchSize || found.length === batchSize;
  };

  const round = async (): Promise<void | "again"> => {
    const full = await Promise.all(models.map(drain));
    if (full.includes(true)) return "again";
  };

  const loop = ticker({
    name: "outbox-relay",
    everyMs,
    minIntervalMs,
    logger,
    run: round,
  });
  for (const model of models) onWake(model, () => loop.wake());
  gauge("outbox_oldest_seconds", {
    collect() {
      return oldest(models, now()).then((seconds) => this.set(seconds));
    },
  });
  return {
    start: () => loop.start(),
    stop: async () => {
      await loop.stop();
      // events of the last requests; if Kafka is down they stay in the database until the next start
      await round().catch((error: unknown) =>
        logger.warn(
          { err: error },
          "publishing the outbox at shutdown failed, events stay in the database",
        ),
      );
    },
  };
}

const idsOf = (items: readonly { id: unknown }[]): unknown[] => [
  ...new Set(items.map(({ id }) => id)),
];

/** Documents whose events this process wrote and holds until after `until`. */
const writtenHere = <T extends OutboxedDocument>(
  model: Model<T>,
  due: Record<string, unknown>,
  until: Date,
): Promise<T[]> =>
  model.collection
    .find<T>(
      { ...due, "outboxLease.token": relayOf(model), "outboxLease.until": { $gt: until } },
      { projection: { outbox: 1 }, limit: batchSize, batchSize: batchSize + 1 },
    )
    .toArray();

async function oldest<T extends OutboxedDocument>(
  models: readonly Model<T>[],
  now: Date,
): Promise<number> {
  const ages = await Promise.all(
    models.map(async (model) => {
      const first = await model
        .findOne({ "outbox.at": { $lte: now } }, { "outbox.at": 1 })
        .sort({ "outbox.at": 1 })
        .lean<{ outbox: { at: Date }[] }>();
      const at = first?.outbox[0]?.at;
      return at === undefined ? 0 : (now.getTime() - at.getTime()) / 1000;
    }),
  );
  return Math.max(0, ...ages);
}
