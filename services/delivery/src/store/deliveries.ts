import { EventEmitter } from "node:events";
import { retention, type UserId } from "@matinale/contracts";
import { wake, type Outboxed, type OutboxEntry } from "@matinale/bus";
import { isDuplicateKey } from "@matinale/kit";
import { claim, type ClaimOptions, earliest, type Leased } from "@matinale/kit/mongo";
import type { Connection, QueryFilter } from "mongoose";
import type { Delivery } from "../domain/delivery/delivery.ts";
import { allPriorities, preferredPriorities, type Priority } from "../domain/delivery/priority.ts";
import type { Transition } from "../domain/delivery/transitions.ts";
import {
  deliveryWriter,
  type DeliveryModel,
  type StoredChanges,
  unleased,
} from "./delivery-writer.ts";
import { DeliveryBacklog } from "./delivery-backlog.ts";
import { deliverySchema, withoutOutbox } from "./delivery-schema.ts";

/** A delivery with a lost answer has its next step within this time. Milliseconds. */
const recentMs = 10 * 60_000;

/** An edition is sent up to 2 hours late: an older one is no longer in progress. Milliseconds. */
const underWayMs = 3 * 3_600_000;

/** Content keeps a story for 9 days. Milliseconds. */
const storyMs = 9 * 86_400_000;

/** The trace context of the event that requests the digest: the delivery continues its trace. */
function traceContextIn([request]: readonly OutboxEntry[]): Pick<Delivery, "traceContext"> {
  const { "correlation-id": correlationId, traceparent } = request?.headers ?? {};
  if (correlationId === undefined) return {};
  return { traceContext: { correlationId, ...(traceparent === undefined ? {} : { traceparent }) } };
}

type ClaimTerms = Omit<ClaimOptions, "filter">;

export class DeliveryStore {
  readonly model: DeliveryModel;
  readonly backlog: DeliveryBacklog;
  readonly changes = new EventEmitter<StoredChanges>();
  readonly #write: ReturnType<typeof deliveryWriter>;
  #claims = 0;

  /** @param keptDays  from 30 to 400 (`retention.deliveryDays`) */
  constructor(connection: Connection, keptDays: number = retention.deliveryDays) {
    const schema = deliverySchema(keptDays);
    this.model = connection.model<Delivery & Outboxed>("Delivery", schema, "deliveries");
    this.backlog = new DeliveryBacklog(this.model);
    this.#write = deliveryWriter(this.model, this.changes);
  }

  /** Inserts deliveries that do not exist yet: a second insert under an id changes nothing. @returns the new ones */
  async insert(
    deliveries: readonly { delivery: Delivery; outbox?: OutboxEntry[] | undefined }[],
  ): Promise<Delivery[]> {
    if (deliveries.length === 0) return [];
    const operations = deliveries.map(({ delivery, outbox = [] }) => ({
      insertOne: {
        document: { ...delivery, ...traceContextIn(outbox), outbox } as Record<string, unknown>,
      },
    }));
    const ids = await this.model.collection
      .bulkWrite(operations, { ordered: false })
      .then(({ insertedIds }) => insertedIds, insertedDespite)
      .finally(() => wake(this.model));
    const inserted = deliveries.flatMap(({ delivery }, index) => (index in ids ? delivery : []));
    for (const delivery of inserted) this.changes.emit("stored", null, delivery);
    return inserted;
  }

