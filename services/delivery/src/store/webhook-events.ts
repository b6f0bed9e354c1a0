import { randomUUID } from "node:crypto";
import { retention } from "@matinale/contracts";
import {
  claim,
  type ClaimOptions,
  indexedDocuments,
  storeOf,
  upsertAll,
  whileLeased,
  type Leased,
} from "@matinale/kit/mongo";
import type { Connection, Model } from "mongoose";
import type { StatusReport } from "../domain/channel/inbound.ts";
import { batched } from "./batched.ts";

/** A webhook call that is stored until a worker has processed it. */
export interface WebhookEvent {
  _id: string;
  receivedAt: Date;
  /** Body of the call, without texts of our own messages. */
  body: string;
}

/** A status whose message id is not known yet. */
interface UnmatchedStatus {
  _id: string;
  messageId: string;
  report: StatusReport;
  at: Date;
}

const keptSeconds = retention.webhookDays * 86_400;

const events = indexedDocuments().index({ receivedAt: 1 }, { expireAfterSeconds: keptSeconds });
const unmatched = indexedDocuments()
  .index({ messageId: 1 })
  .index({ at: 1 }, { expireAfterSeconds: keptSeconds });

export class WebhookEvents extends storeOf<WebhookEvent>("webhooks", events) {
  readonly #unmatched: Model<UnmatchedStatus>;
  readonly #add: (event: Pick<WebhookEvent, "body" | "receivedAt">) => Promise<void>;

  constructor(connection: Connection) {
    super(connection);
    const name = "unmatched_statuses";
    this.#unmatched = connection.model<UnmatchedStatus>(name, unmatched, name);
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

  /** Leases the calls that were received first, also those from before a clock was set back. */
  claimFirst(
    terms: Pick<ClaimOptions, "now" | "limit" | "leaseMs">,
  ): Promise<Leased<WebhookEvent>[]> {
    return claim(this.model, { filter: {}, sort: { receivedAt: 1 }, guarded: true, ...terms });
  }

  async remove(processed: readonly Leased<WebhookEvent>[]): Promise<void> {
    if (processed.length > 0) await this.model.deleteMany(whileLeased(processed));
  }

  /** Stores statuses, without the recipient, until their message id is known. */
  async keepUnmatched(reports: readonly StatusReport[], now: Date): Promise<void> {
    await upsertAll(
      this.#unmatched,
      reports.map(({ recipient: _recipient, ...report }) => ({
        _id: `${report.messageId}/${report.status}`,
        update: { $setOnInsert: { messageId: report.messageId, report, at: now } },
      })),
    );
  }

  /** Statuses that arrived before their message id was known. They stay stored: applying them twice changes nothing. */
  async unmatched(messageIds: readonly string[]): Promise<StatusReport[]> {
    if (messageIds.length === 0) return [];
    const found = await this.#unmatched
      .find({ messageId: { $in: messageIds } })
      .lean<UnmatchedStatus[]>();
    return found.map((each) => each.report);
  }
}
