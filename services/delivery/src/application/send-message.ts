import { setTimeout as pause } from "node:timers/promises";
import { histogram } from "@matinale/kit";
import { BrokenCircuitError, type CircuitBreakerPolicy, CircuitState } from "cockatiel";
import {
  audioHashOf,
  type Delivery,
  isPartlySent,
  reference,
} from "../domain/delivery/delivery.ts";
import { nextStep, type SendStep, type Step } from "../domain/delivery/next-step.ts";
import { verdictOn } from "../domain/delivery/refusal-policy.ts";
import { addressOf } from "../domain/subscriber/phone.ts";
import {
  cancelBeforeSend,
  markFailed,
  markSendStarted,
  requeue,
} from "../domain/delivery/transitions.ts";
import type { Answer } from "../domain/channel/whatsapp.ts";
import type { Stored } from "../store/deliveries.ts";
import { extendLease, type LeasedDelivery, rescheduleAt } from "./leased-delivery.ts";
import { type DeliverDeps, loadContext } from "./load-context.ts";
import { updateRecipient, updateWindow } from "./refusal-effects.ts";
import { isWide, SenderRefused, type WideRefusal } from "./sender-circuit.ts";

const lateness = histogram("delivery_lateness_seconds");

/** After a longer wait for the permit or for the call, the step is decided again from the stored data. Milliseconds. */
const staleMs = 750;
/** The start of a call is recorded this long before its permit, so that the call is on time. Milliseconds. */
const recordMs = 300;
/** Share of the lease. If more time passes between the record and the call, the process was frozen: it does not call. */
const frozenShare = 1 / 4;
/** While the sender is refused, a delivery is tried again after this many probes. */
const probesToWait = 4;

/**
 * Sends one message through the circuit breakers of the sender. While the provider refuses the sender, one
 * message at a time is a probe, sent if the provider's health check passes.
 */
export async function sendMessage(
  wanted: SendStep,
  delivery: Stored,
  leased: LeasedDelivery,
  deps: DeliverDeps,
): Promise<void> {
  const guards = deps.circuits.for(wanted.message.form);
  const send = guards.reduce(
    (inner, [action, circuit]) =>
      () =>
        guarded(action, circuit, inner, delivery.userId, deps),
    () => attempt(wanted, delivery, leased, deps),
  );
  try {
    const answer = await send();
    if (answer?.outcome === "accepted") deps.circuits.accepted();
  } catch (error) {
    if (!(error instanceof BrokenCircuitError || error instanceof SenderRefused)) throw error;
    deps.calls.countHeldBack();
    await reschedule(probesToWait * deps.probeEveryMs, leased, deps);
  }
}

/** Opens the circuit when the answer is a refusal of its kind, or when a probe is not accepted. */
const guarded = (
  action: WideRefusal,
  circuit: CircuitBreakerPolicy,
  send: () => Promise<Answer | null>,
  recipient: string,
  { circuits, whatsapp }: DeliverDeps,
): Promise<Answer | null> =>
  circuit.execute(async () => {
    const isProbe = circuit.state === CircuitState.HalfOpen;
    if (isProbe && !(await whatsapp.health())) throw new SenderRefused(action, 0);
    const answer = await send();
    const isRefused = answer?.outcome === "refused" && answer.action === action;
    if (isRefused) throw circuits.refusal(action, answer, recipient);
    if (isProbe && answer?.outcome !== "accepted") throw new SenderRefused(action, 0);
    return answer;
  });

async function reschedule(inMs: number, leased: LeasedDelivery, deps: DeliverDeps): Promise<null> {
  const workAt = new Date(deps.now().getTime() + inMs);
  await leased.write(rescheduleAt(workAt));
  deps.onRescheduled(workAt);
  return null;
}

/**
 * Waits for a permit of the shared rate, records that the call starts, calls the provider and records the
 * answer.
 *
 * @returns null without a call: the step has changed or must wait
 */
