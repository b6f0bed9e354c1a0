import { asUserId } from "@matinale/contracts";
import type { Schedules } from "./reschedule.ts";
import type { SubscriberStore } from "../store/subscribers.ts";

export interface ScheduleDeps {
  subscribers: SubscriberStore;
  schedules: Schedules;
  now: () => Date;
  onScheduled: () => void;
}

/** Computes the schedules from the stored fields, so that order and duplicates of events do not matter. */
export async function refreshSchedules(
  events: readonly { key: string }[],
  { schedules, now, onScheduled }: ScheduleDeps,
): Promise<void> {
  await schedules.refresh([...new Set(events.map(({ key }) => asUserId(key)))], now());
  onScheduled();
}
