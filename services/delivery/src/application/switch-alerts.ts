import { alertsSwitched } from "../events/alerts-switched.ts";
import type { Deps } from "./deps.ts";
import { type ReaderMessage, refusalOf, reply } from "./reply.ts";

/**
 * Turns breaking-news alerts on or off and replies. Preferences owns the choice: the event is stored with the reply, so a
 * message that is processed again publishes nothing. With a confirmed number, alerts can always be turned off.
 */
export async function switchAlerts(on: boolean, from: ReaderMessage, deps: Deps): Promise<void> {
  const { message, subscriber } = from;
  const refused = refusalOf(subscriber, deps.now());
  if (refused !== null && (on || refused === "confirm_first")) return reply(refused, from, deps);
  if (on && subscriber.subscription?.breakingNewsAlerts !== true) {
    return reply("alerts_not_in_plan", from, deps);
  }
  const outbox = [alertsSwitched(subscriber._id, on, message.at)];
  await reply(on ? "alerts_on" : "alerts_off", from, deps, { outbox });
}
