import { setTimeout as pause } from "node:timers/promises";
import { isDatabaseAway } from "@matinale/kit";
import { ExponentialBackoff, handleWhen, retry } from "cockatiel";
import type { Answer } from "../domain/channel/whatsapp.ts";
import { accepted, type Delivery, reference } from "../domain/delivery/delivery.ts";
import { nextStep, type SendStep } from "../domain/delivery/next-step.ts";
import { cancelBeforeSend, markSendStarted } from "../domain/delivery/transitions.ts";
import { addressOf } from "../domain/subscriber/phone.ts";
import { handleRefusal } from "./handle-refusal.ts";
import { extendLease, type LeasedDelivery, rescheduleAt } from "./leased-delivery.ts";
import { type DeliverDeps, loadContext } from "./load-context.ts";
import { SenderUnavailable } from "./sender-circuit.ts";

/** After a longer wait for the rate or for the database, the step is decided again from the stored data. Milliseconds. */
const staleMs = 750;
/** The start of a call is recorded this long before the call may start, so that the call is on time. Milliseconds. */
const recordMs = 300;
/** Share of the lease. Before a longer wait for the rate, the lease is extended. */
const longWaitShare = 1 / 4;
/** Share of the lease. If more time passes between the record and the call, the process was frozen: it does not call. */
const frozenShare = 1 / 4;
/** While the provider accepts no message from our number, a delivery is tried again after this many probes. */
const probesToWait = 4;

/** Less than two minutes: longer than the election of a primary and shorter than the wait for a lost status. */
const whileDatabaseAway = ({ stopping }: DeliverDeps) =>
  retry(
    handleWhen((error) => isDatabaseAway(error) && !stopping()),
    { maxAttempts: 20, backoff: new ExponentialBackoff({ initialDelay: 500, maxDelay: 5_000 }) },
  );

/** The sending of one message: the delivery that was claimed, its lease and the circuits. */
interface Sending {
  delivery: Delivery;
  leased: LeasedDelivery;
  /** Whether a circuit that the message passes has opened meanwhile. */
  isStopped: () => boolean;
  deps: DeliverDeps;
}

interface StartedCall extends SendStep {
  recorded: Delivery;
  startedAt: Date;
  /** Milliseconds of the monotonic clock. */
  recordedAt: number;
}

/** Sends one message through the circuit breakers of the sender. While one is open, the message waits. */
export async function sendMessage(
  wanted: SendStep,
  delivery: Delivery,
  leased: LeasedDelivery,
  deps: DeliverDeps,
): Promise<void> {
  try {
    await deps.circuits.run(wanted.message.form, delivery.userId, (isStopped) =>
      attempt(wanted, { delivery, leased, isStopped, deps }),
    );
  } catch (error) {
    if (!(error instanceof SenderUnavailable)) throw error;
    await reschedule(probesToWait * deps.circuits.probeEveryMs, leased, deps);
  }
}

/** @returns null without a call: the step has changed or must wait */
async function attempt(wanted: SendStep, sending: Sending): Promise<Answer | null> {
  const { leased, isStopped, deps } = sending;
  const reserved = await reserveCall(sending);
  if (reserved === null) return null;
  const step = reserved.waitedMs > staleMs ? await decideAgain(wanted, sending) : wanted;
  if (step === null || isStopped()) return null;
  if (deps.stopping()) {
    await reschedule(0, leased, deps);
    return null;
  }
  const call = await recordStart(step, sending);
  if (call === null) return null;
  await pauseUntil(reserved.callAt);
  if (!(await orCancel(call, sending, mayCall(call, sending)))) {
    await cancelStart(call, sending);
    return null;
  }
  const answer = await deps.whatsapp.send(
    addressOf(call.to),
    call.message,
    reference(call.recorded._id, call.part),
  );
  deps.calls.count(call.message.form, answer);
  return recordAnswer(answer, call, sending);
}

/**
 * Reserves the call in the shared rate, and waits until shortly before it may start.
 *
 * @returns null when the message must wait for longer, or the lease was lost
 */
async function reserveCall({
  delivery,
  leased,
  deps,
}: Sending): Promise<{ callAt: number; waitedMs: number } | null> {
  const dueInMs = Math.max(0, delivery.dueAt.getTime() - deps.now().getTime());
  const permit = await deps.rate.reserve(delivery.userId, dueInMs);
  if ("tooMuchForMs" in permit) {
    await reschedule(permit.tooMuchForMs, leased, deps);
    return null;
  }
  const { afterMs } = permit;
  const callAt = performance.now() + afterMs;
  if (afterMs > deps.leases.deliveryMs * longWaitShare) {
    const until = new Date(deps.now().getTime() + afterMs + deps.leases.deliveryMs);
    const extended = await leased.write(extendLease((next) => ({ next }), until));
    if (extended === null) return null;
  }
  await pauseUntil(callAt - recordMs);
  return { callAt, waitedMs: afterMs };
}

