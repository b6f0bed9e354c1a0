import type { UserId } from "@matinale/contracts";
import { setTimeout as pause } from "node:timers/promises";
import { counter, histogram, type Leased, type Logger } from "@matinale/kit";
import type { Reached } from "../domain/crash-points.ts";
import { accepted, type Delivery, reference, type Reason } from "../domain/delivery.ts";
import { nextStep, type Step } from "../domain/next-step.ts";
import { digitsOf } from "../domain/phone.ts";
import {
  awaitingTap,
  begun,
  ended,
  failed,
  found,
  notMade,
  putBack,
  taken,
} from "../domain/progress.ts";
import type { MessageRate } from "../domain/rate.ts";
import type { SenderCircuit } from "../domain/sender-circuit.ts";
import {
  backOffMs,
  heldBackMs,
  type Action,
  type Answer,
  type WhatsApp,
} from "../domain/whatsapp.ts";
import type { Decide, Stored } from "../store/delivery-writer.ts";
import type { DeliveryStore } from "../store/deliveries.ts";
import type { SubscriberStore } from "../store/subscribers.ts";
import type { UploadStore } from "../store/uploads.ts";
import { freed, held, seen, without } from "./lease-decisions.ts";

export interface DeliverDeps {
  deliveries: DeliveryStore;
  subscribers: SubscriberStore;
  uploads: UploadStore;
  whatsapp: WhatsApp;
  now: () => Date;
  leaseMs: number;
  reached?: Reached;
  stopping: () => boolean;
  rate: MessageRate;
  /** Milliseconds until this process may make its next call. */
  pace: () => number;
  /** The delivery is nobody's until then. */
  onFreed: (workAt: Date) => void;
  circuit: SenderCircuit;
  probeEveryMs: number;
  logger: Logger;
  /** The provider cannot reach this person's number. */
  onUnreachable: (userId: UserId) => Promise<void>;
  /** This person has turned off our messages at the provider. */
  onOptedOut: (userId: UserId) => Promise<void>;
  /** Applies statuses that came before the message they belong to. */
  joinEarly: (messageId: string) => Promise<void>;
}

const lateness = histogram("delivery_lateness_seconds");
const messages = counter("delivery_messages_total");
// a series that begins at 1 has not grown, and the first refusal is the one to hear of
for (const form of ["text", "voice", "template"])
  for (const outcome of ["accepted", "message", "template"]) messages.inc({ form, outcome }, 0);

/** What is known about a person is asked again when a permit has taken longer than this. */
const staleMs = 300;
/** The record of a call is written this long before its turn, so that the call leaves in time. */
const recordMs = 250;
/** Between the record of a call and the call itself nothing may take this part of the lease. */
const frozenShare = 1 / 4;
/** Who waits for a stopped sender looks again after so many probes. */
const probesToWait = 4;
const mediaAttempts = 3;

type Sending = Extract<Step, { do: "send" }>;

/**
 * Takes one delivery as far as it can go now. Whatever is about to be said is recorded first; after a
 * crash that record says that a call may have been made, and only a status can tell.
 */
export async function deliver(claimed: Leased<Stored>, deps: DeliverDeps): Promise<void> {
  const { deliveries, now } = deps;
  const { token } = claimed.lease;
  const write = (current: Stored, decide: Decide) => deliveries.apply(current, decide, token);
  // Whoever had it before may have died between an answer and the receipts that were faster.
  await Promise.all(claimed.messageIds.map(deps.joinEarly));
  let delivery: Stored | null = claimed;
  while (delivery?.lease !== undefined) {
    const step = await look(delivery, deps);
    if (step.do === "send") {
      delivery = await speak(delivery, step, deps, write);
    } else if (step.do === "fail") {
      const failure = { reason: step.reason, code: 0, at: now() };
      delivery = await write(delivery, failed(step.part, failure));
    } else if (step.do === "wait") {
      delivery = await write(delivery, seen(delivery, freed(step.until)));
      deps.onFreed(step.until);
    } else {
      await remember(delivery, deps);
      const decide = step.do === "await-tap" ? awaitingTap() : ended(step.phase, step.reason);
      delivery = await write(delivery, seen(delivery, without(decide)));
      deps.reached?.("delivery ended");
    }
  }
}

async function look(delivery: Delivery, deps: DeliverDeps): Promise<Step> {
  const [subscriber, mediaIds] = await Promise.all([
    deps.subscribers.of(delivery.userId),
    deps.uploads.mediaIds(delivery.audio.map((sound) => sound.sha256)),
  ]);
  const alwaysOpen = !deps.whatsapp.abilities.window;
  return nextStep(delivery, { subscriber, mediaIds, alwaysOpen, now: deps.now() });
}

/** News that were sent once are not told again. Before the end is written, so a crash repeats it. */
async function remember(delivery: Delivery, { subscribers, reached }: DeliverDeps): Promise<void> {
  const { kind, manual, windowEnd, userId } = delivery;
  if (kind !== "digest" || manual || windowEnd === undefined) return;
  if (!Object.values(delivery.parts).some(accepted)) return;
  await subscribers.told(userId, windowEnd);
  reached?.("news told");
}

