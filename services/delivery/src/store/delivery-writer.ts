import { heldByWriter, record, wake, type Outboxed, type OutboxEntry } from "@matinale/bus";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { counter, following } from "@matinale/kit";
import type { Model } from "mongoose";
import type { Delivery, Phase } from "../domain/delivery/delivery.ts";
import { type Change, isOver } from "../domain/delivery/transitions.ts";
import { batched, streamBatches } from "./batched.ts";
import { digestRequest } from "../events/digest-requested.ts";

/** A delivery as it is stored: somebody may be working on it. */
export type Stored = Delivery & { lease?: { token: string; until: Date } };

/** Must answer null for a delivery to which it has been applied already: it may run again. */
export type Decide = (delivery: Stored) => Change<Stored> | null;

interface Wanted {
  current: Stored;
  decide: Decide;
  /** Lease that must still be held. */
  token?: string;
  /** Nobody may hold a lease then. */
  unleasedAt?: Date;
}

const isLeased = ({ lease }: Stored, at: Date): boolean => lease !== undefined && lease.until > at;

export const unleased = (now: Date) => ({
  $or: [{ "lease.until": { $exists: false } }, { "lease.until": { $lte: now } }],
});

const ends: ReadonlySet<Phase> = new Set(["done", "skipped", "failed", "missed"]);
const digests = counter("delivery_digests_total");
const ourFailures = ["not_composed", "provider_down", "refused", "unknown_outcome"] as const;
// a series that begins at 1 has not grown, as Prometheus sees it
for (const reason of ourFailures) digests.inc({ outcome: "failed", reason }, 0);
digests.inc({ outcome: "missed", reason: "missed" }, 0);

function countEnd(before: Stored, after: Stored): void {
  if (after.kind !== "digest" || after.manual) return;
  if (ends.has(before.phase) || !ends.has(after.phase)) return;
  digests.inc({ outcome: after.phase, reason: after.reason ?? "none" });
}

/** Attempts against other writers of the same delivery: a webhook, a tap, a change of hour. */
const tries = 8;

/**
 * Writes changes of many deliveries in one command. Each is conditional on the version that was read
 * and, with a token, on the lease; where somebody else was faster the change is decided again on what
 * is stored. Events go into the same update.
 */
export function deliveryWriter(
  model: Model<Stored & Outboxed>,
): (wanted: Wanted) => Promise<Stored | null> {
  const attempt = async (batch: Wanted[]): Promise<(Stored | null | "again")[]> => {
    const decided = batch.map(({ current, decide }) => decide(current));
    let toTell = false;
    const operations = batch.flatMap((wanted, index) => {
      const change = decided[index];
      if (change === null || change === undefined) return [];
      const events = following(change.next.cause, () => eventsOf(change));
      toTell ||= events.some(({ at }) => at.getTime() <= Date.now());
      return operation(wanted, change, events, heldByWriter(model, events));
    });
    let matched = 0;
    if (operations.length > 0) {
      matched = (await model.collection.bulkWrite(operations, { ordered: false })).matchedCount;
      if (toTell) wake(model);
    }
    const all = matched === operations.length;
    return batch.map(({ current }, index) => {
      const change = decided[index];
      if (change === null || change === undefined) return current;
      if (!all) return "again";
      countEnd(current, change.next);
      return { ...change.next, version: current.version + 1 };
    });
  };

  const settle = async (batch: Wanted[]): Promise<(Stored | null)[]> => {
    const results: (Stored | null)[] = batch.map(() => null);
    let open = batch.map((wanted, index) => ({ wanted, index }));
    for (let round = 0; open.length > 0; round += 1) {
      if (round === tries) throw new Error("deliveries changed faster than they could be written");
      const outcomes = await attempt(open.map(({ wanted }) => wanted));
      const again = open.filter((_, position) => outcomes[position] === "again");
      for (const [position, { index }] of open.entries()) {
        const outcome = outcomes[position];
        if (outcome !== undefined && outcome !== "again") results[index] = outcome;
      }
      open = await fresh(model, again);
    }
    return results;
  };
  return batched(settle, streamBatches);
}

/** What is stored of those that must be decided again; those that were lost are left out. */
async function fresh(model: Model<Stored & Outboxed>, again: { wanted: Wanted; index: number }[]) {
  if (again.length === 0) return [];
  const ids = again.map(({ wanted }) => wanted.current._id);
  const found = await model.find({ _id: { $in: ids } }, { outbox: 0 }).lean<Stored[]>();
  const byId = new Map(found.map((each) => [each._id, each]));
  return again.flatMap(({ wanted, index }) => {
    const current = byId.get(wanted.current._id);
    const { token, unleasedAt } = wanted;
    if (current === undefined) return [];
    if (unleasedAt !== undefined && isLeased(current, unleasedAt)) return [];
    if (token !== undefined && current.lease?.token !== token) return [];
    return [{ wanted: { ...wanted, current }, index }];
  });
}

function operation(
  { current, token, unleasedAt }: Wanted,
  change: Change<Stored>,
  events: readonly OutboxEntry[],
  held: Pick<Outboxed, "outboxLease">,
) {
  const set: Record<string, unknown> = { ...held };
  const unset: Record<string, 1> = {};
  const before: Record<string, unknown> = { ...current };
  const after: Record<string, unknown> = { ...change.next };
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (before[key] === after[key] || key === "version") continue;
    if (after[key] === undefined) unset[key] = 1;
    else set[key] = after[key];
  }
  const update: Record<string, unknown> = {
    $inc: { version: 1 },
    ...(Object.keys(set).length > 0 ? { $set: set } : {}),
    ...(Object.keys(unset).length > 0 ? { $unset: unset } : {}),
    ...(events.length > 0 ? { $push: { outbox: { $each: events } } } : {}),
  };
  return {
    updateOne: {
      filter: {
        _id: current._id,
        version: current.version,
        ...(token === undefined ? {} : { "lease.token": token }),
        ...(unleasedAt === undefined ? {} : unleased(unleasedAt)),
      } as Record<string, unknown>,
      update,
    },
  };
}

/** Of a digest that is being sent, the parts are told of together, with its last one; or after so long. */
const togetherMs = 5_000;

/** Notices are between the channel and its subscriber: only digests are told to others. */
function eventsOf({ next, sent = [], updated = [], asked }: Change<Stored>): OutboxEntry[] {
  if (next.kind !== "digest") return [];
  if (asked !== undefined) return digestRequest({ delivery: next, terms: asked });
  const { userId, _id: deliveryId } = next;
  const more = next.lease !== undefined && !isOver(next.phase);
  const events = [
    ...sent.flatMap((partId) => {
      const part = next.parts[partId];
      if (part === undefined) return [];
      return record("message.sent", {
        userId,
        deliveryId,
        partId,
        form: part.form,
        dueAt: timestampFromDate(next.dueAt),
        acceptedAt: timestampFromDate(
          part.acceptedAt ?? part.sentAt ?? part.deliveredAt ?? next.dueAt,
        ),
        manual: next.manual,
      });
    }),
    ...updated.map(({ part, status, at, code }) =>
      record("message.updated", {
        userId,
        deliveryId,
        partId: part,
        status,
        at: timestampFromDate(at),
        errorCode: code,
      }),
    ),
  ];
  if (!more) return events;
  return events.map((event) => ({ ...event, at: new Date(event.at.getTime() + togetherMs) }));
}
