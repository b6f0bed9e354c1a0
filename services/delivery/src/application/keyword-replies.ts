import {
  type ReplyName,
  replyText,
  dayAndTime,
  menuButtons,
  type Site,
} from "../domain/conversation/conversation.ts";
import { accepted, type Button } from "../domain/delivery/delivery.ts";
import type { Inbound } from "../domain/channel/inbound.ts";
import type { Command } from "../domain/conversation/keywords.ts";
import { changeOfSending, type SendingChange } from "../domain/conversation/start-stop-pause.ts";
import { notice } from "../domain/schedule/plan-delivery.ts";
import { askForMore, releaseByTap } from "../domain/delivery/transitions.ts";
import {
  isEntitled,
  isStopped,
  languageOf,
  nextSlotOf,
  type Subscriber,
  zoneOf,
} from "../domain/subscriber/subscriber.ts";
import type { DeliveryStore } from "../store/deliveries.ts";
import type { Schedules } from "./reschedule.ts";

export interface ReplyDeps {
  deliveries: DeliveryStore;
  schedules: Schedules;
  site: Site;
  now: () => Date;
  onWork: () => void;
  /** Called when the schedule of a subscriber has changed. */
  onScheduled: () => void;
}

/** Executes a keyword and replies, also to subscribers without a plan. */
export async function replyToKeyword(
  command: Command,
  message: Inbound,
  subscriber: Subscriber,
  deps: ReplyDeps,
): Promise<void> {
  switch (command.name) {
    case "start":
    case "stop":
      return changeSending({ name: command.name }, message, subscriber, deps);
    case "pause":
      return command.days === null
        ? reply("pause_explained", message, subscriber, deps)
        : changeSending({ name: "pause", days: command.days }, message, subscriber, deps);
    case "more":
      return sendMore(message, subscriber, deps);
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

/** Applies START, STOP or PAUSE, and confirms it. A repeated or outdated message changes nothing. */
async function changeSending(
  command: SendingChange,
  message: Inbound,
  { _id }: Subscriber,
  deps: ReplyDeps,
): Promise<void> {
  let resumed = false;
  const after = await deps.schedules.change(_id, deps.now(), (subscriber) => {
    const { channel, stopped } = subscriber;
    resumed = channel?.verifiedAt !== undefined && stopped !== undefined;
    return changeOfSending(command, message, subscriber);
  });
  const last = command.name === "pause" ? after?.channel?.lastPause : after?.channel?.lastKeyword;
  // The id of the reply is made from the message's id, so it is sent once, even after a crash between the two writes.
  if (after === null || last?.id !== message.id) return;
  await confirmChange(command, message, after, resumed, deps);
  deps.onScheduled();
}

function confirmChange(
  command: SendingChange,
  message: Inbound,
  after: Subscriber,
  resumed: boolean,
  deps: ReplyDeps,
): Promise<void> {
  const now = deps.now();
  if (command.name === "stop") return reply("stopped", message, after, deps);
  if (command.name === "start") {
    const lapsed = after.subscription !== undefined && !isEntitled(after, now);
    const name = lapsed ? "confirmed_lapsed" : resumed ? "resumed" : "confirmed";
    return reply(name, message, after, deps);
  }
  const until = after.stopped?.until;
  if (until === undefined) return reply("pause_while_stopped", message, after, deps);
  const back = nextSlotOf(after, now)?.at ?? until;
  const date = dayAndTime(back, zoneOf(after), languageOf(after));
  return reply("paused", message, after, deps, { date });
}

/** Releases the latest digest that waits for a tap, as a tap on its button does. */
async function listen(message: Inbound, subscriber: Subscriber, deps: ReplyDeps): Promise<void> {
  const latest = await deps.deliveries.history(subscriber._id, 5);
  const waiting = latest.find(({ awaitingTap }) => awaitingTap === true);
  if (waiting === undefined) return reply("nothing_to_hear", message, subscriber, deps);
  await deps.deliveries.apply(waiting, releaseByTap(deps.now()));
  deps.onWork();
}

/** Sends the next stories of the last digest, or says that there are no more. */
async function sendMore(message: Inbound, subscriber: Subscriber, deps: ReplyDeps): Promise<void> {
  const { deliveries } = deps;
  const latest = (await deliveries.history(subscriber._id, 10)).find(({ parts }) =>
    Object.values(parts).some(accepted),
  );
  const after =
    latest === undefined ? null : await deliveries.apply(latest, askForMore(message.id));
  const text = after?.more?.[after.moreAsked?.indexOf(message.id) ?? -1];
  await (text === undefined
    ? reply("no_more", message, subscriber, deps)
    : sendReply(text, message, subscriber, deps));
}

const notUnderstoodReplyEveryMs = 3_600_000;

/** Replies that a message is no keyword, at most once an hour. */
export async function replyNotUnderstood(
  message: Inbound,
  { _id }: Subscriber,
  deps: ReplyDeps,
): Promise<void> {
  if (message.text.trim() === "") return;
  const after = await deps.schedules.change(_id, deps.now(), ({ channel }) => {
    const last = channel?.lastNotUnderstood;
    if (channel === undefined) return null;
    if (last !== undefined && message.at.getTime() - last.at.getTime() < notUnderstoodReplyEveryMs)
      return null;
    return { channel: { ...channel, lastNotUnderstood: { id: message.id, at: message.at } } };
  });
  if (after?.channel?.lastNotUnderstood?.id !== message.id) return;
  await reply("unknown", message, after, deps);
}

/** Replies to one message. The id of the reply is made from the message's id, so it is sent once. */
export async function reply(
  name: ReplyName,
  message: Inbound,
  subscriber: Subscriber,
  deps: ReplyDeps,
  more: { date?: string; buttons?: Button[] } = {},
): Promise<void> {
  const { buttons, ...values } = more;
  const text = replyText(name, languageOf(subscriber), { ...deps.site, ...values });
  await sendReply(text, message, subscriber, deps, buttons);
}

async function sendReply(
  text: string,
  message: Inbound,
  subscriber: Subscriber,
  deps: ReplyDeps,
  buttons?: Button[],
): Promise<void> {
  const phone = subscriber.channel?.phone;
  if (phone === undefined) return;
  const delivery = notice({
    id: `reply-${message.id.replace(/[^\w-]/g, "").slice(-40)}`,
    userId: subscriber._id,
    language: languageOf(subscriber),
    recipient: phone,
    content: { text, ...(buttons === undefined ? {} : { buttons }) },
    now: deps.now(),
  });
  await deps.deliveries.insert([{ delivery, outbox: [] }]);
  deps.onWork();
}
