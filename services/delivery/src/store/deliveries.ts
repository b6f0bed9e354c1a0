import type { UserId } from "@matinale/contracts";
import { outboxed, wake, type Outboxed, type OutboxEntry } from "@matinale/bus";
import { claim, isDuplicateKey, type Leased } from "@matinale/kit";
import type { Connection, Model } from "mongoose";
import { indexedDocuments } from "./indexed-documents.ts";
import type { Delivery } from "../domain/delivery/delivery.ts";
import { deliveryWriter, type Decide, type Stored, unleased } from "./delivery-writer.ts";

/** Receipts are kept for 13 months. */
const keptSeconds = 400 * 86_400;

const schema = indexedDocuments()
  .index({ createdAt: 1 }, { expireAfterSeconds: keptSeconds })
  .index({ composeAt: 1 }, { sparse: true })
  .index({ workAt: 1 }, { sparse: true })
  .index({ inFlight: 1 }, { sparse: true, unique: true })
  .index({ userId: 1, dueAt: -1 })
  .index({ messageIds: 1 })
  .plugin(outboxed);

/** A delivery with a lost answer has its next step within this time. Milliseconds. */
const recentMs = 10 * 60_000;

/** An edition is sent up to 2 hours late: an older one is no longer in progress. Milliseconds. */
const underWayMs = 3 * 3_600_000;

const withoutOutbox = { outbox: 0, outboxLease: 0 } as const;
/** Leaves out the texts, most of the size of a delivery. */
const withoutTexts = { ...withoutOutbox, texts: 0, more: 0 } as const;
const withEmptyTexts = (found: Omit<Stored, "texts" | "more">[]): Stored[] =>
  found.map((each) => ({ ...each, texts: [] }));

/** The trace context of the event that requests the digest: the delivery continues its trace. */
function causeIn([request]: readonly OutboxEntry[]): Pick<Delivery, "cause"> {
  const { "correlation-id": correlationId, traceparent } = request?.headers ?? {};
  if (correlationId === undefined) return {};
  return { cause: { correlationId, ...(traceparent === undefined ? {} : { traceparent }) } };
}

/** Position of the last entry on a page of the history. */
export interface HistoryCursor {
  dueAt: Date;
  id: string;
}

export class DeliveryStore {
  readonly model: Model<Stored & Outboxed>;
  readonly #write: ReturnType<typeof deliveryWriter>;

  constructor(connection: Connection) {
    this.model = connection.model<Stored & Outboxed>("Delivery", schema, "deliveries");
    this.#write = deliveryWriter(this.model);
  }

  /**
   * Inserts deliveries that do not exist yet. The id decides, so a second insert changes nothing.
   *
   * @returns how many were new
   */
  async insert(
    deliveries: readonly { delivery: Delivery; outbox: OutboxEntry[] }[],
  ): Promise<number> {
    if (deliveries.length === 0) return 0;
    const operations = deliveries.map(({ delivery, outbox }) => ({
      insertOne: {
        document: {
          ...delivery,
          ...causeIn(outbox),
          outbox,
        } as Record<string, unknown>,
      },
    }));
    try {
      return (await this.model.collection.bulkWrite(operations, { ordered: false })).insertedCount;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return insertedOf(error);
    } finally {
      wake(this.model);
    }
  }

  /** Claims deliveries whose next step is due. */
  claimDue(now: Date, limit: number, leaseMs: number): Promise<Leased<Stored>[]> {
    return claim<Stored & Outboxed>(this.model, {
      filter: { workAt: { $lte: now } },
      sort: { workAt: 1 },
      limit,
      leaseMs,
      now,
      guarded: true,
    });
  }

  /** When the first next step of all unleased deliveries is due; null if not within `withinMs`. */
  async nextWorkAt(now: Date, withinMs: number): Promise<Date | null> {
    const until = new Date(now.getTime() + withinMs);
    const next = await this.model
      .findOne({ workAt: { $lte: until }, ...unleased(now) }, { workAt: 1 })
      .sort({ workAt: 1 })
      .lean<Pick<Stored, "workAt">>();
    return next?.workAt ?? null;
  }

