import type { Outboxed } from "@matinale/bus";
import { gauge } from "@matinale/kit";
import type { Model } from "mongoose";
import type { Stored } from "../store/delivery-writer.ts";

/** Exports how long the oldest due delivery has been waiting for a worker. Served by an index. */
export function measureBacklog(model: Model<Stored & Outboxed>, now: () => Date): void {
  gauge("delivery_oldest_due_seconds", {
    async collect() {
      const at = now();
      const oldest = await model
        .findOne({ workAt: { $lte: at } }, { workAt: 1 })
        .sort({ workAt: 1 })
        .lean<{ workAt: Date }>();
      this.set(oldest === null ? 0 : (at.getTime() - oldest.workAt.getTime()) / 1000);
    },
  });
}
