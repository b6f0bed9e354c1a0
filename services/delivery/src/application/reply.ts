import type { OutboxEntry } from "@matinale/bus";
import type { Inbound } from "../domain/channel/inbound.ts";
import { type ReplyName, replyText } from "../domain/conversation/conversation.ts";
import type { Button } from "../domain/delivery/delivery.ts";
import { notice } from "../domain/schedule/plan-delivery.ts";
import {
  languageOf,
  obstacleToRequested,
  type Subscriber,
} from "../domain/subscriber/subscriber.ts";
import type { Deps } from "./deps.ts";

export interface ReaderMessage {
  message: Inbound;
  subscriber: Subscriber;
  /** The message is obeyed, but gets no reply. */
  isUnanswered?: boolean;
}

/** Id of the delivery that answers a message: made from its id, so that a message is answered once. */
export const replyId = (message: Inbound): string =>
  `reply-${message.id.replace(/[^\w-]/g, "").slice(-40)}`;

/** Whether a message has got its reply. The provider repeats messages, also when a newer digest would answer them otherwise. */
export const wasAnswered = async (
  { message }: ReaderMessage,
  { deliveries }: Deps,
): Promise<boolean> => (await deliveries.find(replyId(message))) !== null;

interface ReplyOptions {
  buttons?: Button[];
  /** Events that are published with the reply, once. */
  outbox?: OutboxEntry[];
}

/** Replies to one message with one of the fixed texts. */
export function reply(
  name: ReplyName,
  to: ReaderMessage,
  deps: Deps,
  { date, ...options }: ReplyOptions & { date?: string } = {},
): Promise<void> {
  const text = replyText(name, languageOf(to.subscriber), { ...deps.site, date });
  return sendReply(text, to, deps, options);
}

export async function sendReply(
  text: string,
  { message, subscriber, isUnanswered }: ReaderMessage,
  { deliveries, now, onWork }: Deps,
  { buttons, outbox }: ReplyOptions = {},
): Promise<void> {
  if (isUnanswered) return;
  const content = { text, buttons };
  const delivery = notice(subscriber, { id: replyId(message), content, now: now() });
  if (delivery === null) return;
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
