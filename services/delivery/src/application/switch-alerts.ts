import type { Inbound } from "../domain/channel/inbound.ts";
import type { ReplyName } from "../domain/conversation/conversation.ts";
import { obstacle, type Subscriber } from "../domain/subscriber/subscriber.ts";
import { alertsSwitched } from "../events/alerts-switched.ts";
import type { Deps } from "./deps.ts";
import { reply } from "./reply.ts";

/**
 * Turns breaking-news alerts on or off and replies. Preferences owns the choice: the event is stored with the reply, so a
 * message that is processed again publishes nothing.
 */
export async function switchAlerts(
  on: boolean,
  message: Inbound,
  subscriber: Subscriber,
  deps: Deps,
): Promise<void> {
  const refused = refusalOf(on, subscriber, deps.now());
  if (refused !== null) return reply(refused, message, subscriber, deps);
  const outbox = [alertsSwitched(subscriber._id, on, message.at)];
  await reply(on ? "alerts_on" : "alerts_off", message, subscriber, deps, { outbox });
}

/** With a confirmed number, alerts can always be turned off. */
function refusalOf(on: boolean, subscriber: Subscriber, now: Date): ReplyName | null {
  const blocked = obstacle(subscriber, now, true);
  if (blocked === "not_connected") return "confirm_first";
  if (!on) return null;
  if (blocked === "stopped") return "already_stopped";
  if (blocked === "not_entitled") return "lapsed";
  return subscriber.subscription?.breakingNewsAlerts === true ? null : "alerts_not_in_plan";
}
