import { counter } from "@matinale/kit";
import { accountFields, type AccountEvent } from "../domain/channel/inbound.ts";
import type { Deps } from "./deps.ts";

const received = counter("delivery_account_events_total", { field: accountFields });

/** Stores what the provider reports about our account. Repeats change nothing. */
export async function keepAccountEvents(
  events: readonly AccountEvent[],
  { accountEvents, logger, now }: Pick<Deps, "accountEvents" | "logger" | "now">,
): Promise<void> {
  for (const event of events) {
    if (!(await accountEvents.keep(event, now()))) continue;
    received.inc({ field: event.field });
    logger.warn({ field: event.field }, "the provider reports a change of our account");
  }
}
