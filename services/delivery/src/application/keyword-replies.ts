import { menuButtons, returnText } from "../domain/conversation/conversation.ts";
import { isFrom, isVerified } from "../domain/conversation/connection.ts";
import type { Command } from "../domain/conversation/keywords.ts";
import { type PauseLength, pauseUntil } from "../domain/conversation/pause-length.ts";
import { smallTalkAfter } from "../domain/conversation/small-talk.ts";
import { changeOfSending, type SendingChange } from "../domain/conversation/start-stop-pause.ts";
import { askForMore, moreTextFor, releaseByTap } from "../domain/delivery/transitions.ts";
import {
  isEntitled,
  isStopped,
  languageOf,
  pausedPastEnd,
  zoneOf,
} from "../domain/subscriber/subscriber.ts";
import { changeSubscriber } from "./change-subscriber.ts";
import type { Deps } from "./deps.ts";
import { type ReaderMessage, refusalOf, reply, sendReply, wasAnswered } from "./reply.ts";
import { switchAlerts } from "./switch-alerts.ts";
import { replyWithStory, sentDigests } from "./reply-with-story.ts";

/** Executes a command and replies, also to subscribers without a plan. */
export async function replyToKeyword(
  command: Command,
  from: ReaderMessage,
  deps: Deps,
): Promise<void> {
  switch (command.name) {
    case "start":
    case "stop":
      await changeSending({ name: command.name }, from, deps);
      return;
    case "yes":
      if (await changeSending({ name: "confirm" }, from, deps)) return;
      // or an answer to the message that announces an edition
      return listen(from, deps, () => replyToSmallTalk("yes", from, deps));
    case "thanks":
    case "hello":
      return replyToSmallTalk(command.name, from, deps);
    case "pause":
      return pause(command.length, from, deps);
    case "more":
      return sendMore(from, deps);
    case "story":
      return replyWithStory(command.number, from, deps);
    case "alerts":
      return switchAlerts(command.on, from, deps);
    case "menu": {
      const running = !isStopped(from.subscriber, deps.now());
      const buttons = menuButtons(languageOf(from.subscriber), running);
      return reply("menu", from, deps, { buttons });
    }
    case "help":
      return reply("help", from, deps);
    case "listen":
      return listen(from, deps, () => reply("nothing_to_hear", from, deps));
  }
}

async function pause(length: PauseLength | null, from: ReaderMessage, deps: Deps): Promise<void> {
  const { message, subscriber } = from;
  if (!isVerified(subscriber)) return reply("confirm_first", from, deps);
  const until = length === null ? null : pauseUntil(length, message.at, zoneOf(subscriber));
  if (until === null) return reply("pause_explained", from, deps);
  await changeSending({ name: "pause", until }, from, deps);
}

/** Applies START, a confirmation, STOP or PAUSE, and replies. @returns whether this message made the change in force */
async function changeSending(
  command: SendingChange,
  from: ReaderMessage,
  deps: Deps,
): Promise<boolean> {
  const { message } = from;
  let resumed = false;
  const after = await changeSubscriber(from.subscriber._id, deps, (subscriber) => {
    const { channel, stopped } = subscriber;
    resumed = channel?.verifiedAt !== undefined && stopped !== undefined;
    return changeOfSending(command, message, subscriber);
  });
  const last = command.name === "pause" ? after?.channel?.lastPause : after?.channel?.lastKeyword;
  // The id of the reply is made from the message's id, so it is sent once, even after a crash between the two writes.
  if (after === null || last?.id !== message.id) return false;
  await confirmChange(command, { ...from, subscriber: after }, resumed, deps);
  deps.onScheduled();
  return true;
}

function confirmChange(
  command: SendingChange,
  from: ReaderMessage,
  resumed: boolean,
  deps: Deps,
): Promise<void> {
  const { subscriber } = from;
  const now = deps.now();
  if (command.name === "stop") return reply("stopped", from, deps);
  if (command.name !== "pause") {
    if (isStopped(subscriber, now)) return reply("already_stopped", from, deps);
    const lapsed = subscriber.subscription !== undefined && !isEntitled(subscriber, now);
    return reply(lapsed ? "confirmed_lapsed" : resumed ? "resumed" : "confirmed", from, deps);
  }
  const until = subscriber.stopped?.until;
  if (until === undefined) return reply("already_stopped", from, deps);
  if (pausedPastEnd(subscriber, now)) return reply("paused_past_end", from, deps);
  return reply("paused", from, deps, { date: returnText(subscriber, until, now) });
}

/**
 * Releases the latest digest that waits for a tap, as a tap on its button does. A repeated message releases no other.
 *
 * @param otherwise  replies when none waits
 */
async function listen(
  from: ReaderMessage,
  deps: Deps,
  otherwise: () => Promise<void>,
): Promise<void> {
  if (await wasAnswered(from, deps)) return;
  const latest = await deps.deliveries.history(from.subscriber._id, 5);
  const { id } = from.message;
  if (latest.some(({ releasedBy }) => releasedBy === id)) return;
  const waiting = latest.filter(({ awaitingTap }) => awaitingTap === true);
  if (waiting.length === 0) return otherwise();
  const refused = refusalOf(from.subscriber, deps.now());
  if (refused !== null) return reply(refused, from, deps);
  for (const each of waiting) {
    const stored = await deps.deliveries.apply(each, releaseByTap(id, deps.now()));
    // else another message has released it meanwhile
    if (stored?.releasedBy === id) break;
  }
  deps.onWork();
}

/**
 * Sends the next stories of the last digest, or says that there are no more: none after one of its stories was withdrawn.
 * A message that comes again, even after a newer digest, takes none of its stories.
 */
async function sendMore(from: ReaderMessage, deps: Deps): Promise<void> {
  const { deliveries, withdrawn, now } = deps;
  const { id } = from.message;
  if (await wasAnswered(from, deps)) return;
  const sent = await sentDigests(deliveries, from.subscriber);
  // after a crash before the reply, the digest that the message has asked
  const latest = sent.find(({ moreAsked = [] }) => moreAsked.includes(id)) ?? sent[0];
  const refused = refusalOf(from.subscriber, now());
  if (refused !== null || latest === undefined) return reply(refused ?? "no_edition", from, deps);
  const isOffered = (await withdrawn.among(latest.storyIds ?? [])).size === 0;
  const after = isOffered ? await deliveries.apply(latest, askForMore(id)) : null;
  const text = after === null ? undefined : moreTextFor(after, id);
  await (text === undefined ? reply("no_more", from, deps) : sendReply(text, from, deps));
}

/** Replies to a message without a request, once in 10 s; while the opt-in is pending, with how to confirm. */
export async function replyToSmallTalk(
  name: "unknown" | "yes" | "thanks" | "hello",
  { message, subscriber: { _id } }: ReaderMessage,
  deps: Deps,
): Promise<void> {
  const after = await changeSubscriber(_id, deps, ({ channel }) => {
    if (channel === undefined || !isFrom(channel, message)) return null;
    const lastSmallTalk = smallTalkAfter(channel.lastSmallTalk, message);
    return lastSmallTalk && { channel: { ...channel, lastSmallTalk } };
  });
  if (after?.channel?.lastSmallTalk?.id !== message.id) return;
  await reply(isVerified(after) ? name : "confirm_first", { message, subscriber: after }, deps);
}
