import type { TopicName, UserId } from "@matinale/contracts";
import { asUserId, retention } from "@matinale/contracts";
import { ticker, type Logger, type Worker } from "@matinale/kit";
import { indexedDocuments, storeOf, upsertAll } from "@matinale/kit/mongo";
import { consumer, type Consumer } from "./consumer.ts";
import type { Received } from "./received.ts";

/** The person was erased at this instant; the service keeps no other data about them. */
interface Marker {
  _id: UserId;
  at: Date;
}

/**
 * Longer than an event about the person can exist in Kafka: 28 days in a topic or as a dead letter, 28 days
 * after a redrive, and a week until Kafka deletes the segment.
 */
const keptSeconds = retention.erasedMarkerDays * 86_400;

const schema = indexedDocuments().index({ at: 1 }, { expireAfterSeconds: keptSeconds });

/** People whom this service has erased, so that late events do not create them again. */
export class ErasedPeople extends storeOf<Marker>("erased_people", schema) {
  /** Marks people; an existing marker keeps its instant. */
  async mark(ids: readonly UserId[], at: Date): Promise<void> {
    const update = { $setOnInsert: { at } };
    await upsertAll(
      this.model,
      ids.map((_id) => ({ _id, update })),
    );
  }

  /** Those of these people who were erased. */
  async among(ids: readonly UserId[]): Promise<Set<UserId>> {
    const found = await this.model.find({ _id: { $in: ids } }, { _id: 1 }).lean<Marker[]>();
    return new Set(found.map(({ _id }) => _id));
  }

  /** The people erased since `at`. */
  async since(at: Date): Promise<UserId[]> {
    const found = await this.model.find({ at: { $gte: at } }, { _id: 1 }).lean<Marker[]>();
    return found.map(({ _id }) => _id);
  }
}

/** How a service forgets people. */
export interface Forgetting {
  erased: Pick<ErasedPeople, "mark" | "among" | "since">;
  /** Deletes all data of these people except their marker. Safe to repeat. */
  forget(ids: readonly UserId[]): Promise<void>;
}

const idsOf = (events: readonly { key: string }[]): UserId[] => [
  ...new Set(events.map(({ key }) => asUserId(key))),
];

/**
 * Like `consumer`, for handlers that store personal data. A tombstone on user.changed marks the person and
 * deletes their data; later events about them are dropped, on every topic.
 *
 * An erasure may race with a handler of another topic. The marker is written before any data is deleted and
 * read again after the handler has written, so that the later of the two deletes what the handler wrote.
 */
export function personalConsumer<T extends TopicName>(
  { erased, forget }: Forgetting,
  options: {
    topic: T;
    handle: (events: Received<T>[]) => Promise<void>;
  },
): Consumer {
  const { topic, handle } = options;
  return consumer({
    ...options,
    handle: async (events) => {
      const tombstones = events.filter(({ message }) => message === null);
      if (topic === "user.changed" && tombstones.length > 0) {
        const gone = idsOf(tombstones);
        await erased.mark(gone, new Date());
        await forget(gone);
      }
      const before = await erased.among(idsOf(events));
      const present = events.filter(({ key }) => !before.has(asUserId(key)));
      if (present.length === 0) return;
      await handle(present);
      const meanwhile = await erased.among(idsOf(present));
      if (meanwhile.size > 0) await forget([...meanwhile]);
    },
  });
}

/** Longer than a request, a lease or a token is valid. Milliseconds. */
const recentMs = 3_600_000;
const everyMs = 10 * 60_000;

/**
 * Deletes the data of people erased within the last hour again: a request or a worker that read it before the
 * erasure may have written it afterwards. Safe on any number of replicas.
 */
export const forgetAgain = (
  { erased, forget }: Forgetting,
  { logger }: { logger: Logger },
): Worker =>
  ticker({
    name: "forget-again",
    everyMs,
    logger,
    run: async () => {
      const ids = await erased.since(new Date(Date.now() - recentMs));
      if (ids.length > 0) await forget(ids);
    },
  });