/** The delivery after one call, or null when it is in other hands or has to wait. */
async function speak(
  delivery: Stored,
  wanted: Sending,
  deps: DeliverDeps,
  write: (current: Stored, decide: Decide) => Promise<Stored | null>,
): Promise<Stored | null> {
  const { now, whatsapp, circuit } = deps;
  let step: Step = wanted;
  const admission = circuit.admit();
  const untilLater = () => freed(new Date(now().getTime() + probesToWait * deps.probeEveryMs));
  if (admission === "wait") return stopHere(write(delivery, untilLater()));
  const permit = await deps.rate.reserve(delivery.userId);
  if ("tooMuchForMs" in permit) {
    const workAt = new Date(now().getTime() + permit.tooMuchForMs);
    return stopHere(write(delivery, freed(workAt)), () => deps.onFreed(workAt));
  }
  const turn = performance.now() + permit.afterMs;
  if (permit.afterMs > recordMs) await pause(permit.afterMs - recordMs);
  if (permit.afterMs > staleMs) step = await look(delivery, deps);
  if (step.do !== "send") return delivery;
  if (deps.stopping()) return stopHere(write(delivery, freed(now())));
  if (admission === "go" && circuit.isStopped()) return stopHere(write(delivery, untilLater()));
  const { part, message, to } = step;
  const { form } = message;
  deps.reached?.(`${form} permitted`);
  const startedAt = now();
  const clock = performance.now();
  const until = new Date(startedAt.getTime() + deps.leaseMs);
  const recorded = await write(delivery, held(begun(part, form, to, startedAt), until));
  const mine = recorded?.parts[part]?.startedAt?.getTime() === startedAt.getTime();
  if (recorded === null || !mine) return recorded;
  deps.reached?.(`${form} recorded`);
  const early = turn - performance.now();
  if (early > 1) await pause(early);
  const apart = deps.pace();
  if (apart > 1) await pause(apart);
  if (performance.now() - clock > deps.leaseMs * frozenShare) {
    const after = await write(recorded, putBack(part));
    // In other hands by now, and true all the same: nobody else makes this call.
    if (after === null) await deps.deliveries.apply(recorded, notMade(part, startedAt, now()));
    return after;
  }

  const answer = await whatsapp.send(digitsOf(to), message, reference(delivery._id, part));
  messages.inc({ form, outcome: outcomeOf(answer) });
  deps.reached?.(`${form} answered`);
  if (answer.outcome === "accepted") {
    if (circuit.accepted()) deps.logger.info("the provider takes messages again");
    const at = now();
    measure(recorded, at);
    const after = await write(recorded, taken(part, answer.messageId, at));
    // In other hands by now, and true all the same: whoever holds it waits to hear of this call.
    if (after === null) await deps.deliveries.apply(recorded, found(part, answer.messageId, at));
    deps.reached?.(`${form} accepted`);
    await deps.joinEarly(answer.messageId);
    const { waId } = answer;
    if (waId !== undefined && waId !== digitsOf(to)) {
      await deps.subscribers.rememberWaId(delivery.userId, waId);
    }
    return after;
  }
  if (answer.outcome === "uncertain") return recorded;
  return refused(recorded, step, answer, deps, write);
}

const stopHere = async (written: Promise<Stored | null>, after?: () => void): Promise<null> => {
  await written;
  after?.();
  return null;
};

async function refused(
  delivery: Stored,
  { part, message }: Sending,
  answer: Extract<Answer, { outcome: "refused" }>,
  deps: DeliverDeps,
  write: (current: Stored, decide: Decide) => Promise<Stored | null>,
): Promise<Stored | null> {
  const { action, code } = answer;
  if (action === "throttled") await deps.rate.throttled();
  const at = deps.now();
  const attempt = delivery.parts[part]?.attempt ?? 1;
  const giveUp = (reason: Reason) => write(delivery, failed(part, { reason, code, at }));
  const tryAgain = (ms: number) => {
    const workAt = new Date(at.getTime() + ms);
    return stopHere(write(delivery, freed(workAt, putBack(part))), () => {
      deps.reached?.("call put back");
      deps.onFreed(workAt);
    });
  };
  switch (action) {
    case "retry":
    case "throttled":
    case "pair_limit":
      return tryAgain(answer.retryAfterMs ?? backOffMs(action, attempt, Math.random()));
    case "sender":
      if (deps.circuit.refused()) deps.logger.error({ code }, "the provider refuses this sender");
      return tryAgain(deps.probeEveryMs);
    case "change_form":
      if (message.form === "template") return giveUp("refused");
      await deps.subscribers.closeWindow(delivery.userId, at);
      return write(delivery, putBack(part));
    case "media": {
      const sha256 = delivery.audio.find((_, index) => part === `voice${index}`)?.sha256;
      if (message.form !== "voice" || sha256 === undefined) return giveUp("refused");
      if (attempt >= mediaAttempts) return giveUp("audio_unavailable");
      await deps.uploads.forget(message.mediaId, sha256, at);
      return tryAgain(backOffMs("retry", attempt, Math.random()));
    }
    case "recipient": {
      const after = await giveUp(finalReasons[action]);
      await deps.onUnreachable(delivery.userId);
      return after;
    }
    case "opted_out": {
      const after = await giveUp(finalReasons[action]);
      await deps.onOptedOut(delivery.userId);
      return after;
    }
    case "defer":
      await deps.subscribers.holdBack(delivery.userId, new Date(at.getTime() + heldBackMs));
      return giveUp(finalReasons[action]);
    default:
      return giveUp(finalReasons[action]);
  }
}

const finalReasons = {
  defer: "deferred",
  recipient: "unreachable",
  opted_out: "opted_out",
  message: "refused",
  template: "template_stopped",
} as const satisfies Partial<Record<Action, Reason>>;

const outcomeOf = (answer: Answer): string =>
  answer.outcome === "refused" ? answer.action : answer.outcome;

function measure(delivery: Delivery, at: Date): void {
  const first = !Object.values(delivery.parts).some(accepted);
  if (!first || delivery.manual || delivery.kind !== "digest") return;
  lateness.observe(Math.max(0, at.getTime() - delivery.dueAt.getTime()) / 1000);
}
