import type { UserId } from "@matinale/contracts";
import { secondOf } from "../domain/channel/inbound.ts";
import { type RefusalKind, heldBackMs } from "../domain/channel/whatsapp.ts";
import { channelAddresses, isVerified, withoutNumber } from "../domain/conversation/connection.ts";
import type { Delivery } from "../domain/delivery/delivery.ts";
import { isOfAnotherPhone } from "../domain/delivery/next-step.ts";
import { isRecipient, optedOut } from "../domain/subscriber/subscriber.ts";
import { changeSubscriber } from "./change-subscriber.ts";
import type { Deps } from "./deps.ts";

/**
 * Closes the recipient's window, or stores that the provider holds messages back, as the refusal says. Runs
 * before the message is requeued, because its next step depends on both.
 */
export async function updateWindow(
  action: RefusalKind,
  userId: UserId,
  at: Date,
  { subscribers }: Deps,
): Promise<void> {
  if (action === "change_form") await subscribers.closeWindow(userId, at);
  if (action === "defer") {
    await subscribers.holdBack(userId, new Date(at.getTime() + heldBackMs));
  }
}

/**
 * Disconnects or stops the recipient's number, as the refusal says. Runs after the failure is stored: the
 * rule counts stored failures. Repeats change nothing.
 */
export async function updateRecipient(
  action: RefusalKind,
  delivery: Delivery,
  at: Date,
  deps: Deps,
): Promise<void> {
  if (action === "recipient") await disconnectDeadNumber(delivery.userId, deps);
  if (action === "opted_out") await stopForOptOut(delivery, at, deps);
}

const failuresInARow = 3;

/**
 * Disconnects a number that was unreachable three times in a row, by stored deliveries: a repeated status counts once.
 * For a number that its phone has not confirmed, once is enough: it is mistyped, or not on WhatsApp.
 */
async function disconnectDeadNumber(userId: UserId, deps: Deps): Promise<void> {
  const { now } = deps;
  const last = await deps.deliveries.lastSent(userId, failuresInARow);
  const phone = last[0]?.recipient;
  if (phone === undefined) return;
  const hasFailed = ({ recipient, parts }: Delivery): boolean =>
    recipient === phone &&
    Object.values(parts).some(({ failure }) => failure?.reason === "unreachable");
  await changeSubscriber(userId, deps, (subscriber) => {
    const { channel } = subscriber;
    const enough = isVerified(subscriber) ? failuresInARow : 1;
    const first = last[enough - 1];
    if (first === undefined || !last.slice(0, enough).every(hasFailed)) return null;
    if (channel === undefined || !isRecipient(channel, phone)) return null;
    if (channel.connectedAt > first.createdAt) return null;
    return {
      channel: null,
      disconnected: { phone, at: now(), reason: "unreachable" },
      newNumber: true,
    };
  });
}

/**
 * Stops sending to a person who has turned our messages off in WhatsApp, so that the provider refuses them.
 * The refusal counts like STOP: nothing more is sent, and a pending number is removed. START undoes it. It says nothing
 * about another phone that was connected meanwhile.
 */
async function stopForOptOut(delivery: Delivery, at: Date, deps: Deps): Promise<void> {
  let stopped: string[] = [];
  await changeSubscriber(delivery.userId, deps, (subscriber) => {
    const { channel } = subscriber;
    stopped = [];
    if (channel === undefined || isOfAnotherPhone(delivery, channel)) return null;
    if (secondOf(channel.connectedAt) > at.getTime()) return null;
    if (channel.lastKeyword !== undefined && channel.lastKeyword.at > at) return null;
    stopped = channelAddresses(channel);
    if (!isVerified(subscriber)) return withoutNumber(subscriber);
    if (optedOut(subscriber)) return null;
    return { stopped: { at, by: "phone" } };
  });
  for (const address of stopped) await deps.phoneStops.stop(address, at);
}
