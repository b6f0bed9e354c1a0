import type { UserId } from "@matinale/contracts";
import { type CoverageField, coveredStories, dateOfAlertDay } from "../domain/alerts/alert.ts";
import type { DeliveryModel, Stored } from "./delivery-writer.ts";

/** A local date is over everywhere after this time. Milliseconds. */
const twoDaysMs = 2 * 86_400_000;
/** An edition is sent up to 2 hours late: an older one is no longer in progress. Milliseconds. */
const underWayMs = 3 * 3_600_000;

/** What subscribers have had or are about to get, for the planning of further deliveries. */
export class EarlierDeliveries {
  readonly #model: DeliveryModel;

  constructor(model: DeliveryModel) {
    this.#model = model;
  }

  /** End of the news window of the scheduled digest in progress, by subscriber. */
  async newsUnderWay(userIds: readonly UserId[], now: Date): Promise<Map<UserId, Date>> {
    const found = await this.#model
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
    const found = await this.#model
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
    const found = await this.#model
      .find(
        { userId: { $in: [...userIds] }, dueAt: { $gte: since }, kind: "alert" },
        { userId: 1, alertDay: 1 },
      )
      .lean<Pick<Stored, "userId" | "alertDay">[]>();
    return new Map(
      [...Map.groupBy(found, ({ userId }) => userId)].map(([userId, alerts]) => [
        userId,
        alerts.map(({ alertDay = "" }) => dateOfAlertDay(alertDay)),
      ]),
    );
  }
}
