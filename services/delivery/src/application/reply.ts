import type { OutboxEntry } from "@matinale/bus";
import type { Inbound } from "../domain/channel/inbound.ts";
import { type ReplyName, replyText } from "../domain/conversation/conversation.ts";
import type { Button } from "../domain/delivery/delivery.ts";
import { notice } from "../domain/schedule/plan-delivery.ts";
import {
  languageOf,
  obstacleToRequested,
  recipientOf,
  type Subscriber,
} from "../domain/subscriber/subscriber.ts";
import type { Deps } from "./deps.ts";

/** A message with its subscriber. */
export interface ReaderMessage {
  message: Inbound;
  subscriber: Subscriber;
}

/** Id of the delivery that answers a message: made from its id, so that a message is answered once. */
export const replyId = (message: Inbound): string =>
  `reply-${message.id.replace(/[^\w-]/g, "").slice(-40)}`;

/** Replies to one message with one of the fixed texts. */
export async function reply(
  name: ReplyName,
  to: ReaderMessage,
  deps: Deps,
  more: { date?: string; buttons?: Button[]; outbox?: OutboxEntry[] } = {},
): Promise<void> {
  const { buttons, outbox, ...values } = more;
  const text = replyText(name, languageOf(to.subscriber), { ...deps.site, ...values });
  await sendReply(text, to, deps, { buttons, outbox });
}

/** Replies to one message with any text. @param more.outbox  events that are published with the reply, once */
export async function sendReply(
  text: string,
  { message, subscriber }: ReaderMessage,
  { deliveries, now, onWork }: Deps,
  more: { buttons?: Button[] | undefined; outbox?: OutboxEntry[] | undefined } = {},
): Promise<void> {
  const { buttons, outbox = [] } = more;
  const recipient = recipientOf(subscriber.channel);
  if (recipient === undefined) return;
  const delivery = notice({
    id: replyId(message),
    userId: subscriber._id,
    language: languageOf(subscriber),
    recipient,
    content: { text, ...(buttons === undefined ? {} : { buttons }) },
    now: now(),
  });
  await deliveries.insert([{ delivery, outbox }]);
  onWork();
}

/** The reply to a request of a person to whom nothing may be sent on request, or null. */
export function refusalOf(subscriber: Subscriber, now: Date): ReplyName | null {
  switch (obstacleToRequested(subscriber, now)) {
    case "not_connected":
      return "confirm_first";
    case "stopped":
      return "already_stopped";
    case "not_entitled":
      return "lapsed";
    default:
      return null;
  }
}
