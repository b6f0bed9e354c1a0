import type { Deps } from "../application/deps.ts";
import { zoneRulesOf } from "../domain/schedule/zone-rules.ts";
import { zoneOf } from "../domain/subscriber/subscriber.ts";

const batch = 500;

/**
 * After an upgrade of the time zone data: computes the stored instants of the zones whose rules have changed. Finds
 * their subscribers by index, and each write marks one as done, so a stop in between loses nothing and any number
 * of replicas may run it. Replicas with older data change nothing.
 */
export async function followZoneRules(
  {
    subscribers,
    schedules,
    logger,
    now,
    onScheduled,
  }: Pick<Deps, "subscribers" | "schedules" | "logger" | "now" | "onScheduled">,
  signal: AbortSignal,
): Promise<void> {
  for (const zone of await subscribers.zones()) {
    const rules = zoneRulesOf(zoneOf({ preferences: { zone } }));
    let moved = 0;
    while (!signal.aborted) {
      const ids = await subscribers.withOlderRules(zone, rules, batch);
      if (ids.length === 0) break;
      await schedules.realign(ids, now());
      moved += ids.length;
    }
    if (moved === 0) continue;
    logger.info(
      { zone, subscribers: moved, ...rules },
      "rules of a time zone changed, schedules moved",
    );
    onScheduled();
  }
}
