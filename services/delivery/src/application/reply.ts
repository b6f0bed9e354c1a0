import type { OutboxEntry } from "@matinale/bus";
import type { Inbound } from "../domain/channel/inbound.ts";
import { type ReplyName, replyText } from "../domain/conversation/conversation.ts";
import type { Button } from "../domain/delivery/delivery.ts";
import { notice } from "../domain/schedule/plan-delivery.ts";
import { languageOf, recipientOf, type Subscriber } from "../domain/subscriber/subscriber.ts";
import type { Deps } from "./deps.ts";

/** Id of the delivery that answers a message: made from its id, so that a message is answered once. */
export const replyId = (message: Inbound): string =>
  `reply-${message.id.replace(/[^\w-]/g, "").slice(-40)}`;

/** Replies to one message with one of the fixed texts. */
export async function reply(
  name: ReplyName,
  message: Inbound,
  subscriber: Subscriber,
  deps: Deps,
  more: { date?: string; buttons?: Button[]; outbox?: OutboxEntry[] } = {},
): Promise<void> {
  const { buttons, outbox, ...values } = more;
  const text = replyText(name, languageOf(subscriber), { ...deps.site, ...values });
  await sendReply(text, message, subscriber, deps, { buttons, outbox });
}

/** Replies to one message with any text. @param more.outbox  events that are published with the reply, once */
export async function sendReply(
  text: string,
  message: Inbound,
  subscriber: Subscriber,
  deps: Deps,
  {
    buttons,
    outbox = [],
  }: { buttons?: Button[] | undefined; outbox?: OutboxEntry[] | undefined } = {},
): Promise<void> {
  const recipient = recipientOf(subscriber.channel);
  if (recipient === undefined) return;
  const delivery = notice({
    id: replyId(message),
    userId: subscriber._id,
    language: languageOf(subscriber),
    recipient,
    content: { text, ...(buttons === undefined ? {} : { buttons }) },
    now: deps.now(),
  });
  await deps.deliveries.insert([{ delivery, outbox }]);
  deps.onWork();
}
