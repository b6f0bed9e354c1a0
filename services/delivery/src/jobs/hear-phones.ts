import { counter } from "@matinale/kit";
import type { Inbound } from "../domain/inbound.ts";
import { type Keyword, keywordOf, tappedDelivery } from "../domain/keywords.ts";
import { digitsOf } from "../domain/phone.ts";
import { notice } from "../domain/plan-delivery.ts";
import { released } from "../domain/progress.ts";
import { type Channel, languageOf, type Subscriber } from "../domain/subscriber.ts";
import { consentWording, type NoticeName, noticeText } from "../domain/wording.ts";
import type { DeliveryStore } from "../store/deliveries.ts";
import type { Schedules } from "../store/schedules.ts";
import type { SubscriberStore } from "../store/subscribers.ts";

const windowMs = 24 * 3_600_000;

const heard = counter("delivery_inbound_total");

export interface HearDeps {
  subscribers: SubscriberStore;
  deliveries: DeliveryStore;
  schedules: Schedules;
  now: () => Date;
  onWork: () => void;
  /** The schedule of somebody has changed. */
  onScheduled: () => void;
}

/** What people write or tap: it opens their window, may be a keyword, may release a digest. */
export async function hear(messages: readonly Inbound[], deps: HearDeps): Promise<void> {
  if (messages.length === 0) return;
  const numbers = [...new Set(messages.map((message) => message.from))];
  const subscribers = await deps.subscribers.byNumbers(numbers);
  const byNumber = new Map<string, Subscriber>(
    subscribers.flatMap((subscriber) => {
      const { channel } = subscriber;
      if (channel === undefined) return [];
      const names = [digitsOf(channel.phone), ...(channel.waId ? [channel.waId] : [])];
      return names.map((name) => [name, subscriber] as const);
    }),
  );
  const known = messages
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .flatMap((message) => {
      const subscriber = byNumber.get(message.from);
      if (subscriber === undefined) heard.inc({ kind: "stranger" });
      return subscriber === undefined ? [] : { message, subscriber };
    });
  await deps.subscribers.openWindows(
    known.map(({ message, subscriber }) => ({
      id: subscriber._id,
      until: new Date(message.at.getTime() + windowMs),
    })),
  );
  for (const { message, subscriber } of known) await one(message, subscriber, deps);
}

async function one(message: Inbound, subscriber: Subscriber, deps: HearDeps): Promise<void> {
  const delivery = message.tap === undefined ? null : tappedDelivery(message.tap);
  if (delivery !== null) {
    heard.inc({ kind: "tap" });
    return release(delivery, subscriber, deps);
  }
  const keyword = keywordOf(message.text);
  heard.inc({ kind: keyword ?? "other" });
  if (keyword !== null) await obey(keyword, message, subscriber, deps);
}

async function release(id: string, { _id }: Subscriber, deps: HearDeps): Promise<void> {
  const delivery = await deps.deliveries.find(id);
  if (delivery?.userId !== _id) return;
  await deps.deliveries.apply(delivery, released(deps.now()));
  deps.onWork();
}

/** A repeated or older webhook changes nothing: the last keyword's time and id are kept. */
async function obey(
  keyword: Keyword,
  message: Inbound,
  { _id }: Subscriber,
  deps: HearDeps,
): Promise<void> {
  let reply: NoticeName | null = null;
  const after = await deps.schedules.change(_id, deps.now(), (subscriber) => {
    reply = null;
    const { channel, stopped } = subscriber;
    if (channel === undefined || !isNews(channel, message)) return null;
    const lastKeyword = { id: message.id, at: message.at };
    if (keyword === "stop") {
      reply = "stopped";
      return { channel: { ...channel, lastKeyword }, stopped: { at: message.at, by: "phone" } };
    }
    reply = channel.verifiedAt === undefined || stopped === undefined ? "confirmed" : "resumed";
    return { channel: { ...confirmed(channel, message), lastKeyword } };
  });
  const phone = after?.channel?.phone;
  if (after === null || phone === undefined) return;
  // Said under the message's own id: once, also when a crash comes between the change and the answer.
  const name = reply ?? answerTo(keyword, after, message);
  if (name === null) return;
  const language = languageOf(after);
  const say = { text: noticeText(name, language) };
  const id = `reply-${message.id.replace(/[^\w-]/g, "").slice(-40)}`;
  const delivery = notice({ id, userId: _id, language, recipient: phone, say, now: deps.now() });
  await deps.deliveries.insert([{ delivery, outbox: [] }]);
  deps.onWork();
  deps.onScheduled();
}

const isNews = ({ lastKeyword }: Channel, { id, at }: Inbound): boolean =>
  lastKeyword === undefined ||
  at > lastKeyword.at ||
  (at.getTime() === lastKeyword.at.getTime() && id !== lastKeyword.id);

/** The answer that a crash may have swallowed: only for the keyword that is in force. */
const answerTo = (
  keyword: Keyword,
  { channel }: Subscriber,
  { id }: Inbound,
): NoticeName | null => {
  if (channel?.lastKeyword?.id !== id) return null;
  return keyword === "stop" ? "stopped" : "confirmed";
};

const confirmed = (channel: Channel, { at }: Inbound): Channel => ({
  ...channel,
  verifiedAt: channel.verifiedAt ?? at,
  consent: channel.consent ?? { wording: consentWording, at, phone: channel.phone },
});
