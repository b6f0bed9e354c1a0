import { isNewer, isVerified } from "../domain/conversation/connection.ts";
import { changeOfSending } from "../domain/conversation/start-stop-pause.ts";
import type { MarketingPreference } from "../domain/channel/inbound.ts";
import { optedOut } from "../domain/subscriber/subscriber.ts";
import type { PhoneStops } from "../store/phone-stops.ts";
import type { Schedules } from "./reschedule.ts";
import type { SubscriberStore } from "../store/subscribers.ts";
import { endClaim } from "./connect-number.ts";
import { subscribersByNumber } from "./handle-inbound.ts";

/**
 * Applies what people have chosen in WhatsApp's own settings. Off counts like STOP and also ends a claim of
 * the number. On only undoes a stop by phone; it is no opt-in. Neither gets a reply, because the person has
 * sent no message.
 */
export async function applyMarketingPreferences(
  marketingPreferences: readonly MarketingPreference[],
  deps: {
    subscribers: SubscriberStore;
    schedules: Schedules;
    phoneStops: PhoneStops;
    now: () => Date;
    onScheduled: () => void;
  },
): Promise<void> {
  if (marketingPreferences.length === 0) return;
  const byNumber = await subscribersByNumber(marketingPreferences, deps);
  for (const { from, at, on } of marketingPreferences.toSorted(
    (one, other) => Number(one.at) - Number(other.at),
  )) {
    await (on ? deps.phoneStops.start(from, at) : deps.phoneStops.stop(from, at));
    const subscriber = byNumber.get(from);
    if (subscriber === undefined) continue;
    if (!on && !isVerified(subscriber) && (await endClaim(subscriber._id, from, deps))) continue;
    const chosen = { id: `preference/${on}/${at.getTime()}`, at };
    await deps.schedules.change(subscriber._id, deps.now(), (current) => {
      if (!on) return changeOfSending({ name: "stop" }, chosen, current);
      const { channel } = current;
      if (channel === undefined || !isNewer(channel.lastKeyword, chosen)) return null;
      const noted = { channel: { ...channel, lastKeyword: chosen } };
      return optedOut(current) ? { ...noted, stopped: null } : noted;
    });
  }
  deps.onScheduled();
}
