import { earliest } from "@matinale/kit/mongo";
import type { Delivery } from "../domain/delivery/delivery.ts";
import type { DeliveryModel } from "./delivery-writer.ts";

/** Scheduled digests that are due and of which the provider has accepted no message. Its index is the partial one. */
const dueBy = (until: Date) =>
  ({
    workAt: { $exists: true },
    kind: "digest",
    manual: false,
    dueAt: { $lte: until },
    messageIds: { $size: 0 },
  }) as const;

export class DeliveryBacklog {
  readonly #model: DeliveryModel;

  constructor(model: DeliveryModel) {
    this.#model = model;
  }

  /** Since when the first of the due deliveries has waited for a worker. */
  oldestWorkAt(now: Date): Promise<Date | null> {
    return earliest(this.#model, "workAt", { workAt: { $lte: now } });
  }

  /** How many scheduled digests were due until then and are not accepted, `limit` at most: each that counts is read. */
  countDue(until: Date, limit: number): Promise<number> {
    return this.#model.countDocuments(dueBy(until)).hint({ dueAt: 1 }).limit(limit);
  }

  /** The due instant of the oldest scheduled digest that the provider has not accepted. */
  async oldestDue(now: Date): Promise<Date | null> {
    const oldest = await this.#model
      .findOne(dueBy(now), { dueAt: 1 })
      .sort({ dueAt: 1 })
      .hint({ dueAt: 1 })
      .lean<Pick<Delivery, "dueAt">>();
    return oldest?.dueAt ?? null;
  }
}
