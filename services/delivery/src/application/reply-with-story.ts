import { type Delivery, isPartlySent, isSent } from "../domain/delivery/delivery.ts";
import { planStory } from "../domain/schedule/plan-delivery.ts";
import type { Subscriber } from "../domain/subscriber/subscriber.ts";
import { digestRequested } from "../events/digest-requested.ts";
import type { DeliveryStore } from "../store/deliveries.ts";
import type { Deps } from "./deps.ts";
import { type ReaderMessage, refusalOf, reply, replyId } from "./reply.ts";

/** The last digests of which a message was sent, the newest first; behind them those that were only announced. */
export async function sentDigests(
  deliveries: DeliveryStore,
  { _id }: Subscriber,
): Promise<Delivery[]> {
  const sent = (await deliveries.history(_id, 10, undefined, ["digest"])).filter(isPartlySent);
  return sent.toSorted((one, other) => Number(hasArrived(other)) - Number(hasArrived(one)));
}

/** Whether more than its announcement was sent. */
const hasArrived = ({ parts }: Delivery): boolean =>
  Object.values(parts).some((part) => part.form !== "template" && isSent(part));

/**
 * Requests one story of the last digest in full from content, under the id of the reply: a message that is
 * processed again requests nothing. Replies at once when there is no such story.
 *
 * @param number  position of the story in the messages of the digest, from 1
 */
export async function replyWithStory(
  number: number,
  from: ReaderMessage,
  deps: Deps,
): Promise<void> {
  const { deliveries, now, onWork } = deps;
  const { message, subscriber } = from;
  const [digest] = await sentDigests(deliveries, subscriber);
  const storyId = digest?.storyIds?.[number - 1];
  const refused = refusalOf(subscriber, now());
  if (refused !== null || digest === undefined || storyId === undefined) {
    const absent = digest === undefined ? "no_edition" : "no_story";
    return reply(refused ?? absent, from, deps);
  }
  const { language } = digest;
  const plan = planStory(subscriber, { id: replyId(message), storyId, language }, now());
  await deliveries.insert([{ delivery: plan.delivery, outbox: digestRequested(plan) }]);
  onWork();
}
