import { isVerified } from "../domain/conversation/connection.ts";
import { changeOfSending } from "../domain/conversation/start-stop-pause.ts";
import { type MarketingPreference, oldestFirst } from "../domain/channel/inbound.ts";
import type { Subscriber } from "../domain/subscriber/subscriber.ts";
import { changeSubscriber } from "./change-subscriber.ts";
import { removePendingNumber } from "./connect-number.ts";
import type { Deps } from "./deps.ts";
import { allAddresses, concernedBy, findSubscribers } from "./find-subscribers.ts";
import { learnAddresses } from "./learn-addresses.ts";

/**
 * Applies what people have chosen in WhatsApp's own settings. Off counts like STOP and also removes a pending
 * number. On only undoes a stop by phone; it is no opt-in. Neither gets a reply, because the person has
 * sent no message.
 */
export async function applyMarketingPreferences(
  marketingPreferences: readonly MarketingPreference[],
  deps: Deps,
): Promise<void> {
  await learnAddresses(marketingPreferences, deps);
  for (const preference of oldestFirst(marketingPreferences)) {
    const { at, on } = preference;
    const found = await findSubscribers(preference, deps.subscribers);
    for (const address of allAddresses(preference, found)) {
      await deps.phoneStops[on ? "start" : "stop"](address, at);
    }
    for (const subscriber of concernedBy(!on, found)) await apply(preference, subscriber, deps);
  }
  deps.onScheduled();
}

async function apply(
  preference: MarketingPreference,
  subscriber: Subscriber,
  deps: Deps,
): Promise<void> {
  const { at, on } = preference;
  const { _id } = subscriber;
  if (!on && !isVerified(subscriber) && (await removePendingNumber(_id, preference, deps))) return;
  const chosen = { ...preference, id: `preference/${on}/${at.getTime()}` };
  await changeSubscriber(_id, deps, (current) =>
    changeOfSending({ name: on ? "allow" : "stop" }, chosen, current),
  );
}