async function attempt(
  wanted: SendStep,
  delivery: Stored,
  leased: LeasedDelivery,
  deps: DeliverDeps,
): Promise<Answer | null> {
  const { now, rate, whatsapp } = deps;
  let step: Step = wanted;
  const inMs = Math.max(0, delivery.dueAt.getTime() - now().getTime());
  const permit = await rate.reserve(delivery.userId, inMs);
  if ("tooMuchForMs" in permit) return reschedule(permit.tooMuchForMs, leased, deps);
  const callAt = performance.now() + permit.afterMs;
  if (permit.afterMs > recordMs) await pause(permit.afterMs - recordMs);
  if (permit.afterMs > staleMs) step = nextStep(delivery, await loadContext(delivery, deps));
  if (step.do !== "send") return null;
  if (deps.stopping()) return reschedule(0, leased, deps);
  const { part, message, to } = step;
  const { form } = message;
  const isStopped = deps.circuits.for(form).some(([, { state }]) => state === CircuitState.Open);
  if (isStopped) throw new BrokenCircuitError();
  const startedAt = now();
  const recordedAt = performance.now();
  const leasedUntil = new Date(startedAt.getTime() + deps.leaseMs);
  const recorded = await leased.write(
    extendLease(markSendStarted(part, form, to, startedAt), leasedUntil),
  );
  if (recorded?.parts[part]?.startedAt?.getTime() !== startedAt.getTime()) return null;
  await pause(Math.max(0, Math.ceil(callAt - performance.now())));
  await rate.beforeCall();
  const sinceRecordMs = performance.now() - recordedAt;
  const isFrozen = sinceRecordMs > deps.leaseMs * frozenShare;
  if (isFrozen || (sinceRecordMs > staleMs && !(await isStillToSend(delivery, deps)))) {
    // If the lease was lost, the new worker waits for a status of this call: record that it was not made.
    if ((await leased.write(requeue(part))) === null) {
      await deps.deliveries.apply(recorded, cancelBeforeSend(part, startedAt, now()));
    }
    return null;
  }

  const answer = await whatsapp.send(addressOf(to), message, reference(delivery._id, part));
  deps.calls.count(form, answer);
  if (answer.outcome === "refused") await handleRefusal(answer, recorded, step, leased, deps);
  if (answer.outcome === "accepted") {
    const { messageId, waId } = answer;
    const at = now();
    observeLateness(recorded, at);
    await leased.recordAcceptance(recorded, part, messageId, at);
    if (waId !== undefined && waId !== addressOf(to)) {
      await deps.subscribers.addresses.rememberWaId(delivery.userId, to, waId);
    }
  }
  // Uncertain: the provider may have accepted the message. Wait for a status: a second call could send it twice.
  return answer;
}

/** Whether a message is still to be sent: not after a STOP. */
const isStillToSend = async (delivery: Stored, deps: DeliverDeps): Promise<boolean> =>
  nextStep(delivery, await loadContext(delivery, deps)).do === "send";

/** Applies the refusal policy to a message that the provider refused at once. */
async function handleRefusal(
  answer: Extract<Answer, { outcome: "refused" }>,
  delivery: Stored,
  { part, message }: SendStep,
  leased: LeasedDelivery,
  deps: DeliverDeps,
): Promise<void> {
  const { action, code } = answer;
  const { userId } = delivery;
  const at = deps.now();
  if (action === "throttled") await deps.rate.throttled();
  await updateWindow(action, userId, at, deps);
  const attempts = delivery.parts[part]?.attempt ?? 1;
  const retryAfterMs = isWide(action) ? deps.probeEveryMs : answer.retryAfterMs;
  const refusal = {
    action,
    form: message.form,
    attempt: attempts,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
  const verdict = verdictOn(refusal, "at_once", Math.random());
  if (verdict === "change_form") {
    await leased.write(requeue(part));
  } else if (typeof verdict === "object") {
    const sha256 = audioHashOf(delivery, part);
    if (action === "media" && message.form === "voice" && sha256 !== undefined) {
      await deps.uploads.forget(sha256, { mediaId: message.mediaId }, at);
      deps.onAudioLost();
    }
    const workAt = new Date(at.getTime() + verdict.againInMs);
    await leased.write(rescheduleAt(workAt, requeue(part)));
    deps.onRescheduled(workAt);
  } else {
    await leased.write(markFailed(part, { reason: verdict, code, at }));
    await updateRecipient(action, userId, at, deps);
  }
}

function observeLateness(delivery: Delivery, at: Date): void {
  if (isPartlySent(delivery) || delivery.manual || delivery.kind !== "digest") return;
  lateness.observe(Math.max(0, at.getTime() - delivery.dueAt.getTime()) / 1000);
}
