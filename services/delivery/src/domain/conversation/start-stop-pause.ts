import { secondOf, type Sender } from "../channel/inbound.ts";
import { type Channel, optedOut, type Stop, type Subscriber } from "../subscriber/subscriber.ts";
import { confirmed, isFrom, isNewer, isVerified } from "./connection.ts";

/**
 * A message or a choice that starts, stops or pauses digests. `confirm` starts them only while the opt-in is pending;
 * `allow` only undoes a STOP, and is no opt-in.
 */
export type SendingChange =
  | { name: "start" | "confirm" | "allow" | "stop" }
  | { name: "pause"; until: Date };

/**
 * What START, a confirmation, STOP or PAUSE changes. Two replicas may process two messages in the wrong order; the result is
 * the same as in the right order: a later START or STOP overrides an earlier keyword, and a STOP overrides a
 * PAUSE, before or after it. A START that arrives late does not end a later stop on the site, and a PAUSE does not undo a
 * later start there.
 *
 * @returns null when the message was processed before, a later one overrides it, or another number has replaced that of
 *   its sender. `stopped` is absent when it stays unchanged, null when digests run.
 */
export function changeOfSending(
  command: SendingChange,
  message: Sender & { id: string; at: Date },
  subscriber: Subscriber,
): { channel: Channel; stopped?: Stop | null } | null {
  const { channel, stopped } = subscriber;
  const { id, at } = message;
  if (channel === undefined || !isFrom(channel, message)) return null;
  if (!isNewer(channel.lastKeyword, message)) return null;
  switch (command.name) {
    case "stop":
      return { channel: { ...channel, lastKeyword: { id, at } }, stopped: { at, by: "phone" } };
    case "allow":
      return {
        channel: { ...channel, lastKeyword: { id, at } },
        ...(optedOut(subscriber) ? { stopped: null } : {}),
      };
    case "confirm":
      if (isVerified(subscriber)) return null;
      return changeOfSending({ name: "start" }, message, subscriber);
    case "start": {
      if (isOlderThanClaim(channel, at)) return null;
      const started = confirmed({ ...channel, lastKeyword: { id, at } }, at);
      if (stopped !== undefined && secondOf(stopped.at) > at.getTime()) return { channel: started };
      const { lastPause } = channel;
      const pausedLater = stopped !== undefined && lastPause !== undefined && lastPause.at > at;
      return { channel: started, stopped: pausedLater ? stopOf(lastPause) : null };
    }
    case "pause": {
      const { lastPause: last, startedOnSiteAt = new Date(0) } = channel;
      if (!isNewer(last, message) || secondOf(startedOnSiteAt) > at.getTime()) return null;
      const lastPause = { id, at, until: command.until };
      // A pause ends by itself, a STOP does not: the STOP stays.
      const isStopped = stopped !== undefined && stopped.until === undefined;
      return {
        channel: { ...channel, lastPause },
        ...(isStopped ? {} : { stopped: stopOf(lastPause) }),
      };
    }
  }
}

/** The clock of the provider may be behind ours by this. Milliseconds. */
const clockSkewMs = 60_000;

/** Whether a message that arrives late was sent before its number was typed on the site: then it is no consent to that. */
const isOlderThanClaim = ({ verifiedAt, connectedAt }: Channel, at: Date): boolean =>
  verifiedAt === undefined && at.getTime() < connectedAt.getTime() - clockSkewMs;

const stopOf = ({ at, until }: { at: Date; until: Date }): Stop => ({ at, by: "phone", until });
