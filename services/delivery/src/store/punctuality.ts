import { indexedDocuments, storeOf, upsertAll } from "@matinale/kit";
import type { Connection } from "mongoose";
import { batched } from "./batched.ts";

interface Counts {
  onTime?: number;
  late?: number;
}

/** The scheduled editions that were due on one UTC day, by hour. */
interface Day {
  /** "YYYY-MM-DD" */
  _id: string;
  startsAt: Date;
  hours: Record<string, Counts>;
}

const hourMs = 3_600_000;
const keptSeconds = 100 * 86_400;
/** How long counts wait in memory. A crash loses the counts of one second, too few to change a published share. Milliseconds. */
const windowMs = 1_000;

const schema = indexedDocuments().index({ startsAt: 1 }, { expireAfterSeconds: keptSeconds });

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
const hourOf = (at: Date): string => at.toISOString().slice(11, 13);

/** How many scheduled editions were on time: one document a day, so that the shares cost little to read. */
export class PunctualityStore extends storeOf<Day>("punctuality", schema) {
  readonly #add: (counted: { dueAt: Date; onTime: boolean }) => Promise<void>;

  constructor(connection: Connection) {
    super(connection);
    this.#add = batched(async (editions) => {
      const byDay = Map.groupBy(editions, ({ dueAt }) => dayOf(dueAt));
      await upsertAll(
        this.model,
        [...byDay].map(([_id, ofDay]) => {
          const counts: Record<string, number> = {};
          for (const { dueAt, onTime } of ofDay) {
            const field = `hours.${hourOf(dueAt)}.${onTime ? "onTime" : "late"}`;
            counts[field] = (counts[field] ?? 0) + 1;
          }
          const startsAt = new Date(`${_id}T00:00:00Z`);
          return { _id, update: { $inc: counts, $setOnInsert: { startsAt } } };
        }),
      );
      return editions.map(() => undefined);
    }, windowMs);
  }

  /** Counts an edition. Does not wait: the delivery of the edition must not fail because of its count. */
  count(dueAt: Date, onTime: boolean): void {
    this.#add({ dueAt, onTime }).catch(() => undefined);
  }

  /** Share of the editions due in these hours that were on time, from 0 to 1; null without editions. */
  async shareSince(now: Date, hours: number): Promise<number | null> {
    const from = new Date(now.getTime() - hours * hourMs);
    const days = await this.model.find({ _id: { $gte: dayOf(from) } }).lean<Day[]>();
    const counted = days.flatMap(({ _id, hours: byHour }) =>
      Object.entries(byHour).flatMap(([hour, counts]) =>
        Date.parse(`${_id}T${hour}:00:00Z`) + hourMs > from.getTime() ? [counts] : [],
      ),
    );
    const sum = (key: keyof Counts) =>
      counted.reduce((total, counts) => total + (counts[key] ?? 0), 0);
    const all = sum("onTime") + sum("late");
    return all === 0 ? null : sum("onTime") / all;
  }
}
