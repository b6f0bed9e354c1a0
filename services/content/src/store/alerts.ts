import { outboxed, wake, type Outboxed, type OutboxEntry } from "@matinale/bus";
import type { CategorySlug } from "@matinale/contracts";
import { indexedDocuments, storeOf, type Leased } from "@matinale/kit/mongo";
import type { Edition } from "@matinale/newsroom";

/** Breaking news: one for each event. */
export type Alert = {
  /** Id of the first story of the event, so that two processes never raise two alerts. */
  _id: string;
  /** All stories that report the event. */
  storyIds: string[];
  category: CategorySlug;
  countries: Edition[];
  detectedAt: Date;
  /**
   * `unwanted`: no subscriber wants it. `failed`: it could not be composed while it was news. `withdrawn`: an operator withdrew
   * one of its stories.
   */
  state: "raised" | "published" | "unwanted" | "failed" | "withdrawn";
  nextAttemptAt: Date;
};

type AlertDocument = Alert & Outboxed;
export type LeasedAlert = Leased<Alert>;

const keptSeconds = 35 * 86_400;

const alertSchema = indexedDocuments()
  .index({ state: 1, nextAttemptAt: 1 })
  .index({ detectedAt: 1 }, { expireAfterSeconds: keptSeconds })
  .plugin(outboxed);

/** Alerts. A document is work to do, and holds its event in its outbox until the relay publishes it. */
export class AlertStore extends storeOf<AlertDocument>("alerts", alertSchema) {
  /** Stores an alert to be composed. @returns false when its event has one already */
  raise({ _id, ...alert }: Omit<Alert, "state" | "nextAttemptAt">): Promise<boolean> {
    const raised = { ...alert, state: "raised" as const, nextAttemptAt: alert.detectedAt };
    return this.insertNew(_id, { ...raised, outbox: [] });
  }

  async storiesSince(since: Date): Promise<string[]> {
    const found = await this.model
      .find({ detectedAt: { $gte: since } }, { storyIds: 1 })
      .lean<Alert[]>();
    return found.flatMap(({ storyIds }) => storyIds);
  }

  claim(leaseMs: number, now: Date): Promise<LeasedAlert | null> {
    const waiting = { state: "raised", nextAttemptAt: { $lte: now } };
    return this.claimOne(waiting, { sort: { nextAttemptAt: 1 }, leaseMs, now });
  }

  /** Ends an alert, with its event when it is published. @returns false when the lease was lost or the alert was withdrawn */
  async finish(
    { _id, lease }: LeasedAlert,
    state: Exclude<Alert["state"], "raised">,
    events: readonly OutboxEntry[] = [],
  ): Promise<boolean> {
    const { matchedCount } = await this.model.updateOne(
      { _id, "lease.token": lease.token, state: "raised" },
      { $set: { state }, $push: { outbox: { $each: [...events] } }, $unset: { lease: 1 } },
    );
    wake(this.model);
    return matchedCount === 1;
  }

  /** Withdraws the alerts on a story that are not published yet. @returns how many */
  async withdraw(storyId: string): Promise<number> {
    const { modifiedCount } = await this.model.updateMany(
      { storyIds: storyId, state: "raised" },
      { $set: { state: "withdrawn" }, $unset: { lease: 1 } },
    );
    return modifiedCount;
  }

  async postpone(alert: LeasedAlert, at: Date): Promise<void> {
    await this.updateLeased([alert], { $set: { nextAttemptAt: at }, $unset: { lease: 1 } });
  }
}
