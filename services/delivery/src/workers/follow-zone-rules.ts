import { type RefreshDeps, refreshSchedules } from "../application/change-subscriber.ts";
import type { Deps } from "../application/deps.ts";
import { catchUpMs } from "../domain/schedule/schedule.ts";

const batch = 500;

/**
 * After an upgrade of the time zone data: computes the stored instants again. A slot that is due within two hours keeps
 * its instant: the new one may have passed, and the edition would be lost. Each write marks a schedule as done, so a
 * stop in between loses nothing and any number of replicas may run it. Replicas with older data change nothing.
 */
export async function followZoneRules(
  deps: RefreshDeps & Pick<Deps, "logger">,
  signal: AbortSignal,
): Promise<void> {
  let computed = 0;
  while (!signal.aborted) {
    const from = new Date(deps.now().getTime() + catchUpMs);
    const ids = await deps.subscribers.withOlderZoneData(from, batch);
    if (ids.length === 0) break;
    await refreshSchedules(ids, deps);
    computed += ids.length;
  }
  if (computed === 0) return;
  deps.logger.info({ subscribers: computed }, "time zone data is newer, schedules computed again");
}
