import { retention, type UserId } from "@matinale/contracts";
import { outboxed, wake, type Outboxed, type OutboxEntry } from "@matinale/bus";
import { claim, isDuplicateKey, type Leased } from "@matinale/kit";
import type { Connection, Model } from "mongoose";
import { type CoverageField, coveredStories } from "../domain/alerts/alert.ts";
import { indexedDocuments } from "./indexed-documents.ts";
import type { Delivery } from "../domain/delivery/delivery.ts";
import { punctualityOf } from "../domain/delivery/punctuality.ts";
import { deliveryWriter, type Decide, type Stored, unleased } from "./delivery-writer.ts";
import { PunctualityStore } from "./punctuality.ts";

const schemaOf = (keptDays: number) =>
  indexedDocuments()
    .index({ createdAt: 1 }, { expireAfterSeconds: keptDays * 86_400 })
    .index({ composeAt: 1 }, { sparse: true })
    .index({ workAt: 1 }, { sparse: true })
    .index({ inFlight: 1 }, { sparse: true, unique: true })
    .index({ alertDay: 1 }, { sparse: true, unique: true })
    .index({ userId: 1, dueAt: -1 })
    .index({ messageIds: 1 })
    // only what workers still have to send, so that counting what is due stays cheap
    .index(
      { dueAt: 1 },
      { partialFilterExpression: { workAt: { $exists: true }, kind: "digest", manual: false } },
    )
    .plugin(outboxed);

/** A delivery with a lost answer has its next step within this time. Milliseconds. */
const recentMs = 10 * 60_000;

/** A local date is over everywhere after this time. Milliseconds. */
const twoDaysMs = 2 * 86_400_000;
/** Content keeps a story for 9 days. Milliseconds. */
const storyMs = 9 * 86_400_000;

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

/** Scheduled digests that are due and of which the provider has accepted no message. Its index is the partial one. */
const dueBy = (until: Date) =>
  ({
    workAt: { $exists: true },
    kind: "digest",
    manual: false,
    dueAt: { $lte: until },
    messageIds: { $size: 0 },
  }) as const;

/** Position of the last entry on a page of the history. */
export interface HistoryCursor {
  dueAt: Date;
  id: string;
}

export class DeliveryStore {
  readonly model: Model<Stored & Outboxed>;
  readonly punctuality: PunctualityStore;
  readonly #write: ReturnType<typeof deliveryWriter>;

  /** @param keptDays  receipts are kept for 13 months unless the operator chooses otherwise */
  constructor(connection: Connection, keptDays: number = retention.deliveryDays) {
    this.model = connection.model<Stored & Outboxed>("Delivery", schemaOf(keptDays), "deliveries");
    this.punctuality = new PunctualityStore(connection);
    this.#write = deliveryWriter(this.model, this.punctuality);
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
      const written = await this.model.collection.bulkWrite(operations, { ordered: false });
      for (const { delivery } of deliveries) {
        const onTime = punctualityOf(null, delivery);
        if (onTime !== null) this.punctuality.count(delivery.dueAt, onTime);
      }
      return written.insertedCount;
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

  /** Since when the first of the due deliveries has waited for a worker. */
  async oldestWorkAt(now: Date): Promise<Date | null> {
    const oldest = await this.model
      .findOne({ workAt: { $lte: now } }, { workAt: 1 })
      .sort({ workAt: 1 })
      .lean<Pick<Stored, "workAt">>();
    return oldest?.workAt ?? null;
  }

  /**
   * How many scheduled digests were due until then and are not accepted by the provider, `limit` at most: each that
   * counts is read.
   */
  countDue(until: Date, limit: number): Promise<number> {
    return this.model.countDocuments(dueBy(until)).hint({ dueAt: 1 }).limit(limit);
  }

  /** The due instant of the oldest scheduled digest that the provider has not accepted. */
  async oldestDue(now: Date): Promise<Date | null> {
    const oldest = await this.model
      .findOne(dueBy(now), { dueAt: 1 })
      .sort({ dueAt: 1 })
      .hint({ dueAt: 1 })
      .lean<Pick<Stored, "dueAt">>();
    return oldest?.dueAt ?? null;
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

  /** Deliveries that may still send this story: ready ones, and announced ones that wait for a tap. Without texts. */
  async unsentWith(storyId: string, now: Date): Promise<Stored[]> {
    const announcedSince = new Date(now.getTime() - storyMs);
    const found = await Promise.all([
      this.model
        .find({ workAt: { $exists: true }, phase: "ready", storyIds: storyId }, withoutTexts)
        .lean<Stored[]>(),
      this.model
        .find(
          { createdAt: { $gte: announcedSince }, awaitingTap: true, storyIds: storyId },
          withoutTexts,
        )
        .lean<Stored[]>(),
    ]);
    return withEmptyTexts(found.flat());
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

  /** Digests and alerts, newest first, starting behind the cursor. */
  history(userId: UserId, limit: number, after?: HistoryCursor): Promise<Stored[]> {
    return this.#newest(userId, ["digest", "alert"], limit, after);
  }

  /** Newest first. */
  digests(userId: UserId, limit: number): Promise<Stored[]> {
    return this.#newest(userId, ["digest"], limit);
  }

  #newest(
    userId: UserId,
    kinds: readonly Delivery["kind"][],
    limit: number,
    after?: HistoryCursor,
  ): Promise<Stored[]> {
    const older =
      after === undefined
        ? {}
        : {
            $or: [{ dueAt: { $lt: after.dueAt } }, { dueAt: after.dueAt, _id: { $lt: after.id } }],
          };
    return this.model
      .find({ userId, kind: { $in: kinds }, ...older }, withoutOutbox)
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

  /** The stories of editions that were due since then, by subscriber. */
  async coveredStories(
    userIds: readonly UserId[],
    since: Date,
    now: Date,
  ): Promise<Map<UserId, Set<string>>> {
    const found = await this.model
      .find(
        { userId: { $in: [...userIds] }, dueAt: { $gte: since }, kind: "digest" },
        { userId: 1, storyIds: 1, stories: 1, parts: 1, phase: 1, dueAt: 1 },
      )
      .lean<Pick<Stored, "userId" | CoverageField>[]>();
    return new Map(
      [...Map.groupBy(found, ({ userId }) => userId)].map(([userId, digests]) => [
        userId,
        new Set(digests.flatMap((digest) => coveredStories(digest, now))),
      ]),
    );
  }

  /** The local dates of the alerts of the last two days, by subscriber; one entry for each alert. */
  async alertDays(userIds: readonly UserId[], now: Date): Promise<Map<UserId, string[]>> {
    const since = new Date(now.getTime() - twoDaysMs);
    const found = await this.model
      .find(
        { userId: { $in: [...userIds] }, dueAt: { $gte: since }, kind: "alert" },
        { userId: 1, alertDay: 1 },
      )
      .lean<Pick<Stored, "userId" | "alertDay">[]>();
    return new Map(
      [...Map.groupBy(found, ({ userId }) => userId)].map(([userId, alerts]) => [
        userId,
        alerts.map(({ alertDay = "" }) => alertDay.split("|")[1] ?? ""),
      ]),
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
