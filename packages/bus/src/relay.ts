import { claimIn, counter, gauge, ticker, type Logger, type Worker } from "@matinale/kit";
import type { Model } from "mongoose";
import { leaseMs, type OutboxEntry, type Outboxed } from "./outbox.ts";
import { onWake, relayOf } from "./wake.ts";

type OutboxedDocument = Outboxed & { _id: unknown };

/** Models of documents with events, whatever else is in them. */
export type OutboxedModels<D extends readonly OutboxedDocument[]> = {
  readonly [K in keyof D]: Model<D[K]>;
};

export interface RelayOptions {
  /** Events are on their topics and still in their documents. */
  onPublished?: () => void;
  /**
   * A steady stream of writes gets a round in so many milliseconds: where a document has several events
   * one after another and nobody waits for them, fewer rounds publish them together.
   */
  apartMs?: number;
}

const published = counter("outbox_published_total");

/** A write in the same process wakes the relay at once: rounds are for what a crash has left. */
const everyMs = 5_000;
const usuallyApartMs = 200;
/** What this process holds as its writer must stay so for this long, or is leased like all else. */
const enoughMs = 1_000;
const batch = 200;

/**
 * Publishes what documents hold in their outbox. A document is leased, by who wrote the events or here, its
 * events are sent in the order in which they were written, and only then pulled, with the lease in the
 * filter. A crash in between sends them again, which every consumer absorbs; nothing is lost.
 */
export function relay<D extends readonly OutboxedDocument[]>(
  options: RelayOptions & {
    models: OutboxedModels<D>;
    publish: (entries: OutboxEntry[]) => Promise<void>;
    logger: Logger;
    now?: () => Date;
  },
): Worker {
  const { models, publish, onPublished, now = () => new Date() } = options;
  const { apartMs = usuallyApartMs } = options;

  const drain = async <T extends OutboxedDocument>(model: Model<T>): Promise<boolean> => {
    const at = now();
    const due = { "outbox.at": { $lte: at } };
    const [written, { token, claimed: found }] = await Promise.all([
      writtenHere(model, due, new Date(at.getTime() + enoughMs)),
      claimIn("outboxLease", model, {
        filter: due,
        limit: batch,
        leaseMs,
        now: at,
        fields: { outbox: 1 },
      }),
    ]);
    const claimed = [...written, ...found];
    if (claimed.length === 0) return false;
    const mine = {
      _id: { $in: claimed.map((each) => each._id) },
      "outboxLease.token": { $in: [token, relayOf(model)] },
    };
    const entries = claimed.flatMap((each) => each.outbox);
    try {
      await publish(entries);
    } catch (error) {
      await model.updateMany(mine, { $unset: { outboxLease: 1 } });
      throw error;
    }
    onPublished?.();
    const ids = entries.map((entry) => entry._id);
    await model.updateMany(mine, {
      $pull: { outbox: { _id: { $in: ids } } },
      $unset: { outboxLease: 1 },
    });
    for (const entry of entries) published.inc({ topic: entry.topic });
    return written.length === batch || found.length === batch;
  };

  const round = async (): Promise<void | "again"> => {
    const full = await Promise.all(models.map(drain));
    if (full.includes(true)) return "again";
  };

  const loop = ticker({
    name: "outbox-relay",
    everyMs,
    apartMs,
    logger: options.logger,
    run: round,
  });
  for (const model of models) onWake(model, () => loop.nudge());
  gauge("outbox_oldest_seconds", {
    collect() {
      return oldest(models, now()).then((seconds) => this.set(seconds));
    },
  });
  return {
    start: () => loop.start(),
    stop: async () => {
      await loop.stop();
      // what the last requests wrote; if Kafka is away it stays in the database for the next start
      await round().catch((error: unknown) => options.logger.warn({ err: error }, "outbox kept"));
    },
  };
}

/** Documents whose events this process has written, and holds until `until` at least. */
const writtenHere = <T extends OutboxedDocument>(
  model: Model<T>,
  due: Record<string, unknown>,
  until: Date,
): Promise<T[]> =>
  model.collection
    .find<T>(
      { ...due, "outboxLease.token": relayOf(model), "outboxLease.until": { $gt: until } },
      { projection: { outbox: 1 }, limit: batch, batchSize: batch + 1 },
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
