import { dayAndTime, menuButtons } from "../domain/conversation/conversation.ts";
import type { Inbound } from "../domain/channel/inbound.ts";
import { isVerified } from "../domain/conversation/connection.ts";
import type { Command } from "../domain/conversation/keywords.ts";
import { type PauseLength, pauseUntil } from "../domain/conversation/pause-length.ts";
import { smallTalkAfter } from "../domain/conversation/small-talk.ts";
import { changeOfSending, type SendingChange } from "../domain/conversation/start-stop-pause.ts";
import { askForMore, releaseByTap } from "../domain/delivery/transitions.ts";
import {
  isEntitled,
  isStopped,
  languageOf,
  nextSlotOf,
  type Subscriber,
  zoneOf,
} from "../domain/subscriber/subscriber.ts";
import type { Deps } from "./deps.ts";
import { reply, sendReply } from "./reply.ts";
import { switchAlerts } from "./switch-alerts.ts";
import { lastDigest, tellStory } from "./tell-story.ts";

/** Executes a command and replies, also to subscribers without a plan. */
export async function replyToKeyword(
  command: Command,
  message: Inbound,
  subscriber: Subscriber,
  deps: Deps,
): Promise<void> {
  switch (command.name) {
    case "start":
    case "stop":
      await changeSending({ name: command.name }, message, subscriber, deps);
      return;
    case "yes":
      if (await changeSending({ name: "confirm" }, message, subscriber, deps)) return;
      return replyToSmallTalk("yes", message, subscriber, deps);
    case "thanks":
    case "hello":
      return replyToSmallTalk(command.name, message, subscriber, deps);
    case "pause":
      return pause(command.length, message, subscriber, deps);
    case "more":
      return sendMore(message, subscriber, deps);
    case "story":
      return tellStory(command.number, message, subscriber, deps);
    case "alerts":
      return switchAlerts(command.on, message, subscriber, deps);
    case "menu": {
      const running = !isStopped(subscriber, deps.now());
      const buttons = menuButtons(languageOf(subscriber), running);
      return reply("menu", message, subscriber, deps, { buttons });
    }
    case "help":
      return reply("help", message, subscriber, deps);
    case "listen":
      return listen(message, subscriber, deps);
  }
}

async function pause(
  length: PauseLength | null,
  message: Inbound,
  subscriber: Subscriber,
  deps: Deps,
): Promise<void> {
  const until = length === null ? null : pauseUntil(length, message.at, zoneOf(subscriber));
  if (until === null) return reply("pause_explained", message, subscriber, deps);
  await changeSending({ name: "pause", until }, message, subscriber, deps);
}

/**
 * Applies START, a confirmation, STOP or PAUSE, and replies. A repeated or outdated message changes nothing.
 *
 * @returns whether the change that is in force comes from this message
 */
async function changeSending(
  command: SendingChange,
  message: Inbound,
  { _id }: Subscriber,
  deps: Deps,
): Promise<boolean> {
  let resumed = false;
  const after = await deps.schedules.change(_id, deps.now(), (subscriber) => {
    const { channel, stopped } = subscriber;
    resumed = channel?.verifiedAt !== undefined && stopped !== undefined;
    return changeOfSending(command, message, subscriber);
  });
  const last = command.name === "pause" ? after?.channel?.lastPause : after?.channel?.lastKeyword;
  // The id of the reply is made from the message's id, so it is sent once, even after a crash between the two writes.
  if (after === null || last?.id !== message.id) return false;
  await confirmChange(command, message, after, resumed, deps);
  deps.onScheduled();
  return true;
}

function confirmChange(
  command: SendingChange,
  message: Inbound,
  after: Subscriber,
  resumed: boolean,
  deps: Deps,
): Promise<void> {
  const now = deps.now();
  if (command.name === "stop") return reply("stopped", message, after, deps);
  if (command.name !== "pause") {
    const lapsed = after.subscription !== undefined && !isEntitled(after, now);
    const name = lapsed ? "confirmed_lapsed" : resumed ? "resumed" : "confirmed";
    return reply(name, message, after, deps);
  }
  const until = after.stopped?.until;
  if (until === undefined) return reply("already_stopped", message, after, deps);
  const back = nextSlotOf(after, now)?.at ?? until;
  const date = dayAndTime(back, zoneOf(after), languageOf(after));
  return reply("paused", message, after, deps, { date });
}

/** Releases the latest digest that waits for a tap, as a tap on its button does. */
async function listen(message: Inbound, subscriber: Subscriber, deps: Deps): Promise<void> {
  const latest = await deps.deliveries.history(subscriber._id, 5);
  const waiting = latest.find(({ awaitingTap }) => awaitingTap === true);
  if (waiting === undefined) return reply("nothing_to_hear", message, subscriber, deps);
  await deps.deliveries.apply(waiting, releaseByTap(deps.now()));
  deps.onWork();
}

/** Sends the next stories of the last digest, or says that there are no more: none after one of its stories was withdrawn. */
async function sendMore(message: Inbound, subscriber: Subscriber, deps: Deps): Promise<void> {
  const { deliveries, withdrawn } = deps;
  const latest = await lastDigest(deliveries, subscriber);
  const isOffered =
    latest !== undefined && (await withdrawn.among(latest.storyIds ?? [])).size === 0;
  const after = isOffered ? await deliveries.apply(latest, askForMore(message.id)) : null;
  const text = after?.more?.[after.moreAsked?.indexOf(message.id) ?? -1];
  await (text === undefined
    ? reply("no_more", message, subscriber, deps)
    : sendReply(text, message, subscriber, deps));
}

/**
 * Replies to a message without a request, at most once in 10 s. While the opt-in is pending, the reply says how
 * to confirm the number.
 */
export async function replyToSmallTalk(
  name: "unknown" | "yes" | "thanks" | "hello",
  message: Inbound,
  { _id }: Subscriber,
  deps: Deps,
): Promise<void> {
  const after = await deps.schedules.change(_id, deps.now(), ({ channel }) => {
    const lastSmallTalk = smallTalkAfter(channel?.lastSmallTalk, message);
    if (channel === undefined || lastSmallTalk === null) return null;
    return { channel: { ...channel, lastSmallTalk } };
  });
  if (after?.channel?.lastSmallTalk?.id !== message.id) return;
  await reply(isVerified(after) ? name : "confirm_first", message, after, deps);
}