/** The step from the stored data; null when no message of this form is to be sent any more, as after a STOP. */
async function decideAgain(
  { message: { form } }: SendStep,
  { delivery, deps }: Sending,
): Promise<SendStep | null> {
  const step = nextStep(delivery, await loadContext(delivery, deps));
  return step.do === "send" && step.message.form === form ? step : null;
}

/** Records that the call starts: after a crash the message is not sent again. @returns null when it was not recorded */
async function recordStart(step: SendStep, sending: Sending): Promise<StartedCall | null> {
  const { leased, deps } = sending;
  const { part, message, to } = step;
  const startedAt = deps.now();
  const recordedAt = performance.now();
  const leasedUntil = new Date(startedAt.getTime() + deps.leases.deliveryMs);
  const start = extendLease(markSendStarted(part, message.form, to, startedAt), leasedUntil);
  // the record may be stored although its answer was lost
  const recorded = await orCancel({ part, startedAt }, sending, leased.write(start));
  const isRecorded = recorded?.parts[part]?.startedAt?.getTime() === startedAt.getTime();
  return isRecorded ? { ...step, recorded, startedAt, recordedAt } : null;
}

/**
 * Waits until the rate lets the call start.
 *
 * @returns false when it may not: after a freeze of this process, while a circuit is open, or after a STOP or another number
 *   during a longer wait
 */
async function mayCall(call: StartedCall, sending: Sending): Promise<boolean> {
  const { deps, isStopped } = sending;
  let readAt = call.recordedAt;
  const isWanted = async (): Promise<boolean> => {
    const now = performance.now();
    if (now - call.recordedAt > deps.leases.deliveryMs * frozenShare || isStopped()) return false;
    if (now - readAt <= staleMs) return true;
    readAt = now;
    return (await decideAgain(call, sending))?.to === call.to;
  };
  // first before the rate counts the call: a read afterwards costs it its place
  return (await isWanted()) && deps.rate.beforeCall(isWanted);
}

/**
 * Removes the record of a call that was not made, or was refused. Also when the lease was lost: no worker must wait for
 * a status of this call.
 */
const cancelStart = (
  { part, startedAt }: Pick<StartedCall, "part" | "startedAt">,
  { delivery: { _id }, deps }: Sending,
): Promise<void> =>
  whileDatabaseAway(deps).execute(async () => {
    const stored = await deps.deliveries.find(_id);
    const cancel = cancelBeforeSend(part, startedAt, deps.now());
    if (stored !== null) await deps.deliveries.apply(stored, cancel);
  });

/** Waits for a step before the call, or after its refusal. Removes the record also when the step fails: the database may be away. */
const orCancel = <T>(
  call: Pick<StartedCall, "part" | "startedAt">,
  sending: Sending,
  step: Promise<T>,
): Promise<T> =>
  step.catch(async (error: unknown) => {
    await cancelStart(call, sending);
    throw error;
  });

/** @returns the answer; if it was lost and a status has shown meanwhile that the message was accepted, an acceptance */
async function recordAnswer(answer: Answer, call: StartedCall, sending: Sending): Promise<Answer> {
  const { delivery, leased, deps } = sending;
  const { part, to, recorded } = call;
  switch (answer.outcome) {
    case "refused":
      await orCancel(call, sending, handleRefusal(answer, recorded, call, leased, deps));
      if (leased.delivery() === null) await cancelStart(call, sending);
      return answer;
    case "accepted": {
      const { messageId, waId } = answer;
      const at = deps.now();
      await leased.recordAcceptance(recorded, part, messageId, at);
      if (waId !== undefined && waId !== addressOf(to)) {
        await deps.subscribers.addresses.rememberWaId(delivery.userId, to, waId);
      }
      return answer;
    }
    case "uncertain": {
      // The provider may have accepted the message. Wait for a status: a second call could send it twice.
      const stored = (await deps.deliveries.find(delivery._id))?.parts[part];
      if (stored?.messageId === undefined || !accepted(stored)) return answer;
      return { outcome: "accepted", messageId: stored.messageId };
    }
  }
}

async function reschedule(inMs: number, leased: LeasedDelivery, deps: DeliverDeps): Promise<void> {
  const workAt = new Date(deps.now().getTime() + inMs);
  await leased.write(rescheduleAt(workAt));
  deps.onRescheduled(workAt);
}

/** @param at  milliseconds of the monotonic clock */
async function pauseUntil(at: number): Promise<void> {
  const ms = Math.ceil(at - performance.now());
  if (ms > 0) await pause(ms);
}
