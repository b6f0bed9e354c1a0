import { setTimeout as pause } from "node:timers/promises";
import { counter, histogram } from "@matinale/kit";
import { accepted, type Delivery, reference } from "../domain/delivery/delivery.ts";
import { nextStep, type SendStep, type Step } from "../domain/delivery/next-step.ts";
import { digitsOf } from "../domain/subscriber/phone.ts";
import { markSendStarted, cancelBeforeSend, requeue } from "../domain/delivery/transitions.ts";
import type { Answer } from "../domain/channel/whatsapp.ts";
import type { Stored } from "../store/deliveries.ts";
import type { LeasedDelivery } from "./leased-delivery.ts";
import { rescheduleAt, extendLease } from "./lease-transitions.ts";
import { type DeliverDeps, loadContext } from "./load-context.ts";
import { handleRefusal } from "./handle-refusal.ts";

const lateness = histogram("delivery_lateness_seconds");
const messages = counter("delivery_messages_total");
// Prometheus sees no increase in a series that begins at 1: begin at 0, so that the first refusal alerts.
for (const form of ["text", "voice", "template"])
  for (const outcome of ["accepted", "message", "template"]) messages.inc({ form, outcome }, 0);

/** After a longer wait for the permit, the step is decided again from the stored data. Milliseconds. */
const staleMs = 750;
/** The start of a call is recorded this long before its permit, so that the call is on time. Milliseconds. */
const recordMs = 300;
/** Before a longer wait, an unwritten acceptance is written alone. Milliseconds. */
const unwrittenMs = 3_000;
/** Share of the lease. If more time passes between the record and the call, the process was frozen: it does not call. */
const frozenShare = 1 / 4;
/** While the sender is stopped, a delivery is tried again after this many probes. */
const probesToWait = 4;

/**
 * Sends one message: waits for a permit of the shared rate, records that the call starts, calls the provider
 * and records the answer. Returns without a call when the step has changed or must wait.
 */
export async function sendMessage(
  wanted: SendStep,
  delivery: Stored,
  leased: LeasedDelivery,
  deps: DeliverDeps,
): Promise<void> {
  const { now, whatsapp, circuit } = deps;
  const after = (ms: number) => new Date(now().getTime() + ms);
  const later = async (workAt: Date) => {
    await leased.write(rescheduleAt(workAt));
    deps.onRescheduled(workAt);
  };
  let step: Step = wanted;
  const admission = circuit.admit();
  if (admission === "wait") return later(after(probesToWait * deps.probeEveryMs));
  const inMs = Math.max(0, delivery.dueAt.getTime() - now().getTime());
  const permit = await deps.rate.reserve(delivery.userId, inMs);
  if ("tooMuchForMs" in permit) return later(after(permit.tooMuchForMs));
  const callAt = performance.now() + permit.afterMs;
  if (permit.afterMs > unwrittenMs) await leased.flush();
  if (permit.afterMs > recordMs) await pause(permit.afterMs - recordMs);
  if (permit.afterMs > staleMs) step = nextStep(delivery, await loadContext(delivery, deps));
  if (step.do !== "send") return;
  if (deps.stopping()) return later(now());
  if (admission === "go" && circuit.isStopped())
    return later(after(probesToWait * deps.probeEveryMs));
  const { part, message, to } = step;
  const { form } = message;
  const startedAt = now();
  const recordedAt = performance.now();
  const recorded = await leased.write(
    extendLease(markSendStarted(part, form, to, startedAt), after(deps.leaseMs)),
  );
  if (recorded?.parts[part]?.startedAt?.getTime() !== startedAt.getTime()) return;
  const early = callAt - performance.now();
  if (early > 0) await pause(Math.ceil(early));
  const started = await deps.startCall();
  if (performance.now() - recordedAt > deps.leaseMs * frozenShare) {
    started.answered(false);
    // If the lease was lost, the new worker waits for a status of this call: record that it was not made.
    if ((await leased.write(requeue(part))) === null) {
      await deps.deliveries.apply(recorded, cancelBeforeSend(part, startedAt, now()));
    }
    return;
  }

  let answer: Answer | undefined;
  try {
    answer = await whatsapp.send(digitsOf(to), message, reference(delivery._id, part));
  } finally {
    started.answered(answer?.outcome === "accepted");
  }
  messages.inc({ form, outcome: outcomeOf(answer) });
  if (answer.outcome === "refused") return handleRefusal(answer, recorded, step, leased, deps);
  // The provider may have accepted the message. Wait for a status: a second call could send it twice.
  if (answer.outcome === "uncertain") return;
  if (circuit.accepted()) deps.logger.info("provider accepts messages again, sending resumed");
  const { messageId, waId } = answer;
  const at = now();
  observeLateness(recorded, at);
  leased.recordAcceptance({ part, messageId, at });
  if (waId !== undefined && waId !== digitsOf(to)) {
    await deps.subscribers.rememberWaId(delivery.userId, to, waId);
  }
}

const outcomeOf = (answer: Answer): string =>
  answer.outcome === "refused" ? answer.action : answer.outcome;

function observeLateness(delivery: Delivery, at: Date): void {
  const first = !Object.values(delivery.parts).some(accepted);
  if (!first || delivery.manual || delivery.kind !== "digest") return;
  lateness.observe(Math.max(0, at.getTime() - delivery.dueAt.getTime()) / 1000);
}