  /**
   * Applies a transition to a delivery. After a conflict, applies it again to the stored delivery.
   *
   * @param token  lease that must still be held; without it, leases are ignored
   * @returns the stored delivery, or null when it is gone or the lease was lost
   */
  apply(current: Stored, decide: Decide, token?: string): Promise<Stored | null> {
    return this.#write({ current, decide, ...(token === undefined ? {} : { token }) });
  }

  /**
   * Applies a transition on condition that no lease is held.
   *
   * @returns the stored delivery, or null when it is gone or leased
   */
  applyUnleased(current: Stored, decide: Decide, now: Date): Promise<Stored | null> {
    return this.#write({ current, decide, unleasedAt: now });
  }

  /** Moved deliveries whose digest must be requested again now. Without texts. */
  async toCompose(now: Date, limit: number): Promise<Stored[]> {
    const query = this.model
      .find({ composeAt: { $lte: now }, phase: "composing" }, withoutTexts)
      .sort({ composeAt: 1 })
      .limit(limit);
    return withEmptyTexts(await query.lean<Stored[]>());
  }

  find(id: string): Promise<Stored | null> {
    return this.model.findOne({ _id: id }, withoutOutbox).lean<Stored>();
  }

  /** Without texts. */
  async many(ids: readonly string[]): Promise<Stored[]> {
    const query = this.model.find({ _id: { $in: ids } }, withoutTexts).batchSize(ids.length + 1);
    return withEmptyTexts(await query.lean<Stored[]>());
  }

  /** Without texts. */
  async byMessageIds(ids: readonly string[]): Promise<Stored[]> {
    if (ids.length === 0) return [];
    const query = this.model.find({ messageIds: { $in: ids } }, withoutTexts);
    return withEmptyTexts(await query.lean<Stored[]>());
  }

  /** Deliveries to these numbers whose call is in progress or has lost its answer recently. */
  sendingTo(phones: readonly string[], now: Date): Promise<Stored[]> {
    const until = new Date(now.getTime() + recentMs);
    return this.model
      .find(
        { workAt: { $lte: until }, phase: "sending", recipient: { $in: [...phones] } },
        withoutOutbox,
      )
      .lean<Stored[]>();
  }

  /** Newest first, starting behind the cursor. */
  history(userId: UserId, limit: number, after?: HistoryCursor): Promise<Stored[]> {
    const older =
      after === undefined
        ? {}
        : {
            $or: [{ dueAt: { $lt: after.dueAt } }, { dueAt: after.dueAt, _id: { $lt: after.id } }],
          };
    return this.model
      .find({ userId, kind: "digest", ...older }, withoutOutbox)
      .sort({ dueAt: -1, _id: -1 })
      .limit(limit)
      .lean<Stored[]>();
  }

  /** The last deliveries for which a call was made, including notices. */
  lastSent(userId: UserId, limit: number): Promise<Stored[]> {
    return this.model
      .find(
        { userId, recipient: { $exists: true }, phase: { $in: ["sending", "done", "failed"] } },
        withoutOutbox,
      )
      .sort({ createdAt: -1 })
      .limit(limit)
      .lean<Stored[]>();
  }

  /** End of the news window of the scheduled digest in progress, by subscriber. */
  async newsUnderWay(userIds: readonly UserId[], now: Date): Promise<Map<UserId, Date>> {
    const found = await this.model
      .find(
        {
          userId: { $in: [...userIds] },
          dueAt: { $gte: new Date(now.getTime() - underWayMs) },
          kind: "digest",
          manual: false,
          phase: { $in: ["composing", "ready", "sending"] },
        },
        { userId: 1, windowEnd: 1 },
      )
      .sort({ windowEnd: 1 })
      .lean<Pick<Stored, "userId" | "windowEnd">[]>();
    return new Map(
      found.flatMap(({ userId, windowEnd }) =>
        windowEnd === undefined ? [] : [[userId, windowEnd] as const],
      ),
    );
  }

  manualSince(userId: UserId, since: Date): Promise<number> {
    const manual = { kind: "digest", manual: true } as const;
    return this.model.countDocuments({ userId, ...manual, dueAt: { $gte: since } });
  }

  async erase(userIds: readonly UserId[]): Promise<void> {
    await this.model.deleteMany({ userId: { $in: userIds } });
  }
}

const insertedOf = (error: unknown): number => {
  const { result } = error as { result?: { insertedCount?: unknown } };
  return typeof result?.insertedCount === "number" ? result.insertedCount : 0;
};

export type { Stored };
