import { randomUUID } from "node:crypto";
import { retention } from "@matinale/contracts";
import { indexedDocuments, storeOf, whileLeased, type Leased } from "@matinale/kit";
import type { Connection } from "mongoose";
import { batched } from "./batched.ts";

/** A webhook call that is stored until a worker has processed it. */
export interface WebhookEvent {
  _id: string;
  receivedAt: Date;
  /** Body of the call, without texts of our own messages. */
  body: string;
}

const keptSeconds = retention.webhookDays * 86_400;

const events = indexedDocuments().index({ receivedAt: 1 }, { expireAfterSeconds: keptSeconds });
export class WebhookEvents extends storeOf<WebhookEvent>("webhooks", events) {
  readonly #add: (event: Pick<WebhookEvent, "body" | "receivedAt">) => Promise<void>;

  constructor(connection: Connection) {
    super(connection);
    this.#add = batched(async (received: readonly Pick<WebhookEvent, "body" | "receivedAt">[]) => {
      await this.model.collection.insertMany(
        received.map((event) => ({ _id: randomUUID() as never, ...event })),
        { ordered: false },
      );
      return received.map(() => undefined);
    }, 3);
  }

  /** Resolves when the call is stored durably. */
  add(body: string, receivedAt: Date): Promise<void> {
    return this.#add({ body, receivedAt });
  }

  async remove(processed: readonly Leased<WebhookEvent>[]): Promise<void> {
    if (processed.length > 0) await this.model.deleteMany(whileLeased(processed));
  }
}
