import type { UserId } from "@matinale/contracts";
import { coveredStories, dateOfAlertDay } from "../domain/alerts/alert.ts";
import type { Delivery } from "../domain/delivery/delivery.ts";
import type { DeliveryModel } from "./delivery-writer.ts";

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
      .lean<Pick<Delivery, "userId" | "windowEnd">[]>();
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
    const digests = await this.#dueSince(since, "digest", userIds);
    return new Map(
      [...digests].map(([userId, own]) => [
        userId,
        new Set(own.flatMap((digest) => coveredStories(digest, now))),
      ]),
    );
  }

  /** The local dates of the alerts of the last two days, by subscriber; one entry for each alert. */
  async alertDays(userIds: readonly UserId[], now: Date): Promise<Map<UserId, string[]>> {
    const alerts = await this.#dueSince(new Date(now.getTime() - twoDaysMs), "alert", userIds);
    return new Map(
      [...alerts].map(([userId, own]) => [
        userId,
        own.map(({ alertDay = "" }) => dateOfAlertDay(alertDay)),
      ]),
    );
  }

  async #dueSince(since: Date, kind: Delivery["kind"], userIds: readonly UserId[]) {
    const found = await this.#model
      .find({ userId: { $in: [...userIds] }, dueAt: { $gte: since }, kind }, { texts: 0, more: 0 })
      .lean<Delivery[]>();
    return Map.groupBy(found, ({ userId }) => userId);
  }
}
