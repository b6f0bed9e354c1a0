import { outboxed, wake, type Outboxed, type OutboxEntry } from "@matinale/bus";
import { retention, type DigestId, type UserId } from "@matinale/contracts";
import { claim, indexedDocuments, storeOf, upsertAll, type Leased } from "@matinale/kit/mongo";
import type { Kind } from "../domain/digest/composition-deadline.ts";
import type { DigestOrder } from "../domain/news.ts";

export type DigestRequest = {
  _id: DigestId;
  userId: UserId;
  order: DigestOrder;
  /** Hash of the order: equal orders have equal keys. */
  orderKey: string;
  dueAt: Date;
  manual: boolean;
  /** `missed`: delivery does not wait for the digest any more, and it was not composed. */
  state: "requested" | "composed" | "missed";
  nextAttemptAt: Date;
  /** Context of the event that requested the digest, for tracing across services. */
  correlationId: string;
  causationId: string;
  traceparent?: string;
  expiresAt: Date;
};

type DigestRequestDocument = DigestRequest & Outboxed;
export type LeasedRequest = Leased<DigestRequest>;
/** An order, and the choices that it shares with those of other readers. */
export type SharedOrder = { _id: object; order: DigestOrder };
export type Answered = { request: LeasedRequest; event: OutboxEntry };

/** Waiting requests read to find distinct orders: usually enough orders for one process. */
const maxScanned = 500;
/** Most requests read to find the choices that readers share. */
const maxRead = 5_000;
const day = 24 * 60 * 60 * 1000;

const requestSchema = indexedDocuments()
  .index({ state: 1, manual: 1, nextAttemptAt: 1 })
  .index({ state: 1, manual: 1, orderKey: 1 })
  .index({ userId: 1 })
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 })
  .plugin(outboxed);

/** Requests for digests. A document is work to do, and holds the answer in its outbox until the relay publishes it. */
export class DigestRequestStore extends storeOf<DigestRequestDocument>(
  "digest_requests",
  requestSchema,
) {
  /** Stores new requests; a known request stays unchanged. */
  async receive(
    requests: readonly Omit<DigestRequest, "state" | "nextAttemptAt" | "expiresAt">[],
    now: Date,
  ): Promise<void> {
    const expiresAt = new Date(now.getTime() + retention.digestRequestDays * day);
    const waiting = { state: "requested", nextAttemptAt: now, expiresAt, outbox: [] };
    await upsertAll(
      this.model,
      requests.map(({ _id, ...request }) => ({
        _id,
        update: { $setOnInsert: { ...request, ...waiting } },
      })),
    );
  }

  /**
   * Orders of requests that wait to be composed now, the longest waiting first, from the queue of manual or of scheduled
   * requests. Waiting requests that were due at `missedUntil` or earlier leave the queue for good. After an outage there may be
   * more of them than one call reads: call again when it found some.
   *
   * @returns keys of orders, at most `limit`, and how many requests left the queue
   */
  async waitingOrders(
    kind: Kind,
    { limit, missedUntil, now }: { limit: number; missedUntil: Date; now: Date },
  ): Promise<{ orderKeys: string[]; missed: number }> {
    const unleased = [{ "lease.until": { $exists: false } }, { "lease.until": { $lte: now } }];
    const waiting = await this.model
      .find({
        state: "requested",
        manual: kind === "manual",
        nextAttemptAt: { $lte: now },
        $or: unleased,
      })
      .select({ orderKey: 1, dueAt: 1 })
      .sort({ nextAttemptAt: 1 })
      .limit(maxScanned)
      .lean<Pick<DigestRequest, "_id" | "orderKey" | "dueAt">[]>();
    const missed = waiting.filter(({ dueAt }) => dueAt <= missedUntil);
    const inTime = waiting.filter(({ dueAt }) => dueAt > missedUntil);
    const orderKeys = [...new Set(inTime.map(({ orderKey }) => orderKey))].slice(0, limit);
    if (missed.length === 0) return { orderKeys, missed: 0 };
    const { modifiedCount } = await this.model.updateMany(
      { _id: { $in: missed.map(({ _id }) => _id) }, state: "requested", $or: unleased },
      { $set: { state: "missed" }, $unset: { lease: 1 } },
    );
    return { orderKeys, missed: modifiedCount };
  }

  /** Leases requests of these orders only, and none that is missed; other processes take the rest. */
  claim(
    kind: Kind,
    orderKeys: readonly string[],
    { missedUntil, ...terms }: { limit: number; leaseMs: number; missedUntil: Date; now: Date },
  ): Promise<LeasedRequest[]> {
    const { now } = terms;
    return claim<DigestRequestDocument>(this.model, {
      filter: {
        state: "requested",
        manual: kind === "manual",
        orderKey: { $in: orderKeys },
        nextAttemptAt: { $lte: now },
        // an order in time may have the same key
        dueAt: { $gt: missedUntil },
      },
      sort: { nextAttemptAt: 1 },
      ...terms,
    });
  }

  /** Releases requests and postpones them to `at`. @returns how many leases were lost */
  async postpone(requests: readonly LeasedRequest[], at: Date): Promise<number> {
    const postponed = { $set: { nextAttemptAt: at }, $unset: { lease: 1 } };
    return this.#lost(requests, await this.updateLeased(requests, postponed));
  }

  /** Stores the answers in the outboxes, in one write. @returns how many leases were lost: another process answers them */
  async answer(answers: readonly Answered[]): Promise<number> {
    if (answers.length === 0) return 0;
    const { matchedCount } = await this.model.bulkWrite(
      answers.map(({ request: { _id, lease }, event }) => ({
        updateOne: {
          filter: { _id, "lease.token": lease.token, state: "requested" as const },
          update: {
            $set: { state: "composed" as const },
            $push: { outbox: event },
            $unset: { lease: 1 },
          },
        },
      })),
      { ordered: false },
    );
    wake(this.model);
    return this.#lost(
      answers.map(({ request }) => request),
      matchedCount,
    );
  }

  async #lost(requests: readonly LeasedRequest[], held: number): Promise<number> {
    if (held === requests.length) return 0;
    // the requests of erased people are gone, and no process answers them
    const ids = requests.map(({ _id }) => _id);
    return Math.max(0, (await this.model.countDocuments({ _id: { $in: ids } })) - held);
  }

  /**
   * Orders of scheduled digests that were composed in this time, one for each choice of readers, those of most readers
   * first. Reads some of the requests by index.
   */
  ordersComposed(from: Date, until: Date): Promise<SharedOrder[]> {
    const fields = ["language", "voice", "country", "categories", "maxSeconds"];
    const choices = Object.fromEntries(fields.map((field) => [field, `$order.${field}`]));
    return this.model
      .aggregate<SharedOrder>([
        { $match: { state: "composed", manual: false, nextAttemptAt: { $gt: from, $lte: until } } },
        { $limit: maxRead },
        { $group: { _id: choices, order: { $first: "$order" }, readers: { $sum: 1 } } },
        { $sort: { readers: -1 } },
      ])
      .exec();
  }

  /** The requests of a person, the latest due first. */
  of(userId: UserId): Promise<DigestRequest[]> {
    return this.model.find({ userId }).sort({ dueAt: -1 }).lean<DigestRequest[]>().exec();
  }
}
