import { counter } from "@matinale/kit";
import { type Inbound, oldestFirst } from "../domain/channel/inbound.ts";
import { type Command, commandOf, tappedDelivery } from "../domain/conversation/keywords.ts";
import { dayOf, isVerified } from "../domain/conversation/connection.ts";
import { releaseByTap } from "../domain/delivery/transitions.ts";
import { windowMs } from "../domain/subscriber/subscriber.ts";
import { allFinished } from "./all-finished.ts";
import { replyToKeyword, replyToSmallTalk } from "./keyword-replies.ts";
import { connectNumbers, removePendingNumber } from "./connect-number.ts";
import type { Deps } from "./deps.ts";
import {
  allAddresses,
  concernedByMessage,
  concernedByOptOut,
  findSubscribers,
  type FoundSubscribers,
} from "./find-subscribers.ts";
import { learnAddresses } from "./learn-addresses.ts";
import { type ReaderMessage, refusalOf, reply } from "./reply.ts";
import { replyToUnknownSender } from "./reply-to-unknown-sender.ts";

/** Commands of one person that are answered on one day: a whole edition in full, several times. */
const requestsPerDay = 100;
const consent: ReadonlySet<Command["name"]> = new Set(["start", "stop", "pause"]);

const inboundMessages = counter("delivery_inbound_total");

/**
 * Handles messages and taps from phones. Each opens the window; it may be a keyword or release a digest. Idempotent.
 * Messages of different people are handled together; each sees what the earlier ones of its sender have changed.
 */
export async function handleInbound(messages: readonly Inbound[], deps: Deps): Promise<void> {
  const bySender = Map.groupBy(oldestFirst(messages), ({ userId, from }) => userId ?? from);
  const queues = [...bySender.values()];
  for (let turn = 0; queues.some(({ length }) => length > turn); turn += 1) {
    await handleTogether(
      queues.flatMap((ofSender) => ofSender[turn] ?? []),
      deps,
    );
  }
}

/** @param messages  at most one of each sender, so that they can be handled concurrently */
async function handleTogether(messages: readonly Inbound[], deps: Deps): Promise<void> {
  const inOrder = oldestFirst(messages);
  await learnAddresses(inOrder, deps);
  // Before the lookup: a START with a code connects a number that was unknown.
  const rejected = await connectNumbers(inOrder, deps);
  const subscribersOf = await findSubscribers(inOrder, deps.subscribers);
  await storePhoneStops(inOrder, subscribersOf, deps);
  const known = inOrder.flatMap((message) => {
    const concerned = nameOf(message) === "stop" ? concernedByOptOut : concernedByMessage;
    return concerned(subscribersOf(message)).map((subscriber) => ({ message, subscriber }));
  });
  const unknownSenders = inOrder.filter((message) => subscribersOf(message).length === 0);
  inboundMessages.inc({ kind: "unknown_sender" }, unknownSenders.length);
  for (const message of unknownSenders) replyToUnknownSender(message, deps);
  await deps.subscribers.openWindows(
    known.map(({ message, subscriber }) => ({
      id: subscriber._id,
      until: new Date(message.at.getTime() + windowMs),
    })),
  );
  const byMessage = Map.groupBy(known, ({ message }) => message);
  await allFinished(
    [...byMessage.values()].map(async (ofMessage) => {
      // The best match first: a message gets one reply, in the language of this account.
      for (const each of ofMessage) await handleOne(each, rejected, deps);
    }),
  );
}

const nameOf = ({ tap, text }: Inbound) => commandOf(tap ?? text)?.name;

/** Stores STOP and START by phone: they hold for every account with its number, confirmed or pending, and without one. */
async function storePhoneStops(
  messages: readonly Inbound[],
  subscribersOf: FoundSubscribers,
  { phoneStops }: Deps,
): Promise<void> {
  for (const message of messages) {
    const name = nameOf(message);
    if (name !== "stop" && name !== "start") continue;
    for (const address of allAddresses(message, subscribersOf(message))) {
      await phoneStops[name](address, message.at);
    }
  }
}

async function handleOne(
  from: ReaderMessage,
  rejected: ReadonlySet<string>,
  deps: Deps,
): Promise<void> {
  const { message, subscriber } = from;
  if (rejected.has(message.id)) {
    inboundMessages.inc({ kind: "number_taken" });
    return reply("number_taken", from, deps);
  }
  const delivery = message.tap === undefined ? null : tappedDelivery(message.tap);
  if (delivery !== null) {
    inboundMessages.inc({ kind: "tap" });
    return releaseDigest(delivery, from, deps);
  }
  const command = commandOf(message.tap ?? message.text);
  inboundMessages.inc({ kind: command?.name ?? "other" });
  if (!isVerified(subscriber) && (await rejectsPendingNumber(command, from, deps))) {
    return replyToUnknownSender(message, deps);
  }
  if (command === null || (await isUnaskedYes(command, from, deps))) {
    if (expectsAnswer(message)) await replyToSmallTalk("unknown", from, deps);
  } else {
    await obey(command, from, deps);
  }
}

/** Executes a command. After many on one day, replies once that no more is answered, and obeys only what concerns consent. */
async function obey(command: Command, from: ReaderMessage, deps: Deps): Promise<void> {
  const { message, subscriber } = from;
  const day = dayOf(message.at);
  const requests = await deps.subscribers.countOn(day, "requests", subscriber._id);
  const isUnanswered = requests > requestsPerDay;
  if (!isUnanswered || consent.has(command.name)) {
    return replyToKeyword(command, { ...from, isUnanswered }, deps);
  }
  inboundMessages.inc({ kind: "too_many" });
  if (requests === requestsPerDay + 1) await reply("too_many", from, deps);
}

/** Reactions to our messages, for example, have no content. */
const expectsAnswer = ({ text, tap, media = false }: Inbound): boolean =>
  text.trim() !== "" || tap !== undefined || media;

/** A phone that has sent STOP was not asked to confirm its number: only START is consent. */
async function isUnaskedYes(
  { name }: Command,
  { message, subscriber }: ReaderMessage,
  { phoneStops }: Deps,
): Promise<boolean> {
  if (name !== "yes" || isVerified(subscriber)) return false;
  for (const address of allAddresses(message, [subscriber])) {
    if (await phoneStops.isStopped(address)) return true;
  }
  return false;
}

/** Whether the phone rejects an account that waits for it: by STOP, or by START with a code meant for another account. */
async function rejectsPendingNumber(
  command: Command | null,
  { message, subscriber: { _id } }: ReaderMessage,
  deps: Deps,
): Promise<boolean> {
  if (command?.name === "stop") return removePendingNumber(_id, message, deps);
  return command?.name === "start" && command.code !== undefined;
}

/** A digest that may not be sent now, as after the end of the plan, goes on waiting: the reply says why. */
async function releaseDigest(id: string, from: ReaderMessage, deps: Deps): Promise<void> {
  const delivery = await deps.deliveries.find(id);
  const release = releaseByTap(from.message.id, deps.now());
  if (delivery?.userId !== from.subscriber._id || release(delivery) === null) return;
  const refused = refusalOf(from.subscriber, deps.now());
  if (refused !== null) return reply(refused, from, deps);
  await deps.deliveries.apply(delivery, release);
  deps.onWork();
}
