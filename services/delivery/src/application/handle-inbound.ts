import { counter } from "@matinale/kit";
import { type Inbound, oldestFirst } from "../domain/channel/inbound.ts";
import { type Command, commandOf, tappedDelivery } from "../domain/conversation/keywords.ts";
import { dayOf, isVerified } from "../domain/conversation/connection.ts";
import { isOver, releaseByTap } from "../domain/delivery/transitions.ts";
import { windowMs } from "../domain/subscriber/subscriber.ts";
import { allFinished } from "./all-finished.ts";
import { replyToKeyword, replyToSmallTalk } from "./keyword-replies.ts";
import { connectNumber, removePendingNumber } from "./connect-number.ts";
import type { Deps } from "./deps.ts";
import { allAddresses, concernedBy, findSubscribers } from "./find-subscribers.ts";
import { learnAddresses } from "./learn-addresses.ts";
import { type ReaderMessage, refusalOf, reply } from "./reply.ts";
import { replyToUnknownSender } from "./reply-to-unknown-sender.ts";

/** Commands of one person that are answered on one day: a whole edition in full, several times. */
const requestsPerDay = 100;
const consent: ReadonlySet<Command["name"]> = new Set(["start", "stop", "pause"]);

const inboundMessages = counter("delivery_inbound_total");

/**
 * Handles messages and taps from phones. Each opens the window; it may be a keyword or release a digest. Idempotent.
 * Messages of different people are handled concurrently; each sees what the earlier ones of its sender have changed.
 */
export async function handleInbound(messages: readonly Inbound[], deps: Deps): Promise<void> {
  const bySender = Map.groupBy(oldestFirst(messages), ({ userId, from }) => userId ?? from);
  await allFinished(
    [...bySender.values()].map(async (ofSender) => {
      for (const message of ofSender) await handleMessage(message, deps);
    }),
  );
}

async function handleMessage(message: Inbound, deps: Deps): Promise<void> {
  const { subscribers } = deps;
  const command = commandOf(message.tap ?? message.text);
  await learnAddresses([message], deps);
  // Before the lookup: a START with a code connects a number that was unknown.
  const isTaken = !(await connectNumber(message, command, deps));
  const found = await findSubscribers(message, subscribers);
  // STOP and START by phone hold for every account with its number, confirmed or pending, and without one.
  if (command?.name === "stop" || command?.name === "start") {
    for (const address of allAddresses(message, found)) {
      await deps.phoneStops[command.name](address, message.at);
    }
  }
  if (found.length === 0) {
    inboundMessages.inc({ kind: "unknown_sender" });
    return replyToUnknownSender(message, deps);
  }
  const until = new Date(message.at.getTime() + windowMs);
  const concerned = concernedBy(command?.name === "stop", found);
  const ids = concerned.map(({ _id }) => _id);
  await subscribers.openWindows(ids, until);
  // The best match first: a message gets one reply, in the language of this account.
  for (const subscriber of concerned) {
    if (isTaken) {
      inboundMessages.inc({ kind: "number_taken" });
      await reply("number_taken", { message, subscriber }, deps);
    } else {
      await handleOne(command, { message, subscriber }, deps);
    }
  }
}

async function handleOne(command: Command | null, from: ReaderMessage, deps: Deps): Promise<void> {
  const { message, subscriber } = from;
  const delivery = message.tap === undefined ? null : tappedDelivery(message.tap);
  if (delivery !== null) {
    inboundMessages.inc({ kind: "tap" });
    return releaseDigest(delivery, from, deps);
  }
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
  if (delivery?.userId !== from.subscriber._id) return;
  const release = releaseByTap(from.message.id, deps.now());
  if (release(delivery) === null) {
    const { phase, releasedBy } = delivery;
    const isUnsent = isOver(phase) && phase !== "done" && releasedBy !== from.message.id;
    // it has ended, as after the withdrawal of a story
    return isUnsent ? reply("nothing_to_hear", from, deps) : undefined;
  }
  const refused = refusalOf(from.subscriber, deps.now());
  if (refused !== null) return reply(refused, from, deps);
  await deps.deliveries.apply(delivery, release);
  deps.onWork();
}
