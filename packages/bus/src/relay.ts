import { sizes } from "@matinale/contracts";
import { counter, gauge, ticker, type Logger, type NextRound, type Worker } from "@matinale/kit";
import { claimIn, keepLease } from "@matinale/kit/mongo";
import { timeout, TimeoutStrategy } from "cockatiel";
import type { Model, QueryFilter, UpdateQuery } from "mongoose";
import { bytesOf, onWake, type OutboxEntry, type Outboxed } from "./outbox.ts";

type OutboxedDocument = Outboxed & { _id: unknown };

/** Models of documents that have an outbox. */
export type OutboxedModels<D extends readonly OutboxedDocument[]> = {
  readonly [K in keyof D]: Model<D[K]>;
};

const published = counter("outbox_published_total");

/** A write in the same process wakes the relay at once; a round finds the events that a crash left behind. */
const everyMs = 5_000;
/** Renewed while publishing lasts: without a lease, a second relay could publish a document's older state last. */
const leaseMs = 15_000;
/** Kafka may be down or not answer at all: the shutdown does not wait for its many attempts. Milliseconds. */
const flushMs = 10_000;
/** Documents that a round leases at once. */
const limit = 200;

/** Served by the index. Not up to now: a clock that was set back would hold up what was written before. */
const hasEvents = { "outbox.at": { $gt: new Date(0) } };

/**
 * Publishes the events in the outboxes of documents. Each round leases documents, sends the first events in the
 * order in which they were written, and removes them from the outboxes with the lease in the filter. A crash in
 * between sends them again, which consumers ignore; no event is lost. Safe on any number of replicas.
 *
 * @param options.minIntervalMs  between two rounds; a longer time publishes successive events of a document together
 */
export function relay<D extends readonly OutboxedDocument[]>(options: {
  models: OutboxedModels<D>;
  publish: (entries: OutboxEntry[]) => Promise<void>;
  logger: Logger;
  minIntervalMs?: number | undefined;
}): Worker {
  const { models, publish, logger, minIntervalMs = 200 } = options;

  /** @returns when the next round is due */
  const drain = async <T extends OutboxedDocument>(model: Model<T>): Promise<NextRound> => {
    const now = new Date();
    const { token, claimed } = await claimIn("outboxLease", model, {
      filter: hasEvents,
      limit,
      leaseMs,
      now,
      fields: { outbox: 1 },
    });
    if (claimed.length === 0) return;
    const entries = claimed.flatMap(({ outbox }) => outbox);
    const ids = claimed.map(({ _id }) => _id);
    const leased = { _id: { $in: ids }, "outboxLease.token": token } as Record<string, unknown>;
    const stopRenewing = keepLease(
      async (until) =>
        void (await model.updateMany(leased, {
          $set: { "outboxLease.until": until },
        } as UpdateQuery<T>)),
      {
        leaseMs,
        failed: (err) => {
          const collection = model.collection.name;
          logger.warn({ err, collection }, "renewing the lease of an outbox failed");
        },
      },
    );
    let done: OutboxEntry[] = [];
    try {
      const batch = firstBatch(entries);
      await publish(batch);
      for (const { topic } of batch) published.inc({ topic });
      done = batch;
    } finally {
      stopRenewing();
      await model.updateMany(leased, {
        $pull: { outbox: { _id: { $in: done.map(({ _id }) => _id) } } },
        $unset: { outboxLease: 1 },
      } as UpdateQuery<T>);
    }
    if (done.length < entries.length || claimed.length === limit) return "again";
    // the documents may have got more events while they were leased
    return minIntervalMs;
  };

  const round = async (): Promise<NextRound> => {
    const next = await Promise.all(models.map(drain));
    return next.includes("again") ? "again" : next.find((each) => each !== undefined);
  };

  const loop = ticker({ name: "outbox-relay", everyMs, minIntervalMs, logger, run: round });
  for (const model of models) onWake(model, () => loop.wake());
  gauge("outbox_oldest_seconds", async () =>
    Math.max(0, ...(await Promise.all(models.map(oldestSeconds)))),
  );
  return {
    start: () => loop.start(),
    stop: async () => {
      const flush = async () => {
        await loop.stop();
        // events of the last requests
        await round();
      };
      await timeout(flushMs, TimeoutStrategy.Aggressive)
        .execute(flush)
        .catch((error: unknown) =>
          logger.warn(
            { err: error },
            "publishing the outbox at shutdown failed, events stay in the database",
          ),
        );
    },
  };
}

async function oldestSeconds<T extends OutboxedDocument>(model: Model<T>): Promise<number> {
  const first = await model
    .findOne(hasEvents as QueryFilter<T>, { "outbox.at": 1 })
    .sort({ "outbox.at": 1 })
    .lean<{ outbox: { at: Date }[] }>();
  const at = first?.outbox[0]?.at.getTime() ?? Date.now();
  return (Date.now() - at) / 1_000;
}

/** The first events that can be sent together. */
export function firstBatch(entries: readonly OutboxEntry[]): OutboxEntry[] {
  const batch: OutboxEntry[] = [];
  let bytes = 0;
  for (const entry of entries) {
    bytes += bytesOf(entry);
    if (bytes > sizes.batch && batch.length > 0) break;
    batch.push(entry);
  }
  return batch;
}