  /** Claims deliveries whose next step is due, in the order of their priorities. */
  async claimDue(terms: ClaimTerms): Promise<Leased<Delivery>[]> {
    const preferred = preferredPriorities(this.#claims);
    this.#claims += 1;
    const claimed = await this.#claimDueOf(preferred, terms);
    if (claimed.length === terms.limit || preferred === allPriorities) return claimed;
    const limit = terms.limit - claimed.length;
    return [...claimed, ...(await this.#claimDueOf(allPriorities, { ...terms, limit }))];
  }

  #claimDueOf(priorities: readonly Priority[], terms: ClaimTerms) {
    return claim<Delivery & Outboxed>(this.model, {
      filter: { priority: { $in: priorities }, workAt: { $lte: terms.now } },
      sort: { priority: 1, workAt: 1 },
      guarded: true,
      ...terms,
    });
  }

  /** When the first next step of all unleased deliveries is due; null if not within `withinMs`. */
  nextWorkAt(now: Date, withinMs: number): Promise<Date | null> {
    const until = new Date(now.getTime() + withinMs);
    return earliest(this.model, "workAt", { workAt: { $lte: until }, ...unleased(now) });
  }

  /**
   * Applies a transition to a delivery. After a conflict, applies it again to the stored delivery.
   *
   * @param token  lease that must still be held; without it, leases are ignored
   * @returns the stored delivery, or null when it is gone or the lease was lost
   */
  apply(current: Delivery, transition: Transition, token?: string): Promise<Delivery | null> {
    return this.#write({ current, transition, token });
  }

  /** Like `apply`, on condition that no lease is held. @returns the stored delivery, or null when it is gone or leased */
  applyUnleased(current: Delivery, transition: Transition, now: Date): Promise<Delivery | null> {
    return this.#write({ current, transition, unleasedAt: now });
  }

  #matching(filter: QueryFilter<Delivery & Outboxed>) {
    return this.model.find(filter, withoutOutbox).lean<Delivery[]>();
  }

  /** Moved deliveries whose digest must be requested again now. */
  async toCompose(now: Date, limit: number): Promise<Delivery[]> {
    const moved = { composeAt: { $lte: now }, phase: "composing" } as const;
    return this.#matching(moved).sort({ composeAt: 1 }).limit(limit);
  }

  /** Calls `run` for deliveries that may still send this story: ready ones, and announced ones that wait for a tap. */
  async eachUnsentWith(
    storyId: string,
    now: Date,
    run: (delivery: Delivery) => Promise<void>,
  ): Promise<void> {
    const announcedSince = new Date(now.getTime() - storyMs);
    for (const unsent of [
      { workAt: { $exists: true }, phase: "ready" as const },
      { createdAt: { $gte: announcedSince }, awaitingTap: true },
    ]) {
      const found = this.#matching({ ...unsent, storyIds: storyId }).cursor();
      await found.eachAsync(run, { parallel: 200 });
    }
  }

  find(id: string): Promise<Delivery | null> {
    return this.model.findOne({ _id: id }, withoutOutbox).lean<Delivery>();
  }

  async many(ids: readonly string[]): Promise<Delivery[]> {
    if (ids.length === 0) return [];
    return this.#matching({ _id: { $in: ids } }).batchSize(ids.length + 1);
  }

  async byMessageIds(ids: readonly string[]): Promise<Delivery[]> {
    return ids.length === 0 ? [] : this.#matching({ messageIds: { $in: ids } });
  }

  /** Deliveries to these numbers whose call is in progress or has lost its answer recently. */
  async sendingTo(phones: readonly string[], now: Date): Promise<Delivery[]> {
    const workAt = { $lte: new Date(now.getTime() + recentMs) };
    return this.#matching({ workAt, phase: "sending", recipient: { $in: phones } });
  }

  /** Digests and alerts, newest first, starting behind the cursor. @param limit  0: all */
  async history(
    userId: UserId,
    limit: number,
    after?: Pick<Delivery, "dueAt" | "_id">,
    kinds: readonly Delivery["kind"][] = ["digest", "alert"],
  ): Promise<Delivery[]> {
    const older = after && {
      $or: [{ dueAt: { $lt: after.dueAt } }, { dueAt: after.dueAt, _id: { $lt: after._id } }],
    };
    return this.#matching({ userId, kind: { $in: kinds }, ...older })
      .sort({ dueAt: -1, _id: -1 })
      .limit(limit);
  }

  /** The last deliveries for which a call was made, including notices. */
  async lastSent(userId: UserId, limit: number): Promise<Delivery[]> {
    const phase = { $in: ["sending", "done", "failed"] as const };
    return this.#matching({ userId, recipient: { $exists: true }, phase })
      .sort({ dueAt: -1 })
      .limit(limit);
  }

  /** Editions or alerts that were due since then, by subscriber, without their texts. */
  async dueSince(since: Date, kind: "digest" | "alert", userIds: readonly UserId[]) {
    const query = { userId: { $in: userIds }, dueAt: { $gte: since }, kind };
    const found = await this.model.find(query, { texts: 0, more: 0 }).lean<Delivery[]>();
    return Map.groupBy(found, ({ userId }) => userId);
  }

  /** End of the news window of the scheduled digest in progress, by subscriber. */
  async newsUnderWay(userIds: readonly UserId[], now: Date): Promise<Map<UserId, Date>> {
    const dueAt = { $gte: new Date(now.getTime() - underWayMs) };
    const phase = { $in: ["composing", "ready", "sending"] as const };
    const found = await this.model
      .find(
        { userId: { $in: userIds }, dueAt, kind: "digest", manual: false, phase },
        { userId: 1, windowEnd: 1 },
      )
      .sort({ windowEnd: 1 })
      .lean<Pick<Delivery, "userId" | "windowEnd">[]>();
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

/** The ids of the inserted documents by position, when others exist already. @throws the error if it is another one */
function insertedDespite(error: unknown): object {
  if (!isDuplicateKey(error)) throw error;
  return (error as { insertedIds?: object }).insertedIds ?? {};
}
