import { type Delivery, rank } from "../domain/delivery/delivery.ts";
import type { DeliveryContext } from "../domain/delivery/next-step.ts";
import type { Deps } from "./deps.ts";
import type { ProviderCalls } from "./provider-calls.ts";

/** What the sending of deliveries adds to the parts of the service. */
export interface DeliverDeps extends Deps {
  stopping: () => boolean;
  /** Called when the lease was released until `workAt`. */
  onRescheduled: (workAt: Date) => void;
  calls: ProviderCalls;
  /** Applies statuses that arrived before the id of their message was known. */
  applyUnmatched: (messageId: string) => Promise<void>;
}

/** Reads what the next step of a delivery depends on: its subscriber, the uploads of its voice notes, its stories. */
export async function loadContext(delivery: Delivery, deps: DeliverDeps): Promise<DeliveryContext> {
  // A delivery whose parts are all sent needs none of them.
  const hasWaiting = Object.values(delivery.parts).some((part) => part.rank === rank.waiting);
  // A story may be withdrawn while a worker holds its alert. A digest that a worker holds is sent.
  const storyIds = hasWaiting && delivery.kind === "alert" ? (delivery.storyIds ?? []) : [];
  const [subscriber, mediaIds, withdrawn] = await Promise.all([
    hasWaiting ? deps.subscribers.of(delivery.userId) : null,
    deps.uploads.mediaIds(hasWaiting ? delivery.audio.map(({ sha256 }) => sha256) : []),
    deps.withdrawn.among(storyIds),
  ]);
  const alwaysOpen = deps.whatsapp.isLinkedPhone;
  const isWithdrawn = withdrawn.size > 0;
  return { subscriber, mediaIds, isWithdrawn, alwaysOpen, now: deps.now() };
}
