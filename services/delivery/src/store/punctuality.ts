import { indexedDocuments, storeOf, upsertAll } from "@matinale/kit/mongo";
import type { Connection } from "mongoose";
import { batched } from "./batched.ts";

/** How many scheduled editions that were due in one hour were on time, and how many were not. */
interface Hour {
  /** In UTC, "YYYY-MM-DDTHH". */
  _id: string;
  startsAt: Date;
  onTime: number;
  late: number;
}

const hourMs = 3_600_000;
const keptSeconds = 100 * 86_400;
/** How long counts wait in memory. A crash loses the counts of one second, too few to change a published share. Milliseconds. */
const windowMs = 1_000;

const schema = indexedDocuments().index({ startsAt: 1 }, { expireAfterSeconds: keptSeconds });

/** How many scheduled editions were on time: one document an hour, so that the shares cost little to read. */
export class PunctualityStore extends storeOf<Hour>("punctuality", schema) {
  readonly #add: (edition: { dueAt: Date; onTime: boolean }) => Promise<void>;

  constructor(connection: Connection) {
    super(connection);
    this.#add = batched(async (editions) => {
      const byHour = Map.groupBy(editions, ({ dueAt }) => dueAt.toISOString().slice(0, 13));
      await upsertAll(
        this.model,
        [...byHour].map(([_id, ofHour]) => {
          const onTime = ofHour.filter((edition) => edition.onTime).length;
          const counts = { onTime, late: ofHour.length - onTime };
          const startsAt = new Date(`${_id}:00Z`);
          return { _id, update: { $inc: counts, $setOnInsert: { startsAt } } };
        }),
      );
      return editions.map(() => undefined);
    }, windowMs);
  }

  /** Does not wait: the delivery of the edition must not fail because of its count. */
  count(edition: { dueAt: Date; onTime: boolean }): void {
    this.#add(edition).catch(() => undefined);
  }

  /** Share of the editions due in these hours that were on time, from 0 to 1; null without editions. */
  async shareSince(now: Date, hours: number): Promise<number | null> {
    const from = new Date(now.getTime() - (hours + 1) * hourMs);
    const [sum] = await this.model.aggregate<Pick<Hour, "onTime" | "late">>([
      { $match: { startsAt: { $gt: from } } },
      { $group: { _id: null, onTime: { $sum: "$onTime" }, late: { $sum: "$late" } } },
    ]);
    return sum === undefined ? null : sum.onTime / (sum.onTime + sum.late);
  }
}
