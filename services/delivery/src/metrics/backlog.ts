import { gauge } from "@matinale/kit";
import { onTimeMs } from "../domain/delivery/punctuality.ts";
import type { DeliveryBacklog } from "../store/delivery-backlog.ts";

/** Counting ends here: with 1,000,000 subscribers a third may be due at once, at every scrape of every replica. */
const countedAtMost = 100_000;

/** Exports what is due and waits. Indexes serve every query, and each replica exports the same. */
export function measureBacklog(backlog: DeliveryBacklog, now: () => Date): void {
  const secondsSince = (at: Date | null): number =>
    at === null ? 0 : (now().getTime() - at.getTime()) / 1_000;

  gauge("delivery_oldest_due_seconds", async () => secondsSince(await backlog.oldestWorkAt(now())));
  gauge("delivery_digests_due", () => backlog.countDue(now(), countedAtMost));
  gauge("delivery_digests_overdue", () =>
    backlog.countDue(new Date(now().getTime() - onTimeMs), countedAtMost),
  );
  gauge("delivery_digests_due_oldest_seconds", async () =>
    secondsSince(await backlog.oldestDue(now())),
  );
}
